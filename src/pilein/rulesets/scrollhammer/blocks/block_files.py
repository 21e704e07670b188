"""Blocks that close up: models step forward in their files, and fill places missing inside (SH-PI-01, 04, 07)."""

from pilein.geometry.blocks import EMPTY, Block, with_slots
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.blocks.block_gaps import Filling, is_in_order, taken_by_others, ways_into_gap
from pilein.rulesets.scrollhammer.blocks.block_ways import ANY_STEP, test_ground_of_pile_in, ways_of
from pilein.rulesets.scrollhammer.events.blocks import ClosedUp
from pilein.rulesets.scrollhammer.fight.contact import reach
from pilein.rulesets.scrollhammer.fight.engaged import is_locked
from pilein.rulesets.scrollhammer.fight.quick_and_slow import piles_in_at_this_step
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step

FAR = 3 * INCH  # SH-PI-03
THIS_STEP = -1

SlotMove = tuple[int, int, int]  # model, slot before, slot after


def steps_forward(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> tuple[SlotMove, ...]:
    """SH-PI-01. In ranks a model that is not yet as far forward in its file as it can be must pile in.

    It passes nobody, and goes as many places forward as it can within 3 inches; those before it go first.
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    taken, slots = taken_by_others(battle, unit), list(block.slots)
    most = (FAR + CONTACT) // block.depth
    found: list[SlotMove] = []
    for slot, model in enumerate(block.slots):
        if model in movers:
            goal, ahead = slot, slot - block.files
            while ahead >= max(0, slot - most * block.files) and slots[ahead] == EMPTY and ahead not in taken:
                goal, ahead = ahead, ahead - block.files
            if goal != slot:
                slots[slot], slots[goal] = EMPTY, model
                found.append((model, slot, goal))
    return tuple(found) if found and table.holds("SH-PI-01") else ()


@clause(Step.TO_THE_FRONT, "SH-PI-04")
def to_the_front(battle: Battle, table: Table, unit: int, step: int) -> Battle:
    """SH-PI-04. First: models of this step come to the front of their file, those behind them following.

    A step of 0 stands for the end of the combat, when Initiative is ignored.
    """
    block = battle.plane.standings[unit]
    if not isinstance(block, Block) or not battle.living(unit):
        return battle
    movers = tuple(model for model in fresh(battle, unit) if step == ANY_STEP or piles_in(battle, table, model))
    steps = steps_forward(battle, table, unit, movers)
    if movers and not is_locked(battle, unit) and table.rule("SH-R-41") == "advance":
        table.then(Step.ADVANCE, unit, step)
    return stepped(battle, table, unit, steps, "SH-PI-04", step=step)


@clause(Step.CLOSE_GAPS, "SH-PI-07")
def close_gaps(battle: Battle, table: Table, unit: int, step: int = THIS_STEP) -> Battle:
    """SH-PI-07. Fourth: where places missing inside a block break its coherency, as few models as can fill them.

    Nobody passes through his mates: files close up, then the rearmost walk round into what is left (SH-R-39).
    """
    block = battle.plane.standings[unit]
    if not isinstance(block, Block) or not battle.living(unit) or is_in_order(block):
        return battle
    movers = fillers(battle, table, unit, step)
    steps = steps_forward(battle, table, unit, movers)
    if steps:
        table.then(Step.CLOSE_GAPS, unit, step)
        return stepped(battle, table, unit, steps, "SH-PI-07", step=step)
    ways = ways_into_gap(battle, unit, movers, FAR)
    if not ways:
        return battle
    table.then(Step.CLOSE_GAPS, unit, step)
    filling = ways[_chosen(battle, table, unit, ways)]
    walked = ((filling.model, block.slots.index(filling.model), filling.slot),)
    return stepped(battle, table, unit, walked, "SH-PI-07", step=step)


def fillers(battle: Battle, table: Table, unit: int, step: int) -> tuple[int, ...]:
    """SH-R-39. Any model that is not engaged may fill a gap; under `fill-own-step` only those of this step."""
    assert battle.fight is not None
    engaged = reach(battle, table, battle.fight.units)
    free = tuple(model for model in fresh(battle, unit) if model not in engaged)
    if step == ANY_STEP or table.rule("SH-R-39") != "fill-own-step":
        return free
    return tuple(model for model in free if piles_in(battle, table, model))


def fresh(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that have not piled in at this step."""
    assert battle.fight is not None
    return tuple(model for model in battle.plane.models(unit) if model not in battle.fight.piled)


def piles_in(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model has the Initiative of this step."""
    return piles_in_at_this_step(battle, table, model)


def stepped(
    battle: Battle, table: Table, unit: int, steps: tuple[SlotMove, ...], clause_id: str, *, step: int
) -> Battle:
    """The battle after models of a block have changed their places; dangerous ground on the way is tested."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    assert battle.fight is not None
    if not steps:
        return battle
    slots = list(block.slots)
    for model, before, after in steps:
        slots[before], slots[after] = EMPTY, model
    moved = battle.on(battle.plane.with_standing(unit, with_slots(block, tuple(slots))))
    ways = ways_of(battle, moved, unit)
    models = tuple(model for model, _ in ways)
    told = tuple((way[0], way[-1]) for _, way in ways)
    name = battle.unit(unit).name
    table.tell(ClosedUp(unit=name, count=len(models), models=models, ways=told, clause=clause_id))
    test_ground_of_pile_in(moved, table, ways, step)
    return moved.fighting(piled=(*battle.fight.piled, *models))


def _chosen(battle: Battle, table: Table, unit: int, ways: tuple[Filling, ...]) -> int:
    labels = tuple(f"model {way.model}, {way.length / INCH:.2f} inches" for way in ways)
    words = f"{battle.unit(unit).name}: who fills the gap?"
    place: int = table.choose(OneOf(battle.side(unit), "SH-PI-07", words, tuple(range(len(ways))), labels))
    return place
