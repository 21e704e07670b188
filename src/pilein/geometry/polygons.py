"""Terrain outlines as simple polygons, convex or concave, with corners in either order."""

from functools import lru_cache

import msgspec

from pilein.geometry.gaps import separation
from pilein.geometry.shapes import Point, Shape, capsule, convex, shrunk
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT

CORNERS = 3  # minimum


class Polygon(msgspec.Struct, frozen=True, cache_hash=True):
    """Simple polygon, given by its corners in ticks. A polygon that comes from a file must first be validated with
    `why_not`.
    """

    points: tuple[tuple[int, int], ...]

    def why_not(self) -> str | None:
        """Explain why the polygon is invalid, counting corners from 1, or return None if it is valid."""
        if len(self.points) < CORNERS:
            return f"a polygon needs at least three corners, but this one has {len(self.points)}"
        if pair := repeated(self.points):
            return f"corners {pair[0]} and {pair[1]} of the polygon are the same point"
        if _doubled_area(self.points) == 0 and len(self.points) == CORNERS:
            return "the polygon has no area, because its corners lie on one line"
        if corner := doubled_back(self.points):
            return f"the polygon doubles back on itself at corner {corner}"
        if pair := crossing(self.points):
            return (
                f"the polygon crosses or touches itself: the sides that start at corners {pair[0]} and {pair[1]} meet"
            )
        return None

    def contains(self, x: float, y: float) -> bool:
        """Return whether a point lies inside the polygon or at most OVERLAP outside it."""
        point = convex(((x, y),))
        return any(_may_hold(part, x, y) and separation(part, point) <= OVERLAP for part in self.convex_parts())

    def overlaps_shape(self, shape: Shape) -> bool:
        """Return whether a shape reaches into the polygon by more than CONTACT. Touching the edge does not count."""
        inner = shrunk(shape, CONTACT)
        return any(_is_inside(part, inner) for part in self.convex_parts())

    def swept(self, radius: float, route: tuple[Point, ...]) -> bool:
        """Return whether a disc moving along a route reaches into the polygon by more than CONTACT."""
        ends = route[1:] or route
        bands = (capsule(start, end, max(0.0, radius - CONTACT)) for start, end in zip(route, ends, strict=False))
        return any(_is_inside(part, band) for band in bands for part in self.convex_parts())

    def convex_parts(self) -> tuple[Shape, ...]:
        """Return convex shapes that partition the polygon. Neighbouring parts share an edge."""
        return _parts(self)


@lru_cache(maxsize=1024)
def _parts(polygon: Polygon) -> tuple[Shape, ...]:
    corners = polygon.points if _doubled_area(polygon.points) > 0 else polygon.points[::-1]
    return tuple(convex(ring) for ring in convex_rings(corners))


def _doubled_area(points: tuple[tuple[int, int], ...]) -> int:
    """Return twice the signed area, positive if the corners run counter-clockwise."""
    following = points[1:] + points[:1]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, following, strict=True))


def _may_hold(part: Shape, x: float, y: float) -> bool:
    """Return whether a shape's bounding circle, widened by a tick, contains a point."""
    dx, dy, far = x - part.x, y - part.y, part.reach + 1.0
    return dx * dx + dy * dy <= far * far


def _is_inside(part: Shape, band: Shape) -> bool:
    """Return whether two shapes overlap by more than float noise, after a check of bounding circles."""
    dx, dy, far = band.x - part.x, band.y - part.y, band.reach + part.reach
    return dx * dx + dy * dy < far * far and separation(part, band) < -OVERLAP


# --- Validation of a ring of corners, exact in whole numbers; corners are counted from 1 --------------------------


Corner = tuple[int, int]
Corners = tuple[Corner, ...]


