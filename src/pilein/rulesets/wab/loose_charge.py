"""How loose models charge: each straight to the nearest place in contact, the others after them (WAB-R-36)."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import closing_step, gap, overlaps, touches
from pilein.geometry.landing import contact_places
from pilein.geometry.runs import unit_vector
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import Surroundings, free_run, hair_by_hair, is_on_table
from pilein.rulesets.wab.going import cost, length_for, stretches
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.distances import circle_of_unit, is_near_circle
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import Loose

PLACES = 6  # in contact with one enemy that are tried, beside the nearest
FOES = 3  # enemies that one model looks at
CHARGES = Memo[tuple[object, ...], Loose | None]("charges")


def loose_ends(battle: Battle, table: Table, charge: Charge, about: Surroundings, limit: float) -> Loose | None:
    """Where loose models stand after a charge of this movement; None if none of them gets into contact.

    On open ground it is remembered on the unit's standing, for as long as nothing near it moves.
    """
    plane = battle.plane
    foes = [plane.shape(model) for model in plane.models(charge.target)]
    circle, far = circle_of_unit(plane, charge.unit), reach_about(battle, charge, limit)
    about = about._replace(solid=tuple(thing for thing in about.solid if is_near_circle(thing, circle, far)))
    if battle.setup.grounds:
        return _ends(battle, table, charge, foes, about, limit)
    standing, target = plane.standings[charge.unit], plane.standings[charge.target]
    remembered = CHARGES.on(standing)
    key = charge.unit, charge.target, target, about.solid, limit
    if key not in remembered:
        remembered[key] = _ends(battle, table, charge, foes, about, limit)
    return remembered[key]


def _ends(
    battle: Battle, table: Table, charge: Charge, foes: Sequence[Shape], about: Surroundings, limit: float
) -> Loose | None:
    plane = battle.plane
    nearest = {model: min(gap(plane.shape(model), foe) for foe in foes) for model in plane.models(charge.unit)}
    places: dict[int, Place] = {}
    bodies: list[Shape] = []
    touching = 0
    for model in sorted(nearest, key=lambda one: (nearest[one], one)):
        around = Surroundings((*about.solid, *bodies), (), about.size)
        place = _in_contact(battle, table, model, foes, around, limit)
        touching += place is not None
        if not touching:
            return None
        places[model] = place or _after_them(battle, table, model, foes, around, limit)
        bodies.append(shape(battle.setup.base(model), places[model]))
    models = plane.models(charge.unit)
    return Loose(models, tuple(places[model] for model in models))


def reach_about(battle: Battle, charge: Charge, limit: float) -> float:
    """How far off an object may be that loose models meet on their path, or near an enemy that they reach: in ticks."""
    shapes = battle.plane.shapes
    own, foe = (max(shapes[model].reach for model in battle.plane.models(one)) for one in (charge.unit, charge.target))
    return limit + 2 * (own + foe) + own + INCH


def _in_contact(
    battle: Battle, table: Table, model: int, foes: Sequence[Shape], around: Surroundings, limit: float
) -> Place | None:
    """The first place in contact to which a model gets straight; None where there is none."""
    start = battle.plane.place(model)
    body, base = battle.plane.shape(model), battle.setup.base(model)
    for place in _places(battle, model, foes, around):
        there = shape(base, place)
        dx, dy = place.x - start.x, place.y - start.y
        length = sqrt(dx * dx + dy * dy)
        if length > limit or any(overlaps(there, foe) for foe in foes) or not _stands(there, around):
            continue
        way = unit_vector(dx, dy)
        if free_run((body,), way, length, around) < length - CONTACT:
            continue
        unit = battle.setup.unit_of[model]
        if cost(stretches(battle, table, unit, (body,), way, length)) <= limit:
            return place
    return None


def _places(battle: Battle, model: int, foes: Sequence[Shape], around: Surroundings) -> Iterator[Place]:
    start = battle.plane.place(model)
    body, base = battle.plane.shape(model), battle.setup.base(model)
    near = sorted(foes, key=lambda foe: gap(body, foe))[:FOES]
    for foe in near:
        dx, dy = closing_step(body, foe)
        far = sqrt(dx * dx + dy * dy)
        part = max(0.0, far - CONTACT / 2) / far if far else 0.0
        place = Place(round(start.x + part * dx), round(start.y + part * dy), start.facing)
        if touches(shape(base, place), foe):
            yield place
    space = ConfigurationSpace((*around.solid, *foes), *around.size, (), min(base.width, base.depth) / 2)
    for foe in near:
        yield from islice(contact_places(base, start, foe, space), PLACES)


def _after_them(
    battle: Battle, table: Table, model: int, foes: Sequence[Shape], around: Surroundings, limit: float
) -> Place:
    """The place of a model that finds none in contact: straight on to the nearest enemy as far as it comes."""
    start, body = battle.plane.place(model), battle.plane.shape(model)
    step = closing_step(body, min(foes, key=lambda foe: gap(body, foe)))
    way = unit_vector(*step)
    far = min(limit, sqrt(step[0] * step[0] + step[1] * step[1]))
    free = free_run((body,), way, far, Surroundings((*around.solid, *foes), (), around.size))
    parts = stretches(battle, table, battle.setup.unit_of[model], (body,), way, free)
    length = min(free, length_for(parts, limit))
    end = Place(round(start.x + length * way[0]), round(start.y + length * way[1]), start.facing)
    solid = Surroundings((*around.solid, *foes), (), around.size)
    base = battle.setup.base(model)
    return next((place for place in hair_by_hair(end) if _stands(shape(base, place), solid)), end)


def _stands(body: Shape, around: Surroundings) -> bool:
    return is_on_table(body, around.size) and not any(overlaps(body, thing) for thing in around.solid)
