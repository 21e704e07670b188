"""Rules for answering a charge: reaction, measuring, tests, shots and flights (WAB-CH-03, WAB-RX, WAB-R-35)."""

from msgspec.structs import replace

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import is_in_reach
from pilein.rulesets.wab.charge.choice import charge_at, targets_of
from pilein.rulesets.wab.charge.reactions import (
    FIRE_AND_FLEE,
    FLEE,
    FLEEING,
    LABELS,
    SHOOT,
    SHOOTING,
    as_measured,
    nearest_charge,
    reactions,
)
from pilein.rulesets.wab.movement_events import Measured, Reacted, ReactionChanged, Redirected
from pilein.rulesets.wab.psychology.panic import tests_of_charged
from pilein.rulesets.wab.state import NOBODY, Battle, Charge, Rout
from pilein.rulesets.wab.steps import Step, clause


@clause(Step.ANSWER_CHARGE)
def answer_charge(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-35. The reaction is declared first, followed by measuring, the target's tests, and shots and flights.

    Under `test-before-reaction`, measuring and tests come first.
    """
    steps = [Step.REACT, Step.MEASURE]
    if len(reactions(battle, table, target)) > 1 and table.rule("WAB-R-35") == "test-before-reaction":
        steps.reverse()
    for step in steps:
        table.then(step, target)
    table.then(Step.CARRY_OUT, target)
    return battle


@clause(Step.REACT, "WAB-CH-03")
def react(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-CH-03. After a charge is declared, the target's owner declares a reaction."""
    name = battle.unit(target).name
    options = reactions(battle, table, target)
    chargers = " and ".join(battle.unit(charge.unit).name for charge in charges_at(battle, target))
    words = f"{name}: how do they react to the charge of {chargers}?"
    labels = tuple(LABELS.get(one, one) for one in options)
    reaction = table.choose(OneOf(battle.side(target), "WAB-RX-01", words, options, labels, target))
    table.tell(Reacted(unit=name, reaction=LABELS.get(reaction, reaction), clause="WAB-RX-01"))
    return battle.having(target, reaction=reaction)


@clause(Step.MEASURE)
def measure(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-35. Measuring shows which chargers are in reach, and the target then tests for fear or terror and for
    panic.
    """
    measured = tuple(_measured(battle, table, charge, target) for charge in battle.charges)
    after = battle.changed(charges=measured)
    tests_of_charged(after, table, target)
    return after


@clause(Step.CARRY_OUT)
def carry_out(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-35. As the last part of a charge reaction, units shoot or flee. A failed test turns the reaction into
    flight.
    """
    foe = nearest_charge(battle, target).unit
    if any(rout.unit == target for rout in battle.routs):
        table.then(Step.FLEE_AT_ONCE)
        table.then(Step.REDIRECT_CHARGES, target)
        return battle.having(target, reaction=FLEE)
    reaction = as_measured(battle, table, target)
    if reaction != battle.status(target).reaction:
        table.tell(ReactionChanged(unit=battle.unit(target).name, reaction=reaction, clause="WAB-RX-04"))
    if reaction in DEEDS:
        table.then(DEEDS[reaction], target, foe)
    if reaction in SHOOTING:
        table.then(Step.FLIGHTS)
    if reaction in FLEEING:
        table.then(Step.REDIRECT_CHARGES, target)
    return battle.having(target, reaction=reaction)


@clause(Step.FLEE_FROM_CHARGE, "WAB-RX-07")
def flee_from_charge(battle: Battle, table: Table, unit: int, charger: int) -> Battle:
    """WAB-RX-07. Flee: the unit becomes a fleeing unit. A unit that is already fleeing flees again (WAB-R-42)."""
    if battle.status(unit).fleeing:
        battle = battle.routing(Rout(unit, charger))
    else:
        table.then(Step.TAKE_FLIGHT, unit, charger, 0, "WAB-RX-07")
    table.then(Step.FLEE_AT_ONCE)
    return battle


@clause(Step.FLEE_AT_ONCE, "WAB-RX-08")
def flee_at_once(battle: Battle, table: Table) -> Battle:
    """WAB-RX-08. A unit that flees as a reaction immediately moves its flee distance away from the chargers."""
    table.then(Step.FLIGHTS)
    return battle


@clause(Step.REDIRECT_CHARGES)
def redirect_charges(battle: Battle, table: Table, target: int) -> Battle:
    """WAB-R-37. Charges against a unit that fled continue. Under `redirect` they may be redirected to another enemy."""
    for charge in charges_at(battle, target):
        if others_in_reach(battle, table, charge) and table.rule("WAB-R-37") == "redirect":
            table.then(Step.REDIRECT, charge.unit, target)
    return battle


@clause(Step.REDIRECT)
def redirect(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-R-37 `redirect`. A charger whose target fled may charge another enemy in reach.

    Before the new charge, the charger takes any fear or terror test that it needs (WAB-FE-05, WAB-TR-01). The new
    target then chooses its reaction.
    """
    old = next(charge for charge in battle.charges if charge.unit == unit)
    others = others_in_reach(battle, table, old)
    labels = (f"go on at {battle.unit(target).name}", *(battle.unit(other).name for other in others))
    words = f"{battle.unit(unit).name}: charge which unit?"
    chosen = table.choose(OneOf(battle.side(unit), "WAB-CH-03", words, (NOBODY, *others), labels, unit))
    if chosen == NOBODY:
        return battle
    names = {"unit": battle.unit(unit).name, "target": battle.unit(chosen).name}
    table.tell(Redirected(**names, clause="WAB-CH-03"))
    rest = tuple(charge for charge in battle.charges if charge.unit != unit)
    table.then(Step.DARE, unit, chosen)
    table.then(Step.DECLARE, chosen, unit)
    return battle.changed(charges=rest)


def others_in_reach(battle: Battle, table: Table, charge: Charge) -> tuple[int, ...]:
    """Enemies to which a charge could be redirected, because they are in reach, not in combat, and not yet charged."""
    if battle.status(charge.unit).fleeing or not battle.lives(charge.unit):
        return ()
    others = (other for other in targets_of(battle, table, charge.unit) if other != charge.target)
    return tuple(one for one in others if is_in_reach(battle, table, charge_at(battle, table, charge.unit, one)))


def charges_at(battle: Battle, target: int) -> tuple[Charge, ...]:
    """Return the charges declared against a unit."""
    return tuple(charge for charge in battle.charges if charge.target == target)


DEEDS = {SHOOT: Step.STAND_AND_SHOOT, FIRE_AND_FLEE: Step.FIRE_AND_FLEE, FLEE: Step.FLEE_FROM_CHARGE}


def _measured(battle: Battle, table: Table, charge: Charge, target: int) -> Charge:
    if charge.target != target:
        return charge
    in_reach = is_in_reach(battle, table, charge)
    names = {"unit": battle.unit(charge.unit).name, "target": battle.unit(target).name}
    table.tell(Measured(**names, in_reach=in_reach, clause="WAB-CH-04"))
    return replace(charge, in_reach=in_reach)
