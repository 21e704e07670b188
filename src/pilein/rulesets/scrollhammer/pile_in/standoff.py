"""Combats whose foes are too far apart to come together again (SH-PI-14, SH-PI-15, SH-R-42)."""

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import CombatStopped
from pilein.rulesets.scrollhammer.fight.contact import reach
from pilein.rulesets.scrollhammer.fight.initiative import next_step_of
from pilein.rulesets.scrollhammer.fight.quick_and_slow import piles_in_at_this_step
from pilein.rulesets.scrollhammer.pile_in.standing_apart import APART, are_apart, models_of
from pilein.rulesets.scrollhammer.rulebook import clause, says
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.press import Press

REACH = 3 * INCH  # of one pile in


@says("SH-PI-14", without=False)
def stops_the_combat(battle: Battle, table: Table) -> bool:
    """SH-PI-14. If pile ins of both sides together could bring nobody back into contact, the combat stops (SH-R-42)."""
    fight = battle.fight
    assert fight is not None
    if isinstance(battle.field, Press) or reach(battle, table, fight.units):
        return False
    if are_apart(battle, fight.units, fight.units, APART):
        return True
    return not _can_anybody_meet(battle, table) and table.rule("SH-R-42") == "real-moves"


@clause(Step.LOSE_REMAINING_STEPS, "SH-PI-15")
def lose_remaining_steps(battle: Battle, table: Table) -> Battle:
    """SH-PI-15. Then all remaining steps are lost and the result is worked out at once."""
    table.tell(CombatStopped(clause="SH-PI-15"))
    table.then(Step.WORK_OUT)
    return battle


def _can_anybody_meet(battle: Battle, table: Table) -> bool:
    """SH-R-42 `real-moves`. Whether any two foes are no further apart than what they can really move in this step."""
    fight = battle.fight
    assert fight is not None
    coming = battle.fighting(step=next_step_of(battle, table), piled=())
    shapes = battle.plane.shapes
    far = {model: _stride(coming, table, model) for side in (0, 1) for model in models_of(battle, fight.units, side)}
    return any(
        within(shapes[model], shapes[foe], far[model] + far[foe])
        for model in models_of(battle, fight.units, 0)
        for foe in models_of(battle, fight.units, 1)
    )


def _stride(battle: Battle, table: Table, model: int) -> int:
    """How far a model can pile in at this step, in ticks; one of a block only as the block does (SH-R-41)."""
    if not piles_in_at_this_step(battle, table, model):
        return 0
    is_in_block = isinstance(battle.plane.standings[battle.setup.unit_of[model]], Block)
    return 0 if is_in_block and table.rule("SH-R-41") != "advance" else REACH
