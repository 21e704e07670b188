"""Contact with goals. The module finds openings from which a mover touches a goal, the nearest contact on foot, and
alternatives to it.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from pilein.geometry.advances import Advance
from pilein.geometry.contact_locus import Arc, Line, Stretch, contact_locus
from pilein.geometry.enclosures import DetourBounds, Enclosure
from pilein.geometry.free_intervals import free
from pilein.geometry.landing import AROUND
from pilein.geometry.passages import spelt_out
from pilein.geometry.rounded import direction, quarters
from pilein.geometry.routes import Route, to_nearest
from pilein.geometry.shapes import Base, Place, Point, Shape
from pilein.geometry.ticks import OVERLAP, bearing
from pilein.geometry.tolerance import CONTACT, PATH, SNAP
from pilein.placement.curves import (
    TURNING,
    WHOLE,
    Curve,
    arc,
    at,
    boundary,
    distance_from,
    least_step,
    line,
    part,
    point_nearest,
)
from pilein.placement.moves import Move
from pilein.placement.rules import Rule, zone_for
from pilein.placement.terms import coarse
from pilein.placement.zones import drawn_in, room

NEARLY: Final = 1 - 1e-7  # cosine of an angle that is only the rounding of a facing
STRAIGHT: Final = 2  # points of a path without bends
LEAST: Final = CONTACT / 8  # ticks: precision to which a turning curve is cut
DEEP: Final = 5.0  # ticks: overlap that no tick beside a point undoes
Goals = Sequence[tuple[float, int, Shape]]  # each with its gap from the mover, its label and its outline
Hidden = list[tuple[int, Shape, tuple[Curve, ...]]]  # goals that no straight path reaches: shapes and contact curves
Opening = tuple[Curve, Stretch]


# --- Curves of contact, and the openings on them -------------------------------------------------------------------


@lru_cache(maxsize=16384)
def contact_curves(base: Base, target: Shape, label: int, by_edges: bool = False) -> tuple[Curve, ...]:  # noqa: FBT001, FBT002
    """Return the curves on which a base touches a target while facing it. All other shapes are ignored.

    If `by_edges` is set, the ends of a face, where only corners meet, are left out.
    """
    if base.kind == "round":
        curves = boundary(zone_for(base, 0, target, 0.0, 0, label), TURNING)
        for curve in curves:
            if curve.radius == 0:
                curve.facing = bearing(curve.ay - curve.by, curve.bx - curve.ax)
        return tuple(curves)
    stretches = contact_locus(base, target)
    if base.kind == "rectangle" and target.radius == 0:
        curves = [curve for one in stretches if isinstance(one, Line) for curve in _flush(base, target, label, one)]
        return tuple(_without_ends(curve) for curve in curves) if by_edges else tuple(curves)
    return tuple(_curve(one, label) for one in stretches)


def _flush(base: Base, target: Shape, label: int, face: Line) -> list[Curve]:
    """Return the lines on which a base touches one face of a target squarely, at a facing rounded to hundredths of a
    degree.
    """
    (ax, ay), (bx, by) = face.start, face.end
    found = [
        curve
        for curve in boundary(zone_for(base, face.facing, target, 0.0, 0, label), face.facing)
        if curve.radius == 0 and _is_parallel(curve.bx - curve.ax, curve.by - curve.ay, bx - ax, by - ay)
    ]
    return _joined(found)


def _is_parallel(ax: float, ay: float, bx: float, by: float) -> bool:
    dot = ax * bx + ay * by
    return dot > 0 and dot * dot >= NEARLY * (ax * ax + ay * ay) * (bx * bx + by * by)


def _joined(curves: list[Curve]) -> list[Curve]:
    """Merge consecutive lines that run in the same direction, up to float noise."""
    if len(curves) != 2:  # noqa: PLR2004 - the edge of the one and that of the other
        return curves
    one, other = curves if (curves[0].bx, curves[0].by) == (curves[1].ax, curves[1].ay) else curves[::-1]
    whole = line((one.ax, one.ay), (other.bx, other.by), one.facing, one.label)
    return [whole] if distance_from(whole, one.bx, one.by) < OVERLAP else [one, other]


def _without_ends(face: Curve) -> Curve:
    """Return the part of a face where a base touches more than a corner, or the middle of the face if there is none."""
    off = min(face.length / 2, 2.0 * (CONTACT + 1))
    return part(face, off, face.length - off)


def openings(move: Move, goal: int, target: Shape) -> list[Curve]:
    """Return the parts of the contact curves around a goal that satisfy the rules of a move."""
    return _open_parts(move, goal, target, contact_curves(move.base, target, goal, move.by_edges))


def _open_parts(move: Move, goal: int, target: Shape, curves: Sequence[Curve]) -> list[Curve]:
    """Return the open parts of curves. A face without open parts is tried again a little further out (by PATH ticks),
    because a neighbour may project beyond it.
    """
    found: list[Curve] = []
    for curve in curves:
        if curve.facing == TURNING and move.base.kind != "round":
            parts = [_curve(one, goal) for one in free(move.base, target, move.space, (_stretch(curve),))]
            found += [one for part in parts for one in _parts_inside(move, part)]
            continue
        parts = move.cut(curve, but=goal)
        found += parts or (move.cut(_further(curve), but=goal) if curve.radius == 0 else [])
    return found


def _parts_inside(move: Move, curve: Curve) -> list[Curve]:
    """Return the parts of a turning curve on which all rules with `is_inside` are kept."""
    curves = [curve]
    for rule in move.rules:
        if rule.is_inside:
            curves = [one for curve in curves for one in _where_kept(rule, move.base, curve)]
    return curves


def _where_kept(rule: Rule, base: Base, curve: Curve) -> Iterator[Curve]:
    """Yield the parts of a turning curve on which a rule is kept. Each step along the curve is either too short to
    change whether the rule is kept or has the minimum length LEAST.
    """
    speed = 1.0 + (base.width + base.depth) / 2 / curve.radius  # of a corner, which turns as well
    begin, last, far = -1.0, 0.0, 0.0
    while True:
        x, y = at(curve, far)
        out = rule.excess(base, Place(round(x), round(y), bearing(curve.cx - x, curve.cy - y)))
        if out <= 0:
            begin, last = far if begin < 0 else begin, far
        elif begin >= 0:
            yield part(curve, begin, last)
            begin = -1.0
        if far >= curve.length:
            break
        far = min(curve.length, far + least_step(curve, max(abs(out), LEAST) / speed))
    if begin >= 0:
        yield part(curve, begin, last)


@lru_cache(maxsize=4096)
def _further(curve: Curve) -> Curve:
    """Return a copy of a line moved slightly further away from the touched shape."""
    length = curve.length or 1.0
    ox, oy = (curve.by - curve.ay) / length * PATH, (curve.ax - curve.bx) / length * PATH
    return line((curve.ax + ox, curve.ay + oy), (curve.bx + ox, curve.by + oy), curve.facing, curve.label)


def settled(move: Move, curve: Curve, point: Point, target: Shape) -> Place | None:
    """Return a whole-tick place at a point of an opening, where the model may stand and touch the target, or None.

    Places without overlap are tried before places that overlap by up to SNAP.
    """
    x, y = point
    facing = curve.facing if curve.facing != TURNING else bearing(curve.cx - x, curve.cy - y)
    if move.depth(x, y, facing)[0] < (-DEEP if curve.facing != TURNING or move.base.kind == "round" else -2 * PATH):
        return None
    for most in (OVERLAP, SNAP):
        for dx, dy in AROUND:
            px, py = round(x) + dx, round(y) + dy
            if curve.facing == TURNING:
                facing = bearing(curve.cx - px, curve.cy - py)
            place = Place(px, py, facing)
            zone = zone_for(move.base, 0 if move.base.kind == "round" else facing, target, 0.0, 0, curve.label)
            if -most <= room(zone, px, py) <= CONTACT and move.broken(place, most) is None:
                return place
    return None


# --- The nearest place of contact, and others ----------------------------------------------------------------------


def nearest_contact(move: Move, goals: Goals) -> Advance | None:
    """Return the shortest path on foot to a place where a mover touches a goal.

    Goals are tried in order of distance. Straight paths come first, and a single search then covers all openings
    that may be nearer.
    """
    best, hidden, limit = _straight(move, goals)
    return _round_the_corner(move, hidden, limit) or best


def can_touch(move: Move, goals: Goals) -> bool:
    """Return whether a mover can touch a goal. A straight path to the goal is sufficient proof."""
    best, hidden, limit = _straight(move, goals)
    return best is not None or _round_the_corner(move, hidden, limit) is not None


def _round_the_corner(move: Move, hidden: Hidden, limit: float) -> Advance | None:
    """Return the shortest path within the limit to any hidden goal, found in one search of all the goals' openings."""
    x, y = move.here
    found: list[Opening] = []
    targets = {goal: target for goal, target, _ in hidden}
    for goal, target, curves in hidden:
        near = [one for one in curves if distance_from(one, x, y) < limit]
        found += [
            (one, _stretch(one)) for one in _open_parts(move, goal, target, near) if distance_from(one, x, y) < limit
        ]
    return _nearest_on_foot(move, found, limit, lambda curve, at: settled(move, curve, at, targets[curve.label]))


