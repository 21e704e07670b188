"""Landings: places of a model in contact with goals, and the paths to these places.

The search finds the landing nearest on foot. Around a single goal, landings in line with the goal come first.
"""

from collections.abc import Iterator, Sequence
from math import hypot

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import ContactLocus, Line, Stretch, distance, facing_at, middle, nearest
from pilein.geometry.enclosures import DetourBounds, Enclosure
from pilein.geometry.free_intervals import free
from pilein.geometry.landing import contact_places, in_line, settled
from pilein.geometry.passages import how_far, spelt_out
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Base, Place, Point, Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.tabletop.distances import gaps_from_units
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.local_searches import looked_by, looked_for_named
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.reachability import Prospects, is_near_an_opening
from pilein.tabletop.movement.sides import ring_round, room_to_end, wraps
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at, is_coherent, route_to, slack_of, touched
from pilein.tabletop.plane import Plane

FAR = 1e30  # ticks: longer than any path
SLIVER = INCH // 100  # least part of an edge that bases share
HALVINGS = 8  # precision along a face: less than 1/100 inch

Aim = tuple[Stretch, int]  # a free stretch, and the model touched from it


class Landing(Struct, frozen=True):
    """Path into contact. It has an end, a goal, and all goals touched at its end (`met`).

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
STRAIGHT = FieldMemo[tuple[object, ...], float]("straight ways into contact")


def by_gap(plane: Plane, model: int, goals: Sequence[int]) -> tuple[tuple[float, int], ...]:
    """Goals with their gaps from a model in ticks, nearest first."""
    units = tuple(dict.fromkeys(plane.setup.unit_of[goal] for goal in goals))
    wanted = frozenset(goals)
    return tuple(pair for pair in gaps_from_units(plane, model, units) if pair[1] in wanted and pair[1] != model)


def nearest_landing(plane: Plane, terms: Terms, model: int, goals: Sequence[int], limit: float) -> Landing | None:
    """Return the landing nearest on foot that touches any of the goals, or None if it is further than `limit`.

    Coherency is not checked. Straight paths are tried first. If another goal might be nearer around obstacles, a
    single search covers the free places around all such goals. Results are cached.
    """
    known = NEAREST.on(plane)
    key = (model, terms.bars, terms.sides, terms.by_edges, tuple(goals))
    looked, found = known.get(key, (-1.0, None))
    if found is None and looked < limit:
        found = _nearest_landing(plane, terms, model, by_gap(plane, model, goals), limit)
        known[key] = limit, found
    return found if found is not None and found.route.length <= limit else None


def may_land(plane: Plane, terms: Terms, model: int, goals: Sequence[int], limit: float) -> bool:
    """Whether any `nearest_landing` exists. The first straight path that leads to a landing settles the question.
    Cached.
    """
    known = LANDED.on(plane)
    key = (model, terms.bars, terms.sides, terms.by_edges, tuple(goals), limit)
    if key not in known:
        known[key] = _may_land(plane, terms, model, by_gap(plane, model, goals), limit)
    return known[key]


def _may_land(plane: Plane, terms: Terms, model: int, near: Sequence[tuple[float, int]], limit: float) -> bool:
    """Whether a straight path or a search leads into contact with any of the goals."""
    slack, hidden = slack_of(plane, model), []
    _look_for_goals(plane, model, limit + slack)
    for away, goal in near:
        if away - slack > limit:
            break
        faces = _faces_within(plane, terms, model, goal, limit)
        if faces and _straight_to(plane, terms, model, faces, goal) is not None:
            return True
        if faces:
            hidden.append((faces, goal))
    return bool(hidden) and _by_search(plane, terms, model, hidden, limit) is not None


def straight_at_nearest(plane: Plane, terms: Terms, model: int, goals: Sequence[int]) -> float:
    """Length of the straight path to the nearest goal, or FAR if it leads to no landing. Cached."""
    known = STRAIGHT.on(plane)
    key = (model, terms.bars, terms.sides, terms.by_edges, tuple(goals))
    if key not in known:
        known[key] = _straight_at_nearest(plane, terms, model, goals)
    return known[key]


def _straight_at_nearest(plane: Plane, terms: Terms, model: int, goals: Sequence[int]) -> float:
    """Length of the straight path to the nearest goal, or FAR if it leads to no landing."""
    for away, goal in by_gap(plane, model, goals)[:1]:
        _look_for_goals(plane, model, away)
        faces = ring_round(plane, terms, plane.setup.base(model), goal)
        straight = _straight_to(plane, terms, model, faces, goal) if faces else None
        if straight is not None:
            return straight.route.length
    return FAR


def landings_at(
    plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int], hopes: Prospects | None = None
) -> Iterator[Landing]:
    """Yield landings of a model at a goal, within reach and in coherency, beginning with landings in line with the
    goal.

    `goals` are all models whose contact is reported. If `hopes` is given, places behind walls are skipped.
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
    """Return the landing at a place if the place is free and the model may end there touching the goal, else None."""
    is_free = ground_for(plane, terms.bars, model).fits(body_at(plane, model, place))
    return _landed(plane, terms, model, goal, goals, place) if is_free else None


