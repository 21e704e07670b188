"""Walls, linear obstacles and levels on the way of a consolidation (WS-CM-03, WS-DO-01)."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

from pilein.geometry.gaps import gap
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.runs import unit_vector
from pilein.geometry.shapes import Shape, capsule
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.warstrike.engaged import is_between, leans_on, walls
from pilein.rulesets.warstrike.state import Battle

DEFENDED = 2 * INCH  # WS-DO-01
Points = tuple[tuple[int, int], ...]
Crossing = tuple[Polygon, tuple[float, float], Shape]  # the wall, where the way comes from, the stretch inside


def crossings(battle: Battle, points: Points) -> tuple[Crossing, ...]:
    """Every wall or obstacle that a way crosses, leg by leg."""
    return tuple(found for wall in walls(battle) for leg in pairwise(points) for found in _crossed(wall, *leg))


def is_defended(battle: Battle, crossing: Crossing, enemies: tuple[Shape, ...], start: Shape | None) -> bool:
    """WS-DO-01. No crossing within 2 inches of an enemy model that touches the far side.

    WS-R-41 `from-start`: measured from the `start` of the way, otherwise from where it crosses.
    """
    wall, origin, stretch = crossing
    near = (enemy for enemy in enemies if gap(start or stretch, enemy) <= DEFENDED + CONTACT)
    is_held = any(leans_on(enemy, wall) and is_between(wall, origin, (enemy.x, enemy.y)) for enemy in near)
    return is_held and battle.holds("WS-DO-01")


def reach_left(battle: Battle, reach: int, climb: int, reading: str, *, has_crossed: bool) -> int:
    """WS-CM-03. Obstacles, walls and levels of a structure have their normal effects (WS-R-40).

    A crossing halves the move, rounded down to inches, a change of level costs its height; `free`: neither costs;
    `impassable`: neither can be done. What is left of the reach, in ticks.
    """
    if reading == "free" or not (has_crossed or climb) or not battle.holds("WS-CM-03"):
        return reach
    if reading == "impassable":
        return -1
    return (reach // INCH // 2 * INCH if has_crossed else reach) - climb


def floor_at(battle: Battle, x: float, y: float) -> int:
    """The height of the structure's floor at a point, in ticks; hills are none."""
    floors = (ground for ground in battle.setup.grounds if ground.kind == "structure" and ground.height)
    return max((ground.height for ground in floors if ground.outline.contains(x, y)), default=0)


def _crossed(wall: Polygon, start: tuple[int, int], end: tuple[int, int]) -> Iterator[Crossing]:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if not length:
        return
    way = unit_vector(dx, dy)
    for part in wall.convex_parts():
        inside = span(part.core, CONTACT, (float(start[0]), float(start[1])), way)
        if inside is not None and inside[0] < length and inside[1] > 0:
            low, high = max(0.0, inside[0]), min(length, inside[1])
            ends = [(start[0] + way[0] * far, start[1] + way[1] * far) for far in (low, high)]
            yield wall, (float(start[0]), float(start[1])), capsule(ends[0], ends[1], 0.0)
