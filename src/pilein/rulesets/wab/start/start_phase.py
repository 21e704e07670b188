"""The first phase of a turn: the tests at its start, kind by kind (WAB-SEQ-02, WAB-SEQ-03)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.START_OF_TURN, "WAB-SEQ-03")
def start_of_turn(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-03. The tests come in fixed order: return to the table, panic from nearness, terror from nearness."""
    table.then(Step.RETURNS)
    table.then(Step.PANIC_FROM_NEARNESS)
    table.then(Step.TERROR_FROM_NEARNESS)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS)
    return battle
