"""Charge reactions: to flee or to hold (SH-RE-01 to SH-RE-05, SH-RE-07)."""

from pilein.dice import Test, Total
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership, living_traits
from pilein.rulesets.scrollhammer.charge_events import (
    CounterAttacked,
    Fled,
    LeadershipTested,
    ReceivedCharge,
    RegroupedWhenCharged,
    Scattered,
)
from pilein.rulesets.scrollhammer.contact import is_locked, locked_with
from pilein.rulesets.scrollhammer.nearness import foes_by_gap
from pilein.rulesets.scrollhammer.state import Battle, Charge
from pilein.rulesets.scrollhammer.steps import Step, clause

FLEE, HOLD = "flee", "hold"
STEADFAST = "Never Flees"  # special rule of the model itself


@clause(Step.REACT, "SH-RE-01")
def react(battle: Battle, table: Table, target: int) -> Battle:
    """SH-RE-01. A target that is neither locked nor falling back must choose a charge reaction."""
    if battle.charge is None or not battle.living(battle.charge.unit) or not battle.living(target):
        return battle
    if _makes_no_reaction(battle, table, target):
        return battle
    name = battle.unit(target).name
    options = _reactions_open(battle, table, target)
    reaction = table.choose(OneOf(battle.side(target), "SH-RE-02", f"{name}: which reaction?", options))
    table.then(Step.FLEE if reaction == FLEE else Step.HOLD, target)
    return battle.having(target, reacted=True)


def _makes_no_reaction(battle: Battle, table: Table, target: int) -> bool:
    """Whether a target makes no reaction because it is locked or already falling back (SH-RE-07, SH-R-13)."""
    status = battle.status(target)
    is_past_it = is_locked(battle, target) or status.falling_back
    if not is_past_it and status.reacted:
        is_past_it = table.rule("SH-R-13") == "react-once"
    return is_past_it and table.holds("SH-RE-07")


def _reactions_open(battle: Battle, table: Table, target: int) -> tuple[str, ...]:
    """Return the charge reactions open to a target. It may hold or flee (SH-RE-02), but some units may not flee
    (SH-R-17).
    """
    if any(traits.has(STEADFAST) for traits in living_traits(battle, target)):
        return (HOLD,)
    if battle.status(target).gone_to_ground and table.rule("SH-R-17") == "default":
        return (HOLD,)
    return (HOLD, FLEE) if table.holds("SH-RE-02") else (HOLD,)


