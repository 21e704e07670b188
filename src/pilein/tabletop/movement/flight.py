"""Flight of a unit. Its models run straight ahead together, or pass an obstacle on the same side."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Literal

from pilein.geometry.chains import linked
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import gap, within
from pilein.geometry.rounded import Span
from pilein.geometry.routes import Route, shortest, to_nearest
from pilein.geometry.shapes import Base, Point, Shape, distance
from pilein.geometry.straight_sweeps import first_free, is_in_the_way, last_free, run_to_edge, unit_vector
from pilein.geometry.ticks import INCH, TURN, bearing
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.detours import is_hemmed, straight_ahead, straight_aside, way_of_stops, ways_out
from pilein.tabletop.movement.flight_paths import (
    FAR,
    STEP,
    FleeingBody,
    FlightEnd,
    FlightPath,
    carried_on,
    goal_of,
    off_the_table,
    over_the_edge,
    own_route,
    reach_of,
    space_of,
    spans_along,
    spans_at_the_end,
    spans_of,
    spans_on_the_way,
    way_to_go,
)
from pilein.tabletop.movement.ways import Points, cut

NEARER = (2.0, INCH / 8, INCH / 4, INCH / 2)  # ticks by which a bent path ends nearer to a mate than necessary
LEADERS = 4  # sides of the obstacle that are tried
GOOD = 0.9  # fraction of the distance beyond which no better path that keeps them together is sought
BENT = 3  # points of a path that is not straight

Routes = dict[int, Route | None]
OtherWays = Literal["none", "with mates", "alone"]  # paths allowed to models with no free place at their full distance


def straight_on(walkers: Sequence[FleeingBody], course: FlightPath) -> tuple[FlightEnd, ...]:
    """Move all fleeing models along parallel straight paths so that they stay together.

    The models run further than their distance only to get clear of the enemies they leave. The result is empty if an
    obstacle stops any of the models, or if other models prevent one of them from stopping at the end of its path.
    """
    way, wanted = course.way, course.distance
    edges = [run_to_edge(walker.body, way, course.table) for walker in walkers]
    foes = [spans_of(walker.body, way, course.foes, course.clearance) for walker in walkers]
    for _ in range(len(walkers) + 1):
        spans = [found for edge, these in zip(edges, foes, strict=True) if edge > wanted + CONTACT for found in these]
        further = first_free(spans, wanted)
        if further == wanted:
            break
        wanted = further
    for walker, edge in zip(walkers, edges, strict=True):
        length = min(wanted, edge)
        if any(is_in_the_way(found, length) for found in spans_on_the_way(walker.disc, way, course)):
            return ()
        if edge > wanted + CONTACT and first_free(spans_at_the_end(walker.body, way, course), wanted) > wanted:
            return ()
    return tuple(
        _shifted(walker, course, edge)._replace(left=True)
        if edge <= wanted + CONTACT
        else _shifted(walker, course, wanted)
        for walker, edge in zip(walkers, edges, strict=True)
    )


def round_about(walkers: Sequence[FleeingBody], course: FlightPath) -> tuple[FlightEnd, ...]:
    """Move fleeing models along their own shortest paths, each as near to the rest of its unit as possible.

    Models in front move first. The models with the shortest paths move first instead if all models then get further. If
    the unit would break up, all models pass the obstacle on the side that keeps most of them together, preferably one
    behind another. Models that are still separated bend their paths towards the rest of the unit, or wait until the
    slowest models have moved. As a last resort all models run less far.
    """
    routes: Routes = {walker.model: _way_of(walker, course) for walker in walkers}
    orders = [_in_front_first(walkers, course), _shortest_first(walkers, routes)]
    tried = [_followed(order, routes, course, other_ways="alone") for order in orders]
    best = min(tried, key=lambda stops: _flaws(walkers, stops, course))
    least = _least_flaws(walkers, best, routes, course)
    if _flaws(walkers, best, course)[:3] <= (*least, 0):
        return best
    orders.append(_hindmost_first(walkers, best, course))
    ways: list[tuple[list[FleeingBody], Routes]] = []
    for shorter in _steps_back(course.distance):
        for stops in _other_flights(orders, routes, course, shorter, ways):
            best = min(best, stops, key=lambda stops: _flaws(walkers, stops, course))
            if _flaws(walkers, best, course) <= (*least, 0, -round(GOOD * shorter * len(walkers))):
                return best
        if _flaws(walkers, best, course)[:2] <= least:
            break
    waiting = () if shorter == course.distance else straight_ahead(orders[0], course)
    return min(best, waiting or best, key=lambda stops: _flaws(walkers, stops, course))


def _flaws(walkers: Sequence[FleeingBody], stops: Sequence[FlightEnd], course: FlightPath) -> tuple[int, int, int, int]:
    """Flaws of a flight, minimised in this order: models lost, groups of survivors, excess distance, missing
    distance.
    """
    x, y = course.way
    far = 0.0
    for stop in stops:
        (ax, ay), (bx, by) = stop.points[0], stop.points[-1]
        far += (bx - ax) * x + (by - ay) * y
    lost, beyond = sum(stop.trapped for stop in stops), round(sum(stop.beyond for stop in stops))
    return lost, _pieces(walkers, stops, course), beyond, -round(far)


def _least_flaws(
    walkers: Sequence[FleeingBody], stops: Sequence[FlightEnd], routes: Routes, course: FlightPath
) -> tuple[int, int]:
    """Return the least number of models that the flight can lose, and the number of groups at the start of the flight.
    The least number is lost if each model flees alone.
    """
    lost = {stop.model for stop in stops if stop.trapped}
    alone = (_stop_of(walker, routes[walker.model], course, []) for walker in walkers if walker.model in lost)
    groups = linked([walker.body for walker in walkers], course.coherency)
    return sum(stop.trapped for stop in alone), len(groups)


def _way_of(walker: FleeingBody, course: FlightPath) -> Route | None:
    """Return the shortest path of a fleeing model or, if it cannot stop at its distance on that path, the best
    alternative.

    A model whose path begins too near to enemies first gets clear of them. Return None if it cannot stop on any
    path.
    """
    best, worst = None, FAR
    for route in _ways_of(walker, course):
        stop = _stop_of(walker, route, course, [])
        if stop.left:
            return route
        amiss = FAR if stop.trapped else FAR / 2 + stop.beyond if stop.beyond else course.distance - stop.length
        if amiss <= CONTACT:
            return route
        if amiss < worst:
            best, worst = route, amiss
    return best


def _ways_of(walker: FleeingBody, course: FlightPath) -> Iterator[Route]:
    own, out = own_route(walker, course), ways_out(walker, course)
    shortest_way = () if own is None else (own,)
    if own is not None or not course.heading.edge:
        yield from chain(out, shortest_way) if is_hemmed(walker, course) else chain(shortest_way, out)
        yield from way_of_stops(walker, course)
    elif not way_to_go(walker, course):
        return
    yield from straight_aside(walker, course)


def _other_flights(
    orders: Sequence[list[FleeingBody]],
    routes: Routes,
    course: FlightPath,
    shorter: float,
    ways: list[tuple[list[FleeingBody], Routes]],
) -> Iterator[tuple[FlightEnd, ...]]:
    """Yield flights that may separate models less: first behind each leader, then on paths bent towards others.

    `ways` holds the orders of models, and their paths behind leaders, that were found for a longer distance.
    """
    among = course._replace(distance=shorter)
    other_ways: OtherWays = "with mates" if shorter == course.distance else "none"
    leaders = [] if ways else _leaders(routes)
    for leader in leaders:
        behind: Routes = {walker.model: _behind(walker, leader, routes, course) for walker in orders[0]}
        ways.append((_shortest_first(orders[0], behind), behind))
        yield _followed(*ways[-1], among, other_ways=other_ways)
    if not leaders:
        yield from (_followed(*one, among, other_ways=other_ways) for one in ways)
    for order, these in (*((order, routes) for order in orders), *ways):
        yield _followed(order, these, among, other_ways=other_ways, is_bent=True)


def ways_of_models(stop: FlightEnd, places: Sequence[tuple[int, Point]]) -> list[tuple[int, Points]]:
    """Paths of the models in a fleeing block, in whole ticks. Each path starts at the model's own place and runs
    parallel to the block's path.
    """
    (ax, ay), *_ = stop.points
    return [
        (model, tuple((round(x + px - ax), round(y + py - ay)) for px, py in stop.points)) for model, (x, y) in places
    ]


def turned_along(base: Base, facing: int, points: Points) -> int:
    """Return the facing of a base at the end of a path, as close to the last leg's direction as the base can turn
    within its outline.
    """
    legs = [leg for leg in pairwise(points) if leg[0] != leg[1]]
    if not legs:
        return facing
    (ax, ay), (bx, by) = legs[-1]
    towards = bearing(bx - ax, by - ay)
    if base.kind == "round":
        return towards
    step = TURN // 4 if base.width == base.depth else TURN // 2
    return (facing + round(((towards - facing) % TURN) / step) * step) % TURN


def _in_front_first(walkers: Sequence[FleeingBody], course: FlightPath) -> list[FleeingBody]:
    x, y = course.way
    return sorted(walkers, key=lambda walker: (-walker.body.x * x - walker.body.y * y, walker.model))


def _shortest_first(walkers: Sequence[FleeingBody], routes: Routes) -> list[FleeingBody]:
    return sorted(walkers, key=lambda walker: (_length_of(routes[walker.model]), walker.model))


def _hindmost_first(
    walkers: Sequence[FleeingBody], stops: Sequence[FlightEnd], course: FlightPath
) -> list[FleeingBody]:
    """Order models by the distance they have fled, shortest first. Models that ran beyond their distance come before
    all others.
    """
    x, y = course.way
    far = {stop.model: (stop.beyond == 0, stop.points[-1][0] * x + stop.points[-1][1] * y) for stop in stops}
    return sorted(walkers, key=lambda walker: (far[walker.model], walker.model))


def _followed(
    walkers: Sequence[FleeingBody],
    routes: Routes,
    course: FlightPath,
    *,
    other_ways: OtherWays,
    is_bent: bool = False,
) -> tuple[FlightEnd, ...]:
    """Move fleeing models one after another and return where they stop. If `is_bent` is set, paths bend towards models
    that have already moved.

    A model with no place at its full distance may look for another path. With `other_ways` "with mates" the model takes
    the other path only if the model then stays with its unit. With "alone" the model takes it in any case.
    """
    moved: list[Shape] = []
    stops = []
    for walker in walkers:
        among = course._replace(friends=(*course.friends, *moved))
        stop = _stop_of(walker, routes[walker.model], among, moved)
        tried = [stop]
        if other_ways != "none" and (stop.trapped or stop.beyond) and moved and routes[walker.model] is not None:
            tried = [_stop_of(walker, _way_of(walker, among), among, moved), stop]
        if is_bent and moved:
            tried = [_closing_up(walker, one, moved, among) for one in tried]
        torn_off = [other_ways != "alone" and _is_torn_off(walker, one, moved, among) for one in tried]
        _, stop = min(zip(torn_off, tried, strict=True), key=lambda pair: (pair[1].trapped, pair[0], pair[1].beyond))
        stops.append(stop)
        if not (stop.left or stop.trapped):
            moved.append(walker.at(*stop.points[-1]))
    return tuple(stops)


def _stop_of(walker: FleeingBody, route: Route | None, course: FlightPath, mates: list[Shape]) -> FlightEnd:
    """Return where a model stops on its path: slightly short of the full distance if that keeps it near `mates`."""
    start = (round(walker.body.x), round(walker.body.y))
    if route is None:
        return FlightEnd(walker.model, (start,), 0.0, trapped=True)
    if course.heading.edge and route.length + walker.over <= course.distance + CONTACT:
        return _off_the_edge(walker, route, course)
    return _stopped(walker, over_the_edge(walker, route, course), course, mates)


def _stopped(walker: FleeingBody, route: Route, course: FlightPath, mates: list[Shape]) -> FlightEnd:
    """Return where a model stops on a path extended to its full distance, as near to that distance as possible."""
    start = (round(walker.body.x), round(walker.body.y))
    wanted, route = min(course.distance, reach_of(route)), carried_on(walker, route, course)
    spans, foes = spans_along(walker, route, course)
    length, most = first_free(foes, wanted), reach_of(route)
    if last_free(spans, length) < length or (length > most and not (course.heading.edge and most == route.length)):
        length = _length_beside_others(spans, foes, wanted, most)
    if course.heading.edge and length > route.length:
        return FlightEnd(walker.model, route.points, route.length, left=True)
    if length <= 0:
        return FlightEnd(walker.model, (start,), 0.0, trapped=True)
    over = off_the_table(walker, route, course)
    if over <= length + CONTACT:
        return FlightEnd(walker.model, cut(route, over), over, left=True)
    beyond = max(0.0, length - first_free(foes, wanted))
    for shorter in _steps_back(length):
        is_free = last_free(spans, shorter) == shorter == first_free(foes, shorter)
        if is_free and (not mates or _is_near(walker, cut(route, shorter), mates, course)):
            return FlightEnd(walker.model, cut(route, shorter), shorter, beyond=max(0.0, beyond - length + shorter))
    return FlightEnd(walker.model, cut(route, length), length, beyond=beyond)


def _off_the_edge(walker: FleeingBody, route: Route, course: FlightPath) -> FlightEnd:
    """Return where a fleeing model that leaves the table ends. A block of several ranks runs its full distance."""
    length = course.distance if walker.over else route.length
    points = cut(over_the_edge(walker, route, course), length) if walker.over else route.points
    return FlightEnd(walker.model, points, length, left=True)


def _length_beside_others(spans: Sequence[Span], foes: Sequence[Span], wanted: float, most: float) -> float:
    """Path length to the nearest legal stop when the proper place is occupied. The stop is either before that place or
    beyond the enemies that stand there.
    """
    short = last_free(spans, wanted)
    if first_free(foes, short) == short:
        return short
    further = first_free([*spans, *foes], wanted)
    return further if further <= most else last_free([*spans, *foes], short)


def _is_torn_off(walker: FleeingBody, stop: FlightEnd, mates: list[Shape], course: FlightPath) -> bool:
    return bool(mates) and not (stop.left or stop.trapped or _is_near(walker, stop.points, mates, course))


def _closing_up(walker: FleeingBody, stop: FlightEnd, mates: list[Shape], course: FlightPath) -> FlightEnd:
    """Return the stop or, if the model is separated from all `mates`, another stop on a path bent towards them."""
    return (_is_torn_off(walker, stop, mates, course) and _towards_mates(walker, stop, mates, course)) or stop


def _towards_mates(walker: FleeingBody, stop: FlightEnd, mates: list[Shape], course: FlightPath) -> FlightEnd | None:
    """Return a stop beside the given one, just near enough to the nearest of the `mates`, or None if none exists."""
    start, (x, y) = (round(walker.body.x), round(walker.body.y)), stop.points[-1]
    away, mate = min(((gap(walker.at(x, y), mate), mate) for mate in mates), key=lambda pair: pair[0])
    towards = unit_vector(mate.x - x, mate.y - y)
    for more in NEARER:
        closer = away - course.coherency + more
        there = x + towards[0] * closer, y + towards[1] * closer
        route = shortest(space_of(walker, course), start, there, FAR)
        if route is None:
            continue
        length = min(course.distance, route.length)
        spans, foes = spans_along(walker, route, course)
        points = cut(route, length)
        is_free = last_free(spans, length) == length == first_free(foes, length)
        if is_free and _is_near(walker, points, [mate], course):
            return FlightEnd(walker.model, points, length)
    return None


def _leaders(routes: Routes) -> list[Route]:
    """Paths around different ends of an obstacle, shortest first. Their last corners lie more than an inch apart."""
    found: list[Route] = []
    bent = [route for route in routes.values() if route is not None and len(route.points) >= BENT]
    for route in sorted(bent, key=lambda one: (one.length, one.points)):
        if all(distance(route.points[-2], other.points[-2]) > INCH for other in found):
            found.append(route)
    return found[:LEADERS]


def _behind(walker: FleeingBody, leader: Route, routes: Routes, course: FlightPath) -> Route | None:
    """Return the shortest path on which a model joins the leader's path at a corner, or else the model's own path."""
    own = routes[walker.model]
    if own is leader or own is None:
        return own
    space, start = space_of(walker, course), (walker.body.x, walker.body.y)
    best: Route | None = None
    for number, corner in enumerate(leader.points[1:-1], start=1):
        first = shortest(space, start, corner, FAR)
        rest = None if first is None else _on_from(walker, space, leader.points[number:-1], course)
        if first is not None and rest is not None and first.length + rest.length < _length_of(best):
            best = Route(first.length + rest.length, (*first.points, *rest.points[1:]))
    return best or own


def _on_from(walker: FleeingBody, space: ConfigurationSpace, corners: Points, course: FlightPath) -> Route | None:
    """Path that follows the given corners and then leads from the last corner to the model's goal."""
    length = 0.0
    for one, other in pairwise(corners):
        length += distance(one, other)
    last = to_nearest(space, corners[-1], (goal_of(walker, course),), FAR)
    return None if last is None else Route(length + last.length, (*corners, *last.points[1:]))


def _pieces(walkers: Sequence[FleeingBody], stops: Sequence[FlightEnd], course: FlightPath) -> int:
    """Return the number of groups that the surviving models form."""
    by_model = {walker.model: walker for walker in walkers}
    bodies = [by_model[stop.model].at(*stop.points[-1]) for stop in stops if not (stop.left or stop.trapped)]
    return len(linked(bodies, course.coherency))


def _length_of(route: Route | None) -> float:
    return FAR if route is None else route.length


def _steps_back(length: float) -> Iterator[float]:
    while length > 0:
        yield length
        length -= STEP


def _is_near(walker: FleeingBody, points: Points, mates: list[Shape], course: FlightPath) -> bool:
    return any(within(walker.at(*points[-1]), mate, course.coherency) for mate in mates)


def _shifted(walker: FleeingBody, course: FlightPath, length: float) -> FlightEnd:
    x, y = round(walker.body.x), round(walker.body.y)
    dx, dy = round(course.way[0] * length), round(course.way[1] * length)
    return FlightEnd(walker.model, ((x, y), (x + dx, y + dy)), length)
