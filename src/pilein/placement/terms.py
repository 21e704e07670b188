"""Terms of an objective, which give the value of a place, and lower bounds for all places on a curve."""

from functools import lru_cache
from math import sqrt
from typing import Final

from pilein.placement.curves import Curve, nearest_to_zone
from pilein.placement.zones import FAR, Zone, least_room, signed

CORNERS: Final = 24  # of the outline of a target, at most: an oval has more than a hundred


class Gap:
    """Gap in ticks to the nearest of several targets, which are given as zones of the mover at one facing."""

    __slots__ = ("targets",)

    def __init__(self, targets: list[Zone]) -> None:
        self.targets = [coarse(target) for target in targets]

    def value(self, x: float, y: float) -> float:
        """Return the gap at a centre. It is zero in contact."""
        out = least_room(self.targets, x, y)
        return out if out > 0.0 else 0.0  # noqa: FURB136 - max would take twice the time

    def bound(self, x: float, y: float, far: float) -> float:
        """Return a lower bound on the gap at all centres within `far` ticks of a point."""
        return least_room(self.targets, x, y) - far

    def minimum_on(self, curve: Curve) -> tuple[float, float]:
        """Return the smallest gap along a curve and the parameter where it occurs."""
        best, found = FAR, 0.0
        for target in self.targets:
            dx, dy = target.x - curve.mx, target.y - curve.my
            if sqrt(dx * dx + dy * dy) - target.reach - curve.half < best:
                far, apart = nearest_to_zone(curve, target)
                if apart - target.radius < best:
                    best, found = apart - target.radius, far
        return (best if best > 0.0 else 0.0), found  # noqa: FURB136


def within(zone: Zone) -> Zone:
    """Return a zone with fewer corners that lies within the given zone."""
    count = len(zone.core)
    if count <= CORNERS:
        return zone
    return Zone(zone.core[:: -(-count // CORNERS)], zone.radius, zone.x, zone.y, zone.reach, zone.label)


def coarse(zone: Zone) -> Zone:
    """Return a zone with fewer corners that contains the given zone."""
    return zone if len(zone.core) <= CORNERS else _with_fewer_corners(zone)


@lru_cache(maxsize=4096)
def _with_fewer_corners(zone: Zone) -> Zone:
    fewer, off = within(zone), 0.0
    for x, y in zone.core:
        out = signed(fewer, x, y)
        off = out if out > off else off  # noqa: FURB136
    fewer.radius, fewer.reach = zone.radius + off, zone.reach + off
    return fewer
