"""The close-combat phase of one player turn (WS-OV)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import PhaseBegan
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step


@clause(Step.CLOSE_COMBAT_PHASE, "WS-OV-01")
def close_combat_phase(battle: Battle, table: Table) -> Battle:
    """WS-OV-01. Who is in combat, defensive fire, attacker consolidation, the cycle, losers fall back, winners move."""
    table.tell(PhaseBegan(side=battle.setup.sides[battle.active], clause="WS-OV-01"))
    table.then(Step.FIGHT_COMBATS)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, _table: Table) -> Battle:
    """What was true of this turn only is forgotten; the other side's turn is next. Markers and counters stay."""
    for unit in battle.setup.units:
        battle = battle.having(unit.number, at_the_double=False, moved=False, has_fired=False)
    return Battle(battle.setup, 1 - battle.active, battle.field, battle.statuses, drawn=battle.drawn)
