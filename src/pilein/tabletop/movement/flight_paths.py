"""Surroundings of fleeing models' paths, and the intervals of a path in which a model may not stop."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line
from pilein.geometry.gaps import margin
from pilein.geometry.rounded import Span, Vector
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Shape, disc, distance, grown, rectangle, way_length
from pilein.geometry.straight_sweeps import first_free, run_to_edge, shifted, span_too_near, unit_vector
from pilein.geometry.ticks import INCH, OVERLAP
from pilein.geometry.tolerance import CONTACT, EQUAL
from pilein.tabletop.movement.straight_runs import ROUNDING
from pilein.tabletop.movement.ways import Points

BEYOND = 12 * INCH  # assumed width of the ground beyond the edges
FAR = 1e9  # ticks: further than any table is wide
STEP = INCH // 4  # ticks by which a model stops short to keep coherency
STRAIGHT = 2  # points of a path without bends
EDGES: dict[str, Vector] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


class Heading(NamedTuple):
    """Direction across the table, as a unit vector, with the table edge to which it leads, if there is one."""

    way: Vector
    edge: str = ""


class FlightPath(NamedTuple):
    """Distance and direction of a unit's flight, and the surroundings of the flight. Lengths are in ticks.

    The unit goes around `friends` and `walls` and keeps `clearance` from `others`. It passes through `foes` and
    stops beyond them at the same clearance. `coherency` is the maximum gap between models that stay together.
    """

    heading: Heading
    distance: float
    friends: tuple[Shape, ...] = ()
    others: tuple[Shape, ...] = ()
    foes: tuple[Shape, ...] = ()
    walls: tuple[Shape, ...] = ()
    table: tuple[int, int] | None = None
    clearance: int = INCH
    coherency: int = 0

    @property
    def way(self) -> Vector:
        """Direction as a unit vector."""
        return self.heading.way


class FleeingBody(NamedTuple):
    """Fleeing model, or a fleeing block that moves as one body. `body` is the outline in which it stops, and `disc` the
    disc that represents it while it travels.

    `over` is the distance in ticks that a block runs past the table edge until its last model has left.
    """

    model: int
    body: Shape
    disc: Shape
    over: float = 0.0

    def at(self, x: float, y: float) -> Shape:
        """Outline with the body's centre at a point."""
        return shifted(self.body, x - self.body.x, y - self.body.y)

    def disc_at(self, x: float, y: float) -> Shape:
        """Travelling disc with the body's centre at a point."""
        return shifted(self.disc, x - self.body.x, y - self.body.y)


class FlightEnd(NamedTuple):
    """End of a model's flight, with the path and its length, and whether the model left the table or was trapped
    without a path.

    `beyond` is the extra distance that the model ran, after getting clear of enemies, because it could not stop
    earlier.
    """

    model: int
    points: Points
    length: float
    left: bool = False
    trapped: bool = False
    beyond: float = 0.0


def own_route(walker: FleeingBody, course: FlightPath) -> Route | None:
    """Return the shortest path of a fleeing model to its goal, or None if there is no path.

    If several paths are equally short, the search prefers a path that keeps far enough from obstacles for the base to
    stop anywhere on the path.
    """
    start, goal = (walker.body.x, walker.body.y), goal_of(walker, course)
    slim = to_nearest(space_of(walker, course), start, (goal,), FAR)
    if slim is None or len(slim.points) <= STRAIGHT:
        return slim
    roomy = to_nearest(space_of(walker, course, spare=CONTACT + 2 * ROUNDING), start, (goal,), slim.length + EQUAL)
    return roomy or slim


def carried_on(walker: FleeingBody, route: Route, course: FlightPath) -> Route:
    """If a path ends too near to enemies, extend it straight ahead until it is beyond them, or as far as another
    obstacle allows.

    Paths that lead to a table edge do not change.
    """
    if course.heading.edge or not course.foes:
        return route
    x, y = route.points[-1]
    body, (wx, wy) = walker.at(x, y), course.way
    if not spans_of(body, course.way, course.foes, course.clearance):
        return route
    edge = run_to_edge(body, course.way, course.table)
    bars = [low for low, high in spans_on_the_way(walker.disc_at(x, y), course.way, course) if high > CONTACT]
    further = min([edge, course.distance, *bars])
    if further <= CONTACT:
        return route
    return Route(route.length + further, (*route.points, (round(x + wx * further), round(y + wy * further))))


def over_the_edge(walker: FleeingBody, route: Route, course: FlightPath) -> Route:
    """If a block's path leads to an edge, extend it straight beyond that edge by slightly more than the distance of the
    flight. Other paths do not change.
    """
    if not (walker.over and course.heading.edge):
        return route
    (x, y), further = route.points[-1], course.distance + STEP
    end = round(x + course.way[0] * further), round(y + course.way[1] * further)
    return Route(route.length + further, (*route.points, end))


@lru_cache(maxsize=64)
def outside(table: tuple[int, int] | None, *, but: str = "") -> tuple[Shape, ...]:
    """Strips of ground beyond the edges of a table, except the edge `but`."""
    if table is None:
        return ()
    (width, depth), half = table, BEYOND // 2
    strips = {
        "west": rectangle(-half, depth / 2, BEYOND, depth + 2 * BEYOND, 0),
        "east": rectangle(width + half, depth / 2, BEYOND, depth + 2 * BEYOND, 0),
        "south": rectangle(width / 2, -half, width, BEYOND, 0),
        "north": rectangle(width / 2, depth + half, width, BEYOND, 0),
    }
    return tuple(strip for edge, strip in strips.items() if edge != but)


