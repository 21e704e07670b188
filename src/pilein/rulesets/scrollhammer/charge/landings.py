"""Places where a charging model may end its move: in contact with an enemy, beside a friend, or in coherency."""

from collections.abc import Iterator
from itertools import chain

from pilein.geometry.advances import Advance
from pilein.geometry.contact_locus import Line, distance
from pilein.geometry.gaps import corners_only, touches, within
from pilein.geometry.landing import contact_places
from pilein.geometry.shapes import Base, Place, disc, rectangle, shape
from pilein.geometry.ticks import TURN, heading, turned
from pilein.geometry.tolerance import CONTACT
from pilein.placement.contact import nearest_contact
from pilein.placement.rules import Inside, Rule, no_words
from pilein.placement.zones import NOBODY, zone_round
from pilein.rulesets.scrollhammer.charge.contacts import foes_of, friends_in_contact, moved_mates
from pilein.rulesets.scrollhammer.charge.terms import FURTHEST, ChargeTerms
from pilein.rulesets.scrollhammer.nearness import areas_crossed, foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.approach import straight_towards, towards
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.landings import Landing, barely_landings, halfway_landings, landed_by, landings_at
from pilein.tabletop.movement.placing import goals_within, search_move
from pilein.tabletop.movement.reachability import Prospects
from pilein.tabletop.movement.sides import ring_round, wraps
from pilein.tabletop.movement.terms import half_width
from pilein.tabletop.movement.ways import apart, staying, touched, way_to

CENTRE = disc(0, 0, 0)  # a mover reduced to its centre
STRAIGHT = 2  # points of a path without bends
NEAREST = 3  # nearest friends at which places between the sampled ones are sought


def touching(
    battle: Battle, terms: ChargeTerms, model: int, foe: int, hopes: Prospects | None = None
) -> Iterator[Landing]:
    """Yield places where a model touches an enemy, beginning with places in line with the enemy along an edge
    (SH-R-25).

    A larger base starts with the places where it touches the most enemies. Corner contacts and contacts with several
    enemies come last. If `hopes` are given, no paths to places behind walls are searched for.
    """
    others = []
    wide = spans_several(battle, model, foe)
    for landing in (_several if wide else _around)(battle, terms, model, foe, hopes):
        if wide or (pairs_off(battle, len(landing.edges)) and _faces(battle, landing, foe)):
            yield landing
        else:
            others.append(landing)
    yield from sorted(others, key=lambda one: len(one.edges))


def pairs_off(battle: Battle, enemies_touched: int) -> bool:
    """Whether the number of enemies touched is allowed. Charging models pair off one to one (SH-MV-12)."""
    return enemies_touched == 1 or not battle.holds("SH-MV-12")


def _faces(battle: Battle, landing: Landing, foe: int) -> bool:
    """Whether the enemy that a landing touches along an edge is its goal, not the goal's neighbour (SH-MV-12)."""
    return foe in landing.edges or not battle.holds("SH-MV-12")


def spans_several(battle: Battle, model: int, foe: int) -> bool:
    """Whether a model's base is larger than the enemy's. If so, the model tries to touch as many enemies as its base
    spans (SH-MV-13).
    """
    return battle.setup.base(model).width > battle.setup.base(foe).width and battle.holds("SH-MV-13")


def _around(battle: Battle, terms: ChargeTerms, model: int, foe: int, hopes: Prospects | None) -> Iterator[Landing]:
    """Yield places around an enemy. Difficult ground does not exempt a model from engaging (SH-TE-04)."""
    for landing in _places_all_around(battle, terms, model, foe, hopes):
        if not areas_crossed(battle, "difficult", model, landing.route.points) or battle.holds("SH-TE-04"):
            yield landing


def _places_all_around(
    battle: Battle, terms: ChargeTerms, model: int, foe: int, hopes: Prospects | None
) -> Iterator[Landing]:
    """Yield the legal places among the samples taken around an enemy. If none is legal, yield the place between the
    samples that is nearest on foot.
    """
    foes, is_found = foes_of(battle, terms.targets), False
    tried = landings_at(battle.plane, terms.move, model, foe, foes, hopes)
    for landing in _nearest_face_first(battle, terms, model, tried):
        is_found = True
        yield landing
    if not is_found and (hopes is None or hopes.ways(foe)):
        near = goals_within(battle.plane, model, (foe,), float(terms.move.reach))
        between = nearest_contact(search_move(battle.plane, terms.move, model), near)
        if between is not None:
            yield landed_by(battle.plane, terms.move, model, between, foes, foe)


