"""Positions held in arrays. All positions with the same next clause advance in one step.

Large battles have hundreds of thousands of nodes. Processing them in arrays takes a hundredth of the time needed to
process them one by one.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from pilein.chain.chain import NO_NODE, Explored, Ints, NextPhase, Reading, TableOf
from pilein.chain.explore.arrays import MULTIPLIER, NOT_FOUND, GrowableArray, HashTable, distinct, is_constant, present
from pilein.chain.explore.frontier import Batch, Frontier
from pilein.chain.explore.lookup import OutcomeArrays, TransitionLookup, joined
from pilein.chain.explore.packing import Packing
from pilein.chain.explore.single import KINDS, LATE, LONG, ONWARD, WITHIN, Unfinished
from pilein.chain.explore.single import Batch as SingleBatch
from pilein.chain.limits import Limits
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import Outcomes, TransitionTable

WORTHWHILE = 64  # positions in flight from which looking for equal ones pays
TRIAL = 500
FEWER = 0.8  # share of equal positions at which it paid
NONE: Ints = np.empty(0, dtype=np.int64)

Edges = tuple[Ints, Ints, Ints]  # by edge: number, source, index of the outcome


class Nodes(NamedTuple):
    """New nodes, with their positions, their numbers, and the rows of their outcomes."""

    packed: Ints
    numbers: Ints
    rows: Ints


class ManyPositions:
    """Store of a compiler (`compiler.Store`) that holds positions in arrays. `words` is the size of a position.

    Raises:
        WordOverflow: positions need more than `words` words.
        HashCollision: different positions have the same hash, which is very rare.
    """

    def __init__(self, model: TransitionModel, limits: Limits, *, words: int, multiplier: int = MULTIPLIER) -> None:
        self.packing = Packing(model, words, multiplier)
        self.outcomes = OutcomeArrays(model, self.packing)
        self.weights, self.wholes = self.outcomes.weights, self.outcomes.wholes
        self.nodes = GrowableArray(words)
        self._model = model
        self._limits = limits
        self._frontier = Frontier(model, self.packing)
        self._lookup = self._new_lookup(model.tables.__getitem__, self._entry)
        self._next_phase: dict[int, TransitionLookup] = {}
        self._known: dict[str, HashTable] = {}
        self._arrivals = GrowableArray(2)  # by edge, the node it leads to; its label
        self._edges: tuple[list[Edges], ...] = tuple([(NONE, NONE, NONE)] for _ in KINDS)
        self._ends: list[Ints] = []
        self._transitions = 0
        self._entries = 0
        self._merged: list[tuple[Ints, Ints]] = []  # merged edges, and the edges they joined
        self._unlike: set[str] = set()  # clauses with hardly any equal positions

    def begin(self, position: int) -> None:
        """Put a position in flight, on edge 0."""
        table = self._model.table(position)
        column = self.packing.packed(table.number, table.layout.variables, position)
        packed = np.array(column, dtype=np.int64)[:, None]
        self._frontier.add(Batch(packed, self._new_edges(1), np.zeros(1, dtype=np.int64), 0))

    def carry_on(self, begun: Unfinished) -> None:
        """Continue an exploration that another store began."""
        self.outcomes.begin_with(begun.weights, begun.wholes)
        self._arrivals.add(np.array((begun.targets, begun.labels)))
        self._ends.append(np.array(begun.ends, dtype=np.int64))
        for edges, known in zip(self._edges, begun.edges, strict=True):
            number, source, outcome = np.array(known, dtype=np.int64).reshape(-1, 3).T
            edges.append((number, source, outcome))
        self._transitions = len(begun.edges[WITHIN])
        self._merged += _in_turn(begun.merged)
        self._know(begun.nodes)
        for batch in begun.waiting.values():
            self._frontier.add(self._packed(batch))

    def take(self) -> tuple[str, Batch] | None:
        """Return the clause that most positions have next, with these positions.

        PHASE_OVER and ROUND_OVER come after all other clauses.
        """
        return self._frontier.most() if self._frontier else None

    def advance(self, clause: str, batch: Batch) -> Nodes:
        """Advance the positions that have a single outcome, turn the others into nodes, and return the new nodes."""
        batch = self._without_equals(clause, batch)
        rows = self._lookup.rows(batch.packed)
        outcomes = self.outcomes.single.take(rows)
        is_single = outcomes != NOT_FOUND
        if batch.clauses > LONG:
            is_single[:] = False
        singles = int(np.count_nonzero(is_single))
        if singles == len(rows):
            self._move(batch, outcomes)
            return Nodes(batch.packed[:, :0], NONE, NONE)
        branching = batch
        if singles:
            self._move(batch.only(is_single), outcomes[is_single])
            branching, rows = batch.only(~is_single), rows[~is_single]
        new, nodes = self._arrived(clause, branching)
        rows = rows.take(new)
        self._transitions += int(self.outcomes.counts.take(rows).sum())
        self.check()
        return Nodes(branching.packed.take(new, axis=1), nodes, rows)

    def arrive(self, clause: str, batch: Batch) -> Nodes:
        """Turn the positions at the end of a phase or a round into nodes, and return the new nodes."""
        new, nodes = self._arrived(clause, batch)
        self._ends.append(nodes)
        return Nodes(batch.packed.take(new, axis=1), nodes, NONE)

    def next_phase(self, ends: Nodes, phase: int, phases: int) -> Nodes:
        """Return the given ends, each with its successor after phase number `phase`, if any, as its outcome."""
        lookup = self._next_phase.get(phase)
        if lookup is None:
            lookup = self._next_phase[phase] = self._new_lookup(
                lambda number: self._model.phase_table(number, phase),
                lambda _table, position: self._model.next_phase(position, phase, phases),
            )
        return ends._replace(rows=lookup.rows(ends.packed))

    def next_round(self, ends: Nodes) -> Nodes:
        """Return the given ends with the result of the clock's clause as their outcome."""
        return ends._replace(rows=self._lookup.rows(ends.packed))

    def after_last_round(self, ends: Nodes) -> Nodes:
        """Return the given ends with the result of the clock's clause after the last round as their outcome."""
        late, tables = ends.packed.copy(), ends.packed[0] & self.packing.table_mask
        for number in present(tables):
            late[0, tables == number] += self._model.after_last_round(number) - number
        return self.next_round(ends._replace(packed=late))

    def branch(self, nodes: Nodes, kind: int) -> None:
        """Add every outcome of the nodes to the positions in flight, each on a separate edge."""
        counts, first = self.outcomes.counts.take(nodes.rows), self.outcomes.first.take(nodes.rows)
        each = np.arange(len(counts)).repeat(counts)
        outcomes = (first - counts.cumsum() + counts).take(each)
        outcomes += np.arange(len(each))
        edge = self._new_edges(len(each))
        self._edges[kind].append((edge, nodes.numbers.take(each), outcomes))
        packed = self.outcomes.targets(nodes.packed.take(each, axis=1), outcomes)
        self._frontier.add(Batch(packed, edge, self.outcomes.labels.take(outcomes), 0))

    def check(self) -> None:
        """Raise TooMuch if a limit is reached. In battles on a table, where few positions are equal, the entries of
        transition tables count too.
        """
        self._limits.check(self.nodes.count + self._entries, self._transitions, self._model.tried, self._model.runs)
        self._model.meter.check()

    def positions(self) -> "PackedPositions":
        """Return the positions of all nodes."""
        return PackedPositions(self._model, self.packing, self.nodes.all)

    def explored(self, most_phases: int | None) -> Explored:
        """Return the explored battle as arrays."""
        targets, labels = arrivals = self._led_arrivals()
        edge, source, outcome = self._edges_of(WITHIN)
        if (source[1:] < source[:-1]).any():  # hardly ever: nodes branch in order of their numbers
            order = source.argsort(kind="stable")
            edge, source, outcome = edge.take(order), source.take(order), outcome.take(order)
        ends: Ints = np.concatenate((NONE, *self._ends))  # sorted, as nodes are numbered when they are found
        end_of = np.empty(self.nodes.count, dtype=np.int64)
        end_of[ends] = np.arange(len(ends))
        return Explored(
            self._model,
            self.positions(),
            (int(targets[0]), int(labels[0])),
            source=source,
            target=targets.take(edge),
            label=labels.take(edge),
            outcome=outcome,
            weights=self.weights,
            wholes=self.wholes,
            ends=ends,
            onward=_next_phase(self._edges_of(ONWARD), arrivals, end_of, len(ends)),
            late=None if most_phases is None else _next_phase(self._edges_of(LATE), arrivals, end_of, len(ends)),
            most_phases=most_phases,
        )

    def _know(self, positions: list[int]) -> None:
        """Store the positions of the first nodes."""
        by_clause: dict[str, list[int]] = {}
        for node, position in enumerate(positions):
            by_clause.setdefault(self._model.table(position).clause, []).append(node)
        packed = self.packing.columns(positions)
        self.nodes.add(packed)
        for clause, nodes in by_clause.items():
            columns = packed.take(nodes, axis=1)
            hashes = self.packing.hashes(columns)
            distinct(columns, hashes)  # raises HashCollision, as for nodes found later
            known = self._known[clause] = HashTable(self.packing.words)
            known.put(columns, hashes, np.array(nodes))

    def _packed(self, batch: SingleBatch) -> Batch:
        edges, labels, clauses = zip(*batch.values(), strict=True)
        return Batch(self.packing.columns(list(batch)), np.array(edges), np.array(labels), max(clauses))

    def _edges_of(self, kind: int) -> Edges:
        """Return all edges of a kind."""
        number, source, outcome = map(np.concatenate, zip(*self._edges[kind], strict=True))
        return number, source, outcome

    def _led_arrivals(self) -> tuple[Ints, Ints]:
        """Return the target node and label of every edge. A merged edge takes both from the edge it joined."""
        targets, labels = self._arrivals.all
        while self._merged:
            edge, other = self._merged.pop()
            labels[edge] = joined(self._model, labels.take(edge), labels.take(other))
            targets[edge] = targets.take(other)
        return targets, labels

    def _new_lookup(
        self, table: Callable[[int], TransitionTable], entry: Callable[[TransitionTable, int], Outcomes]
    ) -> TransitionLookup:
        return TransitionLookup(self.packing, self.outcomes.numbers, table, entry)

    def _entry(self, _table: TransitionTable, position: int) -> Outcomes:
        found = self._model.outcomes(position)
        self._entries += 1
        if self.nodes.count + self._entries > self._limits.states:  # the model itself checks the other limits
            self.check()
        return found

    def _move(self, batch: Batch, outcomes: Ints) -> None:
        """Advance each position in flight by one outcome."""
        outcomes = outcomes[:1] if is_constant(outcomes) else outcomes
        packed = self.outcomes.targets(batch.packed, outcomes)
        label = joined(self._model, batch.label, self.outcomes.labels.take(outcomes))
        self._frontier.add(Batch(packed, batch.edge, label, batch.clauses + 1))

    def _arrived(self, clause: str, batch: Batch) -> tuple[Ints, Ints]:
        """Connect edges to nodes. Returns each new node's number and its first index in the batch."""
        hashes = self.packing.hashes(batch.packed) if batch.hashes is None else batch.hashes
        known = self._known.setdefault(clause, HashTable(self.packing.words))
        nodes = known.find(batch.packed, hashes)
        new = (nodes == NOT_FOUND).nonzero()[0]
        if batch.hashes is None:
            first, which = distinct(batch.packed.take(new, axis=1), hashes.take(new))
            numbers = self.nodes.count + np.arange(len(first))
            nodes[new] = numbers.take(which)
            new = new.take(first)
        else:
            new = new.take(hashes.take(new).argsort())
            nodes[new] = numbers = self.nodes.count + np.arange(len(new))
        packed = batch.packed.take(new, axis=1)
        known.put(packed, hashes.take(new), numbers)
        self.nodes.add(packed)
        targets, labels = self._arrivals.all
        targets[batch.edge], labels[batch.edge] = nodes, batch.label
        return new, numbers

    def _without_equals(self, clause: str, batch: Batch) -> Batch:
        """Merge equal positions in flight if enough positions are equal."""
        if batch.edge.size < WORTHWHILE or clause in self._unlike:
            return batch
        hashes = self.packing.hashes(batch.packed)
        first, which = distinct(batch.packed, hashes, in_order=False)
        if len(first) > FEWER * len(which):
            if len(which) > TRIAL:
                self._unlike.add(clause)
            return batch
        edge = self._new_edges(len(first))
        self._arrivals.row(1)[batch.edge] = batch.label
        self._merged.append((batch.edge, edge.take(which)))
        packed, label = batch.packed.take(first, axis=1), np.zeros(len(first), dtype=np.int64)
        return Batch(packed, edge, label, batch.clauses, hashes.take(first))

    def _new_edges(self, many: int) -> Ints:
        begin = self._arrivals.count
        self._arrivals.extend(many)
        return np.arange(begin, begin + many)


