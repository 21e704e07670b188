"""Straight legs that touch two circles, and what an arc between two legs runs into."""

from collections.abc import Iterable
from math import sqrt

from pilein.geometry.barriers import LEFT, SLIM, Barrier, Corner
from pilein.geometry.edges import beyond
from pilein.geometry.hulls import Point
from pilein.geometry.rounded import clearance, covered
from pilein.geometry.space import Cover, Space
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.turns import ROUND, Vector, quarters

Leg = tuple[float, float, float]  # the unit vector of a leg, and its length in ticks


def leg(start: Point, out: float, end: Point, into: float) -> Leg | None:
    """Return the leg that leaves one circle and meets another; None where they are too close for it.

    `out` and `into` are the radii, negative where the way turns RIGHT round the circle. It leaves the first circle at
    `start + out * normal` and meets the second at `end + into * normal`, where the normal is the leg's direction
    turned a quarter clockwise.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    apart = out - into
    rest = square - apart * apart
    if rest < -SLIM * square or square == 0:
        return None
    length = sqrt(max(0.0, rest))
    return (dx * length - dy * apart) / square, (dy * length + dx * apart) / square, length


def covers(space: Space, corner: Corner) -> list[Cover]:
    """Return which parts of a corner's circle lie in other barriers or off the table; reckoned once."""
    found = space.covers.get(corner)
    if found is None:
        found = space.covers[corner] = [*_in_barriers(space, corner), *_off_table(space, corner)]
    return found


def _in_barriers(space: Space, corner: Corner) -> Iterable[Cover]:
    x, y, limit = corner.x, corner.y, corner.limit
    for other in space.around(x, y, limit):
        if other is not corner.barrier and clearance(other.core, x, y) < limit + other.limit - OVERLAP:
            for low, high in covered(other.core, other.limit - OVERLAP, (x, y), limit):
                yield low, high, other


def _off_table(space: Space, corner: Corner) -> Iterable[Cover]:
    centre, limit = (corner.x, corner.y), corner.limit
    for side in beyond(space.table, centre, limit + space.keep):
        radius = side.radius + space.keep - OVERLAP
        for low, high in covered(side.core, radius, centre, limit):
            yield low, high, None


def blocker(space: Space, corner: Corner, start: Vector, end: Vector, way: int) -> tuple[Barrier | None, bool]:
    """Return what the arc round a corner from one normal to another runs into, and whether it runs into anything."""
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
