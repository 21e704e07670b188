"""As near as a model can come to others that it cannot touch: by its reach, round what is in the way, in coherency.

Whoever gets within some distance has crossed every greater one on the way, so the least is found by halving.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from pilein.geometry.advances import Advance
from pilein.geometry.angles import TURN
from pilein.geometry.gaps import within
from pilein.geometry.goals import Goal, spelt_out
from pilein.geometry.hulls import Point
from pilein.geometry.landing import AROUND
from pilein.geometry.openings import free
from pilein.geometry.rings import Line, Stretch, ends, ring
from pilein.geometry.rounded import clearance
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Base, Place, Shape, disc, grown, shape
from pilein.geometry.space import Space
from pilein.geometry.ticks import CONTACT, INCH
from pilein.geometry.turns import direction
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.sides import room_to_end
from pilein.tabletop.movement.terms import Terms, half_width
from pilein.tabletop.movement.ways import is_coherent
from pilein.tabletop.plane import Plane

FINE = INCH / 64  # ticks: how exactly the least distance is found
SPACING = INCH / 8  # ticks between the points of a stretch that are tried where coherency counts
POINT = Base("round", 0, 0)
EIGHTH = TURN // 8


def nearest_approach(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], known: Advance | None = None
) -> Advance | None:
    """The way that brings a model nearest to any of some loci, None where it gains nothing by moving.

    `loci` are the outlines on which the centre of the model would stand in contact, as `locus_round` makes them.
    `known` is a way that it has found already; another one has to be better than that by FINE.
    """
    start = plane.place(model)
    before = distance_to(loci, start.x, start.y)
    best, upper = known, before if known is None else distance_to(loci, known.place.x, known.place.y)
    lower = max(0.0, before - terms.reach)
    near = tuple(locus for locus in loci if clearance_to(locus, start.x, start.y) - terms.reach < upper)
    while upper - lower > FINE:
        level = (upper + lower) / 2
        found = _at_level(plane, terms, model, near, level)
        if found is None:
            lower = level
        else:
            best, upper = found, min(level, distance_to(loci, found.place.x, found.place.y))
    return best if best is not None and upper < before - CONTACT else None


def locus_round(plane: Plane, model: int, goal: int) -> Shape:
    """Where the centre of a model would stand in contact with a goal, taken as a disc as wide as its shorter side."""
    return grown(plane.shape(goal), half_width(plane.setup.base(model)))


def locus_along(line: Line) -> Shape:
    """The same for a goal that may be touched along one line alone."""
    return Shape(
        (line.start, line.end) if line.start != line.end else (line.start,),
        0.0,
        (line.start[0] + line.end[0]) / 2,
        (line.start[1] + line.end[1]) / 2,
        max(abs(line.start[0] - line.end[0]), abs(line.start[1] - line.end[1])),
    )


def distance_to(loci: Sequence[Shape], x: float, y: float) -> float:
    """How far a centre is from the nearest of some loci, in ticks; nought in contact."""
    return min([clearance_to(locus, x, y) for locus in loci], default=0.0)


def clearance_to(locus: Shape, x: float, y: float) -> float:
    """How far a centre is from a locus, in ticks; nought in contact."""
    return max(0.0, clearance(locus.core, x, y) - locus.radius)


def _at_level(plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], level: float) -> Advance | None:
    """A way within reach to a place so far from one of some loci, None where there is none."""
    ground, start = ground_for(plane, terms.bars, model), plane.place(model)
    here = (float(start.x), float(start.y))
    base = plane.setup.base(model)
    mover = Base("round", round(2 * half_width(base)), round(2 * half_width(base)))
    goals: list[Goal] = []
    for locus in loci:
        if clearance_to(locus, *here) - level <= terms.reach:
            wide = grown(locus, level)
            open_ones = free(mover, wide, ground, ring(POINT, wide))
            goals += _coherent_points(plane, terms, mover, open_ones) if terms.mates else spelt_out(open_ones)
    while goals:
        route = to_nearest(ground, here, tuple(goals), terms.reach + CONTACT)
        if route is None:
            return None
        place = _settled(plane, terms, model, route)
        if place is not None:
            return Advance(place, Route(route.length, (*route.points[:-1], (place.x, place.y))))
        goals = _without_end(goals, route.points[-1])
    return None


def _coherent_points(plane: Plane, terms: Terms, mover: Base, stretches: Sequence[Stretch]) -> Iterator[Point]:
    """Points of some stretches, close to each other, where a mover is in coherency."""
    for stretch in stretches:
        for x, y in points_along(stretch, SPACING):
            body = disc(x, y, mover.width / 2)
            if any(within(body, plane.shape(mate), terms.coherency) for mate in terms.mates):
                yield x, y


def points_along(stretch: Stretch, spacing: float) -> Iterator[Point]:
    """The ends of a stretch and points between them, no further apart than `spacing` ticks."""
    (ax, ay), (bx, by) = ends(stretch)
    if isinstance(stretch, Line):
        steps = max(1, ceil((((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5) / spacing))
        for step in range(steps + 1):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
        return
    steps = max(1, ceil(stretch.radius * stretch.turn * 1.6 / spacing))  # a quarter is 1.57 radians
    for step in range(steps + 1):
        ux, uy = direction((stretch.first + stretch.turn * step / steps) % 4.0)
        yield stretch.centre[0] + stretch.radius * ux, stretch.centre[1] + stretch.radius * uy


def _settled(plane: Plane, terms: Terms, model: int, route: Route) -> Place | None:
    """The place at the end of a way, the base turned so that it fits; None where it fits in no way."""
    base, start, room = plane.setup.base(model), plane.place(model), room_to_end(plane, terms, model)
    x, y = route.points[-1]
    for facing in dict.fromkeys((start.facing, *((start.facing + turn) % TURN for turn in range(0, TURN, EIGHTH)))):
        place = _on_tick(room, base, x, y, facing)
        if place is not None and is_coherent(plane, terms, shape(base, place)):
            return place
    return None


def _on_tick(room: Space, base: Base, x: int, y: int, facing: int) -> Place | None:
    for dx, dy in AROUND[:9]:
        place = Place(x + dx, y + dy, facing)
        if room.fits(shape(base, place)):
            return place
    return None


def _without_end(goals: Sequence[Goal], end: tuple[int, int]) -> list[Goal]:
    """Some goals but for those that a way with this end leads to."""
    return [goal for goal in goals if _is_elsewhere(goal, end)]


def _is_elsewhere(goal: Goal, end: tuple[int, int]) -> bool:
    if isinstance(goal, tuple):
        return abs(goal[0] - end[0]) > 1 or abs(goal[1] - end[1]) > 1
    return all(abs(x - end[0]) > SPACING or abs(y - end[1]) > SPACING for x, y in points_along(goal, SPACING))
