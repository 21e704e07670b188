"""Ld checks: they decide whether defending units fight on or break (WS-LD, WS-CY-03)."""

from pilein.dice import AnyPass, Test
from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.ending import is_over
from pilein.rulesets.warstrike.engaged import enemies_near
from pilein.rulesets.warstrike.events import FoughtOn, LdTested, LeftCombat
from pilein.rulesets.warstrike.state import NOBODY, Battle
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.suppression import after_passing


@clause(Step.CHECK_LEADERSHIPS, "WS-CY-03")
def check_leaderships(battle: Battle, table: Table) -> Battle:
    """WS-CY-03. After the attacking units have acted, the Ld of each defending unit is tested, in the order that the
    defender chooses (WS-R-60).

    WS-R-47. If no unit is near an enemy any more, no unit tests. Under WS-R-35 `both-test` the attackers test after
    the defenders.
    """
    if battle.fight is None or is_over(battle, table):
        return battle
    units = _in_order(battle, table, 1 - battle.combat.attacker)
    if table.rule("WS-R-35") == "both-test":
        units += _in_order(battle, table, battle.combat.attacker)
    for unit in units:
        table.then(Step.TAKE_CHECK, unit)
    return battle


def _in_order(battle: Battle, table: Table, side: int) -> tuple[int, ...]:
    units = battle.fighters(side)
    if len(units) <= 1:
        return units
    names = tuple(map(battle.name, units))
    words = "the order in which units take their Ld checks"
    order: tuple[int, ...] = table.choose(Several(side, "WS-LD-01", words, units, len(units), len(units), names))
    return order


@clause(Step.TAKE_CHECK, "WS-LD-01")
def take_check(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-LD-01. A unit in the combat must take a Ld check, unless no enemy is near it any more (WS-R-48)."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    if not enemies_near(battle, table, unit) and table.rule("WS-R-48") != "tests":
        return battle if unit in battle.attackers else _leaving(battle, table, unit)
    check = check_of(battle, table, unit)
    passed = table.roll(check)
    if is_thrown(check):
        battle = battle.stirring()
    table.tell(LdTested(unit=battle.name(unit), passed=passed, clause="WS-LD-01"))
    table.then(Step.FIGHT_ON if passed else Step.FALL_BACK, unit)
    return battle


@clause(Step.FIGHT_ON, "WS-LD-03")
def fight_on(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-LD-03. A unit that passes fights on, and loses no markers (WS-SU-02)."""
    table.tell(FoughtOn(unit=battle.name(unit), clause="WS-LD-03"))
    return after_passing(battle, table, unit)


def _leaving(battle: Battle, table: Table, unit: int) -> Battle:
    table.tell(LeftCombat(unit=battle.name(unit), clause="WS-LD-01"))
    return battle.fighting(units=tuple(other for other in battle.combat.units if other != unit))


# --- The Ld check: one die of Nv or less is enough (WS-R-03) -----------------------------------------------------


DICE = 2  # WS-R-03 `2d6-under`
SURELY = AnyPass(1, 6, label="Ld")
NEVER = AnyPass(0, 0, label="Ld")
Check = AnyPass | Test


def check_of(battle: Battle, table: Table, unit: int) -> Check:
    """Ld check of a unit. It rolls Ld dice, or one fewer without a leader, and passes if at least one die does not
    exceed its Nv (WS-R-03).

    Every marker after the first reduces Nv, and under `every-marker` the first does too. Under `zero-auto` a unit
    without markers passes. Under `2d6-under` the unit must roll under its Ld on 2D6.
    """
    traits, status = battle.unit_traits(unit), battle.status(unit)
    leaderless = table.number("WS-LD-01.leaderless") if status.leader == NOBODY else 0
    reading = table.rule("WS-R-03")
    if reading == "zero-auto" and not status.markers:
        return SURELY
    later = max(0, status.markers - (reading != "every-marker")) * table.number("WS-LD-01.marker")
    if reading == "2d6-under":
        return _two_dice(traits.Ld - later - leaderless)
    return AnyPass(max(0, traits.Ld - leaderless), max(0, traits.Nv - later), label="Ld")


def is_thrown(check: Check) -> bool:
    """Whether a check must be rolled for."""
    return not isinstance(check, AnyPass) or check.is_thrown


def _two_dice(need: int) -> Check:
    if need < DICE:
        return NEVER
    return SURELY if need >= DICE * 6 else Test(need, DICE, label="Ld")
