"""A mover that goes round a centre and always faces it: on which parts of its circle it meets what.

Parts are in `quarters`. Where two convex shapes begin to touch, a corner of one meets the outline
of the other; so the circles of all corners are cut with the outlines, and between two neighbouring
cuts nothing changes.
"""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import sqrt

from pilein.geometry.gaps import separation
from pilein.geometry.hulls import Point
from pilein.geometry.rounded import Span, chord, cuts
from pilein.geometry.shapes import Base, Place, Shape, disc, shape
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.turns import ROUND, Vector, direction, quarters

FACING_BACK = 27000  # the facing at +x of the centre


def orbiting(mover: Base, radius: float) -> Shape:
    """Return the outline of a mover that stands at +x of the origin, `radius` ticks away.

    Its `reach` is round the origin.
    """
    outline = shape(mover, Place(0, 0, FACING_BACK))
    core = tuple((x + radius, y) for x, y in outline.core)
    return Shape(core, outline.radius, radius, 0.0, radius + outline.reach)


def meetings(centre: Point, outline: Shape, other: Shape) -> list[Span]:
    """Return where on its circle an `orbiting` outline overlaps another shape."""
    core = tuple((x - centre[0], y - centre[1]) for x, y in other.core)
    fixed = Shape(core, other.radius, other.x - centre[0], other.y - centre[1], other.reach)
    radius = outline.radius + other.radius
    moments: list[float] = []
    for corner in outline.core:
        circle = _length(corner)
        if circle:
            found = cuts(core, radius, (0.0, 0.0), circle)
            moments += [_turn_to(corner, direction(cut), circle) for cut in found]
    for corner in core if len(outline.core) > 1 else ():
        circle = _length(corner)
        if circle:
            found = cuts(outline.core, radius, (0.0, 0.0), circle)
            moments += [_turn_to(direction(cut), corner, circle) for cut in found]
    return _parts(moments, lambda turn: separation(_turned(outline, turn), fixed) < -OVERLAP)


def beyond_edges(centre: Point, outline: Shape, edges: Iterable[tuple[Vector, float]]) -> list[Span]:
    """Return where on its circle an `orbiting` outline hangs over any table edge.

    An edge is the unit vector that leads out over it, and how far it is from the origin that way.
    """
    rims: list[tuple[Vector, float]] = []
    moments: list[float] = []
    for (nx, ny), edge in edges:
        rim = edge - nx * centre[0] - ny * centre[1] - outline.radius
        if rim < outline.reach:
            rims.append(((nx, ny), rim))
            for corner in outline.core:
                circle = _length(corner)
                found = chord(nx, ny, rim, circle)
                moments += [_turn_to(corner, direction(cut), circle) for cut in found]
    return _parts(moments, lambda turn: _hangs(_turned(outline, turn), rims)) if rims else []


def _hangs(outline: Shape, rims: list[tuple[Vector, float]]) -> bool:
    return any(nx * x + ny * y > rim + OVERLAP for (nx, ny), rim in rims for x, y in outline.core)


def _parts(moments: list[float], is_taken: Callable[[Vector], bool]) -> list[Span]:
    """Return the parts of the circle between moments in whose middle a thing is so."""
    events = sorted({0.0, *moments, ROUND})
    return [(low, high) for low, high in pairwise(events) if is_taken(direction((low + high) / 2))]


def _turned(outline: Shape, turn: Vector) -> Shape:
    """Return an outline turned about the origin, counter-clockwise from +x to `turn`."""
    ux, uy = turn
    if outline.is_disc:
        return disc(outline.x * ux, outline.x * uy, outline.radius)
    core = tuple((x * ux - y * uy, x * uy + y * ux) for x, y in outline.core)
    return Shape(core, outline.radius, outline.x * ux, outline.x * uy, outline.reach)


def _turn_to(start: Vector, end: Vector, scale: float) -> float:
    """Return by how much one vector is turned from another, in `quarters`; `scale` is the longer."""
    across = (end[1] * start[0] - end[0] * start[1]) / scale
    along = (end[0] * start[0] + end[1] * start[1]) / scale
    return quarters(along, across)


def _length(point: Point) -> float:
    return sqrt(point[0] * point[0] + point[1] * point[1])