def landed_by(plane: Plane, terms: Terms, model: int, way: Advance, goals: Sequence[int]) -> Landing:
    """Landing at the end of a path, with all its contacts."""
    return _judged(plane, terms, model, way, -1, goals)


def halfway_landings(plane: Plane, terms: Terms, model: int, goal: int, goals: Sequence[int]) -> Iterator[Landing]:
    """Yield landings shifted along the faces of a goal, halfway to each neighbour that the base can touch as well."""
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
    """Other goals close enough for a base to touch at the same time as a goal."""
    here, span = plane.shape(goal), plane.setup.base(model).width + plane.setup.base(goal).width
    looked_by(plane, model).at(here.x, here.y, span)
    others = [plane.shape(other) for _, other in by_gap(plane, model, goals) if other != goal]
    return [there for there in others if (there.x - here.x) ** 2 + (there.y - here.y) ** 2 <= span * span]


def _first_and_last_touches(base: Base, face: Line, others: Sequence[Shape]) -> list[Point]:
    """Points of a face at which a base's front only just reaches other models, with a sliver of overlap."""
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
    """Return the landing at a free place if the model may end there touching the goal, else None."""
    body = body_at(plane, model, place)
    if not is_coherent(plane, terms, body):
        return None
    route = route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
    if route is None:
        return None
    landing = _judged(plane, terms, model, Advance(place, route), goal, goals)
    return landing if goal in landing.met and not wraps(plane, terms.sides, body, landing.met) else None


