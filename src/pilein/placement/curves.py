"""Curves of possible centres of a mover at one facing: lines, arcs, and their parts outside or inside zones.

A line's parameter is in ticks from its start. An arc's parameter is in quarters (`rounded.quarters`),
counter-clockwise.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from pilein.geometry.rounded import covered, direction, quarters, span
from pilein.placement.zones import FAR, Point, Zone, edges, room, signed

Span = tuple[float, float]

WHOLE: Final = 4.0  # quarters in a turn
QUARTERS: Final = 0.6366197723675814  # in one radian, on average; half or up to as much again in places
MANY: Final = 8  # corners
BEYOND: Final = 1e-9  # quarters
THIN: Final = 1e-3  # ticks: radius of a zone without one, since only points nearer to a core than that are inside
TURNING: Final = -1  # facing on an arc on which the mover always faces the centre


class Curve:
    """Line from `a` to `b` or, if `radius` is positive, arc around `c`. `facing` is the mover's facing on it, or
    TURNING.

    `length` is the greatest parameter, and `label` the model to whose outline the curve belongs. The circle of
    radius `half` around (mx, my) contains the curve.
    """

    __slots__ = ("ax", "ay", "bx", "by", "cx", "cy", "facing", "first", "half", "label", "length", "mx", "my", "radius")

    def __init__(self, ends: tuple[Point, Point], c: Point, radius: float, facing: int, label: int) -> None:
        """Store the parts. The functions `line` and `arc` derive `first` and `length`."""
        (self.ax, self.ay), (self.bx, self.by) = ends
        self.cx, self.cy = c
        self.radius = radius
        self.first = self.length = 0.0
        self.mx, self.my = c
        self.half = radius
        self.facing = facing
        self.label = label


def line(a: Point, b: Point, facing: int = 0, label: int = -1) -> Curve:
    """Return the curve for a straight line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    curve = Curve((a, b), (a[0] + dx / 2, a[1] + dy / 2), 0.0, facing, label)
    curve.length = sqrt(dx * dx + dy * dy)
    curve.half = curve.length / 2
    return curve


def arc(centre: Point, radius: float, first: float, turn: float, facing: int = 0, label: int = -1) -> Curve:
    """Return the arc that begins at `first` and continues for `turn` quarters."""
    ux, uy = direction(first)
    vx, vy = direction((first + turn) % WHOLE)
    a = centre[0] + radius * ux, centre[1] + radius * uy
    b = centre[0] + radius * vx, centre[1] + radius * vy
    curve = Curve((a, b), centre, radius, facing, label)
    curve.first, curve.length = first, turn
    if turn <= WHOLE / 2:
        ux, uy = direction((first + turn / 2) % WHOLE)
        curve.mx, curve.my = x, y = centre[0] + radius * ux, centre[1] + radius * uy
        to_a = (a[0] - x) * (a[0] - x) + (a[1] - y) * (a[1] - y)
        to_b = (b[0] - x) * (b[0] - x) + (b[1] - y) * (b[1] - y)
        curve.half = sqrt(to_a if to_a > to_b else to_b)  # noqa: FURB136 - max would take twice the time
    return curve


def part(curve: Curve, low: float, high: float) -> Curve:
    """Return the part of a curve between two parameters."""
    if low <= 0.0 and high >= curve.length:
        return curve
    if curve.radius > 0:
        first = (curve.first + low) % WHOLE
        return arc((curve.cx, curve.cy), curve.radius, first, high - low, curve.facing, curve.label)
    return line(at(curve, low), at(curve, high), curve.facing, curve.label)


def at(curve: Curve, far: float) -> Point:
    """Return the point of a curve at a parameter."""
    if curve.radius > 0:
        ux, uy = direction((curve.first + far) % WHOLE)
        return curve.cx + curve.radius * ux, curve.cy + curve.radius * uy
    share = far / curve.length if curve.length > 0 else 0.0
    return curve.ax + (curve.bx - curve.ax) * share, curve.ay + (curve.by - curve.ay) * share


def least_step(curve: Curve, ticks: float) -> float:
    """Return a parameter difference that corresponds to at most `ticks` ticks along a curve."""
    return ticks / (2 * curve.radius) if curve.radius > 0 else ticks


def ticks_along(curve: Curve) -> float:
    """Return an upper bound for the length of a curve, in ticks."""
    return curve.length * 2 * curve.radius if curve.radius > 0 else curve.length


def boundary(zone: Zone, facing: int = 0) -> list[Curve]:
    """Return the outline of a zone, counter-clockwise. A disc is returned as two half circles."""
    core, radius, label = zone.core, zone.radius, zone.label
    if len(core) == 1:
        return [arc(core[0], radius, 0.0, 2.0, facing, label), arc(core[0], radius, 2.0, 2.0, facing, label)]
    found: list[Curve] = []
    ax, ay = core[-1]
    px, py = core[-2]
    nx, ny = _normal(px, py, ax, ay)
    for bx, by in core:
        mx, my = _normal(ax, ay, bx, by)
        if radius > 0:
            first = quarters(nx, ny)
            turn = (quarters(mx, my) - first) % WHOLE
            if turn > 0:
                found.append(arc((ax, ay), radius, first, turn, facing, label))
        ox, oy = mx * radius, my * radius
        found.append(line((ax + ox, ay + oy), (bx + ox, by + oy), facing, label))
        ax, ay, nx, ny = bx, by, mx, my
    return found


