"""Places where a model may end its pile-in in contact with an enemy or a friend (SH-PI-09, SH-PI-10)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.gaps import gap
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, SNAP
from pilein.placement.contact import Goals, contacts, nearest_contact
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, Rule
from pilein.placement.zones import GROUND
from pilein.rulesets.scrollhammer.charge.landings import touching
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms
from pilein.rulesets.scrollhammer.nearness import areas_crossed, is_terrain_avoided, is_terrain_binding
from pilein.rulesets.scrollhammer.pile_in.movers import pile_in_reach
from pilein.rulesets.scrollhammer.pile_in.terms import ENEMY, Stage
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.landings import may_land
from pilein.tabletop.movement.local_searches import looked_for_named
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.placing import free_ground, goals_within, move_by
from pilein.tabletop.movement.placing import touching as touching_rule
from pilein.tabletop.movement.reachability import Prospects
from pilein.tabletop.movement.sides import holes, is_at_open_side
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import body_at, is_coherent, route_to, touched

ASIDE = INCH // 8  # ticks: more than the distance of a place from the end of its path
FOE = "an enemy outside this combat"
STRANGE = "there the model would touch a unit that is not in this combat"
HOLE = "there the model would stand in a hole that a block closes with its own models"
ROUND_THE_CORNER = "there the model would touch a block on a side other than the one its unit fights on"
RULES = FieldMemo[tuple[object, ...], list[Rule]]("off other units and out of holes")
Near = tuple[tuple[float, int], ...]  # gaps in ticks to models, nearest first


class Mover:
    """Model that piles in, with its stage and terms. Instances must not be modified."""

    __slots__ = ("_move", "battle", "model", "stage", "terms")

    def __init__(self, battle: Battle, stage: Stage, model: int) -> None:
        """Prepare a model's pile-in."""
        self.battle = battle
        self.stage = stage
        self.model = model
        self.terms: ChargeTerms = stage.terms(battle, model)
        self._move: Move | None = None

    @property
    def start(self) -> Place:
        """Return the place where the mover starts."""
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

    @property
    def move(self) -> Move:
        """Rules for the end of the move in any stage."""
        if self._move is None:
            self._move = move_of(self, self.terms.move)
        return self._move


def move_of(mover: Mover, terms: Terms) -> Move:
    """SH-PI-09, SH-PI-12, SH-R-27. A pile-in ends on free ground and in coherency, and touches no unit outside the
    combat.

    It ends in no hole of a block, and touches a block only on the side where its unit fights. Its path is up to 3"
    (SH-PI-03).
    """
    plane = mover.battle.plane
    rules = [*free_ground(plane, terms.bars, kept_off=FOE), *_rules_of_place(mover, terms)]
    return move_by(plane, terms, mover.model, rules, round_the_corner=ROUND_THE_CORNER, measure=_slowed(mover))


def _rules_of_place(mover: Mover, terms: Terms) -> list[Rule]:
    """Return the rules about units outside the combat and holes of blocks."""
    known, stage = RULES.on(mover.battle.plane), mover.stage
    key = stage.units, stage.targets, terms.sides.holes_are_open
    if key not in known:
        known[key] = _kept_off(mover.battle, stage.units, () if terms.sides.holes_are_open else stage.targets)
    return known[key]


def _kept_off(battle: Battle, units: tuple[int, ...], blocks: tuple[int, ...]) -> list[Rule]:
    """Return the rules that a model touches only the given units and does not end in a hole of the given blocks."""
    plane = battle.plane
    others = (unit.number for unit in battle.setup.units if unit.number not in units)
    strangers = [Body(model, plane.shape(model), CONTACT + SNAP) for unit in others for model in plane.models(unit)]
    standings = (plane.standings[block] for block in blocks)
    slots = (cell_shape(one, slot) for one in standings if isinstance(one, Block) for slot in holes(one))
    closed = [Body(GROUND, slot) for slot in slots]
    rules = (Rule(strangers, lambda *_: STRANGE), Rule(closed, lambda *_: HOLE))
    return [rule for rule in rules if rule.bodies]


def _slowed(mover: Mover) -> Measure | None:
    """SH-PI-10. Return the measure of a path. If the sentence is struck out, a path through difficult terrain counts
    double.

    The result is None if there is no difficult terrain.
    """
    battle, model = mover.battle, mover.model
    if not battle.setup.parts_of("difficult"):
        return None

    def count(route: Route) -> float:
        is_rough = areas_crossed(battle, "difficult", model, route.points) and not battle.holds("SH-PI-10")
        return 2 * route.length if is_rough else route.length

    is_slowed = "SH-PI-10" in battle.setup.struck  # the sentence is used only by a path through the terrain
    return Measure(count, pile_in_reach(battle), "SH-PI-10", may_exceed=is_slowed)


def best_landing(mover: Mover) -> Advance | None:
    """Path to the best place in stage two or three, or None."""
    if mover.waits:
        return None
    if mover.stage.name == ENEMY:
        return next(_at_free_enemies(mover), None)
    return nearest_contact(mover.move, _near(mover))


