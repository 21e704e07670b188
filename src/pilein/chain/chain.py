"""A compiled battle, stored phase by phase as transitions between nodes, each with its probability and label.

Small chains are explored, and can be solved, in plain lists. Arrays are made only for solvers that request them, so
numpy is imported only then.
"""

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TransitionTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pilein.chain.layers import Layer

Ints: TypeAlias = "NDArray[np.int64]"
Floats: TypeAlias = "NDArray[np.float64]"
Numbers: TypeAlias = "NDArray[np.int64] | list[int]"  # an array, or a list in a small chain
TableOf = Callable[[int], TransitionTable]
Reading = Callable[[TransitionTable, int], Any]
NO_NODE = -1


class Positions(Protocol):
    """Store of the nodes' positions, by node number."""

    def __len__(self) -> int: ...

    def __getitem__(self, node: int) -> int: ...

    def read(self, nodes: Sequence[int], table_of: TableOf, reading: Reading) -> list[Any]:
        """Return the value of a reading, a function of a position, at each of the given nodes.

        The reading is called once for all nodes that its table does not distinguish.
        """


class NextPhase(NamedTuple):
    """Nodes at which the next phase starts, and the labels of the paths to them.

    Both arrays have an entry for each end of a phase. The node is NO_NODE if no phase follows.
    """

    nodes: Numbers
    labels: Numbers


class Explored(NamedTuple):
    """An explored battle. Transitions are ordered by source, and `outcome` gives the index of each transition in
    `weights` and `wholes`.

    `wholes` holds, for each outcome, the sum of the weights in the outcome's group. `late` replaces `onward` after
    phase `most_phases`, the last that the ruleset allows, and is None if there is no such limit. `first` is the
    first node, with the label of the path to it.
    """

    model: TransitionModel
    positions: Positions
    first: tuple[int, int]
    source: Numbers
    target: Numbers
    label: Numbers
    outcome: Numbers
    weights: list[int]
    wholes: list[int]
    ends: Numbers
    onward: NextPhase
    late: NextPhase | None
    most_phases: int | None


class ChainLists(NamedTuple):
    """Arrays of a `Chain` as lists of Python integers. See `Chain`."""

    source: list[int]
    target: list[int]
    label: list[int]
    starts: list[int]
    ends: list[int]
    end_of: list[int]
    onward: list[int]
    onward_label: list[int]
    late: list[int]
    late_label: list[int]


