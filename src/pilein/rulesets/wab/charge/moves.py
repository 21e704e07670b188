"""Charge moves of chargers and counter-chargers (WAB-CH-05, WAB-CH-08, WAB-R-36, WAB-R-41)."""

from pilein.geometry.blocks import Block
from pilein.geometry.shapes import distance
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import arrival, charge_reach
from pilein.rulesets.wab.charge.limited_moves import run_within, straight_at, wheel_within
from pilein.rulesets.wab.charge.loose_charge import closed_up_to
from pilein.rulesets.wab.charge.places import chosen_place
from pilein.rulesets.wab.charge.ways import Wheel, charge_wheels, cost_of_wheel
from pilein.rulesets.wab.clearance import surroundings
from pilein.rulesets.wab.combat_events import RanDown
from pilein.rulesets.wab.flight.flight import having_moved
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.nearness import foes, middle
from pilein.rulesets.wab.psychology.friends_lost import has_general, near_friends_lost
from pilein.rulesets.wab.psychology.panic import AFTER_COMBAT
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import NOBODY, Assault, Battle, Charge
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Loose, Standing


@clause(Step.MOVE_CHARGERS, "WAB-CH-08")
def move_chargers(battle: Battle, table: Table) -> Battle:
    """WAB-CH-08. Chargers move in the fourth step. A counter-charger moves before the units that charge it."""
    met: list[int] = []
    for charge in in_order(battle, table):
        if charge.target not in met and battle.status(charge.target).reaction == "counter":
            table.then(Step.COUNTER_CHARGE, charge.target)
        met.append(charge.target)
        table.then(Step.MOVE_CHARGER, charge.unit)
    return battle


def in_order(battle: Battle, table: Table) -> tuple[Charge, ...]:
    """Return the charges in the order in which the chargers move. Among chargers of the same enemy, blocks move before
    loose models (WAB-R-98). Under `as-declared` the chargers move in the order in which their charges were declared.
    """
    targets = [charge.target for charge in battle.charges]
    standings = battle.plane.standings

    def place(charge: Charge) -> tuple[int, bool]:
        return targets.index(charge.target), isinstance(standings[charge.unit], Loose)

    declared = tuple(sorted(battle.charges, key=lambda charge: targets.index(charge.target)))
    ordered = tuple(sorted(declared, key=place))
    return declared if ordered != declared and table.rule("WAB-R-98") == "as-declared" else ordered


