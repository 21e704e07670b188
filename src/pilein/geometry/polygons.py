"""Pieces of ground: simple polygons, maybe with bays, corners in either order."""

from functools import lru_cache

import msgspec

from pilein.geometry.crossings import crossing, doubled_back, repeated
from pilein.geometry.gaps import separation
from pilein.geometry.hulls import Point
from pilein.geometry.shapes import Shape, capsule, convex, shrunk
from pilein.geometry.ticks import CONTACT, OVERLAP
from pilein.geometry.triangles import convex_rings

CORNERS = 3  # at least


class Polygon(msgspec.Struct, frozen=True, cache_hash=True):
    """A piece of ground by its corners in ticks. Ask `why_not` before anything else where they come from a file."""

    points: tuple[tuple[int, int], ...]

    @property
    def area(self) -> float:
        """Return the area in square ticks."""
        return abs(_doubled_area(self.points)) / 2

    def why_not(self) -> str | None:
        """Return why this is no piece of ground, its corners counted from 1, or None if it is one."""
        if len(self.points) < CORNERS:
            return f"a polygon needs three corners or more, this one has {len(self.points)}"
        if pair := repeated(self.points):
            return f"corners {pair[0]} and {pair[1]} of the polygon are the same point"
        if _doubled_area(self.points) == 0 and len(self.points) == CORNERS:
            return "the polygon has no area: its corners lie on one line"
        if corner := doubled_back(self.points):
            return f"the polygon doubles back on itself at corner {corner}"
        if pair := crossing(self.points):
            return (
                f"the polygon crosses or touches itself: the sides that start at corners {pair[0]} and {pair[1]} meet"
            )
        return None

    def contains(self, x: float, y: float) -> bool:
        """Say whether a point lies inside or on the edge (which is OVERLAP wide)."""
        point = convex(((x, y),))
        return any(separation(part, point) <= OVERLAP for part in self.convex_parts())

    def overlaps_shape(self, shape: Shape) -> bool:
        """Say whether a shape reaches into the ground by more than CONTACT; standing against its edge is outside."""
        inner = shrunk(shape, CONTACT)
        return any(_is_inside(part, inner) for part in self.convex_parts())

    def swept(self, radius: float, route: tuple[Point, ...]) -> bool:
        """Say whether a disc that moves along a route reaches into the ground by more than CONTACT."""
        ends = route[1:] or route
        bands = (capsule(start, end, max(0.0, radius - CONTACT)) for start, end in zip(route, ends, strict=False))
        return any(_is_inside(part, band) for band in bands for part in self.convex_parts())

    def convex_parts(self) -> tuple[Shape, ...]:
        """Return convex shapes that make up the ground; neighbours share an edge."""
        return _parts(self)


@lru_cache(maxsize=1024)
def _parts(polygon: Polygon) -> tuple[Shape, ...]:
    corners = polygon.points if _doubled_area(polygon.points) > 0 else polygon.points[::-1]
    return tuple(convex(ring) for ring in convex_rings(corners))


def _doubled_area(points: tuple[tuple[int, int], ...]) -> int:
    """Return twice the area, above nought where the corners run counter-clockwise."""
    following = points[1:] + points[:1]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(points, following, strict=True))


def _is_inside(part: Shape, band: Shape) -> bool:
    """Say whether two shapes share more than float noise, after a look at their bounding circles."""
    dx, dy, far = band.x - part.x, band.y - part.y, band.reach + part.reach
    return dx * dx + dy * dy < far * far and separation(part, band) < -OVERLAP
