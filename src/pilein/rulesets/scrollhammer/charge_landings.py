"""Places where a charging model may end: touching an enemy, alongside a friend, or in coherency."""

from collections.abc import Iterator
from itertools import chain
from math import sqrt

from pilein.geometry.advances import Advance, toward
from pilein.geometry.contact_locus import middle, nearest
from pilein.geometry.gaps import corners_only, touches, within
from pilein.geometry.landing import contact_places
from pilein.geometry.routes import Route, shortest
from pilein.geometry.runs import first_met
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import CONTACT, heading, turned
from pilein.rulesets.scrollhammer.charge_contacts import (
    Reader,
    friends_in_contact,
    is_coherent_with_the_moved,
    moved_mates,
    touch,
    wraps,
)
from pilein.rulesets.scrollhammer.charge_prospects import Outlook, spans_several
from pilein.rulesets.scrollhammer.charge_ways import is_near_an_opening, ring_round, space_for
from pilein.rulesets.scrollhammer.nearness import areas_crossed, foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo

ROUTES = Memo[tuple[object, ...], Route | None]("routes")


def touching(battle: Battle, reader: Reader, model: int, foe: int, outlook: Outlook | None = None) -> Iterator[Advance]:
    """Where a model may end touching an enemy: in line with it first, where it touches one along an edge (SH-R-25).

    A larger base begins where it touches most. Places that touch with corners only, or several enemies, come last.
    With an outlook the ways to places from which it is walled off are not looked for.
    """
    others = []
    wide = spans_several(battle, model, foe)
    found = (_several if wide else _touching)(battle, reader, model, foe, outlook)
    for count, landing in found:
        if wide or pairs_off(battle, count):
            yield landing
        else:
            others.append((count, landing))
    yield from (landing for _, landing in sorted(others, key=lambda one: one[0]))


def pairs_off(battle: Battle, enemies_touched: int) -> bool:
    """SH-MV-12. Each charging model tries to touch an enemy, pairing off one to one."""
    return enemies_touched == 1 or not battle.holds("SH-MV-12")


def _touching(
    battle: Battle, reader: Reader, model: int, foe: int, outlook: Outlook | None
) -> Iterator[tuple[int, Advance]]:
    """Landings in contact with an enemy, each with the number of enemies touched along an edge."""
    base, space = battle.setup.base(model), space_for(battle, model, reader.faces.targets)
    faces = ring_round(battle, base, foe, reader.faces)
    if not faces or not is_near_an_opening(battle, model, foe, reader.faces, reader.reach + CONTACT):
        return
    start = battle.plane.place(model)
    ordered = tuple(sorted(faces, key=lambda face: _square(middle(face), start)))
    for place in contact_places(base, start, battle.plane.shape(foe), space, ordered):
        if outlook is None or outlook.leads_to(foe, place):
            found = _judged(battle, reader, model, foe, place)
            if found is not None:
                yield found
        elif not outlook.ways(foe):
            return


def _judged(battle: Battle, reader: Reader, model: int, foe: int, place: Place) -> tuple[int, Advance] | None:
    """The landing at a free place, if a model may end there touching an enemy.

    SH-TE-04: difficult ground on its way releases no model from engaging the enemy.
    """
    landing = _landing(battle, reader, model, place)
    if landing is None:
        return None
    body = shape(battle.setup.base(model), place)
    met = touch(battle, reader, body)
    if foe not in met.contact or wraps(battle, reader, body, met.contact):
        return None
    if areas_crossed(battle, "difficult", model, landing.route.points) and not battle.holds("SH-TE-04"):
        return None
    return len(met.edges), landing


def _several(
    battle: Battle, reader: Reader, model: int, foe: int, outlook: Outlook | None
) -> list[tuple[int, Advance]]:
    """Landings of a large base, those first that touch most enemies."""
    found = list(_touching(battle, reader, model, foe, outlook)) + list(_shifted(battle, reader, model, foe))
    return sorted(found, key=lambda one: -one[0])


