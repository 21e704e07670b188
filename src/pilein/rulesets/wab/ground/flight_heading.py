"""Which way is away: from an enemy, or to the nearest table edge."""

from pilein.geometry.angles import bearing
from pilein.rulesets.wab.state import NOBODY, Battle


def away_from(battle: Battle, unit: int, enemy: int) -> int:
    """The bearing straight away from an enemy, middle from middle; to the nearest edge where there is no enemy."""
    if enemy == NOBODY or not battle.living(enemy):
        return to_nearest_edge(battle, unit)
    (x, y), (from_x, from_y) = middle(battle, unit), middle(battle, enemy)
    if (x, y) == (from_x, from_y):
        return to_nearest_edge(battle, unit)
    return bearing(x - from_x, y - from_y)


def to_nearest_edge(battle: Battle, unit: int) -> int:
    """The bearing to the nearest table edge; of edges equally near the first of south, west, north, east."""
    size = battle.setup.size
    assert size is not None
    x, y = middle(battle, unit)
    ways = ((y, 18000), (x, 27000), (size[1] - y, 0), (size[0] - x, 9000))
    return min(ways, key=lambda way: way[0])[1]


def middle(battle: Battle, unit: int) -> tuple[float, float]:
    """The middle of a unit: the mean of its models' places."""
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return sum(one.x for one in shapes) / len(shapes), sum(one.y for one in shapes) / len(shapes)
