"""Walls, linear obstacles and levels on the path of a consolidation (WS-CM-03, WS-DO-01)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pilein.geometry.gaps import gap
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import Vector, span
from pilein.geometry.shapes import Point, Shape, capsule, distance
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.warstrike.engaged import is_between, leans_on, walls
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.memo import Note
from pilein.tabletop.movement.terms import Bars, clearances
from pilein.tabletop.setup import Ground, Setup

SLIVER = 4 * CONTACT  # ticks of tolerance between two floors that meet, or under a base that slides along a wall
LEVEL_WITH = 0.1  # inches of tolerance: a base beside the end of a wall is on neither side of it
Points = tuple[tuple[int, int], ...]

BARS = Note[tuple[Bars, ...]]("consolidation_bars")  # of a set-up


class Crossing(Struct, frozen=True):
    """Wall crossed by a path, with the `stretch` of the path inside the wall.

    `into` and `out` are the outward directions of the sides where the path enters and leaves the wall.
    """

    wall: Polygon
    stretch: Shape
    into: Vector
    out: Vector


def bars_round(setup: Setup) -> tuple[Bars, ...]:
    """Obstacles for paths over walls and, if there are walls, for paths around them."""
    known = BARS.on(setup)
    if known is None:
        free = clearances(setup, 0, enemies=0)
        has_walls = any(ground.kind == "obstacle" for ground in setup.grounds)
        closed = (Bars(free, ("impassable", "obstacle")),) if has_walls else ()
        known = BARS.keep(setup, (Bars(free), *closed))
    return known


def crossings(battle: Battle, points: Points, radius: float) -> tuple[Crossing, ...]:
    """Crossings of every wall or obstacle on a path, leg by leg. If only the base brushes a wall, the crossing is at
    the nearest point of the path.
    """
    legs = tuple(leg for leg in pairwise(points) if leg[0] != leg[1])
    found: list[Crossing] = []
    for wall in walls(battle):
        across = [
            Crossing(wall, stretch, _side_entered_by(wall, legs[: number + 1]), _side_left_by(wall, legs[number:]))
            for number, leg in enumerate(legs)
            for stretch in _inside(wall, *leg)
        ]
        found += across or [one for leg in legs for one in _brushed(wall, *leg, radius)]
    return tuple(found)


def is_defended(battle: Battle, crossing: Crossing, enemies: tuple[Shape, ...], start: Shape | None) -> bool:
    """Whether a crossing is forbidden because an enemy within 2 inches touches the far side of the wall (WS-DO-01).

    The distance is measured from the part of the path inside the wall. Under WS-R-41 `from-start` it is measured
    from the start of the path.
    """
    far = battle.number("WS-DO-01") * INCH + CONTACT
    near = tuple(enemy for enemy in enemies if gap(start or crossing.stretch, enemy) <= far)
    return bool(holders_of(crossing, near)) and battle.holds("WS-DO-01")


def holders_of(crossing: Crossing, enemies: tuple[Shape, ...]) -> tuple[Shape, ...]:
    """Enemies in contact with the far side of the wall that a path crosses."""
    return tuple(one for one in enemies if leans_on(one, crossing.wall) and _is_beyond(crossing, one))


def reach_left(battle: Battle, reach: int, climb: int, reading: str, *, has_crossed: bool) -> int:
    """Return the reach in ticks that remains after crossing obstacles, walls and levels, negative if the path is
    illegal (WS-CM-03).

    A crossing halves the move, rounded down to whole inches, and a change of level costs its height. Under WS-R-40
    `free` both are free, and under `impassable` both are impossible.
    """
    if reading == "free" or not (has_crossed or climb) or not battle.holds("WS-CM-03"):
        return reach
    if reading == "impassable":
        return -1
    return (reach // INCH // 2 * INCH if has_crossed else reach) - climb


def climb_on(battle: Battle, points: Points) -> int:
    """Total climb in ticks, up and down, along a path over the floors of structures and the ground beside them."""
    if not floors_of(battle.setup):
        return 0
    levels = [floor_at(battle, *points[0])]
    levels += [level for leg in pairwise(points) if leg[0] != leg[1] for level in _levels_on(battle, *leg)]
    levels.append(floor_at(battle, *points[-1]))
    return sum(abs(other - one) for one, other in pairwise(levels))


def _levels_on(battle: Battle, start: Point, end: Point) -> Iterator[int]:
    """Yield the heights of the floors under a leg of a path, in order along the leg."""
    length, way = distance(start, end), unit_vector(end[0] - start[0], end[1] - start[1])
    here = float(start[0]), float(start[1])
    cuts = {0.0, length}
    for floor in floors_of(battle.setup):
        spans = (span(part.core, CONTACT, here, way) for part in floor.outline.convex_parts())
        cuts.update(far for inside in spans if inside is not None for far in inside if 0 < far < length)
    for low, high in pairwise(sorted(cuts)):
        if high - low > SLIVER:
            far = (low + high) / 2
            yield floor_at(battle, here[0] + way[0] * far, here[1] + way[1] * far)


def floors_of(setup: Setup) -> tuple[Ground, ...]:
    """Floors of structures that are above the ground."""
    return tuple(ground for ground in setup.grounds if ground.kind == "structure" and ground.height)


def floor_at(battle: Battle, x: float, y: float) -> int:
    """Height in ticks of the structure's floor at a point. Hills do not count."""
    floors = floors_of(battle.setup)
    return max((ground.height for ground in floors if ground.outline.contains(x, y)), default=0)


