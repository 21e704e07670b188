"""Distance between two shapes, and the predicates based on it: contact, overlap and range."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from operator import itemgetter
from typing import Final

from pilein.geometry.shapes import Frame, Point, Points, Shape, capsule, distance
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT, SNAP


def separation(a: Shape, b: Shape) -> float:
    """Return the distance between two shapes in ticks, or minus the penetration depth if they overlap."""
    if a.is_disc and b.is_disc:
        dx, dy = b.x - a.x, b.y - a.y
        return sqrt(dx * dx + dy * dy) - (a.radius + b.radius)
    if a.frame is not None and (b.is_disc or _are_square(a.frame, b.frame)):
        return _from_rectangle(a, b)
    if b.frame is not None and a.is_disc:
        return _from_rectangle(b, a)
    return distance_of_origin(difference(a.core, b.core)) - (a.radius + b.radius)


def gap(a: Shape, b: Shape) -> float:
    """Return the distance between two shapes in ticks, zero if they touch or overlap."""
    return max(0.0, separation(a, b))


def nearest(ones: Sequence[Shape], others: Sequence[Shape]) -> float:
    """Return the least distance in ticks between two groups of shapes."""
    return min(gap(one, other) for one in ones for other in others)


def between_centres(ones: Sequence[Shape], others: Sequence[Shape]) -> float:
    """Return the least distance in ticks between the centres of two groups of shapes, or zero if a group is empty."""
    best = BOUNDLESS
    centres = [(other.x, other.y) for other in others]
    for one in ones:
        x, y = one.x, one.y
        for ox, oy in centres:
            dx, dy = ox - x, oy - y
            square = dx * dx + dy * dy
            best = square if square < best else best  # noqa: FURB136 - min would take twice the time
    return sqrt(best) if best < BOUNDLESS else 0.0


def touches(a: Shape, b: Shape) -> bool:
    """Return whether two shapes are in contact, with a gap of at most CONTACT or an overlap of at most SNAP."""
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach + CONTACT
    if dx * dx + dy * dy > far * far:
        return False
    return -SNAP <= separation(a, b) <= CONTACT


def overlaps(a: Shape, b: Shape) -> bool:
    """Return whether two shapes overlap by more than SNAP."""
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach
    return dx * dx + dy * dy < far * far and separation(a, b) < -SNAP


def within(a: Shape, b: Shape, distance: float) -> bool:
    """Return whether the gap between two shapes is at most `distance` ticks (plus CONTACT), or the shapes overlap."""
    limit = distance + CONTACT
    dx, dy, far = b.x - a.x, b.y - a.y, a.reach + b.reach + limit
    square = dx * dx + dy * dy
    if square > far * far:
        return False
    return square <= limit * limit or separation(a, b) <= limit


def corners_only(a: Shape, b: Shape) -> bool:
    """Return whether two shapes touch only corner to corner. Rounded shapes have no corners.

    A corner extends CONTACT along its edges. Squares that share a longer stretch touch edge to edge.
    """
    if a.radius or b.radius or not touches(a, b):
        return False
    if a.frame is not None and b.frame is not None and _are_square(a.frame, b.frame):
        return min(_beyond(a, b)) >= -CONTACT
    return not (_meets_an_edge(a.core + _middles(a.core), b.core) or _meets_an_edge(b.core, a.core))


def _are_square(a: Frame, b: Frame | None) -> bool:
    """Return whether two rectangles have parallel sides, with facings that differ by whole quarter turns."""
    return b is not None and (a[0] * b[1] == a[1] * b[0] or a[0] * b[0] == -a[1] * b[1])


def _from_rectangle(a: Shape, b: Shape) -> float:
    """Return the separation between a rectangle and a disc, or between rectangles with parallel sides."""
    across, along = _beyond(a, b)
    rims = a.radius + b.radius
    if across <= 0 or along <= 0:
        return (across if across > along else along) - rims  # noqa: FURB136 - max would take twice the time
    return sqrt(across * across + along * along) - rims


def _beyond(a: Shape, b: Shape) -> tuple[float, float]:
    """Return the distance from a rectangle to a core, across and along the rectangle's facing. The distance is negative
    for an overlap.
    """
    assert a.frame is not None
    sine, cosine, right, ahead = a.frame
    dx, dy = b.x - a.x, b.y - a.y
    if b.frame is not None:
        is_along = sine * b.frame[1] == cosine * b.frame[0]
        right += b.frame[2] if is_along else b.frame[3]
        ahead += b.frame[3] if is_along else b.frame[2]
    return abs(dx * cosine - dy * sine) - right, abs(dx * sine + dy * cosine) - ahead


def _middles(polygon: Points) -> Points:
    """Return the midpoints of the edges. Without these points, equal edges that lie flush would seem to touch only at
    corners.
    """
    return tuple(((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise((polygon[-1], *polygon)))


def _meets_an_edge(points: Points, polygon: Points) -> bool:
    """Return whether any of the points touches an edge at more than CONTACT ticks from both of its ends."""
    (ax, ay) = polygon[-1]
    for bx, by in polygon:
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        if any(_is_on_edge(x - ax, y - ay, dx / length, dy / length, length) for x, y in points):
            return True
        ax, ay = bx, by
    return False


def _is_on_edge(x: float, y: float, along: float, up: float, length: float) -> bool:
    """Return whether (x, y), relative to the start of an edge with direction (along, up), lies on its inner stretch."""
    return abs(x * up - y * along) <= CONTACT < x * along + y * up < length - CONTACT


# --- The Minkowski difference of two convex polygons --------------------------------------------------------------
# All vectors from a point of one to a point of the other. Its distance from the origin is the distance of the two; if
# the origin lies inside, its depth there is the penetration depth.


FAR: Final = 1e300
_UPWARD = itemgetter(1, 0)


def difference(a: Points, b: Points) -> Points:
    """Return the corners of the Minkowski difference b - a, counter-clockwise. Both shapes must be convex and
    counter-clockwise.

    The edges of b and of the reversed a are merged in order of direction.
    """
    here, there = b.index(min(b, key=_UPWARD)), a.index(max(a, key=_UPWARD))
    near = b[here:] + b[: here + 1]
    far = a[there:] + a[: there + 1]
    ahead, behind = len(b), len(a)
    corners = []
    first = second = 0
    while first < ahead and second < behind:  # inlined: a gap of two ovals takes some 130 iterations
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
    """Return the distance from the origin to a counter-clockwise convex polygon, or minus the depth of the origin
    inside it.
    """
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
    """Return the distance from the origin to the segment from (ax, ay) to (ax + dx, ay + dy)."""
    square = dx * dx + dy * dy
    along = -(ax * dx + ay * dy)
    if along > 0:
        part = along / square if along < square else 1.0
        ax, ay = ax + part * dx, ay + part * dy
    return sqrt(ax * ax + ay * ay)


# --- The shortest shift that closes the gap between two shapes ----------------------------------------------------


def closing_step(mover: Shape, target: Shape) -> Point:
    """Return the shortest shift (dx, dy) in ticks that brings `mover` into contact with `target`, or zero if they
    already meet.
    """
    if gap(mover, target) == 0:
        return 0.0, 0.0
    x, y = _nearest_to_origin(difference(mover.core, target.core))
    length = sqrt(x * x + y * y)
    left = length - mover.radius - target.radius
    return x * left / length, y * left / length


def _nearest_to_origin(polygon: tuple[Point, ...]) -> Point:
    """Return the point on a polygon's boundary nearest to the origin, or the first of several such points."""
    found = [_on_edge(polygon[number - 1], corner) for number, corner in enumerate(polygon)]
    return min(found, key=lambda point: point[0] * point[0] + point[1] * point[1])


