"""The close combat phase: every combat, then what follows from it (WAB-R-94)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle


@clause()
def close_combat_phase(battle: Battle, _table: Table) -> Battle:
    """WAB-R-94. Every combat is fought, then come break tests, panic, flights and pursuits."""
    return battle
