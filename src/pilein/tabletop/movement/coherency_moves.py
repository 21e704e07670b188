"""Moves into contact in coherency: the nearest place on foot where a model may end in coherency with its mates.

The search works on whole stretches, because every sampled place may be too far away even if a place between two
samples is not.
"""

from collections.abc import Callable, Iterator, Sequence
from math import sqrt

from pilein.geometry.contact_locus import Arc, ContactLocus, Line, Stretch, distance, facing_at, middle
from pilein.geometry.enclosures import DetourBounds, length_of
from pilein.geometry.free_intervals import free
from pilein.geometry.gaps import gap
from pilein.geometry.landing import enclosed, settled
from pilein.geometry.passages import spelt_out
from pilein.geometry.routes import to_nearest
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import CONTACT
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.landings import Landing, landing_in
from pilein.tabletop.movement.local_searches import looked_for_named
from pilein.tabletop.movement.sides import room_to_end
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.plane import Plane

HAIR = 3  # ticks by which a stretch is kept inside coherency, so that places rounded to whole ticks are in it
THIRDS = 16  # precision along a stretch: 1/100 inch
HALVINGS = 14  # bisections of a stretch, precise to a tick
PARTS = 12  # parts into which a piece of a ring is divided

Measure = Callable[[Stretch, Point], float]
Span = tuple[float, float]  # start and end as fractions of a piece
WHOLE = (0.0, 1.0)


def landing_near_mates(
    plane: Plane, terms: Terms, model: int, goal: int, goals: tuple[int, ...], faces: ContactLocus
) -> Landing | None:
    """Return the landing nearest on foot where a model touches `goal` in coherency, or None if out of reach.

    `faces` are all or some of the places in contact with the goal.
    """
    base, start = plane.setup.base(model), plane.place(model)
    here, body, room = (float(start.x), float(start.y)), plane.shape(goal), room_to_end(plane, terms, model)
    limit = float(terms.reach + CONTACT)
    reached = tuple(face for face in faces if distance(face, *here) <= limit)
    ground = ground_for(plane, terms.bars, model)
    is_shut, detours = enclosed(base, ground, start), DetourBounds(ground, here)
    least = (
        HAIR if room is ground else -1
    )  # nothing lies between the ends of a shorter stretch, and they have been tried
    opened = (
        one for one in free(base, body, room, reached) if length_of(one) > least and distance(one, *here) <= limit
    )
    mates = _mates_near(plane, terms, model, body)
    parts = (part for one in opened if not is_shut(one) for part in _coherent_parts(terms, base, mates, one))
    near = tuple(part for part in parts if not detours.rules_out(part, here, limit))
    route = to_nearest(ground, here, spelt_out(near), limit) if near else None
    if route is None:
        return None
    end = (float(route.points[-1][0]), float(route.points[-1][1]))
    place = settled(base, body, room, min(near, key=lambda one: distance(one, *end)), end)
    return None if place is None else landing_in(plane, terms, model, goal, goals, place)


def _distance_to(body: Shape, x: float, y: float) -> float:
    return sqrt((body.x - x) ** 2 + (body.y - y) ** 2)


# --- The parts of a stretch that are near enough to mates --------------------------------------------------------


def _coherent_parts(terms: Terms, base: Base, mates: Sequence[Shape], stretch: Stretch) -> Iterator[Stretch]:
    """Yield the parts of a stretch on which a base is in coherency with some mate, or the whole stretch if there are no
    mates.
    """
    if not terms.mates:
        yield stretch
        return
    limit = float(terms.coherency - HAIR)
    far = terms.coherency + CONTACT + shape(base, Place(0, 0)).reach
    apart = [(distance(stretch, mate.x, mate.y) - mate.reach, number) for number, mate in enumerate(mates)]
    near = [mates[number] for away, number in sorted(apart) if away <= far]
    for piece in _pieces(stretch) if near else ():
        spans: list[Span] = []
        for mate in near:
            span = _span_within(piece, _gap_from(base, mate), limit)
            spans += [span] if span else []
            if span == WHOLE:
                break
        for low, high in _joined(spans):
            yield piece if (low, high) == WHOLE else _part(piece, low, high)


