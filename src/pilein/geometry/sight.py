"""Line of sight: whether an unobstructed straight line joins any parts of two shapes.

A line may graze an obstruction along an edge or at a corner. A gap of at most CONTACT between two obstructions
counts as closed. An obstruction that overlaps the viewer or the target does not obstruct that pair, so models partly
inside terrain can be seen and can see out.
"""

from collections.abc import Iterator
from math import sqrt

import msgspec

from pilein.geometry.gaps import overlaps, within
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.shapes import Point, Shape, convex, hull
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT

# --- Straight lines that touch two rounded corners ----------------------------------------------------------------
# Any free line of sight can be moved to one of them.


BOTH_SIDES = (1.0, -1.0)
ONE_SIDE = (1.0,)  # sides of a sharp corner, which coincide


class Line(msgspec.Struct, frozen=True):
    """Infinite line, given by a point and a unit vector."""

    start: Point
    way: Point


def centre_line(a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the line through the centres of two shapes, if the centres differ."""
    dx, dy = b.x - a.x, b.y - a.y
    if length := sqrt(dx * dx + dy * dy):
        yield Line((a.x, a.y), (dx / length, dy / length))


def tangents(a: Shape, b: Shape) -> Iterator[Line]:
    """Yield the lines tangent to a corner of a and a corner of b, each rounded by the rim of its shape."""
    for one in a.core:
        for other in b.core:
            yield from _corner_tangents(one, a.radius, other, b.radius)


def _corner_tangents(one: Point, rim: float, other: Point, other_rim: float) -> Iterator[Line]:
    """Yield the one to four lines tangent to two circles."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    for side in BOTH_SIDES if rim else ONE_SIDE:
        for other_side in BOTH_SIDES if other_rim else ONE_SIDE:
            lead = other_side * other_rim - side * rim
            if square > 0 and square >= lead * lead:
                rest = sqrt(square - lead * lead)
                nx, ny = (lead * dx - rest * dy) / square, (lead * dy + rest * dx) / square
                yield Line((one[0] - side * rim * nx, one[1] - side * rim * ny), (-ny, nx))


Stretch = tuple[float, float]
Seams = tuple[tuple[Shape, Shape], ...]


def sees(a: Shape, b: Shape, blockers: tuple[Polygon | Shape, ...]) -> bool:
    """Return whether an unobstructed straight line runs from some part of a to some part of b.

    Any unobstructed line can be moved and rotated, while remaining unobstructed, until it touches two shapes among a, b
    and the obstructions. The function tries every line tangent to two shapes, so the answer is exact.
    """
    if not blockers:
        return True
    parts = _between(a, b, blockers)
    if not parts:
        return True
    seams = _seams(parts)
    if any(_is_free(line, a, b, parts, seams) for line in centre_line(a, b)):
        return True
    if _is_walled_off(a, b, parts):
        return False
    return any(_is_free(line, a, b, parts, seams) for line in _lines((a, b, *parts)))


def _is_walled_off(a: Shape, b: Shape, parts: tuple[Shape, ...]) -> bool:
    """Return whether a single part blocks all lines between two shapes.

    A part does so if it blocks both of the common tangents that have the two shapes on the same side, because every
    line of sight runs between these two tangents.
    """
    bridges = [[line for line in tangents(a, b) if _is_beside(line, side, (a, b))] for side in BOTH_SIDES]
    if not all(bridges):
        return False
    (left, *_), (right, *_) = bridges
    spans = _stretch(left, a, b), _stretch(right, a, b)
    if spans[0] is None or spans[1] is None:
        return False
    return any(_pierces(left, part, spans[0]) and _pierces(right, part, spans[1]) for part in parts)


def _is_beside(line: Line, side: float, shapes: tuple[Shape, ...]) -> bool:
    """Return whether all shapes lie to the right of a line (to the left for side -1) or touch it."""
    return all((sides[0] if side > 0 else -sides[1]) >= -OVERLAP for sides in (_sides(line, one) for one in shapes))


def _between(a: Shape, b: Shape, blockers: tuple[Polygon | Shape, ...]) -> tuple[Shape, ...]:
    """Return the convex parts that obstruct this pair and reach into or touch the hull of the two shapes."""
    band = convex(hull(a.core + b.core), max(a.radius, b.radius))
    grounds = [_parts(blocker) for blocker in blockers]
    near = [parts for parts in grounds if any(within(part, band, 0.0) for part in parts)]
    clear = [parts for parts in near if not any(overlaps(part, end) for part in parts for end in (a, b))]
    return tuple(part for parts in clear for part in parts if within(part, band, 0.0))


def _parts(blocker: Polygon | Shape) -> tuple[Shape, ...]:
    return (blocker,) if isinstance(blocker, Shape) else blocker.convex_parts()


def _seams(parts: tuple[Shape, ...]) -> Seams:
    """Return the pairs of parts that touch without a gap."""
    return tuple(
        (first, second)
        for index, first in enumerate(parts)
        for second in parts[index + 1 :]
        if within(first, second, 0.0)
    )


def _lines(shapes: tuple[Shape, ...]) -> Iterator[Line]:
    for index, first in enumerate(shapes):
        for second in shapes[index + 1 :]:
            yield from tangents(first, second)


def _is_free(line: Line, a: Shape, b: Shape, parts: tuple[Shape, ...], seams: Seams) -> bool:
    """Return whether a line meets a and b and is unobstructed between them."""
    stretch = _stretch(line, a, b)
    if stretch is None or any(_pierces(line, part, stretch) for part in parts):
        return False
    return not any(_runs_through(line, seam, stretch) for seam in seams)


def _stretch(line: Line, a: Shape, b: Shape) -> Stretch | None:
    """Return the interval of a line between two shapes, or None if the line misses one of them."""
    if _is_far(line, a) or _is_far(line, b):
        return None
    first = span(a.core, a.radius + OVERLAP, line.start, line.way)
    second = span(b.core, b.radius + OVERLAP, line.start, line.way)
    if first is None or second is None:
        return None
    return min(first[1], second[1]), max(first[0], second[0])


def _is_far(line: Line, body: Shape) -> bool:
    """Return whether a line misses the bounding circle of a shape, and therefore the shape itself."""
    (x, y), (dx, dy) = line.start, line.way
    return abs((body.x - x) * dy - (body.y - y) * dx) > body.reach + OVERLAP


def _pierces(line: Line, part: Shape, stretch: Stretch) -> bool:
    """Return whether a stretch of a line runs through the inside of a part rather than along its edge."""
    left, right = _sides(line, part)
    if left >= -OVERLAP or right <= OVERLAP:
        return False
    inside = span(part.core, part.radius, line.start, line.way)
    return inside is not None and min(inside[1], stretch[1]) - max(inside[0], stretch[0]) > OVERLAP


def _runs_through(line: Line, seam: tuple[Shape, Shape], stretch: Stretch) -> bool:
    """Return whether a stretch of a line passes between two parts where they touch."""
    first, second = (_sides(line, part) for part in seam)
    is_between = min(first[1], second[1]) <= OVERLAP and max(first[0], second[0]) >= -OVERLAP
    if not is_between:
        return False
    near = [span(part.core, part.radius + CONTACT + OVERLAP, line.start, line.way) for part in seam]
    ends = [end for end in (*near, stretch) if end is not None]
    return len(ends) == len(near) + 1 and max(low for low, _ in ends) <= min(high for _, high in ends)


def _sides(line: Line, part: Shape) -> Stretch:
    """Return the minimum and maximum signed distances of a part from a line, negative to the left of the line."""
    (x, y), (dx, dy) = line.start, line.way
    besides = [(px - x) * dy - (py - y) * dx for px, py in part.core]
    return min(besides) - part.radius, max(besides) + part.radius
