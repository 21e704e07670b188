"""Paths that cross a defended wall at an undefended part, or go around it (WS-DO-01)."""

from collections.abc import Iterable
from itertools import pairwise
from math import cos, pi

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.polygons import Polygon
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Place, Point, Points, Shape, convex, hull
from pilein.geometry.ticks import INCH, TURN, heading
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.movement.ground import bodies_kept_off, table_of, walls_of
from pilein.tabletop.movement.terms import Bars, half_width
from pilein.tabletop.plane import Plane

SIDES = 64  # sides of the polygon that stands for a circle
STEP = TURN // SIDES
SLIVERS = (-2 * CONTACT, 2 * CONTACT)  # ticks
Held = dict[Polygon, tuple[Shape, ...]]  # walls not to be crossed near these bases; without bases, anywhere


def way_round(
    battle: Battle, plane: Plane, bars: Bars, model: int, place: Place, held: Held, limit: float
) -> Route | None:
    """Shortest path that keeps the model's centre out of the defended parts of walls and its base clear of closed
    walls.
    """
    whole = [part for wall, bases in held.items() if not bases for part in wall.convex_parts()]
    far = battle.number("WS-DO-01") * INCH + 4 * CONTACT
    held_near = [(wall, _grown(base, far)) for wall, bases in held.items() for base in bases]
    zones = [part for wall, near in held_near for part in _shared(wall, near)]
    keep = max(0.0, half_width(plane.setup.base(model)) - CONTACT / 2)  # the centre may come up to the zones
    space = space_among(plane, bars, model, (*whole, *(convex(zone, -keep) for zone in zones)))
    start = plane.place(model)
    return shortest(space, (start.x, start.y), (place.x, place.y), limit)


def space_among(plane: Plane, bars: Bars, model: int, more: Iterable[Shape] = ()) -> ConfigurationSpace:
    """Free space for a model's centre, clear of the bodies and walls on the field and of the shapes in `more`."""
    bodies = [body for _, body in bodies_kept_off(plane, bars, without=(model,))]
    width, depth = table_of(plane, bars) or (None, None)
    radius = half_width(plane.setup.base(model))
    return ConfigurationSpace(bodies, width, depth, (*walls_of(plane, bars), *more), radius)


def _grown(base: Shape, distance: float) -> Points:
    """Corners of a polygon around a base that has been enlarged by the given distance."""
    reach = (base.radius + distance) / cos(pi / SIDES)
    ways = [heading(turn) for turn in range(0, TURN, STEP)]
    return hull([(x + reach * right, y + reach * ahead) for x, y in base.core for right, ahead in ways])


def _shared(wall: Polygon, zone: Points) -> Iterable[Points]:
    """Yield the parts of a wall that lie inside a convex zone, after widening the wall by a sliver.

    The sliver is needed because a path already counts as inside the wall just before it reaches the wall.
    """
    for part in wall.convex_parts():
        corners = list(a_sliver_wider(part.core))
        for start, end in pairwise((*zone, zone[0])):
            corners = left_of(start, end, corners)
        if corners:
            yield tuple(corners)


def a_sliver_wider(corners: Points) -> Points:
    """Corners of a convex polygon after enlarging it slightly on all sides."""
    return hull([(x + right, y + ahead) for x, y in corners for right in SLIVERS for ahead in SLIVERS])


def left_of(start: Point, end: Point, corners: list[Point]) -> list[Point]:
    """Part of a convex polygon to the left of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    aside = [dx * (y - start[1]) - dy * (x - start[0]) for x, y in corners]
    kept: list[Point] = []
    for number, ((ax, ay), here) in enumerate(zip(corners, aside, strict=True)):
        (bx, by), there = corners[number - 1], aside[number - 1]
        if here * there < 0:
            part = here / (here - there)
            kept.append((ax + part * (bx - ax), ay + part * (by - ay)))
        if here >= 0:
            kept.append((ax, ay))
    return kept