def _shifted(battle: Battle, reader: Reader, model: int, foe: int) -> Iterator[tuple[int, Advance]]:
    """Landings shifted along the face of an enemy, half way to each neighbour that the base can span with it."""
    base, plane = battle.setup.base(model), battle.plane
    space = space_for(battle, model, reader.faces.targets)
    here, span = plane.shape(foe), base.width + battle.setup.base(foe).width
    for _, other in foes_by_gap(battle, model, reader.faces.targets):
        there = plane.shape(other)
        if other == foe or (there.x - here.x) ** 2 + (there.y - here.y) ** 2 > span * span:
            continue
        middle = (here.x + there.x) / 2, (here.y + there.y) / 2
        for line in ring_round(battle, base, foe, reader.faces):
            x, y = nearest(line, *middle)
            place = Place(round(x), round(y), getattr(line, "facing", plane.place(model).facing))
            if space.fits(shape(base, place)):
                found = _judged(battle, reader, model, foe, place)
                if found is not None:
                    yield found


def alongside(battle: Battle, reader: Reader, model: int) -> Iterator[Advance]:
    """Where a model may end behind or beside a friend that touches an enemy (SH-R-28).

    The places that start a file or a row come first, the nearest in a straight line leading, then any that touches.
    """
    plane, start = battle.plane, battle.plane.place(model)
    own, far = plane.shape(model), reader.reach + CONTACT
    near = [friend for friend in friends_in_contact(battle) if within(own, plane.shape(friend), far)]
    near.sort(key=lambda friend: (_apart(start, plane.place(friend)), friend))
    cells = [(place, friend) for friend in near for place in _cells(battle, reader, model, friend)]
    cells.sort(key=lambda cell: _apart(start, cell[0]))
    for place, friend in cells:
        yield from _supporting(battle, reader, model, friend, place)
    for friend in () if reader.in_line else near:
        for place in _round_about(battle, reader, model, friend):
            yield from _supporting(battle, reader, model, friend, place)


def _supporting(battle: Battle, reader: Reader, model: int, friend: int, place: Place) -> Iterator[Advance]:
    """The landing at a place by a friend, if a model may end there."""
    base, space = battle.setup.base(model), space_for(battle, model, reader.faces.targets)
    if space.fits(shape(base, place)) and stands_by(battle, reader, friend, base, place):
        landing = _landing(battle, reader, model, place)
        if landing is not None:
            yield landing


def _cells(battle: Battle, reader: Reader, model: int, friend: int) -> list[Place]:
    """The places straight behind a friend, and beside it and diagonally behind."""
    base, own, here = battle.setup.base(model), battle.setup.base(friend), battle.plane.place(friend)
    behind, beside = (own.depth + base.depth) / 2, (own.width + base.width) / 2
    abreast = (own.depth - base.depth) / 2
    offsets = [(0.0, -behind)]
    if not reader.in_line:
        offsets += [(-beside, abreast), (beside, abreast), (-beside, -behind), (beside, -behind)]
    return [_offset(here, right, ahead) for right, ahead in offsets]


def _offset(here: Place, right: float, ahead: float) -> Place:
    dx, dy = turned(right, ahead, here.facing)
    return Place(round(here.x + dx), round(here.y + dy), here.facing)


def _round_about(battle: Battle, reader: Reader, model: int, friend: int) -> Iterator[Place]:
    """All free places that touch a friend, a square or round base facing as the friend does."""
    base, start = battle.setup.base(model), battle.plane.place(model)
    space = space_for(battle, model, reader.faces.targets)
    for place in contact_places(base, start, battle.plane.shape(friend), space):
        yield _facing_as(battle, friend, base, place)


def stands_by(battle: Battle, reader: Reader, friend: int, base: Base, place: Place) -> bool:
    """SH-R-28. Whether a place touches a friend behind or beside it; under `in-line` straight behind it alone."""
    body, other = shape(base, place), battle.plane.shape(friend)
    is_met = touches(body, other) and not (reader.edges_only and corners_only(body, other))
    if not is_met or (any(reader.faces.arcs) and wraps(battle, reader, body, touch(battle, reader, body).contact)):
        return False
    here = battle.plane.place(friend)
    sine, cosine = heading(here.facing)
    dx, dy = place.x - here.x, place.y - here.y
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if reader.in_line:
        return abs(right) <= CONTACT and ahead < 0
    return ahead <= battle.setup.base(friend).depth / 2 + CONTACT


