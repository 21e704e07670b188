"""The first phase of a turn: the tests at its start, kind by kind (WAB-SEQ-02, WAB-SEQ-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.flight import flights
from pilein.rulesets.wab.psychology.general_lost import answer
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.start.near_panic import panic_from_nearness
from pilein.rulesets.wab.start.near_terror import terror_from_nearness
from pilein.rulesets.wab.start.returning import returns
from pilein.rulesets.wab.state import Battle


@clause("WAB-SEQ-03")
def start_of_turn(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-03. The tests come in fixed order: return to the table, panic from nearness, terror from nearness."""
    table.then(returns)
    table.then(panic_from_nearness)
    table.then(terror_from_nearness)
    table.then(answer)
    table.then(flights)
    return battle
