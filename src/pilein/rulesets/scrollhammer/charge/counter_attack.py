"""Counter-Attacks of skirmishers charged through difficult ground (SH-TE-03, SH-MC-03)."""

from pilein.dice import Test
from pilein.geometry.blocks import Block
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership, living_traits
from pilein.rulesets.scrollhammer.events.charging import CounterAttacked, LeadershipTested
from pilein.rulesets.scrollhammer.fight.engaged import locked_with
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

ALWAYS_FAILS = 6


@clause(Step.COUNTER_ATTACK, "SH-TE-03")
def counter_attack(battle: Battle, table: Table, target: int) -> Battle:
    """SH-TE-03. A Skirmish unit that models charge through difficult ground may attempt to Counter-Attack (SH-R-33)."""
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
    """SH-MC-03. A named unit that no charging model touches does not become locked, unless it already was."""
    assert battle.charge is not None
    return battle.charge.unit in locked_with(battle, target) or not table.holds("SH-MC-03")


def _may_attempt(battle: Battle, table: Table, target: int) -> bool:
    """Whether a target is skirmishing, was charged through difficult ground, and was not locked before (SH-R-33)."""
    charge = battle.charge
    if charge is None or battle.unit(target).formation != "skirmish" or not battle.living(target):
        return False
    crossed = charge.crossed or (charge.through_difficult and isinstance(battle.plane.standings[charge.unit], Block))
    was_locked = any(foe != charge.unit for foe in locked_with(battle, target))
    return bool(crossed) and not was_locked and becomes_locked(battle, table, target)


def _is_passed(battle: Battle, table: Table, target: int) -> bool:
    """SH-R-33. An unmodified Leadership test; `automatic`, or a D6 against Initiative, a 6 failing."""
    reading = table.rule("SH-R-33")
    if reading == "automatic":
        return True
    if reading == "initiative-test":
        initiative = max(traits.I for traits in living_traits(battle, target))
        passed: bool = table.roll(Test(min(initiative, ALWAYS_FAILS - 1), dice=1, label="counter-attack"))
        return passed
    need = leadership(battle, table, target)
    passed = table.roll(Test(need, label="counter-attack"))
    name = battle.unit(target).name
    event = LeadershipTested(unit=name, purpose="counter-attack", leadership=need, passed=passed, clause="SH-TE-03")
    table.tell(event)
    return passed
