"""Terms of an objective: values of a place, with bounds below which no place on a curve is."""

from math import sqrt

from pilein.placement.curves import Curve, distance_from, nearest_to_zone
from pilein.placement.zones import FAR, Zone, least_room, signed

CORNERS = 24  # of the outline of a target, at most: an oval has more than a hundred


class Gap:
    """The gap to the nearest of some targets, given as zones of the mover in one facing, in ticks."""

    __slots__ = ("targets",)

    def __init__(self, targets: list[Zone]) -> None:
        """Take the targets."""
        self.targets = [coarse(target) for target in targets]

    def value(self, x: float, y: float) -> float:
        """Return the gap at a centre, zero in contact."""
        out = least_room(self.targets, x, y)
        return out if out > 0.0 else 0.0  # noqa: FURB136 - max would take twice the time

    def bound(self, x: float, y: float, far: float) -> float:
        """Return a gap below which no centre within `far` ticks of a point is."""
        return least_room(self.targets, x, y) - far

    def bound_on(self, curve: Curve) -> float:
        """Return a gap below which no point of a curve is, quickly."""
        best = FAR
        for target in self.targets:
            out = distance_from(curve, target.x, target.y) - target.reach
            best = out if out < best else best  # noqa: FURB136
        out = self.bound(curve.mx, curve.my, curve.half)
        return out if out > best else best  # noqa: FURB136

    def minimum_on(self, curve: Curve) -> tuple[float, float]:
        """Return the least gap on a curve, and the parameter at which it is."""
        best, found = FAR, 0.0
        for target in self.targets:
            dx, dy = target.x - curve.mx, target.y - curve.my
            if sqrt(dx * dx + dy * dy) - target.reach - curve.half < best:
                far, apart = nearest_to_zone(curve, target)
                if apart - target.radius < best:
                    best, found = apart - target.radius, far
        return (best if best > 0.0 else 0.0), found  # noqa: FURB136


def coarse(zone: Zone) -> Zone:
    """Return a zone with fewer corners that holds it."""
    count = len(zone.core)
    if count <= CORNERS:
        return zone
    fewer = Zone(zone.core[:: -(-count // CORNERS)], 0.0, zone.x, zone.y, zone.reach, zone.label)
    off = 0.0
    for x, y in zone.core:
        out = signed(fewer, x, y)
        off = out if out > off else off  # noqa: FURB136
    fewer.radius, fewer.reach = zone.radius + off, zone.reach + off
    return fewer
