"""Reactions that are open to the target of a charge, and the results of those reactions (WAB-RX, WAB-R-40, WAB-R-42,
WAB-R-43).
"""

from collections.abc import Sequence

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.characteristics import has_rule, living_traits, troop
from pilein.rulesets.wab.charge.arrivals import as_charger, starts_far_off
from pilein.rulesets.wab.charge.limited_moves import run_within, straight_at, wheel_within
from pilein.rulesets.wab.charge.ways import Wheel, cost_of_wheel, is_one_wheel, steps_of, wheels_to
from pilein.rulesets.wab.clearance import Surroundings, bodies_of, is_free, surroundings
from pilein.rulesets.wab.columns import is_in_column
from pilein.rulesets.wab.flight.flight import having_moved
from pilein.rulesets.wab.going import part_of, rate
from pilein.rulesets.wab.nearness import distance, is_engaged, middle
from pilein.rulesets.wab.psychology.frenzy import stands_its_ground
from pilein.rulesets.wab.sight import sees
from pilein.rulesets.wab.state import Battle, Charge
from pilein.rulesets.wab.status import Reaction
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.plane import Standing

COUNTER: Reaction = "counter"
SHOOT: Reaction = "shoot"
HOLD: Reaction = "hold"
FLEE: Reaction = "flee"
FIRE_AND_FLEE: Reaction = "fire and flee"
SHOOTING = (SHOOT, FIRE_AND_FLEE)
FLEEING = (FLEE, FIRE_AND_FLEE)
LABELS = {COUNTER: "counter-charge", SHOOT: "stand and shoot"}


def reactions(battle: Battle, table: Table, target: int) -> tuple[Reaction, ...]:
    """Reactions open to a unit: counter-charge, stand and shoot, hold, flee, or fire and flee (WAB-RX-01).

    A unit that holds stays in place and receives the charge, and so does a unit with no other reaction (WAB-RX-06).
    A fleeing unit can only flee again, and a unit in combat can only hold (WAB-R-42).
    """
    if not table.holds("WAB-RX-01"):
        return (HOLD,)
    if battle.status(target).fleeing:
        return (FLEE,)
    if is_engaged(battle, target):
        return (HOLD,)
    shoots = may_stand_and_shoot(battle, table, target)
    possible: dict[Reaction, bool] = {
        COUNTER: may_counter_charge(battle, table, target),
        SHOOT: shoots,
        HOLD: table.holds("WAB-RX-06"),
        FLEE: True,
        FIRE_AND_FLEE: shoots,
    }
    return tuple(one for one, may in possible.items() if may and not is_barred(battle, table, target, one)) or (HOLD,)


def is_barred(battle: Battle, table: Table, unit: int, reaction: Reaction) -> bool:
    """Whether a unit may not choose a reaction (WAB-RX-13).

    A fast-marching unit can declare neither a charge nor a counter-charge (WAB-FM-09). A frenzied unit can neither
    flee nor fire and flee.
    """
    if reaction == COUNTER:
        barred = battle.status(unit).move == "fast marched" and table.holds("WAB-FM-09")
    else:
        barred = reaction in FLEEING and stands_its_ground(battle, unit)
    return barred and table.holds("WAB-RX-13")


def may_stand_and_shoot(battle: Battle, table: Table, target: int) -> bool:
    """Whether a unit may stand and shoot: it needs missiles and must see the nearest charger (WAB-R-40, WAB-R-42)."""
    if not any(traits.missiles for traits in living_traits(battle, target)):
        return False
    return sees(battle, table, target, nearest_charge(battle, target).unit)


def as_measured(battle: Battle, table: Table, target: int) -> Reaction:
    """Reaction that a unit carries out after measuring. To stand and shoot, a unit needs chargers that start more than
    half of their charge move away (WAB-RX-04).

    If the chargers start nearer, the unit holds instead (WAB-R-40), and a unit that chose to fire and flee only
    flees (WAB-R-43). A counter-charge depends in the same way on the charger that the unit meets (WAB-R-38).
    """
    reaction = battle.status(target).reaction
    if reaction not in (COUNTER, *SHOOTING):
        return reaction
    charge = met_charge(battle, table, target) if reaction == COUNTER else nearest_charge(battle, target)
    if charge is None or starts_far_off(battle, table, charge):
        return reaction
    if not table.holds("WAB-RX-04"):
        return reaction
    if reaction == COUNTER:
        return COUNTER if table.rule("WAB-R-38") == "cc-any-distance" else HOLD
    if reaction == SHOOT:
        return HOLD
    return FIRE_AND_FLEE if table.rule("WAB-R-43") == "fnf-any-distance" else FLEE


def nearest_charge(battle: Battle, target: int) -> Charge:
    """Return the charge of the charger nearest to a unit. Among equally near chargers, the first in the scenario counts
    (WAB-R-37).
    """
    return _nearest(battle, [charge for charge in battle.charges if charge.target == target])


def _nearest(battle: Battle, charges: Sequence[Charge]) -> Charge:
    return min(charges, key=lambda charge: (distance(battle, charge.unit, charge.target), charge.unit))


