"""All positions of a battle whose choices are open, in an order in which each comes after all that it leads to."""

from collections.abc import Iterator
from typing import Any

from pilein.engine.chain.answers.choosing import Fork, OpenText, Throw, Tree
from pilein.engine.chain.veiled.heads import Change, Head
from pilein.engine.chain.veiled.text import TO_THE_END
from pilein.kernel.errors import BadInput, PileInError, TooManyPositions
from pilein.kernel.position import Position

CIRCLES = "this battle may go round in circles within one phase: no best answers can be given for it"
ENDLESS = "no ruling ends this battle, and so there is no last phase to look back from"


class Thicket:
    """A battle explored: `trees` of the positions in which a clause is next, and what follows those in which none is.

    `order` has every position after all that follow it within its phase. `onward` is the first position of the next
    phase (None: there is none), `late` the same after the last phase that a ruling allows. `last` is the number of the
    last phase; `first` the position where play begins.

    Raises:
        TooManyPositions: more than `limit`.
        Spent: it takes too much time or memory.
        BadInput: it is played to the end, and nothing says that there is one.
        PileInError: it goes in circles.

    """

    def __init__(self, text: OpenText, position: Position, *, phases: int, limit: int) -> None:
        self.text = text.text
        self.trees: dict[int, Tree] = {}
        self.order: list[int] = []
        self.onward: dict[int, int | None] = {}
        self.late: dict[int, int | None] = {}
        self.first = self.text.number(position)
        self.most_phases = self.text.rules.limit(position.state)
        self._open = text
        self._phases = phases
        self._limit = limit
        self._between: dict[tuple[int, int], Head] = {}
        self._seen: set[int] = set()
        self._explore()
        self.last = self._last()

    def after(self, end: int, phase: int) -> int | None:
        """Where play goes on from the end of a phase; None if it does not."""
        if phase >= self.last:
            return None
        is_late = self.most_phases is not None and phase >= self.most_phases
        return self.late[end] if is_late else self.onward[end]

    def state(self, position: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """The state of a position."""
        return self.text.state(position)

    def _last(self) -> int:
        if self._phases != TO_THE_END:
            return self._phases
        if self.most_phases is not None:
            return self.most_phases + 1
        if any(position is not None for position in self.onward.values()):
            raise BadInput(ENDLESS, key="--phases end", remedy="say how many phases are to be looked at")
        return 1

    def _explore(self) -> None:
        starts = [self.first]
        while starts:
            starts += self._deep(starts.pop())

    def _deep(self, start: int) -> list[int]:
        """Explore one phase, depth first; the positions in which a next one begins."""
        onward: list[int] = []
        way: list[tuple[int, Iterator[int]]] = []
        on_way: set[int] = set()
        following = iter((start,))
        while True:
            position = next(following, None)
            if position is None:
                if not way:
                    return onward
                done, following = way.pop()
                on_way.discard(done)
                self.order.append(done)
            elif position in on_way:
                raise PileInError(CIRCLES, remedy="name a policy for each side instead of best")
            elif position not in self._seen:
                way.append((position, following))
                on_way.add(position)
                following = iter(self._entered(position, onward))

    def _entered(self, position: int, onward: list[int]) -> tuple[int, ...]:
        """What follows a position that is come to for the first time, within its phase."""
        self.text.meter.check()
        self._seen.add(position)
        if len(self._seen) > self._limit:
            raise TooManyPositions(self._limit)
        if self.text.head(position).agenda:
            tree = self.trees[position] = self._open.tree(position)
            return tuple(dict.fromkeys(change.on(position) for change in leaves(tree)))
        self.onward[position] = self._after(position, 1)
        self.late[position] = self._after(position, self.most_phases) if self.most_phases is not None else None
        onward += [one for one in (self.onward[position], self.late[position]) if one is not None]
        return ()

    def _after(self, position: int, phase: int) -> int | None:
        head = self.text.head(position)
        between = self._between.setdefault((head.number, phase), Head(head.number, head.frame, ()))
        row = between.row(between.key(position))
        if row is None:
            row = self.text.after_phase(between, position, phase, self._phases)
            between.keep(between.key(position), row)
        return row[0].on(position) if row else None


def leaves(tree: Tree) -> Iterator[Change]:
    """Everything that a clause can come to."""
    if isinstance(tree, Change):
        yield tree
        return
    assert isinstance(tree, Fork | Throw)
    for way in tree.ways:
        yield from leaves(way)
