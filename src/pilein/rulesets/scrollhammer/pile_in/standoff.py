"""Combats whose foes are too far apart to come together again (SH-PI-14, SH-PI-15, SH-R-42)."""

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.fighting import CombatStopped
from pilein.rulesets.scrollhammer.fight.contact import reach
from pilein.rulesets.scrollhammer.fight.initiative import next_step_of
from pilein.rulesets.scrollhammer.fight.quick_and_slow import piles_in_at_this_step
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step
from pilein.tabletop.press import Press

REACH = 3 * INCH  # of one pile in
APART = 2 * REACH  # SH-R-42: pile ins of both sides


def stops_the_combat(battle: Battle, table: Table) -> bool:
    """SH-PI-14. If pile ins of both sides together could bring nobody back into contact, the combat stops (SH-R-42)."""
    fight = battle.fight
    assert fight is not None
    if isinstance(battle.field, Press) or reach(battle, table, fight.units) or not table.holds("SH-PI-14"):
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


def are_apart(battle: Battle, units: tuple[int, ...], others: tuple[int, ...], distance: int) -> bool:
    """Whether every model of some units is further than `distance` ticks from every foe in the others."""
    shapes = battle.plane.shapes
    for side in (0, 1):
        own, foes = _models_of(battle, units, side), _models_of(battle, others, 1 - side)
        if any(within(shapes[model], shapes[foe], distance) for model in own for foe in foes):
            return False
    return True


def _models_of(battle: Battle, units: tuple[int, ...], side: int) -> tuple[int, ...]:
    """The living models of a side in some units."""
    return tuple(model for unit in units if battle.side(unit) == side for model in battle.plane.models(unit))


def _can_anybody_meet(battle: Battle, table: Table) -> bool:
    """SH-R-42 `real-moves`. Whether any two foes are no further apart than what they can really move in this step."""
    fight = battle.fight
    assert fight is not None
    coming = battle.fighting(step=next_step_of(battle, table), piled=())
    shapes = battle.plane.shapes
    far = {model: _stride(coming, table, model) for side in (0, 1) for model in _models_of(battle, fight.units, side)}
    return any(
        within(shapes[model], shapes[foe], far[model] + far[foe])
        for model in _models_of(battle, fight.units, 0)
        for foe in _models_of(battle, fight.units, 1)
    )


def _stride(battle: Battle, table: Table, model: int) -> int:
    """How far a model can pile in at this step, in ticks; one of a block only as the block does (SH-R-41)."""
    if not piles_in_at_this_step(battle, table, model):
        return 0
    is_in_block = isinstance(battle.plane.standings[battle.setup.unit_of[model]], Block)
    return 0 if is_in_block and table.rule("SH-R-41") != "advance" else REACH
