"""Search for the place nearest to goals that cannot be touched.

Curves are cut by the rules and the reach, and searched in order of their bounds.

At a given facing, the gap is smallest at the end of a full-length path straight towards a goal, or on the outline of
a zone: at the point nearest to a goal, where two outlines meet, or where the reach ends. Path lengths differ by no
more than the distance between their ends, so if a path is too long by some ticks, the outline is out of reach for
that distance to either side. If a rules text measures paths in its own way, circles at the reach are also tried, and
the result is not proved optimal.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final

from pilein.geometry.advances import Advance
from pilein.geometry.search import PathPoint
from pilein.geometry.shapes import Base, Shape
from pilein.geometry.ticks import QUARTER, TURN, bearing
from pilein.geometry.tolerance import CONTACT, EQUAL, SNAP
from pilein.placement.curves import (
    Curve,
    at,
    boundary,
    intersection,
    least_step,
    line,
    nearest,
    outside,
    part,
    parts_within,
    ticks_along,
)
from pilein.placement.moves import Move
from pilein.placement.paths import SHORT
from pilein.placement.rules import zone_for
from pilein.placement.terms import Gap, coarse, within
from pilein.placement.zones import Point, Zone, disc_zone, drawn_in

FINE: Final = EQUAL / 64  # ticks: places on curves are no nearer to the best one than that
LEAST: Final = CONTACT / 8  # ticks: an outline is cut by at least so much where a path is too long
NUDGE: Final = 2.0  # ticks: the first step from a point beside which no tick keeps the rules
STEEP: Final = 1 / 8  # ticks along an outline in which a measured path becomes shorter by one, at least
FIRST: Final = -1.0  # square ticks: an outline is opened before pieces with the same bound
NOISE: Final = 1.0  # ticks by which equal gaps may differ
LINES: Final = 2  # goals to the lines to which a base turns
Goals = Sequence[tuple[int, Shape]]


class Layer:
    """Rules of a move at one facing, as far as its reach, and the gap that counts at this facing."""

    __slots__ = ("facing", "gap", "inside", "outside", "reach")

    def __init__(self, move: Move, facing: int, gap: Gap) -> None:
        self.facing, self.gap = facing, gap
        self.reach = [disc_zone(*move.here, move.limit - SHORT)]
        self.outside: list[Zone] = []
        self.inside: list[list[Zone]] = []
        for rule in move.rules:
            near = rule.near(move.base, facing, 0, *move.here, move.limit)
            near = [zone for zone in near if zone.label != move.model]
            if rule.is_inside:
                self.inside.append(near)
            else:
                self.outside += near

    def open_parts(self, zone: Zone) -> Iterator[Curve]:
        """Yield the parts of a zone's outline that are within reach and satisfy all rules."""
        others = tuple([one for one in self.outside if _is_beside(one, zone)])
        for curve in _open_parts(zone, others, self.facing):
            spans = parts_within(curve, self.reach)
            for zones in self.inside:
                if spans:
                    spans = intersection(spans, parts_within(curve, zones))
            yield from [part(curve, low, high) for low, high in spans]


def _is_beside(one: Zone, other: Zone) -> bool:
    dx, dy, far = one.x - other.x, one.y - other.y, one.reach + other.reach
    return dx * dx + dy * dy < far * far and one.label != other.label


@lru_cache(maxsize=16384)
def _open_parts(zone: Zone, others: tuple[Zone, ...], facing: int) -> list[Curve]:
    """Return the parts of a zone's outline outside other zones.

    The result is cached, since most bodies stay in place while one model moves.
    """
    found: list[Curve] = []
    for curve in boundary(zone, facing):
        found += [part(curve, low, high) for low, high in outside(curve, others, 2 * SNAP)]
    return found


class Outline:
    """Outline of a zone that has not been cut yet."""

    __slots__ = ("layer", "zone")

    def __init__(self, zone: Zone, layer: Layer) -> None:
        self.zone, self.layer = zone, layer


class Piece:
    """Open part of an outline, or the end of a leg straight towards a goal."""

    __slots__ = ("aim", "curve", "far", "layer", "misses")

    def __init__(self, curve: Curve, layer: Layer, far: float, misses: int, aim: PathPoint | None) -> None:
        self.curve, self.layer, self.far, self.misses, self.aim = curve, layer, far, misses, aim


