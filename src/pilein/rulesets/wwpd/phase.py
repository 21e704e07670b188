"""The melee phase of one player turn."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events.phases import PhaseBegan
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step
from pilein.tabletop.press import Press


@clause(Step.MELEE_PHASE)
def melee_phase(battle: Battle, table: Table) -> Battle:
    """The melee phase: charges, the opponent's pile in, Melees, and what follows them."""
    table.tell(PhaseBegan(name="Melee phase", clause="WW-DE-01"))
    if not isinstance(battle.field, Press):
        table.then(Step.DECLARE)
        table.then(Step.PILE_IN)
    table.then(Step.DIVIDE)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, _table: Table) -> Battle:
    """What was true of this turn only is forgotten; the other side's turn is next."""
    return battle.turning()