def landings(mover: Mover) -> Iterator[Advance]:
    """Yield places that fulfil the purpose of stage two or three: places in contact with a free enemy, or with a friend
    in contact.
    """
    if not mover.waits:
        yield from _at_free_enemies(mover) if mover.stage.name == ENEMY else contacts(mover.move, _near(mover))


def contact_of(mover: Mover) -> Advance | None:
    """Path to the place in contact with a goal that is nearest on foot, or None."""
    return nearest_contact(mover.move, _near(mover))


def _near(mover: Mover) -> Goals:
    """Goals that the mover may touch, nearest first."""
    return goals_within(mover.battle.plane, mover.model, goals_to_touch(mover), mover.move.limit)


def _at_free_enemies(mover: Mover) -> Iterator[Advance]:
    """Yield places in contact with a free enemy.

    If all of them touch units outside the combat, yield places further from those units.
    """
    limit = pile_in_reach(mover.battle) + CONTACT
    near = goals_by_gap(mover, limit)
    goals = tuple(goal for _, goal in near)
    if not may_land(mover.battle.plane, mover.terms.move, mover.model, goals, limit):
        return
    for one in (mover, *_keeping_off(mover)):
        ways = (way for way in _fit(mover, _at_enemies(one, near)) if not is_around_terrain(mover, way.place))
        first = next(ways, None)
        if first is not None:
            yield first
            yield from ways
            return


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


def does_its_duty(mover: Mover, place: Place) -> bool:
    """Whether a mover at a place touches a goal of its stage."""
    goals = tuple(goal for goal in goals_of(mover) if goal != mover.model)
    return bool(touched(mover.battle.plane, mover.body(place), goals, by_edges=mover.stage.by_edges))


def touching_a_goal(mover: Mover) -> Rule:
    """Return the rule that a mover ends in contact with a goal of its stage."""
    goals = tuple(goal for goal in goals_of(mover) if goal != mover.model)
    return touching_rule(mover.battle.plane, goals, by_edges=mover.stage.by_edges)


def goals_of(mover: Mover) -> tuple[int, ...]:
    """Goals of the stage. Under SH-R-44 `own-unit` a friend is a goal only if it belongs to the mover's own unit.

    Without standing enemies, strays return to the main body, not to each other (SH-R-77).
    """
    if not mover.stage.targets:
        return mover.terms.move.mates
    if not mover.stage.own_unit:
        return mover.stage.goals
    setup = mover.battle.setup
    unit, side = setup.unit_of[mover.model], setup.side_of(mover.model)
    return tuple(goal for goal in mover.stage.goals if setup.unit_of[goal] == unit or setup.side_of(goal) != side)


def goals_to_touch(mover: Mover) -> tuple[int, ...]:
    """Goals that the mover may touch. In a block they are only the models on the side that the mover's unit fights."""
    goals, sides = goals_of(mover), mover.terms.move.sides
    if not sides.bound:
        return goals
    return tuple(goal for goal in goals if is_at_open_side(mover.battle.plane, sides, goal))


def goals_by_gap(mover: Mover, furthest: float) -> Near:
    """Goals of the stage within `furthest` ticks, as pairs (gap in ticks, goal), nearest first."""
    shapes = mover.battle.plane.shapes
    own = shapes[mover.model]
    found = []
    for goal in goals_to_touch(mover):
        other = shapes[goal]
        far = furthest + own.reach + other.reach
        if goal != mover.model and (own.x - other.x) ** 2 + (own.y - other.y) ** 2 <= far * far:
            found.append((gap(own, other), goal))
    looked_for_named(mover.battle.plane, mover.model).at(own.x, own.y, own.reach + furthest)
    return tuple(sorted(pair for pair in found if pair[0] <= furthest))


def _fit(mover: Mover, ways: Iterator[Advance]) -> Iterator[Advance]:
    """Yield the paths that are not too long and that end clear of other units and of holes. The search has already
    applied the other rules.
    """
    rules, base, slowed = _rules_of_place(mover, mover.terms.move), mover.battle.setup.base(mover.model), _slowed(mover)
    for way in ways:
        if all(rule.holds(base, mover.model, way.place) for rule in rules) and not (
            slowed and slowed.excess(way.route)
        ):
            yield way


def _at_enemies(mover: Mover, near: Near) -> Iterator[Advance]:
    hopes = Prospects(mover.battle.plane, mover.terms.move, mover.model)
    known = hopes if hopes.is_plain(foe for _, foe in near) else None
    for _, foe in near:
        if known is None or known.hopes(foe):
            yield from _at_enemy(mover, foe, known)


def _at_enemy(mover: Mover, foe: int, hopes: Prospects | None = None) -> Iterator[Advance]:
    return (landing.way for landing in touching(mover.battle, mover.terms, mover.model, foe, hopes))