def reach_of(route: Route) -> float:
    """Length of the usable part of a path: the whole path without the extension of length FAR that marks a dead end."""
    return way_length(route.points) if route.length >= FAR else route.length


def way_to_go(walker: FleeingBody, course: FlightPath) -> bool:
    """Whether a fleeing model has any path to its goal over passable ground."""
    start, goal = (walker.body.x, walker.body.y), goal_of(walker, course)
    bare = course._replace(friends=(), others=())
    return to_nearest(space_of(walker, bare), start, (goal,), FAR) is not None


def off_the_table(walker: FleeingBody, route: Route, course: FlightPath) -> float:
    """Length of a path until it touches the table edge, or FAR if it never does."""
    gone = 0.0
    for start, end in () if course.heading.edge else pairwise(route.points):
        leg = distance(start, end)
        run = run_to_edge(walker.at(*start), unit_vector(end[0] - start[0], end[1] - start[1]), course.table)
        if run <= leg:
            return gone + run
        gone += leg
    return FAR


def space_of(walker: FleeingBody, course: FlightPath, spare: float = 0.0) -> ConfigurationSpace:
    """Ground over which a fleeing model may move, with `spare` ticks of extra clearance on each side."""
    width, depth = course.table or (None, None)
    obstacles = (*course.friends, *(grown(one, course.clearance) for one in course.others))
    half = walker.disc.radius or min(_sides(walker.disc)) / 2
    return ConfigurationSpace(obstacles, width, depth, course.walls, half + spare)


def goal_of(walker: FleeingBody, course: FlightPath) -> Line:
    """Places where a fleeing model touches its table edge or, without an edge, a line at its distance."""
    body, (wx, wy) = walker.body, course.way
    further = first_free(spans_of(body, course.way, course.foes, course.clearance), course.distance)
    far, left, right = further, further, further
    if course.heading.edge:
        far, left, right = (run_to_edge(body, way, course.table) for way in ((wx, wy), (-wy, wx), (wy, -wx)))
    x, y = body.x + wx * far, body.y + wy * far
    return Line((x - wy * left, y + wx * left), (x + wy * right, y - wx * right), 0)


def spans_along(walker: FleeingBody, route: Route, course: FlightPath) -> tuple[list[Span], list[Span]]:
    """Two lists of intervals of a path in which a model may not stop. The first list is due to friends, walls and
    enemies that the model passes around, and the second to foes that it passes through.
    """
    rest: list[Span] = []
    foes: list[Span] = []
    gone, left = 0.0, len(route.points) - 1
    beyond = outside(course.table, but=course.heading.edge if walker.over else "")
    for start, end in pairwise(route.points):
        if gone > course.distance and not course.foes:
            break
        leg, left = distance(start, end), left - 1
        way = unit_vector(end[0] - start[0], end[1] - start[1])
        body, is_exact = walker.at(*start), all(map(float.is_integer, map(float, start)))
        after = leg + 1.0 if left else FAR  # a bar at the end bars every length beyond: a path is not cut there
        rest += _clipped(spans_at_the_end(body, way, course._replace(foes=()), is_exact=is_exact), gone, leg, after)
        if min(margin(course.table, disc(*point, body.reach)) for point in (start, end)) < 0:
            rest += _clipped(spans_of(body, way, beyond, 0.0), gone, leg, after)
        foes += _clipped(spans_of(body, way, course.foes, course.clearance), gone, leg, after)
        gone += leg
    return rest, foes


def spans_at_the_end(body: Shape, way: Vector, course: FlightPath, *, is_exact: bool = True) -> list[Span]:
    """Intervals of a straight run in which a body may not stop.

    If the run is parallel to a table edge and starts from whole ticks (`is_exact`), rounding cannot bring the body
    nearer to an obstacle. It may then stop in contact with an obstacle in front, or beside an obstacle that it
    brushes.
    """
    enemies = spans_of(body, way, (*course.others, *course.foes), course.clearance)
    bars = (*course.friends, *course.walls)
    if is_exact and 0.0 in way:
        return enemies + [(floor(low + OVERLAP), ceil(high - OVERLAP)) for low, high in spans_of(body, way, bars, 0.0)]
    return enemies + spans_of(body, way, bars, ROUNDING)


def spans_on_the_way(body: Shape, way: Vector, course: FlightPath) -> list[Span]:
    """Intervals of a straight run in which a body overlaps an obstacle that it may not pass."""
    enemies = spans_of(body, way, course.others, course.clearance)
    return enemies + spans_of(body, way, (*course.friends, *course.walls), 0.0)


def spans_of(body: Shape, way: Vector, things: Sequence[Shape], clearance: float) -> list[Span]:
    """Intervals of a straight run in which a body is nearer than `clearance` to an obstacle."""
    found = (span_too_near(body, way, thing, clearance) for thing in things)
    return [one for one in found if one is not None]


def _clipped(spans: list[Span], gone: float, leg: float, after: float) -> list[Span]:
    kept = [(max(low, -1.0), min(high, after)) for low, high in spans if low < leg and high > 0]
    return [(gone + low, gone + high) for low, high in kept]


def _sides(body: Shape) -> tuple[float, float]:
    assert body.frame is not None
    return 2 * body.frame[2], 2 * body.frame[3]
