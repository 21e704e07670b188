"""The first phase of a turn: the tests at its start, kind by kind (WAB-SEQ-02, WAB-SEQ-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle


@clause("WAB-SEQ-03")
def start_of_turn(battle: Battle, _table: Table) -> Battle:
    """WAB-SEQ-03. The tests come in fixed order: return to the table, panic from nearness, terror from nearness."""
    return battle