def nearest_inside(move: Move, rule: Rule, turns: Sequence[int]) -> Advance | None:
    """Return the shortest path to a place that lies inside a zone of `rule` and keeps all other rules of a move.

    The facings in `turns` are tried in order, the present one first. If the outlines of the zones of `rule` have no
    opening within reach, the outlines of the other rules' zones are tried.
    """
    for some in (turns[:1], turns[1:]):
        there = [Place(move.start.x, move.start.y, facing) for facing in some]
        place = next((one for one in there if move.broken(one) is None), None)
        if place is not None:
            return Advance(place, Route(0.0, ((place.x, place.y),)))
        if not any(_is_in_reach(move, rule, facing) for facing in some):
            continue
        for rules in ([rule], [one for one in move.rules if not one.is_inside]):
            best = _nearest_on_outlines(move, [curve for facing in some for curve in _outlines(move, rules, facing)])
            if best is not None:
                return best
    return None


def _is_in_reach(move: Move, rule: Rule, facing: int) -> bool:
    """Return whether a zone of a rule is within reach in a straight line."""
    x, y = move.here
    return any(room(zone, x, y) < move.limit for zone in rule.near(move.base, facing, 0, x, y, move.limit))


def _outlines(move: Move, rules: Sequence[Rule], facing: int) -> Iterator[Curve]:
    """Yield the outlines of the zones that the given rules have within the mover's reach at a facing."""
    for rule in rules:
        for zone in rule.near(move.base, facing, 0, *move.here, move.limit):
            if zone.label != move.model:
                yield from boundary(drawn_in(zone) if rule.is_inside else coarse(zone), facing)


