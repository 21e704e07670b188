"""Sweeps: a shape that slides straight, without turning, and what it meets."""

from collections.abc import Sequence
from math import sqrt

from pilein.geometry.minkowski import difference
from pilein.geometry.rounded import span
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import OVERLAP

Meeting = tuple[float, int]  # after how many ticks, and with which


def meetings(mover: Shape, dx: float, dy: float, obstacles: Sequence[Shape]) -> tuple[Meeting, ...]:
    """Return what a shape runs into when it slides by (dx, dy): distance and index, nearest first.

    The distance is that to the touch, nought where they touch or overlap already. Grazing past is
    no meeting, nor is moving away from what it touches. Of equals the first named comes first.
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
    """Return how far a shape slides by (dx, dy) until it touches an obstacle, and which; or None."""
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
