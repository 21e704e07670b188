"""How far a model may go on its path into contact, or as near as possible, and how that is measured (WW-R-34).

The paths are those of `tabletop/movement`; here is on what terms a model moves, and what its reach does not say.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.polygons import Polygon
from pilein.geometry.rounded import span
from pilein.geometry.routes import Route
from pilein.geometry.runs import unit_vector
from pilein.geometry.shapes import Place, distance
from pilein.geometry.ticks import CONTACT, INCH, TURN, heading
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.memo import Memo
from pilein.tabletop.movement import ground, landings, ways
from pilein.tabletop.movement.approach import furthest_on, locus_round, nearest_approach, straight_towards, towards
from pilein.tabletop.movement.most_contacts import Move, most_contacts
from pilein.tabletop.movement.terms import Bars, half_width
from pilein.tabletop.movement.terms import Terms as MoveTerms
from pilein.tabletop.plane import Plane
from pilein.tabletop.setup import Setup

LOOKED_AT = 12  # places about one model, of those beyond the nearest
NEAREST = 2  # models to come near to that are tried
SHORTER = INCH // 2  # by which a path is cut that is too long
FURTHEST = 4  # times the reach that a path may measure if the straight distance counts
FAN = 1500  # hundredths of a degree between places round another one
LEAST_STEP = INCH // 128
STRAIGHT = 2  # points of a path without bends
AVOIDED = "an enemy that it may not touch"
SLOWED = "terrain-slows"
OPEN = ("open", "impassable")  # kinds of ground that are not area terrain
MOVE_TERMS = Memo[tuple[object, ...], MoveTerms]("move_terms")  # of a set-up


class Walk(Struct, frozen=True, cache_hash=True):
    """How models walk: `reach` in ticks, as WW-R-34 measures it; whether they end in coherency (WW-R-09).

    `avoided` are enemy units that they may not even touch.
    """

    reach: int
    measure: str = "default"
    is_coherent: bool = False
    avoided: tuple[int, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether nothing limits a move but the length of its path."""
        return self.measure == "default" and not self.is_coherent

    @property
    def longest(self) -> int:
        """The greatest length that a path may have, however it is counted."""
        return self.reach * FURTHEST if self.measure == "straight-line" else self.reach

    def allows(self, plane: Plane, _model: int, way: Advance, /) -> bool:
        """WW-R-34. Whether a path is within the reach as it is measured."""
        return self.measure == "default" or counted(plane.setup, self, way.route) <= self.reach + CONTACT


def coherency_distance(battle: Battle) -> int:
    """How far models of a unit may be apart, in ticks, where WW-R-09 or WW-R-33 ask for coherency: 2 inches."""
    return battle.number("WW-CH-03.coherency") * INCH


def move_terms(battle: Battle, walk: Walk, model: int, *, reach: int | None = None) -> MoveTerms:
    """The terms on which a model moves, for all kinds of moves that end in contact or towards it."""
    mates: tuple[int, ...] = ()
    if walk.is_coherent:
        mates = tuple(mate for mate in battle.plane.models(battle.unit_of(model)) if mate != model)
    far = walk.longest if reach is None else reach
    known = MOVE_TERMS.on(battle.setup)
    key = (walk.avoided, far, mates)
    if key not in known:
        clearances = tuple(CONTACT + 1 if unit.number in walk.avoided else 0 for unit in battle.setup.units)
        known[key] = MoveTerms(Bars(clearances), far, mates, coherency_distance(battle))
    return known[key]


