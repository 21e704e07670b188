"""Landings: places of a model in contact with goals, and the paths to these places.

The search finds the landing nearest on foot. Around a single goal, landings in line with the goal come first.
"""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.contact_locus import Line, distance, facing_at, middle, nearest
from pilein.geometry.landing import contact_places, in_line, settled
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Base, Place, Point, Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.placement.contact import can_touch, nearest_contact
from pilein.placement.moves import Move
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.local_searches import looked_by
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.placing import by_gap, goals_within, search_move
from pilein.tabletop.movement.reachability import Prospects, is_near_an_opening
from pilein.tabletop.movement.sides import ring_round, room_to_end, wraps
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at, is_coherent, route_to, touched
from pilein.tabletop.plane import Plane

SLIVER: Final = INCH // 100  # least part of an edge that bases share
HALVINGS: Final = 8  # precision along a face: less than 1/100 inch


class Landing(Struct, frozen=True):
    """Path into contact with a `goal`. `met` holds all goals that the model touches at the end of the path.

    `edges` are the goals touched along an edge rather than only at corners.
    """

    place: Place
    route: Route
    goal: int
    met: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()

    @property
    def way(self) -> Advance:
        """The landing as an `Advance`, which holds only place and route."""
        return Advance(self.place, self.route)


NEAREST = FieldMemo[tuple[object, ...], tuple[float, Landing | None]]("nearest landings")
LANDED = FieldMemo[tuple[object, ...], bool]("whether there are landings")


def nearest_landing(plane: Plane, terms: Terms, model: int, goals: Sequence[int], limit: float) -> Landing | None:
    """Return the landing nearest on foot that touches any of the goals, or None if it is further than `limit`.

    Coherency is not checked. Results are cached.
    """
    known, key = NEAREST.on(plane), _key(terms, model, goals)
    looked, found = known.get(key, (-1.0, None))
    if found is None and looked < limit:
        near = goals_within(plane, model, goals, limit)
        way = nearest_contact(_move(plane, terms, model, limit), near) if near else None
        found = None if way is None else _best_named(plane, terms, model, way, [goal for _, goal, _ in near])
        known[key] = limit, found
    return found if found is not None and found.route.length <= limit else None


def may_land(plane: Plane, terms: Terms, model: int, goals: Sequence[int], limit: float) -> bool:
    """Whether `nearest_landing` finds a landing. The result is cached."""
    known, key = LANDED.on(plane), (*_key(terms, model, goals), limit)
    if key not in known:
        near = goals_within(plane, model, goals, limit)
        known[key] = bool(near) and can_touch(_move(plane, terms, model, limit), near)
    return known[key]


def _key(terms: Terms, model: int, goals: Sequence[int]) -> tuple[object, ...]:
    return model, terms.bars, terms.sides, terms.by_edges, tuple(goals)


def _move(plane: Plane, terms: Terms, model: int, limit: float) -> Move:
    move = search_move(plane, replace(terms, mates=()), model)
    move.limit = limit
    return move


def landings_at(
    plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int], hopes: Prospects | None = None
) -> Iterator[Landing]:
    """Yield landings of a model at a goal, within reach and in coherency, beginning with landings in line with the
    goal.

    `goals` are all models for which contact is reported. If `hopes` is given, places behind walls are skipped.
    """
    base, start = plane.setup.base(model), plane.place(model)
    faces = ring_round(plane, terms, base, goal)
    if not faces or not is_near_an_opening(plane, terms, model, goal):
        return
    ordered = tuple(sorted(faces, key=lambda face: _square(middle(face), start)))
    for place in contact_places(base, start, plane.shape(goal), ground_for(plane, terms.bars, model), ordered):
        if hopes is None or hopes.leads_to(goal, place):
            found = _landed(plane, terms, model, goal, goals, place)
            if found is not None:
                yield found
        elif not hopes.ways(goal):
            return


def landing_in(plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int], place: Place) -> Landing | None:
    """Return the landing at a place, or None if the place is not free or the model may not end there touching
    the goal.
    """
    is_free = ground_for(plane, terms.bars, model).fits(body_at(plane, model, place))
    return _landed(plane, terms, model, goal, goals, place) if is_free else None


def landed_by(plane: Plane, terms: Terms, model: int, way: Advance, goals: Sequence[int], goal: int = -1) -> Landing:
    """Return the landing at the end of a path, with all its contacts."""
    body = body_at(plane, model, way.place)
    met = touched(plane, body, tuple(goals))
    edges = touched(plane, body, met, by_edges=True)
    return Landing(way.place, way.route, goal, edges if terms.by_edges else met, edges)


def halfway_landings(plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int]) -> Iterator[Landing]:
    """Yield landings shifted along the faces of a goal until they are halfway to a neighbour that the base can touch as
    well.
    """
    base, here = plane.setup.base(model), plane.shape(goal)
    for there in _neighbours(plane, model, goal, goals):
        between = (here.x + there.x) / 2, (here.y + there.y) / 2
        for face in ring_round(plane, terms, base, goal):
            x, y = nearest(face, *between)
            place = Place(round(x), round(y), getattr(face, "facing", plane.place(model).facing))
            found = landing_in(plane, terms, model, goal, goals, place)
            if found is not None:
                yield found