def _inside(wall: Polygon, start: Point, end: Point) -> Iterator[Shape]:
    """Yield the parts of a path's leg that lie within a wall."""
    length, way = distance(start, end), unit_vector(end[0] - start[0], end[1] - start[1])
    for part in wall.convex_parts():
        inside = span(part.core, CONTACT, (float(start[0]), float(start[1])), way)
        if inside is not None and inside[0] < length and inside[1] > 0:
            low, high = max(0.0, inside[0]), min(length, inside[1])
            ends = [(start[0] + way[0] * far, start[1] + way[1] * far) for far in (low, high)]
            yield capsule(ends[0], ends[1], 0.0)


def _brushed(wall: Polygon, start: Point, end: Point, radius: float) -> Iterator[Crossing]:
    """Yield crossings where the base passes over a wall but its centre does not, for example past the wall's end."""
    if not wall.swept(radius - SLIVER, (start, end)):
        return
    there = [start, end, *(_nearest_on((start, end), corner) for corner in wall.points)]
    nearest = min(there, key=lambda point: min(distance(point, _nearest_on(side, point)) for side in _sides_of(wall)))
    x, y = unit_vector(end[0] - start[0], end[1] - start[1])
    yield Crossing(wall, capsule(nearest, nearest, 0.0), (-x, -y), (x, y))


def _side_left_by(wall: Polygon, legs: Sequence[tuple[Point, Point]]) -> Vector:
    """Outward direction of the side where a path leaves a wall, or the path's direction if the path grazes a corner."""
    for start, end in legs:
        left = list(_sides_crossed(wall, start, end, outwards=True))
        if left:
            return max(left)[1]
    (ax, ay), (bx, by) = legs[0]
    return unit_vector(bx - ax, by - ay)


def _side_entered_by(wall: Polygon, legs: Sequence[tuple[Point, Point]]) -> Vector:
    """Outward direction of the side where a path enters a wall, or the reverse of the path's direction if the path
    grazes a corner.
    """
    for start, end in reversed(legs):
        entered = list(_sides_crossed(wall, start, end, outwards=False))
        if entered:
            return min(entered)[1]
    (ax, ay), (bx, by) = legs[-1]
    return unit_vector(ax - bx, ay - by)


def _sides_crossed(wall: Polygon, start: Point, end: Point, *, outwards: bool) -> Iterator[tuple[float, Vector]]:
    """Yield the sides where a leg leaves or enters a wall, each with the distance along the leg and the outward
    direction.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    for (ax, ay), (bx, by) in _sides_of(wall):
        out = unit_vector(by - ay, ax - bx)
        steep = dx * out[0] + dy * out[1]
        if steep > 0 if outwards else steep < 0:
            part = ((ax - start[0]) * out[0] + (ay - start[1]) * out[1]) / steep
            x, y = start[0] + part * dx, start[1] + part * dy
            if 0 <= part <= 1 and (x - ax) * (x - bx) + (y - ay) * (y - by) <= 0:
                yield part, out


def _is_beyond(crossing: Crossing, enemy: Shape) -> bool:
    """Whether an enemy stands on the side where the path leaves the wall, or on the side opposite to the
    path's entry.
    """
    here = (enemy.x, enemy.y)
    x, y = min((_nearest_on(side, here) for side in _sides_of(crossing.wall)), key=lambda one: distance(one, here))
    away = unit_vector(enemy.x - x, enemy.y - y)
    (into_x, into_y), (out_x, out_y) = crossing.into, crossing.out
    is_opposite = max(away[0] * out_x + away[1] * out_y, -away[0] * into_x - away[1] * into_y) > LEVEL_WITH
    return is_opposite or _is_in_the_bend(crossing, here)


def _is_in_the_bend(crossing: Crossing, here: Point) -> bool:
    """Whether a bent wall lies between a point and the path's entry but not between the point and the path's exit."""
    if len(crossing.wall.convex_parts()) == 1:
        return False
    start, end = crossing.stretch.core[0], crossing.stretch.core[-1]
    return is_between(crossing.wall, start, here) and not is_between(crossing.wall, end, here)


def _sides_of(wall: Polygon) -> Iterator[tuple[Point, Point]]:
    """Yield the sides of a wall, with the inside of the wall on their left."""
    corners = wall.points
    following = corners[1:] + corners[:1]
    area = sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(corners, following, strict=True))
    sides = zip(corners, following, strict=True)
    return sides if area > 0 else ((end, start) for start, end in sides)


def _nearest_on(side: tuple[Point, Point], here: Point) -> Point:
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    part = max(0.0, min(1.0, ((here[0] - ax) * dx + (here[1] - ay) * dy) / (dx * dx + dy * dy)))
    return ax + part * dx, ay + part * dy
