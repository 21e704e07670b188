"""A compiled battle as arrays: the transitions between nodes with their probabilities and labels, phase by phase."""

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TransitionTable
from pilein.chain.numeric import NDArray, np

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
TableOf = Callable[[int], TransitionTable]
Reading = Callable[[TransitionTable, int], Any]
NO_NODE = -1
SORTED = 8  # if fewer than one node in this number is reached, node numbers are sorted rather than counted


class Layer(NamedTuple):
    """Transitions, by index in the chain, that may be taken together; `is_cyclic`: they may form cycles."""

    transitions: Ints
    is_cyclic: bool = False


class Positions(Protocol):
    """The positions of nodes, by number."""

    def __len__(self) -> int: ...

    def __getitem__(self, node: int) -> int: ...

    def read(self, nodes: Sequence[int], table_of: TableOf, reading: Reading) -> list[Any]:
        """The values of a reading at nodes; called once for all that its table, by number, does not distinguish."""


class NextPhase(NamedTuple):
    """The starts of next phases: for each end the node (NO_NODE: none) and the label on the way."""

    nodes: Ints
    labels: Ints


class Explored(NamedTuple):
    """An explored battle. Transitions are ordered by source; `outcome` is the place of each in `weights` and `wholes`.

    `wholes` are the sums of the weights that an outcome stands among. `late` is as `onward`, after the last phase that
    the ruleset allows, `most_phases`; None if it allows any number. `first`: the first node, and the label before it.
    """

    model: TransitionModel
    positions: Positions
    first: tuple[int, int]
    source: Ints
    target: Ints
    label: Ints
    outcome: Ints
    weights: list[int]
    wholes: list[int]
    ends: Ints
    onward: NextPhase
    late: NextPhase | None
    most_phases: int | None


class Chain:
    """The Markov chain of a battle. Its nodes are the positions from which play branches, and those that end a phase.

    `first` is the node where play begins, `prologue` the label of the way there. `source`, `target`, `chance`,
    `weights` and `label` have an entry for each transition within a phase, ordered by source; `wholes[node]` is the sum
    of a node's weights, 0 where a phase is over. `ends` are those nodes; for each, in the same order, `onward` is the
    node where the next phase first branches (NO_NODE: there is none) and `onward_label` the label on the way; `late`
    and `late_label` are the same after phase number `most_phases`, the last that the ruleset allows (None: no limit).
    Where a clock counts rounds (`is_clocked`) they stand for phases, and all of them are one phase.
    """

    def __init__(self, explored: Explored) -> None:
        self.model = explored.model
        self.positions = explored.positions
        self.first, self.prologue = explored.first
        self.source, self.target, self.label = explored.source, explored.target, explored.label
        self.ends, self.most_phases = explored.ends, explored.most_phases
        self.onward, self.onward_label = explored.onward
        self.late, self.late_label = explored.late or explored.onward
        self.is_clocked = explored.model.clock is not None
        self._explored = explored

    @cached_property
    def chance(self) -> Floats:
        """The probability of each transition, given its source."""
        explored = self._explored
        shares = [weight / whole for weight, whole in zip(explored.weights, explored.wholes, strict=True)]
        found: Floats = np.array(shares, dtype=np.float64)[explored.outcome]
        return found

    @cached_property
    def weights(self) -> list[int]:
        """The weight of each transition: a whole number of any size."""
        weights = self._explored.weights
        return [weights[outcome] for outcome in self._explored.outcome.tolist()]

    @cached_property
    def wholes(self) -> list[int]:
        """The sum of the weights of each node, 0 where a phase is over."""
        found, wholes = [0] * len(self.positions), self._explored.wholes
        sources, first = np.unique(self.source, return_index=True)
        for node, outcome in zip(sources.tolist(), self._explored.outcome[first].tolist(), strict=True):
            found[node] = wholes[outcome]
        return found

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The transitions within a phase, in topological order."""
        return layers_of(self.source, self.target, len(self.positions))

    @cached_property
    def targets(self) -> list[int]:
        """`target` as Python integers."""
        found: list[int] = self.target.tolist()
        return found

    @cached_property
    def label_numbers(self) -> list[int]:
        """`label` as Python integers."""
        found: list[int] = self.label.tolist()
        return found

    @cached_property
    def starts(self) -> Ints:
        """For each node its first transition; one entry more for the end of the last."""
        return np.searchsorted(self.source, np.arange(len(self.positions) + 1))

    @cached_property
    def end_of(self) -> Ints:
        """For each node its index among the `ends`; NO_NODE if it is not one."""
        found: Ints = np.full(len(self.positions), NO_NODE, dtype=np.int64)
        found[self.ends] = np.arange(len(self.ends))
        return found

    @property
    def labels(self) -> list[tuple[Hashable, ...]]:
        """The labels of transitions, by number: tuples of symbols."""
        return self.model.labels

    def state(self, node: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """The state at a node."""
        return self.model.state(self.positions[node])

    def read(self, reading: Callable[[Any], Hashable]) -> list[Any]:
        """The value of a function of the state at each of the `ends`, None where only a round is over.

        It is called once for all ends with an equal read set.
        """
        tables: dict[int, TransitionTable] = {}
        model = self.model

        def table_of(number: int) -> TransitionTable:
            own = model.tables[number]
            return tables.setdefault(number, TransitionTable(number, own.layout, own.agenda))

        def read(table: TransitionTable, position: int) -> Any:  # noqa: ANN401
            model.meter.check()
            if table.agenda:
                return None
            return model.tracked(table, position, lambda state, _known: _read_whole(reading(state)))

        return self.positions.read(self.ends.tolist(), table_of, read)


def _read_whole(value: Hashable) -> Hashable:
    """The value, with its unread parts read."""
    hash(value)
    return value


def layers_of(source: Ints, target: Ints, nodes: int) -> tuple[Layer, ...]:
    """The layers of transitions in topological order; from the first cycle on, they form one last layer.

    `source` is sorted. Nodes are 0 to `nodes` - 1.
    """
    starts = np.searchsorted(source, np.arange(nodes + 1))
    coming = np.bincount(target, minlength=nodes)
    ready = np.flatnonzero((coming == 0) & (starts[1:] > starts[:-1]))
    found, done = [], np.zeros(nodes, dtype=bool)
    while ready.size:
        places = ranges(starts[ready], starts[ready + 1])
        found.append(Layer(places))
        done[ready] = True
        reached, times = _counted(target[places], nodes)
        coming[reached] -= times
        free = reached[coming[reached] == 0]
        ready = free[starts[free + 1] > starts[free]]
    left = np.flatnonzero(~done[source])
    return (*found, Layer(left, is_cyclic=True)) if left.size else tuple(found)


def _counted(numbers: Ints, nodes: int) -> tuple[Ints, Ints]:
    """The distinct numbers below `nodes`, with their counts."""
    if numbers.size * SORTED < nodes:
        return np.unique(numbers, return_counts=True)
    often = np.bincount(numbers, minlength=nodes)
    found = often.nonzero()[0]
    return found, often[found]


def ranges(starts: Ints, stops: Ints) -> Ints:
    """All whole numbers from each start up to its stop, one range after the other."""
    lengths = stops - starts
    offsets = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    found: Ints = np.arange(int(lengths.sum()), dtype=np.int64) + offsets
    return found


def present(numbers: Ints) -> list[int]:
    """The distinct numbers, in order; all are small and not negative."""
    found: list[int] = np.flatnonzero(np.bincount(numbers)).tolist()
    return found
