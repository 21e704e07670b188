"""How far apart two shapes are, and what follows: contact, overlap, range."""

from math import sqrt

from pilein.geometry.shapes import Points, Shape
from pilein.geometry.ticks import CONTACT, OVERLAP


def separation(a: Shape, b: Shape) -> float:
    """Return the distance of two shapes in ticks; where they overlap, minus the shortest shift that parts them."""
    rims = a.radius + b.radius
    if len(a.core) == 1 and len(b.core) == 1:
        dx, dy = b.x - a.x, b.y - a.y
        return sqrt(dx * dx + dy * dy) - rims
    if a.frame and (len(b.core) == 1 or (b.frame and a.frame[:2] == b.frame[:2])):
        return _from_rectangle(a, b) - rims
    if b.frame and len(a.core) == 1:
        return _from_rectangle(b, a) - rims
    return _between(a.core, b.core) - rims


def gap(a: Shape, b: Shape) -> float:
    """Return the distance of two shapes in ticks, nought where they touch or overlap."""
    return max(0.0, separation(a, b))


def touches(a: Shape, b: Shape) -> bool:
    """Say whether two shapes are in contact: a gap of no more than CONTACT, and no overlap."""
    return _is_near(a, b, CONTACT) and -OVERLAP <= separation(a, b) <= CONTACT


def overlaps(a: Shape, b: Shape) -> bool:
    """Say whether two shapes share more than an edge."""
    return _is_near(a, b, 0.0) and separation(a, b) < -OVERLAP


def within(a: Shape, b: Shape, distance: float) -> bool:
    """Say whether the gap is no more than `distance` ticks, with the slack of CONTACT."""
    limit = distance + CONTACT
    return _is_near(a, b, limit) and separation(a, b) <= limit


def corners_only(a: Shape, b: Shape) -> bool:
    """Say whether two shapes touch with nothing but a corner of each; rounded shapes have no corners."""
    if a.radius or b.radius or not touches(a, b):
        return False
    return not (_meets_an_edge(a.core, b.core) or _meets_an_edge(b.core, a.core))


def _is_near(a: Shape, b: Shape, limit: float) -> bool:
    """Say whether the bounding circles come within `limit`."""
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach + limit
    return dx * dx + dy * dy <= far * far


def _from_rectangle(a: Shape, b: Shape) -> float:
    """Return the separation of a rectangular core from a point, or from a rectangular core of the same facing."""
    assert a.frame is not None
    sine, cosine, right, ahead = a.frame
    dx, dy = b.x - a.x, b.y - a.y
    across = abs(dx * cosine - dy * sine) - right
    along = abs(dx * sine + dy * cosine) - ahead
    if b.frame:
        across -= b.frame[2]
        along -= b.frame[3]
    if across <= 0 or along <= 0:
        return max(across, along)
    return sqrt(across * across + along * along)


def _between(a: Points, b: Points) -> float:
    """Return the separation of two convex polygons: by their edges' normals if they overlap, else by their corners."""
    best = max(_beyond_edges(a, b), _beyond_edges(b, a))
    return best if best <= 0 else min(_from_corners(a, b), _from_corners(b, a))


def _beyond_edges(polygon: Points, points: Points) -> float:
    """Return how far all points lie beyond that edge of a polygon which they lie furthest beyond."""
    best = -1e30
    (ax, ay) = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        if dx or dy:
            nearest = min([(x - ax) * dy - (y - ay) * dx for x, y in points])
            best = max(best, nearest / sqrt(dx * dx + dy * dy))
        ax, ay = bx, by
    return best


def _from_corners(corners: Points, polygon: Points) -> float:
    """Return the least distance of any corner from any edge of a polygon."""
    best = 1e30
    (ax, ay) = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        for x, y in corners:
            along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
            ex, ey = x - ax - along * dx, y - ay - along * dy
            best = min(best, ex * ex + ey * ey)
        ax, ay = bx, by
    return sqrt(best)


def _meets_an_edge(corners: Points, polygon: Points) -> bool:
    """Say whether any corner touches an edge more than CONTACT away from both its ends."""
    (ax, ay) = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        for x, y in corners:
            along = ((x - ax) * dx + (y - ay) * dy) / length
            beside = abs((x - ax) * dy - (y - ay) * dx) / length
            if beside <= CONTACT and CONTACT < along < length - CONTACT:
                return True
        ax, ay = bx, by
    return False