def _mates_near(plane: Plane, terms: Terms, model: int, goal: Shape) -> list[Shape]:
    """Mates with which a model in contact with a goal can be in coherency."""
    far = goal.reach + 2 * plane.shape(model).reach + terms.coherency + 2 * CONTACT
    looked_for_named(plane, model).at(goal.x, goal.y, far)
    mates = (plane.shape(mate) for mate in terms.mates)
    return [mate for mate in mates if _distance_to(mate, goal.x, goal.y) - mate.reach <= far]


def _joined(spans: list[Span]) -> list[Span]:
    """Merge overlapping and adjacent intervals."""
    joined: list[Span] = []
    for low, high in sorted(spans):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return joined


def parts_within(stretch: Stretch, measure: Measure, limit: float) -> Iterator[Stretch]:
    """Yield the parts of a stretch on which a measure does not exceed a limit.

    The measure must first fall and then rise along the stretch. An arc is examined in two halves.
    """
    for piece in _pieces(stretch):
        span = _span_within(piece, measure, limit)
        if span is not None:
            yield _part(piece, *span)


def _span_within(piece: Stretch, measure: Measure, limit: float) -> Span | None:
    """Interval of a piece on which a measure is within a limit, or None."""

    def at(part: float) -> float:
        return measure(piece, _at(piece, part))

    inside = next((part for part in (0.5, 0.0, 1.0) if at(part) <= limit), None)
    if inside is None:
        lowest = _lowest(at)
        inside = lowest if at(lowest) <= limit else None
    return None if inside is None else (_last_within(at, inside, 0.0, limit), _last_within(at, inside, 1.0, limit))


def _gap_from(base: Base, mate: Shape) -> Measure:
    """Return a function that measures the gap between a mate and a base placed on a stretch."""

    def measure(stretch: Stretch, point: Point) -> float:
        x, y = point
        facing = 0 if base.kind == "round" else facing_at(stretch, x, y)
        return gap(shape(base, Place(round(x), round(y), facing)), mate)

    return measure


def _lowest(at: Callable[[float], float]) -> float:
    """Find the minimum of a measure along a stretch by ternary search."""
    low, high = 0.0, 1.0
    for _ in range(THIRDS):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if at(left) <= at(right) else (left, high)
    return (low + high) / 2


def _last_within(at: Callable[[float], float], inside: float, end: float, limit: float) -> float:
    """Find the last point towards one end of a stretch at which a measure is within a limit."""
    if at(end) <= limit:
        return end
    for _ in range(HALVINGS):
        between = (inside + end) / 2
        inside, end = (between, end) if at(between) <= limit else (inside, between)
    return inside


def _pieces(stretch: Stretch) -> tuple[Stretch, ...]:
    """Split an arc into two halves. A line stays whole."""
    if isinstance(stretch, Line):
        return (stretch,)
    x, y = middle(stretch)
    half = ((x - stretch.centre[0]) / stretch.radius, (y - stretch.centre[1]) / stretch.radius)
    return Arc(stretch.centre, stretch.radius, stretch.start, half), Arc(
        stretch.centre, stretch.radius, half, stretch.end
    )


def _at(piece: Stretch, part: float) -> Point:
    """Point at a fraction of a stretch."""
    if isinstance(piece, Line):
        return _between(piece.start, piece.end, part)
    ux, uy = _heading(piece, part)
    return piece.centre[0] + piece.radius * ux, piece.centre[1] + piece.radius * uy


def _part(piece: Stretch, low: float, high: float) -> Stretch:
    if isinstance(piece, Line):
        return Line(_between(piece.start, piece.end, low), _between(piece.start, piece.end, high), piece.facing)
    return Arc(piece.centre, piece.radius, _heading(piece, low), _heading(piece, high))


def _heading(arc: Arc, part: float) -> Point:
    x, y = _between(arc.start, arc.end, part)
    length = sqrt(x * x + y * y)
    return x / length, y / length


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