class Chain:
    """Markov chain of a battle. Its nodes are the positions from which play branches and the positions at which a
    phase ends.

    `first` is the node where play begins, and `prologue` the label of the path to it. `source`, `target`,
    `chance`, `weights` and `label` have an entry for each transition within a phase, ordered by source.
    `wholes[node]` is the sum of a node's weights, or 0 where a phase is over. `ends` are the nodes where a phase
    is over. For each end, `onward` is the node where the next phase first branches, or NO_NODE, and
    `onward_label` the label of the path to it. `late` and `late_label` replace both after phase `most_phases`,
    the last that the ruleset allows (None means no limit). If a clock counts rounds (`is_clocked`), rounds take
    the place of phases and together form one phase.
    """

    def __init__(self, explored: Explored) -> None:
        self.model = explored.model
        self.positions = explored.positions
        self.first, self.prologue = explored.first
        self.most_phases = explored.most_phases
        self.is_clocked = explored.model.clock is not None
        self._explored = explored

    @property
    def transitions(self) -> int:
        """Number of transitions in the chain."""
        return len(self._explored.source)

    @cached_property
    def weights(self) -> list[int]:
        """Weight of each transition, a whole number of any size."""
        weights = self._explored.weights
        return [weights[outcome] for outcome in _listed(self._explored.outcome)]

    @cached_property
    def wholes(self) -> list[int]:
        """Sum of each node's weights. It is 0 where a phase is over."""
        found, wholes = [0] * len(self.positions), self._explored.wholes
        for node, outcome in zip(self.lists.source, _listed(self._explored.outcome), strict=True):
            found[node] = wholes[outcome]
        return found

    @cached_property
    def lists(self) -> ChainLists:
        """All arrays of the chain, as lists of Python integers."""
        explored, nodes = self._explored, len(self.positions)
        late = explored.late or explored.onward
        source, ends = _listed(explored.source), _listed(explored.ends)
        starts, end_of = [0] * (nodes + 1), [NO_NODE] * nodes
        for node in source:
            starts[node + 1] += 1
        for place, end in enumerate(ends):
            end_of[end] = place
        return ChainLists(
            source=source,
            target=_listed(explored.target),
            label=_listed(explored.label),
            starts=list(accumulate(starts)),
            ends=ends,
            end_of=end_of,
            onward=_listed(explored.onward.nodes),
            onward_label=_listed(explored.onward.labels),
            late=_listed(late.nodes),
            late_label=_listed(late.labels),
        )

    # --- the same in arrays ------------------------------------------------------------------------------------

    @cached_property
    def source(self) -> Ints:
        """Node that each transition leaves."""
        return _array(self._explored.source)

    @cached_property
    def target(self) -> Ints:
        """Node that each transition reaches."""
        return _array(self._explored.target)

    @cached_property
    def label(self) -> Ints:
        """Number of each transition's label."""
        return _array(self._explored.label)

    @cached_property
    def ends(self) -> Ints:
        """Nodes where a phase is over."""
        return _array(self._explored.ends)

    @cached_property
    def onward(self) -> Ints:
        """Node where the next phase first branches, for each end."""
        return _array(self._explored.onward.nodes)

    @cached_property
    def onward_label(self) -> Ints:
        """Label of the path from each end to the next phase."""
        return _array(self._explored.onward.labels)

    @cached_property
    def late(self) -> Ints:
        """For each end, the node where play next branches once the last phase that the ruleset allows is over."""
        return _array((self._explored.late or self._explored.onward).nodes)

    @cached_property
    def late_label(self) -> Ints:
        """For each end, the label of the path that follows it once the last phase that the ruleset allows is over."""
        return _array((self._explored.late or self._explored.onward).labels)

    @cached_property
    def starts(self) -> Ints:
        """Index of each node's first transition, with a last entry for the end of the last node's transitions."""
        return _array(self.lists.starts)

    @cached_property
    def end_of(self) -> Ints:
        """Index of each node among the `ends`, or NO_NODE for nodes that are not ends."""
        return _array(self.lists.end_of)

    @cached_property
    def chance(self) -> Floats:
        """Probability of each transition, given its source node."""
        import numpy as np  # noqa: PLC0415 - small chains do without it

        explored = self._explored
        shares = [weight / whole for weight, whole in zip(explored.weights, explored.wholes, strict=True)]
        found: Floats = np.array(shares, dtype=np.float64)[_array(explored.outcome)]
        return found

    @cached_property
    def layers(self) -> "tuple[Layer, ...]":
        """Transitions within a phase, grouped into layers in topological order."""
        from pilein.chain.layers import layers_of  # noqa: PLC0415 - small chains do without it

        return layers_of(self.source, self.target, len(self.positions))

    # --- states ------------------------------------------------------------------------------------------------

    @property
    def labels(self) -> list[tuple[Hashable, ...]]:
        """Labels of transitions, by number. A label is a tuple of symbols."""
        return self.model.labels

    def state(self, node: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """Return the state of the battle at a node."""
        return self.model.state(self.positions[node])

    def read(self, reading: Callable[[Any], Hashable]) -> list[Any]:
        """Return the value of a function of the state at each of the `ends`, or None where only a round is over.

        The function is called once for all ends with equal read sets.
        """
        tables: dict[int, TransitionTable] = {}
        model = self.model

        def table_of(number: int) -> TransitionTable:
            own = model.tables[number]
            return tables.setdefault(number, TransitionTable(number, own.layout, own.agenda))

        def read(table: TransitionTable, position: int) -> Any:  # noqa: ANN401
            return None if table.agenda else model.read(table, position, reading)

        return self.positions.read(_listed(self._explored.ends), table_of, read)


def _listed(numbers: Numbers) -> list[int]:
    return numbers if isinstance(numbers, list) else numbers.tolist()


def _array(numbers: Numbers) -> Ints:
    import numpy as np  # noqa: PLC0415 - small chains do without it

    return np.asarray(numbers, dtype=np.int64)
