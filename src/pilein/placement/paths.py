"""Tree of a mover's shortest paths, grown on demand and shared by all queries about the mover.

This is the search of `geometry.search` without a goal. Stops lie at corners of obstacles and are visited in order of
cost. An obstacle is added when a leg runs into it, including a leg from a stop that is already in the tree.
"""

from heapq import heappop, heappush
from math import sqrt
from typing import Final

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.passages import NO_TURN, leg
from pilein.geometry.search import PathPoint, Search
from pilein.placement.zones import FAR, Point, Zone, nearest_of_core

ROUNDS: Final = 3  # until the point of a goal nearest to the end of an arc is found
SHORT: Final = 1.0  # tick: a path of the whole reach ends this much earlier, since its end is snapped to a tick


class PathTree(Search):
    """Paths of at most `limit` ticks from a point, computed on demand."""

    __slots__ = ("here", "known")

    def __init__(self, space: ConfigurationSpace, start: Point, limit: float) -> None:
        self.here = start
        self.known: dict[Point, float] = {}
        super().__init__(space.eased((start,)), start, (), limit)
        self.limit = limit

    def length_to(self, x: float, y: float) -> float:
        """Return the length of the shortest path to a point, or FAR if it exceeds the tree's limit."""
        goal = x, y
        found = self.known.get(goal)
        if found is None:
            dx, dy = x - self.here[0], y - self.here[1]
            found = sqrt(dx * dx + dy * dy)
            if found > self.limit or not self.space.holds(x, y):
                found = FAR
            else:
                barrier = self.space.hit(self.here, goal)
                if barrier is not None:
                    self._meet(barrier)
                    found = self._round_to(goal)
            self.known[goal] = found
        return found

    def grow(self, limit: float) -> None:
        """Add all stops that can be reached within `limit` ticks on paths around the known obstacles."""
        while self.heap and self.heap[0][0] <= limit:
            self.step()

    def _round_to(self, goal: Point) -> float:
        """Return the length of the shortest path with bends to a goal."""
        ends: list[tuple[float, int, PathPoint]] = []
        count = 1
        while True:
            while count < len(self.open):
                end = self._end_of(self.open[count], goal)
                if end is not None:
                    heappush(ends, (end.cost, count, end))
                count += 1
            if ends and (not self.heap or ends[0][0] <= self.heap[0][0]):
                _, _, end = heappop(ends)
                if self._is_clear(end):
                    return end.cost
            elif self.heap:
                self.step()
            else:
                return FAR

    def _end_of(self, stop: PathPoint, goal: Point) -> PathPoint | None:
        """Return the last leg of a path around a corner, or None if the leg is too long or does not exist."""
        dx, dy = goal[0] - stop.point[0], goal[1] - stop.point[1]
        corner = stop.corner
        if corner is None or stop.cost + sqrt(dx * dx + dy * dy) > self.limit:
            return None
        turning = corner.limit * stop.way
        found = leg((corner.x, corner.y), turning, goal, 0.0)
        if found is None:
            return None
        ux, uy, length = found
        normal = uy * stop.way, -ux * stop.way
        if not corner.bears(normal[0], normal[1]):
            return None
        cost = stop.cost + corner.limit * corner.turn(stop.normal, normal, stop.way) + length
        if cost > self.limit:
            return None
        left = (corner.x + turning * uy, corner.y - turning * ux), normal
        return PathPoint(goal, cost, stop, left)

    def aimed(self, stop: PathPoint, target: Zone, limit: float) -> PathPoint | None:
        """Return the leg from a stop straight towards the nearest point of a target, as far as `limit` allows.

        Return None if the leg would reach contact or lead away from the corner.
        """
        (x, y), goal = stop.point, nearest_of_core(target.core, stop.point[0], stop.point[1])
        if stop.corner is None:
            length = sqrt((goal[0] - x) * (goal[0] - x) + (goal[1] - y) * (goal[1] - y)) - target.radius
            return self._cut(stop, ((x, y), NO_TURN), goal, limit - SHORT - stop.cost, length)
        found = self._end_towards(stop, goal)
        for _ in range(ROUNDS if len(target.core) > 1 else 0):
            if found is not None:
                goal = nearest_of_core(target.core, found.left[0][0], found.left[0][1])
                found = self._end_towards(stop, goal)
        if found is None:
            return None
        x, y = found.left[0]
        length = sqrt((goal[0] - x) * (goal[0] - x) + (goal[1] - y) * (goal[1] - y))
        before = found.cost - length
        return self._cut(stop, found.left, goal, limit - SHORT - before, length - target.radius)

    def _end_towards(self, stop: PathPoint, goal: Point) -> PathPoint | None:
        """Return the last leg to a goal that may lie beyond the limit."""
        limit, self.limit = self.limit, FAR
        found = self._end_of(stop, goal)
        self.limit = limit
        return found

    def _cut(
        self, stop: PathPoint, left: tuple[Point, Point], goal: Point, far: float, length: float
    ) -> PathPoint | None:
        """Return a leg of `far` ticks towards a goal, or None if `far` is not positive or not less than `length`."""
        if far <= 0 or far >= length:
            return None
        (x, y), (gx, gy) = left[0], goal
        share = far / sqrt((gx - x) * (gx - x) + (gy - y) * (gy - y))
        return PathPoint((x + (gx - x) * share, y + (gy - y) * share), self.limit, stop, left)

    def is_open(self, end: PathPoint) -> bool:
        """Return whether a leg is clear. If it is blocked, the obstacle is added to the tree."""
        return self._is_clear(end)

    def _rest(self, point: Point) -> float:  # noqa: ARG002 - no goal is near or far
        return 0.0
