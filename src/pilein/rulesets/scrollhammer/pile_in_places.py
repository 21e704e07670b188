"""Places where a model may end its pile-in in contact with an enemy or a friend (SH-PI-09, SH-PI-10)."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import gap, touches
from pilein.geometry.landing import contact_places
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.scrollhammer.charge_contacts import foes_of
from pilein.rulesets.scrollhammer.charge_landings import NEAREST, touching
from pilein.rulesets.scrollhammer.charge_terms import ChargeTerms
from pilein.rulesets.scrollhammer.nearness import areas_crossed, is_terrain_avoided, is_terrain_binding
from pilein.rulesets.scrollhammer.pile_in_movers import pile_in_reach
from pilein.rulesets.scrollhammer.pile_in_terms import ENEMY, Stage
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.coherency_moves import landing_near_mates
from pilein.tabletop.movement.ground import why_no_room
from pilein.tabletop.movement.landings import Landing, may_land, nearest_landing
from pilein.tabletop.movement.local_searches import looked_for_named
from pilein.tabletop.movement.reachability import Prospects
from pilein.tabletop.movement.sides import is_at_open_side, is_in_a_hole, ring_round, room_to_end, wraps
from pilein.tabletop.movement.ways import body_at, is_coherent, route_to, touched

FAR = 1e30  # ticks: no limit
ASIDE = INCH // 8  # ticks: more than the distance of a place from the end of its path
Near = tuple[tuple[float, int], ...]  # gaps in ticks to models, nearest first


class Mover:
    """Model that piles in, with its stage and terms. Instances must not be modified."""

    __slots__ = ("battle", "model", "stage", "terms")

    def __init__(self, battle: Battle, stage: Stage, model: int) -> None:
        """Prepare a model's pile-in."""
        self.battle = battle
        self.stage = stage
        self.model = model
        self.terms: ChargeTerms = stage.terms(battle, model)

    @property
    def start(self) -> Place:
        """Place where the mover starts."""
        return self.battle.plane.place(self.model)

    @property
    def waits(self) -> bool:
        """Whether the mover stays in contact because the rest of its unit has yet to arrive at the combat (SH-R-77)."""
        return self.model in self.stage.held and not self.terms.move.mates

    def body(self, place: Place) -> Shape:
        """Outline of the mover at a place."""
        return body_at(self.battle.plane, self.model, place)

    def arriving(self, place: Place) -> Advance | None:
        """Path of up to 3 inches to a place, or None if there is no such path (SH-PI-03)."""
        route = route_to(self.battle.plane, self.stage.bars, self.model, place, pile_in_reach(self.battle) + CONTACT)
        return None if route is None else Advance(place, route)

    def is_coherent(self, place: Place) -> bool:
        """Whether the mover would be in coherency at a place."""
        return is_coherent(self.battle.plane, self.terms.move, self.body(place))

    def why_not_there(self, place: Place) -> str | None:
        """Explain why the mover may not end at a place in any stage, or return None."""
        plane, sides, body = self.battle.plane, self.terms.move.sides, self.body(place)
        crowded = why_no_room(plane, self.stage.bars, self.model, body, kept_off="an enemy outside this combat")
        if crowded:
            return crowded
        if touches_outsiders(self.battle, self.stage, body):
            return "there it would touch a unit that is not in this combat"
        if not sides.holes_are_open and self._is_in_a_hole(body):
            return "there it would stand in a hole of a block, which the block closes"
        if sides.bound and wraps(plane, sides, body, self._touched(body)):
            return "there it would touch a block round the corner of the side that its unit fights on"
        way = self.arriving(place)
        if way is None or way.route.length > self.far(way) + CONTACT:
            return f'no path leads to it within {self.battle.number("SH-PI-03")}"'
        return None

    def _touched(self, body: Shape) -> tuple[int, ...]:
        foes = foes_of(self.battle, self.stage.targets)
        return touched(self.battle.plane, body, foes, by_edges=self.stage.by_edges)

    def _is_in_a_hole(self, body: Shape) -> bool:
        """Whether an outline stands in a gap inside an enemy block that the block will close (SH-R-27)."""
        blocks = (self.battle.plane.standings[target] for target in self.stage.targets)
        return any(isinstance(block, Block) and is_in_a_hole(block, body) for block in blocks)

    def far(self, way: Advance) -> int:
        """Distance in ticks that the mover may go along a path. Difficult terrain does not slow it down (SH-PI-10)."""
        is_rough = areas_crossed(self.battle, "difficult", self.model, way.route.points)
        reach = pile_in_reach(self.battle)
        return reach // 2 if is_rough and not self.battle.holds("SH-PI-10") else reach


