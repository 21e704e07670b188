"""Filling of gaps in a block by as few models as possible along the shortest paths (SH-PI-07)."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, Protocol

from pilein.geometry.blocks import EMPTY, gaps_in
from pilein.geometry.tolerance import CONTACT

MOST = 300  # moves tried before the best filling found so far is accepted

Slots = tuple[int, ...]
SlotMove = tuple[int, int, int]  # model, slot before, slot after
Lead = tuple[int, int, float]  # slot before, slot after, and the minimum length of the path, in ticks
Arrangement = tuple[frozenset[int], frozenset[int]]  # occupied slots, and slots occupied by models that have moved
Lengths = dict[Slots, float]


class Ways(Protocol):
    """Lengths, in ticks, of single models' paths from slot to slot in the current arrangement. A length of None means
    that there is no path.
    """

    def __call__(self, slots: Slots, before: int, after: int) -> float | None:
        """Return the length of the path between two slots, or None if there is no path."""

    def leads(self, slots: Slots, gaps: Iterable[int], sources: Collection[int]) -> Iterator[Lead]:
        """Yield, for each gap, the slots from which a path into the gap may exist according to a quick estimate."""


def moved_slots(slots: Slots, moves: tuple[SlotMove, ...]) -> Slots:
    """Return the occupied slots after the given moves."""
    after = list(slots)
    for _, before, _ in moves:
        after[before] = EMPTY
    for model, _, goal in moves:
        after[goal] = model
    return tuple(after)


class Filling(NamedTuple):
    """Filling of a block's gaps by models that move one after another, with the resulting slots and the total path
    length.

    `left` is the number of gaps that remain. `least` is the minimum number of further moves that would close them.
    """

    slots: Slots
    left: int
    least: int
    moves: tuple[SlotMove, ...] = ()
    length: float = 0.0

    @property
    def arrangement(self) -> Arrangement:
        """Occupied slots, together with the slots of the models that have already moved. All further moves depend on
        both.
        """
        taken = frozenset(slot for slot, model in enumerate(self.slots) if model != EMPTY)
        return taken, frozenset(after for _, _, after in self.moves)


class Guess(NamedTuple):
    """Filling with another move added, which is assumed to be unobstructed. `left` and `least` apply after
    that move.
    """

    before: Filling
    source: int
    gap: int
    left: int
    least: int
    length: float

    @property
    def moved(self) -> int:
        """Number of models that have moved in the guess."""
        return len(self.before.moves) + 1

    @property
    def filling(self) -> Filling:
        """Filling that results if the assumed path length is correct."""
        slots, moves = self.before.slots, self.before.moves
        move = (slots[self.source], self.source, self.gap)
        return Filling(moved_slots(slots, (move,)), self.left, self.least, (*moves, move), self.length)


Order = Callable[[Guess], tuple[int, int, float]]


class Search(NamedTuple):
    """Search for ways to fill the gaps in a block, given its files, its movers and their paths.

    No path is shorter than `stride` ticks.
    """

    files: int
    movers: frozenset[int]
    ways: Ways
    stride: float

    def best(self, slots: Slots, guess: tuple[SlotMove, ...] = (), length: float = 0.0) -> tuple[Filling, ...]:
        """Return all best fillings, ranked by fewest gaps left, then fewest models moved, then shortest paths.

        The result is empty if no gap can be filled. The search looks first for a filling that leaves no gap and then
        for better ones. A filling must beat `guess`, whose path length is `length`.
        """
        start = self._filling(slots)
        guessed = self._filling(moved_slots(slots, guess))
        best = _better_fillings([start], guessed._replace(moves=guess, length=length)) if guess else [start]
        best, is_all = self._looked_for(best, start, _nearest_to_whole, any_whole=True)
        if not is_all:
            best, _ = self._looked_for(best, start, _rank_of_guess)
        return tuple(best) if best[0].moves else ()

    def _looked_for(
        self, best: list[Filling], start: Filling, order: Order, *, any_whole: bool = False
    ) -> tuple[list[Filling], bool]:
        """Search from a starting filling. Return the best fillings found so far and whether the search was exhaustive.

        To save time, a move's path is checked only when the move is expanded.
        """
        numbers, known = count(), defaultdict[Arrangement, Lengths](dict)
        heap = [(order(one), next(numbers), one) for one in self._further(start)]
        heap.sort()
        looked = 0
        while heap and looked < MOST and not (any_whole and not best[0].left):
            _, _, guess = heappop(heap)
            if not self._may_tie(guess, best[0]):
                continue
            filling = guess.filling
            lengths = known[filling.arrangement]
            if not _is_new(filling, lengths):
                continue
            looked += 1
            walked = self._walked(guess, filling)
            if walked is None or not _is_new(walked, lengths):
                continue
            lengths[walked.slots] = walked.length
            best = _better_fillings(best, walked)
            for one in self._further(walked):
                if self._may_tie(one, best[0]):
                    heappush(heap, (order(one), next(numbers), one))
        return best, not heap

    def _walked(self, guess: Guess, filling: Filling) -> Filling | None:
        """Return the filling for a guess, with the true length of the guess's last path, or None if there is no such
        path.
        """
        length = self.ways(guess.before.slots, guess.source, guess.gap)
        return None if length is None else filling._replace(length=guess.before.length + length)

    def _further(self, filling: Filling) -> Iterator[Guess]:
        """Yield guesses that extend a filling by another move, ignoring obstacles."""
        slots, moved = filling.slots, {model for model, _, _ in filling.moves}
        sources = {slot for slot, model in enumerate(slots) if model in self.movers and model not in moved}
        tally = Tally(slots, self.files)
        for source, gap, length in self.ways.leads(slots, gaps_in(slots, self.files), sources):
            yield Guess(filling, source, gap, *tally.after(source, gap), filling.length + length)

    def _filling(self, slots: Slots) -> Filling:
        return Filling(slots, len(gaps_in(slots, self.files)), least_moves(slots, self.files))

    def _may_tie(self, guess: Guess, best: Filling) -> bool:
        """Whether a guess, perhaps after more moves, can equal or beat the best filling."""
        moved = guess.moved
        left = max(0, guess.least - len(self.movers) + moved)
        if left != best.left:
            return left < best.left
        more = max(guess.least - left, int(guess.left > left))
        length = guess.length + more * self.stride
        return (moved + more, length) <= (len(best.moves), best.length + CONTACT)


def _nearest_to_whole(guess: Guess) -> tuple[int, int, float]:
    return guess.least, guess.moved, guess.length


def _rank_of_guess(guess: Guess) -> tuple[int, int, float]:
    return guess.moved + guess.least, -guess.moved, guess.length


def least_moves(slots: Slots, files: int) -> int:
    """Minimum number of moves that leave no gap, one for each model not yet in its place."""
    taken = [model != EMPTY for model in slots]
    models = sum(taken)
    if models > files:
        full = (models - 1) // files * files
        return max(full - sum(taken[:full]), sum(taken[full + files :]))
    return models - max(sum(taken[left : left + models]) for left in range(files - models + 1))


class Tally:
    """Effect of another move on a block's gaps and on the minimum number of moves that would close them."""

    __slots__ = ("ahead", "alone", "behind", "files", "full", "gaps", "last", "slots")

    def __init__(self, slots: Slots, files: int) -> None:
        """Count the gaps in the given slots."""
        taken = [slot for slot, model in enumerate(slots) if model != EMPTY]
        self.slots, self.files, self.gaps = slots, files, len(gaps_in(slots, files))
        self.last = taken[-1] // files * files
        self.alone = taken[-1] if taken[-2:-1] < [self.last] else EMPTY
        self.full = (len(taken) - 1) // files * files
        self.ahead = self.full - sum(slot < self.full for slot in taken)
        self.behind = sum(slot >= self.full + files for slot in taken)

    def after(self, source: int, gap: int) -> tuple[int, int]:
        """Return the number of gaps left and the minimum number of further moves after a model moves into a gap."""
        if not self.full or source == self.alone:
            slots = moved_slots(self.slots, ((self.slots[source], source, gap),))
            return len(gaps_in(slots, self.files)), least_moves(slots, self.files)
        full, end = self.full, self.full + self.files
        ahead = self.ahead + (source < full) - (gap < full)
        behind = self.behind - (source >= end) + (gap >= end)
        return self.gaps - (source >= self.last), max(ahead, behind)


def _is_new(filling: Filling, lengths: Lengths) -> bool:
    """Whether a filling is new. It is not if a shorter filling leads to the same arrangement, or if a filling of the
    same length leads to the same slots.
    """
    shortest = min(lengths.values(), default=filling.length)
    is_known = filling.slots in lengths and filling.length >= shortest - CONTACT
    return filling.length <= shortest + CONTACT and not is_known


def _better_fillings(best: list[Filling], other: Filling) -> list[Filling]:
    """Return the best fillings after adding a tying filling, or replacing them with a better one."""
    one = best[0]
    if (other.left, len(other.moves)) != (one.left, len(one.moves)):
        return [other] if (other.left, len(other.moves)) < (one.left, len(one.moves)) else best
    if other.length > one.length + CONTACT or any(other.slots == known.slots for known in best):
        return best
    return sorted(
        (filling for filling in (*best, other) if filling.length <= other.length + CONTACT),
        key=lambda filling: filling.length,
    )
