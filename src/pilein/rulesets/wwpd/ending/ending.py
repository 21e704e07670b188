"""What units do after the tests, in its order (WW-EN-07)."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.ending.falling_back import all_fall_back
from pilein.rulesets.wwpd.ending.following_up import all_follow_up
from pilein.rulesets.wwpd.pile_in.end_pile_in import all_pile_in
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.press import Press


@clause("WW-EN-07")
def end_moves(battle: Battle, table: Table) -> Battle:
    """WW-EN-07. First all fall back that do, then all pile in, then all follow up."""
    if any(status.falls_back for status in battle.statuses):
        table.then(all_fall_back)
    if not isinstance(battle.field, Press):
        table.then(all_pile_in)
        table.then(all_follow_up)
    return battle
