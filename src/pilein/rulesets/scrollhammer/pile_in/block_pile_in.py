"""Pile-ins of blocks: models step forward in their files and fill gaps inside the block (SH-PI-01, SH-PI-04,
SH-PI-07).
"""

from collections.abc import Iterator

from pilein.geometry.blocks import EMPTY, Block, cell_shape, fronted, with_slots
from pilein.geometry.gaps import is_on_table, overlaps, touches
from pilein.geometry.shapes import Shape, way_length
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_charge import test_ground_of_pile_in
from pilein.rulesets.scrollhammer.charge.terms import bars_of, bounds
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.contact import contacts, having_come, is_locked, reach
from pilein.rulesets.scrollhammer.initiative import ANY_STEP, piling_in_at_this_step
from pilein.rulesets.scrollhammer.pile_in.block_filling import Filling, Search, SlotMove, moved_slots
from pilein.rulesets.scrollhammer.pile_in.block_walks import Walks
from pilein.rulesets.scrollhammer.pile_in.movers import pile_in_reach, strangers, units_to_touch
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.sides import missing, models_on

THIS_STEP = -1
FILLINGS = FieldMemo[tuple[object, ...], tuple[Filling, ...]]("fillings")


def steps_forward(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> tuple[SlotMove, ...]:
    """Return the moves of the models that must pile in because they can step forward in their file (SH-PI-01).

    Front models move first. Each model moves as many slots forward as it can within 3 inches without passing another
    model.
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    taken, slots = places_barred(battle, table, unit), list(block.slots)
    most = (pile_in_reach(battle) + CONTACT) // block.depth
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
    """SH-PI-04. In the first stage, models that strike at this step move to the front of their file, and the models
    behind follow.

    Step 0 is the end of the combat, when Initiative is ignored.
    """
    if not isinstance(battle.plane.standings[unit], Block) or not battle.living(unit):
        return battle
    battle = _met_at_its_front(battle, table, unit)
    movers = fresh(battle, unit)
    movers = movers if step == ANY_STEP else piling_in_at_this_step(battle, table, movers)
    steps = steps_forward(battle, table, unit, movers)
    if movers and not is_locked(battle, unit) and table.rule("SH-R-41") == "advance":
        table.then(Step.ADVANCE, unit, step, _furthest(battle, table, unit, steps))
    return stepped(battle, table, unit, steps, "SH-PI-04", step=step)


def _furthest(battle: Battle, table: Table, unit: int, steps: tuple[SlotMove, ...]) -> int:
    """Length in ticks of the longest step forward that any model makes. The block's advance is shortened by this
    length.
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    ways = _walks(battle, table, unit).walked(block.slots, steps).values()
    return round(max(map(way_length, ways), default=0.0))


def _met_at_its_front(battle: Battle, table: Table, unit: int) -> Battle:
    """Move a block's front back if its whole front rank has died and enemies stand in its place.

    The dead rank is not refilled beside the enemies. Instead, the foremost living rank becomes the front.
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    front = fronted(block)
    dead = [cell_shape(block, slot) for slot in range(len(block.slots) - len(front.slots))]
    enemies = contacts(battle, table).enemies if dead else {}
    met = {foe for model in models_on(block, "front") if dead for foe in enemies[model]}
    stands_there = any(overlaps(battle.plane.shape(foe), cell) for foe in met for cell in dead)
    return battle.on(battle.plane.with_standing(unit, front)) if stands_there else battle


@clause(Step.CLOSE_GAPS, "SH-PI-07")
def close_gaps(battle: Battle, table: Table, unit: int, step: int = THIS_STEP) -> Battle:
    """SH-PI-07. In the fourth stage, if gaps inside a block break its coherency, as few models as possible fill them.

    Models do not pass through models of their own unit. Either one model walks round into a gap, or several step
    forward in turn, each into the slot that the previous model left. After the combat result a block out of
    coherency closes up, using models in contact if no other models can move (SH-R-77).
    """
    block = battle.plane.standings[unit]
    if not isinstance(block, Block) or not battle.living(unit) or not missing(block):
        return battle
    movers = fillers(battle, table, unit, step)
    closed = _closed(battle, table, unit, movers, step)
    if closed is None and step == ANY_STEP and len(movers) < len(fresh(battle, unit)):
        closed = _closed(battle, table, unit, fresh(battle, unit), step)
    return battle if closed is None else closed


def _closed(battle: Battle, table: Table, unit: int, movers: tuple[int, ...], step: int) -> Battle | None:
    """Return the battle after models have moved into gaps of a block, or None if no gap can be filled."""
    fillings = best_fillings(battle, table, unit, movers)
    if not fillings:
        return None
    filling = fillings[_chosen(battle, table, unit, fillings)]
    closed = stepped(battle, table, unit, filling.moves, "SH-PI-07", step=step)
    table.then(Step.CLOSE_GAPS, unit, step)  # once the movers have been tested for dangerous ground (SH-PI-11)
    return closed


def best_fillings(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> tuple[Filling, ...]:
    """Return fillings that close the most gaps with the fewest models along the shortest paths. The rearmost models win
    ties (SH-PI-07). A block is filled as far as the moves allow (SH-R-29).
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    walks, known = _walks(battle, table, unit), FILLINGS.on(battle.plane)
    search = Search(block.files, frozenset(movers), walks, min(block.width, block.depth))
    steps = steps_forward(battle, table, unit, movers)
    key = (unit, movers, steps, walks.bars, walks.barred, walks.reach)
    if key not in known:
        known[key] = search.best(block.slots, steps, sum(walks.apart(before, after) for _, before, after in steps))
    found = known[key]
    rearmost = max((_ranks_of(block, filling) for filling in found), default=0)
    return tuple(filling for filling in found if _ranks_of(block, filling) == rearmost)


def _ranks_of(block: Block, filling: Filling) -> int:
    """Total distance of all movers from the front, in ranks (SH-R-39)."""
    return sum(before // block.files for _, before, _ in filling.moves)


def _walks(battle: Battle, table: Table, unit: int) -> Walks:
    """Paths through a block. Pile-ins follow the charge rules and touch no unit outside the combat (SH-PI-09,
    SH-PI-12).
    """
    bars, limit = bars_of(battle, unit, units_to_touch(battle, table)), pile_in_reach(battle) + CONTACT
    return Walks(battle.plane, unit, bars, frozenset(places_barred(battle, table, unit)), limit)


def fillers(battle: Battle, table: Table, unit: int, step: int) -> tuple[int, ...]:
    """Models that may fill a gap: all models that are not engaged or, under `fill-own-step`, only those of this step
    (SH-R-39).
    """
    engaged = reach(battle, table, battle.combat.units)
    free = tuple(model for model in fresh(battle, unit) if model not in engaged)
    if step == ANY_STEP or table.rule("SH-R-39") != "fill-own-step":
        return free
    return piling_in_at_this_step(battle, table, free)


def places_to_fill(battle: Battle, table: Table, unit: int, step: int) -> Iterator[Shape]:
    """Yield the outlines of slots that models of a block can reach by piling in at this step, computed lazily."""
    battle = _met_at_its_front(battle, table, unit)
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    movers = fillers(battle, table, unit, step)
    others = tuple(model for model in fresh(battle, unit) if model not in movers)
    movers += others if step == ANY_STEP else piling_in_at_this_step(battle, table, others)
    forward = [slot for _, _, slot in steps_forward(battle, table, unit, movers)]
    yield from (cell_shape(block, slot) for slot in forward)
    walks, sources = _walks(battle, table, unit), [slot for slot, model in enumerate(block.slots) if model in movers]
    for slot in missing(block):
        leads = walks.leads(block.slots, (slot,), sources) if slot not in forward else ()
        if any(walks(block.slots, source, slot) is not None for source, _, _ in leads):
            yield cell_shape(block, slot)


def fresh(battle: Battle, unit: int) -> tuple[int, ...]:
    """Models of a unit that have not yet piled in at this step."""
    return tuple(model for model in battle.plane.models(unit) if model not in battle.combat.exchange.piled)


def stepped(
    battle: Battle, table: Table, unit: int, steps: tuple[SlotMove, ...], clause_id: str, *, step: int
) -> Battle:
    """Return the battle after models of a block have changed slots, and schedule tests for dangerous ground."""
    block = battle.plane.standings[unit]
    if not steps or not isinstance(block, Block):
        return battle
    moved = battle.on(battle.plane.with_standing(unit, with_slots(block, moved_slots(block.slots, steps))))
    gone = _walks(battle, table, unit).walked(block.slots, steps)
    models = tuple(model for model in moved.plane.models(unit) if model in gone)
    ways = tuple(gone[model] for model in models)
    name = battle.unit(unit).name
    table.tell(ClosedUp(unit=name, count=len(models), models=models, ways=ways, clause=clause_id))
    test_ground_of_pile_in(battle, moved, table, tuple(zip(models, ways, strict=True)), step)
    return having_come(moved.exchanging(piled=(*battle.combat.exchange.piled, *models)), table, models)


def places_barred(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Empty slots of a block that no model can enter because another unit or a wall stands there, or because they are
    off the table.

    The result includes slots in which a model would touch a unit outside the combat, unless the block already touches
    that unit (SH-PI-12).
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    unit_of, strange = battle.setup.unit_of, strangers(battle, table, unit)
    others = [one for model, one in battle.plane.shapes.items() if unit_of[model] != unit]
    kept_off = [one for model, one in battle.plane.shapes.items() if unit_of[model] in strange]
    barred = (*others, *bounds(battle.setup).walls)
    empty = [slot for slot in range(len(block.slots)) if block.slots[slot] == EMPTY]
    cells = {slot: cell_shape(block, slot) for slot in empty}
    return tuple(
        slot
        for slot, cell in cells.items()
        if any(overlaps(cell, one) for one in barred)
        or any(touches(cell, one) for one in kept_off)
        or not is_on_table(battle.setup.size, cell)
    )


def _chosen(battle: Battle, table: Table, unit: int, fillings: tuple[Filling, ...]) -> int:
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    is_one = all(len(filling.moves) == 1 for filling in fillings)
    one_gap = len({filling.moves[0][2] for filling in fillings}) == 1
    labels = tuple(
        _label_of_one(block, filling, one_gap=one_gap) if is_one else _label(block, filling) for filling in fillings
    )
    words = f"{battle.unit(unit).name}: {'which model fills the gap?' if is_one else 'who closes the gap?'}"
    place: int = table.choose(OneOf(battle.side(unit), "SH-PI-07", words, tuple(range(len(fillings))), labels))
    return place


def _label_of_one(block: Block, filling: Filling, *, one_gap: bool) -> str:
    ((model, _, slot),) = filling.moves
    return f"model {model}, {filling.length / INCH:.2f} inches" + (
        "" if one_gap else f", file {slot % block.files + 1}"
    )


def _label(block: Block, filling: Filling) -> str:
    return ", ".join(
        f"model {model} to rank {slot // block.files + 1}, file {slot % block.files + 1}"
        for model, _, slot in filling.moves
    )
