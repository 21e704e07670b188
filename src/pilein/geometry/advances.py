"""Advance of a mover: the furthest place that the mover can reach along the shortest path to a goal."""

from itertools import pairwise
from math import sqrt
from typing import Final

import msgspec

from pilein.geometry.barriers import Barrier
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line
from pilein.geometry.free_intervals import free_line
from pilein.geometry.landing import AROUND
from pilein.geometry.rounded import span
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Base, Place, Point, shape, way_length
from pilein.geometry.ticks import OVERLAP, bearing
from pilein.geometry.tolerance import CONTACT

ANY: Final = 1e30  # ticks: no limit
Leg = tuple[Point, Point]


class Advance(msgspec.Struct, frozen=True):
    """End of a move, with the path that leads to it."""

    place: Place
    route: Route


def toward(mover: Base, start: Place, goal: Point, limit: float, space: ConfigurationSpace) -> Advance | None:
    """Return the furthest place that a mover can reach within `limit` ticks along the shortest path to a point.

    The place is on a whole tick, on the table and clear of obstacles, and may be the start. The mover faces along its
    last leg. If it gets further with its original facing, it keeps that facing instead. A goal off the table is moved
    to the edge. If the goal lies inside an obstacle, the search ignores that obstacle but the path does not enter it.
    Return None if there is no path.
    """
    (left, bottom), (right, top) = space.low, space.high
    goal = min(max(goal[0], left), right), min(max(goal[1], bottom), top)
    here = (float(start.x), float(start.y))
    around = space.holders(*goal)
    route = shortest(space.without(around), here, goal, ANY)
    if route is None:
        return None
    bends = route.length - way_length(route.points)  # arcs are longer than the lines between their corners
    legs = _walked(route, limit - bends, around)
    while legs:
        place = _furthest(mover, start, legs[-1], space)
        if place is not None:
            return Advance(place, _way(legs, place))
        legs.pop()
    return Advance(start, Route(0.0, ((start.x, start.y),)))


def _walked(route: Route, limit: float, around: list[Barrier]) -> list[Leg]:
    """Return the legs of a route, cut at `limit` ticks or at the first barrier."""
    legs: list[Leg] = []
    for a, b in pairwise(route.points):
        dx, dy = b[0] - a[0], b[1] - a[1]
        length = sqrt(dx * dx + dy * dy)
        way = (dx / length, dy / length)
        inside = [span(barrier.core, barrier.limit - OVERLAP, a, way) for barrier in around]
        entries = [part[0] for part in inside if part is not None and part[1] > OVERLAP]
        far = min(limit, length, *entries)
        if far > 0:
            legs.append((a, (a[0] + way[0] * far, a[1] + way[1] * far)))
        if far < length:
            break
        limit -= length
    return legs


def _furthest(mover: Base, start: Place, leg: Leg, space: ConfigurationSpace) -> Place | None:
    """Return the last legal place on a leg, with the mover facing along the leg or keeping its facing, whichever takes
    the mover further.
    """
    (ax, ay), (bx, by) = leg
    best: tuple[float, Place] | None = None
    for facing in (bearing(bx - ax, by - ay), start.facing):
        for part in reversed(free_line(mover, Line(*leg, facing), space)):
            assert isinstance(part, Line)
            place = _on_tick(mover, part.end, facing, space)
            if place is not None:
                far = sqrt((place.x - ax) ** 2 + (place.y - ay) ** 2)
                if best is None or far > best[0] + CONTACT:
                    best = far, place
                break
    return None if best is None else best[1]


def _on_tick(mover: Base, point: Point, facing: int, space: ConfigurationSpace) -> Place | None:
    for dx, dy in AROUND:
        place = Place(round(point[0]) + dx, round(point[1]) + dy, facing)
        if space.fits(shape(mover, place)):
            return place
    return None


def _way(legs: list[Leg], place: Place) -> Route:
    points = [leg[0] for leg in legs] + [(place.x, place.y)]
    return Route(way_length(points), tuple((round(x), round(y)) for x, y in points))
