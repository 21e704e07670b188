"""How far apart two shapes are, and what follows: contact, overlap, range."""

from itertools import pairwise
from math import sqrt

from pilein.geometry.minkowski import difference, distance_of_origin
from pilein.geometry.shapes import Frame, Points, Shape
from pilein.geometry.ticks import CONTACT, OVERLAP


def separation(a: Shape, b: Shape) -> float:
    """Return the distance of two shapes in ticks; if they overlap, minus the shortest shift that parts them."""
    if a.is_disc and b.is_disc:
        dx, dy = b.x - a.x, b.y - a.y
        return sqrt(dx * dx + dy * dy) - (a.radius + b.radius)
    if a.frame is not None and (b.is_disc or _are_square(a.frame, b.frame)):
        return _from_rectangle(a, b)
    if b.frame is not None and a.is_disc:
        return _from_rectangle(b, a)
    return distance_of_origin(difference(a.core, b.core)) - (a.radius + b.radius)


def gap(a: Shape, b: Shape) -> float:
    """Return the distance of two shapes in ticks, nought where they touch or overlap."""
    return max(0.0, separation(a, b))


def touches(a: Shape, b: Shape) -> bool:
    """Say whether two shapes are in contact: a gap of no more than CONTACT, and no overlap."""
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach + CONTACT
    if dx * dx + dy * dy > far * far:
        return False
    return -OVERLAP <= separation(a, b) <= CONTACT


def overlaps(a: Shape, b: Shape) -> bool:
    """Say whether two shapes share more than an edge."""
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach
    return dx * dx + dy * dy < far * far and separation(a, b) < -OVERLAP


def within(a: Shape, b: Shape, distance: float) -> bool:
    """Say whether the gap is no more than `distance` ticks and CONTACT; overlapping shapes are within."""
    limit = distance + CONTACT
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach + limit
    square = dx * dx + dy * dy
    if square > far * far:
        return False
    return square <= limit * limit or separation(a, b) <= limit


def corners_only(a: Shape, b: Shape) -> bool:
    """Say whether two shapes touch with nothing but a corner of each; rounded shapes have no corners.

    A corner reaches CONTACT along its edges: squares that share a longer stretch touch edge to edge.
    """
    if a.radius or b.radius or not touches(a, b):
        return False
    if a.frame is not None and b.frame is not None and _are_square(a.frame, b.frame):
        return min(_beyond(a, b)) >= -CONTACT
    return not (_meets_an_edge(a.core + _middles(a.core), b.core) or _meets_an_edge(b.core, a.core))


def _are_square(a: Frame, b: Frame | None) -> bool:
    """Say whether two rectangles have parallel sides: their facings differ by whole quarter turns."""
    return b is not None and (a[0] * b[1] == a[1] * b[0] or a[0] * b[0] == -a[1] * b[1])


def _from_rectangle(a: Shape, b: Shape) -> float:
    """Return the separation of a rectangle from a disc, or from a rectangle with parallel sides."""
    across, along = _beyond(a, b)
    rims = a.radius + b.radius
    if across <= 0 or along <= 0:
        return max(across, along) - rims
    return sqrt(across * across + along * along) - rims


def _beyond(a: Shape, b: Shape) -> tuple[float, float]:
    """Return how far a core lies beyond a rectangle, across its facing and along it; minus the stretch they share."""
    assert a.frame is not None
    sine, cosine, right, ahead = a.frame
    dx, dy = b.x - a.x, b.y - a.y
    if b.frame is not None:
        is_along = sine * b.frame[1] == cosine * b.frame[0]
        right += b.frame[2] if is_along else b.frame[3]
        ahead += b.frame[3] if is_along else b.frame[2]
    return abs(dx * cosine - dy * sine) - right, abs(dx * sine + dy * cosine) - ahead


def _middles(polygon: Points) -> Points:
    """Return the middles of the edges: between equal edges that lie flush, corners meet nothing but corners."""
    return tuple(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise((polygon[-1], *polygon)))


def _meets_an_edge(points: Points, polygon: Points) -> bool:
    """Say whether any point touches an edge more than CONTACT away from both its ends."""
    (ax, ay) = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        if any(_is_on_edge(x - ax, y - ay, dx / length, dy / length, length) for x, y in points):
            return True
        ax, ay = bx, by
    return False


def _is_on_edge(x: float, y: float, along: float, up: float, length: float) -> bool:
    """Say whether (x, y), seen from the start of an edge towards (along, up), is on its inner stretch."""
    return abs(x * up - y * along) <= CONTACT < x * along + y * up < length - CONTACT
