"""Rules for straight runs of one base or of several bases together: their free length and legal stops.

A mover keeps a clearance from some obstacles. A mover that is already nearer to an obstacle than this clearance may
move away from the obstacle but not closer to it.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from pilein.geometry.gaps import overlaps
from pilein.geometry.rounded import Span, Vector
from pilein.geometry.shapes import Shape
from pilein.geometry.straight_sweeps import is_in_the_way, last_free, run_to_edge, shifted, span_too_near
from pilein.tabletop.movement.ground import table_of, walls_of
from pilein.tabletop.movement.terms import PASSED, Bars
from pilein.tabletop.plane import Plane

ROUNDING: Final = 2.0  # ticks of clearance from anything that may be touched, more than rounding can shift a place


class Thing(NamedTuple):
    """Obstacle with its outline, its clearance in ticks, and its model number (-1 for ground)."""

    body: Shape
    clearance: float
    model: int = -1


def things_about(plane: Plane, bars: Bars, *, without: Iterable[int] = ()) -> tuple[Thing, ...]:
    """Return all obstacles for straight runs, each with its clearance. These are the walls, and all bases except those
    in `without`.
    """
    unit_of, gone = plane.setup.unit_of, frozenset(without)
    found = [
        Thing(body, max(ROUNDING, bars.clearances[unit_of[model]]), model)
        for model, body in plane.shapes.items()
        if model not in gone and bars.clearances[unit_of[model]] != PASSED
    ]
    return (*found, *(Thing(wall, ROUNDING) for wall in walls_of(plane, bars)))


def free_run(body: Shape, way: Vector, things: Iterable[Thing], wanted: float) -> float:
    """Length of a body's straight run along a unit vector, at most `wanted` ticks, until it meets an obstacle."""
    kept = list(things)
    for thing in kept:
        span = span_too_near(body, way, thing.body, thing.clearance)
        if span is not None and is_in_the_way(span, wanted):
            wanted = max(0.0, min(wanted, span[0]))
    end = shifted(body, round(way[0] * wanted), round(way[1] * wanted))
    return 0.0 if any(overlaps(end, thing.body) for thing in kept) else wanted


def last_stop(body: Shape, way: Vector, things: Iterable[Thing], wanted: float) -> float:
    """Return the greatest length, up to `wanted` ticks, at which a body may stop, ignoring obstacles that it passes on
    the way.
    """
    spans = [found for thing in things if (found := span_of(body, way, thing, wanted)) is not None]
    return max(0.0, last_free(spans, wanted))


def span_of(body: Shape, way: Vector, thing: Thing, wanted: float) -> Span | None:
    """Interval of a run in which a body is too near to an obstacle, or None if the obstacle is behind the body or out
    of reach.
    """
    along = way[0] * (thing.body.x - body.x) + way[1] * (thing.body.y - body.y)
    wide = body.reach + thing.body.reach + thing.clearance
    return span_too_near(body, way, thing.body, thing.clearance) if -wide < along < wanted + wide else None


def run_as_one(bodies: Sequence[Shape], way: Vector, things: Sequence[Thing], wanted: float) -> float:
    """Length of a common run of several bodies, up to the first obstacle that one of them meets."""
    for body in bodies:
        wanted = free_run(body, way, things, wanted)
    return wanted


def to_the_edge(plane: Plane, bars: Bars, body: Shape, way: Vector) -> float:
    """Length of a run, in ticks, on which a body stays on the table."""
    return max(0.0, run_to_edge(body, way, table_of(plane, bars)) - ROUNDING)


def foremost_first(plane: Plane, models: Iterable[int], way: Vector) -> list[int]:
    """Sort models along a direction, foremost first, so that no model has to wait for a later one."""
    shapes = plane.shapes
    return sorted(models, key=lambda model: -(shapes[model].x * way[0] + shapes[model].y * way[1]))