class PackedPositions:
    """Positions of the nodes, packed into arrays."""

    def __init__(self, model: TransitionModel, packing: Packing, packed: Ints) -> None:
        self._model = model
        self._packing = packing
        self._packed = packed

    def __len__(self) -> int:
        return int(self._packed.shape[1])

    def __getitem__(self, node: int) -> int:
        column = self._packed[:, node].tolist()
        return self._packing.unpacked(self._model.tables[column[0] & self._packing.table_mask], column)

    def read(self, nodes: Sequence[int], table_of: TableOf, reading: Reading) -> list[Any]:
        """Return the value of a reading, a function of a position, at each of the given nodes."""
        found: list[Any] = []

        def numbers(values: list[Any]) -> list[int]:
            found.extend(values)
            return list(range(len(found) - len(values), len(found)))

        lookup = TransitionLookup(self._packing, numbers, table_of, reading)
        return [found[number] for number in lookup.rows(self._packed.take(nodes, axis=1)).tolist()]


def _in_turn(merged: list[tuple[int, int]]) -> list[tuple[Ints, Ints]]:
    """Group merged edges so that each edge is redirected after the edge it joined.

    The last group is redirected first, because its edges joined edges that were not merged themselves.
    """
    depth: dict[int, int] = {}
    parts: list[list[tuple[int, int]]] = []
    for edge, other in reversed(merged):
        depth[edge] = depth.get(other, -1) + 1
        if depth[edge] == len(parts):
            parts.append([])
        parts[depth[edge]].append((edge, other))
    columns = [np.array(part, dtype=np.int64).T for part in reversed(parts)]
    return [(edges, others) for edges, others in columns]


def _next_phase(edges: Edges, arrivals: tuple[Ints, Ints], end_of: Ints, ends: int) -> NextPhase:
    """Return, for each end, the node where the next phase begins, or NO_NODE. `end_of` is the index of each end among
    the `ends` ends, by node.
    """
    edge, source, _ = edges
    place = end_of.take(source)
    nodes: Ints = np.full(ends, NO_NODE, dtype=np.int64)
    labels: Ints = np.zeros(ends, dtype=np.int64)
    nodes[place], labels[place] = arrivals[0][edge], arrivals[1][edge]
    return NextPhase(nodes, labels)
