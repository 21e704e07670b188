"""Contact loci: outlines of the possible centres of a model in contact with other models, and distances to them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt

from pilein.geometry.contact_locus import Line
from pilein.geometry.gaps import closing_step, within
from pilein.geometry.rounded import clearance
from pilein.geometry.shapes import Point, Shape, disc, grown
from pilein.tabletop.movement.terms import half_width
from pilein.tabletop.plane import Plane

ANY = 1e30  # ticks: no limit
ROUNDING = 1.0  # ticks
CORNERS = 16  # of an outline, at most


def locus_round(plane: Plane, model: int, goal: int) -> Shape:
    """Contact locus of a model around a goal. The model counts as a disc as wide as its shorter side.

    An oval goal is reduced to a few points of its outline, with an error of at most 1/64 inch for bases up to 60 mm.
    """
    return grown(_with_few_corners(plane.shape(goal)), half_width(plane.setup.base(model)))


def locus_along(line: Line) -> Shape:
    """Contact locus for a goal that may be touched only along one line."""
    core = (line.start, line.end) if line.start != line.end else (line.start,)
    (ax, ay), (bx, by) = line.start, line.end
    return Shape(core, 0.0, (ax + bx) / 2, (ay + by) / 2, max(abs(ax - bx), abs(ay - by)))


def distance_to(loci: Sequence[Shape], x: float, y: float) -> float:
    """Distance in ticks from a centre to the nearest locus, zero in contact."""
    return max(0.0, nearest_locus(loci, x, y)[0]) if loci else 0.0


def nearest_locus(loci: Sequence[Shape], x: float, y: float) -> tuple[float, Shape]:
    """Return the distance to the nearest locus, negative inside it, and the locus itself. The first locus wins ties.

    The distance to a locus's centre minus its reach is a lower bound, which rules most loci out.
    """
    bounds = [
        (sqrt((locus.x - x) ** 2 + (locus.y - y) ** 2) - locus.reach, number) for number, locus in enumerate(loci)
    ]
    bounds.sort()
    best, first = ANY, 0
    for least, number in bounds:
        if least > best + ROUNDING:
            break
        found = clearance(loci[number].core, x, y) - loci[number].radius
        best, first = min((best, first), (found, number))
    return best, loci[first]


def nearest_points(loci: Sequence[Shape], x: float, y: float, far: float) -> Iterator[Point]:
    """Yield the nearest point of each locus within `far` ticks of a centre."""
    centre = disc(x, y, 0.0)
    for locus in loci:
        if within(centre, locus, far):
            dx, dy = closing_step(centre, locus)
            yield x + dx, y + dy


@lru_cache(maxsize=1024)
def _with_few_corners(body: Shape) -> Shape:
    if len(body.core) <= CORNERS:
        return body
    return Shape(body.core[:: -(-len(body.core) // CORNERS)], body.radius, body.x, body.y, body.reach)
