"""The shortest shift that closes the gap between two shapes."""

from math import sqrt

from pilein.geometry.gaps import gap
from pilein.geometry.hulls import Point
from pilein.geometry.minkowski import difference
from pilein.geometry.shapes import Shape


def closing_step(mover: Shape, target: Shape) -> Point:
    """Return the shortest shift (dx, dy) in ticks that brings `mover` into contact with `target`; none if they meet."""
    if gap(mover, target) == 0:
        return 0.0, 0.0
    x, y = _nearest_to_origin(difference(mover.core, target.core))
    length = sqrt(x * x + y * y)
    left = length - mover.radius - target.radius
    return x * left / length, y * left / length


def _nearest_to_origin(polygon: tuple[Point, ...]) -> Point:
    """Return the point of a polygon's edge that is nearest to the origin, the first of equals."""
    found = [_on_edge(polygon[number - 1], corner) for number, corner in enumerate(polygon)]
    return min(found, key=lambda point: point[0] * point[0] + point[1] * point[1])


def _on_edge(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = min(1.0, max(0.0, -(start[0] * dx + start[1] * dy) / square)) if square else 0.0
    return start[0] + part * dx, start[1] + part * dy
