"""Items that a name in a picture should not cover (models, crosses, paths, ground), with the cost of covering each."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, cos, hypot, inf, radians, sin
from typing import NamedTuple

from pilein.lab.drawing.things import Arrow, Figure, Flag, Frame, Point, Terrain

ON_A_MODEL = 4.0
ON_A_FLAG = 3.0
POLE = 18.0  # dots, the height of a flag
ON_THE_FALLEN = 2.0
ON_A_FORMER_PLACE = 0.4
ON_A_PATH = 1.5
ON_GROUND = 1.2
NEARER_TO_OTHERS = 1.5  # than to its own unit, by more than AS_NEAR
AS_NEAR = 10.0  # dots
ON_ITS_OWN_GROUND = 0.05  # the ground under its unit


class Rectangle(NamedTuple):
    """Rectangle occupied by text, in dots, with y pointing down."""

    left: float
    top: float
    right: float
    bottom: float

    def meets_disc(self, x: float, y: float, reach: float) -> bool:
        """Whether the rectangle overlaps the bounding square of a disc."""
        return self.left - reach < x < self.right + reach and self.top - reach < y < self.bottom + reach

    def gap(self, x: float, y: float, reach: float) -> float:
        """Return the distance from the rectangle to a disc. The distance is negative if the two overlap."""
        across, down = max(self.left - x, x - self.right, 0.0), max(self.top - y, y - self.bottom, 0.0)
        return hypot(across, down) - reach

    def meets_line(self, start: Point, end: Point) -> bool:
        """Whether a straight line passes through the rectangle."""
        first, last = 0.0, 1.0
        ways = ((start[0], end[0], self.left, self.right), (start[1], end[1], self.top, self.bottom))
        for begin, stop, low, high in ways:
            if begin == stop:
                if not low < begin < high:
                    return False
                continue
            enters, leaves = sorted(((low - begin) / (stop - begin), (high - begin) / (stop - begin)))
            first, last = max(first, enters), min(last, leaves)
        return first < last

    def meets_area(self, corners: tuple[Point, ...]) -> bool:
        """Whether the rectangle lies on an area or crosses the area's edge."""
        edges = pairwise((*corners, corners[0]))
        middle = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return lies_in(middle, corners) or any(self.meets_line(*edge) for edge in edges)


Disc = tuple[float, float, float, float]  # x, y, radius, cost


class Clutter(NamedTuple):
    """Items drawn in a frame, in dots: models of the unit itself, other models, marks, paths, and areas with costs."""

    own: tuple[Disc, ...]
    others: tuple[Disc, ...] = ()
    marks: tuple[Disc, ...] = ()
    paths: tuple[tuple[Point, ...], ...] = ()
    areas: tuple[tuple[tuple[Point, ...], float], ...] = ()

    def cost(self, room: Rectangle) -> float:
        """Return the cost of placing the unit's name in a rectangle."""
        every = (*self.own, *self.others, *self.marks)
        found = sum(cost for x, y, reach, cost in every if room.meets_disc(x, y, reach))
        found += NEARER_TO_OTHERS * (_gap(room, self.others) + AS_NEAR < _gap(room, self.own))
        found += ON_A_PATH * sum(any(room.meets_line(*leg) for leg in pairwise(path)) for path in self.paths)
        return found + sum(cost for corners, cost in self.areas if room.meets_area(corners))


def _gap(room: Rectangle, discs: tuple[Disc, ...]) -> float:
    return min((room.gap(x, y, reach) for x, y, reach, _ in discs), default=inf)


def discs(frame: Frame, figures: Iterable[Figure], cost: float = ON_A_MODEL) -> tuple[Disc, ...]:
    """Convert each base to a disc as wide as the base's shorter side. A long base becomes a row of discs."""
    return tuple((*frame.dot((x, y)), reach * frame.scale, cost) for one in figures for x, y, reach in _row(one))


def _row(figure: Figure) -> Iterator[tuple[float, float, float]]:
    """Yield the row of discs that fills a base, each as a centre and a radius in inches."""
    short, long = sorted((figure.width, figure.depth))
    number = ceil(long / short)
    angle = radians(figure.facing + (90 if figure.width > figure.depth else 0))
    for place in range(number):
        away = (long - short) * (place / (number - 1) - 0.5) if number > 1 else 0.0
        yield figure.x + away * sin(angle), figure.y + away * cos(angle), short / 2


def poles(frame: Frame, flags: Iterable[Flag]) -> tuple[Disc, ...]:
    """Return discs that cover the flags of objectives and the objectives' names."""
    return tuple((*frame.dot((one.x, one.y)), POLE, ON_A_FLAG) for one in flags)


def paths(frame: Frame, arrows: Iterable[Arrow]) -> tuple[tuple[Point, ...], ...]:
    """Convert the paths of moves to polylines whose coordinates are in dots."""
    return tuple(tuple(map(frame.dot, arrow.route)) for arrow in arrows)


def areas(frame: Frame, grounds: Iterable[Terrain], own: list[Figure]) -> tuple[tuple[tuple[Point, ...], float], ...]:
    """Return pieces of terrain with the cost of covering them.

    Covering terrain on which the unit itself stands costs little.
    """
    found = []
    for ground in grounds:
        is_own = any(lies_in((one.x, one.y), ground.corners) for one in own)
        found.append((tuple(map(frame.dot, ground.corners)), ON_ITS_OWN_GROUND if is_own else ON_GROUND))
    return tuple(found)


def lies_in(point: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a point lies in a polygon, tested by counting how often a ray from the point crosses the edge."""
    x, y = point
    crossed = 0
    for (one, along), (other, far) in pairwise((*corners, corners[0])):
        if (along > y) != (far > y):
            crossed += x < one + (y - along) / (far - along) * (other - one)
    return crossed % 2 == 1
