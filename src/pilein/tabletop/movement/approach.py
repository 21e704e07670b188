"""Nearest approach to models that cannot be touched: within reach, around obstacles and in coherency.

The search follows the shortest path into contact, then tries straight lines and corners of obstacles. From the best
place the model slides along the obstacle or turns its base as long as this brings it nearer.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import sqrt

from pilein.geometry.advances import Advance, toward
from pilein.geometry.bends import Bends
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import within
from pilein.geometry.rounded import Vector, clearance, span
from pilein.geometry.routes import Route, shortest
from pilein.geometry.search import PathPoint
from pilein.geometry.shapes import Base, Place, Point, Shape, distance
from pilein.geometry.straight_sweeps import first_met
from pilein.geometry.ticks import CONTACT, INCH, OVERLAP, TURN, bearing, heading
from pilein.tabletop.movement.contact_loci import distance_to, nearest_locus, nearest_points
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.local_searches import looked_for_named
from pilein.tabletop.movement.sides import room_to_end
from pilein.tabletop.movement.standing import stand_at
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at, cut, route_to
from pilein.tabletop.plane import Plane

FINE = INCH / 64  # ticks: paths that bring a model nearer by less than this count as equal
STEP = INCH / 8  # ticks between the places tried along a path
FAN = 1500  # hundredths of a degree between the straight paths tried
MIDWAY = 750  # then to both sides of the paths that end nearest
MOST_PROMISING = 6
WIDE = 3000  # between paths from the end of the best one to places beside it
FINER = (750, 375, 190)  # then to both sides of the best path overall
QUARTER = TURN // 4
ANY = 1e30  # ticks: no limit
STRAIGHT = 2  # points of a path without bends

Points = tuple[tuple[int, int], ...]
Known = tuple[Advance | None, float]  # best place so far; greatest distance of a better one to the loci


def nearest_approach(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], led: Route | None, *, worst: float | None = None
) -> Advance | None:
    """Return the path that brings a model nearest to any of the loci, or None if moving gains nothing.

    `led` is the shortest path into contact, however long, or None. See `approach_on` for `loci` and `worst`.
    """
    return approach_on(plane, terms, model, loci, led_within_reach(plane, terms, model, led), worst=worst)


def led_within_reach(plane: Plane, terms: Terms, model: int, led: Route | None) -> Points:
    """Return the part of the path into contact that is within reach, or an empty path if there is none. The model may
    stop anywhere along a block's side.
    """
    if led is None:
        return ()
    start, room = plane.place(model), room_to_end(plane, terms, model)
    if room is not ground_for(plane, terms.bars, model):
        led = shortest(room, (float(start.x), float(start.y)), led.points[-1], ANY) or led
    return cut(led, min(float(terms.reach), led.length)) if led.length > terms.reach + CONTACT else led.points


def approach_on(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], led: Points, *, worst: float | None = None
) -> Advance | None:
    """Return the path that brings a model nearest to any of the loci, or None if moving gains nothing.

    `loci` outline the possible centres of the model in contact (`locus_round`). `led` is a path towards contact, or
    empty. `worst` is the maximum distance from the loci at which a model may end to regain coherency. Ties go to the
    first place.
    """
    start = plane.place(model)
    before = distance_to(loci, start.x, start.y)
    most = before - CONTACT if worst is None else worst
    lower = max(0.0, before - terms.reach)
    looked_for_named(plane, model).at(start.x, start.y, max(before, most) + terms.reach)
    loci = [one for one in loci if sqrt(_square(one, start.x, start.y)) - one.reach - terms.reach <= most]
    if not loci:
        return None
    best: Advance | None = None
    tried: list[Points] = []
    for way in _ways(plane, terms, model, loci, led, is_astray=worst is not None):
        best, most = _nearer(plane, terms, model, way, loci, (best, most), is_astray=worst is not None)
        if most <= lower:
            return best
        tried.append(way)
    for way in _midway(plane, terms, model, loci, tried):
        best, most = _nearer(plane, terms, model, way, loci, (best, most), is_astray=worst is not None)
    for turn in FINER:
        for side in (turn, -turn):
            way = _beside(plane, terms, model, best, side)
            best, most = _nearer(plane, terms, model, way, loci, (best, most), is_astray=worst is not None)
    best = _round_others(plane, terms, model, loci, (best, most), is_astray=worst is not None)
    return None if best is None else _sidled(plane, terms, model, loci, best)


def _nearer(
    plane: Plane,
    terms: Terms,
    model: int,
    way: Points,
    loci: Sequence[Shape],
    known: Known,
    *,
    is_astray: bool,
) -> Known:
    """Update the best place, and the distance to beat, with the places on a path.

    A model out of coherency also tries the first place, since its path may lead away from the loci.
    """
    best, most = known
    if not _passes(way, loci, most):
        return known
    for look in (_last_place, _first_place) if is_astray else (_last_place,):
        found = look(plane, terms, model, way, loci, most)
        if found is not None:
            best, most = found, distance_to(loci, found.place.x, found.place.y) - FINE
    return best, most


def towards(plane: Plane, terms: Terms, model: int, other: int) -> Advance | None:
    """Return the furthest place of a model on the shortest path to another model, or None if there is no path."""
    goal = plane.shape(other)
    base, start = plane.setup.base(model), plane.place(model)
    return toward(base, start, (goal.x, goal.y), terms.reach, ground_for(plane, terms.bars, model))


def furthest_on(plane: Plane, terms: Terms, model: int, led: Route) -> Advance | None:
    """Return the furthest place within reach along a path, or None if the model may not stop anywhere on it."""
    points = cut(led, float(terms.reach)) if led.length > terms.reach + CONTACT else led.points
    return _last_place(plane, terms, model, points, (), ANY)


def straight_towards(plane: Plane, terms: Terms, model: int, other: int) -> Advance | None:
    """Return the furthest place of a model within reach straight towards another model, or None if it is blocked at
    once.
    """
    body, start, goal = plane.shape(model), plane.place(model), plane.shape(other)
    ground = ground_for(plane, terms.bars, model)
    dx, dy = goal.x - body.x, goal.y - body.y
    length = sqrt(dx * dx + dy * dy)
    far = min(float(terms.reach), length)
    ground.look_at(body.x, body.y, far + body.reach)
    met = first_met(body, dx / length * far, dy / length * far, ground.shapes)
    far = far if met is None else met[0] - 1.0
    place = Place(round(start.x + dx / length * far), round(start.y + dy / length * far), start.facing)
    if far <= CONTACT or not ground.fits(body_at(plane, model, place)):
        return None
    route = route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
    return None if route is None else Advance(place, route)


def _ways(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], led: Points, *, is_astray: bool
) -> Iterator[Points]:
    """Yield the path into contact, then straight paths in a fan from the nearest locus and along the facings of
    neighbours.
    """
    start = plane.place(model)
    here = (float(start.x), float(start.y))
    ground = ground_for(plane, terms.bars, model)
    if led:
        yield led
    ahead = _bearing_to_nearest(loci, here)
    is_free = _clear_length(ground, here, heading(ahead), float(INCH)) == INCH
    for turn in _turns(ahead, start.facing, 2 * QUARTER if is_astray else QUARTER):
        for way in _straight(ground, start, turn, terms.reach):
            yield way
            if not is_free:
                yield from _short_of(way, loci)


def _midway(plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], tried: Sequence[Points]) -> Iterator[Points]:
    """Yield straight paths slightly to both sides of the most promising paths, even where the model may not end."""
    start, ground = plane.place(model), ground_for(plane, terms.bars, model)
    straight = [way for way in tried if len(way) == STRAIGHT]
    straight.sort(key=lambda way: distance_to(loci, *way[-1]))
    turns = [bearing(x - ax, y - ay) for (ax, ay), (x, y) in straight[:MOST_PROMISING]]
    for turn in dict.fromkeys((turn + side) % TURN for turn in turns for side in (MIDWAY, -MIDWAY)):
        yield from _straight(ground, start, turn, terms.reach)


def _round_others(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], known: Known, *, is_astray: bool
) -> Advance | None:
    """Return the best place known or a nearer place on a path around nearby obstacles."""
    best, most = known
    start, ground = plane.place(model), ground_for(plane, terms.bars, model)
    bends = Bends(
        ground,
        (float(start.x), float(start.y)),
        terms.reach,
        far=lambda x, y: distance_to(loci, x, y),
        aims_from=lambda x, y, far: nearest_points(loci, x, y, far),
        most=most,
    )
    for stop in bends.legs():
        leg = _as_far_as_clear(ground, stop)
        while True:
            found, most = _nearer(plane, terms, model, leg, loci, (best, bends.most), is_astray=is_astray)
            if found is best or not found or most + FINE > bends.most:  # a little further along it may be less near
                break
            route = route_to(plane, terms.bars, model, found.place, terms.reach + CONTACT)
            if route is None:
                break
            best, bends.most = Advance(found.place, route), most
    return best


def _sidled(plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], best: Advance) -> Advance:
    """Improve the end of a path by sliding along the obstacle there or turning the base to fit."""
    nearer, step = best, INCH / 8
    while step >= FINE:
        found = _nearer_by(plane, terms, model, loci, nearer.place, step)
        nearer, step = (nearer, step / 2) if found is None else (found, step)
    gain = distance_to(loci, best.place.x, best.place.y) - distance_to(loci, nearer.place.x, nearer.place.y)
    return nearer if gain > FINE else best


def _nearer_by(
    plane: Plane, terms: Terms, model: int, loci: Sequence[Shape], here: Place, step: float
) -> Advance | None:
    """Return the path to the place nearest to the loci `step` ticks from `here`, or None if `here` is nearer."""
    start, before = plane.place(model), distance_to(loci, here.x, here.y)
    ground, turns = ground_for(plane, terms.bars, model), _turns_of(plane.setup.base(model))
    ahead = _bearing_to_nearest(loci, (float(here.x), float(here.y)))
    ways = (heading((ahead + side) % TURN) for side in range(-QUARTER, QUARTER + 1, WIDE))
    near = [(here.x + round(x * step), here.y + round(y * step)) for x, y in ways]
    for point in sorted(near, key=lambda one: distance_to(loci, *one)):
        if distance_to(loci, *point) > before - step / 4:
            return None
        if distance((start.x, start.y), point) > terms.reach or _is_barred(ground, point):
            continue
        place = stand_at(plane, terms, model, ((here.x, here.y), point), turns=turns)
        route = None if place is None else route_to(plane, terms.bars, model, place, terms.reach + CONTACT)
        if place is not None and route is not None:
            return Advance(place, route)
    return None


def _is_barred(ground: ConfigurationSpace, point: Point) -> bool:
    """Whether a model noticeably overlaps an obstacle at a point, however it is turned."""
    near = ground.around(*point, 0.0)
    return any(clearance(barrier.core, *point) < barrier.limit - CONTACT for barrier in near)


def _turns_of(base: Base) -> range:
    """Facings that may let a base fit where others do not, up to the first equivalent facing."""
    return range(0, 0 if base.kind == "round" else QUARTER if base.width == base.depth else 2 * QUARTER, FAN)


def _as_far_as_clear(ground: ConfigurationSpace, stop: PathPoint) -> Points:
    """Leg that ends at a stop, cut short at the first obstacle."""
    (ax, ay), (bx, by) = stop.left[0], stop.point
    length = distance((ax, ay), (bx, by))
    way = ((bx - ax) / length, (by - ay) / length)
    far = _clear_length(ground, (ax, ay), way, length)
    return (round(ax), round(ay)), (round(ax + way[0] * far), round(ay + way[1] * far))


def _passes(way: Points, loci: Sequence[Shape], most: float) -> bool:
    """Whether a path comes within `most` ticks of any locus."""
    for (ax, ay), (bx, by) in pairwise(way):
        half = sqrt((bx - ax) ** 2 + (by - ay) ** 2) / 2
        leg = Shape(((ax, ay), (bx, by)), 0.0, (ax + bx) / 2, (ay + by) / 2, half)
        for locus in loci:
            if half and within(leg, locus, most):
                return True
    return False


def _beside(plane: Plane, terms: Terms, model: int, best: Advance | None, side: int) -> Points:
    """Straight path slightly to one side of the best path so far. Empty if the best path has bends."""
    if best is None or len(best.route.points) != STRAIGHT:
        return ()
    (ax, ay), (x, y) = best.route.points
    start, ground = plane.place(model), ground_for(plane, terms.bars, model)
    return next(_straight(ground, start, (bearing(x - ax, y - ay) + side) % TURN, terms.reach), ())


def _straight(ground: ConfigurationSpace, start: Place, turn: int, reach: int) -> Iterator[Points]:
    """Yield the straight path on a bearing up to the first obstacle, unless it is negligibly short."""
    way = heading(turn)
    far = _clear_length(ground, (float(start.x), float(start.y)), way, float(reach))
    if far > CONTACT:
        yield (start.x, start.y), (round(start.x + way[0] * far), round(start.y + way[1] * far))


def _short_of(way: Points, loci: Sequence[Shape]) -> Iterator[Points]:
    """Yield the path cut abreast of the locus nearest to its end, if it goes past that locus."""
    (ax, ay), (x, y) = way
    _, nearest = nearest_locus(loci, x, y)
    beyond = (x - nearest.x) * (x - ax) + (y - nearest.y) * (y - ay)
    whole = (x - ax) ** 2 + (y - ay) ** 2
    if 0 < beyond < whole:
        left = 1 - beyond / whole
        yield (ax, ay), (round(ax + (x - ax) * left), round(ay + (y - ay) * left))


def _turns(ahead: int, facing: int, widest: int) -> Iterator[int]:
    """Yield bearings straight ahead and fanning out to both sides, then bearings along the sides of the base."""
    fan = [(ahead + side) % TURN for turn in range(0, widest + 1, FAN) for side in (turn, -turn)]
    along = [(facing + quarter) % TURN for quarter in range(0, TURN, QUARTER)]
    near = [one for one in along if (one - ahead + widest) % TURN <= 2 * widest]
    yield from dict.fromkeys((*fan, *near))


def _bearing_to_nearest(loci: Sequence[Shape], here: Point) -> int:
    _, nearest = nearest_locus(loci, *here)
    return bearing(nearest.x - here[0], nearest.y - here[1])


def _clear_length(ground: ConfigurationSpace, here: Point, way: Vector, far: float) -> float:
    """Length of a straight run until an obstacle or the table edge stops the mover's travelling disc.

    A mover in contact with an obstacle may slide along it but come no nearer.
    """
    for barrier in ground.around(*here, far):
        inside = span(barrier.core, barrier.limit - OVERLAP, here, way)
        if inside is not None and inside[0] < 0:
            inside = span(barrier.core, min(barrier.limit, clearance(barrier.core, *here)) - OVERLAP, here, way)
        if inside is not None and inside[1] > OVERLAP:
            far = min(far, max(0.0, inside[0]))
    for axis in (0, 1):
        room = ground.high[axis] - here[axis] if way[axis] > 0 else ground.low[axis] - here[axis]
        if way[axis]:
            far = min(far, max(0.0, room / way[axis]))
    return far


def _last_place(
    plane: Plane, terms: Terms, model: int, points: Points, loci: Sequence[Shape], most: float
) -> Advance | None:
    """Return the last legal place on a path within `most` ticks of the loci.

    A step changes any distance by at most its own length, so places that cannot qualify are skipped.
    """
    length = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length += sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    whole, far, beyond = Route(length, points), length, length
    while far > CONTACT:
        gone = cut(whole, far) if far < length else points
        lacking = _lacking(plane, terms, model, gone[-1], loci, most)
        place = stand_at(plane, terms, model, gone) if lacking <= 0 else None
        if place is not None:
            return _a_little_further(plane, terms, model, whole, Advance(place, Route(far, gone)), beyond)
        beyond = far
        far -= max(STEP, lacking)
    return None


def _first_place(
    plane: Plane, terms: Terms, model: int, points: Points, loci: Sequence[Shape], most: float
) -> Advance | None:
    """Return the first legal place on a straight path within `most` ticks of the loci."""
    whole = Route(sum(sqrt((bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in pairwise(points)), points)
    far = STEP
    while far < whole.length:
        gone = cut(whole, far)
        lacking = _lacking(plane, terms, model, gone[-1], loci, most)
        place = stand_at(plane, terms, model, gone) if lacking <= 0 else None
        if place is not None:
            return Advance(place, Route(far, gone))
        far += max(STEP, lacking)
    return None


def _lacking(plane: Plane, terms: Terms, model: int, point: Point, loci: Sequence[Shape], most: float) -> float:
    """Lower bound on a point's distance from satisfying the loci limit or coherency. Positive if the point fails."""
    x, y = point
    lacking = distance_to(loci, x, y) - most
    if lacking > 0 or not terms.mates:
        return lacking
    own, shapes = plane.shape(model).reach + terms.coherency + CONTACT, plane.shapes
    lacking = min(sqrt(_square(shapes[mate], x, y)) - own - shapes[mate].reach for mate in terms.mates)
    looked_for_named(plane, model).at(x, y, own + max(0.0, lacking))
    return lacking


def _a_little_further(plane: Plane, terms: Terms, model: int, whole: Route, found: Advance, beyond: float) -> Advance:
    """Refine a place found in long steps to an equally good one slightly further along, if there is one."""
    low = found.route.length
    while beyond - low > FINE:
        far = (low + beyond) / 2
        gone = cut(whole, far)
        place = stand_at(plane, terms, model, gone)
        if place is None:
            beyond = far
        else:
            low, found = far, Advance(place, Route(far, gone))
    return found


def _square(body: Shape, x: float, y: float) -> float:
    return (body.x - x) ** 2 + (body.y - y) ** 2