def landings(mover: Mover) -> Iterator[Advance]:
    """Yield places that meet stage two or three, in contact with a free enemy or with a friend in contact."""
    if mover.waits:
        return
    find = _finder(mover, pile_in_reach(mover.battle) + CONTACT)
    if find is None:
        return
    for one in (mover, *_keeping_off(mover)):
        ways = (way for way in _fit(mover, find(one)) if not is_around_terrain(mover, way.place))
        first = next(ways, None)
        if first is not None:
            yield first
            yield from ways
            return


def _finder(mover: Mover, limit: float) -> Callable[[Mover], Iterator[Advance]] | None:
    """Return a generator of places that meet the mover's duty, or None if no path leads into contact."""
    near = goals_by_gap(mover, limit)
    goals = tuple(goal for _, goal in near)
    if mover.stage.name == ENEMY:
        is_hopeful = may_land(mover.battle.plane, mover.terms.move, mover.model, goals, limit)
        return partial(_at_enemies, near=near) if is_hopeful else None
    contact = first_contact(mover, goals, limit)
    return None if contact is None else partial(_at_friends, near=near, contact=contact.way)


def _keeping_off(mover: Mover) -> tuple[Mover, ...]:
    """Mover restricted to places where it touches no unit outside the combat, if there are such units (SH-PI-12)."""
    off = mover.stage.bars_off_strangers()
    return () if off == mover.stage.bars else (Mover(mover.battle, replace(mover.stage, bars=off), mover.model),)


def is_around_terrain(mover: Mover, place: Place) -> bool:
    """Whether a mover reaches a place at an enemy by a path made longer to avoid terrain (SH-PI-09, SH-MV-03)."""
    battle = mover.battle
    if mover.stage.name != ENEMY or not is_terrain_binding(battle) or not battle.holds("SH-PI-09"):
        return False
    body, goals = mover.body(place), goals_of(mover)
    met = touched(battle.plane, body, goals, by_edges=True) or touched(battle.plane, body, goals)
    shortest = [way.route for foe in met if (way := next(_fit(mover, _at_enemy(mover, foe)), None)) is not None]
    way = mover.arriving(place)
    if way is None or not shortest:
        return False
    return is_terrain_avoided(battle, mover.model, way.route, min(shortest, key=lambda route: route.length))


def first_contact(mover: Mover, goals: tuple[int, ...], limit: float) -> Landing | None:
    """Landing nearest on foot from which a mover touches any goal, or None if it is further than `limit`."""
    return nearest_landing(mover.battle.plane, mover.terms.move, mover.model, goals, limit)


def does_its_duty(mover: Mover, place: Place) -> bool:
    """Whether a mover at a place touches a goal of its stage."""
    goals = tuple(goal for goal in goals_of(mover) if goal != mover.model)
    return bool(touched(mover.battle.plane, mover.body(place), goals, by_edges=mover.stage.by_edges))


