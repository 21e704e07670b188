"""Shortest path of a base among other bases.

A base moves as a disc as wide as its shorter side (SH-R-07). Its path is the path of its centre, which stays outside
every obstacle grown by the disc. A base at a legal place contains its disc, so a legal start or goal lies outside all
grown obstacles. A start may nevertheless lie inside an obstacle, because a neighbour was rounded to ticks or because
bases overlap. The obstacle is then drawn back to the start, so that the path may leave the obstacle but not go deeper
into it. A goal up to CONTACT inside an obstacle is treated in the same way. A goal further inside is not a legal place
and has no route.
"""

from typing import Final

import msgspec

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.passages import Goal, how_far
from pilein.geometry.search import PathPoint, Search
from pilein.geometry.shapes import Point, distance
from pilein.geometry.tolerance import CONTACT

PATIENCE: Final = 24  # legs examined before testing whether a path exists at all, or switching ends


class Route(msgspec.Struct, frozen=True):
    """Path of a base's centre. Its length in ticks is exact. Its corners are snapped to whole ticks for drawing."""

    length: float
    points: tuple[tuple[int, int], ...]


def shortest(space: ConfigurationSpace, start: Point, goal: Point, limit: float) -> Route | None:
    """Return the shortest path of at most `limit` ticks from `start` to `goal`, or None."""
    length = distance(start, goal)
    if length > limit or not _is_open(space, goal):
        return None
    space = space.eased((start, goal))
    if space.hit(start, goal) is None:
        return Route(length, (_tick(start), _tick(goal)))
    if space.is_eased:
        return _from_both_ends(space, start, goal, limit)
    search = Search(space, start, (goal,), limit)
    stop = search.pursue(PATIENCE)
    if stop is None and search.heap:
        if space.separates(start, goal):
            space.look_at(*start, limit)
        else:
            stop = search.run()
    return None if stop is None else route_to(stop)


def to_nearest(space: ConfigurationSpace, start: Point, goals: tuple[Goal, ...], limit: float) -> Route | None:
    """Return the shortest path of at most `limit` ticks to the nearest goal, or None. Goals are points or stretches of
    a contact locus.
    """
    if not goals or how_far(goals, *start) > limit:
        return None
    space = space.eased((start,))
    stop = Search(space, start, goals, limit).run()
    return None if stop is None else route_to(stop)


def _from_both_ends(space: ConfigurationSpace, start: Point, goal: Point, limit: float) -> Route | None:
    """Search from both ends alternately. If obstacles that were drawn back enclose one end, the search from that end
    finishes first.
    """
    forward = Search(space, start, (goal,), limit)
    backward = Search(space, goal, (start,), limit)
    while forward.heap and backward.heap:
        for search in (forward, backward):
            stop = search.pursue(PATIENCE)
            if stop is not None:
                route = route_to(stop)
                return route if search is forward else Route(route.length, route.points[::-1])
    return None


def _is_open(space: ConfigurationSpace, goal: Point) -> bool:
    return space.holds(*goal) and all(
        barrier.limit - barrier.distance(*goal) <= CONTACT for barrier in space.holders(*goal)
    )


def route_to(stop: PathPoint) -> Route:
    """Return the route that a search took to a stop."""
    points: list[Point] = [stop.point]
    here = stop
    while here.before is not None:
        before = here.before
        points.append(here.left[0])
        if before.corner is not None:
            points += before.corner.bend(here.left[1], before.normal, -before.way)
            points.append(before.point)
        here = before
    ticks: list[tuple[int, int]] = []
    for point in reversed(points):
        if not ticks or ticks[-1] != _tick(point):
            ticks.append(_tick(point))
    return Route(stop.cost, tuple(ticks))


def _tick(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
