"""How a model gets to its aim: into contact by the shortest path, or as near as possible (WW-R-34)."""

from collections.abc import Iterator
from itertools import islice, pairwise
from math import sqrt

from msgspec import Struct

from pilein.geometry.advances import Advance, toward
from pilein.geometry.approach import contact_on_foot
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import gap, touches, within
from pilein.geometry.landing import contact_places
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Base, Place, Shape, grown, shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.setup import Setup

COHERENCY = 2 * INCH  # T8
LOOKED_AT = 12  # places about one model, of those beyond the nearest
NEAREST = 2  # models to come near to that are tried
SHORTER = INCH // 2  # by which a path is cut that is too long
FURTHEST = 4  # times the reach that a path may measure if the straight distance counts
SPACES = Memo[tuple[int, tuple[int, ...]], ConfigurationSpace]("spaces")


class Walk(Struct, frozen=True):
    """How models walk: `reach` in ticks, as WW-R-34 measures it; whether they end in coherency (WW-R-09)."""

    reach: int
    measure: str = "default"
    is_coherent: bool = False

    @property
    def longest(self) -> float:
        """The greatest length that a path may have, however it is counted."""
        return self.reach * (FURTHEST if self.measure == "straight-line" else 1.0) + CONTACT


def body_at(battle: Battle, model: int, place: Place) -> Shape:
    """The outline of a model in a place."""
    return shape(battle.setup.base(model), place)


def nearest_landing(
    battle: Battle, walk: Walk, model: int, goals: tuple[int, ...], avoided: tuple[int, ...]
) -> Advance | None:
    """The path to the nearest place where a model touches any of some others; None if it reaches none."""
    shapes, start = battle.plane.shapes, battle.plane.place(model)
    targets = tuple(shapes[goal] for goal in goals)
    contact = contact_on_foot(space_for(battle, model, avoided), battle.setup.base(model), start, targets, walk.longest)
    if contact is None:
        return None
    way = Advance(contact.place, contact.route)
    if why_not_so(battle, walk, model, way) is None:
        return way
    return next(further_landings(battle, walk, model, goals, avoided), None)


def further_landings(
    battle: Battle, walk: Walk, model: int, goals: tuple[int, ...], avoided: tuple[int, ...]
) -> Iterator[Advance]:
    """Paths to other places where a model touches any of some others, goal by goal."""
    plane = battle.plane
    space, base, start = space_for(battle, model, avoided), battle.setup.base(model), plane.place(model)
    for goal in sorted(goals, key=lambda goal: (gap(plane.shape(model), plane.shape(goal)), goal)):
        if gap(plane.shape(model), plane.shape(goal)) > walk.longest:
            break
        for place in islice(contact_places(base, start, plane.shape(goal), space), LOOKED_AT):
            way = way_to(battle, walk, model, place, avoided)
            if way is not None:
                yield way


def way_to(battle: Battle, walk: Walk, model: int, place: Place, avoided: tuple[int, ...]) -> Advance | None:
    """The shortest path of a model to a place in which it may end; None if there is none within its reach."""
    space, start = space_for(battle, model, avoided), battle.plane.place(model)
    if not space.fits(body_at(battle, model, place)):
        return None
    route = shortest(space, (start.x, start.y), (place.x, place.y), walk.longest)
    if route is None:
        return None
    way = Advance(place, route)
    return way if why_not_so(battle, walk, model, way) is None else None


def way_towards(
    battle: Battle, walk: Walk, model: int, goals: tuple[int, ...], avoided: tuple[int, ...]
) -> Advance | None:
    """The path that brings a model nearest to any of some others that it cannot touch; None if it gains nothing."""
    plane = battle.plane
    here = plane.shape(model)
    near = sorted((gap(here, plane.shape(goal)), goal) for goal in goals)[:NEAREST]
    best: tuple[float, Advance] | None = None
    for _, goal in near:
        way = _as_far_as_it_may(battle, walk, model, goal, avoided)
        if way is not None:
            body = body_at(battle, model, way.place)
            left = min(gap(body, plane.shape(one)) for _, one in near)
            if left < near[0][0] - CONTACT and (best is None or left < best[0]):
                best = (left, way)
    return None if best is None else best[1]


