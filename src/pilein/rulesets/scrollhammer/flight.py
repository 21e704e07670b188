"""How far and by what way models get that fall back: all straight on together, or each round what is there.

A fleeing or broken unit keeps 1 inch from enemies on its way and where it stops; through the enemies of the combat it
leaves it passes, and goes on until it is 1 inch clear of them (SH-R-14, SH-R-74).
"""

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line
from pilein.geometry.gaps import within
from pilein.geometry.rounded import Span, Vector
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.runs import first_free, is_in_the_way, last_free, run_to_edge, shifted, too_near, unit_vector
from pilein.geometry.shapes import Point, Shape, grown
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.contact import enemies_of_combat
from pilein.rulesets.scrollhammer.state import Battle

# --- Which way a unit falls back or flees (SH-R-14, SH-R-74) -----------------------------------------------------


WAYS: dict[str, Vector] = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}


class Heading(Struct, frozen=True):
    """A direction over the table, and the edge that is made for, if any."""

    way: Vector
    edge: str = ""


def heading_of_flight(battle: Battle, table: Table, unit: int, *, from_combat: bool) -> Heading:
    """The way that a unit takes: to its own edge; without one, to the nearest or away from the enemy."""
    if from_combat:
        return _out_of_combat(battle, table, unit)
    charger = None if battle.charge is None else battle.charge.unit
    if charger is not None and table.rule("SH-R-14") == "from-charger":
        return _away(battle, unit, _shapes(battle, (charger,)))
    own = battle.setup.edges[battle.side(unit)]
    if own or charger is None:
        return Heading(WAYS[own], own) if own else _to_nearest_edge(battle, table, unit)
    return _away(battle, unit, [_nearest(battle, unit, _shapes(battle, (charger,)))])


def _out_of_combat(battle: Battle, table: Table, unit: int) -> Heading:
    own = battle.setup.edges[battle.side(unit)]
    if battle.setup.size is None or table.rule("SH-R-74") == "from-victor":
        return _away(battle, unit, _shapes(battle, enemies_of_combat(battle, unit)))
    return Heading(WAYS[own], own) if own else _to_nearest_edge(battle, table, unit)


def _to_nearest_edge(battle: Battle, table: Table, unit: int) -> Heading:
    """The nearest edge of the table; between two as near as each other its owner chooses."""
    shapes = _shapes(battle, (unit,))
    runs = {edge: min(run_to_edge(one, way, battle.setup.size) for one in shapes) for edge, way in WAYS.items()}
    nearest = tuple(edge for edge, run in runs.items() if run == min(runs.values()))
    words = f"{battle.unit(unit).name}: to which table edge?"
    edge = table.choose(OneOf(battle.side(unit), "SH-MO-05", words, nearest))
    return Heading(WAYS[edge], edge)


def _away(battle: Battle, unit: int, feared: list[Shape]) -> Heading:
    if not feared:
        return Heading(WAYS["south"])
    (x, y), (from_x, from_y) = _centre(_shapes(battle, (unit,))), _centre(feared)
    return Heading(unit_vector(x - from_x, y - from_y))


def _nearest(battle: Battle, unit: int, feared: list[Shape]) -> Shape:
    x, y = _centre(_shapes(battle, (unit,)))
    return min(feared, key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)


def _shapes(battle: Battle, units: Iterable[int]) -> list[Shape]:
    return [battle.plane.shape(model) for unit in units for model in battle.plane.models(unit)]


def _centre(shapes: list[Shape]) -> tuple[float, float]:
    return sum(one.x for one in shapes) / len(shapes), sum(one.y for one in shapes) / len(shapes)


ROUNDING = 2.0  # ticks kept free where a place will be snapped to whole ticks
FAR = 1e9  # further than any table is wide
STEP = INCH // 4  # by which a model stops short to keep coherency


class Walker(NamedTuple):
    """A model, or a block as one: `body` is where it may stop, `disc` what travels (SH-R-07)."""

    model: int
    body: Shape
    disc: Shape


