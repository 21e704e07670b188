"""Passages: the legs that lead from a point, or round a corner, to the corners of a barrier.

They depend on nothing else that stands about, so they are remembered for all searches.
"""

from functools import lru_cache

from pilein.geometry.barriers import LEFT, RIGHT, Barrier, Corner, corners
from pilein.geometry.hulls import Point
from pilein.geometry.tangents import leg
from pilein.geometry.turns import Vector

NO_TURN: Vector = (0.0, 0.0)


class Passage:
    """A leg of `length` ticks that leaves `start`, with the normal `leaving`, and meets `corner` at `end`.

    There the way turns `way` round the corner; `normal` is the side of the corner's circle that it meets.
    """

    __slots__ = ("corner", "end", "leaving", "length", "normal", "start", "way")

    def __init__(
        self, start: tuple[Point, Vector], end: Point, length: float, corner: Corner, way: int, normal: Vector
    ) -> None:
        """Take the parts as they are."""
        self.start, self.leaving = start
        self.end = end
        self.length = length
        self.corner = corner
        self.way = way
        self.normal = normal


@lru_cache(maxsize=65536)
def passages_from(point: Point, barrier: Barrier) -> tuple[Passage, ...]:
    """Return the passages from a point to the corners of a barrier, in their order, turning LEFT and RIGHT."""
    found = []
    for target in corners(barrier):
        for way in (LEFT, RIGHT):
            met = leg(point, 0.0, (target.x, target.y), target.limit * way)
            passage = _meeting(met, (point, NO_TURN), target, way)
            found += [passage] if passage else []
    return tuple(found)


@lru_cache(maxsize=65536)
def passages_round(corner: Corner, turning: int, barrier: Barrier) -> tuple[Passage, ...]:
    """Return the passages to the corners of a barrier of a way that turns LEFT or RIGHT round a corner."""
    found = []
    centre, out = (corner.x, corner.y), corner.limit * turning
    for target in corners(barrier):
        for way in (LEFT, RIGHT) if target is not corner else ():
            met = leg(centre, out, (target.x, target.y), target.limit * way)
            if met is None:
                continue
            dx, dy, _ = met
            leaving = (dy * turning, -dx * turning)
            passage = _meeting(met, ((centre[0] + out * dy, centre[1] - out * dx), leaving), target, way)
            if passage and corner.bears(*leaving):
                found.append(passage)
    return tuple(found)


def _meeting(
    met: tuple[float, float, float] | None, start: tuple[Point, Vector], target: Corner, way: int
) -> Passage | None:
    """Return the passage along a leg, if it meets the part of a corner's circle that a way may follow."""
    if met is None:
        return None
    dx, dy, length = met
    normal = (dy * way, -dx * way)
    if not target.bears(*normal):
        return None
    end = target.x + target.limit * normal[0], target.y + target.limit * normal[1]
    return Passage(start, end, length, target, way, normal)
