"""Corners of grown obstacles, and the straight legs that touch two of them without crossing either."""

from collections.abc import Iterable
from math import sqrt

from pilein.geometry.rounded import clearance, covered
from pilein.geometry.space import Barrier, Point, Space
from pilein.geometry.ticks import CONTACT, OVERLAP
from pilein.geometry.turns import HALF_TURN, ROUND, Vector, quarters, sweep

FINE = 0.4  # radians between the points of an arc in a picture
SLIM = 1e-9  # of a unit vector: rounding of directions
LEFT, RIGHT = 1, -1  # turning counter-clockwise, with the corner on the left, or clockwise
Leg = tuple[float, float, float]  # the unit vector of a leg, and its length in ticks


class Corner:
    """The circle of `limit` ticks round one corner of a barrier's core, of which a way may follow a part.

    The part has normals counter-clockwise from `first` to `last`; a lone corner (a disc) has the whole circle.
    `covers` lists the parts inside other barriers, or off the table (with None), in `quarters`.
    """

    __slots__ = ("barrier", "covers", "first", "is_round", "last", "limit", "number", "x", "y")

    def __init__(self, barrier: Barrier, number: tuple[int, int], normals: tuple[Vector, Vector]) -> None:
        """Take corner `number[1]` of barrier `number[0]`."""
        self.barrier = barrier
        self.number = number
        self.x, self.y = barrier.core[number[1]]
        self.limit = barrier.limit
        self.first, self.last = normals
        self.is_round = len(barrier.core) == 1
        self.covers: list[tuple[float, float, Barrier | None]] | None = None

    def bears(self, nx: float, ny: float) -> bool:
        """Say whether the point with the unit normal (nx, ny) belongs to the grown obstacle's outline."""
        if self.is_round:
            return True
        (ax, ay), (bx, by) = self.first, self.last
        return (
            ax * ny - ay * nx >= -SLIM and nx * by - ny * bx >= -SLIM and ax * nx + ay * ny + bx * nx + by * ny >= -SLIM
        )

    def turn(self, start: Vector, end: Vector, way: int) -> float:
        """Return the angle in radians from one normal to another, turning LEFT or RIGHT; none for a hair back."""
        cross = (start[0] * end[1] - start[1] * end[0]) * way
        dot = start[0] * end[0] + start[1] * end[1]
        if dot > 0 and -SLIM < cross <= SLIM:
            return 0.0
        return sweep(cross, dot)

    def bend(self, start: Vector, end: Vector, way: int) -> list[Point]:
        """Return points between the ends of an arc from one normal to another, close enough for a picture."""
        turn = self.turn(start, end, way)
        if turn <= FINE:
            return []
        nx, ny = start[0] + end[0], start[1] + end[1]
        if turn > HALF_TURN:
            nx, ny = -nx, -ny
        length = sqrt(nx * nx + ny * ny)
        half = (nx / length, ny / length) if length > FINE else (-start[1] * way, start[0] * way)
        point = self.x + self.limit * half[0], self.y + self.limit * half[1]
        return [*self.bend(start, half, way), point, *self.bend(half, end, way)]


def corners(space: Space, barrier: Barrier) -> list[Corner]:
    """Return the corners of a barrier that are not buried in a single other one."""
    core = barrier.core
    normals = [_normal(core[number - 1], core[number]) for number in range(len(core))]
    found = []
    for number in range(len(core)):
        pair = normals[number], normals[(number + 1) % len(core)]
        corner = Corner(barrier, (barrier.number, number), pair)
        if not is_buried(space, corner):
            found.append(corner)
    return found


def is_buried(space: Space, corner: Corner) -> bool:
    """Say whether a single other barrier holds the whole circle of a corner."""
    return any(
        other is not corner.barrier and clearance(other.core, corner.x, corner.y) + corner.limit < other.limit - OVERLAP
        for other in space.holders(corner.x, corner.y)
    )


def _normal(start: Point, end: Point) -> Vector:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    return (dy / length, -dx / length) if length else (1.0, 0.0)


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


def covers(space: Space, corner: Corner) -> list[tuple[float, float, Barrier | None]]:
    """Return which parts of a corner's circle lie in other barriers or off the table; reckoned once."""
    if corner.covers is None:
        corner.covers = [*_in_barriers(space, corner), *_off_table(space, corner)]
    return corner.covers


def _in_barriers(space: Space, corner: Corner) -> Iterable[tuple[float, float, Barrier | None]]:
    x, y, limit = corner.x, corner.y, corner.limit
    for other in space.around(x, y, limit):
        if other is not corner.barrier and clearance(other.core, x, y) < limit + other.limit - OVERLAP:
            for low, high in covered(other.core, other.limit - OVERLAP, (x, y), limit):
                yield low, high, other


def _off_table(space: Space, corner: Corner) -> Iterable[tuple[float, float, Barrier | None]]:
    x, y, limit = corner.x, corner.y, corner.limit
    (left, bottom), (right, top) = space.low, space.high
    far = 4 * limit + CONTACT
    for nx, ny, foot in ((-1, 0, x - left), (0, -1, y - bottom), (1, 0, right - x), (0, 1, top - y)):
        if foot < limit - OVERLAP:
            centre = x + nx * (foot + far), y + ny * (foot + far)
            side = ((centre[0] - ny * far, centre[1] + nx * far), (centre[0] + ny * far, centre[1] - nx * far))
            for low, high in covered(side, far - OVERLAP, (x, y), limit):
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
