"""The movement phase: its five steps (WAB-SEQ-04)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.MOVEMENT_PHASE, "WAB-SEQ-04")
def movement_phase(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. Charges are declared, units rally, compulsory moves, chargers move, all others move."""
    table.then(Step.DECLARE_DISENGAGEMENTS)
    table.then(Step.DECLARE_CHARGES)
    table.then(Step.RALLIES)
    table.then(Step.COMPULSORY_MOVES)
    table.then(Step.MOVE_CHARGERS)
    table.then(Step.REMAINING_MOVES)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS)
    return battle
