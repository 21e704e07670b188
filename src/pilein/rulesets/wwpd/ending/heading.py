"""In which directions a unit may fall back (WW-R-28)."""

from pilein.geometry.angles import QUARTER, TURN, heading
from pilein.geometry.gaps import gap
from pilein.geometry.runs import unit_vector
from pilein.geometry.turns import Vector
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle

STEP = 500  # hundredths of a degree
ROUND = tuple(heading((QUARTER - angle) % TURN) for angle in range(0, TURN, STEP))  # anticlockwise from the x axis
EDGES: dict[str, Vector] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


def headings(battle: Battle, table: Table, unit: int) -> tuple[Vector, ...]:
    """WW-R-28. All the directions to be tried, or the one that another reading names."""
    reading = table.rule("WW-R-28")
    if reading == "nearest-enemy":
        return (_from_nearest(battle, unit),) if _enemies(battle, unit) else ROUND
    own = battle.setup.edges[battle.side(unit)]
    return (EDGES[own],) if reading == "own-edge" and own else ROUND


def _enemies(battle: Battle, unit: int) -> list[int]:
    side = battle.side(unit)
    return [model for model in battle.plane.shapes if battle.setup.side_of(model) != side]


def _from_nearest(battle: Battle, unit: int) -> Vector:
    """Straight away from the enemy model that is nearest to any of the unit's."""
    shapes = battle.plane.shapes
    pairs = [
        (gap(shapes[own], shapes[foe]), own, foe) for own in battle.plane.models(unit) for foe in _enemies(battle, unit)
    ]
    _, own, foe = min(pairs)
    return unit_vector(shapes[own].x - shapes[foe].x, shapes[own].y - shapes[foe].y)
