"""Compiling a large battle: positions go on by the thousand, as arrays, clause by clause.

What is on its way has set out from a node by one of its ways, and comes to another. Of all positions those with the
same clause next go on together, the most numerous first; a phase is over for all before the next one begins.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.crowd.changes import Changes
from pilein.engine.chain.crowd.going import OVER, ROUND, Crowd, Going, joined
from pilein.engine.chain.crowd.packing import HEAD, Packing
from pilein.engine.chain.crowd.piles import Pile
from pilein.engine.chain.crowd.sights import Looker
from pilein.engine.chain.crowd.tables import NOTHING, Table, distinct, mixed, present
from pilein.engine.chain.limits import Limits
from pilein.engine.chain.veiled.heads import Head, Row
from pilein.engine.chain.veiled.text import HEADS, TO_THE_END, Text

Ints = NDArray[np.int64]
LONG = 100  # clauses with one outcome each, one after the other: there may be a circle
MANY = 64  # among which it is worth while to look for equal ones
TRIAL = 500
FEW = 0.8  # of them, where it was


class Bundle(NamedTuple):
    """Ways on from nodes: their numbers, where they set out, and the outcome that each begins with."""

    way: Ints
    source: Ints
    change: Ints


class Crowding:
    """A chain while it is compiled by the thousand; a position takes so many `words`.

    Raises:
        Narrow: those do not do.
        Mixed: unlike positions have been mixed into the same number, which hardly ever happens.

    """

    def __init__(self, text: Text, words: int, limits: Limits, *, phases: int = TO_THE_END) -> None:
        self.text = text
        self.packing = Packing(text, words)
        self.changes = Changes(text, self.packing)
        self.nodes = Pile(words)
        self.edges: list[Bundle] = []
        self.onward: list[Bundle] = []
        self.late: list[Bundle] = []
        self.ends: list[Ints] = []
        self.most_phases: int | None = None
        self._limits = limits
        self._phases = phases
        self._crowd = Crowd(text)
        self._clauses = Looker(self.packing, self.changes.numbers, text.heads.__getitem__, self._row)
        self._after: dict[int, Looker] = {}
        self._known: dict[str, Table] = {}
        self._ways = Pile(2)  # where they lead; what is told on the way
        self._branches = 0
        self._rows = 0
        self._met: list[tuple[Ints, Ints]] = []  # ways that met others, and those
        self._unlike: set[str] = set()  # clauses where hardly any do

    def begin(self, position: int) -> None:
        """Compile all that can follow a position. Way 0 leads from there to the first node.

        Raises:
            TooMuch: more than the limits allow.

        """
        head = self.text.heads[position & HEADS]
        clock = self.text.clock
        self.most_phases = clock.most if clock else self.text.rules.limit(self.text.state(position))
        packed = np.array(self.packing.packed(head.number, head.frame.leaves, position), dtype=np.int64)[:, None]
        self._crowd.wait(Going(packed, self._new_ways(1), np.zeros(1, dtype=np.int64), 0))
        while self._crowd:
            clause, going = self._crowd.most()
            if clause == OVER:
                self._end(going)
            elif clause == ROUND:
                self._tick(going)
            else:
                self._go(clause, self._merged(clause, going))
            self._check()

    def way(self, numbers: Ints) -> tuple[Ints, Ints]:
        """Where ways lead, and what is told on them; those that met others lead to where these have come."""
        ways = self._ways.all
        while self._met:
            before, after = self._met.pop()
            ways[0, before] = ways[0, after]
            ways[1, before] = joined(self.text, ways[1, before], ways[1, after])
        return ways[0, numbers], ways[1, numbers]

    def _go(self, clause: str, going: Going) -> None:
        rows = self._clauses.rows(going.packed)
        is_straight = self.changes.counts[rows] == 1
        if going.clauses > LONG:
            is_straight[:] = False
        if is_straight.all():
            self._move(going, self.changes.first[rows])
            return
        self._move(going.only(is_straight), self.changes.first[rows[is_straight]])
        branching = going.only(~is_straight)
        new, nodes = self._arrive(clause, branching)
        rows = rows[~is_straight][new]
        self._branches += int(self.changes.counts[rows].sum())
        self._check()
        self._branch(branching.packed[:, new], nodes, rows, self.edges)

    def _row(self, _head: Head, position: int) -> Row:
        row = self.text.row(position)
        self._rows += 1
        self._check()
        return row

    def _check(self) -> None:
        """On a table hardly any positions look alike: what goes on to one alone counts as well."""
        self._limits.check(self.nodes.many + self._rows, self._branches, self.text.outcomes, self.text.runs)
        self.text.meter.check()

    def _move(self, going: Going, changes: Ints) -> None:
        """Go on by one outcome each."""
        story = joined(self.text, going.story, self.changes.stories[changes])
        self._crowd.wait(Going(self.changes.on(going.packed, changes), going.way, story, going.clauses + 1))

    def _branch(self, packed: Ints, nodes: Ints, rows: Ints, bundles: list[Bundle]) -> None:
        """Set out from nodes by all outcomes of their rows."""
        counts = self.changes.counts[rows]
        each = np.repeat(np.arange(len(rows)), counts)
        changes = np.arange(len(each)) + np.repeat(self.changes.first[rows] - np.cumsum(counts) + counts, counts)
        way = self._new_ways(len(each))
        bundles.append(Bundle(way, nodes[each], changes))
        self._crowd.wait(Going(self.changes.on(packed[:, each], changes), way, self.changes.stories[changes], 0))

    def _end(self, going: Going) -> None:
        """Phases are over: the next ones begin."""
        new, nodes = self._arrive(OVER, going)
        packed = going.packed[:, new]
        self.ends.append(nodes)
        self._branch(packed, nodes, self._after_phase(1).rows(packed), self.onward)
        if self.most_phases is not None:
            self._branch(packed, nodes, self._after_phase(self.most_phases).rows(packed), self.late)

    def _tick(self, going: Going) -> None:
        """Rounds are over, which a clock counts: they end as phases do."""
        new, nodes = self._arrive(ROUND, going)
        packed = going.packed[:, new]
        self.ends.append(nodes)
        self._branch(packed, nodes, self._clauses.rows(packed), self.onward)
        late, heads = packed.copy(), packed[0] & HEAD
        for number in present(heads):
            late[0, heads == number] += self.text.when_late(number) - number
        self._branch(late, nodes, self._clauses.rows(late), self.late)

    def _after_phase(self, phase: int) -> Looker:
        found = self._after.get(phase)
        if found is None:
            heads: dict[int, Head] = {}

            def head(number: int) -> Head:
                return heads.setdefault(number, Head(number, self.text.heads[number].frame, ()))

            def row(head: Head, position: int) -> Row:
                return self.text.after_phase(head, position, phase, self._phases)

            found = self._after[phase] = Looker(self.packing, self.changes.numbers, head, row)
        return found

    def _arrive(self, clause: str, going: Going) -> tuple[Ints, Ints]:
        """Come to nodes: which of those on their way are the first to come to a new one, and its number."""
        mix = mixed(going.packed)
        known = self._known.setdefault(clause, Table(self.packing.words))
        nodes = known.find(going.packed, mix)
        new = np.flatnonzero(nodes == NOTHING)
        first, which = distinct(going.packed[:, new], mix[new])
        numbers = self.nodes.many + np.arange(len(first))
        nodes[new] = numbers[which]
        new = new[first]
        known.put(going.packed[:, new], mix[new], numbers)
        self.nodes.add(going.packed[:, new])
        self._ways.all[:, going.way] = nodes, going.story
        return new, numbers

    def _merged(self, clause: str, going: Going) -> Going:
        """Those on their way, like ones together, if that makes them fewer."""
        if going.way.size < MANY or clause in self._unlike:
            return going
        first, which = distinct(going.packed, mixed(going.packed))
        if len(first) > FEW * len(which):
            if len(which) > TRIAL:
                self._unlike.add(clause)
            return going
        way = self._new_ways(len(first))
        self._ways.all[1, going.way] = going.story
        self._met.append((going.way, way[which]))
        return Going(going.packed[:, first], way, np.zeros(len(first), dtype=np.int64), going.clauses)

    def _new_ways(self, many: int) -> Ints:
        begin = self._ways.many
        self._ways.add(np.zeros((2, many)))
        return np.arange(begin, begin + many)
