"""The way of a push: how far a base slides straight on before something stops it."""

from math import sqrt
from typing import NamedTuple

from pilein.geometry.gaps import overlaps
from pilein.geometry.landing import AROUND
from pilein.geometry.runs import run_to_edge
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.sweeps import first_met
from pilein.tabletop.plane import Plane

EDGE, GROUND = "the edge of the table", "the ground"
NOTHING = -1
BARS = ("impassable", "obstacle")  # CP-R-34
STEPS_BACK = (0, 1, 2, 4, 8, 16, 32)  # ticks by which a place falls short so that nothing overlaps on whole ticks
Vector = tuple[float, float]


class Slide(NamedTuple):
    """Where a push ends, how far it went in ticks, and what stopped it: "" if nothing did, or the model it met."""

    place: Place
    length: float
    stopped_by: str = ""
    model: int = NOTHING


def slide(plane: Plane, model: int, way: Vector, wanted: float) -> Slide:
    """Push a model along a unit vector for `wanted` ticks, or until it meets a base, impassable ground or the edge."""
    mover, start = plane.shape(model), plane.place(model)
    others = {other: body for other, body in plane.shapes.items() if other != model and _is_near(mover, body, wanted)}
    walls = [wall for wall in plane.setup.parts_of(*BARS) if not overlaps(mover, wall)]
    met = first_met(mover, way[0] * wanted, way[1] * wanted, (*others.values(), *walls))
    edge = run_to_edge(mover, way, plane.setup.size)
    length = min(wanted, edge, met[0] if met else wanted)
    place = _landed(plane.setup.base(model), start, way, length, ((*others.values(), *walls), plane.setup.size))
    if length >= wanted:
        return Slide(place, wanted)
    if met is None or edge < met[0]:
        return Slide(place, length, EDGE)
    if met[1] < len(others):
        return Slide(place, length, "a base", list(others)[met[1]])
    return Slide(place, length, GROUND)


def _is_near(mover: Shape, body: Shape, wanted: float) -> bool:
    dx, dy, far = body.x - mover.x, body.y - mover.y, mover.reach + body.reach + wanted
    return dx * dx + dy * dy <= far * far


def _landed(
    base: Base, start: Place, way: Vector, length: float, bars: tuple[tuple[Shape, ...], tuple[int, int] | None]
) -> Place:
    """The last whole ticks on the way where the base overlaps nothing; where it started if there are none."""
    for back in STEPS_BACK:
        far = length - back
        if far <= 0:
            break
        x, y = round(start.x + way[0] * far), round(start.y + way[1] * far)
        for dx, dy in AROUND[:9]:
            place = Place(x + dx, y + dy, start.facing)
            if _is_free(shape(base, place), *bars):
                return place
    return start


def _is_free(body: Shape, bodies: tuple[Shape, ...], size: tuple[int, int] | None) -> bool:
    if size is not None:
        xs, ys = [x for x, _ in body.core], [y for _, y in body.core]
        if min(*xs, *ys) < body.radius or max(xs) + body.radius > size[0] or max(ys) + body.radius > size[1]:
            return False
    return not any(overlaps(body, other) for other in bodies)


def unit_vector(start: Vector, end: Vector) -> Vector:
    """The direction from one point to another; up the table where they are the same."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length else (0.0, 1.0)
