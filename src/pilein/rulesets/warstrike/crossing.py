"""Walls, linear obstacles and levels on the way of a consolidation (WS-CM-03, WS-DO-01)."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import gap
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.routes import Route
from pilein.geometry.runs import unit_vector
from pilein.geometry.shapes import Shape, capsule
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.warstrike.engaged import is_between, leans_on, walls
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.plane import Plane

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


# -----------------------------------------------------------------------------------------------------------------
# How everybody stands while the models of a unit consolidate one after another, and what has been computed there.
# Simulation asks about the same crowds over and over: until the dice part the ways, the models stand in the same
# places.


KEPT = 64  # crowds remembered for one setup, each with those that moves make of it; the longest unused is forgotten
Move = tuple[int, int, int, int]  # model, x, y, facing


class Crowd:
    """The outlines of all models as they stand. Treat as frozen, but for what is remembered.

    `ways` are those of moves, None where there is none short enough; `reasons` why moves are illegal; `spaces` the
    grounds of models, by model and what is closed to it; `runs` where models get straight on; `closest` how a unit
    closes in on enemies.
    """

    __slots__ = ("_next", "closest", "reasons", "runs", "shapes", "spaces", "ways")

    def __init__(self, shapes: dict[int, Shape]) -> None:
        """Take the outlines, by model."""
        self.shapes = shapes
        self.ways: dict[Move, Route | None] = {}
        self.reasons: dict[Move, str | None] = {}
        self.spaces: dict[tuple[int, tuple[Shape, ...]], ConfigurationSpace] = {}
        self.runs: dict[tuple[int, int, bool], Move | None] = {}
        self.closest: dict[tuple[int, ...], tuple[Move, ...]] = {}
        self._next: dict[Move, Crowd] = {}

    def with_moved(self, move: Move, body: Shape) -> "Crowd":
        """The crowd when a model has moved; remembered."""
        if move not in self._next:
            self._next[move] = Crowd({**self.shapes, move[0]: body})
        return self._next[move]


CROWDS = Memo[tuple[object, ...], Crowd]("crowds")


def crowd_on(plane: Plane, *terms: object) -> Crowd:
    """The crowd on a field as a unit is about to move; `terms` is all on which ways and reasons hang but the places.

    It is the same for all fields that are alike.
    """
    memory = CROWDS.on(plane.setup)
    key = (plane.standings, *terms)
    known = memory.pop(key, None) or Crowd(plane.shapes)
    if len(memory) >= KEPT:
        del memory[next(iter(memory))]
    memory[key] = known
    return known
