"""Panic: who is tested, on what, and what a failure means (WAB-PA). Whoever meets a cause calls `panic_test`."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.events.psychology import Panicked
from pilein.rulesets.wab.ground.contact import is_engaged
from pilein.rulesets.wab.psychology.frenzy import is_frenzied
from pilein.rulesets.wab.psychology.leadership import half_strength_deduction, passes
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step

AFTER_COMBAT = "WAB-PA-04"
IN_FLANK = "WAB-PA-06"


@clause(Step.PANIC_TEST, "WAB-PA-01")
def panic_test(battle: Battle, table: Table, unit: int, cause: str, foe: int, waits: int) -> Battle:
    """WAB-PA-01. A unit that fails a panic test flees, exactly as if broken in combat or fleeing from a charge.

    WAB-PA-02: the half-strength deduction applies. `cause` is the sentence that asks for the test, `foe` the enemy from
    whom it would run (NOBODY: the nearest), `waits` 1 where it runs in the compulsory step only (WAB-R-44); otherwise
    it is among the routs that run next.
    """
    if not is_tested(battle, table, unit, cause):
        return battle
    if table.rule("WAB-R-32") == "one-panic-per-phase":
        battle = battle.having(unit, panicked=True)
    again = "WAB-PA-05" if may_try_again(battle, table, unit, cause) else ""
    deduction = half_strength_deduction(battle, unit)
    penalty = deduction if deduction and table.holds("WAB-PA-02") else 0
    if passes(battle, table, unit, "panic", cause, penalty=penalty, again=again):
        return battle
    table.tell(Panicked(unit=battle.unit(unit).name, clause=cause))
    table.then(Step.TAKE_FLIGHT, unit, foe, waits, cause)
    return battle


def is_tested(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    """WAB-R-33. Whether a unit takes a panic test: not in flight, not tested once for all already.

    WAB-FZ-06: a frenzied unit never panics. `engaged-immune`: the engaged test only for a charge in flank or rear.
    """
    status = battle.status(unit)
    if not battle.lives(unit) or status.fleeing or status.panicked:
        return False
    if is_frenzied(battle, unit) and table.holds("WAB-FZ-06"):
        return False
    if cause == IN_FLANK or not is_engaged(battle, unit):
        return True
    return table.rule("WAB-R-33") != "engaged-immune"


def may_try_again(battle: Battle, table: Table, unit: int, cause: str) -> bool:
    """WAB-PA-05. A unit that won its own round of combat may roll again a test for friends lost in combat.

    WAB-R-04 `panic-reroll-all`: any panic test of that phase.
    """
    if not battle.status(unit).won or not is_in_combat_phase(battle):
        return False
    is_for_friends = cause == AFTER_COMBAT or table.rule("WAB-R-04") == "panic-reroll-all"
    return is_for_friends and table.holds("WAB-PA-05")


def is_in_combat_phase(battle: Battle) -> bool:
    """Whether the tests are those that follow combats just fought: somebody was beaten in them, or destroyed."""
    return bool(battle.aftermath.beaten or battle.aftermath.lost)