class Course(NamedTuple):
    """What lies about: friends, enemies to go round, enemies to pass through, impassable ground, the table."""

    friends: tuple[Shape, ...]
    others: tuple[Shape, ...]
    foes: tuple[Shape, ...]
    walls: tuple[Shape, ...]
    table: tuple[int, int] | None


class Stop(NamedTuple):
    """Where a walker ends: its way, how long that was, whether it touched the edge or had no way at all."""

    model: int
    points: tuple[tuple[int, int], ...]
    length: float
    left: bool = False
    trapped: bool = False


def straight_on(walkers: Sequence[Walker], heading: Heading, distance: float, course: Course) -> tuple[Stop, ...]:
    """All walkers by the same way, straight on, so that they stay together; none if anything bars any of them."""
    way = heading.way
    edges = [run_to_edge(walker.body, way, course.table) for walker in walkers]
    ends = [_at_the_end(walker.body, way, course) for walker in walkers]
    wanted = distance
    for _ in range(len(walkers) + 1):
        spans = [found for edge, end in zip(edges, ends, strict=True) if edge > wanted + CONTACT for found in end]
        further = first_free(spans, wanted)
        if further == wanted:
            break
        wanted = further
    for walker, edge in zip(walkers, edges, strict=True):
        length = min(wanted, edge)
        if any(is_in_the_way(found, length) for found in _on_the_way(walker.disc, way, course)):
            return ()
    dx, dy = round(way[0] * wanted), round(way[1] * wanted)
    return tuple(
        _arrived(walker, way, edge) if edge <= wanted + CONTACT else _shifted(walker, dx, dy, wanted)
        for walker, edge in zip(walkers, edges, strict=True)
    )


def each_its_way(
    walkers: Sequence[Walker], heading: Heading, distance: float, course: Course, coherency: float
) -> tuple[Stop, ...]:
    """Each walker by its own shortest way, those in front first, as near to its mates as it can."""
    along = heading.way
    ordered = sorted(walkers, key=lambda walker: (-walker.body.x * along[0] - walker.body.y * along[1], walker.model))
    moved: list[Shape] = []
    stops = []
    for walker in ordered:
        stop = _own_way(walker, heading, distance, course._replace(friends=(*course.friends, *moved)), moved, coherency)
        stops.append(stop)
        if not (stop.left or stop.trapped):
            x, y = stop.points[-1]
            moved.append(shifted(walker.body, x - walker.body.x, y - walker.body.y))
    return tuple(stops)


def _own_way(
    walker: Walker, heading: Heading, distance: float, course: Course, mates: list[Shape], coherency: float
) -> Stop:
    route = _route(walker, heading, distance, course)
    start = (round(walker.body.x), round(walker.body.y))
    if route is None:
        return Stop(walker.model, (start,), 0.0, trapped=True)
    spans, foes = _spans_along(walker, route, course)
    beyond = first_free(foes, min(distance, route.length))
    length = last_free(spans, beyond)
    if length < beyond:
        length = last_free([*spans, *foes], length)
    is_edge = bool(heading.edge)
    if is_edge and (route.length <= distance + CONTACT or length > route.length):
        return Stop(walker.model, route.points, route.length, left=True)
    if length <= 0:
        return Stop(walker.model, (start,), 0.0, trapped=True)
    for shorter in _steps_back(length):
        is_free = last_free(spans, shorter) == shorter == first_free(foes, shorter)
        if is_free and (not mates or _is_near(walker, route, shorter, mates, coherency)):
            return Stop(walker.model, _cut(route, shorter), shorter)
    return Stop(walker.model, _cut(route, length), length)


def _steps_back(length: float) -> Iterator[float]:
    while length > 0:
        yield length
        length -= STEP


def _is_near(walker: Walker, route: Route, length: float, mates: list[Shape], coherency: float) -> bool:
    x, y = _cut(route, length)[-1]
    body = shifted(walker.body, x - walker.body.x, y - walker.body.y)
    return any(within(body, mate, coherency) for mate in mates)


