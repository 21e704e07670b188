"""Last legal stopping place of a model along a path."""

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Final

from pilein.geometry.advances import Advance
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Point, way_length
from pilein.geometry.ticks import bearing
from pilein.geometry.tolerance import CONTACT
from pilein.placement.curves import Curve, at, distance_from, line
from pilein.placement.moves import Move

SLIM: Final = CONTACT + 4  # ticks by which a mover is slimmer on a path, which may pass closer than a base may stand
HALVINGS: Final = 24  # until a path is as long as it may count

Leg = tuple[Point, Point]


def last_on(move: Move, points: Sequence[Point], length: float) -> Advance | None:
    """Return the last place where a model may end within the first `length` ticks of a path."""
    legs = _cut(points, length)
    while legs:
        found = _last_on_leg(move, legs)
        if found is not None:
            return found
        legs.pop()
    return None


def straight_at(move: Move, goal: Point, length: float, *, past: Move | None = None) -> Advance | None:
    """Return the last legal place on the way straight to a point, before the base meets an obstacle.

    Returns None if the base is blocked at once. If the mover may cross ground on which it may not end, `past` is a
    move whose rules apply on the way.
    """
    legs = _cut((move.here, goal), length)
    first = (past or move).cut(line(*legs[0], move.start.facing), smaller=SLIM) if legs else []
    if not first or distance_from(first[0], *move.here) > CONTACT:
        return None
    return _last_on_leg(move, [(move.here, (first[0].bx, first[0].by))])


def _cut(points: Sequence[Point], length: float) -> list[Leg]:
    """Return the legs that make up the first `length` ticks of a path."""
    legs: list[Leg] = []
    for (ax, ay), (bx, by) in pairwise(points):
        leg = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        share = min(1.0, length / leg) if leg else 0.0
        legs.append(((ax, ay), (ax + (bx - ax) * share, ay + (by - ay) * share)))
        length -= leg
        if length <= 0:
            break
    return legs


def _last_on_leg(move: Move, legs: Sequence[Leg]) -> Advance | None:
    """Return the last legal place on the final leg of a path, with the model facing along the leg or keeping its
    facing.
    """
    (ax, ay), (bx, by) = legs[-1]
    facings = (move.start.facing,) if move.base.kind == "round" else (bearing(bx - ax, by - ay), move.start.facing)
    parts = [one for facing in facings for one in move.cut(line((ax, ay), (bx, by), facing), smaller=SLIM)]
    before = [leg[0] for leg in legs]
    for slim in _last_first(parts, ax, ay):
        found = _last_on_part(move, slim, before)
        # in a corner between two bases nothing can be pushed out
        exact = () if found is not None else _last_first(move.cut(slim), ax, ay)
        found = found or next((way for one in exact if (way := _last_on_part(move, one, before)) is not None), None)
        if found is not None:
            return found
    return None


def _last_first(parts: list[Curve], x: float, y: float) -> list[Curve]:
    return sorted(parts, key=lambda one: -((one.bx - x) ** 2 + (one.by - y) ** 2))


def _last_on_part(move: Move, curve: Curve, before: list[Point]) -> Advance | None:
    """Return the last legal place on a part of a leg, up to the point where the path reaches its maximum length."""
    found = _ending_at(move, curve, curve.length, before)
    if found is not None or move.measure is None:
        return found
    place = move.snapped(*at(curve, curve.length), curve.facing)
    best = None if place is None else move.certified(place)  # by a longer path that counts less
    low, high = 0.0, curve.length
    if best is None and _ending_at(move, curve, low, before) is not None:
        for _ in range(HALVINGS):
            if high - low < CONTACT:
                break
            far = (low + high) / 2
            found = _ending_at(move, curve, far, before)
            best, low, high = (best, low, far) if found is None else (found, far, high)
    return best


def _ending_at(move: Move, curve: Curve, far: float, before: list[Point]) -> Advance | None:
    x, y = at(curve, far)
    place = move.snapped(x, y, curve.facing)
    if place is None:
        return None
    points = [*before, (float(place.x), float(place.y))]
    route = Route(way_length(points), tuple((round(px), round(py)) for px, py in points))
    return None if move.excess(route) else Advance(place, route)
