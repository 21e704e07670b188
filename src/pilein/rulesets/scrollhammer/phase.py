"""The close combat phase of one player turn (SH-CP)."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import SubPhaseBegan
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.press import Press


@clause(Step.CLOSE_COMBAT_PHASE, "SH-CP-01")
def close_combat_phase(battle: Battle, table: Table) -> Battle:
    """SH-CP-01. Each player turn holds one close combat phase: the Charge sub-phase, then the Fight sub-phase."""
    if not isinstance(battle.field, Press):
        table.tell(SubPhaseBegan(name="Charge sub-phase", clause="SH-CP-01"))
        table.then(Step.CHARGE_SUB_PHASE)
    table.then(Step.FIGHT_SUB_PHASE)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, _table: Table) -> Battle:
    """What was true of this turn only is forgotten; the other side's turn is next."""
    for unit in battle.setup.units:
        status = battle.status(unit.number)
        fought = status.has_struck and is_locked(battle, unit.number)
        kept = Status(falling_back=status.falling_back, gone_to_ground=status.gone_to_ground, has_fought=fought)
        battle = battle.with_status(unit.number, kept)
    return battle.turning()
