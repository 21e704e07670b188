"""Chains solved phase by phase in plain Python.

Probability is stored by place, which is a node with a monitor state.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from pilein.chain.chain import NO_NODE, Chain, ChainLists
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.monitors import Monitor, MonitorRun, NoMonitor
from pilein.chain.solve.spans import most_steps
from pilein.kernel.errors import PileInError

NodeState = tuple[int, int]  # a node, an end or a label of the chain, and the monitor's state
Exact = Fraction | float
Shares = dict[NodeState, Exact]
Amount = TypeVar("Amount", int, float)


class LeavingNode(NamedTuple):
    """Node with the index of its first transition and the index after its last transition."""

    node: int
    first: int
    after_last: int


@dataclass
class SolutionByPlace:
    """Solution of a chain, like `FloatSolution`. `finished[phase - 1]` holds the probability of each (end, state).

    `expected_counts` is the expected count of each label, by (state of the monitor before the label, label).
    """

    states: list[object]
    finished: list[Shares]
    expected_counts: Shares

    @property
    def at_the_end(self) -> Shares:
        """Probability of each end at any time, by (index among the chain's ends, monitor state)."""
        found: Shares = {}
        for part in self.finished:
            for place, chance in part.items():
                found[place] = found.get(place, 0) + chance
        return found


class SolverByPlace(Generic[Amount]):
    """Solver that propagates probability through a chain from its first node.

    `one` is the total probability, as a float or a whole number.

    Raises:
        PileInError: the chain has cycles within a phase.
    """

    one: Amount

    def __init__(self, chain: Chain, monitor: Monitor | None = None) -> None:
        self._chain = chain
        self._monitor = MonitorRun(monitor or NoMonitor(), chain.labels)
        self._levels = levels_of(chain.lists, len(chain.positions))
        self._counting: dict[NodeState, Amount] = {}  # in the current phase, by state and label
        self._counts: Shares = {}

    def chance(self, amount: Amount) -> Exact:
        """Convert an amount to the probability that it represents."""
        raise NotImplementedError

    def share(self, amount: Amount, whole: int) -> Amount:
        """Return the share of an amount for a weight of 1 out of `whole`."""
        raise NotImplementedError

    def is_nothing(self, mass: dict[NodeState, Amount]) -> bool:
        """Whether the remaining amount is negligible."""
        return not mass

    def solved(self, phases: int = TO_THE_END) -> SolutionByPlace:
        """Solve the given number of phases.

        0 means until no units are in contact or the ruleset's limit is reached.
        """
        chain, last = self._chain, most_steps(self._chain, phases)
        mass = {(chain.first, self._monitor.after(0, chain.prologue)): self.one}
        self._counting, self._counts = {(0, chain.prologue): self.one}, {}
        self._add_counts()
        finished = []
        for phase in range(1, last + 1):
            mass = self._propagated(mass)
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            mass, done = self._parted(mass, is_late=is_late, is_last=phase == last)
            self._add_counts()
            finished.append({place: self.chance(amount) for place, amount in done.items()})
            if self.is_nothing(mass):
                break
        return SolutionByPlace(list(self._monitor.states), finished, self._counts)

    def _add_counts(self) -> None:
        for place, amount in self._counting.items():
            self._counts[place] = self._counts.get(place, 0) + self.chance(amount)
        self._counting = {}

    def _propagated(self, mass: dict[NodeState, Amount]) -> dict[NodeState, Amount]:
        """Propagate amounts through one phase to its ends."""
        for nodes in self._levels:
            self._leave(mass, nodes)
        self._add_counts()
        return mass

    def _leave(self, mass: dict[NodeState, Amount], nodes: list[LeavingNode]) -> None:
        chain, width = self._chain, len(self._monitor.states)
        targets, labels, wholes, weights = chain.lists.target, chain.lists.label, chain.wholes, chain.weights
        for node, first, after_last in nodes:
            chain.model.meter.check()
            for state in range(width):
                amount = mass.pop((node, state), None)
                if not amount:
                    continue
                share = self.share(amount, wholes[node])
                for place in range(first, after_last):
                    going, label = share * weights[place], labels[place]
                    _add(mass, (targets[place], self._monitor.after(state, label)), going)
                    _add(self._counting, (state, label), going)
            width = len(self._monitor.states)

    def _parted(
        self, mass: dict[NodeState, Amount], *, is_late: bool, is_last: bool
    ) -> tuple[dict[NodeState, Amount], dict[NodeState, Amount]]:
        """Split probability into the part that continues in the next phase and the part that has ended."""
        lists = self._chain.lists
        onward, labels = (lists.late, lists.late_label) if is_late else (lists.onward, lists.onward_label)
        going: dict[NodeState, Amount] = {}
        done: dict[NodeState, Amount] = {}
        for (node, state), amount in mass.items():
            end = lists.end_of[node]
            if is_last or onward[end] == NO_NODE:
                done[end, state] = amount
            else:
                _add(going, (onward[end], self._monitor.after(state, labels[end])), amount)
                _add(self._counting, (state, labels[end]), amount)
        return going, done


def levels_of(lists: ChainLists, nodes: int) -> list[list[LeavingNode]]:
    """Sort nodes with transitions into levels, each after all predecessors. Nodes in one level can be left together.

    Raises:
        PileInError: the transitions form cycles.
    """
    coming = [0] * nodes
    for target in lists.target:
        coming[target] += 1
    starts = lists.starts
    ready = [node for node in range(nodes) if not coming[node] and starts[node] < starts[node + 1]]
    found, done = [], 0
    while ready:
        found.append([LeavingNode(node, starts[node], starts[node + 1]) for node in ready])
        done += sum(starts[node + 1] - starts[node] for node in ready)
        free = []
        for node in ready:
            for target in lists.target[starts[node] : starts[node + 1]]:
                coming[target] -= 1
                if not coming[target] and starts[target] < starts[target + 1]:
                    free.append(target)
        ready = free
    if done < len(lists.source):
        message = "this battle has cycles within one phase, so computing exact fractions would take forever"
        raise PileInError(message, remedy="compute with floats: omit --exact, or give --float")
    return found


def _add(to: dict[NodeState, Amount], place: NodeState, amount: Amount) -> None:
    known = to.get(place)
    to[place] = amount if known is None else known + amount
