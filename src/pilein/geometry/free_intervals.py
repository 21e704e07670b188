"""Free intervals: parts of a contact locus not blocked by other bases, impassable terrain or the table edge.

They are computed for a base one tick smaller than the mover. A hole that is exactly as wide as the mover, or that
became narrower when its sides were rounded to ticks, is therefore still a free interval, even if the interval is a
single point. Whether such a hole contains a legal tick is decided on landing.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import pi, sqrt
from typing import Final

from pilein.geometry.circular_sweep import clear_arcs
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Arc, ContactLocus, Line, Stretch
from pilein.geometry.gaps import BOUNDLESS, TableSize, beyond, difference, sides
from pilein.geometry.looked import EVERYWHERE
from pilein.geometry.rounded import ROUND, Span, Vector, covered, direction, span
from pilein.geometry.shapes import Base, Place, Point, Points, Shape, shape
from pilein.geometry.ticks import OVERLAP, heading
from pilein.geometry.tolerance import PATH, SNAP

LENIENCE: Final = 1  # tick by which the mover is assumed to be narrower and less deep


def free(mover: Base, target: Shape, space: ConfigurationSpace, stretches: ContactLocus) -> ContactLocus:
    """Return the parts of a contact locus where the mover overlaps no shape and is on the table.

    `stretches` are all or part of the locus of `target`, which is itself ignored.
    """
    reach = 2 * shape(mover, Place(0, 0)).reach
    near = space.near(target.x, target.y, target.reach + reach)
    others = tuple(other for other in near if other.core != target.core)
    return _free(_smaller(mover), others, space.table, stretches)


@lru_cache(maxsize=4096)
def _free(mover: Base, others: tuple[Shape, ...], table: TableSize, stretches: ContactLocus) -> ContactLocus:
    """Return the parts of the stretches in which the mover is free. The result is cached, because most neighbours stay
    in place while models move.
    """
    found: list[Stretch] = []
    for stretch in stretches:
        if isinstance(stretch, Line):
            found += _free_on_line(stretch, mover, others, table, out=PATH)
        else:
            found += _free_on_arc(stretch, mover, others, table)
    return tuple(found)


def free_line(mover: Base, line: Line, space: ConfigurationSpace) -> ContactLocus:
    """Return the parts of a line where the mover overlaps no shape and is on the table."""
    space.look_at(*line.start, EVERYWHERE)
    return tuple(_free_on_line(line, _smaller(mover), space.shapes, space.table, out=0.0))


def _beside(others: tuple[Shape, ...], centre: Point, reach: float) -> list[Shape]:
    """Return the shapes that can come within `reach` of a point."""
    x, y = centre
    near: list[Shape] = []
    for other in others:
        dx, dy, far = other.x - x, other.y - y, other.reach + reach
        if dx * dx + dy * dy < far * far:
            near.append(other)
    return near


@lru_cache(maxsize=256)
def _smaller(mover: Base) -> Base:
    return Base(mover.kind, mover.width - LENIENCE, mover.depth - LENIENCE)


def _left_over(taken: Iterable[Span], length: float, *, tick: float) -> list[Span]:
    """Return the parts of the range from 0 to `length` that lie outside all intervals. `tick` is the length of a tick
    in the same measure.
    """
    left: list[Span] = []
    begin = 0.0
    for low, high in sorted(taken):
        if low > length:
            break
        if low >= begin:
            left.append((begin, low))
        elif 0.0 < begin <= low + (2 * SNAP - LENIENCE) * tick:
            left.append(((begin + low) / 2, (begin + low) / 2))
        begin = max(begin, high)
    if begin <= length:
        left.append((begin, length))
    return left


def _free_on_line(line: Line, mover: Base, others: tuple[Shape, ...], table: TableSize, *, out: float) -> list[Stretch]:
    """Return the free parts of a line, ignoring obstacles that the mover would clear if it stood `out` ticks further
    back.
    """
    (ax, ay), (bx, by) = line.start, line.end
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    way = ((bx - ax) / length, (by - ay) / length) if length else (1.0, 0.0)
    outline = shape(mover, Place(0, 0, line.facing))
    dx, dy = heading(line.facing)
    further = ax - dx * out, ay - dy * out
    taken = hanging(outline, line.start, way, table)
    for other in others:
        if not _comes_near(other, line.start, way, (length, outline.reach)):
            continue
        places = _overlapping(outline.core, other.core)
        inside = span(places, outline.radius + other.radius, line.start, way)
        if inside and (not out or span(places, outline.radius + other.radius, further, way)):
            taken.append(inside)
    return [
        Line(_along(line.start, way, low), _along(line.start, way, high), line.facing)
        for low, high in _left_over(taken, length, tick=1.0)
    ]


def _comes_near(other: Shape, start: Point, way: Vector, band: tuple[float, float]) -> bool:
    """Return whether a shape can reach into a band around a line. `band` holds the length of the line and the reach of
    the band.
    """
    x, y, (length, reach) = other.x - start[0], other.y - start[1], band
    far = other.reach + reach
    if abs(way[0] * y - way[1] * x) >= far:
        return False
    return -far < way[0] * x + way[1] * y < length + far


@lru_cache(maxsize=4096)
def _overlapping(mover: Points, other: Points) -> Points:
    """Return the positions where a mover, given around the origin, overlaps another shape's core."""
    return difference(mover, other)


def _along(start: Point, way: Vector, far: float) -> Point:
    return start[0] + way[0] * far, start[1] + way[1] * far


def hanging(outline: Shape, start: Point, way: Vector, table: TableSize) -> list[Span]:
    """Return the intervals of a line where a shape, given around the origin, hangs over the table edge."""
    spans: list[Span] = []
    for nx, ny, edge in sides(table):
        reach = max([nx * x + ny * y for x, y in outline.core]) + outline.radius - OVERLAP
        room = edge - reach - nx * start[0] - ny * start[1]
        speed = nx * way[0] + ny * way[1]
        if speed > 0:
            spans.append((room / speed, BOUNDLESS))
        elif speed < 0:
            spans.append((-BOUNDLESS, room / speed))
        elif room < 0:
            spans.append((-BOUNDLESS, BOUNDLESS))
    return spans


def _free_on_arc(arc: Arc, mover: Base, others: tuple[Shape, ...], table: TableSize) -> list[Stretch]:
    """Return the free parts of an arc. They are exact for a round mover and otherwise computed by conservative
    advancement.
    """
    near = _beside(others, arc.centre, arc.radius + shape(mover, Place(0, 0)).reach)
    if shape(mover, Place(0, 0)).is_disc:
        return _free_for_disc(arc, mover.width / 2, near, table)
    return [*clear_arcs(arc, mover, near, table)]


def _free_for_disc(arc: Arc, radius: float, others: list[Shape], table: TableSize) -> list[Stretch]:
    first, length = arc.first, arc.turn
    shapes = [*others, *beyond(table, arc.centre, arc.radius + radius)]
    taken: list[Span] = []
    for other in shapes:
        for low, high in covered(other.core, other.radius + radius, arc.centre, arc.radius):
            begin = (low - first) % ROUND
            taken += [(begin, begin + high - low), (begin - ROUND, begin - ROUND + high - low)]
    return [
        Arc(arc.centre, arc.radius, direction(first + low), direction(first + high))
        for low, high in _left_over(taken, length, tick=ROUND / (2 * pi * arc.radius))
    ]
