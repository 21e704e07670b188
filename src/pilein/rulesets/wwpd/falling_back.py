"""Falling back: a unit moves as one, away from as many enemies as it can (WW-FB)."""

from math import sqrt

from msgspec.structs import replace

from pilein.geometry.gaps import gap
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import INCH, QUARTER, TURN, heading, inches
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import Cornered, Destroyed, LeftPress
from pilein.rulesets.wwpd.flight_ways import Flight, flown
from pilein.rulesets.wwpd.involved import is_engaged
from pilein.rulesets.wwpd.melees import in_turn
from pilein.rulesets.wwpd.state import Battle, Melee
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.tabletop.events import Moved
from pilein.tabletop.plane import Loose


@clause(Step.ALL_FALL_BACK)
def all_fall_back(battle: Battle, table: Table) -> Battle:
    """WW-R-31. All units that fall back move one after another."""
    falling = [unit for unit, status in enumerate(battle.statuses) if status.falls_back and battle.lives(unit)]
    for unit in in_turn(battle, table, falling, "fall back", "WW-EN-07"):
        if is_engaged(battle, unit) and table.rule("WW-R-27") == "free-attacks":
            table.then(Step.SUFFER_PARTING_ATTACKS, unit)
        table.then(Step.FALL_BACK, unit)
    return battle


@clause(Step.SUFFER_PARTING_ATTACKS)
def suffer_parting_attacks(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-27 `free-attacks`. Each enemy model in contact attacks a unit that falls back, without reply."""
    strikers = battle.field.enemies_touching(unit)
    if not strikers:
        return battle
    units = next((melee for melee in battle.melees if unit in melee), (unit,))
    table.then(Step.STRIKE)
    return replace(battle, melee=Melee(units, tuple((model, unit) for model in strikers)))


@clause(Step.FALL_BACK, "WW-FB-01")
def fall_back(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-FB-01. A unit that falls back makes a normal move directly away from as many enemies as possible."""
    if not battle.lives(unit):
        return battle
    if not battle.is_on_table:
        table.tell(LeftPress(unit=battle.unit(unit).name, clause="WW-FB-01"))
        return battle.on(battle.press.apart(frozenset((unit,))))
    best = flown(
        Flight(battle, unit, normal_move(battle, table, unit) * table.number("WW-FB-01")), headings(battle, table, unit)
    )
    battle = _moved(battle, table, unit, best)
    if not is_engaged(battle, unit):
        return battle
    if table.rule("WW-R-37") == "destroyed":
        return _destroyed(battle, table, unit)
    table.tell(Cornered(unit=battle.unit(unit).name, clause="WW-FB-01"))
    return battle


def _moved(battle: Battle, table: Table, unit: int, ends: dict[int, Place]) -> Battle:
    plane, name = battle.plane, battle.unit(unit).name
    for model, place in ends.items():
        start = battle.plane.place(model)
        if (start.x, start.y) != (place.x, place.y):
            length = sqrt((place.x - start.x) ** 2 + (place.y - start.y) ** 2)
            route = ((start.x, start.y), (place.x, place.y))
            table.tell(
                Moved(unit=name, model=model, manner="fell back", inches=inches(length), route=route, clause="WW-FB-01")
            )
    return battle.on(plane.with_standing(unit, Loose(tuple(ends), tuple(ends.values()))))


def _destroyed(battle: Battle, table: Table, unit: int) -> Battle:
    models = battle.field.models(unit)
    places = battle.field.spots(models)
    name = battle.unit(unit).name
    table.tell(Destroyed(unit=name, count=len(models), models=models, places=places, clause="WW-FB-01"))
    return battle.after({}, frozenset(models))


# --- Directions in which a unit may fall back (WW-R-28) ----------------------------------------------------------


STEP = 500  # hundredths of a degree
ROUND = tuple(heading((QUARTER - angle) % TURN) for angle in range(0, TURN, STEP))  # anticlockwise from the x axis
EDGES: dict[str, Vector] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


def headings(battle: Battle, table: Table, unit: int) -> tuple[Vector, ...]:
    """Directions in which a unit may fall back: all candidates, or the direction that a ruling prescribes (WW-R-28)."""
    reading = table.rule("WW-R-28")
    if reading == "nearest-enemy":
        return (_from_nearest(battle, unit),) if _enemies(battle, unit) else ROUND
    own = battle.setup.edges[battle.side(unit)]
    return (EDGES[own],) if reading == "own-edge" and own else ROUND


def _enemies(battle: Battle, unit: int) -> list[int]:
    side = battle.side(unit)
    return [model for model in battle.plane.shapes if battle.setup.side_of(model) != side]


def _from_nearest(battle: Battle, unit: int) -> Vector:
    """Direction straight away from the enemy model nearest to any model of the unit."""
    shapes = battle.plane.shapes
    pairs = [
        (gap(shapes[own], shapes[foe]), own, foe) for own in battle.plane.models(unit) for foe in _enemies(battle, unit)
    ]
    _, own, foe = min(pairs)
    return unit_vector(shapes[own].x - shapes[foe].x, shapes[own].y - shapes[foe].y)


# --- The normal move, for units that fall back or follow up (WW-R-32) ---------------------------------------------


ROUGH = 4 * INCH


def normal_move(battle: Battle, table: Table, unit: int) -> int:
    """Normal move of a unit in ticks: that of its slowest model, reduced in terrain under `terrain-4` (WW-R-32)."""
    move = min(battle.traits(model).normal_move for model in battle.field.models(unit))
    if move > ROUGH and _is_in_terrain(battle, unit) and table.rule("WW-R-32") == "terrain-4":
        return ROUGH
    return move


def _is_in_terrain(battle: Battle, unit: int) -> bool:
    grounds = [ground.outline for ground in battle.setup.grounds if ground.kind != "open"]
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return any(ground.overlaps_shape(one) for ground in grounds for one in shapes)
