"""Straight runs of a shape at a constant facing: the intervals in which the shape is too near an obstacle, and the
legal stops.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from pilein.geometry.gaps import difference
from pilein.geometry.rounded import Span, Vector, span
from pilein.geometry.shapes import Points, Shape
from pilein.geometry.ticks import OVERLAP

FAR: Final = 1e30


def span_too_near(mover: Shape, way: Vector, obstacle: Shape, clearance: float) -> Span | None:
    """Return the interval of a mover's run, in ticks, in which the mover is nearer than `clearance` to an obstacle, or
    None.

    `way` is a unit vector. The run starts at zero, but the interval may begin before that.
    """
    dx, dy = obstacle.x - mover.x, obstacle.y - mover.y
    reach = mover.reach + obstacle.reach + clearance
    if not -reach < way[0] * dy - way[1] * dx < reach:
        return None
    core = ways_between(mover, obstacle)
    return span(core, mover.radius + obstacle.radius + clearance, (0.0, 0.0), way)


@lru_cache(maxsize=16384)
def ways_between(mover: Shape, obstacle: Shape) -> Points:
    """Return the Minkowski difference of two cores. The result is cached, because a mover tries many directions."""
    return difference(mover.core, obstacle.core)


def is_in_the_way(found: Span, length: float) -> bool:
    """Return whether a run of the given length enters an interval. A run that starts inside the interval may leave it
    but not go deeper.
    """
    low, high = found
    return low < length and high > 0 and (low > 0 or low + high > 0)


def first_free(spans: Iterable[Span], wanted: float) -> float:
    """Return the smallest length that is at least `wanted` and outside all intervals."""
    for low, high in sorted(spans):
        if low < wanted < high:
            wanted = high
    return wanted


def last_free(spans: Iterable[Span], wanted: float) -> float:
    """Return the greatest length that is at most `wanted` and outside all intervals. It may be negative."""
    for low, high in sorted(spans, key=lambda found: -found[1]):
        if low < wanted < high:
            wanted = low
    return wanted


def run_to_edge(mover: Shape, way: Vector, table: tuple[float, float] | None) -> float:
    """Return the length of a shape's run to the table edge, or FAR if there is no table."""
    if table is None:
        return FAR
    runs = [FAR]
    for axis in (0, 1):
        if way[axis] < 0:
            runs.append((min(point[axis] for point in mover.core) - mover.radius) / -way[axis])
        elif way[axis] > 0:
            runs.append((table[axis] - max(point[axis] for point in mover.core) - mover.radius) / way[axis])
    return max(0.0, min(runs))


def shifted(mover: Shape, dx: float, dy: float) -> Shape:
    """Return a shape moved by (dx, dy)."""
    core = tuple((x + dx, y + dy) for x, y in mover.core)
    return Shape(core, mover.radius, mover.x + dx, mover.y + dy, mover.reach, mover.frame)


def unit_vector(dx: float, dy: float) -> Vector:
    """Return the direction of (dx, dy), or straight up the table if both are zero."""
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length else (0.0, 1.0)


# --- Sweeps: a shape that slides straight, without turning, and the obstacles it meets ----------------------------


Meeting = tuple[float, int]  # distance in ticks, and index of the obstacle


def meetings(mover: Shape, dx: float, dy: float, obstacles: Sequence[Shape]) -> tuple[Meeting, ...]:
    """Return the obstacles that a shape meets as it slides by (dx, dy), as pairs (distance, index), nearest first.

    The distance is measured to contact and is zero if the shapes already touch or overlap. Grazing past an obstacle
    or moving away from one does not count. Ties are sorted by index.
    """
    length = sqrt(dx * dx + dy * dy)
    if length == 0:
        return ()
    way = (dx / length, dy / length)
    found = []
    for index, other in enumerate(obstacles):
        far = _distance(mover, way, length, other)
        if far is not None:
            found.append((far, index))
    return tuple(sorted(found))


def first_met(mover: Shape, dx: float, dy: float, obstacles: Sequence[Shape]) -> Meeting | None:
    """Return the distance that a shape slides along (dx, dy) before it touches an obstacle, and the index of that
    obstacle. Return None if the shape touches no obstacle.
    """
    found = meetings(mover, dx, dy, obstacles)
    return found[0] if found else None


def _distance(mover: Shape, way: tuple[float, float], length: float, other: Shape) -> float | None:
    x, y, reach = other.x - mover.x, other.y - mover.y, mover.reach + other.reach
    if abs(way[0] * y - way[1] * x) >= reach:
        return None
    if not -reach < way[0] * x + way[1] * y < length + reach:
        return None
    places = difference(mover.core, other.core)
    inside = span(places, mover.radius + other.radius, (0.0, 0.0), way)
    if inside is None or inside[1] <= OVERLAP or inside[0] > length:
        return None
    return max(0.0, inside[0])
