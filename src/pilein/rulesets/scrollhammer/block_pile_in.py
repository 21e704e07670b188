"""Blocks that close up: models step forward in their files, and fill places missing inside (SH-PI-01, 04, 07)."""

from collections.abc import Iterator
from typing import NamedTuple

from pilein.geometry.blocks import EMPTY, Block, cell_shape, fronted, gaps_in, place_of, with_slots
from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.block_charge import ANY_STEP, test_ground_of_pile_in, ways_of
from pilein.rulesets.scrollhammer.block_row import Row, SlotMove, best_closings, moved_slots
from pilein.rulesets.scrollhammer.block_shifts import shortest_chains
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.charge_terms import bars_of, bounds
from pilein.rulesets.scrollhammer.contact import contacts, having_come, is_locked, reach
from pilein.rulesets.scrollhammer.initiative import piles_in_at_this_step
from pilein.rulesets.scrollhammer.pile_in_movers import pile_in_reach, strangers, units_to_touch
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.movement.sides import last_rank, missing, models_on
from pilein.tabletop.movement.ways import route_to

THIS_STEP = -1


class Filling(NamedTuple):
    """A model that can walk into a missing place: the place, and the length of its way in ticks."""

    model: int
    slot: int
    length: float


def steps_forward(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> tuple[SlotMove, ...]:
    """SH-PI-01. In ranks a model that is not yet as far forward in its file as it can be must pile in.

    It passes nobody, and goes as many places forward as it can within 3 inches; those before it go first.
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
    """SH-PI-04. First: models of this step move to the front of their file, and those behind follow.

    A step of 0 stands for the end of the combat, when Initiative is ignored.
    """
    if not isinstance(battle.plane.standings[unit], Block) or not battle.living(unit):
        return battle
    battle = _met_at_its_front(battle, table, unit)
    movers = tuple(model for model in fresh(battle, unit) if step == ANY_STEP or piles_in(battle, table, model))
    steps = steps_forward(battle, table, unit, movers)
    if movers and not is_locked(battle, unit) and table.rule("SH-R-41") == "advance":
        table.then(Step.ADVANCE, unit, step)
    return stepped(battle, table, unit, steps, "SH-PI-04", step=step)


def _met_at_its_front(battle: Battle, table: Table, unit: int) -> Battle:
    """The battle with the front of a block where enemies touch it, on ground where a whole rank of it died.

    That rank is not closed beside them: its foremost living rank is at the front.
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
    """SH-PI-07. Fourth: if gaps inside a block break its coherency, as few models as possible fill them.

    Nobody passes through his mates: files close up, then the rearmost walk round into what is left (SH-R-39). Where a
    whole file would step forward and one of the rearmost can come round into the place, that one goes alone. Where
    nobody can walk into a gap models step over in turn; in a single rank those on one side of it step aside. After the
    result a block that is out of coherency closes up with models in touch, if no others can (SH-R-77).
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
    """The block after a first move of some models into what is missing; None if they can fill nothing."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    if last_rank(block) == 0:
        return _close_row(battle, table, unit, movers, step)
    steps = steps_forward(battle, table, unit, movers)
    is_whole = len(steps) == 1 and _is_whole_after(block, steps)
    ways = () if is_whole else _ways_to_whole(battle, table, unit, movers)
    if not (is_whole or ways):
        ways = ways_into_gap(battle, table, unit, movers, _filled_by_many(block, steps) if steps else missing(block))
    if steps and not ways:
        table.then(Step.CLOSE_GAPS, unit, step)
        return stepped(battle, table, unit, _but_for_one(battle, table, unit, steps), "SH-PI-07", step=step)
    if not ways:
        return _shift(battle, table, unit, movers, step)
    table.then(Step.CLOSE_GAPS, unit, step)
    filling = ways[_chosen(battle, table, unit, ways)]
    walked = ((filling.model, block.slots.index(filling.model), filling.slot),)
    return stepped(battle, table, unit, walked, "SH-PI-07", step=step)


def _but_for_one(battle: Battle, table: Table, unit: int, steps: tuple[SlotMove, ...]) -> tuple[SlotMove, ...]:
    """Steps forward without that of a model that can then leave no gap by going elsewhere; all of them if none can."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    if len(steps) == 1 or _is_whole_after(block, steps):
        return steps
    hindmost = {
        before % block.files: (model, before, after) for model, before, after in sorted(steps, key=lambda one: one[1])
    }
    for one in hindmost.values():
        others = tuple(other for other in steps if other != one)
        if _ways_to_whole(_in_new_places(battle, unit, others), table, unit, one[:1]):
            return others
    return steps


def _ways_to_whole(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> tuple[Filling, ...]:
    """SH-PI-07. The shortest way by which one model of the last rank leaves no gap; all that tie for it."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    rear = [slot for slot in range(last_rank(block) * block.files, len(block.slots)) if block.slots[slot] in movers]

    fillings = [(block.slots[source], source, gap) for gap in missing(block) for source in rear]
    whole = {(model, gap) for model, source, gap in fillings if _is_whole_after(block, ((model, source, gap),))}
    wanted = tuple(gap for gap in missing(block) if any(gap == one for _, one in whole))
    ways = [way for way in _ways(battle, table, unit, movers, wanted) if (way.model, way.slot) in whole]
    least = min((way.length for way in ways), default=0.0)
    return tuple(way for way in ways if way.length <= least + CONTACT)


def _is_whole_after(block: Block, steps: tuple[SlotMove, ...]) -> bool:
    return not gaps_in(moved_slots(block.slots, steps), block.files)


def _shift(battle: Battle, table: Table, unit: int, movers: tuple[int, ...], step: int) -> Battle | None:
    """SH-PI-07. Where nobody can walk into a gap, as few as possible step over, each into the place of another."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    barred = frozenset(places_barred(battle, table, unit))
    can_step = max(block.width, block.depth) <= pile_in_reach(battle)
    chains = shortest_chains(block.slots, block.files, frozenset(movers), barred) if can_step else ()
    if not chains:
        return None
    labels = tuple(", ".join(f"model {model} to {_place_of(block, slot)}" for model, _, slot in one) for one in chains)
    words = f"{battle.unit(unit).name}: who closes the gap?"
    place: int = table.choose(OneOf(battle.side(unit), "SH-PI-07", words, tuple(range(len(chains))), labels))
    table.then(Step.CLOSE_GAPS, unit, step)
    return stepped(battle, table, unit, chains[place], "SH-PI-07", step=step)


def _place_of(block: Block, slot: int) -> str:
    return f"rank {slot // block.files + 1}, file {slot % block.files + 1}"


def _close_row(battle: Battle, table: Table, unit: int, movers: tuple[int, ...], step: int) -> Battle | None:
    """SH-PI-07. In a single rank the models on one side of a gap step aside, or one walks round from its end."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    reach_in_slots = (pile_in_reach(battle) + CONTACT) // block.width
    barred = frozenset(places_barred(battle, table, unit))
    row = Row(block.slots, frozenset(movers), barred, reach_in_slots)
    walks = tuple(
        ((way.model, block.slots.index(way.model), way.slot),)
        for way in _ways(battle, table, unit, movers, row.gaps)
        if way.model in row.ends and row.is_beside_another(way.model, way.slot)
    )
    closings = best_closings(row, walks)
    if not closings:
        return None
    labels = tuple(", ".join(f"model {model} to file {after + 1}" for model, _, after in moves) for moves in closings)
    words = f"{battle.unit(unit).name}: who closes the gap?"
    places = tuple(range(len(closings)))
    place: int = table.choose(OneOf(battle.side(unit), "SH-PI-07", words, places, labels))
    table.then(Step.CLOSE_GAPS, unit, step)
    return stepped(battle, table, unit, closings[place], "SH-PI-07", step=step)


def fillers(battle: Battle, table: Table, unit: int, step: int) -> tuple[int, ...]:
    """SH-R-39. Any model that is not engaged may fill a gap; under `fill-own-step` only those of this step."""
    engaged = reach(battle, table, battle.combat.units)
    free = tuple(model for model in fresh(battle, unit) if model not in engaged)
    if step == ANY_STEP or table.rule("SH-R-39") != "fill-own-step":
        return free
    return tuple(model for model in free if piles_in(battle, table, model))


def places_to_fill(battle: Battle, table: Table, unit: int, step: int) -> Iterator[Shape]:
    """The outlines of the places in a block into which a pile in of this step can bring models, worked out in turn."""
    battle = _met_at_its_front(battle, table, unit)
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    movers = fillers(battle, table, unit, step)
    others = tuple(model for model in fresh(battle, unit) if model not in movers)
    movers += tuple(model for model in others if step == ANY_STEP or piles_in(battle, table, model))
    forward = [slot for _, _, slot in steps_forward(battle, table, unit, movers)]
    yield from (cell_shape(block, slot) for slot in forward)
    for slot in missing(block):
        if slot not in forward and any(True for _ in _ways(battle, table, unit, movers, (slot,))):
            yield cell_shape(block, slot)


def fresh(battle: Battle, unit: int) -> tuple[int, ...]:
    """The models of a unit that have not piled in at this step."""
    return tuple(model for model in battle.plane.models(unit) if model not in battle.combat.exchange.piled)


def piles_in(battle: Battle, table: Table, model: int) -> bool:
    """Whether a model has the Initiative of this step."""
    return piles_in_at_this_step(battle, table, model)


def stepped(
    battle: Battle, table: Table, unit: int, steps: tuple[SlotMove, ...], clause_id: str, *, step: int
) -> Battle:
    """The battle after models of a block have changed their places; dangerous ground on the way is tested."""
    if not steps:
        return battle
    moved = _in_new_places(battle, unit, steps)
    ways = ways_of(battle, moved, unit)
    models = tuple(model for model, _ in ways)
    told = tuple((way[0], way[-1]) for _, way in ways)
    name = battle.unit(unit).name
    table.tell(ClosedUp(unit=name, count=len(models), models=models, ways=told, clause=clause_id))
    test_ground_of_pile_in(battle, moved, table, ways, step)
    return having_come(moved.exchanging(piled=(*battle.combat.exchange.piled, *models)), table, models)


def _in_new_places(battle: Battle, unit: int, steps: tuple[SlotMove, ...]) -> Battle:
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    return battle.on(battle.plane.with_standing(unit, with_slots(block, moved_slots(block.slots, steps))))


def places_barred(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The empty slots of a block that nobody can step into: others have come to stand there, or a wall does.

    SH-PI-12. Nor may anybody step where it would touch a unit outside the combat which the block does not touch yet.
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
        if any(overlaps(cell, one) for one in barred) or any(touches(cell, one) for one in kept_off)
    )


def _filled_by_many(block: Block, steps: tuple[SlotMove, ...]) -> tuple[int, ...]:
    """The places, each alone in its file, into which more than one model of the file would step."""
    files = [before % block.files for _, before, _ in steps]
    gaps = [slot % block.files for slot in missing(block)]
    return tuple(
        slot for slot, file in zip(missing(block), gaps, strict=True) if gaps.count(file) == 1 < files.count(file)
    )


def ways_into_gap(
    battle: Battle, table: Table, unit: int, movers: tuple[int, ...], gaps: tuple[int, ...]
) -> tuple[Filling, ...]:
    """The shortest way of a model of the last rank into a gap of the foremost rank they can reach; all that tie for it.

    SH-R-29. The block is filled as far as the moves allow: nobody goes there whom another gap needs, or who would then
    stand in the way of others.
    """
    ways = [*_ways(battle, table, unit, movers, gaps)]
    if len({way.slot for way in ways}) > 1:
        filled = {way: _filled_after(battle, table, unit, movers, way) for way in ways}
        ways = [way for way in ways if filled[way] == max(filled.values())]
    files = _files(battle, unit)
    foremost = [way for way in ways if way.slot // files == ways[0].slot // files]
    least = min((way.length for way in foremost), default=0.0)
    return tuple(way for way in foremost if way.length <= least + CONTACT)


def _ways(battle: Battle, table: Table, unit: int, movers: tuple[int, ...], gaps: tuple[int, ...]) -> Iterator[Filling]:
    """All ways of models of the last rank into these gaps, as the block stands now; the foremost gap first."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    rear = [model for model in block.slots[last_rank(block) * block.files :] if model in movers]
    if not rear or not gaps:
        return
    barred, targets = places_barred(battle, table, unit), units_to_touch(battle, table)
    for slot in gaps:
        for model in rear if slot not in barred else ():
            if (way := _way(battle, targets, model, slot)) is not None:
                yield way


def _filled_after(battle: Battle, table: Table, unit: int, movers: tuple[int, ...], way: Filling) -> int:
    """How many gaps of a block others can fill, one after another, once a model has gone this way."""
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    after = _in_new_places(battle, unit, ((way.model, block.slots.index(way.model), way.slot),))
    left = tuple(model for model in movers if model != way.model)
    return _most_filled(after, table, unit, left)


def _most_filled(battle: Battle, table: Table, unit: int, movers: tuple[int, ...]) -> int:
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    gaps, most = missing(block), 0
    for way in _ways(battle, table, unit, movers, gaps):
        most = max(most, 1 + _filled_after(battle, table, unit, movers, way))
        if most == min(len(gaps), len(movers)):
            break
    return most


def _way(battle: Battle, targets: tuple[int, ...], model: int, slot: int) -> Filling | None:
    """SH-PI-09, SH-PI-12. It moves as charging models do, and touches nobody outside its combat."""
    unit = battle.setup.unit_of[model]
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    bars, limit = bars_of(battle, unit, targets), pile_in_reach(battle) + CONTACT
    route = route_to(battle.plane, bars, model, place_of(block, slot), limit)
    return None if route is None else Filling(model, slot, route.length)


def _files(battle: Battle, unit: int) -> int:
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    return block.files


def _chosen(battle: Battle, table: Table, unit: int, ways: tuple[Filling, ...]) -> int:
    files, one_gap = _files(battle, unit), len({way.slot for way in ways}) == 1
    labels = tuple(
        f"model {way.model}, {way.length / INCH:.2f} inches" + ("" if one_gap else f", file {way.slot % files + 1}")
        for way in ways
    )
    words = f"{battle.unit(unit).name}: which model fills the gap?"
    place: int = table.choose(OneOf(battle.side(unit), "SH-PI-07", words, tuple(range(len(ways))), labels))
    return place