def barely_landings(plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int]) -> Iterator[Landing]:
    """Yield landings shifted along the straight faces of a goal until the base only just touches the goal or a
    neighbour.
    """
    base = plane.setup.base(model)
    bodies = plane.shape(goal), *_neighbours(plane, model, goal, goals)
    for face in ring_round(plane, terms, base, goal):
        if isinstance(face, Line):
            for x, y in _first_and_last_touches(base, face, bodies):
                found = landing_in(plane, terms, model, goal, goals, Place(round(x), round(y), face.facing))
                if found is not None:
                    yield found


def _neighbours(plane: Plane, model: int, goal: int, goals: Sequence[int]) -> list[Shape]:
    """Return the other goals that a base in contact with a goal might touch at the same time."""
    here, span = plane.shape(goal), plane.setup.base(model).width + plane.setup.base(goal).width
    looked_by(plane, model).at(here.x, here.y, span)
    others = [plane.shape(other) for _, other in by_gap(plane, model, goals) if other != goal]
    return [there for there in others if (there.x - here.x) ** 2 + (there.y - here.y) ** 2 <= span * span]


def _first_and_last_touches(base: Base, face: Line, others: Sequence[Shape]) -> list[Point]:
    """Points of a face at which the front of a base only just reaches another model, overlapping it by a sliver."""
    (ax, ay), (bx, by) = face.start, face.end
    length = hypot(bx - ax, by - ay)
    if length == 0:
        return []
    ux, uy = (bx - ax) / length, (by - ay) / length
    found: list[float] = []
    for other in others:
        along = [(x - ax) * ux + (y - ay) * uy for x, y in other.core]
        found += [min(along) - base.width / 2 + SLIVER, max(along) + base.width / 2 - SLIVER]
    return [(ax + far * ux, ay + far * uy) for far in found if 0 <= far <= length]


def _landed(plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int], place: Place) -> Landing | None:
    """Return the landing at a free place, or None if the model may not end there touching the goal."""
    body = body_at(plane, model, place)
    if not is_coherent(plane, terms, body):
        return None
    route = route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
    if route is None:
        return None
    landing = landed_by(plane, terms, model, Advance(place, route), goals, goal)
    return landing if goal in landing.met and not wraps(plane, terms.sides, body, landing.met) else None


def slides_in(plane: Plane, terms: Terms, model: int, landing: Landing, goals: Sequence[int]) -> list[Landing]:
    """Move a landing along each face of its goal until the model is in line with the goal, as far as the reach allows.

    Faces along which the model would still touch only corners are skipped.
    """
    base, end = plane.setup.base(model), landing.route.points[-1]
    found: list[Landing] = []
    for stretch in ring_round(plane, terms, base, landing.goal):
        if distance(stretch, *end) <= CONTACT and isinstance(stretch, Line):
            best = _slid_along(plane, terms, model, landing, goals, stretch)
            found = found if best is None else [best, *found]
    return found


def _slid_along(
    plane: Plane, terms: Terms, model: int, landing: Landing, goals: Sequence[int], face: Line
) -> Landing | None:
    """Move a landing along one face as far as possible towards the middle of the face."""
    end, inner = nearest(face, *landing.route.points[-1]), middle(face)
    low, high, best = 0.0, 1.0, None
    for _ in range(HALVINGS):
        part = (low + high) / 2
        x, y = end[0] + part * (inner[0] - end[0]), end[1] + part * (inner[1] - end[1])
        place = Place(round(x), round(y), facing_at(face, x, y))
        found = landing_in(plane, terms, model, landing.goal, goals, place)
        low, high = (low, part) if found is None else (part, high)
        best = found if found is not None and found.edges else best
    return best


def _best_named(plane: Plane, terms: Terms, model: int, found: Advance, goals: Sequence[int]) -> Landing:
    """Return the landing whose goal is the touched model that is most in line with the mover's base.

    The model then faces that goal rather than the flank of a neighbour that it touches only at a corner.
    """
    base, end = plane.setup.base(model), found.route.points[-1]
    room = room_to_end(plane, terms, model)
    far = plane.shape(model).reach + CONTACT
    near = [goal for goal in goals if _square(end, plane.place(goal)) <= (far + plane.shape(goal).reach) ** 2]
    aims = [
        (_square(in_line(stretch, *end), end), number, stretch, goal)
        for number, goal in enumerate(near)
        for stretch in ring_round(plane, terms, base, goal)
        if distance(stretch, *end) <= CONTACT
    ]
    for _, _, stretch, goal in sorted(aims, key=lambda aim: aim[:2]):
        place = settled(base, plane.shape(goal), room, stretch, end)
        if place is not None:
            return landed_by(plane, terms, model, Advance(place, found.route), goals, goal)
    met = touched(plane, body_at(plane, model, found.place), tuple(goals))
    return landed_by(plane, terms, model, found, goals, met[0])


def _square(point: Point | tuple[int, int], other: Point | Place | tuple[int, int]) -> float:
    x, y = (other.x, other.y) if isinstance(other, Place) else other
    return (point[0] - x) ** 2 + (point[1] - y) ** 2
