"""Morale: units that lost a combat check whether they hold (SH-MO, SH-MU-07)."""

from pilein.dice import Test
from pilein.kernel.requests import OneOf, Several, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership, traits_present
from pilein.rulesets.scrollhammer.events.result import Broke, Held
from pilein.rulesets.scrollhammer.result.bonuses import standing_units
from pilein.rulesets.scrollhammer.result.harmless import cannot_hurt
from pilein.rulesets.scrollhammer.rulebook import clause, says
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.CHECK_LOSERS, "SH-MU-07")
def check_losers(battle: Battle, table: Table, loser: int, margin: int) -> Battle:
    """SH-MU-07. Every unit of the losing side checks Morale, all with the same penalty."""
    units = standing_units(battle, loser)
    for unit in in_order(battle, table, units, "SH-MU-07", "the order in which losing units check Morale"):
        table.then(Step.CHECK, unit, margin)
    return battle


def in_order(battle: Battle, table: Table, units: tuple[int, ...], clause_id: str, words: str) -> tuple[int, ...]:
    """SH-R-03. The active side orders what happens to several units at once."""
    if len(units) <= 1:
        return units
    names = tuple(battle.unit(unit).name for unit in units)
    order: tuple[int, ...] = table.choose(
        Several(battle.active, clause_id, words, units, len(units), len(units), names)
    )
    return order


@clause(Step.CHECK, "SH-MO-01")
def check(battle: Battle, table: Table, unit: int, margin: int) -> Battle:
    """SH-MO-01. A unit that lost the combat takes a Morale check, unless it chooses to fail it."""
    if may_fail_on_purpose(battle, table, unit) and table.choose(_on_purpose(battle, unit)):
        table.then(Step.GIVE_WAY, unit, margin, 1)
        return battle
    penalty = 0 if is_stubborn(battle, unit) else margin
    if table.roll(morale_test(leadership(battle, table, unit), penalty, table.rule("SH-R-65"))):
        table.then(Step.STAND_FIRM, unit, margin)
    else:
        table.then(Step.GIVE_WAY, unit, margin, 0)
    return battle


def morale_test(leader: int, margin: int, reading: str = "default") -> Test:
    """The check on 2D6: Leadership less the margin, or whatever SH-R-65 makes of it.

    Under `on-dice` the dice are what is changed, so that a double 1 is no longer one.
    """
    need = penalised(leader, margin, reading)
    return Test(need, double_one=is_heroic() and reading != "on-dice", label="morale")


def is_stubborn(battle: Battle, unit: int) -> bool:
    """Stubborn: a unit with such a model takes its Morale checks without the penalty for losing."""
    return any(traits.has("Stubborn") for traits in traits_present(battle, unit))


@says("SH-MO-02", without=lambda leader, _margin, _reading: leader)
def penalised(leader: int, margin: int, reading: str) -> int:
    """SH-MO-02. The check is penalised by the margin: what 2D6 must not exceed (SH-R-65)."""
    return leader + margin if reading == "off-dice" else leader - margin


@says("SH-MO-05", without=False)
def is_heroic() -> bool:
    """SH-MO-05. As the Morale chapter has it: a natural double 1 always passes (SH-R-66)."""
    return True


@says("SH-MO-06", without=False)
def may_fail_on_purpose(battle: Battle, table: Table, unit: int) -> bool:
    """SH-MO-06. A unit locked with an enemy that it cannot hurt may choose to fail."""
    return cannot_hurt(battle, table, unit)


@clause(Step.STAND_FIRM, "SH-MO-03")
def stand_firm(battle: Battle, table: Table, unit: int, margin: int) -> Battle:
    """SH-MO-03. Passed: the unit stays, and the defeat has no further effect."""
    table.tell(Held(unit=battle.unit(unit).name, margin=margin, clause="SH-MO-03"))
    return battle


@clause(Step.GIVE_WAY, "SH-MO-04")
def give_way(battle: Battle, table: Table, unit: int, margin: int, by_choice: int) -> Battle:
    """SH-MO-04. Failed: the unit leaves the fight and falls back."""
    assert battle.fight is not None
    table.tell(Broke(unit=battle.unit(unit).name, margin=margin, by_choice=bool(by_choice), clause="SH-MO-04"))
    broken = tuple(sorted((*battle.fight.broken, unit)))
    return battle.fighting(broken=broken).having(unit, falling_back=True)


def _on_purpose(battle: Battle, unit: int) -> OneOf:
    return yes_or_no(battle.side(unit), "SH-MO-06", f"{battle.unit(unit).name}: fail the Morale check on purpose?")
