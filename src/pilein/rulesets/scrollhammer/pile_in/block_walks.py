"""Paths of models from slot to slot in their block, given the positions of the block's other models (SH-PI-09)."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from math import hypot

from pilein.geometry.blocks import EMPTY, Block, place_of, with_slots
from pilein.geometry.routes import Route
from pilein.rulesets.scrollhammer.pile_in.block_filling import Lead, SlotMove, Slots, moved_slots
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.movement.ways import Points, route_to
from pilein.tabletop.plane import Plane

Known = dict[tuple[int, int, tuple[bool, ...]], float | None]

SIDES = 4  # sides of a slot


class Walks:
    """Paths of up to `reach` ticks through and around a block, cached for the lifetime of this object.

    A model moving straight ahead or sideways fits exactly between its neighbours. No model enters the `barred`
    slots.
    """

    __slots__ = ("barred", "bars", "block", "known", "plane", "reach", "unit")

    def __init__(self, plane: Plane, unit: int, bars: Bars, barred: frozenset[int], reach: float) -> None:
        """Prepare the paths of a unit in ranks, given its obstacles."""
        block = plane.standings[unit]
        assert isinstance(block, Block)
        self.plane, self.unit, self.block = plane, unit, block
        self.bars, self.barred, self.reach = bars, barred, reach
        self.known: Known = {}

    def __call__(self, slots: Slots, before: int, after: int) -> float | None:
        """Return the length of a model's path from its slot to an empty slot, or None if the empty slot is out of
        reach.
        """
        length = self.apart(before, after)
        if after in self.barred or length > self.reach:
            return None
        if self._is_straight(slots, before, after):
            return length
        block = self.block
        near = _slots_near(block.files, len(slots), block.width, block.depth, self.reach, before, after)
        key = (before, after, tuple(slots[slot] == EMPTY for slot in near))
        if key not in self.known:
            route = self._round_the_others(slots, before, after)
            self.known[key] = None if route is None else route.length
        return self.known[key]

    def walked(self, slots: Slots, moves: tuple[SlotMove, ...]) -> dict[int, Points]:
        """Paths of models that move one after another, keyed by model."""
        found = {}
        for move in moves:
            model, before, after = move
            found[model] = self._way(slots, before, after)
            slots = moved_slots(slots, (move,))
        return found

    def leads(self, slots: Slots, gaps: Iterable[int], sources: Collection[int]) -> Iterator[Lead]:
        """Yield, for each gap, the slots in reach from which a path may exist, with that path's minimum length.

        Unless a straight path exists, there is no path to or from a slot with models on all four sides.
        """
        out = {source: self._has_a_way_out(slots, source) for source in sources}
        for gap in gaps:
            if gap not in self.barred:
                is_open = self._has_a_way_out(slots, gap)
                for source, length in self._in_reach(len(slots), gap):
                    if source in out and ((is_open and out[source]) or self._is_straight(slots, source, gap)):
                        yield source, gap, length

    def apart(self, one: int, other: int) -> float:
        """Distance between the centres of two slots, in ticks."""
        return _slot_distance(self.block.files, self.block.width, self.block.depth, one, other)

    def _in_reach(self, count: int, gap: int) -> tuple[tuple[int, float], ...]:
        block = self.block
        return _slots_in_reach(block.files, count, block.width, block.depth, self.reach, gap)

    def _is_straight(self, slots: Slots, before: int, after: int) -> bool:
        line = _slots_between(self.block.files, before, after)
        return bool(line) and all(slots[slot] == EMPTY and slot not in self.barred for slot in line)

    def _way(self, slots: Slots, before: int, after: int) -> Points:
        """Path of a model between two slots that are known to be connected."""
        if self._is_straight(slots, before, after):
            here, there = place_of(self.block, before), place_of(self.block, after)
            return ((here.x, here.y), (there.x, there.y))
        route = self._round_the_others(slots, before, after)
        assert route is not None
        return route.points

    def _round_the_others(self, slots: Slots, before: int, after: int) -> Route | None:
        plane = self.plane.with_standing(self.unit, with_slots(self.block, slots))
        return route_to(plane, self.bars, slots[before], place_of(self.block, after), self.reach)

    def _has_a_way_out(self, slots: Slots, slot: int) -> bool:
        """Whether one of the four sides of a slot is free of the block's models."""
        beside = _slots_beside(self.block.files, len(slots), slot)
        return len(beside) < SIDES or any(slots[one] == EMPTY for one in beside)


@lru_cache(maxsize=16384)
def _slot_distance(files: int, width: int, depth: int, one: int, other: int) -> float:
    (row, file), (to_row, to_file) = divmod(one, files), divmod(other, files)
    return hypot((row - to_row) * depth, (file - to_file) * width)


@lru_cache(maxsize=1024)
def _slots_between(files: int, before: int, after: int) -> tuple[int, ...]:
    """Slots straight ahead or sideways between two slots, including the second. The result is empty if the two are not
    in line.
    """
    if before % files == after % files:
        step = files
    elif before // files == after // files:
        step = 1
    else:
        return ()
    step = step if after > before else -step
    return tuple(range(before + step, after + step, step))


@lru_cache(maxsize=4096)
def _slots_in_reach(
    files: int, count: int, width: int, depth: int, reach: float, gap: int
) -> tuple[tuple[int, float], ...]:
    """Slots from which a gap is in reach, with their distances to the gap."""
    lengths = [(slot, _slot_distance(files, width, depth, slot, gap)) for slot in range(count)]
    return tuple((slot, length) for slot, length in lengths if length <= reach)


@lru_cache(maxsize=4096)
def _slots_beside(files: int, count: int, slot: int) -> tuple[int, ...]:
    file = slot % files
    beside = [slot + aside for aside in (-1, 1) if 0 <= file + aside < files]
    return tuple(one for one in (*beside, slot - files, slot + files) if 0 <= one < count)


@lru_cache(maxsize=4096)
def _slots_near(
    files: int, count: int, width: int, depth: int, reach: float, before: int, after: int
) -> tuple[int, ...]:
    """Slots near any path of up to `reach` ticks between two slots."""
    far = reach + 2 * hypot(width, depth)
    lengths = {
        slot: _slot_distance(files, width, depth, before, slot) + _slot_distance(files, width, depth, slot, after)
        for slot in range(count)
    }
    return tuple(slot for slot, length in lengths.items() if slot != before and length <= far)