def nearest_landing(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Advance | None:
    """The path to the nearest place where a model touches any of some others; None if it reaches none."""
    terms = move_terms(battle, walk, model)
    landing = landings.nearest_landing(battle.plane, terms, model, goals, walk.longest + CONTACT)
    if landing is None:
        return None
    way = _ending_in(landing.place, landing.route)
    is_coherent = ways.is_coherent(battle.plane, terms, ways.body_at(battle.plane, model, way.place))
    if is_coherent and walk.allows(battle.plane, model, way):
        return way
    return next(further_landings(battle, walk, model, goals), None)


def terms_to_try(battle: Battle, walk: Walk, model: int) -> tuple[MoveTerms, ...]:
    """WW-R-34. The terms of a model's paths: the shortest, and where terrain slows it, those that keep out of that."""
    terms = move_terms(battle, walk, model)
    kinds = dict.fromkeys(area.kind for area in battle.setup.grounds if area.kind not in OPEN)
    if walk.measure != SLOWED or not kinds:
        return (terms,)
    bars = Bars(terms.bars.clearances, (*terms.bars.walls, *kinds))
    return terms, replace(terms, bars=bars)


def further_landings(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Iterator[Advance]:
    """Paths to other places where a model touches any of some others, goal by goal."""
    plane = battle.plane
    for away, goal in landings.by_gap(plane, model, goals):
        if away > walk.longest + CONTACT:
            break
        for terms in terms_to_try(battle, walk, model):
            for landing in islice(landings.landings_at(plane, terms, model, goal, goals), LOOKED_AT):
                if walk.allows(plane, model, landing.way):
                    yield landing.way


def way_to(battle: Battle, walk: Walk, model: int, place: Place) -> Advance | None:
    """The shortest path of a model to a place in which it may end; None if there is none within its reach."""
    for terms in terms_to_try(battle, walk, model):
        way = ways.way_to(battle.plane, terms, model, place)
        if way is not None and walk.allows(battle.plane, model, way):
            return way
    return None


def why_no_way(battle: Battle, walk: Walk, model: int, place: Place) -> str:
    """Why `way_to` finds no path."""
    terms = move_terms(battle, walk, model)
    way = ways.way_to(battle.plane, terms, model, place)
    if way is None:
        return ways.why_no_way(battle.plane, terms, model, place, kept_off=AVOIDED)
    if walk.measure == "straight-line":
        return ways.further(walk.reach)
    length = counted(battle.setup, walk, way.route)
    return f'its way counts as {length / INCH:.2f}", of {walk.reach / INCH:g}" (WW-R-34)'


def why_no_room(battle: Battle, walk: Walk, model: int, place: Place) -> str | None:
    """Why a model does not fit in a place, None if it does."""
    bars, body = move_terms(battle, walk, model).bars, ways.body_at(battle.plane, model, place)
    return ground.why_no_room(battle.plane, bars, model, body, kept_off=AVOIDED)


def as_many_as_possible(battle: Battle, walk: Walk, models: Sequence[int], goals: Sequence[int]) -> tuple[Move, ...]:
    """WW-EN-05. The paths by which as many models of a unit as possible get into contact, in order."""
    if not models:
        return ()
    terms = move_terms(battle, walk, models[0])
    if terms.mates:
        terms = MoveTerms(
            terms.bars, terms.reach, battle.plane.models(battle.unit_of(models[0])), coherency_distance(battle)
        )
    return most_contacts(battle.plane, terms, models, goals, walk.allows)


def way_as_near_as_possible(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Advance | None:
    """The path that brings a model nearest to any of some others that it cannot touch; None if it gains nothing."""
    plane, terms = battle.plane, move_terms(battle, walk, model, reach=walk.reach)
    led = landings.nearest_landing(plane, terms, model, goals, walk.reach * FURTHEST)
    loci = [locus_round(plane, model, goal) for goal in goals]
    way = nearest_approach(plane, terms, model, loci, None if led is None else led.route)
    best = None if way is None else _as_far_as_it_may(battle, walk, model, way)
    return best if walk.is_plain else _nearer_still(battle, walk, model, goals, best)


def _nearer_still(
    battle: Battle, walk: Walk, model: int, goals: tuple[int, ...], best: Advance | None
) -> Advance | None:
    """The nearest place of those about a model, and then of those about that, if it is nearer than the best so far.

    Where coherency or terrain limits a move, or a straight line measures it, the way into contact may lead elsewhere.
    """
    start = battle.plane.place(model)
    here = start if best is None else best.place

    def left(place: Place) -> float:
        return ways.gap_to(battle.plane, ways.body_at(battle.plane, model, place), goals)

    def nearer(places: Iterable[Place], most: float) -> Advance | None:
        found = sorted((left(place), number, place) for number, place in enumerate(places))
        able = (way_to(battle, walk, model, place) for away, _, place in found if away < most - CONTACT)
        return next((way for way in able if way is not None), None)

    found = nearer(_places_about(battle, walk, model, here.facing), left(here))
    step = INCH
    while step >= LEAST_STEP:
        best = found if found is not None else best
        here = here if best is None else best.place
        found = nearer(_all_round(here, here.facing, step), left(here))
        step = step if found is not None else step // 2
    return best


def _places_about(battle: Battle, walk: Walk, model: int, facing: int) -> Iterator[Place]:
    """Places all round a model within its reach, and those just in coherency with each of its mates."""
    plane, terms = battle.plane, move_terms(battle, walk, model)
    for radius in range(INCH // 2, walk.reach + 1, INCH // 2):
        yield from _all_round(plane.place(model), facing, radius)
    for mate in terms.mates:
        widths = half_width(plane.setup.base(model)) + half_width(plane.setup.base(mate))
        yield from _all_round(plane.place(mate), facing, round(terms.coherency + widths))


def _all_round(middle: Place, facing: int, radius: int) -> Iterator[Place]:
    """Places on a circle about another one."""
    for turn in range(0, TURN, FAN):
        x, y = heading(turn)
        yield Place(middle.x + round(x * radius), middle.y + round(y * radius), facing)


def way_towards(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Advance | None:
    """The path towards any of some others that ends nearest to them, or the way round a wall where none ends nearer.

    If no way leads to them, it is the one that brings the model as near as possible.
    """
    plane, terms = battle.plane, move_terms(battle, walk, model, reach=walk.reach)
    near = landings.by_gap(plane, model, goals)[:NEAREST]
    goals = tuple(goal for _, goal in near)
    best: tuple[float, Advance] | None = None
    for goal in goals:
        way = _led_so(battle, walk, model, towards(plane, terms, model, goal))
        if way is not None:
            left = ways.gap_to(plane, ways.body_at(plane, model, way.place), goals)
            if left < near[0][0] - CONTACT and (best is None or left < best[0]):
                best = (left, way)
    if best is not None:
        return best[1]
    return _way_round(battle, walk, model, goals) or way_as_near_as_possible(battle, walk, model, goals)


def _way_round(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Advance | None:
    """As much as a model may go of the shortest path into contact with any of some others."""
    plane, terms = battle.plane, move_terms(battle, walk, model, reach=walk.reach)
    contact = landings.nearest_landing(plane, terms, model, goals, walk.reach * FURTHEST)
    return None if contact is None else _led_so(battle, walk, model, furthest_on(plane, terms, model, contact.route))


def way_straight_on(battle: Battle, walk: Walk, model: int, goals: tuple[int, ...]) -> Advance | None:
    """The path straight towards the nearest of some others, as far as it is open; None if it is blocked at once."""
    terms = move_terms(battle, walk, model, reach=walk.reach)
    nearest = landings.by_gap(battle.plane, model, goals)[0][1]
    return _led_so(battle, walk, model, straight_towards(battle.plane, terms, model, nearest))


def _led_so(battle: Battle, walk: Walk, model: int, led: Advance | None) -> Advance | None:
    """A path as far as a model may go on it; None where it may not go at all."""
    way = None if led is None else _as_far_as_it_may(battle, walk, model, led)
    return way if way is not None and way.route.length > CONTACT else None


def is_touching(battle: Battle, model: int, place: Place, goals: tuple[int, ...]) -> bool:
    """Whether a model in a place touches any of some others."""
    return bool(ways.touched(battle.plane, ways.body_at(battle.plane, model, place), goals))


def _ending_in(place: Place, route: Route) -> Advance:
    """A path to a place; a straight one ends in the place itself, which may be a tick beside the point of contact."""
    if len(route.points) > STRAIGHT:
        return Advance(place, route)
    return Advance(place, Route(route.length, (route.points[0], (place.x, place.y))))


def _as_far_as_it_may(battle: Battle, walk: Walk, model: int, way: Advance) -> Advance | None:
    """A path, cut short where it would be too long or out of coherency."""
    if _may_go(battle, walk, model, way):
        return way
    for length in range(int(way.route.length / SHORTER), 0, -1):
        points = ways.cut(way.route, length * SHORTER)
        shorter = Advance(Place(*points[-1], way.place.facing), Route(float(length * SHORTER), points))
        if _may_go(battle, walk, model, shorter):
            return shorter
    return None


def _may_go(battle: Battle, walk: Walk, model: int, way: Advance) -> bool:
    plane, terms = battle.plane, move_terms(battle, walk, model)
    body = ways.body_at(plane, model, way.place)
    is_free = ground.ground_for(plane, terms.bars, model).fits(body)
    return is_free and ways.is_coherent(plane, terms, body) and walk.allows(plane, model, way)


# --- The length of a path, as it is counted (WW-R-34) ------------------------------------------------------------


def counted(setup: Setup, walk: Walk, route: Route) -> float:
    """WW-R-34. How much of its reach a path takes, in ticks."""
    if walk.measure == "straight-line":
        return distance(route.points[0], route.points[-1])
    return slowed_length(setup, route) if walk.measure == SLOWED else route.length


def slowed_length(setup: Setup, route: Route) -> float:
    """The length of a path with the inches inside area terrain counted double, in ticks."""
    areas = [area.outline for area in setup.grounds if area.kind not in OPEN]
    return route.length + sum(_length_inside(area, route) for area in areas)


def _length_inside(area: Polygon, route: Route) -> float:
    inside = 0.0
    for start, end in pairwise(route.points):
        length, way = distance(start, end), unit_vector(end[0] - start[0], end[1] - start[1])
        for part in area.convex_parts() if length else ():
            found = span(part.core, part.radius, start, way)
            if found is not None:
                inside += max(0.0, min(length, found[1]) - max(0.0, found[0]))
    return inside