def goals_of(mover: Mover) -> tuple[int, ...]:
    """Goals of the mover's stage. Under SH-R-44 `own-unit` a friend is a goal only if it belongs to the mover's own
    unit.
    """
    if not mover.stage.own_unit:
        return mover.stage.goals
    setup = mover.battle.setup
    unit, side = setup.unit_of[mover.model], setup.side_of(mover.model)
    return tuple(goal for goal in mover.stage.goals if setup.unit_of[goal] == unit or setup.side_of(goal) != side)


def goals_to_touch(mover: Mover) -> tuple[int, ...]:
    """Goals that the mover may touch. In a block these are only models on the side that the mover's unit fights."""
    goals, sides = goals_of(mover), mover.terms.move.sides
    if not sides.bound:
        return goals
    return tuple(goal for goal in goals if is_at_open_side(mover.battle.plane, sides, goal))


def goals_by_gap(mover: Mover, furthest: float) -> Near:
    """Goals of the stage within `furthest` ticks, as pairs (gap in ticks, goal), nearest first.

    If `furthest` is FAR, only the nearest goal is recorded as examined. A caller that examines further goals must
    record them itself.
    """
    shapes = mover.battle.plane.shapes
    own = shapes[mover.model]
    found = []
    for goal in goals_to_touch(mover):
        other = shapes[goal]
        far = furthest + own.reach + other.reach
        if goal != mover.model and (own.x - other.x) ** 2 + (own.y - other.y) ** 2 <= far * far:
            found.append((gap(own, other), goal))
    near = tuple(sorted(pair for pair in found if pair[0] <= furthest))
    seen = furthest if furthest < FAR or not near else near[0][0]
    looked_for_named(mover.battle.plane, mover.model).at(own.x, own.y, own.reach + seen)
    return near


def touches_outsiders(battle: Battle, stage: Stage, body: Shape) -> bool:
    """Whether an outline touches a unit of either side that must not be touched."""
    plane = battle.plane
    strangers = (unit.number for unit in battle.setup.units if unit.number not in stage.units)
    return any(touches(body, plane.shape(model)) for unit in strangers for model in plane.models(unit))


def _fit(mover: Mover, ways: Iterator[Advance]) -> Iterator[Advance]:
    return (way for way in ways if mover.is_coherent(way.place) and mover.why_not_there(way.place) is None)


def _at_enemies(mover: Mover, near: Near) -> Iterator[Advance]:
    hopes = Prospects(mover.battle.plane, mover.terms.move, mover.model)
    known = hopes if hopes.is_plain(foe for _, foe in near) else None
    for _, foe in near:
        if known is None or known.hopes(foe):
            yield from _at_enemy(mover, foe, known)


def _at_enemy(mover: Mover, foe: int, hopes: Prospects | None = None) -> Iterator[Advance]:
    return (landing.way for landing in touching(mover.battle, mover.terms, mover.model, foe, hopes))


def _at_friends(mover: Mover, near: Near, contact: Advance) -> Iterator[Advance]:
    """Yield the contact nearest on foot, then other contacts with friends, where possible facing as the friend does.

    Places between the sampled places at the nearest friends come last, for models that can be in coherency only
    there.
    """
    plane, base = mover.battle.plane, mover.battle.setup.base(mover.model)
    room = room_to_end(plane, mover.terms.move, mover.model)
    if does_its_duty(mover, contact.place):
        yield contact
    for _, friend in near:
        for place in contact_places(base, mover.start, plane.shape(friend), room):
            as_friend = Place(place.x, place.y, plane.place(friend).facing)
            stand = as_friend if room.fits(mover.body(as_friend)) and does_its_duty(mover, as_friend) else place
            landing = mover.arriving(stand) if does_its_duty(mover, stand) else None
            if landing is not None:
                yield landing
    for _, friend in near[:NEAREST] if mover.terms.move.mates else ():
        faces = ring_round(plane, mover.terms.move, base, friend)
        between = landing_near_mates(plane, mover.terms.move, mover.model, friend, (friend,), faces)
        if between is not None:
            yield between.way