@clause(Step.FLEE, "SH-RE-03")
def flee(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-RE-03. A unit that flees falls back D6" immediately."""
    distance: int = table.roll(Total(table.number("SH-RE-03"), label="flee"))
    table.tell(Fled(unit=battle.unit(unit).name, inches=distance, clause="SH-RE-03"))
    table.then(Step.FALL_BACK, unit, distance, 0)
    return battle.having(unit, reaction=FLEE, falling_back=True)


@clause(Step.HOLD, "SH-RE-05")
def hold(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-RE-05. A unit that holds stays in place and receives the charge."""
    table.tell(ReceivedCharge(unit=battle.unit(unit).name, clause="SH-RE-05"))
    table.then(Step.STAND_AND_SHOOT, unit)
    return battle.having(unit, reaction=HOLD)


# --- Units that are falling back when a charge reaches them (SH-R-15) --------------------------------------------


@clause(Step.REGROUP_WHEN_CHARGED)
def regroup_when_charged(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-15. A target that is falling back when the charge proves to be in range tests Leadership to regroup.

    A target that fails is destroyed. Under `fight` it fights without a test. Under `ride-down` it is destroyed as
    soon as the charger has completed its move.
    """
    if battle.charge is None or not battle.status(target).falling_back or not battle.living(target):
        return battle
    reading = table.rule("SH-R-15")
    if reading == "fight":
        return battle
    if reading == "ride-down":
        return battle.charging(ridden=(*battle.charge.ridden, target))
    need = leadership(battle, table, target)
    passed: bool = table.roll(Test(need, label="regroup"))
    name = battle.unit(target).name
    table.tell(LeadershipTested(unit=name, purpose="regroup", leadership=need, passed=passed, clause="SH-RE-04"))
    if not passed:
        return scattered(battle, table, target)
    table.tell(RegroupedWhenCharged(unit=name, clause="SH-RE-04"))
    return battle.having(target, falling_back=False, reaction="none")


@clause(Step.RIDE_DOWN)
def ride_down(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-15 `ride-down`. Once the charger has completed its move, targets that were falling back are destroyed."""
    if battle.charge is None or target not in battle.charge.ridden or not battle.living(target):
        return battle
    return scattered(battle, table, target)


def scattered(battle: Battle, table: Table, unit: int) -> Battle:
    """Return the battle without a unit that was caught while falling back."""
    models = battle.plane.models(unit)
    name = battle.unit(unit).name
    table.tell(Scattered(unit=name, count=len(models), models=models, clause="SH-RE-04"))
    return battle.on(battle.plane.without(frozenset(models)))


# --- Counter-Attacks of skirmishers charged through difficult ground (SH-TE-03, SH-MC-03) ------------------------


ALWAYS_FAILS = 6


@clause(Step.COUNTER_ATTACK, "SH-TE-03")
def counter_attack(battle: Battle, table: Table, target: int) -> Battle:
    """SH-TE-03. A Skirmish unit charged through difficult ground may attempt to Counter-Attack (SH-R-33)."""
    if not _may_attempt(battle, table, target):
        return battle
    name = battle.unit(target).name
    if not table.choose(yes_or_no(battle.side(target), "SH-TE-03", f"{name}: try to counter-attack?")):
        return battle
    if not _is_passed(battle, table, target):
        return battle
    table.tell(CounterAttacked(unit=name, clause="SH-TE-03"))
    return battle.having(target, counter_attacked=True)


def becomes_locked(battle: Battle, table: Table, target: int) -> bool:
    """Whether a named target becomes locked. A target that no charging model touches does not (SH-MC-03)."""
    assert battle.charge is not None
    return battle.charge.unit in locked_with(battle, target) or not table.holds("SH-MC-03")


def _may_attempt(battle: Battle, table: Table, target: int) -> bool:
    """Whether a target skirmishes, was charged through difficult ground, and was not already locked (SH-R-33)."""
    charge = battle.charge
    if charge is None or battle.unit(target).formation != "skirmish" or not battle.living(target):
        return False
    was_locked = any(foe != charge.unit for foe in locked_with(battle, target))
    is_charged = _is_charged_through_difficult(battle, charge, target)
    return is_charged and not was_locked and becomes_locked(battle, table, target)


def _is_charged_through_difficult(battle: Battle, charge: Charge, target: int) -> bool:
    """Whether a charging model went through difficult ground to reach this target.

    With several targets, a model charges the target that it touches or, if it touches none, the nearest target.
    """
    if not charge.crossed or len(charge.targets) == 1:
        return bool(charge.crossed)
    living = battle.plane.models(charge.unit)
    return any(_has_charged(battle, model, charge.targets, target) for model in charge.crossed if model in living)


def _has_charged(battle: Battle, model: int, targets: tuple[int, ...], target: int) -> bool:
    gaps = foes_by_gap(battle, model, targets)
    return any(away <= gaps[0][0] + CONTACT and battle.setup.unit_of[foe] == target for away, foe in gaps)


def _is_passed(battle: Battle, table: Table, target: int) -> bool:
    """Whether a Counter-Attack succeeds, decided by an unmodified Leadership test (SH-R-33).

    Under `automatic` it always succeeds. Under `initiative-test` it succeeds if a D6 does not exceed Initiative, and
    fails on a 6.
    """
    reading = table.rule("SH-R-33")
    if reading == "automatic":
        return True
    if reading == "initiative-test":
        initiative = max(traits.I for traits in living_traits(battle, target))
        passed: bool = table.roll(
            Test(min(initiative, ALWAYS_FAILS - 1), dice=1, label="counter-attack", by=battle.unit(target).name)
        )
        return passed
    need = leadership(battle, table, target)
    passed = table.roll(Test(need, label="counter-attack"))
    name = battle.unit(target).name
    event = LeadershipTested(unit=name, purpose="counter-attack", leadership=need, passed=passed, clause="SH-TE-03")
    table.tell(event)
    return passed
