"""Places where a model may end its pile in, touching an enemy or a friend (SH-PI-09, SH-PI-10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import distance
from pilein.geometry.free_intervals import free
from pilein.geometry.gaps import corners_only, gap, overlaps, touches
from pilein.geometry.landing import contact_places, settled
from pilein.geometry.passages import spelt_out
from pilein.geometry.routes import to_nearest
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.scrollhammer.charge_contacts import Reader, furthest_gap, is_coherent_with_the_moved, touch, wraps
from pilein.rulesets.scrollhammer.charge_landings import route_of, touching
from pilein.rulesets.scrollhammer.charge_ways import ring_round, space_for
from pilein.rulesets.scrollhammer.coherency import body_of, missing
from pilein.rulesets.scrollhammer.nearness import areas_crossed
from pilein.rulesets.scrollhammer.pile_in_movers import REACH
from pilein.rulesets.scrollhammer.pile_in_sides import may_be_touched, room_to_end
from pilein.rulesets.scrollhammer.pile_in_terms import ENEMY, Terms
from pilein.rulesets.scrollhammer.state import Battle, Charge

Near = tuple[tuple[float, int], ...]  # gaps in ticks with models, the nearest first


class Mover:
    """One model that piles in: the battle as if it charged, and how that charge is read. Treat as frozen."""

    __slots__ = ("battle", "model", "reader", "terms")

    def __init__(self, battle: Battle, terms: Terms, model: int) -> None:
        """Let a model pile in on these terms."""
        unit = battle.setup.unit_of[model]
        self.terms = terms
        self.model = model
        self.battle = as_charger(battle, unit, terms.targets, mates_of(battle, terms, model))
        self.reader = Reader(terms.faces_of(unit), REACH, terms.coherency_of(unit), terms.edges_only)

    @property
    def start(self) -> Place:
        """Where it stands."""
        return self.battle.plane.place(self.model)

    @property
    def room(self) -> ConfigurationSpace:
        """The ground on which it may end, off the sides of blocks that its unit does not fight on."""
        return room_to_end(self.battle, self.reader.faces, self.model)

    def body(self, place: Place) -> Shape:
        """Its outline in a place."""
        return shape(self.battle.setup.base(self.model), place)

    def arriving(self, place: Place) -> Advance | None:
        """SH-PI-03. The way of 3 inches at most to a place in which it may stand, None if there is none."""
        route = route_of(self.battle, self.reader, self.model, place)
        return None if route is None else Advance(place, route)

    def is_coherent(self, place: Place) -> bool:
        """Whether it would be in coherency."""
        return is_coherent_with_the_moved(self.battle, self.reader, self.body(place))

    def why_not_there(self, place: Place) -> str | None:
        """The reason why it may not end in a place, whatever the stage."""
        body = self.body(place)
        if not space_for(self.battle, self.model, self.terms.targets).fits(body):
            return "there it would overlap something, touch an enemy outside this combat, or leave the table"
        if touches_outsiders(self.battle, self.terms, body):
            return "there it would touch a unit that is not in this combat"
        if not self.reader.faces.may_enter_holes and is_in_a_hole(self.battle, self.terms, body):
            return "there it would stand in a hole of a block, which the block closes"
        if any(self.reader.faces.arcs) and wraps(self.battle, self.reader, body, self._touched(body)):
            return "there it would touch a block round the corner of the side that its unit fights on"
        route = route_of(self.battle, self.reader, self.model, place)
        if route is None or route.length > self.far(Advance(place, route)) + CONTACT:
            return 'there is no way to it within 3"'
        return None

    def _touched(self, body: Shape) -> tuple[int, ...]:
        return touch(self.battle, self.reader, body).contact

    def far(self, landing: Advance) -> int:
        """SH-PI-10. Difficult terrain does not slow a pile in: how far it may go on a way, in ticks."""
        is_rough = areas_crossed(self.battle, "difficult", self.model, landing.route.points)
        return REACH // 2 if is_rough and not self.battle.holds("SH-PI-10") else REACH


def as_charger(battle: Battle, unit: int, targets: tuple[int, ...], mates: tuple[int, ...]) -> Battle:
    """SH-PI-09. Pile-in moves follow the rules for charging models: as if the unit charged, its mates having moved."""
    charge = Charge(unit, targets, moved=mates) if battle.holds("SH-PI-09") else Charge(unit, ())
    return replace(battle, charge=charge)


def mates_of(battle: Battle, terms: Terms, model: int) -> tuple[int, ...]:
    """The models of its unit that a mover has to stay with: its body, and those that have piled in before it.

    There are none for the first model of a unit that moves as a whole: like an initial charger it leads the way.
    """
    unit = battle.setup.unit_of[model]
    others = tuple(one for one in battle.plane.models(unit) if one != model)
    if all(one in terms.movers for one in others):
        return ()
    body = (*body_of(battle, unit, terms.coherency_of(unit)), *battle.combat.exchange.piled)
    return tuple(one for one in others if one in body) or others


def landings(mover: Mover) -> Iterator[Advance]:
    """Where a mover does the duty of stage two or three: touching a free enemy, or a friend who touches an enemy."""
    near = goals_by_gap(mover, furthest_gap(mover.battle, mover.reader, mover.model))
    contact = first_contact(mover, tuple(goal for _, goal in near), REACH + CONTACT)
    if contact is None:
        return
    found = _at_enemies(mover, near) if mover.terms.stage == ENEMY else _at_friends(mover, near, contact)
    for landing in found:
        if mover.is_coherent(landing.place) and mover.why_not_there(landing.place) is None:
            yield landing


def first_contact(mover: Mover, goals: tuple[int, ...], limit: float) -> Advance | None:
    """The nearest place on foot from which a mover touches any of some models, None if it is beyond the limit.

    One search leads to the openings about all of them; those beyond the limit as the crow flies are not looked for.
    """
    battle, base, start = mover.battle, mover.battle.setup.base(mover.model), mover.start
    space, room, shapes = space_for(battle, mover.model, mover.terms.targets), mover.room, battle.plane.shapes
    openings = [
        (stretch, shapes[goal])
        for goal in goals
        for stretch in free(base, shapes[goal], room, ring_round(battle, base, goal, mover.reader.faces))
        if distance(stretch, start.x, start.y) <= limit
    ]
    while openings:
        ways = spelt_out(tuple(stretch for stretch, _ in openings))
        route = to_nearest(space, (start.x, start.y), ways, limit)
        if route is None:
            return None
        end = route.points[-1]
        reached = min(openings, key=lambda opening: distance(opening[0], *end))
        place = settled(base, reached[1], room, reached[0], end)
        if place is not None:
            return Advance(place, route)
        openings.remove(reached)
    return None


def does_its_duty(mover: Mover, place: Place) -> bool:
    """Whether a mover in a place touches a model that its stage leads to."""
    body, shapes = mover.body(place), mover.battle.plane.shapes
    met = (goal for goal in goals_of(mover) if goal != mover.model and touches(body, shapes[goal]))
    return any(not (mover.terms.edges_only and corners_only(body, shapes[goal])) for goal in met)


def goals_of(mover: Mover) -> tuple[int, ...]:
    """The models that the stage leads to; under SH-R-44 `own-unit` friends of its own unit alone."""
    if not mover.terms.own_unit:
        return mover.terms.goals
    setup = mover.battle.setup
    unit, side = setup.unit_of[mover.model], setup.side_of(mover.model)
    return tuple(goal for goal in mover.terms.goals if setup.unit_of[goal] == unit or setup.side_of(goal) != side)


def goals_to_touch(mover: Mover) -> tuple[int, ...]:
    """Those of them that it may touch: of a block the models along the side that its unit fights on."""
    goals, faces = goals_of(mover), mover.reader.faces
    if not any(faces.arcs):
        return goals
    return tuple(goal for goal in goals if may_be_touched(mover.battle, faces, goal))


def goals_by_gap(mover: Mover, furthest: float) -> Near:
    """The models that the stage leads to with their gaps in ticks, the nearest first, none beyond the furthest."""
    shapes = mover.battle.plane.shapes
    own = shapes[mover.model]
    found = []
    for goal in goals_to_touch(mover):
        other = shapes[goal]
        far = furthest + own.reach + other.reach
        if goal != mover.model and (own.x - other.x) ** 2 + (own.y - other.y) ** 2 <= far * far:
            found.append((gap(own, other), goal))
    return tuple(sorted(pair for pair in found if pair[0] <= furthest))


def touches_outsiders(battle: Battle, terms: Terms, body: Shape) -> bool:
    """Whether an outline touches a unit that may not be touched, of either side."""
    plane = battle.plane
    strangers = (unit.number for unit in battle.setup.units if unit.number not in terms.units)
    return any(touches(body, plane.shape(model)) for unit in strangers for model in plane.models(unit))


def is_in_a_hole(battle: Battle, terms: Terms, body: Shape) -> bool:
    """SH-R-27. Whether an outline stands in a place missing inside an enemy block, which the block closes."""
    for target in terms.targets:
        block = battle.plane.standings[target]
        if isinstance(block, Block) and any(overlaps(body, cell_shape(block, slot)) for slot in missing(block)):
            return True
    return False


def _at_enemies(mover: Mover, near: Near) -> Iterator[Advance]:
    for _, foe in near:
        yield from touching(mover.battle, mover.reader, mover.model, foe)


def _at_friends(mover: Mover, near: Near, contact: Advance) -> Iterator[Advance]:
    """The place nearest on foot, then others that touch friends; a base stands as the friend does where it can."""
    plane, base, room = mover.battle.plane, mover.battle.setup.base(mover.model), mover.room
    if does_its_duty(mover, contact.place):
        yield contact
    for _, friend in near:
        for place in contact_places(base, mover.start, plane.shape(friend), room):
            as_friend = Place(place.x, place.y, plane.place(friend).facing)
            stand = as_friend if room.fits(mover.body(as_friend)) and does_its_duty(mover, as_friend) else place
            landing = mover.arriving(stand) if does_its_duty(mover, stand) else None
            if landing is not None:
                yield landing
