"""Distances between models, sorted nearest first."""

from bisect import bisect_left
from collections.abc import Sequence
from math import inf, sqrt
from operator import is_
from typing import Final

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Base, Place, Shape
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.memo import Memo, Note
from pilein.tabletop.plane import Plane, shapes_of

Gaps = tuple[tuple[float, int], ...]  # (gap in ticks, model)
GAPS = Memo[tuple[Base, Place], Gaps]("gaps")
JOINT_GAPS = Memo[tuple[Base, Place, tuple[int, ...]], tuple[tuple[Gaps, ...], Gaps]]("joint_gaps")


def gaps_from(plane: Plane, model: int, unit: int) -> Gaps:
    """Return the models of a unit with their gaps from a model, nearest first. The result is cached on the unit's
    standing.
    """
    return _gaps(plane, model, (plane.setup.base(model), plane.place(model)), unit)


def _gaps(plane: Plane, model: int, key: tuple[Base, Place], unit: int) -> Gaps:
    standing = plane.standings[unit]
    remembered = GAPS.on(standing)
    if key not in remembered:
        outline = plane.shape(model)
        shapes = shapes_of(standing, plane.setup)
        remembered[key] = tuple(sorted([(gap(outline, other), one) for one, other in shapes.items()]))
    return remembered[key]


def gaps_from_units(plane: Plane, model: int, units: tuple[int, ...]) -> Gaps:
    """Return the models of several units with their gaps from a model, nearest first. The result is cached on the first
    unit's standing.
    """
    base, place = plane.setup.base(model), plane.place(model)
    found = tuple([_gaps(plane, model, (base, place), unit) for unit in units])
    if len(units) == 1:
        return found[0]
    remembered = JOINT_GAPS.on(plane.standings[units[0]]) if units else {}
    key = base, place, units
    known = remembered.get(key)
    if known is None or not all(map(is_, known[0], found)):
        known = remembered[key] = found, tuple(sorted([pair for gaps in found for pair in gaps]))
    return known[1]


def sorted_by_distance(plane: Plane, models: Sequence[int], goals: Sequence[Shape]) -> tuple[int, ...]:
    """Return models sorted by distance from the nearest of the goals, measured between centres, and then by number."""
    centres, shapes = sorted([(goal.x, goal.y) for goal in goals]), plane.shapes
    return tuple([model for _, model in sorted([(_square_to_nearest(centres, shapes[one]), one) for one in models])])


def _square_to_nearest(centres: Sequence[tuple[float, float]], body: Shape) -> float:
    """Return the squared distance from a body's centre to the nearest of the centres, which are sorted by x."""
    x, y, best = body.x, body.y, inf
    begin = bisect_left(centres, (x, y))
    for numbers in (range(begin, len(centres)), range(begin - 1, -1, -1)):
        for number in numbers:
            dx, dy = centres[number][0] - x, centres[number][1] - y
            if dx * dx >= best:
                break
            square = dx * dx + dy * dy
            best = square if square < best else best  # noqa: FURB136 - min would take twice the time
    return best


# --- Bounding circles of units, which save measuring distant models -----------------------------------------------


Circle = tuple[float, float, float]  # x, y, radius in ticks
CIRCLE = Note[Circle]("circle")
SLACK: Final = CONTACT + 1  # ticks of tolerance for being within a distance, and for the rounding of sums


def circle_of(bodies: Sequence[Shape]) -> Circle:
    """Return a circle that contains the given outlines."""
    return circle_round([(body.x, body.y, body.reach) for body in bodies])


def circle_round(circles: Sequence[Circle]) -> Circle:
    """Return a circle that contains the given circles."""
    x, y = sum(one[0] for one in circles) / len(circles), sum(one[1] for one in circles) / len(circles)
    far = max(sqrt((one[0] - x) * (one[0] - x) + (one[1] - y) * (one[1] - y)) + one[2] for one in circles)
    return x, y, far


def circle_of_unit(plane: Plane, unit: int) -> Circle:
    """Return a circle that contains all models of a non-empty unit. The result is cached on its standing."""
    standing = plane.standings[unit]
    known = CIRCLE.on(standing)
    if known is None:
        known = CIRCLE.keep(standing, circle_of(tuple(shapes_of(standing, plane.setup).values())))
    return known


def is_near_circle(body: Shape, circle: Circle, distance: float) -> bool:
    """Whether an outline can be within `distance` ticks of anything inside a circle."""
    x, y, radius = circle
    dx, dy, far = body.x - x, body.y - y, radius + body.reach + distance + SLACK
    return dx * dx + dy * dy <= far * far


def are_circles_near(one: Circle, other: Circle, distance: float) -> bool:
    """Whether the contents of two circles can be within `distance` ticks of each other."""
    dx, dy, far = one[0] - other[0], one[1] - other[1], one[2] + other[2] + distance + SLACK
    return dx * dx + dy * dy <= far * far
