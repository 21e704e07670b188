"""Detours for fleeing models whose shortest path to the table edge has no legal stopping point."""

from collections.abc import Iterator, Sequence
from functools import partial
from math import cos, pi, sin
from typing import NamedTuple

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import difference, gap, within
from pilein.geometry.rounded import Span, Vector
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Point, Shape, convex, distance, shrunk
from pilein.geometry.straight_sweeps import first_free, is_in_the_way, last_free, run_to_edge, span_too_near
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.flight_paths import (
    FAR,
    STEP,
    FleeingBody,
    FlightEnd,
    FlightPath,
    goal_of,
    outside,
    space_of,
    spans_at_the_end,
    spans_of,
)
from pilein.tabletop.movement.straight_runs import ROUNDING

DIGITS = 12  # precision of a direction: a quarter turn is exact
TURNS = 36  # directions tried on each side
EXITS = 4  # paths away from enemies that are examined
SLIM = 2 * ROUNDING  # ticks by which an outline is shrunk, so that a body it merely touches does not contain its centre
SPARE = 3 * ROUNDING  # ticks of clearance from obstacles, so that all whole ticks beside them are free


class Leg(NamedTuple):
    """Straight detour, with its direction, its length and the extra length that it adds to the path."""

    way: Vector
    length: float
    detour: float


def is_hemmed(walker: FleeingBody, course: FlightPath) -> bool:
    """Whether a fleeing model starts too near to enemies in its path."""
    spans = spans_of(walker.body, course.way, _near(walker, course), course.clearance)
    return any(is_in_the_way(found, course.distance) for found in spans)


def ways_out(walker: FleeingBody, course: FlightPath) -> Iterator[Route]:
    """Yield paths of a fleeing model that starts too near to enemies. Each path leads straight away from the enemies
    and then to the goal.

    First legs of at most an inch are preferred. On the first leg the model comes no nearer to any enemy.
    """
    near = _near(walker, course)
    if not near:
        return
    legs = [leg for way in _ways(course) if (leg := _leg_out(walker, way, near, course)) is not None]
    short = [leg for leg in legs if leg.length <= INCH]
    for leg in sorted(short or legs, key=lambda one: (one.detour, one.length))[:EXITS]:
        end = _end_of(walker, leg)
        for space in (stops_of(walker, course), space_of(walker, course)):
            route = to_nearest(space, end, (goal_of(walker, course),), FAR)
            if route is not None:
                yield _continued(walker, _plain(route))


def way_of_stops(walker: FleeingBody, course: FlightPath) -> Iterator[Route]:
    """Yield the shortest path along which a fleeing model may stop anywhere, if there is one."""
    start, goal = (walker.body.x, walker.body.y), goal_of(walker, course)
    route = to_nearest(stops_of(walker, course), start, (goal,), FAR)
    if route is not None:
        yield _plain(route)


def straight_aside(walker: FleeingBody, course: FlightPath) -> Iterator[Route]:
    """Yield the straight run that takes a fleeing model furthest, up to its distance. If several runs are equally good,
    the run with the smallest detour is chosen.
    """
    near = _near(walker, course)
    legs = [leg for way in _ways(course) if (leg := _leg_aside(walker, way, near, course)) is not None]
    if not legs:
        return
    leg = max(legs, key=lambda one: (round(one.length), -one.detour))
    space = space_of(walker, course).eased(((walker.body.x, walker.body.y),))
    end = _end_of(walker, leg)
    route = to_nearest(space, end, (goal_of(walker, course),), FAR) if course.heading.edge else None
    yield _continued(walker, route or Route(FAR, ((round(end[0]), round(end[1])),)))


def straight_ahead(walkers: Sequence[FleeingBody], course: FlightPath) -> tuple[FlightEnd, ...]:
    """Move fleeing models straight ahead, shortest run first, each as far as coherency with the models already moved
    allows.

    The result is empty if a model cannot move at all or would reach the table edge.
    """
    lengths = {walker.model: _length_ahead(walker, course) for walker in walkers}
    edges = [run_to_edge(walker.body, course.way, course.table) for walker in walkers]
    if min(lengths.values()) <= 0 or min(edges) <= course.distance + CONTACT:
        return ()
    moved: list[Shape] = []
    stops: list[FlightEnd] = []
    for walker in sorted(walkers, key=lambda one: (lengths[one.model], one.model)):
        stop = _stop_near_mates(walker, moved, course._replace(friends=(*course.friends, *moved)))
        if stop is None:
            return ()
        stops.append(stop)
        moved.append(walker.at(*stop.points[-1]))
    return tuple(stops)


def _stop_near_mates(walker: FleeingBody, moved: Sequence[Shape], course: FlightPath) -> FlightEnd | None:
    """Return the furthest stop on a fleeing model's straight path in coherency with a model of its unit that has
    already moved.
    """
    start, (x, y) = (round(walker.body.x), round(walker.body.y)), course.way
    wanted = course.distance
    while (length := _length_ahead(walker, course._replace(distance=wanted))) > 0:
        end = round(start[0] + x * length), round(start[1] + y * length)
        if not moved or any(within(walker.at(*end), mate, course.coherency) for mate in moved):
            return FlightEnd(walker.model, (start, end), length)
        wanted = length - STEP
    return None