def _nearest_on_outlines(move: Move, curves: list[Curve]) -> Advance | None:
    """Return the shortest path to an open part of the given curves.

    The nearest curves are tried first, along straight paths.
    """
    x, y = move.here
    best, limit = None, move.limit
    hidden: list[Opening] = []
    for away, _, curve in sorted((distance_from(one, x, y), number, one) for number, one in enumerate(curves)):
        if away >= limit:
            break
        for one in move.cut(curve, but=curve.label):
            far, point = distance_from(one, x, y), point_nearest(one, x, y)
            place = None if far >= limit or move.space.hit(move.here, point) else move.snapped(*point, one.facing)
            if far < limit and place is None:
                hidden.append((one, _stretch(one)))
            elif place is not None:
                route = Route(far, ((move.start.x, move.start.y), (place.x, place.y)))
                if not move.excess(route):
                    best, limit = Advance(place, route), far
    hidden = [one for one in hidden if distance_from(one[0], x, y) < limit]
    return _nearest_on_foot(move, hidden, limit, lambda curve, at: move.snapped(*at, curve.facing)) or best


def _nearest_on_foot(
    move: Move, found: list[Opening], limit: float, settle: Callable[[Curve, Point], Place | None]
) -> Advance | None:
    """Return the path to the nearest opening in which the model can settle."""
    best: Advance | None = None
    found = _not_walled_off(move, found, limit)
    while found:
        route = to_nearest(move.space, move.here, spelt_out(tuple([stretch for _, stretch in found])), limit)
        if route is None:
            break
        ex, ey = route.points[-1]
        reached = min(found, key=lambda one: distance_from(one[0], ex, ey))
        place = settle(reached[0], point_nearest(reached[0], ex, ey))
        way = None if place is None else _judged(move, place, _ending_in(place, route))
        if way is not None and way.route.length <= route.length + CONTACT:
            return way
        if way is not None and way.route.length < limit:
            best, limit = way, way.route.length
        found.remove(reached)
    return best


def _judged(move: Move, place: Place, route: Route) -> Advance | None:
    """Return the path to a place that keeps the rules, or None if the path is not allowed.

    If the rules text measures paths in its own way, a new path is searched for.
    """
    return Advance(place, route) if move.measure is None else move.certified(place)


