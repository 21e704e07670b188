"""Panic under fire (WAB-PA-08)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.rulesets.wab.steps import Step

CAUSE = "WAB-PA-08"
QUARTER = 4  # WAB-R-27: a quarter is reached when four times the loss is the whole


@clause(Step.SHOT_PANIC, "WAB-PA-08")
def shot_panic(battle: Battle, table: Table, unit: int, waits: int) -> Battle:
    """WAB-PA-08. A unit tests after it has lost 25% to shooting within one phase.

    `waits` is 1 for chargers that a volley stops: they flee in the compulsory step (WAB-R-59).
    """
    if has_lost_a_quarter(battle, unit):
        table.then(Step.PANIC_TEST, unit, CAUSE, NOBODY, waits)
    return battle


def has_lost_a_quarter(battle: Battle, unit: int) -> bool:
    """WAB-R-59. Whether shots have taken 25% or more of the models that the unit had as the phase began."""
    lost = battle.status(unit).shot_down
    return lost > 0 and QUARTER * lost >= battle.living(unit) + lost
