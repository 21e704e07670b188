"""Straight lines that touch two rounded corners: where a free line of sight is, it can be slid to one of these."""

from collections.abc import Iterator
from math import sqrt

import msgspec

from pilein.geometry.hulls import Point
from pilein.geometry.shapes import Shape

BOTH_SIDES = (1.0, -1.0)
ONE_SIDE = (1.0,)  # of a sharp corner: both sides are the same


class Line(msgspec.Struct, frozen=True):
    """An endless line by one point and a unit vector."""

    start: Point
    way: Point


def centre_line(a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the line through two centres, if they differ."""
    dx, dy = b.x - a.x, b.y - a.y
    if length := sqrt(dx * dx + dy * dy):
        yield Line((a.x, a.y), (dx / length, dy / length))


def tangents(a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the lines that touch a corner of a and a corner of b, each rounded by the rim of its shape."""
    for one in a.core:
        for other in b.core:
            yield from _corner_tangents(one, a.radius, other, b.radius)


def _corner_tangents(one: Point, rim: float, other: Point, other_rim: float) -> Iterator[Line]:
    """Yield the one to four lines that touch two circles."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    for side in BOTH_SIDES if rim else ONE_SIDE:
        for other_side in BOTH_SIDES if other_rim else ONE_SIDE:
            lead = other_side * other_rim - side * rim
            if square > 0 and square >= lead * lead:
                rest = sqrt(square - lead * lead)
                nx, ny = (lead * dx - rest * dy) / square, (lead * dy + rest * dx) / square
                yield Line((one[0] - side * rim * nx, one[1] - side * rim * ny), (-ny, nx))