@clause(Step.MOVE_CHARGER)
def move_charger(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-36. A charger moves into contact, with as many models on both sides as possible, or its charge fails."""
    charge = next(one for one in battle.charges if one.unit == unit)
    battle = battle.changed(charges=tuple(one for one in battle.charges if one != charge))
    if not battle.living(unit) or battle.status(unit).fleeing:
        return battle
    end = end_of(battle, table, charge)
    if end is None:
        return closed_up_to_chargers(failed_charge(battle, table, charge), table, charge.target)
    after = having_moved(battle, table, unit, end, "charged", "WAB-CH-04").having(unit, charge="charged")
    if is_caught(battle, charge.target) and table.rule("WAB-R-41") == "caught-now":
        table.then(Step.RUN_DOWN, charge.target)
    after = after.changed(assaults=(*battle.assaults, *assaults_of(battle, after, table, charge)))
    return closed_up_to_chargers(after, table, charge.target)


def closed_up_to_chargers(battle: Battle, table: Table, target: int) -> Battle:
    """Let a charged unit of loose models close up to the last charger (WAB-R-99 `close-up`).

    By default a unit that holds stays in place (WAB-RX-06). Under `close-up` its owner may bring as many models as
    possible into contact, moving each model no further than the unit's normal rate.
    """
    is_last = all(charge.target != target for charge in battle.charges)
    touched = foes(battle, target)
    if not is_last or not touched or battle.status(target).fleeing:
        return battle
    before = battle.plane.standings[target]
    if not isinstance(before, Loose) or table.rule("WAB-R-99") != "close-up":
        return battle
    end = closed_up_to(battle, table, target, touched, rate(battle, table, target))
    words = f"{battle.unit(target).name}: close up to the enemies that have charged?"
    if end is None or not table.choose(yes_or_no(battle.side(target), "WAB-RX-06", words, about=target)):
        return battle
    far = max(distance((a.x, a.y), (b.x, b.y)) for a, b in zip(before.places, end.places, strict=True)) / INCH
    parts = (f'the furthest by {far:.2f}": WAB-R-99',)
    return having_moved(battle, table, target, end, "closed up", "WAB-RX-06", parts)


def assaults_of(before: Battle, after: Battle, table: Table, charge: Charge) -> tuple[Assault, ...]:
    """Flank and rear attacks that result from a charge. The side of the target that is struck was decided by the
    declaration. For any other enemy, the charger's initial place decides.
    """
    found = []
    for foe in foes(after, charge.unit):
        arc = charge.arc if foe == charge.target else struck_arc(before, table, charge.unit, foe)
        if arc != "front" and foe not in foes(before, charge.unit):
            found.append(Assault(charge.unit, foe, arc))
    return tuple(found)


def end_of(battle: Battle, table: Table, charge: Charge) -> Standing | None:
    """Return the pose of a charger at the end of its charge, or None if the target is out of reach or gets out of
    reach, for example by fleeing (WAB-R-41).
    """
    if not charge.in_reach or not battle.living(charge.target):
        return None
    if charge.target in foes(battle, charge.unit):
        return battle.plane.standings[charge.unit]
    if isinstance(battle.plane.standings[charge.unit], Block):
        return chosen_place(battle, table, charge)
    return arrival(battle, table, charge, charge_reach(battle, table, charge.unit))


def is_caught(battle: Battle, target: int) -> bool:
    """Whether a unit is still fleeing when chargers reach it and is destroyed before it can strike (WAB-R-41)."""
    return battle.status(target).fleeing


@clause(Step.RUN_DOWN)
def run_down(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-41 `caught-now`. A fleeing unit reached by chargers is removed immediately, and friends near it take a
    panic test.
    """
    table.tell(RanDown(unit=battle.unit(unit).name, clause="WAB-CH-05"))
    for friend in near_friends_lost(battle, table, (unit,)):
        table.then(Step.PANIC_TEST, friend, AFTER_COMBAT, NOBODY, 0)
    if has_general(battle, unit):
        table.then(Step.ANSWER_AT_ONCE)
    table.then(Step.FLIGHTS)
    return battle.on(battle.plane.without(frozenset(battle.plane.models(unit))))


def failed_charge(battle: Battle, table: Table, charge: Charge) -> Battle:
    """Make the move of a failed charge, at the normal rate (WAB-CH-05).

    The unit wheels towards its target as far as its movement, the ground and obstacles allow. It then moves straight
    ahead and stops 1" from enemies (WAB-R-36).
    """
    if not table.holds("WAB-CH-05"):
        return battle
    unit, left = charge.unit, float(rate(battle, table, charge.unit))
    standing, about = battle.plane.standings[unit], surroundings(battle, unit)
    aimed = _aimed(battle, charge)
    if aimed is not None and isinstance(standing, Block):
        wheel = wheel_within(battle, table, unit, aimed, left, about)
        left = max(0.0, left - cost_of_wheel(battle, table, unit, standing, wheel))
        standing = wheel.block
    end = run_within(battle, table, unit, standing, straight_at(battle, standing, charge.target), left, about)
    return having_moved(battle, table, unit, end, "failed their charge and moved", "WAB-CH-05")


def _aimed(battle: Battle, charge: Charge) -> Wheel | None:
    """Return the wheel that lines a block up with the middle of its target, or None if there is no such wheel."""
    block = battle.plane.standings[charge.unit]
    if not isinstance(block, Block) or not battle.living(charge.target):
        return None
    return next(charge_wheels(battle, block, middle(battle, charge.target), 0.5), None)
