"""The shortest way of a base among others."""

from collections.abc import Sequence
from math import sqrt

import msgspec

from pilein.geometry.space import Point, Space


class Route(msgspec.Struct, frozen=True):
    """A way of a base's centre: its exact length in ticks, and its corners for pictures, snapped to
    ticks.
    """

    length: float
    points: tuple[tuple[int, int], ...]


def shortest(space: Space, start: Point, goal: Point, limit: float) -> Route | None:
    """Return the shortest way from `start` to `goal` of at most `limit` ticks, None where there is
    none.
    """
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length > limit or space.hit(start, goal):
        return None
    return Route(length, (_tick(start), _tick(goal)))


def reach(space: Space, start: Point, goals: Sequence[Point], limit: float) -> Route | None:
    """Return the shortest way from `start` to any of `goals`."""
    routes = [route for goal in goals if (route := shortest(space, start, goal, limit))]
    return min(routes, key=lambda route: route.length, default=None)


def _tick(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
