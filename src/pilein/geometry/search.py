"""Shortest-path search by A*, which adds an obstacle only when a leg runs into it.

A path consists of legs tangent to two corners, and of arcs around corners, of the obstacles met so far. A shortest path
among some of the obstacles is never longer than a shortest path among all of them. The first path that proves to be
clear of every obstacle is therefore the shortest.
"""

from heapq import heappop, heappush
from typing import Final

from pilein.geometry.barriers import LEFT, Barrier, Corner
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.passages import (
    NO_TURN,
    Goal,
    Passage,
    blocker,
    from_circle,
    how_far,
    passages_from,
    passages_round,
    seen_from,
    without_ends,
)
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Point, distance

SAME: Final = 1e-6  # ticks: paths whose lengths differ by less count as equal


class PathPoint:
    """Point on a path: the start, a corner passed turning `way`, or a goal (`is_goal`).

    `cost` is the length so far, and `normal` points from the corner to the point where the path meets its circle.
    `left` holds the point and the normal at which the path left the previous stop, and `passage` the leg from the
    previous stop to a corner.
    """

    __slots__ = ("before", "corner", "cost", "is_goal", "left", "normal", "passage", "point", "way")

    def __init__(
        self,
        point: Point,
        cost: float,
        before: "PathPoint | None",
        left: tuple[Point, Vector],
        passage: Passage | None = None,
    ) -> None:
        """Make the stop at `point`, reached from the stop `before`. A stop at a corner is reached by a passage."""
        self.point = point
        self.cost = cost
        self.before = before
        self.left = left
        self.passage = passage
        if passage is None:
            self.corner: Corner | None = None
            self.way, self.normal = LEFT, NO_TURN
            self.is_goal = before is not None
        else:
            self.corner, self.way, self.normal = passage.corner, passage.way, passage.normal
            self.is_goal = False


