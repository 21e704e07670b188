"""Terror (WAB-TR, WAB-R-64)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.psychology.immunity import dreads, fears, is_open_to_tests
from pilein.rulesets.wab.psychology.leadership import further_deduction, passes
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


def meets_terror(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """WAB-TR-01. A unit tests before it charges, or when it is charged by, an enemy that causes terror."""
    return is_terrible(battle, table, unit, enemy) and table.holds("WAB-TR-01")


def meets_fear(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """WAB-R-64. Whether a charge means a test of fear: not where one of terror is taken for it.

    `terror-and-fear`: there too.
    """
    if not fears(battle, table, unit, enemy):
        return False
    return not meets_terror(battle, table, unit, enemy) or table.rule("WAB-R-64") == "terror-and-fear"


def is_terrible(battle: Battle, table: Table, unit: int, enemy: int) -> bool:
    """WAB-R-64. Whether an enemy means a test of terror: every time; `terror-once`: once in a battle."""
    if not dreads(battle, table, unit, enemy):
        return False
    return not battle.status(unit).terrified or table.rule("WAB-R-64") != "terror-once"


@clause(Step.TERROR_TEST, "WAB-TR-03")
def terror_test(battle: Battle, table: Table, unit: int, foe: int, cause: str, waits: int) -> Battle:
    """WAB-TR-03. A unit that fails a terror test flees, as if broken in combat or fleeing from a charge.

    `cause` is the sentence that asks for the test; it flees from `foe`, or if it `waits` in the compulsory step.
    """
    if not is_open_to_tests(battle, table, unit):
        return battle
    if table.rule("WAB-R-64") == "terror-once":
        battle = battle.having(unit, terrified=True)
    penalty = further_deduction(battle, table, unit, "terror")
    if not passes(battle, table, unit, "terror", cause, penalty=penalty):
        table.then(Step.TAKE_FLIGHT, unit, foe, waits, "WAB-TR-03")
    return battle
