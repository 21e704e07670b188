"""Intersections of lines and circles with a rounded convex shape: all points within a radius of a convex core."""

from itertools import pairwise
from math import sqrt
from typing import Final

from pilein.geometry.shapes import Points

GRAZE: Final = 1e-3  # ticks: a line that goes no deeper than this only grazes
Span = tuple[float, float]
Vector = tuple[float, float]


def clearance(core: Points, x: float, y: float) -> float:
    """Return the distance in ticks from a point to a convex core, zero inside it."""
    if len(core) == 1:
        dx, dy = x - core[0][0], y - core[0][1]
        return sqrt(dx * dx + dy * dy)
    best, inside = 1e30, len(core) > 2  # noqa: PLR2004 - a core of two points has no inside
    ax, ay = core[-1]
    for bx, by in core:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        inside = inside and ex * py - ey * px >= 0
        square = ex * ex + ey * ey
        part = (px * ex + py * ey) / square if square else 0.0
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part  # noqa: FURB136 - min and max would take twice the time
        px -= part * ex
        py -= part * ey
        away = px * px + py * py
        best = away if away < best else best  # noqa: FURB136
        ax, ay = bx, by
    return 0.0 if inside else sqrt(best)


def span(core: Points, radius: float, start: tuple[float, float], way: tuple[float, float]) -> Span | None:
    """Return the interval of a line inside a rounded shape, in ticks from `start` along the unit vector `way`.

    Return None if the line misses or merely grazes the shape.
    """
    x, y = start
    dx, dy = way
    if len(core) == 1:
        px, py = core[0][0] - x, core[0][1] - y
        beside, along = dx * py - dy * px, dx * px + dy * py
        if abs(beside) >= radius - GRAZE:
            return None
        half = sqrt(radius * radius - beside * beside)
        return along - half, along + half
    seen = [(dx * (vy - y) - dy * (vx - x), dx * (vx - x) + dy * (vy - y)) for vx, vy in core]
    if min(seen)[0] >= radius - GRAZE or max(seen)[0] <= GRAZE - radius:
        return None
    return _crossed(seen, radius) if radius > 0 else _through(seen)


def _through(seen: list[tuple[float, float]]) -> Span | None:
    """Return the interval of the axis inside a core without a radius. The core is given as for `_crossed`."""
    low, high = 1e30, -1e30
    si, ti = seen[-1]
    for sj, tj in seen:
        if (si > 0) != (sj > 0):
            crossing = ti - (tj - ti) * si / (sj - si)
            low = crossing if crossing < low else low  # noqa: FURB136 - min and max would take half the time
            high = crossing if crossing > high else high  # noqa: FURB136
        si, ti = sj, tj
    return (low, high) if low < high else None


def _crossed(seen: list[tuple[float, float]], radius: float) -> Span | None:
    """Return the interval of the axis inside a rounded core whose corners are given as (beside, along)."""
    low, high = 1e30, -1e30
    si, ti = seen[-1]
    for sj, tj in seen:
        if -radius < sj < radius:
            half = sqrt(radius * radius - sj * sj)
            low = tj - half if tj - half < low else low  # noqa: FURB136 - min and max would take half the time
            high = tj + half if tj + half > high else high  # noqa: FURB136
        es, et = sj - si, tj - ti
        length = sqrt(es * es + et * et)
        if length:
            lift, shift = -et / length * radius, es / length * radius
            if (si + lift > 0) != (sj + lift > 0):
                crossing = ti + shift - et * (si + lift) / es
                low = crossing if crossing < low else low  # noqa: FURB136
                high = crossing if crossing > high else high  # noqa: FURB136
        si, ti = sj, tj
    return (low, high) if low < high else None


def covered(core: Points, radius: float, centre: tuple[float, float], circle: float) -> tuple[Span, ...]:
    """Return the parts of a circle inside a rounded shape, as ascending intervals of `quarters` from 0 to 4.

    A part that crosses the +x direction is split in two.
    """
    events = sorted({0.0, *_cuts(core, radius, centre, circle), ROUND})
    parts: list[Span] = []
    for low, high in pairwise(events):
        ux, uy = direction((low + high) / 2)
        if clearance(core, centre[0] + circle * ux, centre[1] + circle * uy) < radius:
            joined = bool(parts) and parts[-1][1] == low
            parts.append((parts.pop()[0] if joined else low, high))
    return tuple(parts)


