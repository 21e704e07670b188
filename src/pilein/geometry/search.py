"""The search for the shortest way: the nearest first, obstacles noticed only when a leg runs into them.

The way is taken from legs that touch two corners, and arcs round corners. Corners are those of the obstacles met so
far. A way among fewer obstacles is never longer than one among all, so the first way to a goal of which every leg and
arc is clear of everything is the shortest.
"""

from heapq import heappop, heappush
from math import sqrt

from pilein.geometry.barriers import LEFT, RIGHT, Barrier, Corner
from pilein.geometry.goals import Goal, from_circle, how_far, seen_from
from pilein.geometry.hulls import Point
from pilein.geometry.space import Space
from pilein.geometry.tangents import blocker, leg
from pilein.geometry.turns import Vector

NO_TURN: Vector = (0.0, 0.0)
SAME = 1e-6  # ticks: ways whose lengths differ by less are one


class Stop:
    """A point that a way reaches: the start, a corner that it meets turning `way`, or a goal (`is_goal`).

    `cost` is the length so far, `normal` the side of the corner's circle; `left` is where, and with which normal, the
    stop before was left.
    """

    __slots__ = ("before", "corner", "cost", "is_goal", "left", "normal", "point", "way")

    def __init__(
        self,
        point: Point,
        cost: float,
        before: "Stop | None",
        left: tuple[Point, Vector],
        meeting: tuple[Corner | None, int, Vector] = (None, LEFT, NO_TURN),
    ) -> None:
        """Reach `point` from the stop `before`, there to turn round the corner of `meeting`."""
        self.point = point
        self.cost = cost
        self.before = before
        self.left = left
        self.corner, self.way, self.normal = meeting
        self.is_goal = self.corner is None and before is not None


class Search:
    """One search from a point to the nearest of some goals, of at most `limit` ticks."""

    __slots__ = ("clear", "corners", "goals", "heap", "limit", "met", "number", "open", "space", "visits")

    def __init__(self, space: Space, start: Point, goals: tuple[Goal, ...], limit: float) -> None:
        """Stand at the start; `step` goes on."""
        self.space = space
        self.goals = goals
        self.limit = limit + SAME
        self.heap: list[tuple[float, int, Stop]] = []
        self.number = 0
        self.met: dict[int, None] = {}
        self.corners: list[Corner] = []
        self.open: list[Stop] = []
        self.visits: dict[tuple[tuple[int, int], int], list[Stop]] = {}
        self._visit(Stop(start, 0.0, None, (start, NO_TURN)))

    def run(self) -> Stop | None:
        """Return the stop at the nearest goal, None where no way is short enough."""
        while self.heap:
            found = self.step()
            if found:
                return found
        return None

    def step(self) -> Stop | None:
        """Look at the most promising leg; return its end if that is a goal and the leg is clear."""
        _, _, stop = heappop(self.heap)
        if self._is_late(stop) or not self._is_clear(stop):
            return None
        if stop.is_goal:
            return stop
        self._visit(stop)
        return None

    def _is_late(self, stop: Stop) -> bool:
        """Say whether an earlier visit to the same corner reaches this point no later, round the corner."""
        corner = stop.corner
        if corner is None:
            return False
        for visit in self.visits.get((corner.number, stop.way), ()):
            arc = corner.limit * corner.turn(visit.normal, stop.normal, stop.way)
            if visit.cost + arc <= stop.cost + SAME:
                _, is_blocked = blocker(self.space, corner, visit.normal, stop.normal, stop.way)
                if not is_blocked:
                    return True
        return False

    def _is_clear(self, stop: Stop) -> bool:
        before = stop.before
        assert before is not None
        barrier = self.space.hit(stop.left[0], stop.point)
        if barrier is not None:
            self._meet(barrier)
            return False
        if before.corner is not None and self._turns_into(before.corner, before.normal, stop.left[1], before.way):
            return False
        return stop.corner is None or not self._turns_into(stop.corner, stop.normal, stop.normal, stop.way)

    def _turns_into(self, corner: Corner, start: Vector, end: Vector, way: int) -> bool:
        barrier, is_blocked = blocker(self.space, corner, start, end, way)
        if barrier is not None:
            self._meet(barrier)
        return is_blocked

    def _meet(self, barrier: Barrier) -> None:
        """Take a barrier's corners into account, also for the legs from where the search has been."""
        if barrier.number in self.met:
            return
        self.met[barrier.number] = None
        fresh = self.space.corners_of(barrier)
        self.corners += fresh
        for stop in self.open:
            for corner in fresh:
                self._lead(stop, corner)

    def _visit(self, stop: Stop) -> None:
        self.open.append(stop)
        if stop.corner is not None:
            self.visits.setdefault((stop.corner.number, stop.way), []).append(stop)
        for goal in self.goals:
            self._end(stop, goal)
        for corner in self.corners:
            self._lead(stop, corner)

    def _end(self, stop: Stop, goal: Goal) -> None:
        """Consider the last legs from a stop."""
        corner = stop.corner
        if corner is None:
            end = seen_from(goal, *stop.point)
            self._push(Stop(end, stop.cost + _distance(stop.point, end), stop, (stop.point, NO_TURN)))
            return
        radius = corner.limit * stop.way
        for (dx, dy), end in from_circle(goal, (corner.x, corner.y), radius):
            normal = (dy * stop.way, -dx * stop.way)
            if corner.bears(*normal):
                point = corner.x + radius * dy, corner.y - radius * dx
                arc = corner.limit * corner.turn(stop.normal, normal, stop.way)
                self._push(Stop(end, stop.cost + arc + _distance(point, end), stop, (point, normal)))

    def _lead(self, stop: Stop, target: Corner) -> None:
        """Consider the legs from a stop to a corner, to pass it on either side."""
        corner = stop.corner
        if corner is target:
            return
        start, out = (stop.point, 0.0) if corner is None else ((corner.x, corner.y), corner.limit * stop.way)
        for way in (LEFT, RIGHT):
            found = leg(start, out, (target.x, target.y), target.limit * way)
            if found is None:
                continue
            dx, dy, length = found
            normal = (dy * way, -dx * way)
            if not target.bears(*normal):
                continue
            end = target.x + target.limit * normal[0], target.y + target.limit * normal[1]
            meeting = target, way, normal
            if corner is None:
                self._push(Stop(end, stop.cost + length, stop, (start, NO_TURN), meeting))
                continue
            leaving = (dy * stop.way, -dx * stop.way)
            if corner.bears(*leaving):
                arc = corner.limit * corner.turn(stop.normal, leaving, stop.way)
                point = start[0] + out * dy, start[1] - out * dx
                self._push(Stop(end, stop.cost + arc + length, stop, (point, leaving), meeting))

    def _push(self, stop: Stop) -> None:
        bound = stop.cost if stop.is_goal else stop.cost + how_far(self.goals, *stop.point)
        if bound <= self.limit:
            self.number += 1
            heappush(self.heap, (bound, self.number, stop))


def _distance(start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return sqrt(dx * dx + dy * dy)