def _nearest_face_first(
    battle: Battle, terms: ChargeTerms, model: int, landings: Iterator[Landing]
) -> Iterator[Landing]:
    """Yield landings around an enemy in order of straight-line distance, unless another face is much nearer on foot
    (SH-MV-10).

    The landings at the nearer face then come first. Faces count as equally near if the difference between the
    lengths of their paths is less than half the shorter side of the model's base.
    """
    tried: list[Landing] = []
    for landing in landings:
        tried.append(landing)
        if _is_in_line(landing):
            break
    if not tried:
        return
    first = next(filter(_is_in_line, tried), tried[0])
    step = half_width(battle.setup.base(model))
    if not _may_other_face_be_nearer(battle, terms, model, first, first.route.length - step):
        yield from tried
        yield from landings
        return
    found = [*tried, *landings]
    good = [landing for landing in found if _is_in_line(landing)] or found
    quickest = min(good, key=lambda landing: landing.route.length)
    if quickest.route.length < first.route.length - step:
        found.sort(key=lambda landing: landing not in good or landing.place.facing != quickest.place.facing)
    yield from found


def _is_in_line(landing: Landing) -> bool:
    """Whether a landing touches its goal along an edge and touches no other enemy."""
    return landing.edges == (landing.goal,)


def _may_other_face_be_nearer(battle: Battle, terms: ChargeTerms, model: int, landing: Landing, limit: float) -> bool:
    """Whether the path to a landing bends, so that another face of the enemy may be reached within `limit` ticks on
    foot.
    """
    if len(landing.route.points) == STRAIGHT:
        return False
    start = battle.plane.place(model)
    faces = ring_round(battle.plane, terms.move, battle.setup.base(model), landing.goal)
    others = (face for face in faces if isinstance(face, Line) and face.facing != landing.place.facing)
    return any(distance(face, start.x, start.y) < limit for face in others)


