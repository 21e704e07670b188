"""Paths of single models to places, and checks whether the models may end there."""

from itertools import pairwise
from math import sqrt

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import corners_only, gap, touches, within
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.ground import ground_for, why_no_room
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.terms import Bars, Terms
from pilein.tabletop.plane import Plane

Points = tuple[tuple[int, int], ...]

ROUTES = FieldMemo[tuple[object, ...], Route | None]("routes")


def body_at(plane: Plane, model: int, place: Place) -> Shape:
    """Outline of a model at a place."""
    return shape(plane.setup.base(model), place)


def route_to(plane: Plane, bars: Bars, model: int, place: Place, limit: float) -> Route | None:
    """Return the shortest path of a model to a place, or None if it exceeds `limit` ticks. The result is cached.

    The path runs through no model and no gap narrower than the model's base.
    """
    start = plane.place(model)
    if apart(start, place) > limit:
        return None
    routes = ROUTES.on(plane)
    key = (model, place.x, place.y, limit, bars)
    if key not in routes:
        routes[key] = shortest(ground_for(plane, bars, model), (start.x, start.y), (place.x, place.y), limit)
    return routes[key]


def way_to(plane: Plane, terms: Terms, model: int, place: Place) -> Advance | None:
    """Return the path of a model to a place, or None unless the place is free, within reach and in coherency."""
    body = body_at(plane, model, place)
    if not ground_for(plane, terms.bars, model).fits(body) or not is_coherent(plane, terms, body):
        return None
    route = route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
    return None if route is None else Advance(place, route)


def why_no_way(plane: Plane, terms: Terms, model: int, place: Place, *, kept_off: str) -> str:
    """Explain why `way_to` finds no path. For `kept_off` see `why_no_room`."""
    body = body_at(plane, model, place)
    crowded = why_no_room(plane, terms.bars, model, body, kept_off=kept_off)
    if crowded:
        return crowded
    if not is_coherent(plane, terms, body):
        return f'there the model would be more than {terms.coherency / INCH:g}" from every other model of its unit'
    if apart(plane.place(model), place) > terms.reach + CONTACT:
        return further(terms.reach)
    return f'no path leads to the place within {terms.reach / INCH:g}"'


def further(reach: int) -> str:
    """Return the error message for a place that is further away than `reach` ticks."""
    return f'the place is further away than {reach / INCH:g}"'


def staying(plane: Plane, model: int) -> Advance:
    """Path of a model that stays in place."""
    place = plane.place(model)
    return Advance(place, Route(0.0, ((place.x, place.y),)))


def is_coherent(plane: Plane, terms: Terms, body: Shape) -> bool:
    """Whether an outline is in coherency with one of the `mates` in the terms. If there are none, it is always in
    coherency.
    """
    return not terms.mates or any(within(body, plane.shape(mate), terms.coherency) for mate in terms.mates)


def touched(plane: Plane, body: Shape, models: tuple[int, ...], *, by_edges: bool = False) -> tuple[int, ...]:
    """Models that an outline touches, ignoring corner contact if `by_edges` is set."""
    shapes = plane.shapes
    met = [model for model in models if touches(body, shapes[model])]
    return tuple(model for model in met if not (by_edges and corners_only(body, shapes[model])))


def gap_to(plane: Plane, body: Shape, models: tuple[int, ...]) -> float:
    """Smallest gap between an outline and the given models, in ticks."""
    return min(gap(body, plane.shape(model)) for model in models)


def slack_of(plane: Plane, model: int) -> float:
    """Return how much nearer, in ticks, a long base can come by turning than its circumscribed circle could."""
    base: Base = plane.setup.base(model)
    return plane.shape(model).reach - min(base.width, base.depth) / 2


def cut(route: Route, length: float) -> Points:
    """Return the first `length` ticks of a path, with its end rounded to the nearest tick."""
    points = [route.points[0]]
    for (ax, ay), (bx, by) in pairwise(route.points):
        leg = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if leg >= length:
            part = length / leg if leg else 0.0
            return (*points, (round(ax + (bx - ax) * part), round(ay + (by - ay) * part)))
        points.append((bx, by))
        length -= leg
    return tuple(points)


def apart(one: Place, other: Place) -> float:
    """Distance between two places, in ticks."""
    dx, dy = one.x - other.x, one.y - other.y
    return sqrt(dx * dx + dy * dy)