def _length_ahead(walker: FleeingBody, course: FlightPath) -> float:
    leg = _leg_aside(walker, course.way, _near(walker, course), course)
    return 0.0 if leg is None else leg.length


def stops_of(walker: FleeingBody, course: FlightPath) -> ConfigurationSpace:
    """Space of positions where a fleeing model may stop without turning. Obstacles are enlarged by the full outline of
    the model.
    """
    body = walker.body
    around = partial(_around, body)
    bars = [around(one, SPARE) for one in (*course.friends, *course.walls)]
    bars += [around(one, course.clearance + SPARE) for one in course.others]
    bars += [around(one, 0.0) for one in outside(course.table)]
    return ConfigurationSpace(bars)


def _around(body: Shape, thing: Shape, spare: float) -> Shape:
    slim = shrunk(body, SLIM)
    core = tuple((x + body.x, y + body.y) for x, y in difference(slim.core, thing.core))
    return convex(core, slim.radius + thing.radius + SLIM + spare)


def _near(walker: FleeingBody, course: FlightPath) -> tuple[Shape, ...]:
    """Enemies that are too near to a fleeing model when it starts."""
    return tuple(one for one in course.others if gap(walker.body, one) < course.clearance - ROUNDING)


def _ways(course: FlightPath) -> Iterator[Vector]:
    """Yield directions at increasing angles from the flight's direction, on alternating sides."""
    x, y = course.way
    for turn in range(TURNS + 1):
        cosine, sine = cos(pi * turn / TURNS), sin(pi * turn / TURNS)
        for side in (1, -1) if 0 < turn < TURNS else (1,):
            yield round(x * cosine - y * sine * side, DIGITS), round(y * cosine + x * sine * side, DIGITS)


def _leg_out(walker: FleeingBody, way: Vector, near: tuple[Shape, ...], course: FlightPath) -> Leg | None:
    """Straight run that takes a fleeing model clear of all enemies, or None if it is barred or too long."""
    length = first_free(spans_of(walker.body, way, course.others, course.clearance + SPARE), ROUNDING)
    if length > min(course.distance, _barred(walker, way, near, course)):
        return None
    return _leg(way, length, course)


def _leg_aside(walker: FleeingBody, way: Vector, near: tuple[Shape, ...], course: FlightPath) -> Leg | None:
    """Return the leg to the furthest point in a direction at which the model may stop, or None if there is none."""
    wanted = min(course.distance, _barred(walker, way, near, course))
    length = last_free(_spans_aside(walker.body, way, course), wanted)
    return _leg(way, length, course) if length > CONTACT else None


def _spans_aside(body: Shape, way: Vector, course: FlightPath) -> list[Span]:
    """Intervals of a straight run in which a body may not stop. They are exact for runs that start from whole ticks and
    are parallel to a table edge.
    """
    if 0.0 in way and float(body.x).is_integer() and float(body.y).is_integer():
        return spans_at_the_end(body, way, course)
    spans = spans_of(body, way, (*course.others, *course.foes), course.clearance + ROUNDING)
    return spans + spans_of(body, way, (*course.friends, *course.walls), ROUNDING)


def _barred(walker: FleeingBody, way: Vector, near: tuple[Shape, ...], course: FlightPath) -> float:
    """Length in ticks of a straight run up to the first obstacle or the table edge."""
    body = walker.body
    bars: list[Span] = [found for one in near if (found := _deeper(body, way, one)) is not None]
    bars += spans_of(body, way, [one for one in course.others if one not in near], course.clearance)
    bars += spans_of(body, way, (*course.friends, *course.walls), 0.0)
    edge = run_to_edge(body, way, course.table) - ROUNDING
    return min([edge, *(max(0.0, low) for low, high in bars if is_in_the_way((low, high), course.distance))])


def _deeper(body: Shape, way: Vector, enemy: Shape) -> Span | None:
    """Interval of a straight run in which a body is nearer to an enemy than at the start of the run."""
    return span_too_near(body, way, enemy, max(0.0, gap(body, enemy) - ROUNDING))


def _leg(way: Vector, length: float, course: FlightPath) -> Leg:
    along = way[0] * course.way[0] + way[1] * course.way[1]
    return Leg(way, length, length * (1 - along))


def _end_of(walker: FleeingBody, leg: Leg) -> Point:
    return walker.body.x + leg.way[0] * leg.length, walker.body.y + leg.way[1] * leg.length


def _plain(route: Route) -> Route:
    """Return the path without the bends that lie almost at the previous point of the path."""
    first, *rest = route.points
    points = [first]
    for point in rest[:-1]:
        if distance(points[-1], point) > SLIM + SPARE:
            points.append(point)
    return Route(route.length, (*points, rest[-1]) if rest else route.points)


def _continued(walker: FleeingBody, route: Route) -> Route:
    """Extend a path backwards by the straight leg from a fleeing model to the first point of the path."""
    start = round(walker.body.x), round(walker.body.y)
    length = min(FAR, distance(start, route.points[0]) + route.length)
    return Route(length, (start, *route.points))
