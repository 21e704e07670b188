"""A block in a single rank closes the gaps between its models (SH-PI-07)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pilein.geometry.blocks import EMPTY

Slots = tuple[int, ...]
SlotMove = tuple[int, int, int]  # model, slot before, slot after


def moved_slots(slots: Slots, moves: tuple[SlotMove, ...]) -> Slots:
    """The slots when these have moved."""
    after = list(slots)
    for _, before, _ in moves:
        after[before] = EMPTY
    for model, _, goal in moves:
        after[goal] = model
    return tuple(after)


class Row(NamedTuple):
    """A single rank: its slots, who may still move in it, the slots barred to it, and how many slots a move covers."""

    slots: Slots
    movers: frozenset[int]
    barred: frozenset[int]
    reach: int

    @property
    def gaps(self) -> tuple[int, ...]:
        """The empty slots between its models."""
        filled = [slot for slot, model in enumerate(self.slots) if model != EMPTY]
        return tuple(slot for slot in range(filled[0], filled[-1]) if self.slots[slot] == EMPTY)

    @property
    def ends(self) -> tuple[int, int]:
        """Its first model and its last."""
        models = [model for model in self.slots if model != EMPTY]
        return models[0], models[-1]

    def is_beside_another(self, model: int, gap: int) -> bool:
        """Whether another model than this stands at a gap."""
        return any(self.slots[slot] not in {EMPTY, model} for slot in (gap - 1, gap + 1))

    def after(self, moves: tuple[SlotMove, ...]) -> "Row":
        """The rank when these have moved, who do not move again."""
        slots = moved_slots(self.slots, moves)
        return self._replace(slots=slots, movers=self.movers.difference(model for model, _, _ in moves))

    def steps_aside(self) -> Iterator[tuple[SlotMove, ...]]:
        """Every way in which all models on one side of a gap close up to those on the other, as far as they can."""
        for gap in self.gaps:
            if self.slots[gap - 1] != EMPTY:
                yield from self._allowed(range(gap, len(self.slots)), gap, 1)
            if self.slots[gap + 1] != EMPTY:
                yield from self._allowed(range(gap, -1, -1), gap, -1)

    def _allowed(self, side: range, goal: int, step: int) -> Iterator[tuple[SlotMove, ...]]:
        sources = [slot for slot in side if self.slots[slot] != EMPTY]
        goal += step * max(0, abs(sources[0] - goal) - self.reach)
        moves = tuple((self.slots[slot], slot, goal + step * place) for place, slot in enumerate(sources))
        crossed = side[: abs(sources[-1] - goal) + 1]
        if self.barred.isdisjoint(crossed) and all(self._may(*move) for move in moves):
            yield moves

    def _may(self, model: int, before: int, after: int) -> bool:
        return model in self.movers and abs(before - after) <= self.reach


class Closed(NamedTuple):
    """How a rank can end: the gaps left open, the models moved for it, and the places of the models then."""

    left: int
    moved: int
    ends: frozenset[Slots]


def best_closings(row: Row, walks: tuple[tuple[SlotMove, ...], ...] = ()) -> tuple[tuple[SlotMove, ...], ...]:
    """The moves, by steps aside or these walks, with which the fewest models leave the fewest gaps.

    Of moves that tie, those that come to nothing new are left out: two gaps may be closed in either order.
    """
    found = {moves: _closed_after(row, moves) for moves in (*row.steps_aside(), *walks)}
    best = min((closed[:2] for closed in found.values()), default=(len(row.gaps), 0))
    chosen: list[tuple[SlotMove, ...]] = []
    seen: set[Slots] = set()
    for moves, closed in found.items():
        if closed[:2] == best and best[0] < len(row.gaps) and not closed.ends <= seen:
            chosen.append(moves)
            seen |= closed.ends
    return tuple(chosen)


@lru_cache(maxsize=1024)
def _closed_after(row: Row, moves: tuple[SlotMove, ...]) -> Closed:
    after = row.after(moves)
    further = best_closings(after)
    if not further:
        return Closed(len(after.gaps), len(moves), frozenset({after.slots}))
    closed = [_closed_after(after, one) for one in further]
    ends = frozenset(end for one in closed for end in one.ends)
    return Closed(closed[0].left, len(moves) + closed[0].moved, ends)
