"""Cheapest paths over and around the floors of structures, by length and climb (WS-CM-03)."""

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import combinations, count, pairwise

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.rounded import Vector
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Place, Point, distance
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.warstrike.crossing import climb_on, floors_of
from pilein.rulesets.warstrike.detours import space_among
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.plane import Plane

Corners = tuple[tuple[int, int], ...]
Edge = tuple[tuple[int, int], tuple[int, int]]

BESIDE = 3 * CONTACT  # ticks from where edges of floors meet to where a path passes by, on a floor or off it


class FloorWays:
    """Search, by Dijkstra's algorithm, for a model's cheapest path by way of the corners of floors.

    A change of level costs its height, and is impossible if `climbs` is False. Costs and `limit` are in ticks.
    """

    def __init__(self, battle: Battle, plane: Plane, bars: Bars, model: int, *, limit: float, climbs: bool) -> None:
        self.battle, self.limit, self.climbs = battle, limit, climbs
        self.space: ConfigurationSpace = space_among(plane, bars, model)
        start = plane.place(model)
        self.start = (start.x, start.y)

    def cheapest_to(self, place: Place) -> Route | None:
        """Return the cheapest path, or None if every path costs more than the limit."""
        goal, order = (place.x, place.y), count()
        corners = [point for point in self._corners() if self._is_between(point, goal)]
        open_ones = [(distance(self.start, goal), next(order), 0.0, Route(0.0, (self.start,)))]
        closed: set[Point] = set()
        while open_ones:
            _, _, cost, route = heappop(open_ones)
            here = route.points[-1]
            if here == goal:
                return route
            if here in closed:
                continue
            closed.add(here)
            for there in (goal, *(corner for corner in corners if corner not in closed)):
                leg = self._leg(here, there, self.limit - cost - distance(there, goal))
                if leg is not None:
                    whole = Route(route.length + leg[1].length, (*route.points, *leg[1].points[1:]))
                    so_far = cost + leg[0]
                    heappush(open_ones, (so_far + distance(there, goal), next(order), so_far, whole))
        return None

    def _leg(self, start: Point, end: Point, limit: float) -> tuple[float, Route] | None:
        """Return the cost and course of the shortest path between two points, or None if the path costs more than the
        limit.
        """
        if distance(start, end) > limit:
            return None
        route = shortest(self.space, start, end, limit)
        if route is None:
            return None
        climb = climb_on(self.battle, route.points)
        cost = route.length + climb
        return (cost, route) if cost <= limit and (self.climbs or not climb) else None

    def _is_between(self, point: Point, goal: Point) -> bool:
        return distance(self.start, point) + distance(point, goal) <= self.limit

    def _corners(self) -> Iterator[Point]:
        """Yield corners beside each place where two edges of floors meet, both on the floors and off them."""
        edges = [edge for floor in floors_of(self.battle.setup) for edge in _edges(floor.outline.points)]
        for one, other in combinations(edges, 2):
            meeting = _meeting(one, other)
            if meeting is not None:
                (ax, ay), (bx, by) = _direction(one), _direction(other)
                for right, ahead in ((ax + bx, ay + by), (ax - bx, ay - by)):
                    x, y = unit_vector(right, ahead)
                    for far in (BESIDE, -BESIDE):
                        yield round(meeting[0] + x * far), round(meeting[1] + y * far)


def _edges(corners: Corners) -> Iterator[Edge]:
    return pairwise((*corners, corners[0]))


def _direction(edge: Edge) -> Vector:
    (ax, ay), (bx, by) = edge
    return unit_vector(bx - ax, by - ay)


def _meeting(one: Edge, other: Edge) -> Point | None:
    """Return the point where two edges meet or cross, or None if they do not meet or are parallel."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = *one, *other
    slant = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if not slant:
        return None
    along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / slant
    beside = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / slant
    return (ax + along * (bx - ax), ay + along * (by - ay)) if 0 <= along <= 1 and 0 <= beside <= 1 else None
