"""The difference of two convex polygons: all ways from a point of one to a point of the other.

Its distance from the origin is the distance of the two; if the origin lies inside, its depth there is the
shortest shift that parts them.
"""

from math import sqrt

from pilein.geometry.hulls import Point
from pilein.geometry.shapes import Points
from pilein.geometry.ticks import OVERLAP

FAR = 1e300


def difference(a: Points, b: Points) -> Points:
    """Return the corners of all b - a, counter-clockwise, for counter-clockwise convex a and b.

    The edges of b and of a turned about are merged in the order of their directions.
    """
    here, there = b.index(min(b, key=_upward)), a.index(max(a, key=_upward))
    near = b[here:] + b[: here + 1]
    far = a[there:] + a[: there + 1]
    ahead, behind = len(b), len(a)
    corners = []
    first = second = 0
    while first < ahead or second < behind:
        (bx, by), (ax, ay) = near[first], far[second]
        corners.append((bx - ax, by - ay))
        turn = _turn(near, far, first, second)
        first += turn >= 0
        second += turn <= 0
    return tuple(corners)


def _upward(point: Point) -> Point:
    return point[1], point[0]


def _turn(near: Points, far: Points, first: int, second: int) -> float:
    """Return how the next edge of `far`, turned about, bends from that of `near`: above nought, left."""
    if first == len(near) - 1:
        return -1.0
    if second == len(far) - 1:
        return 1.0
    (bx, by), (cx, cy) = near[first], near[first + 1]
    (ax, ay), (dx, dy) = far[second], far[second + 1]
    return (cx - bx) * (ay - dy) - (cy - by) * (ax - dx)


def distance_of_origin(polygon: Points) -> float:
    """Return how far the origin is from a convex polygon, counter-clockwise; inside, minus its depth."""
    depth, nearest = -FAR, FAR
    ax, ay = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        beyond = (dx * ay - dy * ax) / length if length else -FAR
        depth = max(depth, beyond)
        if beyond >= -OVERLAP:
            nearest = min(nearest, _distance_of_edge(ax, ay, dx, dy))
        ax, ay = bx, by
    if depth == -FAR:
        return sqrt(ax * ax + ay * ay)
    return nearest if depth > 0 or (nearest > OVERLAP and depth >= -OVERLAP) else depth


def _distance_of_edge(ax: float, ay: float, dx: float, dy: float) -> float:
    """Return the distance of the origin from the stretch (dx, dy) that starts at (ax, ay)."""
    square = dx * dx + dy * dy
    along = -(ax * dx + ay * dy)
    if along > 0:
        part = along / square if along < square else 1.0
        ax, ay = ax + part * dx, ay + part * dy
    return sqrt(ax * ax + ay * ay)
