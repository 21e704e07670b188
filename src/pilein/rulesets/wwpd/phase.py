"""Melee phase of one player turn."""

from pilein.kernel.table import Table
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.tabletop.events import PhaseBegan


@clause(Step.MELEE_PHASE)
def melee_phase(battle: Battle, table: Table) -> Battle:
    """The melee phase is played: charges, the opponent's pile-in, Melees, and the moves that follow the Melees."""
    table.tell(PhaseBegan(name="Melee phase", clause="WW-DE-01"))
    if battle.is_on_table:
        table.then(Step.DECLARE)
        table.then(Step.PILE_IN)
    table.then(Step.DIVIDE)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, table: Table) -> Battle:
    """WW-R-40. Statuses that last only for this turn are cleared, including Suppression, and the other side's turn is
    next.
    """
    suppressed = [unit for unit, status in enumerate(battle.statuses) if status.suppressed and battle.lives(unit)]
    if suppressed and table.rule("WW-R-40") == "until-passed":
        return battle.turning(suppressed)
    return battle.turning()


# --- Moves after the tests, in their order (WW-EN-07) -------------------------------------------------------------


@clause(Step.END_MOVES, "WW-EN-07")
def end_moves(battle: Battle, table: Table) -> Battle:
    """WW-EN-07. All falling back is done first, then all piling in, and then all following up."""
    if any(status.falls_back for status in battle.statuses):
        table.then(Step.ALL_FALL_BACK)
    if battle.is_on_table:
        table.then(Step.ALL_PILE_IN)
        table.then(Step.ALL_FOLLOW_UP)
    return battle
