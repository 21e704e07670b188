"""The movement phase: its five steps (WAB-SEQ-04)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle


@clause("WAB-SEQ-04")
def movement_phase(battle: Battle, _table: Table) -> Battle:
    """WAB-SEQ-04. Charges are declared, units rally, compulsory moves, chargers move, all others move."""
    return battle
