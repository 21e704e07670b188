"""Configuration space: possible centres of a moving base among obstacles, impassable terrain and table edges."""

from bisect import bisect_left
from collections.abc import Iterable
from math import sqrt
from operator import attrgetter
from typing import TypeVar

from pilein.geometry.barriers import Barrier, Corner, barrier_round
from pilein.geometry.enclosed_regions import EnclosedRegions
from pilein.geometry.gaps import BOUNDLESS, TableSize, is_on_table, margin, separation
from pilein.geometry.looked import Looked
from pilein.geometry.rounded import clearance, span
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT, SNAP

BY_X, BY_Y = attrgetter("x"), attrgetter("y")
Cover = tuple[float, float, Barrier | None]  # a part of a corner's circle, from and to in quarters, and what covers it


class ConfigurationSpace:
    """Configuration space of one mover among `obstacles` (other bases) and `impassable` terrain.

    The table extends from (0, 0) to (`width`, `depth`) in ticks, or has no edge if both are None. `radius` is the
    mover's clearance, half the shorter side of its base. Obstacles are grown by `radius` less half of CONTACT, so that
    the mover fits through a gap up to CONTACT narrower than itself. `looked` records the areas examined. Areas examined
    by `separates` are left out, because that method only saves searches that would find no path.
    """

    __slots__ = (
        "_regions",
        "barriers",
        "covers",
        "high",
        "hits",
        "is_eased",
        "keep",
        "looked",
        "low",
        "places",
        "radius",
        "shapes",
        "table",
        "widest",
        "xs",
    )

    def __init__(
        self,
        obstacles: Iterable[Shape],
        width: float | None = None,
        depth: float | None = None,
        impassable: Iterable[Shape] = (),
        radius: float = 0.0,
        looked: Looked | None = None,
    ) -> None:
        """Build the space from shapes, which must not include the mover's own shape."""
        self.radius = radius
        self.looked = looked
        self.shapes = (*obstacles, *impassable)
        self.table: TableSize = None if width is None or depth is None else (width, depth)
        self.keep = by = max(0.0, radius - CONTACT / 2)
        barriers = [barrier_round(shape, by) for shape in self.shapes]
        barriers.sort(key=BY_Y)
        barriers.sort(key=BY_X)  # two sorts of single numbers are faster than one of pairs
        self.barriers = barriers
        self.covers: dict[Corner, list[Cover]] = {}
        self.hits: dict[object, Barrier | None] = {}
        self._regions: EnclosedRegions | None = None
        self.places: dict[int, int] = {}
        self.is_eased = False
        self.xs = [barrier.x for barrier in barriers]
        self.widest = max([barrier.reach for barrier in barriers], default=0.0)
        far = BOUNDLESS if self.table is None else 0.0
        self.low: Point = (by - far, by - far)
        self.high: Point = (far - by + (width or 0.0), far - by + (depth or 0.0))

    def fits(self, shape: Shape) -> bool:
        """Return whether a shape is wholly on the table and overlaps no obstacle or impassable terrain."""
        if not is_on_table(self.table, shape):
            return False
        if self.looked is not None:
            self.looked.at(shape.x, shape.y, shape.reach)
        x, y, reach = shape.x, shape.y, shape.reach - self.radius + CONTACT
        wide = self.widest + reach
        xs = self.xs
        for barrier in self.barriers[bisect_left(xs, x - wide) : bisect_left(xs, x + wide)]:
            dx, dy, far = barrier.x - x, barrier.y - y, barrier.reach + reach
            if dx * dx + dy * dy < far * far and separation(shape, barrier.shape) < -SNAP:
                return False
        return True

    def room(self, shape: Shape) -> float:
        """Return the gap between a shape and the nearest obstacle, impassable terrain or table edge, capped at CONTACT.

        If the shape overlaps an obstacle or hangs over an edge, return the greatest depth of overlap as a negative
        number.
        """
        near = self.near(shape.x, shape.y, shape.reach + CONTACT)
        return min([margin(self.table, shape), CONTACT, *[separation(shape, other) for other in near]])

    def around(self, x: float, y: float, far: float) -> list[Barrier]:
        """Return the barriers whose bounding circles come within `far` ticks of a point."""
        if self.looked is not None:
            self.looked.at(x, y, far + self.keep)
        wide = self.widest + far
        found = self.barriers[bisect_left(self.xs, x - wide) : bisect_left(self.xs, x + wide)]
        near: list[Barrier] = []
        for barrier in found:
            dx, dy, reach = barrier.x - x, barrier.y - y, barrier.reach + far
            if dx * dx + dy * dy < reach * reach:
                near.append(barrier)
        return near

    def look_at(self, x: float, y: float, far: float) -> None:
        """Mark the barriers within `far` ticks of a point as examined."""
        if self.looked is not None:
            self.looked.at(x, y, far + self.keep)

    def near(self, x: float, y: float, far: float) -> list[Shape]:
        """Return the obstacles and impassable terrain that can be within `far` ticks of a point."""
        found = self.around(x, y, far - self.radius + CONTACT)
        return [barrier.shape for barrier in found]

    def holders(self, x: float, y: float) -> list[Barrier]:
        """Return the barriers that contain a point."""
        return [barrier for barrier in self.around(x, y, 0.0) if clearance(barrier.core, x, y) < barrier.limit]

    def holds(self, x: float, y: float) -> bool:
        """Return whether the mover's disc, centred on a point, lies on the table."""
        (left, bottom), (right, top) = self.low, self.high
        return left <= x <= right and bottom <= y <= top

    def eased(self, points: tuple[Point, ...]) -> "ConfigurationSpace":
        """Return the space with barriers and table edges drawn back so that they contain none of the given points.

        A barrier is drawn back until its edge passes through the deepest of the points inside it. If its core
        contains one of them, the barrier is removed.
        """
        over = [barrier for point in points for barrier in self.holders(*point)]
        if not over and all(self.holds(*point) for point in points):
            return self
        width, depth = self.table or (None, None)
        space = ConfigurationSpace((), width, depth, (), self.radius, self.looked)
        space.shapes, space.widest = self.shapes, self.widest
        space.is_eased = True
        across, along = [x for x, _ in points], [y for _, y in points]
        space.low = min(self.low[0], *across), min(self.low[1], *along)
        space.high = max(self.high[0], *across), max(self.high[1], *along)
        limits = {id(barrier): min([barrier.distance(*point) for point in points]) for barrier in over}
        space.barriers = [
            barrier.eased(limits[id(barrier)]) if id(barrier) in limits else barrier
            for barrier in self.barriers
            if limits.get(id(barrier), 1.0) > 0
        ]
        space.xs = [barrier.x for barrier in space.barriers]
        return space

    def hit(self, start: Point, goal: Point) -> Barrier | None:
        """Return the first barrier, in order of x, that a straight path enters, or None if the path is clear."""
        px, py = start
        dx, dy = goal[0] - px, goal[1] - py
        length = sqrt(dx * dx + dy * dy)
        if length <= OVERLAP:
            return None
        if self.looked is not None:
            self.looked.along(px, py, *goal, self.keep)
        dx /= length
        dy /= length
        xs, wide = self.xs, self.widest
        first = bisect_left(xs, min(px, goal[0]) - wide)
        for barrier in self.barriers[first : bisect_left(xs, max(px, goal[0]) + wide)]:
            bx, by, reach = barrier.x - px, barrier.y - py, barrier.reach
            if -reach < dx * by - dy * bx < reach and -reach < dx * bx + dy * by < length + reach:
                inside = span(barrier.core, barrier.limit - OVERLAP, start, (dx, dy))
                if inside and inside[0] < length - OVERLAP and inside[1] > OVERLAP:
                    return barrier
        return None

    @property
    def knows_regions(self) -> bool:
        """Whether the enclosed regions have been computed, so that `separates` is cheap."""
        return self._regions is not None

    def separates(self, start: Point, goal: Point) -> bool:
        """Return True if obstacles certainly separate two points outside all of them, so that no path exists."""
        if self.is_eased:
            return False
        if self._regions is None:
            self._regions = EnclosedRegions(
                [barrier.shape for barrier in self.barriers], self.keep, self.low, self.high
            )
        return self._regions.separates(start, goal)

    def without(self, barriers: Iterable[Barrier]) -> "ConfigurationSpace":
        """Return the space without the shapes of the given barriers."""
        gone = {id(barrier.shape) for barrier in barriers}
        left = [shape for shape in self.shapes if id(shape) not in gone]
        width, depth = self.table or (None, None)
        return ConfigurationSpace(left, width, depth, (), self.radius, self.looked)

    def lacking(self, shapes: Iterable[Shape]) -> "ConfigurationSpace":
        """Return the space without the given shapes. This is much faster than building the space anew.

        Raises:
            ValueError: a shape is not in the space.
        """
        if not self.places:
            self.places.update({id(shape): place for place, shape in enumerate(self.shapes)})
        gone = list(shapes)
        if any(id(shape) not in self.places for shape in gone):
            raise ValueError("a shape that is not in the space cannot be removed")
        drawn = sorted([self._place_of_barrier(shape) for shape in gone])
        width, depth = self.table or (None, None)
        space = ConfigurationSpace((), width, depth, (), self.radius, self.looked)
        space.shapes = tuple(_left(list(self.shapes), sorted([self.places[id(shape)] for shape in gone])))
        space.barriers, space.xs = _left(self.barriers, drawn), _left(self.xs, drawn)
        space.widest = self.widest
        if any(self.barriers[place].reach >= self.widest for place in drawn):
            space.widest = max([barrier.reach for barrier in space.barriers], default=0.0)
        return space

    def _place_of_barrier(self, shape: Shape) -> int:
        place = bisect_left(self.xs, shape.x)
        while self.barriers[place].shape != shape:
            place += 1
        return place


T = TypeVar("T")


def _left(ones: list[T], gone: list[int]) -> list[T]:
    """Return all elements except those at the given indices, which must be ascending."""
    found: list[T] = []
    start = 0
    for place in gone:
        found += ones[start:place]
        start = place + 1
    return found + ones[start:]