def following(battle: Battle, reader: Reader, model: int) -> Iterator[Advance]:
    """Where a model that can reach nobody may end: on its way to the enemy, to those that have moved, or as it is."""
    plane, base = battle.plane, battle.setup.base(model)
    start, space = plane.place(model), space_for(battle, model, reader.faces.targets)
    foes = [foe for _, foe in foes_by_gap(battle, model, reader.faces.targets)[:1]]
    mates = sorted(moved_mates(battle), key=lambda mate: (_apart(start, plane.place(mate)), mate))
    others = [plane.shape(other) for other in (*foes, *mates[:2])]
    found = (_straight_on(battle, reader, model, other) for other in others)
    led = (toward(base, start, (other.x, other.y), reader.reach, space) for other in others)
    for advance in chain(found, led):
        if advance is not None:
            outline = shape(base, advance.place)
            if not wraps(battle, reader, outline, touch(battle, reader, outline).contact):
                yield advance
    yield staying(battle, model)


def _straight_on(battle: Battle, reader: Reader, model: int, other: Shape) -> Advance | None:
    """As far straight towards something as a model comes within its range, None where it is stopped at once."""
    body, start = battle.plane.shape(model), battle.plane.place(model)
    space = space_for(battle, model, reader.faces.targets)
    dx, dy = other.x - body.x, other.y - body.y
    length = sqrt(dx * dx + dy * dy)
    far = min(float(reader.reach), length)
    met = first_met(body, dx / length * far, dy / length * far, space.shapes)
    far = far if met is None else met[0] - 1.0
    place = Place(round(start.x + dx / length * far), round(start.y + dy / length * far), start.facing)
    if far <= CONTACT or not space.fits(shape(battle.setup.base(model), place)):
        return None
    route = route_of(battle, reader, model, place)
    return None if route is None else Advance(place, route)


def staying(battle: Battle, model: int) -> Advance:
    """The place where a model stands."""
    place = battle.plane.place(model)
    return Advance(place, Route(0.0, ((place.x, place.y),)))


def route_of(battle: Battle, reader: Reader, model: int, place: Place) -> Route | None:
    """The shortest route of a model to a place, None if that is beyond the range; remembered on the field."""
    start = battle.plane.place(model)
    limit = reader.reach + CONTACT
    if _apart(start, place) > limit:
        return None
    remembered = ROUTES.on(battle.plane)
    key = (model, place.x, place.y, limit, reader.faces.targets)
    if key not in remembered:
        space = space_for(battle, model, reader.faces.targets)
        remembered[key] = shortest(space, (start.x, start.y), (place.x, place.y), limit)
    return remembered[key]


def _landing(battle: Battle, reader: Reader, model: int, place: Place) -> Advance | None:
    """The way to a place, if it is in range and in coherency with those that have moved."""
    if _apart(battle.plane.place(model), place) > reader.reach + CONTACT:
        return None
    if not is_coherent_with_the_moved(battle, reader, shape(battle.setup.base(model), place)):
        return None
    route = route_of(battle, reader, model, place)
    return None if route is None else Advance(place, route)


def _facing_as(battle: Battle, friend: int, base: Base, place: Place) -> Place:
    """The same place, a square or round base facing as the friend does."""
    if base.width != base.depth:
        return place
    facing = battle.plane.place(friend).facing
    is_square_on = (place.facing - facing) % 9000 in {0, 1, 8999} or base.kind == "round"
    return Place(place.x, place.y, facing) if is_square_on else place


def _square(point: Point, place: Place) -> float:
    return (point[0] - place.x) ** 2 + (point[1] - place.y) ** 2


def _apart(a: Place, b: Place) -> float:
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)
