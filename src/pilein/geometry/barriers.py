"""Obstacles grown by a mover's clearance, and the circles around their corners that a path may follow."""

from functools import lru_cache
from math import sqrt
from typing import Final

from pilein.geometry.rounded import HALF_TURN, Vector, clearance, sweep
from pilein.geometry.shapes import Point, Points, Shape

FINE: Final = 0.1  # radians between the points of an arc in a picture
SLIM: Final = 1e-9  # rounding error of unit vectors
LEFT, RIGHT = 1, -1  # counter-clockwise, with the corner on the left, or clockwise


class Barrier:
    """Obstacle grown by a mover's clearance. Treat as frozen.

    The mover's centre stays at least `limit` ticks from the `core` of the obstacle.

    `reach` bounds the grown shape around (x, y). `corners` lists the corners of the core in order and is computed on
    first use.
    """

    __slots__ = ("core", "corners", "limit", "reach", "shape", "x", "y")

    def __init__(self, shape: Shape, by: float) -> None:
        """Grow a shape by a clearance in ticks."""
        self.shape = shape
        self.core: Points = shape.core
        self.limit = shape.radius + by
        self.corners: list[Corner] | None = None
        self.reach = shape.reach + by
        self.x = shape.x
        self.y = shape.y

    def distance(self, x: float, y: float) -> float:
        """Return the distance from a point to the core, zero inside it."""
        return clearance(self.core, x, y)

    def eased(self, limit: float) -> "Barrier":
        """Return a copy with a smaller limit."""
        other = Barrier(self.shape, 0.0)
        other.limit, other.reach = limit, self.reach
        return other


class Corner:
    """Circle of radius `limit` ticks around one corner of a barrier's core. A path may follow the arc whose normals run
    counter-clockwise from `first` to `last`. A disc has a single corner, whose arc is the whole circle.
    """

    __slots__ = ("barrier", "first", "is_round", "last", "limit", "x", "y")

    def __init__(self, barrier: Barrier, number: int, normals: tuple[Vector, Vector]) -> None:
        """Store a corner of a barrier, given by the corner's number in the core and by the normals that bound
        its arc.
        """
        self.barrier = barrier
        self.x, self.y = barrier.core[number]
        self.limit = barrier.limit
        self.first, self.last = normals
        self.is_round = len(barrier.core) == 1

    def bears(self, nx: float, ny: float) -> bool:
        """Return whether the point with unit normal (nx, ny) belongs to the outline of the grown obstacle."""
        if self.is_round:
            return True
        (ax, ay), (bx, by) = self.first, self.last
        return (
            ax * ny - ay * nx >= -SLIM and nx * by - ny * bx >= -SLIM and ax * nx + ay * ny + bx * nx + by * ny >= -SLIM
        )

    def turn(self, start: Vector, end: Vector, way: int) -> float:
        """Return the angle in radians between two normals when turning LEFT or RIGHT. Rounding errors count as zero."""
        cross = (start[0] * end[1] - start[1] * end[0]) * way
        dot = start[0] * end[0] + start[1] * end[1]
        if dot > 0 and -SLIM < cross <= SLIM:
            return 0.0
        return sweep(cross, dot)

    def bend(self, start: Vector, end: Vector, way: int) -> list[Point]:
        """Return intermediate points of an arc between two normals, dense enough for drawing."""
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


@lru_cache(maxsize=65536)
def barrier_round(shape: Shape, by: float) -> Barrier:
    """Return a shape grown by a clearance. The result is cached, so that all configuration spaces share it."""
    return Barrier(shape, by)


def corners(barrier: Barrier) -> list[Corner]:
    """Return the corners of a barrier in the order of its core. The result is cached."""
    if barrier.corners is None:
        core = barrier.core
        normals = [_normal(core[number - 1], core[number]) for number in range(len(core))]
        pairs = zip(normals, [*normals[1:], normals[0]], strict=True)
        barrier.corners = [Corner(barrier, number, pair) for number, pair in enumerate(pairs)]
    return barrier.corners


def _normal(start: Point, end: Point) -> Vector:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    return (dy / length, -dx / length) if length else (1.0, 0.0)