def _several(battle: Battle, terms: ChargeTerms, model: int, foe: int, hopes: Prospects | None) -> list[Landing]:
    """Landings of a large base, shifted along the enemy from first contact, with the most enemies touched first
    (SH-R-25).

    Among equal landings the nearest comes first (SH-MV-21). A base may barely touch one enemy in order to touch
    more. Landings behind the enemy that need a detour come last.
    """
    around = tuple(_around(battle, terms, model, foe, hopes))
    foes = foes_of(battle, terms.targets)
    found = (*around, *halfway_landings(battle.plane, terms.move, model, foe, foes))
    behind = (around[0].place.facing + TURN // 2) % TURN if around else 0
    most = max((len(one.edges) for one in found if one.place.facing != behind), default=0)
    barely = barely_landings(battle.plane, terms.move, model, foe, foes)
    found += tuple(one for one in barely if len(one.edges) > most)
    return sorted(found, key=lambda one: (one.place.facing == behind, -len(one.edges), one.route.length))


def alongside(battle: Battle, terms: ChargeTerms, model: int) -> Iterator[Advance]:
    """Yield places for a model behind or beside a friend that touches an enemy (SH-R-28).

    Places that extend a file or a row come first, in order of straight-line distance, followed by other contacts. If
    no such place is legal, the places between them are searched, nearest on foot first.
    """
    plane, start = battle.plane, battle.plane.place(model)
    own, far = plane.shape(model), terms.move.reach + CONTACT
    near = [friend for friend in friends_in_contact(battle) if within(own, plane.shape(friend), far)]
    near.sort(key=lambda friend: (apart(start, plane.place(friend)), friend))
    is_found = False
    for place, friend in _places_alongside(battle, terms, model, near):
        for landing in _supporting(battle, terms, model, friend, place):
            is_found = True
            yield landing
    is_square = battle.setup.base(model).kind == "rectangle"  # around other bases the sampled places are dense enough
    for friend in near[:NEAREST] if is_square and not (is_found or terms.in_line) else ():
        behind = search_move(plane, terms.move, model, _rule_to_stay_behind(battle, friend))
        between = nearest_contact(behind, goals_within(plane, model, (friend,), float(terms.move.reach)))
        if between is not None:
            yield from _supporting(battle, terms, model, friend, between.place)


def _places_alongside(
    battle: Battle, terms: ChargeTerms, model: int, friends: list[int]
) -> Iterator[tuple[Place, int]]:
    """Yield candidate places beside and behind friends, each with its friend."""
    start = battle.plane.place(model)
    cells = [(place, friend) for friend in friends for place in _cells(battle, terms, model, friend)]
    yield from sorted(cells, key=lambda cell: apart(start, cell[0]))
    for friend in () if terms.in_line else friends:
        for place in _round_about(battle, terms, model, friend):
            yield place, friend


def _rule_to_stay_behind(battle: Battle, friend: int) -> Rule:
    """Return the rule that a model's centre must end behind or beside a friend, no further forward than the friend's
    front edge.
    """
    here, half = battle.plane.place(friend), battle.setup.base(friend).depth / 2
    dx, dy = turned(0.0, half - FURTHEST / 2, here.facing)
    ground = rectangle(here.x + dx, here.y + dy, FURTHEST, FURTHEST, here.facing)
    return Inside([zone_round(CENTRE, ground, 0.0, NOBODY)], no_words)


def _supporting(battle: Battle, terms: ChargeTerms, model: int, friend: int, place: Place) -> Iterator[Advance]:
    """Yield the path to a place beside a friend, if the model may end there."""
    if stands_by(battle, terms, friend, battle.setup.base(model), place):
        landing = way_to(battle.plane, terms.move, model, place)
        if landing is not None:
            yield landing


def _cells(battle: Battle, terms: ChargeTerms, model: int, friend: int) -> list[Place]:
    """Return the places straight behind, beside and diagonally behind a friend."""
    base, own, here = battle.setup.base(model), battle.setup.base(friend), battle.plane.place(friend)
    behind, beside = (own.depth + base.depth) / 2, (own.width + base.width) / 2
    abreast = (own.depth - base.depth) / 2
    offsets = [(0.0, -behind)]
    if not terms.in_line:
        offsets += [(-beside, abreast), (beside, abreast), (-beside, -behind), (beside, -behind)]
    return [_offset(here, right, ahead) for right, ahead in offsets]


def _offset(here: Place, right: float, ahead: float) -> Place:
    dx, dy = turned(right, ahead, here.facing)
    return Place(round(here.x + dx), round(here.y + dy), here.facing)


def _round_about(battle: Battle, terms: ChargeTerms, model: int, friend: int) -> Iterator[Place]:
    """Yield all free places that touch a friend. A model with a square or round base faces as the friend does."""
    plane, base = battle.plane, battle.setup.base(model)
    ground = ground_for(plane, terms.move.bars, model)
    faces = ring_round(plane, terms.move, base, friend)
    for place in contact_places(base, plane.place(model), plane.shape(friend), ground, faces):
        yield _facing_as(battle, friend, base, place)


def stands_by(battle: Battle, terms: ChargeTerms, friend: int, base: Base, place: Place) -> bool:
    """Whether a place touches a friend from behind or beside. Under `in-line` the place must be straight behind the
    friend (SH-R-28).
    """
    plane = battle.plane
    body, other = shape(base, place), plane.shape(friend)
    if not touches(body, other) or (terms.move.by_edges and corners_only(body, other)):
        return False
    if terms.move.sides.bound:
        met = touched(plane, body, foes_of(battle, terms.targets), by_edges=terms.move.by_edges)
        if wraps(plane, terms.move.sides, body, met):
            return False
    here = plane.place(friend)
    sine, cosine = heading(here.facing)
    dx, dy = place.x - here.x, place.y - here.y
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if terms.in_line:
        return abs(right) <= CONTACT and ahead < 0
    return ahead <= battle.setup.base(friend).depth / 2 + CONTACT


def following(battle: Battle, terms: ChargeTerms, model: int) -> Iterator[Advance]:
    """Yield places for a model that reaches no enemy: places towards the enemy, places near models of its unit that
    have moved, and its present place.
    """
    plane, move = battle.plane, terms.move
    start = plane.place(model)
    foes = [foe for _, foe in foes_by_gap(battle, model, terms.targets)[:1]]
    mates = sorted(moved_mates(battle), key=lambda mate: (apart(start, plane.place(mate)), mate))
    others = (*foes, *mates[:2])
    straight = (straight_towards(plane, move, model, other) for other in others)
    led = (towards(plane, move, model, other) for other in others)
    for advance in chain(straight, led):
        if advance is not None:
            body = shape(battle.setup.base(model), advance.place)
            met = touched(plane, body, foes_of(battle, terms.targets), by_edges=move.by_edges)
            if not wraps(plane, move.sides, body, met):
                yield advance
    yield staying(plane, model)


def _facing_as(battle: Battle, friend: int, base: Base, place: Place) -> Place:
    """Turn a square or round base at a place so that it faces the same way as the friend."""
    if base.width != base.depth:
        return place
    facing = battle.plane.place(friend).facing
    is_square_on = (place.facing - facing) % 9000 in {0, 1, 8999} or base.kind == "round"
    return Place(place.x, place.y, facing) if is_square_on else place
