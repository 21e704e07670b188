"""Paths with bends that may end nearer to a goal than a given distance, within a reach.

The nearest place lies at the end of the reach or beside an obstacle. Its leg comes from the start or from a corner
and leads straight towards the goal or to another corner.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop

from pilein.geometry.barriers import Barrier, Corner
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.passages import NO_TURN, passages_from, passages_round
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.search import PathPoint, Search
from pilein.geometry.shapes import Point, distance
from pilein.geometry.ticks import INCH, TURN, heading

Far = Callable[[float, float], float]  # distance in ticks from a point to the goal
Aims = Callable[[float, float, float], Iterable[Point]]  # aims from a point, within a distance in ticks

LAST = INCH / 8  # ticks


class Bends(Search):
    """Search among paths of at most `reach` ticks for legs that may contain a place within `most` ticks of the goal."""

    __slots__ = ("aims_from", "bounds", "far", "most")

    def __init__(
        self, space: ConfigurationSpace, start: Point, reach: float, *, far: Far, aims_from: Aims, most: float
    ) -> None:
        """Set up the search at its start. `most` may be lowered as nearer places are found."""
        self.far, self.aims_from, self.most = far, aims_from, most
        self.bounds: dict[PathPoint, float] = {}  # least distance of a place on the leg to a stop
        super().__init__(space.eased((start,)), start, (), reach)

    def legs(self) -> Iterator[PathPoint]:
        """Yield the ends of legs, most promising first, cut to the reach. A leg may be blocked."""
        while self.heap:
            least, _, stop = heappop(self.heap)
            if least > self.most:
                return
            if self._is_late(stop) or self._is_barred_at_once(stop):
                continue
            if self.bounds.pop(stop) <= self.most and stop.point != stop.left[0]:
                yield stop
            if self._is_clear(stop) and stop.corner is not None:
                self._visit(stop)

    def _is_barred_at_once(self, stop: PathPoint) -> bool:
        """Return whether the arc that leads to the leg is blocked."""
        before = stop.before
        if before is None or before.corner is None:
            return False
        return self._turns_into(before.corner, before.normal, stop.left[1], before.way)

    def _visit(self, stop: PathPoint) -> None:
        super()._visit(stop)
        for target in self.aims_from(*stop.point, self.most + self.limit - stop.cost):
            self._end(stop, target)
        if stop.corner is not None:
            self._go_round(stop, stop.corner)

    def _go_round(self, stop: PathPoint, corner: Corner) -> None:
        """Add the last leg of a path that follows a corner until the reach is used up."""
        arc = self.limit - stop.cost - LAST
        if not 0 < arc < corner.limit * HALF_TURN:
            return
        sine, cosine = heading(round(arc / corner.limit / HALF_TURN * TURN / 2))
        (x, y), sine = stop.normal, sine * stop.way
        nx, ny = x * cosine - y * sine, y * cosine + x * sine
        if corner.bears(nx, ny):
            ax, ay = corner.x + corner.limit * nx, corner.y + corner.limit * ny
            end = ax - ny * stop.way * LAST, ay + nx * stop.way * LAST
            self._try(PathPoint(end, self.limit, stop, ((ax, ay), (nx, ny))))

    def _lead(self, stop: PathPoint, barrier: Barrier) -> None:
        """Add the legs, of any length, from a stop to the corners of a barrier."""
        corner = stop.corner
        if corner is None:
            for passage in passages_from(stop.point, barrier):
                self._try(PathPoint(passage.end, stop.cost + passage.length, stop, (stop.point, NO_TURN), passage))
            return
        for passage in passages_round(corner, stop.way, barrier):
            length = stop.cost + corner.limit * corner.turn(stop.normal, passage.leaving, stop.way) + passage.length
            self._try(PathPoint(passage.end, length, stop, (passage.start, passage.leaving), passage))

    def _push(self, stop: PathPoint) -> None:
        self._try(stop)

    def _rest(self, point: Point) -> float:
        rest = self.rests.get(point)
        if rest is None:
            rest = self.rests[point] = self.far(*point)
        return rest

    def _try(self, stop: PathPoint) -> None:
        """Add a leg, cut to the reach, if the leg or its continuation may contain a place near enough to the goal."""
        (ax, ay), (bx, by) = stop.left[0], stop.point
        length = distance(stop.left[0], stop.point)
        left = self.limit - stop.cost + length
        if left <= 0:
            return
        if left < length:
            part = left / length
            bx, by, length = ax + (bx - ax) * part, ay + (by - ay) * part, left
            stop = PathPoint((bx, by), self.limit, stop.before, stop.left)
        on_it = beyond = self.far((ax + bx) / 2, (ay + by) / 2) - length / 2
        if stop.corner is not None:
            beyond = self._rest(stop.point) - self.limit + stop.cost
        if min(on_it, beyond) <= self.most:
            self.bounds[stop] = on_it
            self._await(min(on_it, beyond), stop)