def slides_in(plane: Plane, terms: Terms, model: int, landing: Landing, goals: Sequence[int]) -> list[Landing]:
    """Move a landing along each face of its goal until in line, as far as the reach allows.

    Faces are skipped along which the model would still touch only corners.
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
    """Move a landing along one face as far towards its middle as possible."""
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


def _look_for_goals(plane: Plane, model: int, far: float) -> None:
    """Record that goals were examined up to a gap in ticks."""
    body = plane.shape(model)
    looked_for_named(plane, model).at(body.x, body.y, far + body.reach)


def _nearest_landing(
    plane: Plane, terms: Terms, model: int, near: Sequence[tuple[float, int]], limit: float
) -> Landing | None:
    """Try straight paths first, then search the free places around goals that may be nearer."""
    slack = slack_of(plane, model)
    best: Landing | None = None
    hidden: list[tuple[ContactLocus, int]] = []
    for away, goal in near:
        bound = limit if best is None else best.route.length
        if away - slack > bound:
            break
        faces = _faces_within(plane, terms, model, goal, bound)
        if faces:
            straight = _straight_to(plane, terms, model, faces, goal)
            if straight is None:
                hidden.append((faces, goal))
            elif best is None or straight.route.length < best.route.length:
                best = straight
    _look_for_goals(plane, model, slack + (limit if best is None else best.route.length))
    found = _by_search(plane, terms, model, hidden, limit if best is None else best.route.length) if hidden else None
    if found is None or (best is not None and best.route.length <= found.route.length):
        found = best
    return None if found is None else _best_named(plane, terms, model, found, [goal for _, goal in near])


def _faces_within(plane: Plane, terms: Terms, model: int, goal: int, far: float) -> ContactLocus:
    """Places in contact with a goal, empty if all are further than `far`."""
    start = plane.place(model)
    faces = ring_round(plane, terms, plane.setup.base(model), goal)
    return faces if faces and how_far(faces, float(start.x), float(start.y)) <= far else ()


def _straight_to(plane: Plane, terms: Terms, model: int, faces: ContactLocus, goal: int) -> Landing | None:
    """Landing at the nearest place in contact with a goal, if the straight path there is free and the model fits."""
    base, start = plane.setup.base(model), plane.place(model)
    here, room = (float(start.x), float(start.y)), room_to_end(plane, terms, model)
    face = min(faces, key=lambda one: distance(one, *here))
    point = nearest(face, *here)
    if ground_for(plane, terms.bars, model).hit(here, point) is not None:
        return None
    place = settled(base, plane.shape(goal), room, face, point)
    if place is None:
        return None
    return Landing(place, Route(distance(face, *here), ((start.x, start.y), (round(point[0]), round(point[1])))), goal)


def _by_search(
    plane: Plane, terms: Terms, model: int, hidden: Sequence[tuple[ContactLocus, int]], limit: float
) -> Landing | None:
    """Landing at the opening nearest on foot among the openings around the hidden goals, or None."""
    base, start = plane.setup.base(model), plane.place(model)
    here, ground = (float(start.x), float(start.y)), ground_for(plane, terms.bars, model)
    room = room_to_end(plane, terms, model)
    openings: list[Aim] = [
        (stretch, goal)
        for faces, goal in hidden
        for stretch in free(base, plane.shape(goal), room, faces)
        if distance(stretch, *here) <= limit
    ]
    openings = _not_walled_off(ground, here, openings, limit)
    while openings:
        route = to_nearest(ground, here, spelt_out(tuple(stretch for stretch, _ in openings)), limit)
        if route is None:
            return None
        end = (float(route.points[-1][0]), float(route.points[-1][1]))
        reached = min(openings, key=lambda aim: distance(aim[0], *end))
        place = settled(base, plane.shape(reached[1]), room, reached[0], end)
        if place is not None:
            return Landing(place, route, reached[1])
        openings.remove(reached)
    return None


def _not_walled_off(ground: ConfigurationSpace, here: Point, openings: list[Aim], limit: float) -> list[Aim]:
    """Openings that cannot be proved unreachable."""
    if ground.holds(*here) and not ground.holders(*here) and openings:
        walls = Enclosure(ground, here, [stretch for stretch, _ in openings], limit)
        openings = [aim for aim in openings if walls.open_of((aim[0],))]
    detours = DetourBounds(ground, here) if openings else None
    left = [aim for aim in openings if detours is None or not detours.rules_out(aim[0], here, limit)]
    if len(left) < len(openings):  # any obstacle may have ruled out a longer path
        ground.look_at(*here, limit)
    return left


def _best_named(plane: Plane, terms: Terms, model: int, found: Landing, goals: Sequence[int]) -> Landing:
    """Return the landing with the goal that it is most in line with, among all goals touched at its end.

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
            return _judged(plane, terms, model, Advance(place, found.route), goal, goals)
    return _judged(plane, terms, model, found.way, found.goal, goals)


def _judged(plane: Plane, terms: Terms, model: int, way: Advance, goal: int, goals: Sequence[int]) -> Landing:
    """Landing at the end of a path, with its contacts."""
    body = body_at(plane, model, way.place)
    met = touched(plane, body, tuple(goals))
    edges = touched(plane, body, met, by_edges=True)
    return Landing(way.place, way.route, goal, edges if terms.by_edges else met, edges)


def _square(point: Point | tuple[int, int], other: Point | Place | tuple[int, int]) -> float:
    x, y = (other.x, other.y) if isinstance(other, Place) else other
    return (point[0] - x) ** 2 + (point[1] - y) ** 2
