"""Openings: what is left of a ring when other bases, walls and the table edge have taken their parts.

Everything is reckoned for a base a tick smaller than the mover, so that a hole exactly as wide as
the mover opens a stretch, if only a point; whether there is a legal tick is settled on landing.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import sqrt

from pilein.geometry.hulls import Point
from pilein.geometry.minkowski import difference
from pilein.geometry.orbits import clear_arcs
from pilein.geometry.rings import Arc, Line, Ring, Stretch
from pilein.geometry.rounded import Span, covered, span
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.space import Space
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.turns import ROUND, Vector, direction, quarters

LENIENCE = 1  # tick: how much narrower and less deep the mover is taken to be
FAR = 1e30
SIDES: tuple[Vector, ...] = ((-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0))


def free(mover: Base, target: Shape, space: Space, stretches: Ring) -> Ring:
    """Return the parts of a ring where the mover overlaps nothing and is on the table.

    `stretches` are some or all of the ring of `target`, which is not looked at itself.
    """
    smaller = _smaller(mover)
    reach = 2 * shape(mover, Place(0, 0)).reach
    near = space.near(target.x, target.y, target.reach + reach)
    others = [other for other in near if other.core != target.core]
    found: list[Stretch] = []
    for stretch in stretches:
        if isinstance(stretch, Line):
            found += _open_line(stretch, smaller, others, space)
        else:
            found += _open_arc(stretch, smaller, others, space)
    return tuple(found)


def free_line(mover: Base, line: Line, space: Space) -> Ring:
    """Return the parts of a line where the mover overlaps nothing and is on the table."""
    return tuple(_open_line(line, _smaller(mover), list(space.shapes), space))


def _beside(others: list[Shape], centre: Point, reach: float) -> list[Shape]:
    """Return the shapes that may come within `reach` of a point."""
    x, y = centre
    return [other for other in others if (other.x - x) ** 2 + (other.y - y) ** 2 < (other.reach + reach) ** 2]


@lru_cache(maxsize=256)
def _smaller(mover: Base) -> Base:
    return Base(mover.kind, mover.width - LENIENCE, mover.depth - LENIENCE)


def _left_over(taken: Iterable[Span], length: float) -> list[Span]:
    """Return the parts of 0 to `length` that no span takes."""
    left: list[Span] = []
    begin = 0.0
    for low, high in sorted(taken):
        if low > length:
            break
        if low >= begin:
            left.append((begin, low))
        begin = max(begin, high)
    if begin <= length:
        left.append((begin, length))
    return left


def _open_line(line: Line, mover: Base, others: list[Shape], space: Space) -> list[Stretch]:
    (ax, ay), (bx, by) = line.start, line.end
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    way = ((bx - ax) / length, (by - ay) / length) if length else (1.0, 0.0)
    outline = shape(mover, Place(0, 0, line.facing))
    taken = _hanging(outline, line.start, way, space)
    middle = (ax + bx) / 2, (ay + by) / 2
    for other in _beside(others, middle, length / 2 + outline.reach):
        places = difference(outline.core, other.core)
        inside = span(places, outline.radius + other.radius, line.start, way)
        taken += [inside] if inside else []
    return [
        Line(_along(line.start, way, low), _along(line.start, way, high), line.facing)
        for low, high in _left_over(taken, length)
    ]


def _along(start: Point, way: Vector, far: float) -> Point:
    return start[0] + way[0] * far, start[1] + way[1] * far


def _hanging(outline: Shape, start: Point, way: Vector, space: Space) -> list[Span]:
    """Return from where to where along a line a shape, given round the origin, hangs over an edge."""
    spans: list[Span] = []
    for (nx, ny), edge in zip(SIDES, _edges(space), strict=True):
        reach = max([nx * x + ny * y for x, y in outline.core]) + outline.radius - OVERLAP
        room = edge - reach - nx * start[0] - ny * start[1]
        speed = nx * way[0] + ny * way[1]
        if speed > 0:
            spans.append((room / speed, FAR))
        elif speed < 0:
            spans.append((-FAR, room / speed))
        elif room < 0:
            spans.append((-FAR, FAR))
    return spans


def _edges(space: Space) -> tuple[float, float, float, float]:
    """Return how far the table reaches from the origin to each of SIDES."""
    if space.table is None:
        return FAR, FAR, FAR, FAR
    return 0.0, space.table[0], 0.0, space.table[1]


def _open_arc(arc: Arc, mover: Base, others: list[Shape], space: Space) -> list[Stretch]:
    """Return the open parts of an arc: by circles for a round mover, else felt out."""
    near = _beside(others, arc.centre, arc.radius + shape(mover, Place(0, 0)).reach)
    if shape(mover, Place(0, 0)).is_disc:
        return _open_to_disc(arc, mover.width / 2, near, space)
    return [*clear_arcs(arc, mover, near, space.margin)]


def _open_to_disc(arc: Arc, radius: float, others: list[Shape], space: Space) -> list[Stretch]:
    first = quarters(*arc.start)
    length = (quarters(*arc.end) - first) % ROUND
    shapes = [*others, *space.beyond(arc.centre, arc.radius + radius)]
    taken: list[Span] = []
    for other in shapes:
        for low, high in covered(other.core, other.radius + radius, arc.centre, arc.radius):
            begin = (low - first) % ROUND
            taken += [(begin, begin + high - low), (begin - ROUND, begin - ROUND + high - low)]
    return [
        Arc(arc.centre, arc.radius, direction(first + low), direction(first + high))
        for low, high in _left_over(taken, length)
    ]