def _route(walker: Walker, heading: Heading, distance: float, course: Course) -> Route | None:
    width, depth = course.table or (None, None)
    obstacles = (*course.friends, *(grown(one, INCH) for one in course.others))
    space = ConfigurationSpace(
        obstacles, width, depth, course.walls, walker.disc.radius or min(_sides(walker.disc)) / 2
    )
    start = (walker.body.x, walker.body.y)
    further = first_free(_too_near(walker.body, heading.way, course.foes, INCH), distance)
    return to_nearest(space, start, (_goal(walker.body, heading, further, course.table),), FAR)


def _sides(body: Shape) -> tuple[float, float]:
    assert body.frame is not None
    return 2 * body.frame[2], 2 * body.frame[3]


def _goal(body: Shape, heading: Heading, distance: float, table: tuple[int, int] | None) -> Line:
    """The places where a body touches the edge it makes for, or a line as far off as it has to go."""
    (wx, wy), far, left, right = heading.way, distance, distance, distance
    if heading.edge:
        far, left, right = (run_to_edge(body, way, table) for way in ((wx, wy), (-wy, wx), (wy, -wx)))
    x, y = body.x + wx * far, body.y + wy * far
    return Line((x - wy * left, y + wx * left), (x + wy * right, y - wx * right), 0)


def _spans_along(walker: Walker, route: Route, course: Course) -> tuple[list[Span], list[Span]]:
    """Where along its way a walker may not stop: for friends, walls and enemies gone round; for foes passed through."""
    rest: list[Span] = []
    foes: list[Span] = []
    gone = 0.0
    for start, end in zip(route.points, route.points[1:], strict=False):
        leg = _length(start, end)
        way = unit_vector(end[0] - start[0], end[1] - start[1])
        body = shifted(walker.body, start[0] - walker.body.x, start[1] - walker.body.y)
        rest += _clipped(_at_the_end(body, way, course._replace(foes=())), gone, leg)
        foes += _clipped(_too_near(body, way, course.foes, INCH), gone, leg)
        gone += leg
    return rest, foes


def _clipped(spans: list[Span], gone: float, leg: float) -> list[Span]:
    kept = [(max(low, -1.0), min(high, leg + 1.0)) for low, high in spans if low < leg and high > 0]
    return [(gone + low, gone + high) for low, high in kept]


def _cut(route: Route, length: float) -> tuple[tuple[int, int], ...]:
    """The first part of a way."""
    points = [route.points[0]]
    for end in route.points[1:]:
        start = points[-1]
        leg = _length(start, end)
        if leg >= length:
            part = length / leg if leg else 0.0
            return (
                *points,
                (round(start[0] + (end[0] - start[0]) * part), round(start[1] + (end[1] - start[1]) * part)),
            )
        points.append(end)
        length -= leg
    return tuple(points)


def _length(start: Point, end: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    return sqrt(dx * dx + dy * dy)


def _at_the_end(body: Shape, way: Vector, course: Course) -> list[Span]:
    enemies = _too_near(body, way, (*course.others, *course.foes), INCH)
    return enemies + _too_near(body, way, (*course.friends, *course.walls), ROUNDING)


def _on_the_way(disc: Shape, way: Vector, course: Course) -> list[Span]:
    return _too_near(disc, way, course.others, INCH) + _too_near(disc, way, (*course.friends, *course.walls), 0.0)


def _too_near(body: Shape, way: Vector, things: Sequence[Shape], clearance: float) -> list[Span]:
    found = (too_near(body, way, thing, clearance) for thing in things)
    return [one for one in found if one is not None]


def _arrived(walker: Walker, way: Vector, edge: float) -> Stop:
    dx, dy = round(way[0] * edge), round(way[1] * edge)
    return _shifted(walker, dx, dy, edge)._replace(left=True)


def _shifted(walker: Walker, dx: int, dy: int, length: float) -> Stop:
    x, y = round(walker.body.x), round(walker.body.y)
    return Stop(walker.model, ((x, y), (x + dx, y + dy)), length)
