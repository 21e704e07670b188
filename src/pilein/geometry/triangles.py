"""A simple polygon cut into convex parts: ears are clipped off, then parts are joined where they stay convex."""

from pilein.geometry.crossings import Corner, Corners, cross


def convex_rings(ring: Corners) -> tuple[Corners, ...]:
    """Return convex polygons that make up a simple one, all counter-clockwise, for a counter-clockwise ring."""
    parts = list(_triangles(ring))
    while (pair := _joint(parts)) is not None:
        first, second, joined = pair
        parts[first] = joined
        del parts[second]
    return tuple(parts)


def _triangles(ring: Corners) -> tuple[Corners, ...]:
    """Return triangles that make up a simple polygon: always the first ear there is, so nothing is left to chance."""
    rest = _without_straight_corners(ring)
    triangles = []
    while len(rest) > len("abc"):
        index = next(number for number in range(len(rest)) if _is_ear(rest, number))
        triangles.append((rest[index - 1], rest[index], rest[(index + 1) % len(rest)]))
        rest = _without_straight_corners(rest[:index] + rest[index + 1 :])
    return (*triangles, rest) if rest else tuple(triangles)


def _without_straight_corners(ring: Corners) -> Corners:
    """Return the ring without the corners at which it goes straight on or right back."""
    for index, corner in enumerate(ring):
        if cross(ring[index - 1], corner, ring[(index + 1) % len(ring)]) == 0:
            return _without_straight_corners(ring[:index] + ring[index + 1 :])
    return ring


def _is_ear(ring: Corners, index: int) -> bool:
    """Say whether the triangle at a corner lies inside the polygon and holds no other corner."""
    before, tip, after = ring[index - 1], ring[index], ring[(index + 1) % len(ring)]
    if cross(before, tip, after) < 0:
        return False
    others = (corner for corner in ring if corner not in (before, tip, after))
    return not any(_holds(before, tip, after, corner) for corner in others)


def _holds(a: Corner, b: Corner, c: Corner, point: Corner) -> bool:
    """Say whether a counter-clockwise triangle holds a point, inside or on its edge."""
    return cross(a, b, point) >= 0 and cross(b, c, point) >= 0 and cross(c, a, point) >= 0


def _joint(parts: list[Corners]) -> tuple[int, int, Corners] | None:
    """Return the first two parts that are convex together, with their union."""
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
            around = b[there + 1 :] + b[:there]  # from after `start` of b round to `end`
            return a[: index + 1] + around[:-1] + a[index + 1 :]
    return None


def _is_convex(ring: Corners) -> bool:
    return all(cross(ring[index - 2], ring[index - 1], corner) >= 0 for index, corner in enumerate(ring))
