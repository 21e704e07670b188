"""Positions held one by one, as Python integers. This is fast for battles of up to several thousand nodes."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from pilein.chain.chain import NO_NODE, Explored, NextPhase, Reading, TableOf
from pilein.chain.limits import Limits
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import PHASE_OVER, ROUND_OVER, TABLES, Outcomes, TransitionTable

WITHIN, ONWARD, LATE = range(3)  # kinds of edges: within a phase, to the next phase, to the phase after the last
KINDS = (WITHIN, ONWARD, LATE)
PER_NODE = 3  # edges: with more of them, arrays pay off earlier
LONG = 100  # clauses in a row with one outcome each, after which there may be a cycle
LAST = {PHASE_OVER: 0, ROUND_OVER: 1}  # all other clauses come before


InFlight = tuple[int, int, int]  # number of the edge to a node, label since its start, number of clauses since then
Batch = dict[int, InFlight]  # by position
Nodes = list[tuple[int, int, Outcomes]]  # position, number of the node, outcomes
Edges = list[tuple[int, int, int]]  # number, source, index of the outcome


class Unfinished(NamedTuple):
    """An unfinished exploration, which another store can continue."""

    nodes: list[int]  # their positions
    ends: list[int]
    edges: tuple[Edges, ...]  # by kind
    targets: list[int]  # by edge
    labels: list[int]
    weights: list[int]  # by outcome: one for each edge
    wholes: list[int]
    merged: list[tuple[int, int]]  # merged edges and the edges they joined, in order
    waiting: dict[str, Batch]


class SinglePositions:
    """Compiler's store (`compiler.Store`) of positions held one by one. An outcome has the same index as its edge."""

    def __init__(self, model: TransitionModel, limits: Limits) -> None:
        self.weights: list[int] = []
        self.wholes: list[int] = []
        self._model = model
        self._limits = limits
        self._waiting: dict[str, Batch] = {}
        self._nodes: list[int] = []
        self._node_of: dict[int, int] = {}
        self._ends: list[int] = []
        self._edges: tuple[Edges, ...] = tuple([] for _ in KINDS)
        self._targets: list[int] = []
        self._labels: list[int] = []
        self._merged: list[tuple[int, int]] = []  # merged edges and the edges they joined

    @property
    def size(self) -> int:
        """Number of nodes, or a third of the number of edges if that is larger."""
        return max(len(self._nodes), len(self.weights) // PER_NODE)

    @property
    def coming_size(self) -> int:
        """Size that would result if all positions of the largest batch became nodes."""
        return max(self.size, len(self._nodes) + max(map(len, self._waiting.values()), default=0))

    def begin(self, position: int) -> None:
        """Put a position in flight, on edge 0."""
        self._fly(position, (self._new_edge(), 0, 0))

    def take(self) -> tuple[str, Batch] | None:
        """Return the clause that most positions have next, with these positions.

        PHASE_OVER and ROUND_OVER come after all other clauses.
        """
        if not self._waiting:
            return None
        clause = max(self._waiting, key=lambda clause: (LAST.get(clause, len(LAST)), len(self._waiting[clause])))
        return clause, self._waiting.pop(clause)

    def advance(self, _clause: str, batch: Batch) -> Nodes:
        """Advance the positions that have a single outcome, turn the others into nodes, and return the new nodes."""
        model, nodes = self._model, Nodes()
        for position, (edge, label, clauses) in batch.items():
            outcomes = model.tables[position & TABLES].get(position) or model.outcomes(position)
            if len(outcomes) == 1 and clauses <= LONG:
                (only,) = outcomes
                more = model.joined(label, only.label) if only.label else label
                self._fly(only.target(position), (edge, more, clauses + 1))
            else:
                nodes += self._arrived(position, edge, label, outcomes)
        return nodes

    def arrive(self, _clause: str, batch: Batch) -> Nodes:
        """Turn the positions at the end of a phase or a round into nodes, and return the new nodes."""
        nodes = Nodes()
        for position, (edge, label, _) in batch.items():
            nodes += self._arrived(position, edge, label, ())
        self._ends += [node for _, node, _ in nodes]
        return nodes

    def next_phase(self, ends: Nodes, phase: int, phases: int) -> Nodes:
        """Return the given ends, each with its successor after phase number `phase`, if any, as its outcome."""
        model = self._model
        return [(position, node, model.next_phase(position, phase, phases)) for position, node, _ in ends]

    def next_round(self, ends: Nodes) -> Nodes:
        """Return the given ends with the result of the clock's clause as their outcome."""
        return [(position, node, self._model.outcomes(position)) for position, node, _ in ends]

    def after_last_round(self, ends: Nodes) -> Nodes:
        """Return the given ends with the result of the clock's clause after the last round as their outcome."""
        return self.next_round([(self._model.after_last_round(position), node, ()) for position, node, _ in ends])

    def branch(self, nodes: Nodes, kind: int) -> None:
        """Add every outcome of the nodes to the positions in flight, each on a separate edge."""
        edges = self._edges[kind]
        for position, node, outcomes in nodes:
            whole = sum(transition.weight for transition in outcomes)
            for transition in outcomes:
                edge = self._new_edge(transition.weight, whole)
                edges.append((edge, node, edge))
                self._fly(transition.target(position), (edge, transition.label, 0))

    def check(self) -> None:
        """Raise TooMuch if a limit of the compiler is reached."""
        self._limits.check(len(self._nodes), len(self._edges[WITHIN]), self._model.tried, self._model.runs)
        self._model.meter.check()

    def positions(self) -> "ListedPositions":
        """Return the positions of all nodes."""
        return ListedPositions(self._nodes)

    @property
    def unfinished(self) -> Unfinished:
        """Return the exploration so far, for another store to continue."""
        return Unfinished(
            self._nodes,
            self._ends,
            self._edges,
            self._targets,
            self._labels,
            self.weights,
            self.wholes,
            self._merged,
            self._waiting,
        )

    def explored(self, most_phases: int | None) -> Explored:
        """Return the explored battle as arrays."""
        self._lead_merged_edges()
        targets, labels, ends = self._targets, self._labels, sorted(self._ends)
        edges = sorted(self._edges[WITHIN], key=itemgetter(1))
        return Explored(
            self._model,
            self.positions(),
            (targets[0], labels[0]),
            source=[source for _, source, _ in edges],
            target=[targets[edge] for edge, _, _ in edges],
            label=[labels[edge] for edge, _, _ in edges],
            outcome=[outcome for _, _, outcome in edges],
            weights=self.weights,
            wholes=self.wholes,
            ends=ends,
            onward=self._next_phase(ONWARD, ends),
            late=None if most_phases is None else self._next_phase(LATE, ends),
            most_phases=most_phases,
        )

    def _lead_merged_edges(self) -> None:
        """Redirect each merged edge to the target of the edge it joined."""
        targets, labels = self._targets, self._labels
        for edge, other in reversed(self._merged):
            targets[edge], labels[edge] = targets[other], self._model.joined(labels[edge], labels[other])

    def _next_phase(self, kind: int, ends: list[int]) -> NextPhase:
        """Return, for each end, the node where the next phase begins, or NO_NODE."""
        edge_of = {source: edge for edge, source, _ in self._edges[kind]}
        edges = [edge_of.get(end) for end in ends]
        return NextPhase(
            [NO_NODE if edge is None else self._targets[edge] for edge in edges],
            [0 if edge is None else self._labels[edge] for edge in edges],
        )

    def _fly(self, position: int, one: InFlight) -> None:
        """Put a position in flight, merging its edge with the edge of an equal position in flight."""
        batch = self._waiting.setdefault(self._model.tables[position & TABLES].clause, {})
        other = batch.get(position)
        if other is None:
            batch[position] = one
            return
        (one_edge, one_label, one_clauses), (other_edge, other_label, other_clauses) = one, other
        self._labels[one_edge], self._labels[other_edge] = one_label, other_label
        joint = one_edge if not one_label else other_edge if not other_label else self._new_edge()
        self._merged += [(edge, joint) for edge in (one_edge, other_edge) if edge != joint]
        batch[position] = joint, 0, max(one_clauses, other_clauses)

    def _arrived(self, position: int, edge: int, label: int, outcomes: Outcomes) -> Nodes:
        """Connect an edge to its position's node, and return the node if it is new."""
        node = self._node_of.get(position)
        self._labels[edge] = label
        if node is not None:
            self._targets[edge] = node
            return []
        self._targets[edge] = node = self._node_of[position] = len(self._nodes)
        self._nodes.append(position)
        return [(position, node, outcomes)]

    def _new_edge(self, weight: int = 0, whole: int = 1) -> int:
        self._targets.append(0)
        self._labels.append(0)
        self.weights.append(weight)
        self.wholes.append(whole)
        return len(self._targets) - 1


class ListedPositions:
    """Positions of the nodes, stored in a list."""

    def __init__(self, listed: list[int]) -> None:
        self._listed = listed

    def __len__(self) -> int:
        return len(self._listed)

    def __getitem__(self, node: int) -> int:
        return self._listed[node]

    def read(self, nodes: Sequence[int], table_of: TableOf, reading: Reading) -> list[Any]:
        """Return the value of a reading, a function of a position, at each of the given nodes."""
        positions = [self._listed[node] for node in nodes]
        return [_read(table_of(position & TABLES), position, reading) for position in positions]


def _read(table: TransitionTable, position: int, reading: Reading) -> Any:  # noqa: ANN401
    known = table.get(position)
    if known is None:
        known = (reading(table, position),)
        table.put(position, known)
    return known[0]
