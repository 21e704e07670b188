"""Passages: legs from a point, or around a corner, to the corners of a barrier.

A passage depends only on the point or corner and on the barrier, so passages are cached for all searches.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import sqrt

from pilein.geometry.barriers import LEFT, RIGHT, SLIM, Barrier, Corner, corners
from pilein.geometry.configuration_space import ConfigurationSpace, Cover
from pilein.geometry.contact_locus import Arc, Line, Stretch, distance, ends, nearest, turns_to
from pilein.geometry.gaps import beyond
from pilein.geometry.rounded import ROUND, Vector, clearance, covered, quarters
from pilein.geometry.shapes import Point
from pilein.geometry.ticks import OVERLAP

NO_TURN: Vector = (0.0, 0.0)


class Passage:
    """Leg of `length` ticks that leaves `start` with the normal `leaving` and meets `corner` at `end`.

    At `end` the path turns `way` (LEFT or RIGHT) around the corner. `normal` points from the corner to the point of
    its circle that the leg meets.
    """

    __slots__ = ("corner", "end", "leaving", "length", "normal", "start", "way")

    def __init__(
        self, start: tuple[Point, Vector], end: Point, length: float, corner: Corner, way: int, normal: Vector
    ) -> None:
        self.start, self.leaving = start
        self.end = end
        self.length = length
        self.corner = corner
        self.way = way
        self.normal = normal


@lru_cache(maxsize=65536)
def passages_from(point: Point, barrier: Barrier) -> tuple[Passage, ...]:
    """Return the passages from a point to the corners of a barrier, in order of the corners, with a LEFT and a RIGHT
    turn at each.
    """
    found = []
    for target in corners(barrier):
        for way in (LEFT, RIGHT):
            met = leg(point, 0.0, (target.x, target.y), target.limit * way)
            passage = _meeting(met, (point, NO_TURN), target, way)
            found += [passage] if passage else []
    return tuple(found)


@lru_cache(maxsize=65536)
def passages_round(corner: Corner, turning: int, barrier: Barrier) -> tuple[Passage, ...]:
    """Return the passages to the corners of a barrier from a path that rounds a corner to the LEFT or RIGHT."""
    found = []
    centre, out = (corner.x, corner.y), corner.limit * turning
    for target in corners(barrier):
        for way in (LEFT, RIGHT) if target is not corner else ():
            met = leg(centre, out, (target.x, target.y), target.limit * way)
            if met is None:
                continue
            dx, dy, _ = met
            leaving = (dy * turning, -dx * turning)
            passage = _meeting(met, ((centre[0] + out * dy, centre[1] - out * dx), leaving), target, way)
            if passage and corner.bears(*leaving):
                found.append(passage)
    return tuple(found)


def _meeting(
    met: tuple[float, float, float] | None, start: tuple[Point, Vector], target: Corner, way: int
) -> Passage | None:
    """Return the passage along a leg if the leg meets the usable part of the target corner's circle, or else None."""
    if met is None:
        return None
    dx, dy, length = met
    normal = (dy * way, -dx * way)
    if not target.bears(*normal):
        return None
    end = target.x + target.limit * normal[0], target.y + target.limit * normal[1]
    return Passage(start, end, length, target, way, normal)


# --- Straight legs tangent to two circles, and the obstacles to an arc between two legs ---------------------------


Leg = tuple[float, float, float]  # the unit vector of a leg, and its length in ticks


def leg(start: Point, out: float, end: Point, into: float) -> Leg | None:
    """Return the leg that leaves one circle and meets another tangentially, or None if the circles are too close.

    `out` and `into` are the radii, negative if the path turns RIGHT around the circle. The leg leaves the first
    circle at `start + out * normal` and meets the second at `end + into * normal`, where `normal` is the direction
    of the leg turned a quarter clockwise.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    apart = out - into
    rest = square - apart * apart
    if rest < -SLIM * square or square == 0:
        return None
    length = sqrt(max(0.0, rest))
    return (dx * length - dy * apart) / square, (dy * length + dx * apart) / square, length


def covers(space: ConfigurationSpace, corner: Corner) -> list[Cover]:
    """Return the parts of a corner's circle that lie in other barriers or off the table. The result is cached."""
    found = space.covers.get(corner)
    if found is None:
        found = space.covers[corner] = [*_in_barriers(space, corner), *_off_table(space, corner)]
    return found


def _in_barriers(space: ConfigurationSpace, corner: Corner) -> Iterable[Cover]:
    x, y, limit = corner.x, corner.y, corner.limit
    for other in space.around(x, y, limit):
        if other is not corner.barrier and clearance(other.core, x, y) < limit + other.limit - OVERLAP:
            for low, high in covered(other.core, other.limit - OVERLAP, (x, y), limit):
                yield low, high, other


