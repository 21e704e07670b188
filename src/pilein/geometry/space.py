"""Where the centre of a moving base may go: obstacles, walls and the table edge, all grown by its
clearance.
"""

from bisect import bisect_left
from collections.abc import Iterable
from math import sqrt

from pilein.geometry.gaps import separation
from pilein.geometry.rounded import clearance, span
from pilein.geometry.shapes import Points, Shape
from pilein.geometry.ticks import CONTACT, OVERLAP

Point = tuple[float, float]


class Barrier:
    """One obstacle, grown: the centre keeps at least `limit` away from `core`. Treat as frozen.

    `reach` bounds the grown shape round (x, y); `number` is its place among obstacles, then walls.
    """

    __slots__ = ("core", "limit", "number", "reach", "x", "y")

    def __init__(self, shape: Shape, number: int, by: float) -> None:
        """Grow a shape by a clearance in ticks."""
        self.core: Points = shape.core
        self.limit = max(0.0, shape.radius + by)
        self.number = number
        self.reach = shape.reach + by
        self.x = shape.x
        self.y = shape.y

    def eased(self, limit: float) -> "Barrier":
        """Return the same barrier with a smaller limit."""
        other = Barrier.__new__(Barrier)
        other.core, other.limit, other.number = self.core, limit, self.number
        other.reach, other.x, other.y = self.reach, self.x, self.y
        return other


class Space:
    """The ground for one mover: `obstacles` (other bases), `walls` (convex parts of impassable
    ground), the table.

    The table reaches from (0, 0) to (`width`, `depth`) in ticks, or is without edge where these are
    None. `radius` is the mover's clearance, half the shorter side of its base. Each grown obstacle
    is smaller by half of CONTACT, so that the mover passes between two of them if their gap is no
    more than CONTACT narrower than itself.
    """

    __slots__ = ("barriers", "high", "low", "radius", "shapes", "table", "widest", "xs")

    def __init__(
        self,
        obstacles: Iterable[Shape],
        width: float | None = None,
        depth: float | None = None,
        walls: Iterable[Shape] = (),
        radius: float = 0.0,
    ) -> None:
        """Take the shapes as they stand; the mover's own is not among them."""
        self.radius = radius
        self.shapes = (*obstacles, *walls)
        self.table = None if width is None or depth is None else (width, depth)
        by = radius - CONTACT / 2
        barriers = [Barrier(shape, number, by) for number, shape in enumerate(self.shapes)]
        barriers.sort(key=_position)
        self.barriers = barriers
        self.xs = [barrier.x for barrier in barriers]
        self.widest = max([barrier.reach for barrier in barriers], default=0.0)
        far = 1e30 if self.table is None else 0.0
        self.low: Point = (by - far, by - far)
        self.high: Point = (far - by + (width or 0.0), far - by + (depth or 0.0))

    def fits(self, shape: Shape) -> bool:
        """Say whether a shape stands wholly on the table and overlaps no obstacle and no wall."""
        if not self.is_on_table(shape):
            return False
        x, y, reach = shape.x, shape.y, shape.reach - self.radius + CONTACT
        wide = self.widest + reach
        xs = self.xs
        for barrier in self.barriers[bisect_left(xs, x - wide) : bisect_left(xs, x + wide)]:
            dx, dy, far = barrier.x - x, barrier.y - y, barrier.reach + reach
            if dx * dx + dy * dy < far * far:
                other = self.shapes[barrier.number]
                if separation(shape, other) < -OVERLAP:
                    return False
        return True

    def is_on_table(self, shape: Shape) -> bool:
        """Say whether no part of a shape hangs over the table edge."""
        if self.table is None:
            return True
        width, depth = self.table
        rim = shape.radius - OVERLAP
        return all(rim <= x <= width - rim and rim <= y <= depth - rim for x, y in shape.core)

    def near(self, x: float, y: float, far: float) -> list[Shape]:
        """Return the obstacles and walls that may come within `far` ticks of a point, in their own
        order.
        """
        far += CONTACT - self.radius
        wide = self.widest + far
        found = self.barriers[bisect_left(self.xs, x - wide) : bisect_left(self.xs, x + wide)]
        numbers = [
            barrier.number
            for barrier in found
            if (barrier.x - x) ** 2 + (barrier.y - y) ** 2 < (barrier.reach + far) ** 2
        ]
        return [self.shapes[number] for number in sorted(numbers)]

    def holders(self, x: float, y: float) -> list[Barrier]:
        """Return the barriers that a point lies inside of."""
        wide = self.widest
        found = self.barriers[bisect_left(self.xs, x - wide) : bisect_left(self.xs, x + wide)]
        return [
            barrier
            for barrier in found
            if (barrier.x - x) ** 2 + (barrier.y - y) ** 2 < barrier.reach**2
            and clearance(barrier.core, x, y) < barrier.limit
        ]

    def hit(self, start: Point, goal: Point) -> Barrier | None:
        """Return the first barrier in order of x that the straight way enters, None where it is
        clear.
        """
        px, py = start
        dx, dy = goal[0] - px, goal[1] - py
        length = sqrt(dx * dx + dy * dy)
        if length <= OVERLAP:
            return None
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

    def without(self, numbers: Iterable[int]) -> "Space":
        """Return the space with some of its shapes taken away; the others are numbered afresh."""
        gone = frozenset(numbers)
        left = [shape for number, shape in enumerate(self.shapes) if number not in gone]
        width, depth = self.table or (None, None)
        return Space(left, width, depth, (), self.radius)


def _position(barrier: Barrier) -> tuple[float, float, int]:
    return barrier.x, barrier.y, barrier.number
