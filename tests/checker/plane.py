"""Functions that represent bases on the table as shapely geometries and measure their gaps, overlaps and paths."""

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from shapely import LineString, Point, Polygon, box
from shapely.affinity import rotate, translate

from tests.checker.army import Base

TOUCH = 0.00215  # inches: contact is at most 0.002, and places are told to four decimals
SURE = 0.0018  # what is contact for certain
Spot = tuple[float, float]
Place = tuple[float, float, float]  # x, y, facing in degrees clockwise from up


@lru_cache(maxsize=50_000)
def outline(base: Base, place: Place) -> Polygon:
    x, y, facing = place
    if base.is_round and base.width == base.depth:
        return Point(x, y).buffer(base.width / 2, quad_segs=48)
    half = (base.width / 2, base.depth / 2)
    shape = box(-half[0], -half[1], half[0], half[1])
    return translate(rotate(shape, -facing, origin=(0, 0)), x, y)


def gap(one: Base, at: Place, other: Base, there: Place) -> float:
    """Return the shortest distance between two bases that stand at the given places."""
    away = math.dist(at[:2], there[:2])
    if one.is_round and other.is_round:
        return max(0.0, away - one.width / 2 - other.width / 2)
    reach = math.hypot(one.width, one.depth) / 2 + math.hypot(other.width, other.depth) / 2
    if away > reach + 30:
        return away - reach
    return float(outline(one, at).distance(outline(other, there)))


def far(one: Base, at: Place, other: Base, there: Place) -> float:
    """Return a lower bound on the gap between two bases. The bound is cheap to compute."""
    reach = math.hypot(one.width, one.depth) / 2 + math.hypot(other.width, other.depth) / 2
    return math.dist(at[:2], there[:2]) - reach


def overlap(one: Base, at: Place, other: Base, there: Place, slack: float = 0.006) -> bool:
    if far(one, at, other, there) > 0:
        return False
    if one.is_round and other.is_round:
        return math.dist(at[:2], there[:2]) < one.width / 2 + other.width / 2 - slack
    shared = outline(one, at).buffer(-slack).intersection(outline(other, there))
    return float(shared.area) > slack * slack


def touching_edges(one: Base, at: Place, other: Base, there: Place) -> bool:
    """Return whether two bases in contact share a stretch of edge rather than just a corner."""
    if gap(one, at, other, there) > TOUCH:
        return False
    shared = outline(one, at).buffer(TOUCH).intersection(outline(other, there).buffer(TOUCH))
    wide = math.hypot(shared.bounds[2] - shared.bounds[0], shared.bounds[3] - shared.bounds[1])
    return wide > 3.8 * TOUCH  # a corner may reach as far along an edge as a gap in contact is wide


def length(route: Iterable[Spot]) -> float:
    return sum(math.dist(one, other) for one, other in pairwise(route))


def lane(route: list[Spot], half: float) -> Polygon:
    """Return the area swept by a disc of radius `half` along a path."""
    return LineString(route).buffer(half, quad_segs=12) if length(route) > 0 else Point(route[0]).buffer(half)


def bearing(start: Spot, end: Spot) -> float:
    """Return the direction from start to end, in degrees clockwise from straight up."""
    return math.degrees(math.atan2(end[0] - start[0], end[1] - start[1])) % 360


def between(one: float, other: float) -> float:
    """Return the angle between two directions, from 0 to 180 degrees."""
    turn = abs(one - other) % 360
    return min(turn, 360 - turn)


def ground(corners: Iterable[Iterable[float]]) -> Polygon:
    return Polygon([tuple(corner) for corner in corners])


def linked(spots: dict[int, tuple[Base, Place]], reach: float) -> bool:
    left = set(spots)
    if not left:
        return True
    open_ends = [left.pop()]
    while open_ends:
        one = open_ends.pop()
        near = [other for other in left if far(*spots[one], *spots[other]) <= reach]
        near = [other for other in near if gap(*spots[one], *spots[other]) <= reach]
        left.difference_update(near)
        open_ends += near
    return not left