def _normal(ax: float, ay: float, bx: float, by: float) -> Point:
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    return (dy / length, -dx / length) if length > 0 else (1.0, 0.0)


# --- Parts outside and inside of zones ----------------------------------------------------------------------------


def inside(curve: Curve, zone: Zone) -> list[Span]:
    """Return the parts of a curve inside a zone. The parts may extend beyond the ends of the curve."""
    if len(zone.core) > MANY or (curve.radius > 0 and len(zone.core) > 1):  # first see whether all of it is on one side
        out = room(zone, curve.mx, curve.my)
        if out >= curve.half or out <= -curve.half:
            return [] if out >= 0 else [(-1.0, curve.length + 1.0)]
    if curve.radius == 0:
        length = curve.length
        if length == 0:
            return [(-1.0, 1.0)] if room(zone, curve.ax, curve.ay) < 0 else []
        way = (curve.bx - curve.ax) / length, (curve.by - curve.ay) / length
        found = span(zone.core, zone.radius, (curve.ax, curve.ay), way)
        return [found] if found is not None and found[0] < length and found[1] > 0 else []
    parts: list[Span] = []
    for low, high in _in_disc(curve, zone) if len(zone.core) == 1 else _in_polygon(curve, zone):
        begin = (low - curve.first) % WHOLE
        more = BEYOND if high == WHOLE else 0.0  # a part across +x goes on there
        less = BEYOND if low == 0.0 else 0.0
        if begin < curve.length:
            parts.append((begin - less, begin + high - low + more))
        if begin - WHOLE + high - low > 0:
            parts.append((begin - WHOLE - less, begin - WHOLE + high - low + more))
    return parts


def _in_polygon(curve: Curve, zone: Zone) -> tuple[Span, ...]:
    return covered(zone.core, max(zone.radius, THIN), (curve.cx, curve.cy), curve.radius)


def _in_disc(curve: Curve, zone: Zone) -> tuple[Span, ...]:
    """Return the parts of an arc's full circle inside a disc, in quarters. A part that crosses the +x direction is
    split in two.
    """
    dx, dy = zone.core[0][0] - curve.cx, zone.core[0][1] - curve.cy
    apart, circle, radius = sqrt(dx * dx + dy * dy), curve.radius, zone.radius
    if apart >= circle + radius or circle >= apart + radius:
        return ()
    if radius >= apart + circle:
        return ((0.0, WHOLE),)
    foot = (apart * apart + circle * circle - radius * radius) / (2 * apart)
    beside = circle * circle - foot * foot
    half = sqrt(beside) if beside > 0 else 0.0
    ux, uy = dx / apart, dy / apart
    low = quarters(foot * ux + half * uy, foot * uy - half * ux)
    high = quarters(foot * ux - half * uy, foot * uy + half * ux)
    return ((low, high),) if low <= high else ((low, WHOLE), (0.0, high))


def outside(curve: Curve, zones: Sequence[Zone], slack: float) -> list[Span]:
    """Return the parts of a curve outside all zones. Between two zones that meet within `slack` ticks, a single point
    remains.

    The nearest zones come first, since a few of them often leave nothing of a curve among many bodies.
    """
    near: list[tuple[float, int, Zone]] = []
    for number, zone in enumerate(zones):
        dx, dy, far = zone.x - curve.mx, zone.y - curve.my, zone.reach + curve.half
        square = dx * dx + dy * dy
        if square < far * far:
            near.append((square, number, zone))
    near.sort()
    tick = slack if curve.radius == 0 else slack * QUARTERS / curve.radius
    left: list[Span] = [(0.0, curve.length)]
    taken: list[Span] = []
    for _, _, zone in near:
        found = inside(curve, zone)
        if found:
            taken += found
            left = _left_by(taken, curve.length, tick)
            if not left:
                break
    return left


def _left_by(taken: list[Span], whole: float, tick: float) -> list[Span]:
    """Return the intervals from 0 to `whole` that the given intervals leave, and the points where two of them meet."""
    taken.sort()
    left: list[Span] = []
    begin = 0.0
    for low, high in taken:
        if low >= begin:
            left.append((begin, low if low < whole else whole))  # noqa: FURB136
        elif 0.0 < begin <= low + tick and begin <= whole:
            left.append(((begin + low) / 2, (begin + low) / 2))
        begin = high if high > begin else begin  # noqa: FURB136
    if begin <= whole:
        left.append((begin, whole))
    return left


