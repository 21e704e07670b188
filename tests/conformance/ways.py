"""Check that no unit passes through an obstacle on the straight path from its old position to its new one."""

from collections.abc import Collection
from itertools import pairwise
from math import sqrt
from typing import Any

from pilein.geometry.blocks import Block, outline
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.straight_sweeps import span_too_near
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.plane import Loose, Plane
from tests.conformance.subjects import Faults, Step

POINT = Base("round", 2, 2)
BARRED = ("impassable", "structure")
Way = tuple[tuple[int, int], ...]
LEAST = 1000  # ticks: who has not gone further has gone nowhere


def faults_of_ways(step: Step, runners: Collection[str] = ()) -> Faults:
    """Report units whose centre has passed through a different unit or through impassable ground.

    `runners` are the units that may have passed through friends. Loose models that charge are not checked: they go
    round obstacles, and their paths are not logged.
    """
    before, after = step.before.state.field, step.after.state.field
    if not isinstance(before, Plane) or not isinstance(after, Plane):
        return []
    routes = {event.unit: event.route for event in step.events if hasattr(event, "route")}
    chargers = {event.unit for event in step.events if getattr(event, "manner", "") == "charged"}
    faults = []
    for unit in after.setup.units:
        if before.standings[unit.number] is after.standings[unit.number] or not _as_one(before, after, unit.number):
            continue
        if unit.name in chargers and isinstance(after.standings[unit.number], Loose):
            continue
        passed = {one.number for one in after.setup.units if one.side == unit.side and unit.name in runners}
        things = _things(before, after, {unit.number, *passed})
        legs = [leg for way in _ways(before, after, unit.number, routes.get(unit.name)) for leg in pairwise(way)]
        gone = [name for name, body in things if any(_crosses(*leg, body) for leg in legs)]
        faults += [f"{unit.name} has gone through {name}" for name in gone]
    return faults


def _ways(before: Plane, after: Plane, unit: int, route: Way | None) -> list[Way]:
    """Return the logged path of a block's centre, or one path for each model of a loose unit."""
    old, new = before.standings[unit], after.standings[unit]
    if isinstance(old, Loose) and isinstance(new, Loose):
        return [((a.x, a.y), (b.x, b.y)) for a, b in zip(old.places, new.places, strict=True)]
    return [route or tuple(_middle(_bodies(one, unit)) for one in (before, after))]


def _as_one(before: Plane, after: Plane, unit: int) -> bool:
    """Return whether a unit has moved as one body. Loose models that charge have not, because each takes its
    own path.
    """
    if not before.lives(unit) or before.models(unit) != after.models(unit):
        return False
    old, new = before.standings[unit], after.standings[unit]
    if not isinstance(old, Loose) or not isinstance(new, Loose):
        return True
    steps = {(b.x - a.x, b.y - a.y) for a, b in zip(old.places, new.places, strict=True)}
    return len(steps) == 1


def _things(before: Plane, plane: Plane, but: set[int]) -> list[tuple[str, Shape]]:
    """Return the obstacles: models of units that have not moved during the step, and barred ground."""
    others = [other for other in plane.setup.units if other.number not in but and plane.lives(other.number)]
    still = [other for other in others if before.standings[other.number] == plane.standings[other.number]]
    found = [(other.name, plane.shape(model)) for other in still for model in plane.models(other.number)]
    grounds = [ground for ground in plane.setup.grounds if ground.kind in BARRED]
    return found + [(ground.kind, part) for ground in grounds for part in ground.outline.convex_parts()]


def _bodies(plane: Plane, unit: int) -> tuple[Shape, ...]:
    standing = plane.standings[unit]
    if isinstance(standing, Block):
        return (outline(standing),)
    return tuple(plane.shape(model) for model in standing.models)


def _middle(bodies: tuple[Shape, ...]) -> tuple[int, int]:
    return round(sum(one.x for one in bodies) / len(bodies)), round(sum(one.y for one in bodies) / len(bodies))


def _crosses(start: Any, end: Any, body: Shape) -> bool:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if length < LEAST:
        return False
    found = span_too_near(shape(POINT, Place(start[0], start[1], 0)), (dx / length, dy / length), body, -2.0 * CONTACT)
    return found is not None and found[0] < length and found[1] > 0 and found[1] - found[0] > LEAST
