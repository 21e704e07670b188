"""Zones: convex sets of a mover's centres at one facing, which the mover must avoid or stay within.

A zone is a no-fit polygon: all points within a radius of a convex core.
"""

from bisect import bisect_left
from math import sqrt
from typing import Final

from pilein.geometry.gaps import difference
from pilein.geometry.shapes import Shape

Point = tuple[float, float]
Core = tuple[Point, ...]
Edge = tuple[float, float, float, float, float]  # where an edge begins, its direction, its length

FAR: Final = 1e30  # ticks
NOBODY: Final = -1
EDGE: Final = -2  # label of what lies beyond the first edge of the table; then -3 to -5
WALL: Final = -6  # label of the first wall, and downwards
GROUND: Final = -1_000_000  # label of other ground that is closed to a mover


class Zone:
    """All points within `radius` of a convex `core`. `label` identifies the model, wall or edge that causes the zone.

    The circle of radius `reach` around (x, y) contains it.
    """

    __slots__ = ("core", "edges", "label", "radius", "reach", "x", "y")

    def __init__(self, core: Core, radius: float, x: float, y: float, reach: float, label: int) -> None:
        self.core = core
        self.radius = radius
        self.x = x
        self.y = y
        self.reach = reach
        self.label = label
        self.edges: list[Edge] = []  # derived when they are first needed


class Zones:
    """Zones sorted by x, so that zones near a point are found quickly."""

    __slots__ = ("all", "widest", "xs")

    def __init__(self, zones: list[Zone]) -> None:
        self.all = sorted(zones, key=_x)
        self.xs = [zone.x for zone in self.all]
        self.widest = 0.0
        for zone in zones:
            self.widest = max(self.widest, zone.reach)

    def beside(self, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones that may be within `far` ticks of a point."""
        found: list[Zone] = []
        wide = self.widest + far
        for zone in self.all[bisect_left(self.xs, x - wide) : bisect_left(self.xs, x + wide)]:
            dx, dy, reach = zone.x - x, zone.y - y, zone.reach + far
            if dx * dx + dy * dy < reach * reach:
                found.append(zone)
        return found


def _x(zone: Zone) -> float:
    return zone.x


def zone_round(mover: Shape, body: Shape, by: float, label: int) -> Zone:
    """Return the zone in which a mover's centre overlaps a body or comes within `by` ticks of it. The mover is given
    around the origin.
    """
    radius = body.radius + mover.radius + by
    reach = body.reach + mover.reach + by
    if mover.is_disc:
        return Zone(body.core, radius, body.x, body.y, reach, label)
    return Zone(difference(mover.core, body.core), radius, body.x, body.y, reach, label)


def disc_zone(x: float, y: float, radius: float, label: int = NOBODY) -> Zone:
    """Return the zone with the shape of a disc."""
    return Zone(((x, y),), radius, x, y, radius, label)


def drawn_in(zone: Zone) -> Zone:
    """Return a zone that a mover must be inside, made smaller by a tick. Places on the outline are rounded to whole
    ticks and might otherwise lie outside the zone.
    """
    return Zone(zone.core, max(0.0, zone.radius - 1.0), zone.x, zone.y, zone.reach, NOBODY)


def signed(zone: Zone, x: float, y: float) -> float:
    """Return the distance from a point to a zone's core or, for a point inside the core, minus its depth."""
    core = zone.core
    if len(core) == 1:
        px, py = x - core[0][0], y - core[0][1]
        return sqrt(px * px + py * py)
    best, depth = FAR, -FAR
    for ax, ay, ux, uy, length in zone.edges or edges(zone):
        px, py = x - ax, y - ay
        out = uy * px - ux * py
        depth = out if out > depth else depth  # noqa: FURB136 - max would take twice the time
        if out >= 0:  # only there an edge may be the nearest
            along = ux * px + uy * py
            if along < 0:
                out = px * px + py * py
            elif along > length:
                px, py = px - length * ux, py - length * uy
                out = px * px + py * py
            else:
                out *= out
            best = out if out < best else best  # noqa: FURB136
    return sqrt(best) if best < FAR else depth


def edges(zone: Zone) -> list[Edge]:
    """Return the edges of a zone's core, which must have at least two points. A core of two points has two edges. The
    result is cached.
    """
    found: list[Edge] = []
    ax, ay = zone.core[-1]
    for bx, by in zone.core:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        if length > 0:
            found.append((ax, ay, dx / length, dy / length, length))
        ax, ay = bx, by
    zone.edges = found
    return found


def room(zone: Zone, x: float, y: float) -> float:
    """Return the distance from a point to a zone. The distance is negative inside the zone."""
    return signed(zone, x, y) - zone.radius


def nearest_of_core(core: Core, x: float, y: float) -> Point:
    """Return the point on a convex core's outline that is nearest to a given point."""
    ax, ay = core[-1]
    if len(core) == 1:
        return ax, ay
    best, found = FAR, (ax, ay)
    for bx, by in core:
        ex, ey = bx - ax, by - ay
        square = ex * ex + ey * ey
        share = ((x - ax) * ex + (y - ay) * ey) / square if square > 0 else 0.0
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share  # noqa: FURB136
        qx, qy = ax + share * ex, ay + share * ey
        away = (qx - x) * (qx - x) + (qy - y) * (qy - y)
        if away < best:
            best, found = away, (qx, qy)
        ax, ay = bx, by
    return found


def pushed(zone: Zone, x: float, y: float) -> Point:
    """Return the point on a zone's outline that is nearest to a point inside the zone."""
    core, radius = zone.core, zone.radius
    px, py = nearest_of_core(core, x, y)
    deep = signed(zone, x, y)
    away = sqrt((x - px) * (x - px) + (y - py) * (y - py))
    if away == 0:
        return x, y
    out = radius / away if deep > 0 else -radius / away
    return px + (x - px) * out, py + (y - py) * out


def least_room(zones: list[Zone], x: float, y: float) -> float:
    """Return the distance from a point to the nearest zone. Zones that are certainly further away are not measured."""
    best = FAR
    for zone in zones:
        dx, dy, far = zone.x - x, zone.y - y, best + zone.reach
        if far > 0 and dx * dx + dy * dy < far * far:
            out = signed(zone, x, y) - zone.radius
            best = out if out < best else best  # noqa: FURB136
    return best
