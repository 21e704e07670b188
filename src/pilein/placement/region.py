"""Region of a placement: the parts of curves on which a mover may end its move at one facing.

Curves come from the rules of the question, or from rows across the ground if the question's rules are not data. The
question's verdict cuts the curves, so a place is in the region exactly if a model may be dragged to the place.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import ceil, sqrt
from typing import Protocol, runtime_checkable

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, PATH
from pilein.placement.curves import Curve, at, boundary, distance_from, least_step, line, nearest, part, ticks_along
from pilein.placement.moves import SNAPS, Move
from pilein.placement.rules import Rule
from pilein.placement.zones import Point, Zone

STEP = INCH // 4  # ticks between the places of a curve that are judged
FINE = CONTACT / 2  # ticks: precision of the ends of a part

ROWS = 8  # to either side of a place
Judge = Callable[[Place], bool]


@runtime_checkable
class Opened(Protocol):
    """Question about a place. The question knows the curves on which all legal places lie."""

    def openings(self, model: int, facing: int) -> list[Curve] | None:
        """Return the curves at a facing, or None if the legal places fill an area."""
        ...


def openings(move: Move, duty: Rule, facing: int) -> Iterator[Curve]:
    """Yield the parts of the outlines of a duty's zones that satisfy all rules of a move at a facing.

    The outlines run through the middle of the contact tolerance, where a neighbour that projects a little does not
    block them.
    """
    for zone in duty.near(move.base, facing, 0, *move.here, move.limit):
        wider = Zone(zone.core, zone.radius + PATH, zone.x, zone.y, zone.reach + PATH, zone.label)
        for curve in boundary(wider, facing):
            yield from move.cut(curve, smaller=0)


def rows(middle: Place, step: float, facing: int) -> list[Curve]:
    """Return level lines across the square around a place, `step` ticks apart."""
    half = ROWS * step
    heights = [middle.y + number * step for number in range(-ROWS, ROWS + 1)]
    return [line((middle.x - half, y), (middle.x + half, y), facing) for y in heights]


def allowed_parts(curve: Curve, is_allowed: Judge, offered: Sequence[Point] = ()) -> Iterator[Curve]:
    """Yield the parts of a curve where a verdict allows places.

    The verdict is asked at points up to STEP ticks apart. It is also asked at the points nearest to the places offered,
    because the part around such a place may be very short. The ends of each part are found by bisection.
    """
    if ticks_along(curve) < CONTACT:
        yield from _point_beside(curve, is_allowed)
        return
    count = max(2, ceil(ticks_along(curve) / STEP))
    marks = {curve.length * number / count for number in range(count + 1)}
    marks.update(nearest(curve, x, y) for x, y in offered if distance_from(curve, x, y) < STEP)
    begin, last = -1.0, 0.0
    for mark in sorted(marks):
        if _is_open_at(curve, mark, is_allowed):
            if begin < 0:
                begin = _border(curve, mark, last, is_allowed) if mark else mark
        elif begin >= 0:
            yield part(curve, begin, _border(curve, last, mark, is_allowed))
            begin = -1.0
        last = mark
    if begin >= 0:
        yield part(curve, begin, last)


def _border(curve: Curve, good: float, bad: float, is_allowed: Judge) -> float:
    """Return the last parameter from `good` towards `bad` at which a place is allowed."""
    fine = least_step(curve, FINE)
    while abs(good - bad) > fine:
        middle = (good + bad) / 2
        good, bad = (middle, bad) if _is_open_at(curve, middle, is_allowed) else (good, middle)
    return good


def _is_open_at(curve: Curve, far: float, is_allowed: Judge) -> bool:
    x, y = at(curve, far)
    return is_allowed(Place(round(x), round(y), curve.facing))


def _point_beside(curve: Curve, is_allowed: Judge) -> Iterator[Curve]:
    """Yield the whole-tick place in a gap as wide as the mover, or a tick beside it, if one of them is allowed."""
    x, y = round((curve.ax + curve.bx) / 2), round((curve.ay + curve.by) / 2)
    places = (Place(x + dx, y + dy, curve.facing) for dx, dy in SNAPS)
    for place in islice(filter(is_allowed, places), 1):
        point = float(place.x), float(place.y)
        yield line(point, point, curve.facing, curve.label)


def polyline(curve: Curve, off: float) -> Sequence[Point]:
    """Return points along a curve, so close together that the lines between them deviate from the curve by at most
    `off` ticks.
    """
    if curve.radius == 0:
        return [at(curve, 0.0), at(curve, curve.length)]
    step = sqrt(2 * off / curve.radius)  # quarters, each of at most two radians
    count = max(1, ceil(curve.length / step))
    return [at(curve, curve.length * number / count) for number in range(count + 1)]
