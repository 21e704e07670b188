"""Paths of models in a film, as corners with the time at each corner. Positions are in inches."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, cos, hypot, radians, sin

from pilein.lab.drawing.things import Figure, Point

Way = tuple[tuple[float, Point], ...]  # from 0 at the start to 1 at the end

TURN = 360.0  # degrees
STEP = 20.0  # degrees that a body turns between corners, at most
SMALLEST = 5.0  # visible turn in degrees
SLACK = 0.25  # inches by which bodies may differ and count as the same


def paced(corners: Sequence[Point]) -> Way:
    """Return the path through the given corners at an even pace."""
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(corners)]
    whole, gone = sum(lengths) or 1.0, 0.0
    found = [(0.0, corners[0])]
    for length, corner in zip(lengths, corners[1:], strict=True):
        gone += length
        found.append((min(1.0, gone / whole), corner))
    return tuple(found)


def joined_ways(first: Way, second: Way) -> Way:
    """Join two paths, giving each a share of the time in proportion to its length."""
    long, more = _length(first), _length(second)
    part = long / (long + more) if long + more else 0.5
    late = ((part + share * (1 - part), place) for share, place in second)
    return (*((share * part, place) for share, place in first), *late)


def of_a_body(route: Sequence[Point], before: list[Figure], after: list[Figure]) -> dict[int, Way]:
    """Return the path of each model in a body that moves as one. `route` is the body's path, empty if unknown.

    If the body wheels or turns, each model moves along an arc.
    """
    turn = turned(before, after)
    path = paced(route) if len(route) > 1 else ((0.0, middle(_centres(before))), (1.0, middle(_centres(after))))
    steps = max(1, ceil(abs(turn) / STEP))
    times = sorted({*(share for share, _ in path), *(step / steps for step in range(steps + 1))})
    start, end = path[0][1], path[-1][1]
    found = {}
    for one, other in zip(before, after, strict=True):
        first = (one.x - start[0], one.y - start[1])
        last = (other.x - end[0], other.y - end[1])
        found[one.model] = tuple((time, _place(path, time, first, last, turn)) for time in times)
    return found


def turned(before: list[Figure], after: list[Figure]) -> float:
    """Return the clockwise turn, in degrees, of models that turned as one body. Returns 0 if they did not turn."""
    turns = [shorter(one.facing, other.facing) for one, other in zip(before, after, strict=True)]
    if abs(turns[0]) < SMALLEST or any(abs(turn - turns[0]) > 1 for turn in turns):
        return 0.0
    (x, y), (to_x, to_y) = middle(_centres(before)), middle(_centres(after))
    for one, other in zip(before, after, strict=True):
        across, along = rotated((one.x - x, one.y - y), turns[0])
        if hypot(to_x + across - other.x, to_y + along - other.y) > SLACK:
            return 0.0
    return turns[0]


def middle(points: Sequence[Point]) -> Point:
    """Return the mean position of several points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def shorter(facing: float, other: float) -> float:
    """Return the shorter turn from one facing to another, in degrees, with positive values clockwise."""
    return (other - facing + TURN / 2) % TURN - TURN / 2


def rotated(point: Point, degrees: float) -> Point:
    """Rotate a point clockwise around the origin."""
    sine, cosine = sin(radians(degrees)), cos(radians(degrees))
    return point[0] * cosine + point[1] * sine, point[1] * cosine - point[0] * sine


def _place(path: Way, time: float, first: Point, last: Point, turn: float) -> Point:
    """Return a model's position at a time, interpolated between its first and last offsets from the body's centre."""
    x, y = _along(path, time)
    one, other = rotated(first, turn * time), rotated(last, turn * (time - 1))
    return x + (1 - time) * one[0] + time * other[0], y + (1 - time) * one[1] + time * other[1]


def _along(path: Way, time: float) -> Point:
    for (start, one), (end, other) in pairwise(path):
        if time <= end:
            part = (time - start) / (end - start) if end > start else 1.0
            return one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
    return path[-1][1]


def _centres(figures: list[Figure]) -> list[Point]:
    return [(one.x, one.y) for one in figures]


def _length(way: Way) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for (_, a), (_, b) in pairwise(way))