def _cuts(core: Points, radius: float, centre: tuple[float, float], circle: float) -> list[float]:
    """Return the points where a circle crosses the outline. The result may include near misses."""
    found: list[float] = []
    ax, ay = core[-1][0] - centre[0], core[-1][1] - centre[1]
    ix, iy = core[-1][0] - core[-2 % len(core)][0], core[-1][1] - core[-2 % len(core)][1]  # the edge before
    for vx, vy in core:
        bx, by = vx - centre[0], vy - centre[1]
        ex, ey = bx - ax, by - ay
        distance = sqrt(ax * ax + ay * ay)
        if distance:
            foot = (distance * distance + circle * circle - radius * radius) / (2 * distance)
            points = _chord(ax / distance, ay / distance, foot, circle)
            found += [quarters(x, y) for x, y in points if _is_at_corner(x - ax, y - ay, (ix, iy), (ex, ey))]
        length = sqrt(ex * ex + ey * ey)
        if length:
            ix, iy = ex, ey
            ex, ey = ex / length, ey / length
            points = _chord(ey, -ex, ey * bx - ex * by + radius, circle)
            low, high = ex * ax + ey * ay - GRAZE, ex * bx + ey * by + GRAZE
            found += [quarters(x, y) for x, y in points if low < ex * x + ey * y < high]
        ax, ay = bx, by
    return found


def _is_at_corner(x: float, y: float, before: Vector, after: Vector) -> bool:
    """Return whether a point, relative to a corner, lies past the preceding edge and short of the following edge."""
    past = before[0] * x + before[1] * y
    beyond = after[0] * x + after[1] * y
    return past >= -GRAZE * _long(before) and beyond <= GRAZE * _long(after)


def _long(edge: Vector) -> float:
    return abs(edge[0]) + abs(edge[1])


def _chord(nx: float, ny: float, foot: float, circle: float) -> list[tuple[float, float]]:
    """Return the intersections of a circle around the origin with a line whose foot lies at distance `foot` along a
    unit vector.
    """
    if abs(foot) >= circle:
        return []
    half = sqrt(circle * circle - foot * foot)
    return [
        (foot * nx - half * ny, foot * ny + half * nx),
        (foot * nx + half * ny, foot * ny - half * nx),
    ]


# --- Directions as vectors: their order around the circle and the length of arcs, the same on every machine -------


ROUND: Final = 4.0  # a whole turn in quarters
HALF_TURN: Final = 3.141592653589793

_EIGHTH: Final = 0.41421356237309503  # tangent of an eighth of a half turn
_SIXTEENTH: Final = 0.198912367379658
_TERMS: Final = 11


def quarters(x: float, y: float) -> float:
    """Return the pseudo-angle of (x, y), counter-clockwise from +x: 0 to 4, one unit for each quarter turn.

    The pseudo-angle increases with the angle, but not evenly within a quarter. It orders directions without
    computing their angles.
    """
    whole = abs(x) + abs(y)
    if x > 0 <= y:
        return y / whole
    if y > 0 >= x:
        return 1.0 - x / whole
    if x < 0 >= y:
        return 2.0 - y / whole
    return (3.0 + x / whole) % ROUND if whole else 0.0


def direction(order: float) -> Vector:
    """Return the unit vector whose pseudo-angle (`quarters`) is `order`."""
    quarter = int(order) % 4
    part = order - int(order)
    length = sqrt(part * part + (1.0 - part) * (1.0 - part))
    along, across = (1.0 - part) / length, part / length
    if quarter < 2:  # noqa: PLR2004 - the upper half
        return (along, across) if quarter == 0 else (-across, along)
    return (-along, -across) if quarter == 2 else (across, -along)  # noqa: PLR2004


def sweep(cross: float, dot: float) -> float:
    """Return the turn in radians, from 0 to a full turn, between two vectors with the given cross and dot products."""
    across, along = abs(cross), abs(dot)
    if across <= along:
        sharp = _arctangent(across / along) if along else 0.0
    else:
        sharp = HALF_TURN / 2 - _arctangent(along / across)
    if dot < 0:
        sharp = HALF_TURN - sharp
    return sharp if cross >= 0 else 2 * HALF_TURN - sharp


def _arctangent(slope: float) -> float:
    """Return the arctangent of a slope from 0 to 1, by the addition theorem and a power series."""
    turned = 0.0
    if slope > _EIGHTH:
        slope = (slope - 1.0) / (slope + 1.0)
        turned = HALF_TURN / 4
    if abs(slope) > _SIXTEENTH:
        part = _EIGHTH if slope > 0 else -_EIGHTH
        slope = (slope - part) / (1.0 + slope * part)
        turned += HALF_TURN / 8 if part > 0 else -HALF_TURN / 8
    square = slope * slope
    series = 0.0
    for term in range(2 * _TERMS + 1, 0, -2):
        series = 1.0 / term - square * series
    return turned + slope * series
