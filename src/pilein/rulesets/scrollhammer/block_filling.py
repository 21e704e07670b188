"""Which models of a block fill the places missing in it: the fewest, by the shortest ways (SH-PI-07)."""

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple, Protocol

from pilein.geometry.blocks import EMPTY, gaps_in
from pilein.geometry.ticks import CONTACT

MOST = 300  # moves looked at before the best filling found so far counts

Slots = tuple[int, ...]
SlotMove = tuple[int, int, int]  # model, slot before, slot after
Arrangement = tuple[frozenset[int], frozenset[int]]  # the slots taken, and those taken by who has moved
Known = dict[Arrangement, tuple[float, frozenset[Slots]]]


class Ways(Protocol):
    """The ways of single models from slot to slot, as all stand then: their lengths in ticks, None if there is none."""

    def __call__(self, slots: Slots, before: int, after: int) -> float | None:
        """The length of a way."""

    def at_least(self, slots: Slots, before: int, after: int) -> float | None:
        """A length that it has at least, sooner worked out."""


def moved_slots(slots: Slots, moves: tuple[SlotMove, ...]) -> Slots:
    """The slots when these have moved."""
    after = list(slots)
    for _, before, _ in moves:
        after[before] = EMPTY
    for model, _, goal in moves:
        after[goal] = model
    return tuple(after)


class Filling(NamedTuple):
    """Models that move one after another into places missing in a block: the slots then, and how long their ways are.

    `left` is how many gaps there are still, `least` how many more models have to move at least to leave none.
    """

    slots: Slots
    left: int
    least: int
    moves: tuple[SlotMove, ...] = ()
    length: float = 0.0

    @property
    def arrangement(self) -> Arrangement:
        """The slots that are taken, and those taken by who has moved: what can still be done depends on no more."""
        taken = frozenset(slot for slot, model in enumerate(self.slots) if model != EMPTY)
        return taken, frozenset(after for _, _, after in self.moves)


Order = Callable[[Filling], tuple[int, int, float]]


class Search(NamedTuple):
    """How places missing in a block can be filled: its files, who may move, and by which ways.

    No way is shorter than a `stride` in ticks.
    """

    files: int
    movers: frozenset[int]
    ways: Ways
    stride: float

    def best(self, slots: Slots, guess: tuple[SlotMove, ...] = (), length: float = 0.0) -> tuple[Filling, ...]:
        """The fillings that leave the fewest gaps, with the fewest models, by the shortest way: all that tie.

        None if no gap can be filled. First any is looked for that leaves no gap, then better ones; what is found has
        to be better than a guess, of this `length`.
        """
        start = self._filling(slots)
        guessed = self._filling(moved_slots(slots, guess))
        best = _better([start], guessed._replace(moves=guess, length=length)) if guess else [start]
        best, is_all = self._looked_for(best, start, _nearest_to_whole, any_whole=True)
        if not is_all:
            best, _ = self._looked_for(best, start, _fewest_in_all)
        return tuple(best) if best[0].moves else ()

    def _looked_for(
        self, best: list[Filling], start: Filling, order: Order, *, any_whole: bool = False
    ) -> tuple[list[Filling], bool]:
        """The best fillings from a start on, or those known; and whether everything has been looked at.

        Whether there is a way for a move is only looked at when its turn comes.
        """
        numbers, known = count(), Known()
        heap = [(order(one), next(numbers), start, one) for one in self._further(start)]
        heap.sort()
        looked = 0
        while heap and looked < MOST and not (any_whole and not best[0].left):
            _, _, before, guess = heappop(heap)
            if not (self._may_tie(guess, best[0]) and _is_new(guess, known)):
                continue
            looked += 1
            filling = self._walked(before, guess)
            if filling is None or not _is_new(filling, known):
                continue
            _remember(filling, known)
            best = _better(best, filling)
            for one in self._further(filling):
                if self._may_tie(one, best[0]):
                    heappush(heap, (order(one), next(numbers), filling, one))
        return best, not heap

    def _walked(self, before: Filling, guess: Filling) -> Filling | None:
        """A filling with the length of its last way, None if there is no such way."""
        _, source, gap = guess.moves[-1]
        length = self.ways(before.slots, source, gap)
        return None if length is None else guess._replace(length=before.length + length)

    def _further(self, filling: Filling) -> Iterator[Filling]:
        """This with one more model moved, as if there was nothing in its way."""
        slots, moved = filling.slots, {model for model, _, _ in filling.moves}
        sources = [slot for slot, model in enumerate(slots) if model in self.movers and model not in moved]
        for gap in gaps_in(slots, self.files):
            for source in sources:
                length = self.ways.at_least(slots, source, gap)
                if length is not None:
                    move = (slots[source], source, gap)
                    after = self._filling(moved_slots(slots, (move,)))
                    yield after._replace(moves=(*filling.moves, move), length=filling.length + length)

    def _filling(self, slots: Slots) -> Filling:
        return Filling(slots, len(gaps_in(slots, self.files)), least_moves(slots, self.files))

    def _may_tie(self, filling: Filling, best: Filling) -> bool:
        """Whether a filling, or more moves after it, can be as good as the best one or better."""
        moved = len(filling.moves)
        left = max(0, filling.least - len(self.movers) + moved)
        if left != best.left:
            return left < best.left
        more = max(filling.least - left, int(filling.left > left))
        length = filling.length + more * self.stride
        return (moved + more, length) <= (len(best.moves), best.length + CONTACT)


def _nearest_to_whole(filling: Filling) -> tuple[int, int, float]:
    return filling.least, len(filling.moves), filling.length


def _fewest_in_all(filling: Filling) -> tuple[int, int, float]:
    return len(filling.moves) + filling.least, -len(filling.moves), filling.length


def least_moves(slots: Slots, files: int) -> int:
    """How many models have to move at least until no place is missing: as many as do not stand in their places yet."""
    taken = [model != EMPTY for model in slots]
    models = sum(taken)
    if models > files:
        full = (models - 1) // files * files
        return max(full - sum(taken[:full]), sum(taken[full + files :]))
    return models - max(sum(taken[left : left + models]) for left in range(files - models + 1))


def _is_new(filling: Filling, known: Known) -> bool:
    """Whether nothing shorter reaches the same arrangement, nor the same models to the same slots."""
    length, arranged = known.get(filling.arrangement, (filling.length, frozenset()))
    return filling.length <= length + CONTACT and (filling.slots not in arranged or filling.length < length - CONTACT)


def _remember(filling: Filling, known: Known) -> None:
    length, arranged = known.get(filling.arrangement, (filling.length, frozenset()))
    known[filling.arrangement] = (min(length, filling.length), arranged | {filling.slots})


def _better(best: list[Filling], other: Filling) -> list[Filling]:
    """The best fillings, with this one if it is as good, or it alone if it is better."""
    one = best[0]
    if (other.left, len(other.moves)) != (one.left, len(one.moves)):
        return [other] if (other.left, len(other.moves)) < (one.left, len(one.moves)) else best
    if other.length > one.length + CONTACT or any(other.slots == known.slots for known in best):
        return best
    return sorted(
        (filling for filling in (*best, other) if filling.length <= other.length + CONTACT),
        key=lambda filling: filling.length,
    )