def cross(origin: Corner, a: Corner, b: Corner) -> int:
    """Return twice the signed area of a triangle, positive for a left turn."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def repeated(ring: Corners) -> tuple[int, int] | None:
    """Return the numbers of the first two corners that coincide, or None."""
    seen: dict[Corner, int] = {}
    for number, corner in enumerate(ring, start=1):
        if corner in seen:
            return seen[corner], number
        seen[corner] = number
    return None


def doubled_back(ring: Corners) -> int | None:
    """Return the first corner at which the ring doubles back along the side that led there, or None."""
    for index, corner in enumerate(ring):
        before, after = ring[index - 1], ring[(index + 1) % len(ring)]
        if cross(before, corner, after) == 0 and _along(corner, before, after) > 0:
            return index + 1
    return None


def crossing(ring: Corners) -> tuple[int, int] | None:
    """Return the starting corners of the first two non-adjacent sides that meet, or None."""
    count = len(ring)
    for first in range(count):
        for second in range(first + 2, count):
            is_neighbour = first == 0 and second == count - 1
            ends = ring[first], ring[first + 1], ring[second], ring[(second + 1) % count]
            if not is_neighbour and _meet(*ends):
                return first + 1, second + 1
    return None


def _along(origin: Corner, a: Corner, b: Corner) -> int:
    return (a[0] - origin[0]) * (b[0] - origin[0]) + (a[1] - origin[1]) * (b[1] - origin[1])


def _meet(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    sides = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)]
    if _are_opposite(sides[0], sides[1]) and _are_opposite(sides[2], sides[3]):
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return any(side == 0 and _along(end[2], end[0], end[1]) <= 0 for side, end in zip(sides, ends, strict=True))


def _are_opposite(a: int, b: int) -> bool:
    return (a > 0 > b) or (a < 0 < b)


# --- A simple polygon cut into convex parts -----------------------------------------------------------------------
# Ears are clipped off, then parts are joined where they stay convex.


def convex_rings(ring: Corners) -> tuple[Corners, ...]:
    """Split a simple counter-clockwise polygon into convex, counter-clockwise polygons."""
    parts = list(_triangles(ring))
    while (pair := _joint(parts)) is not None:
        first, second, joined = pair
        parts[first] = joined
        del parts[second]
    return tuple(parts)


def _triangles(ring: Corners) -> tuple[Corners, ...]:
    """Split a simple polygon into triangles. The first ear is always the next to be clipped, so that the result is
    deterministic.
    """
    rest = _without_straight_corners(ring)
    triangles = []
    while len(rest) > len("abc"):
        index = next(number for number in range(len(rest)) if _is_ear(rest, number))
        triangles.append((rest[index - 1], rest[index], rest[(index + 1) % len(rest)]))
        rest = _without_straight_corners(rest[:index] + rest[index + 1 :])
    return (*triangles, rest) if rest else tuple(triangles)


def _without_straight_corners(ring: Corners) -> Corners:
    """Return the ring without the corners at which it continues straight on or doubles back."""
    for index, corner in enumerate(ring):
        if cross(ring[index - 1], corner, ring[(index + 1) % len(ring)]) == 0:
            return _without_straight_corners(ring[:index] + ring[index + 1 :])
    return ring


def _is_ear(ring: Corners, index: int) -> bool:
    """Return whether the triangle at a corner lies inside the polygon and contains no other corner."""
    before, tip, after = ring[index - 1], ring[index], ring[(index + 1) % len(ring)]
    if cross(before, tip, after) < 0:
        return False
    others = (corner for corner in ring if corner not in (before, tip, after))
    return not any(_holds(before, tip, after, corner) for corner in others)


def _holds(a: Corner, b: Corner, c: Corner, point: Corner) -> bool:
    """Return whether a counter-clockwise triangle contains a point, inside or on its edge."""
    return cross(a, b, point) >= 0 and cross(b, c, point) >= 0 and cross(c, a, point) >= 0


def _joint(parts: list[Corners]) -> tuple[int, int, Corners] | None:
    """Return the indices of the first two parts whose union is convex, and that union, or None."""
    for first in range(len(parts)):
        for second in range(first + 1, len(parts)):
            joined = _joined(parts[first], parts[second])
            if joined is not None and _is_convex(joined):
                return first, second, joined
    return None


def _joined(a: Corners, b: Corners) -> Corners | None:
    """Return the union of two polygons that share a whole edge, or None."""
    for index, start in enumerate(a):
        end = a[(index + 1) % len(a)]
        if start in b and b[b.index(start) - 1] == end:
            there = b.index(start)
            around = b[there + 1 :] + b[:there]  # from after `start` of b around to `end`
            return a[: index + 1] + around[:-1] + a[index + 1 :]
    return None


def _is_convex(ring: Corners) -> bool:
    return all(cross(ring[index - 2], ring[index - 1], corner) >= 0 for index, corner in enumerate(ring))
