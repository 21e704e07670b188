"""Search for the place nearest to goals that cannot be touched.

Curves are cut by the rules and the reach, and searched in order of their bounds.

At a given facing, the gap is smallest at the end of a full-length path straight towards a goal, or on the outline of
a zone: at the point nearest to a goal, where two outlines meet, or where the reach ends. Path lengths differ by no
more than the distance between their ends, so if a path is too long by some ticks, the outline is out of reach for
that distance to either side. If a rules text measures paths in its own way, circles at the reach are also tried, and
the result is not proved optimal.
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import Final

from pilein.geometry.advances import Advance
from pilein.geometry.search import PathPoint
from pilein.geometry.shapes import Base, Shape
from pilein.geometry.ticks import QUARTER, TURN, bearing
from pilein.geometry.tolerance import CONTACT, EQUAL
from pilein.placement.curves import Curve, at, boundary, least_step, line, part, ticks_along
from pilein.placement.moves import Move
from pilein.placement.paths import SHORT
from pilein.placement.rules import Within, no_words, zone_for
from pilein.placement.terms import Gap, coarse, within
from pilein.placement.zones import Zone, disc_zone, drawn_in

FINE: Final = EQUAL / 64  # ticks: places on curves are no nearer to the best one than that
LEAST: Final = CONTACT / 8  # ticks: an outline is cut by at least so much where a path is too long
NUDGE: Final = 2.0  # ticks: the first step from a point beside which no tick keeps the rules
STEEP: Final = 1 / 8  # ticks along an outline in which a measured path becomes shorter by one, at least
LINES: Final = 2  # goals to the lines to which a base turns
Goals = Sequence[tuple[int, Shape]]


class Piece:
    """Curve that may contain the nearest place, or a leg straight towards a goal. `gap` measures the gap at the curve's
    facing.
    """

    __slots__ = ("aim", "curve", "far", "gap", "is_cut", "misses")

    def __init__(self, curve: Curve, gap: Gap, far: float = 0.0, *, is_cut: bool = False, misses: int = 0) -> None:
        self.curve, self.gap, self.far = curve, gap, far
        self.is_cut, self.misses = is_cut, misses
        self.aim: PathPoint | None = None


class Nearest:
    """Search for the place with the smallest gap to any goal. Turning the base costs as much as a gap of EQUAL."""

    __slots__ = ("best", "gaps", "heap", "least", "move", "number", "reach", "stops", "targets")

    def __init__(
        self, move: Move, goals: Goals, least: float, targets: Sequence[Zone] = (), turns: Sequence[int] = ()
    ) -> None:
        """Start a search for places nearer than `least` ticks to the `targets` or, without targets, to the goals.

        The `targets` are zones that are the same at all facings.
        """
        self.move, self.least, self.targets = move, least, targets
        self.best: Advance | None = None
        self.heap: list[tuple[float, int, Piece]] = []
        self.number = self.stops = 0
        self.reach = Within([(move.here, move.here)], move.limit - SHORT, no_words)
        self.gaps: list[tuple[int, Gap]] = []
        for facing in turns or facings(move, goals, 0 if targets else LINES):
            self._open_facing(facing, goals)
            self._run()

    def _run(self) -> None:
        """Examine places in order of their bounds until no better place is possible."""
        tree = self.move.tree
        while True:
            self._aim_from_new_stops()
            if not self.heap or self.heap[0][0] >= self.least:
                return
            _, _, piece = heappop(self.heap)
            if piece.aim is not None:
                if tree.is_open(piece.aim):
                    self._try(piece)
                else:
                    tree.grow(self.move.limit)
            elif piece.is_cut:
                self._try(piece)
            else:
                for curve in self.move.cut(piece.curve, but=piece.curve.label, smaller=0, within=(self.reach,)):
                    self._offer(curve, piece.gap)

    def _open_facing(self, facing: int, goals: Goals) -> None:
        """Add the outlines that may be near enough at one facing."""
        move, base = self.move, self.move.base
        targets = self.targets or [zone_for(base, facing, body, 0.0, 0, goal) for goal, body in goals]
        gap = Gap([one for one in targets if _is_near(one, move, self.least)])
        if not gap.targets:
            return
        self.gaps.append((facing, gap))
        for stop in move.tree.open[: self.stops]:
            self._aim_from(stop, facing, gap)
        for rule in move.rules:
            for zone in rule.near(base, facing, 0, *move.here, move.limit):
                if zone.label != move.model and gap.bound(zone.x, zone.y, zone.reach) < self.least:
                    self._add(within(drawn_in(zone)) if rule.is_inside else coarse(zone), facing, gap)

    def _add(self, zone: Zone, facing: int, gap: Gap) -> None:
        for curve in boundary(zone, facing):
            bound = gap.bound_on(curve) + self._turn(facing)
            if bound < self.least:
                self._push(bound, Piece(curve, gap))

    def _aim_from_new_stops(self) -> None:
        """Add legs from the stops that have joined the path tree since the last call."""
        while self.stops < len(self.move.tree.open):
            for facing, gap in self.gaps:
                self._aim_from(self.move.tree.open[self.stops], facing, gap)
            self.stops += 1

    def _aim_from(self, stop: PathPoint, facing: int, gap: Gap) -> None:
        """Add the legs from a stop straight towards the goals.

        If the rules text measures paths in its own way, add the legs of full length in all directions.
        """
        move, turn = self.move, self._turn(facing)
        rest = move.limit - stop.cost
        if rest < CONTACT or gap.bound(*stop.point, rest) + turn >= self.least:
            return
        if move.measure is not None:
            self._add(disc_zone(*stop.point, rest - 2 * SHORT), facing, gap)
        for target in gap.targets:
            end = move.tree.aimed(stop, target, move.limit)
            if end is not None:
                bound = gap.value(*end.point) + turn
                if bound < self.least:
                    piece = Piece(line(end.point, end.point, facing), gap)
                    piece.aim = end
                    self._push(bound, piece)

    def _offer(self, curve: Curve, gap: Gap, misses: int = 0) -> None:
        """Add a part of a curve that satisfies all rules."""
        bound, far = gap.minimum_on(curve)
        bound += self._turn(curve.facing)
        if bound < self.least:
            self._push(bound, Piece(curve, gap, far, is_cut=True, misses=misses))

    def _try(self, piece: Piece) -> None:
        """Examine the best point of a piece. If the point is out of reach, cut out the stretch that is certainly out of
        reach too.
        """
        move, curve = self.move, piece.curve
        place = move.snapped(*at(curve, piece.far), curve.facing)
        if place is None:
            self._split(piece, NUDGE * 2**piece.misses, piece.misses + 1)
            return
        excess = move.tree.length_to(place.x, place.y) - move.limit
        found = move.route(place) if excess <= 0 else None
        if found is not None:
            excess = move.excess(found) * STEEP
            if not excess:
                self.best = Advance(place, found)
                self.least = piece.gap.value(place.x, place.y) + self._turn(curve.facing) - FINE
                return
        self._split(piece, max(LEAST, min(excess, move.tree.limit - move.limit)), 0)

    def _split(self, piece: Piece, ticks: float, misses: int) -> None:
        curve, far = piece.curve, piece.far
        step = least_step(curve, ticks)
        if ticks_along(curve) < LEAST:
            return
        for low, high in ((0.0, far - step), (far + step, curve.length)):
            if low <= high:
                self._offer(part(curve, low, high), piece.gap, misses)

    def _turn(self, facing: int) -> float:
        return 0.0 if facing == self.move.start.facing else float(EQUAL)

    def _push(self, bound: float, piece: Piece) -> None:
        self.number += 1
        heappush(self.heap, (bound, self.number, piece))


def nearest_to(
    move: Move,
    goals: Goals,
    *,
    targets: Sequence[Zone] = (),
    least: float | None = None,
    turns: Sequence[int] = (),
) -> Advance | None:
    """Return the path to the place with the smallest gap to any goal, or None if moving gains nothing.

    The gap is measured from the base to a goal or, if `targets` are given, from the centre to a target. The place
    must be nearer than `least` ticks, by default CONTACT less than the present gap. If `turns` are given, only these
    facings are tried; otherwise all `facings` are tried.
    """
    if least is None:
        zones = targets or [zone_for(move.base, move.start.facing, body, 0.0, 0, goal) for goal, body in goals]
        least = Gap(list(zones)).value(*move.here) - CONTACT
    return Nearest(move, goals, least, targets, turns).best


# --- Facings -------------------------------------------------------------------------------------------------------


def facings(move: Move, goals: Goals, lines: int = LINES) -> list[int]:
    """Return the facings to try: the present one, those square to nearby shapes, and those along lines to goals.

    If `lines` is zero, no lines are tried: a base then turns only to fit. An oval is tried only at its present
    facing, along the line to the nearest goal, and across that line. The solver is exact for each facing tried, but
    not over all possible facings.
    """
    base, start = move.base, move.start
    if base.kind == "round":
        return [start.facing]
    x, y = move.here
    near = sorted(goals, key=lambda one: (one[1].x - x) ** 2 + (one[1].y - y) ** 2)
    turns = [start.facing]
    if base.kind == "rectangle":
        turns += _facings_of(body for _, body in near if lines)
        for rule in move.rules:
            turns += _facings_of(body.shape for body in rule.bodies if _is_within(body.shape, move))
    for _, body in near[: lines if base.kind == "rectangle" else min(lines, 1)]:
        ahead = bearing(body.x - x, body.y - y)
        turns += (ahead, ahead + QUARTER // 2) if base.kind == "rectangle" else (ahead,)
    return list(dict.fromkeys(like for turn in turns for like in _equivalent_facings(base, turn, start.facing)))


def _facings_of(bodies: Iterator[Shape]) -> Iterator[int]:
    return (bearing(body.frame[0], body.frame[1]) for body in bodies if body.frame is not None)


def _equivalent_facings(base: Base, turn: int, facing: int) -> list[int]:
    """Return the facings at which a base has the same outline, each as near as possible to the present facing.

    For a long base, the result also includes the facing at right angles.
    """
    step = QUARTER if base.width == base.depth else 2 * QUARTER
    turns = (turn,) if step == QUARTER else (turn, turn + QUARTER)
    return [(facing + (one - facing + step // 2) % step - step // 2) % TURN for one in turns]


def _is_within(body: Shape, move: Move) -> bool:
    far = move.limit + body.reach + move.base.width + move.base.depth
    dx, dy = body.x - move.here[0], body.y - move.here[1]
    return dx * dx + dy * dy < far * far


# --- Zones ---------------------------------------------------------------------------------------------------------


def _is_near(target: Zone, move: Move, least: float) -> bool:
    dx, dy, far = target.x - move.here[0], target.y - move.here[1], target.reach + move.limit + least
    return far > 0 and dx * dx + dy * dy < far * far