def _on_edge(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    part = min(1.0, max(0.0, -(start[0] * dx + start[1] * dy) / square)) if square else 0.0
    return start[0] + part * dx, start[1] + part * dy


def shortest_line(a: Shape, b: Shape) -> tuple[Point, Point]:
    """Return the ends of the shortest line between the cores of two shapes. If several lines are equally short, return
    their mean.
    """
    lines = [(corner, _nearest_to(corner, b.core)) for corner in a.core]
    lines += [(_nearest_to(corner, a.core), corner) for corner in b.core]
    far = min(distance(*line) for line in lines) + CONTACT
    shortest = [line for line in lines if distance(*line) <= far]
    return _mean([start for start, _ in shortest]), _mean([end for _, end in shortest])


def _nearest_to(point: Point, polygon: Points) -> Point:
    x, y = point
    dx, dy = _nearest_to_origin(tuple((there - x, ahead - y) for there, ahead in polygon))
    return x + dx, y + dy


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# --- The table edge: distance of shapes inside it, and shapes that cover the area beyond --------------------------


BOUNDLESS: Final = 1e30  # ticks
TableSize = tuple[float, float] | None  # width and depth in ticks, from (0, 0); None has no edge


def margin(table: TableSize, shape: Shape) -> float:
    """Return the distance from a shape to the table edge. The distance is negative if the shape hangs over the edge."""
    if table is None:
        return BOUNDLESS
    across, along = [x for x, _ in shape.core], [y for _, y in shape.core]
    width, depth = table
    gaps = min(across), width - max(across), min(along), depth - max(along)
    return min(gaps) - shape.radius


def is_on_table(table: TableSize, shape: Shape) -> bool:
    """Return whether a shape lies wholly on the table. The check is fast for shapes well inside the table."""
    if table is None:
        return True
    x, y, reach, (width, depth) = shape.x, shape.y, shape.reach, table
    is_well_inside = reach < x < width - reach and reach < y < depth - reach
    return is_well_inside or margin(table, shape) >= -OVERLAP


def beyond(table: TableSize, centre: Point, reach: float) -> list[Shape]:
    """Return the shapes that cover the off-table part of a circle around a point."""
    if table is None:
        return []
    (x, y), (width, depth) = centre, table
    found = []
    for nx, ny, gap in ((-1, 0, x), (1, 0, width - x), (0, -1, y), (0, 1, depth - y)):
        if gap < reach:
            far = 4 * reach + abs(gap)
            px, py = x + nx * (gap + far), y + ny * (gap + far)
            start, end = (px - ny * far, py + nx * far), (px + ny * far, py - nx * far)
            found.append(capsule(start, end, far))
    return found


def sides(table: TableSize) -> tuple[tuple[float, float, float], ...]:
    """Return, for each table edge, its outward unit normal and its distance from (0, 0) along that normal."""
    if table is None:
        return ()
    return (-1.0, 0.0, 0.0), (1.0, 0.0, table[0]), (0.0, -1.0, 0.0), (0.0, 1.0, table[1])