def _off_table(space: ConfigurationSpace, corner: Corner) -> Iterable[Cover]:
    centre, limit = (corner.x, corner.y), corner.limit
    for side in beyond(space.table, centre, limit + space.keep):
        radius = side.radius + space.keep - OVERLAP
        for low, high in covered(side.core, radius, centre, limit):
            yield low, high, None


def blocker(
    space: ConfigurationSpace, corner: Corner, start: Vector, end: Vector, way: int
) -> tuple[Barrier | None, bool]:
    """Return the barrier that an arc between two normals around a corner hits, and whether the arc is blocked.

    The barrier is None if the arc leaves the table.
    """
    parts = covers(space, corner)
    if not parts:
        return None, False
    low, high = (quarters(*start), quarters(*end)) if way == LEFT else (quarters(*end), quarters(*start))
    if corner.turn(start, end, way) == 0.0:
        high = low = max(low, high) if abs(high - low) < 1 else 0.0
    spans = ((low, high),) if low <= high else ((low, ROUND), (0.0, high))
    for first, last, barrier in parts:
        if any(first <= to and last >= at for at, to in spans):
            return barrier, True
    return None, False


# --- Goals of a path: a point, or the nearest point of a stretch of a contact locus -------------------------------


Goal = Point | Stretch


def how_far(goals: tuple[Goal, ...], x: float, y: float) -> float:
    """Return the straight-line distance from a point to the nearest goal, in ticks."""
    if len(goals) == 1 and isinstance(goals[0], tuple):
        dx, dy = goals[0][0] - x, goals[0][1] - y
        return sqrt(dx * dx + dy * dy)
    best = 1e30
    for goal in goals:
        if isinstance(goal, tuple):
            dx, dy = goal[0] - x, goal[1] - y
            best = min(best, sqrt(dx * dx + dy * dy))
        elif not isinstance(goal, Arc) or _is_nearer(goal, x, y, best):
            best = min(best, distance(goal, x, y))
    return best


def _is_nearer(arc: Arc, x: float, y: float, best: float) -> bool:
    """Return whether the full circle of an arc comes nearer to a point than `best`. If it does not, neither does the
    arc.
    """
    dx, dy = arc.centre[0] - x, arc.centre[1] - y
    return abs(sqrt(dx * dx + dy * dy) - arc.radius) < best


def spelt_out(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Return the goals together with both ends of every stretch as points."""
    points = [end for goal in goals if not isinstance(goal, tuple) for end in ends(goal)]
    return (*goals, *points)


def without_ends(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Return the goals without points that are ends of stretches among the goals, since the stretches cover them."""
    ends_of_stretches = {end for goal in goals if not isinstance(goal, tuple) for end in ends(goal)}
    return tuple(goal for goal in goals if goal not in ends_of_stretches)


def seen_from(goal: Goal, x: float, y: float) -> Point:
    """Return the point of a goal nearest to a given point."""
    return goal if isinstance(goal, tuple) else nearest(goal, x, y)


def from_circle(goal: Goal, centre: Point, radius: float) -> Iterator[tuple[Vector, Point]]:
    """Yield the directions of legs from a circle to a goal, with the points at which the legs end.

    `radius` is negative if the path turns RIGHT around the circle. A leg meets a stretch at a right angle; the ends
    of stretches are separate goals.
    """
    if isinstance(goal, tuple):
        found = leg(centre, radius, goal, 0.0)
        if found:
            yield (found[0], found[1]), goal
    elif isinstance(goal, Line):
        yield from _across(goal, centre, radius)
    else:
        yield from _towards_centre(goal, centre, radius)


def _across(line: Line, centre: Point, radius: float) -> Iterator[tuple[Vector, Point]]:
    (ax, ay), (bx, by) = line.start, line.end
    ex, ey = bx - ax, by - ay
    length = sqrt(ex * ex + ey * ey)
    if not length:
        return
    ex, ey = ex / length, ey / length
    for way in (LEFT, RIGHT):
        dx, dy = -ey * way, ex * way
        px, py = centre[0] + radius * dy - ax, centre[1] - radius * dx - ay
        along, ahead = px * ex + py * ey, -(px * dx + py * dy)
        if 0 <= along <= length and ahead >= 0:
            yield (dx, dy), (ax + along * ex, ay + along * ey)


def _towards_centre(arc: Arc, centre: Point, radius: float) -> Iterator[tuple[Vector, Point]]:
    found = leg(centre, radius, arc.centre, 0.0)
    if found and found[2] >= arc.radius and turns_to(arc, -found[0], -found[1]):
        dx, dy = found[0] * arc.radius, found[1] * arc.radius
        yield (found[0], found[1]), (arc.centre[0] - dx, arc.centre[1] - dy)
    found = leg(arc.centre, 0.0, centre, radius)
    if found and found[2] <= arc.radius and turns_to(arc, found[0], found[1]):
        dx, dy = found[0] * arc.radius, found[1] * arc.radius
        yield (found[0], found[1]), (arc.centre[0] + dx, arc.centre[1] + dy)