class Nearest:
    """Search for the place with the smallest gap to any goal. Turning the base costs as much as a gap of EQUAL. Of
    pieces with the same smallest gap, the one nearest to the start is examined first.
    """

    __slots__ = ("best", "heap", "layers", "least", "move", "number", "stops", "targets")

    def __init__(
        self, move: Move, goals: Goals, least: float, targets: Sequence[Zone] = (), turns: Sequence[int] = ()
    ) -> None:
        """Start a search for places nearer than `least` ticks to the `targets` or, without targets, to the goals.

        The `targets` are zones that are the same at all facings.
        """
        self.move, self.least, self.targets = move, least, targets
        self.best: Advance | None = None
        self.heap: list[tuple[float, float, int, Outline | Piece]] = []
        self.number = self.stops = 0
        self.layers: list[Layer] = []
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
            bound, _, _, piece = heappop(self.heap)
            if isinstance(piece, Outline):
                for curve in piece.layer.open_parts(piece.zone):
                    self._offer(curve, piece.layer, 0)
            elif piece.aim is None or tree.is_open(piece.aim):
                self._straighten(piece, bound)
                self._try(piece)
            else:
                tree.grow(self.move.limit)

    def _open_facing(self, facing: int, goals: Goals) -> None:
        """Add the outlines that may be near enough at one facing."""
        move, base = self.move, self.move.base
        targets = self.targets or [zone_for(base, facing, body, 0.0, 0, goal) for goal, body in goals]
        gap = Gap([one for one in targets if _is_near(one, move, self.least)])
        if not gap.targets:
            return
        layer = Layer(move, facing, gap)
        self.layers.append(layer)
        for stop in move.tree.open[: self.stops]:
            self._aim_from(stop, layer)
        for zone in layer.outside:
            self._add(coarse(zone), layer)
        for zones in layer.inside:
            for zone in zones:
                self._add(within(drawn_in(zone)), layer)

    def _add(self, zone: Zone, layer: Layer) -> None:
        bound = layer.gap.bound(zone.x, zone.y, zone.reach) + self._turn(layer.facing)
        if bound < self.least:
            self._push(bound, FIRST, Outline(zone, layer))

    def _aim_from_new_stops(self) -> None:
        """Add legs from the stops that have joined the path tree since the last call."""
        while self.stops < len(self.move.tree.open):
            for layer in self.layers:
                self._aim_from(self.move.tree.open[self.stops], layer)
            self.stops += 1

    def _aim_from(self, stop: PathPoint, layer: Layer) -> None:
        """Add the legs from a stop straight towards the goals.

        If the rules text measures paths in its own way, add the legs of full length in all directions.
        """
        move, gap, turn = self.move, layer.gap, self._turn(layer.facing)
        rest = move.limit - stop.cost
        if rest < CONTACT or gap.bound(*stop.point, rest) + turn >= self.least:
            return
        if move.measure is not None and move.measure.may_exceed:
            self._add(disc_zone(*stop.point, rest - 2 * SHORT), layer)
        for target in gap.targets:
            end = move.tree.aimed(stop, target, move.limit)
            if end is not None:
                bound = gap.value(*end.point) + turn
                if bound < self.least:
                    piece = Piece(line(end.point, end.point, layer.facing), layer, 0.0, 0, end)
                    self._push(bound, self._square_to(end.point), piece)

    def _offer(self, curve: Curve, layer: Layer, misses: int) -> None:
        """Add a part of a curve that satisfies all rules."""
        bound, far = layer.gap.minimum_on(curve)
        bound += self._turn(curve.facing)
        if bound < self.least:
            self._push(bound, self._square_to(at(curve, far)), Piece(curve, layer, far, misses, None))

    def _straighten(self, piece: Piece, bound: float) -> None:
        """Prefer the point of a line that is nearest to the start, if the gap is as small there as at the best one."""
        if piece.curve.length > 0 and piece.curve.radius == 0:
            near = nearest(piece.curve, *self.move.here)
            value = piece.layer.gap.value(*at(piece.curve, near)) + self._turn(piece.layer.facing)
            piece.far = near if value <= bound + NOISE else piece.far

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
                self.least = piece.layer.gap.value(place.x, place.y) + self._turn(curve.facing) - FINE
                return
        self._split(piece, max(LEAST, min(excess, move.tree.limit - move.limit)), 0)

    def _split(self, piece: Piece, ticks: float, misses: int) -> None:
        curve, far = piece.curve, piece.far
        step = least_step(curve, ticks)
        if ticks_along(curve) < LEAST:
            return
        for low, high in ((0.0, far - step), (far + step, curve.length)):
            if low <= high:
                self._offer(part(curve, low, high), piece.layer, misses)

    def _turn(self, facing: int) -> float:
        return 0.0 if facing == self.move.start.facing else float(EQUAL)

    def _square_to(self, point: Point) -> float:
        """Return the square of the distance from the start to a point."""
        dx, dy = point[0] - self.move.here[0], point[1] - self.move.here[1]
        return dx * dx + dy * dy

    def _push(self, bound: float, away: float, piece: Outline | Piece) -> None:
        """Add an outline or a piece. Of those with the same bound, the one with the smallest `away` comes first. For a
        piece it is the square of the distance from the start.
        """
        self.number += 1
        heappush(self.heap, (bound, away, self.number, piece))


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
    rules = [rule for rule in move.rules if not (rule.is_inside and rule.bodies)]
    if len(rules) < len(move.rules):  # a place near a goal is seldom out of coherency, and cutting by it takes longest
        best = Nearest(move.narrower(rules, move.limit), goals, least, targets, turns).best
        if best is None or move.broken(best.place) is None:
            return best
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