def _ending_in(place: Place, route: Route) -> Route:
    """Make a straight path end exactly at a place, which may be a tick or two away from the point of contact."""
    return route if len(route.points) > STRAIGHT else Route(route.length, (route.points[0], (place.x, place.y)))


def _straight(move: Move, goals: Goals) -> tuple[Advance | None, Hidden, float]:
    """Return the nearest contact on a straight path, the goals that may be nearer, and the limit for paths to them."""
    best: Advance | None = None
    hidden: Hidden = []
    limit, (x, y) = move.limit, move.here
    slack = zone_for(move.base, move.start.facing, NO_BODY, 0.0, 0, 0).reach - min(move.base.width, move.base.depth) / 2
    for gap, goal, target in goals:
        if gap - slack > limit:
            break
        curves = contact_curves(move.base, target, goal, move.by_edges)
        far, face = _nearest_face(curves, x, y)
        if far > limit or (best is not None and far >= limit):
            continue
        point = point_nearest(face, x, y)
        place, way = None if move.space.hit(move.here, point) else settled(move, face, point, target), None
        if place is not None:
            way = _judged(move, place, Route(far, ((move.start.x, move.start.y), (place.x, place.y))))
        if way is None or way.route.length > far + CONTACT:
            hidden.append((goal, target, curves))
        if way is not None and (best is None or way.route.length < limit):
            best, limit = way, way.route.length
    return best, hidden, limit


NO_BODY = Shape(((0.0, 0.0),), 0.0, 0.0, 0.0, 0.0)


def _nearest_face(curves: Sequence[Curve], x: float, y: float) -> tuple[float, Curve]:
    least, found = distance_from(curves[0], x, y), curves[0]
    for curve in curves[1:]:
        far = distance_from(curve, x, y)
        if far < least:
            least, found = far, curve
    return least, found


def _not_walled_off(move: Move, found: list[Opening], limit: float) -> list[Opening]:
    """Return the openings except those that a quick proof shows to be unreachable. Leaving them out only saves time."""
    space, here = move.space, move.here
    if found and space.holds(*here) and not space.holders(*here):
        walls = Enclosure(space, here, [stretch for _, stretch in found], limit)
        found = [one for one in found if walls.open_of((one[1],))]
    detours = DetourBounds(space, here) if found else None
    return [one for one in found if detours is None or not detours.rules_out(one[1], here, limit)]


def contacts(move: Move, goals: Goals) -> Iterator[Advance]:
    """Yield further contact places with their paths, goal by goal.

    Each opening offers its nearest place, the place in line with the goal, and its ends.
    """
    seen: set[Place] = set()
    for gap, goal, target in goals:
        if gap > move.limit:
            break
        for curve, point in _spots(move, goal, target):
            place = settled(move, curve, point, target)
            if place is not None and place not in seen:
                seen.add(place)
                found = move.certified(place)
                if found is not None:
                    yield found


def _spots(move: Move, goal: int, target: Shape) -> list[tuple[Curve, Point]]:
    x, y = move.here
    curves = contact_curves(move.base, target, goal, move.by_edges)
    found = sorted(_open_parts(move, goal, target, curves), key=lambda one: distance_from(one, x, y))
    spots = [(one, point_nearest(one, x, y)) for one in found]
    for face in curves:
        if face.radius == 0:
            middle = at(face, face.length / 2)
            spots += [(one, point_nearest(one, *middle)) for one in found if one.facing == face.facing]
    return spots + [(one, end) for one in found for end in ((one.ax, one.ay), (one.bx, one.by))]


# --- Curves as the search knows them -------------------------------------------------------------------------------


def _curve(stretch: Stretch, label: int) -> Curve:
    if isinstance(stretch, Line):
        return line(stretch.start, stretch.end, stretch.facing, label)
    first = quarters(*stretch.start)
    return arc(stretch.centre, stretch.radius, first, (quarters(*stretch.end) - first) % WHOLE, TURNING, label)


def _stretch(curve: Curve) -> Stretch:
    if curve.radius == 0:
        return Line((curve.ax, curve.ay), (curve.bx, curve.by), max(curve.facing, 0))
    return Arc(
        (curve.cx, curve.cy), curve.radius, direction(curve.first), direction((curve.first + curve.length) % WHOLE)
    )