# --- Counter-charges (WAB-RX-02, WAB-RX-03, WAB-R-38) ------------------------------------------------------------


SWIFT = ("cavalry", "light chariot")
HEAVY = "heavy chariot"
HALF = 2


def may_counter_charge(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a charged unit may choose to counter-charge. A unit in march column may not (WAB-R-50)."""
    if met_charge(battle, table, unit) is None or not can_counter_charge(battle, table, unit):
        return False
    return not is_in_column(battle, table, unit) or table.rule("WAB-R-50") == "column-may-charge"


def can_counter_charge(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit is of a kind that may counter-charge. Only cavalry and light chariots may (WAB-RX-02).

    Under `cc-any-chariot`, cataphracts never may.
    """
    able = troop(battle, unit) in SWIFT
    if able and has_rule(battle, unit, "Cataphract") and table.rule("WAB-R-38") == "cc-any-chariot":
        able = False
    return able or not table.holds("WAB-RX-02")


def met_charge(battle: Battle, table: Table, unit: int) -> Charge | None:
    """Return the charge that a unit may meet with a counter-charge, or None. If there are several, the nearest is
    returned.
    """
    charges = [charge for charge in battle.charges if charge.target == unit and may_be_met(battle, table, charge)]
    return _nearest(battle, charges) if charges else None


def may_be_met(battle: Battle, table: Table, charge: Charge) -> bool:
    """Whether a counter-charge may meet a charge. The charge must be into the front, by cavalry or light chariots in
    the arc of vision (WAB-RX-03).

    Under WAB-R-38 `cc-any-chariot`, charges by heavy chariots may be met too.
    """
    comes_head_on = charge.arc == "front" and sees(battle, table, charge.target, charge.unit)
    kind = troop(battle, charge.unit)
    if comes_head_on and (kind in SWIFT or (kind == HEAVY and table.rule("WAB-R-38") == "cc-any-chariot")):
        return True
    return not table.holds("WAB-RX-03")


@clause(Step.COUNTER_CHARGE)
def counter_charge(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-38. A counter-charger wheels to face the charger and moves half its rate. Then the charge is completed.

    Under `cc-full-rate` the counter-charger moves its full rate. If the charge is out of reach, the counter-charger
    moves only 1" and stays 1" away from enemies.
    """
    charge = met_charge(battle, table, unit)
    if charge is None or not battle.living(unit) or battle.status(unit).fleeing or battle.status(charge.unit).fleeing:
        return battle
    comes = charge.in_reach
    about = as_charger(surroundings(battle, unit)) if comes else surroundings(battle, unit)
    far = distance_of(battle, table, unit) if comes else float(INCH)
    end = met(battle, table, charge, far, about)
    parts = ("after a free wheel: WAB-R-101",) if _wheels_freely(battle.plane.standings[unit], end, table) else ()
    after = having_moved(battle, table, unit, end, "counter-charged", "WAB-RX-02", parts)
    return after.having(unit, charge="counter") if comes else after


def _wheels_freely(before: Standing, after: Standing, table: Table) -> bool:
    is_turned = isinstance(before, Block) and isinstance(after, Block) and before.facing != after.facing
    return is_turned and table.rule("WAB-R-101") == "default"


def distance_of(battle: Battle, table: Table, unit: int) -> float:
    """Length of a counter-charge in ticks."""
    full = rate(battle, table, unit)
    return full if table.rule("WAB-R-38") == "cc-full-rate" else part_of(table, full, HALF)


def met(battle: Battle, table: Table, charge: Charge, far: float, about: Surroundings) -> Standing:
    """Return the standing of the target of a charge after the target has moved straight towards the charger. The move
    ends early if the two touch.

    The ground slows the move (WAB-TE-02, WAB-TE-05), and other units stop it. The target's wheel is free, except
    under WAB-R-101 `wheel-paid`.
    """
    unit, standing = charge.target, battle.plane.standings[charge.target]
    wheel = wheel_to_face(battle, unit, charge.unit, about)
    if wheel is not None and isinstance(standing, Block):
        if table.rule("WAB-R-101") == "wheel-paid":
            wheel = wheel_within(battle, table, unit, wheel, far, about)
            far = max(0.0, far - cost_of_wheel(battle, table, unit, standing, wheel))
        standing = wheel.block
    return run_within(battle, table, unit, standing, straight_at(battle, standing, charge.unit), far, about)


def wheel_to_face(battle: Battle, unit: int, foe: int, about: Surroundings) -> Wheel | None:
    """Return the wheel that turns a block to face the centre of an enemy.

    The result is None if the block already faces the enemy, or if it has no room during the wheel or at the end of it.
    """
    standing = battle.plane.standings[unit]
    if not isinstance(standing, Block):
        return None
    for wheel in wheels_to(standing, middle(battle, foe), 0.5):
        swept = [body for step in steps_of(standing, wheel) for body in bodies_of(battle, step)]
        if is_one_wheel(battle, wheel) and is_free(swept, about):
            return wheel if wheel.turn else None
    return None
