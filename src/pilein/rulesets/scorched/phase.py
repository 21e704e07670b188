"""The combat phase of one round (CP-PH-01, CP-R-53)."""

from pilein.kernel.table import Table
from pilein.rulesets.scorched.attack_dice import RollOff
from pilein.rulesets.scorched.declaring import has_shield
from pilein.rulesets.scorched.engaged import engaged_models
from pilein.rulesets.scorched.events import PhaseBegan
from pilein.rulesets.scorched.piercing import lances_met
from pilein.rulesets.scorched.state import Battle, Status
from pilein.rulesets.scorched.steps import Step, clause


@clause(Step.COMBAT_PHASE)
def combat_phase(battle: Battle, table: Table) -> Battle:
    """CP-R-53. Priority comes from the turn sequence or a roll. The engaged models are then sorted and fight."""
    if table.rule("CP-R-53") == "d6":
        table.then(Step.ROLL_FOR_PRIORITY)
    table.then(Step.BEGIN_SORTING)
    return battle


@clause(Step.ROLL_FOR_PRIORITY)
def roll_for_priority(battle: Battle, table: Table) -> Battle:
    """CP-R-53 `d6`. The side with the higher die has priority. A tie goes to the side that did not have priority last
    time, or is rerolled.
    """
    sides = battle.setup.sides[0], battle.setup.sides[1]
    result = table.roll(RollOff(until_decided=not battle.has_had, label="priority", names=sides))
    active = 1 - battle.active if result == 0 else int(result < 0)
    return battle.changed(active=active)


@clause(Step.BEGIN_SORTING)
def begin_sorting(battle: Battle, table: Table) -> Battle:
    """CP-PH-01. The phase begins. Under CP-R-22 `phase-start` shields are declared now."""
    table.tell(PhaseBegan(side=battle.setup.sides[battle.active], clause="CP-PA-01"))
    engaged = engaged_models(battle, table)
    shields = [model for model in engaged if has_shield(battle, table, model)]
    if shields and table.rule("CP-R-22") == "phase-start":
        for model in shields:
            table.then(Step.DECLARE_SHIELDING_FOR_THE_PHASE, model)
    met = lances_met(battle, table)
    table.then(Step.SORT_ENGAGED)
    table.then(Step.NEXT_COMBAT)
    table.then(Step.END_OF_PHASE)
    return battle.changed(met=met) if met else battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, table: Table) -> Battle:
    """Effects limited to this phase or round expire. Under CP-R-61 `each-round` psychic charges return."""
    if battle.spent and table.rule("CP-R-61") == "each-round":
        battle = battle.changed(spent=())
    statuses = tuple(Status() for _ in battle.statuses)
    over = battle.changed(combats=(), spears=(), shielding=(), scores=(), undoubled=(), met=(), excised=(), fight=None)
    return over.changed(statuses=statuses, has_had=True)
