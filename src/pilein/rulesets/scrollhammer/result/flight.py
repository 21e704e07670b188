"""Direction in which a unit falls back or flees (SH-R-14, SH-R-74)."""

from collections.abc import Iterable

from pilein.geometry.shapes import Shape
from pilein.geometry.straight_sweeps import run_to_edge, unit_vector
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import enemies_of_combat
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.flight_paths import EDGES, Heading


def heading_of_flight(battle: Battle, table: Table, unit: int, *, from_combat: bool) -> Heading:
    """Direction of a unit's flight: towards its own edge or, without one, towards the nearest edge or away from the
    enemy.
    """
    if from_combat:
        return _out_of_combat(battle, table, unit)
    charger = None if battle.charge is None else battle.charge.unit
    if charger is not None and table.rule("SH-R-14") == "from-charger":
        return _heading_away(battle, unit, _shapes(battle, (charger,)))
    own = battle.setup.edges[battle.side(unit)]
    if own or charger is None:
        return Heading(EDGES[own], own) if own else _to_nearest_edge(battle, table, unit)
    return _heading_away(battle, unit, [_nearest(battle, unit, (charger,))])


def _out_of_combat(battle: Battle, table: Table, unit: int) -> Heading:
    own = battle.setup.edges[battle.side(unit)]
    if battle.setup.size is None or table.rule("SH-R-74") == "from-victor":
        return _heading_away(
            battle, unit, _shapes(battle, enemies_of_combat(battle, unit)) or _nearest_enemy(battle, unit)
        )
    return Heading(EDGES[own], own) if own else _to_nearest_edge(battle, table, unit)


def _to_nearest_edge(battle: Battle, table: Table, unit: int) -> Heading:
    """Direction to the nearest table edge. If several edges are equally near, the unit's owner chooses one."""
    shapes = _shapes(battle, (unit,))
    runs = {edge: min(run_to_edge(one, way, battle.setup.size) for one in shapes) for edge, way in EDGES.items()}
    nearest = tuple(edge for edge, run in runs.items() if run == min(runs.values()))
    words = f"{battle.unit(unit).name}: to which table edge?"
    edge = table.choose(OneOf(battle.side(unit), "SH-MO-05", words, nearest))
    return Heading(EDGES[edge], edge)


def _heading_away(battle: Battle, unit: int, feared: list[Shape]) -> Heading:
    if not feared:
        return Heading(EDGES["south"])
    (x, y), (from_x, from_y) = _centre(_shapes(battle, (unit,))), _centre(feared)
    return Heading(unit_vector(x - from_x, y - from_y))


def _nearest(battle: Battle, unit: int, feared: tuple[int, ...]) -> Shape:
    """Nearest model of the feared units, measured between bases. If several tie, the model nearest to the unit's centre
    wins (SH-R-04).
    """
    x, y = _centre(_shapes(battle, (unit,)))
    gaps = [(foes_by_gap(battle, model, (unit,))[0][0], model) for other in feared for model in _models(battle, other)]
    least = min(gaps)[0] + CONTACT
    nearest = (battle.plane.shape(model) for away, model in gaps if away <= least)
    return min(nearest, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)


def _nearest_enemy(battle: Battle, unit: int) -> list[Shape]:
    """List that holds the nearest enemy model, from which a unit that fell back earlier continues to flee. It is empty
    if no enemy is left.
    """
    enemies = tuple(one for one in battle.setup.units_of(1 - battle.side(unit)) if battle.lives(one))
    return [_nearest(battle, unit, enemies)] if enemies else []


def _shapes(battle: Battle, units: Iterable[int]) -> list[Shape]:
    return [battle.plane.shape(model) for unit in units for model in _models(battle, unit)]


def _models(battle: Battle, unit: int) -> tuple[int, ...]:
    return battle.plane.models(unit)


def _centre(shapes: list[Shape]) -> tuple[float, float]:
    return sum(one.x for one in shapes) / len(shapes), sum(one.y for one in shapes) / len(shapes)
