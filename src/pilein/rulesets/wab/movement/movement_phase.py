"""The movement phase: its five steps (WAB-SEQ-04)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.charge_moves import move_chargers
from pilein.rulesets.wab.movement.compulsory import compulsory_moves
from pilein.rulesets.wab.movement.declaring import declare_charges
from pilein.rulesets.wab.movement.disengaging import declare_disengagements
from pilein.rulesets.wab.movement.flight import flights
from pilein.rulesets.wab.movement.moving import remaining_moves
from pilein.rulesets.wab.movement.rallying import rallies
from pilein.rulesets.wab.psychology.general_lost import answer
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle


@clause("WAB-SEQ-04")
def movement_phase(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. Charges are declared, units rally, compulsory moves, chargers move, all others move."""
    table.then(declare_disengagements)
    table.then(declare_charges)
    table.then(rallies)
    table.then(compulsory_moves)
    table.then(move_chargers)
    table.then(remaining_moves)
    table.then(answer)
    table.then(flights)
    return battle