def _as_far_as_it_may(battle: Battle, walk: Walk, model: int, goal: int, avoided: tuple[int, ...]) -> Advance | None:
    """The path of a model towards another, cut short where it would be too long or out of coherency."""
    space, base, start = space_for(battle, model, avoided), battle.setup.base(model), battle.plane.place(model)
    target = battle.plane.shape(goal)
    way = toward(base, start, (target.x, target.y), walk.reach, space)
    if way is None or why_not_so(battle, walk, model, way) is None:
        return way
    shorter = (cut(way, length * SHORTER) for length in range(int(way.route.length / SHORTER), 0, -1))
    for one in shorter:
        if space.fits(body_at(battle, model, one.place)) and why_not_so(battle, walk, model, one) is None:
            return one
    return None


def cut(way: Advance, length: float) -> Advance:
    """The first part of a path, this many ticks long; its end on the nearest tick, facing as at its end."""
    points = [way.route.points[0]]
    left = length
    for (ax, ay), (bx, by) in pairwise(way.route.points):
        leg = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        if leg >= left:
            part = left / leg if leg else 0.0
            points.append((round(ax + (bx - ax) * part), round(ay + (by - ay) * part)))
            break
        points.append((bx, by))
        left -= leg
    return Advance(Place(*points[-1], way.place.facing), Route(length, tuple(points)))


def why_not_so(battle: Battle, walk: Walk, model: int, way: Advance) -> str | None:
    """The reason why a model may not take a path, None if it may."""
    if counted(battle, walk, model, way) > walk.reach + CONTACT:
        return f'it is further than {walk.reach / INCH:g}"'
    if walk.is_coherent and not is_in_coherency(battle, model, way.place):
        return "there it would be out of coherency"
    return None


def counted(battle: Battle, walk: Walk, model: int, way: Advance) -> float:
    """WW-R-34. How much of its reach a path takes, in ticks."""
    if walk.measure == "straight-line":
        start = battle.plane.place(model)
        dx, dy = way.place.x - start.x, way.place.y - start.y
        return sqrt(dx * dx + dy * dy)
    return slowed_length(battle.setup, way.route) if walk.measure == "terrain-slows" else way.route.length


def is_in_coherency(battle: Battle, model: int, place: Place) -> bool:
    """Whether a model in a place is within 2 inches of another of its unit, if there is one."""
    plane = battle.plane
    mates = [mate for mate in plane.models(battle.unit_of(model)) if mate != model]
    body = body_at(battle, model, place)
    return not mates or any(within(body, plane.shape(mate), COHERENCY) for mate in mates)


def is_touching(battle: Battle, model: int, place: Place, goals: tuple[int, ...]) -> bool:
    """Whether a model in a place touches any of some others."""
    body = body_at(battle, model, place)
    return any(touches(body, battle.plane.shape(goal)) for goal in goals)


def nothing(battle: Battle, model: int) -> Advance:
    """The path of a model that stays."""
    place = battle.plane.place(model)
    return Advance(place, Route(0.0, ((place.x, place.y),)))


# --- The ground that a model moves over: other bases, impassable ground, the edge of the table (WW-R-34) ---------


BARRED = "impassable"
SLOW = ("open", BARRED)  # kinds of ground that are no area terrain


def half_width(base: Base) -> float:
    """Half the shorter side of a base: what it travels as, in ticks."""
    return min(base.width, base.depth) / 2


def space_for(battle: Battle, model: int, avoided: tuple[int, ...] = ()) -> ConfigurationSpace:
    """The ground for a model as all others stand; models of units to be shunned are not even touched."""
    plane = battle.plane
    remembered = SPACES.on(plane)
    key = (model, avoided)
    if key not in remembered:
        bodies = [_kept_off(battle, other, body, avoided) for other, body in plane.shapes.items() if other != model]
        width, depth = battle.setup.size or (None, None)
        radius = half_width(battle.setup.base(model))
        remembered[key] = ConfigurationSpace(bodies, width, depth, battle.setup.parts_of(BARRED), radius)
    return remembered[key]


def _kept_off(battle: Battle, other: int, body: Shape, avoided: tuple[int, ...]) -> Shape:
    return grown(body, CONTACT + 1) if battle.unit_of(other) in avoided else body


def slowed_length(setup: Setup, route: Route) -> float:
    """The length of a path with the inches inside area terrain counted double, in ticks."""
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
