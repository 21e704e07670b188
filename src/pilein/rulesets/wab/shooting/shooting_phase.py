"""The shooting phase: who shoots at whom, volley by volley (WAB-SH)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle


@clause("WAB-SH-01")
def shooting_phase(battle: Battle, _table: Table) -> Battle:
    """WAB-SH-01. The active player's troops with missile weapons may shoot."""
    return battle
