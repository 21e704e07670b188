"""What units do after the tests, in its order (WW-EN-07)."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.press import Press


@clause(Step.END_MOVES, "WW-EN-07")
def end_moves(battle: Battle, table: Table) -> Battle:
    """WW-EN-07. First all fall back that do, then all pile in, then all follow up."""
    if any(status.falls_back for status in battle.statuses):
        table.then(Step.ALL_FALL_BACK)
    if not isinstance(battle.field, Press):
        table.then(Step.ALL_PILE_IN)
        table.then(Step.ALL_FOLLOW_UP)
    return battle
