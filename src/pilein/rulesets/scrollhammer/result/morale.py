"""Morale checks of units that lost a combat (SH-MO, SH-MU-07)."""

from msgspec.structs import replace

from pilein.dice import Test
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import kinds_able, weapons_to_fight_with
from pilein.rulesets.scrollhammer.characteristics import leadership, traits_present
from pilein.rulesets.scrollhammer.combat_events import Broke, Held
from pilein.rulesets.scrollhammer.combats import standing_units
from pilein.rulesets.scrollhammer.contact import foes_of_the_round
from pilein.rulesets.scrollhammer.hitting import (
    CANNOT,
    meets_cavalry,
    rends,
    score_to_wound,
    strength_of_attack,
    toughness_of_unit,
)
from pilein.rulesets.scrollhammer.initiative import strikes_at
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause

LEAST_OF_TWO = 2  # the lowest total of two dice
SHIFTS = {"off-dice": ", dice less", "on-dice": ", dice plus"}  # SH-R-65


@clause(Step.CHECK_LOSERS, "SH-MU-07")
def check_losers(battle: Battle, table: Table, loser: int, margin: int) -> Battle:
    """SH-MU-07. Every unit on the losing side checks Morale, with the same penalty."""
    units = standing_units(battle, loser)
    for unit in in_order(battle, table, units, "SH-MU-07", "the order in which losing units check Morale"):
        table.then(Step.CHECK, unit, margin)
    return battle


def in_order(battle: Battle, table: Table, units: tuple[int, ...], clause_id: str, words: str) -> tuple[int, ...]:
    """Ask the active side to order simultaneous events for several units (SH-R-03)."""
    if len(units) <= 1:
        return units
    names = tuple(battle.unit(unit).name for unit in units)
    order: tuple[int, ...] = table.choose(
        Several(battle.active, clause_id, words, units, len(units), len(units), names)
    )
    return order


@clause(Step.CHECK, "SH-MO-01")
def check(battle: Battle, table: Table, unit: int, margin: int) -> Battle:
    """SH-MO-01. A unit that lost the combat takes a Morale check.

    A unit locked with an enemy that it cannot hurt may choose to fail the check (SH-MO-06).
    """
    may_fail = cannot_hurt(battle, table, unit) and table.holds("SH-MO-06")
    if may_fail and table.choose(_on_purpose(battle, unit)):
        table.then(Step.GIVE_WAY, unit, margin, 1)
        return battle
    if table.roll(_check_of(battle, table, unit, margin)):
        table.then(Step.STAND_FIRM, unit, margin)
    else:
        table.then(Step.GIVE_WAY, unit, margin, 0)
    return battle


def _check_of(battle: Battle, table: Table, unit: int, margin: int) -> Test:
    leader = leadership(battle, table, unit)
    test = replace(morale_test(table, leader, 0 if is_stubborn(battle, unit) else margin), by=battle.unit(unit).name)
    return replace(test, why=f"{test.why}, Stubborn: no penalty") if is_stubborn(battle, unit) else test


def morale_test(table: Table, leader: int, margin: int) -> Test:
    """Morale check on 2D6 against Leadership minus the margin of defeat (SH-MO-02), or as SH-R-65 prescribes.

    By default a natural double 1 always passes (SH-MO-05, SH-R-66). Under `on-dice` the margin modifies the dice, so
    a double 1 does not pass automatically.
    """
    reading = table.rule("SH-R-65")
    penalty = margin * table.number("SH-MO-02") if margin and table.holds("SH-MO-02") else 0
    need = leader + penalty if reading == "off-dice" else leader - penalty
    double_one = reading != "on-dice" and table.holds("SH-MO-05")
    why = f"Leadership {leader}{SHIFTS.get(reading, ', less')} {penalty}" if penalty else f"Leadership {leader}"
    if double_one and need < LEAST_OF_TWO:
        why += ", a double 1 always passes"
    return Test(need, double_one=double_one, label="morale", why=why)


def is_stubborn(battle: Battle, unit: int) -> bool:
    """Whether a unit takes Morale checks without the penalty because one of its models is Stubborn."""
    return any(traits.has("Stubborn") for traits in traits_present(battle, unit))


@clause(Step.STAND_FIRM, "SH-MO-03")
def stand_firm(battle: Battle, table: Table, unit: int, margin: int) -> Battle:
    """SH-MO-03. A unit that passes its check stays, and the defeat has no further effect."""
    table.tell(Held(unit=battle.unit(unit).name, margin=margin, clause="SH-MO-03"))
    return battle


@clause(Step.GIVE_WAY, "SH-MO-04")
def give_way(battle: Battle, table: Table, unit: int, margin: int, by_choice: int) -> Battle:
    """SH-MO-04. A unit that fails its check leaves the fight and falls back."""
    table.tell(Broke(unit=battle.unit(unit).name, margin=margin, by_choice=bool(by_choice), clause="SH-MO-04"))
    broken = tuple(sorted((*battle.combat.aftermath.broken, unit)))
    return battle.fighting(aftermath=replace(battle.combat.aftermath, broken=broken)).having(unit, falling_back=True)


def cannot_hurt(battle: Battle, table: Table, unit: int) -> bool:
    """Whether no attack of a unit can wound any enemy unit locked with it. Under `one-suffices`, it is enough that one
    of the enemy units cannot be wounded (SH-R-68).
    """
    foes = foes_of_the_round(battle, unit)
    unhurt = [foe for foe in foes if not can_hurt(battle, table, unit, foe)]
    if not unhurt:
        return False
    return len(unhurt) == len(foes) or table.rule("SH-R-68") == "one-suffices"


def can_hurt(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Whether any living model of a unit has an attack that can wound an enemy unit."""
    toughness = toughness_of_unit(battle, table, foe)
    able = [kind for kind in kinds_able(battle, table, unit) if strikes_at(battle, table, kind)]
    for kind in able:
        weapons = weapons_to_fight_with(battle.traits(kind), battle.status(unit), table)
        if any(_wounds(battle, table, kind, weapon, foe, toughness) for weapon in weapons):
            return True
    return bool(able) and table.rule("SH-R-53") == "six-wounds"


def _on_purpose(battle: Battle, unit: int) -> OneOf:
    return yes_or_no(battle.side(unit), "SH-MO-06", f"{battle.unit(unit).name}: fail the Morale check on purpose?")


def _wounds(battle: Battle, table: Table, kind: int, weapon: Weapon, foe: int, toughness: int) -> bool:
    traits = battle.traits(kind)
    status = battle.status(battle.setup.kinds[kind].unit)
    strength = strength_of_attack(table, traits, status, weapon, mounted_foe=meets_cavalry(battle, foe))
    return score_to_wound(table, strength, toughness) != CANNOT or rends(traits, weapon)