class Search:
    """Search for the shortest path of at most `limit` ticks from a point to any of the goals."""

    __slots__ = ("aims", "goals", "heap", "limit", "met", "number", "open", "rests", "space", "visits")

    def __init__(self, space: ConfigurationSpace, start: Point, goals: tuple[Goal, ...], limit: float) -> None:
        """Set up the search at its start. `step` advances it."""
        self.space = space
        self.goals = goals
        self.aims = without_ends(goals)
        self.rests: dict[Point, float] = {}
        self.limit = limit + SAME
        self.heap: list[tuple[float, int, PathPoint]] = []
        self.number = 0
        self.met: dict[Barrier, None] = {}
        self.open: list[PathPoint] = []
        self.visits: dict[tuple[Corner, int], list[PathPoint]] = {}
        self._visit(PathPoint(start, 0.0, None, (start, NO_TURN)))

    def run(self) -> PathPoint | None:
        """Return the stop at the nearest goal, or None if no path is short enough."""
        while self.heap:
            found = self.step()
            if found:
                return found
        return None

    def pursue(self, legs: int) -> PathPoint | None:
        """Examine at most `legs` legs. Return the stop at the nearest goal if it is found by then, else None."""
        for _ in range(legs):
            found = self.step() if self.heap else None
            if found:
                return found
        return None

    def step(self) -> PathPoint | None:
        """Examine the most promising leg. Return its end if that is a goal and the leg is clear, else None."""
        _, _, stop = heappop(self.heap)
        if self._is_late(stop) or not self._is_clear(stop):
            return None
        if stop.is_goal:
            return stop
        self._visit(stop)
        return None

    def _is_late(self, stop: PathPoint) -> bool:
        """Return whether an earlier visit to the same corner reaches this stop at no greater cost by following the
        corner.
        """
        corner = stop.corner
        if corner is None:
            return False
        for visit in self.visits.get((corner, stop.way), ()):
            arc = corner.limit * corner.turn(visit.normal, stop.normal, stop.way)
            if visit.cost + arc <= stop.cost + SAME:
                _, is_blocked = blocker(self.space, corner, visit.normal, stop.normal, stop.way)
                if not is_blocked:
                    return True
        return False

    def _is_clear(self, stop: PathPoint) -> bool:
        before = stop.before
        assert before is not None
        barrier = self._hit(stop)
        if barrier is not None:
            self._meet(barrier)
            return False
        if before.corner is not None and self._turns_into(before.corner, before.normal, stop.left[1], before.way):
            return False
        return stop.corner is None or not self._turns_into(stop.corner, stop.normal, stop.normal, stop.way)

    def _hit(self, stop: PathPoint) -> Barrier | None:
        """Return the barrier that blocks the leg to a stop, or None. The result is cached for passages."""
        if stop.passage is None:
            return self.space.hit(stop.left[0], stop.point)
        hits = self.space.hits
        if stop.passage not in hits:
            hits[stop.passage] = self.space.hit(stop.left[0], stop.point)
        return hits[stop.passage]

    def _turns_into(self, corner: Corner, start: Vector, end: Vector, way: int) -> bool:
        barrier, is_blocked = blocker(self.space, corner, start, end, way)
        if barrier is not None:
            self._meet(barrier)
        return is_blocked

    def _meet(self, barrier: Barrier) -> None:
        """Add a barrier's corners, with the legs to these corners from all stops already visited."""
        if barrier not in self.met:
            self.met[barrier] = None
            for stop in self.open:
                self._lead(stop, barrier)

    def _visit(self, stop: PathPoint) -> None:
        self.open.append(stop)
        if stop.corner is not None:
            self.visits.setdefault((stop.corner, stop.way), []).append(stop)
        for goal in self.goals:
            self._end(stop, goal)
        for barrier in self.met:
            self._lead(stop, barrier)

    def _end(self, stop: PathPoint, goal: Goal) -> None:
        corner = stop.corner
        if corner is None:
            end = seen_from(goal, *stop.point)
            self._push(PathPoint(end, stop.cost + distance(stop.point, end), stop, (stop.point, NO_TURN)))
            return
        radius = corner.limit * stop.way
        for (dx, dy), end in from_circle(goal, (corner.x, corner.y), radius):
            normal = (dy * stop.way, -dx * stop.way)
            if corner.bears(*normal):
                point = corner.x + radius * dy, corner.y - radius * dx
                arc = corner.limit * corner.turn(stop.normal, normal, stop.way)
                self._push(PathPoint(end, stop.cost + arc + distance(point, end), stop, (point, normal)))

    def _lead(self, stop: PathPoint, barrier: Barrier) -> None:
        corner, cost, limit = stop.corner, stop.cost, self.limit
        if corner is None:
            for passage in passages_from(stop.point, barrier):
                bound = cost + passage.length + self._rest(passage.end)
                if bound <= limit:
                    self._await(
                        bound, PathPoint(passage.end, cost + passage.length, stop, (stop.point, NO_TURN), passage)
                    )
            return
        for passage in passages_round(corner, stop.way, barrier):
            rest = self._rest(passage.end)
            if cost + passage.length + rest > limit:
                continue
            arc = corner.limit * corner.turn(stop.normal, passage.leaving, stop.way)
            length = cost + arc + passage.length
            if length + rest <= limit:
                left = passage.start, passage.leaving
                self._await(length + rest, PathPoint(passage.end, length, stop, left, passage))

    def _rest(self, point: Point) -> float:
        """Return the distance from a point to the nearest goal. The result is cached, because many paths meet at the
        same point.
        """
        rest = self.rests.get(point)
        if rest is None:
            rest = self.rests[point] = how_far(self.aims, *point)
        return rest

    def _await(self, bound: float, stop: PathPoint) -> None:
        """Add a stop to the open list."""
        self.number += 1
        heappush(self.heap, (bound, self.number, stop))

    def _push(self, stop: PathPoint) -> None:
        """Add a stop at a goal to the open list if the path there is short enough."""
        if stop.cost <= self.limit:
            self._await(stop.cost, stop)
