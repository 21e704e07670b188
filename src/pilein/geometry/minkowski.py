"""The difference of two convex polygons: all ways from a point of one to a point of the other.

Its distance from the origin is the distance of the two; if the origin lies inside, its depth there is the
shortest shift that parts them.
"""

from math import sqrt
from operator import itemgetter

from pilein.geometry.shapes import Points
from pilein.geometry.ticks import OVERLAP

FAR = 1e300
_UPWARD = itemgetter(1, 0)


def difference(a: Points, b: Points) -> Points:
    """Return the corners of all b - a, counter-clockwise, for counter-clockwise convex a and b.

    The edges of b and of a turned about are merged in the order of their directions.
    """
    here, there = b.index(min(b, key=_UPWARD)), a.index(max(a, key=_UPWARD))
    near = b[here:] + b[: here + 1]
    far = a[there:] + a[: there + 1]
    ahead, behind = len(b), len(a)
    corners = []
    first = second = 0
    while first < ahead and second < behind:  # written out: a gap of two ovals is some 130 turns of this loop
        (bx, by), (ax, ay) = near[first], far[second]
        corners.append((bx - ax, by - ay))
        (cx, cy), (dx, dy) = near[first + 1], far[second + 1]
        turn = (cx - bx) * (ay - dy) - (cy - by) * (ax - dx)
        if turn >= 0:
            first += 1
        if turn <= 0:
            second += 1
    (ax, ay), (bx, by) = far[second], near[first]
    corners += [(x - ax, y - ay) for x, y in near[first:ahead]]
    corners += [(bx - x, by - y) for x, y in far[second:behind]]
    return tuple(corners)


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
            away = _distance_of_edge(ax, ay, dx, dy)
            nearest = min(nearest, away)
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
