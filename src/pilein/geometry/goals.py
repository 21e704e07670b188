"""What a way may lead to: a point, or the nearest point of a stretch of a ring."""

from collections.abc import Iterator
from math import sqrt

from pilein.geometry.barriers import LEFT, RIGHT
from pilein.geometry.hulls import Point
from pilein.geometry.rings import Arc, Line, Stretch, distance, ends, nearest, turns_to
from pilein.geometry.tangents import leg
from pilein.geometry.turns import Vector

Goal = Point | Stretch


def how_far(goals: tuple[Goal, ...], x: float, y: float) -> float:
    """Return the straight distance of a point from the nearest goal, in ticks."""
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
    """Say whether the circle of an arc comes nearer to a point than that; only then the arc itself can."""
    dx, dy = arc.centre[0] - x, arc.centre[1] - y
    return abs(sqrt(dx * dx + dy * dy) - arc.radius) < best


def spelt_out(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Return the goals with both ends of every stretch added as points."""
    points = [end for goal in goals if not isinstance(goal, tuple) for end in ends(goal)]
    return (*goals, *points)


def without_ends(goals: tuple[Goal, ...]) -> tuple[Goal, ...]:
    """Return the goals but for points at the ends of stretches among them: these are as near to anything."""
    ends_of_stretches = {end for goal in goals if not isinstance(goal, tuple) for end in ends(goal)}
    return tuple(goal for goal in goals if goal not in ends_of_stretches)


def seen_from(goal: Goal, x: float, y: float) -> Point:
    """Return the point of a goal to make for from a point."""
    return goal if isinstance(goal, tuple) else nearest(goal, x, y)


def from_circle(goal: Goal, centre: Point, radius: float) -> Iterator[tuple[Vector, Point]]:
    """Yield the directions in which to leave a circle for a goal, and where each arrives.

    `radius` is negative where the way turns RIGHT round the circle. A leg to a stretch meets it at a right angle;
    its ends are goals of their own.
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