def parts_within(curve: Curve, zones: list[Zone]) -> list[Span]:
    """Return the parts of a curve inside at least one of the zones."""
    parts: list[Span] = []
    for zone in zones:
        found = inside(curve, zone)
        if len(found) == 1 and found[0][0] <= 0.0 and found[0][1] >= curve.length:
            return [(0.0, curve.length)]
        parts += found
    parts.sort()
    joined: list[Span] = []
    for begin, end in parts:
        low, high = begin if begin > 0.0 else 0.0, end if end < curve.length else curve.length  # noqa: FURB136
        if joined and low <= joined[-1][1]:
            if high > joined[-1][1]:
                joined[-1] = (joined[-1][0], high)
        elif low <= high:
            joined.append((low, high))
    return joined


def intersection(some: list[Span], others: list[Span]) -> list[Span]:
    """Return the intersection of two lists of intervals."""
    found: list[Span] = []
    for low, high in some:
        for begin, end in others:
            first, last = low if low > begin else begin, high if high < end else end  # noqa: FURB136
            if first <= last:
                found.append((first, last))
    return found


# --- Nearest points -----------------------------------------------------------------------------------------------


def nearest(curve: Curve, x: float, y: float) -> float:
    """Return the parameter of the point on a curve that is nearest to a given point."""
    if curve.radius > 0:
        dx, dy = x - curve.cx, y - curve.cy
        if dx or dy:
            far = (quarters(dx, dy) - curve.first) % WHOLE
            if far <= curve.length:
                return far
        at_a = (curve.ax - x) * (curve.ax - x) + (curve.ay - y) * (curve.ay - y)
        at_b = (curve.bx - x) * (curve.bx - x) + (curve.by - y) * (curve.by - y)
        return 0.0 if at_a <= at_b else curve.length
    ex, ey = curve.bx - curve.ax, curve.by - curve.ay
    square = ex * ex + ey * ey
    share = ((x - curve.ax) * ex + (y - curve.ay) * ey) / square if square > 0 else 0.0
    return (0.0 if share < 0.0 else 1.0 if share > 1.0 else share) * curve.length  # noqa: FURB136


def point_nearest(curve: Curve, x: float, y: float) -> Point:
    """Return the point on a curve that is nearest to a given point."""
    if curve.radius > 0:
        dx, dy = x - curve.cx, y - curve.cy
        if (dx or dy) and (quarters(dx, dy) - curve.first) % WHOLE <= curve.length:
            apart = sqrt(dx * dx + dy * dy)
            return curve.cx + curve.radius * (dx / apart), curve.cy + curve.radius * (dy / apart)
        at_a = (curve.ax - x) * (curve.ax - x) + (curve.ay - y) * (curve.ay - y)
        at_b = (curve.bx - x) * (curve.bx - x) + (curve.by - y) * (curve.by - y)
        return (curve.ax, curve.ay) if at_a <= at_b else (curve.bx, curve.by)
    ex, ey = curve.bx - curve.ax, curve.by - curve.ay
    square = ex * ex + ey * ey
    share = ((x - curve.ax) * ex + (y - curve.ay) * ey) / square if square > 0 else 0.0
    share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share  # noqa: FURB136 - min and max would take twice the time
    return curve.ax + share * ex, curve.ay + share * ey


def distance_from(curve: Curve, x: float, y: float) -> float:
    """Return the distance from a point to a curve."""
    px, py = point_nearest(curve, x, y)
    return sqrt((px - x) * (px - x) + (py - y) * (py - y))


def nearest_to_zone(curve: Curve, zone: Zone) -> tuple[float, float]:
    """Return the parameter of the point on a curve that is nearest to the core of a zone, and the distance between that
    point and the core. The curve must not enter the zone.

    The candidates are the ends of the curve, the points nearest to corners and, on an arc, points where the arc is
    parallel to an edge.
    """
    core = zone.core
    if len(core) == 1:
        far = nearest(curve, core[0][0], core[0][1])
        return far, signed(zone, *at(curve, far))
    best, found = FAR, 0.0
    for far in (0.0, curve.length):
        apart = signed(zone, *((curve.ax, curve.ay) if far == 0 else (curve.bx, curve.by)))
        if apart < best:
            best, found = apart, far
    for x, y in core:
        apart = distance_from(curve, x, y)
        if apart < best:
            best, found = apart, nearest(curve, x, y)
    return _beside_edges(curve, zone, best, found) if curve.radius > 0 else (found, best)


def _beside_edges(curve: Curve, zone: Zone, best: float, found: float) -> tuple[float, float]:
    """Improve the nearest point found so far with points where an arc runs parallel to an edge."""
    for _, _, ux, uy, _ in zone.edges or edges(zone):
        for nx, ny in ((uy, -ux), (-uy, ux)):
            far = (quarters(nx, ny) - curve.first) % WHOLE
            if far <= curve.length:
                apart = signed(zone, *at(curve, far))
                if apart < best:
                    best, found = apart, far
    return found, best
