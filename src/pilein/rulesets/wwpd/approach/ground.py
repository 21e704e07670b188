"""The ground that a model moves over: other bases, impassable ground, the edge of the table (WW-R-34)."""

from math import sqrt

from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Base, Shape, grown
from pilein.geometry.space import Space
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.setup import Setup

BARRED = "impassable"
SLOW = ("open", BARRED)  # kinds of ground that are no area terrain


def half_width(base: Base) -> float:
    """Half the shorter side of a base: what it travels as, in ticks."""
    return min(base.width, base.depth) / 2


def space_for(battle: Battle, model: int, shunned: tuple[int, ...] = ()) -> Space:
    """The ground for a model as all others stand; models of units to be shunned are not even touched."""
    plane = battle.plane
    remembered: dict[tuple[int, tuple[int, ...]], Space] = plane.__dict__.setdefault("spaces", {})
    key = (model, shunned)
    if key not in remembered:
        bodies = [_kept_off(battle, other, body, shunned) for other, body in plane.shapes.items() if other != model]
        width, depth = battle.setup.size or (None, None)
        radius = half_width(battle.setup.base(model))
        remembered[key] = Space(bodies, width, depth, battle.setup.parts_of(BARRED), radius)
    return remembered[key]


def _kept_off(battle: Battle, other: int, body: Shape, shunned: tuple[int, ...]) -> Shape:
    return grown(body, CONTACT + 1) if battle.unit_of(other) in shunned else body


def slowed_length(setup: Setup, route: Route) -> float:
    """The length of a way, the inches inside area terrain counted double, in ticks."""
    areas = [ground.outline for ground in setup.grounds if ground.kind not in SLOW]
    return route.length + sum(_length_inside(area, route) for area in areas)


def _length_inside(area: Polygon, route: Route) -> float:
    inside = 0.0
    for (ax, ay), (bx, by) in zip(route.points, route.points[1:], strict=False):
        dx, dy = bx - ax, by - ay
        length = sqrt(dx * dx + dy * dy)
        for part in area.convex_parts() if length else ():
            found = span(part.core, part.radius, (ax, ay), (dx / length, dy / length))
            if found is not None:
                inside += max(0.0, min(length, found[1]) - max(0.0, found[0]))
    return inside
