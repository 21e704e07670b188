"""The melee phase of one player turn."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.charge.declaring import declare
from pilein.rulesets.wwpd.events.phases import PhaseBegan
from pilein.rulesets.wwpd.melee.melees import divide
from pilein.rulesets.wwpd.pile_in.pile_in import pile_in
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.press import Press


@clause()
def melee_phase(battle: Battle, table: Table) -> Battle:
    """The melee phase: charges, the opponent's pile in, Melees, and what follows them."""
    table.tell(PhaseBegan(name="Melee phase", clause="WW-DE-01"))
    if not isinstance(battle.field, Press):
        table.then(declare)
        table.then(pile_in)
    table.then(divide)
    table.then(end_of_phase)
    return battle


@clause()
def end_of_phase(battle: Battle, _table: Table) -> Battle:
    """What was true of this turn only is forgotten; the other side's turn is next."""
    return battle.turning()
