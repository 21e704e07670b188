"""Chain without a horizon, solved as an absorbing Markov chain.

The number of phases is unlimited, even if a battle never ends. The expected number of visits to each state follows
from the numbers for its predecessors. Strongly connected components are solved together. A component without an exit
is a closed communicating class, in which play never ends.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeVar

from pilein.chain.chain import NO_NODE, Chain
from pilein.chain.solve.monitors import Monitor, MonitorRun, NoMonitor
from pilein.dice.weights import added
from pilein.engine.budget import Meter

Exact = Fraction | float
SLACK = 1e-12  # tolerance of the sum of all probabilities
NodeState = tuple[int, int]  # a node of the chain, and the monitor's state
Vertex = TypeVar("Vertex")


class Step(NamedTuple):
    """Transition from a place, with its target, probability and label."""

    to: NodeState
    chance: Exact
    label: int


class ClosedClass(NamedTuple):
    """Nodes that are never left once entered, with the probability of entering them."""

    nodes: tuple[int, ...]
    chance: Exact


@dataclass
class Absorption:
    """Solution of a chain without a horizon.

    `at_the_end` holds the probabilities of ends, by (index among the chain's ends, state of the monitor).
    `expected_counts` is the expected count of each (state before the label, label), and `phases` is the mean number
    of phases. Both leave out the classes in `closed`, where they have no bound.
    """

    states: list[Hashable]
    at_the_end: dict[NodeState, Exact] = field(default_factory=dict)
    expected_counts: dict[NodeState, Exact] = field(default_factory=dict)
    closed: list[ClosedClass] = field(default_factory=list)
    phases: Exact = 0


class AbsorbingChain:
    """Battle played without a horizon, starting from the first node of its chain."""

    def __init__(self, chain: Chain, monitor: Monitor | None = None, *, exact: bool) -> None:
        self._chain = chain
        self._monitor = MonitorRun(monitor or NoMonitor(), chain.labels)
        self._end_of, self._starts = chain.lists.end_of, chain.lists.starts
        self._steps: dict[NodeState, tuple[Step, ...]] = {}
        self._exact = exact
        self._one: Exact = Fraction(1) if exact else 1.0

    def solved(self) -> Absorption:
        """Solve the chain. The probabilities of the chain's ends and closed classes add up to 1."""
        found = Absorption(self._monitor.states)
        first = (self._chain.first, self._monitor.after(0, self._chain.prologue))
        found.expected_counts[0, self._chain.prologue] = self._one
        coming: dict[NodeState, Exact] = {first: self._one}
        components = strongly_connected_components(first, lambda place: [step.to for step in self._steps_from(place)])
        for component in components:
            self._leave(component, coming, found)
        whole = added((*found.at_the_end.values(), *(one.chance for one in found.closed)))
        assert whole == 1 if self._exact else abs(float(whole) - 1) <= SLACK, (
            f"the chances of all ends add up to {whole!r}"
        )
        return found

    def _leave(self, component: list[NodeState], coming: dict[NodeState, Exact], found: Absorption) -> None:
        inside = {place: number for number, place in enumerate(component)}
        arriving = [coming.pop(place, 0 * self._one) for place in component]
        if self._is_closed(inside):
            nodes = tuple(sorted({node for node, _ in component}))
            found.closed.append(ClosedClass(nodes, added(arriving, 0 * self._one)))
            return
        for place, visits in zip(component, self._visits(inside, arriving), strict=True):
            end, steps = self._end_of[place[0]], self._steps_from(place)
            if end != NO_NODE and not (self._chain.is_clocked and steps):
                found.phases += visits
            if not steps:
                found.at_the_end[end, place[1]] = found.at_the_end.get((end, place[1]), 0) + visits
            for step in steps:
                labelled = (place[1], step.label)
                found.expected_counts[labelled] = found.expected_counts.get(labelled, 0) + visits * step.chance
                if step.to not in inside:
                    coming[step.to] = coming.get(step.to, 0) + visits * step.chance

    def _is_closed(self, inside: dict[NodeState, int]) -> bool:
        """Whether no step leads out of a component, and none of its places is absorbing."""
        return all(
            self._steps_from(place) and all(step.to in inside for step in self._steps_from(place)) for place in inside
        )

    def _visits(self, inside: dict[NodeState, int], arriving: list[Exact]) -> list[Exact]:
        """Return the expected number of visits of each place in a component, given the visits from outside."""
        size = len(inside)
        rows = [self._unit(row, size) for row in range(size)]
        is_cyclic = False
        for place, column in inside.items():
            for step in self._steps_from(place):
                if step.to in inside:
                    rows[inside[step.to]][column] -= step.chance
                    is_cyclic = True
        if not is_cyclic:
            return arriving
        if self._exact:
            return _eliminated(rows, arriving, self._chain.model.meter)
        import numpy as np  # noqa: PLC0415 - fractions do without it

        solution: list[Exact] = np.linalg.solve(np.array(rows), np.array(arriving)).tolist()
        return solution

    def _unit(self, row: int, size: int) -> list[Exact]:
        """Build a row of the identity matrix, checking the limits on time and memory."""
        self._chain.model.meter.check()
        return [self._one if row == column else 0 * self._one for column in range(size)]

    def _steps_from(self, place: NodeState) -> tuple[Step, ...]:
        steps = self._steps.get(place)
        if steps is None:
            self._chain.model.meter.check()
            is_end = self._end_of[place[0]] != NO_NODE
            steps = self._steps[place] = self._next_phase(place) if is_end else self._branches(place)
        return steps

    def _branches(self, place: NodeState) -> tuple[Step, ...]:
        chain, (node, state) = self._chain, place
        whole, found = chain.wholes[node], []
        for number in range(self._starts[node], self._starts[node + 1]):
            weight, label = chain.weights[number], chain.lists.label[number]
            chance = Fraction(weight, whole) if self._exact else weight / whole
            found.append(Step((chain.lists.target[number], self._monitor.after(state, label)), chance, label))
        return tuple(found)

    def _next_phase(self, place: NodeState) -> tuple[Step, ...]:
        end = self._end_of[place[0]]
        lists = self._chain.lists
        node, label = lists.onward[end], lists.onward_label[end]
        if node == NO_NODE:
            return ()
        return (Step((node, self._monitor.after(place[1], label)), self._one, label),)


def _eliminated(rows: list[list[Exact]], right: list[Exact], meter: Meter) -> list[Exact]:
    """Solve linear equations in fractions by Gaussian elimination. `rows` are consumed."""
    size = len(rows)
    table = [[*row, value] for row, value in zip(rows, right, strict=True)]
    for column in range(size):
        pivot = next(row for row in range(column, size) if table[row][column])
        table[column], table[pivot] = table[pivot], table[column]
        lead = table[column][column]
        table[column] = [value / lead for value in table[column]]
        for row in range(size):
            meter.check()
            share = table[row][column]
            if row != column and share:
                table[row] = [one - share * other for one, other in zip(table[row], table[column], strict=True)]
    return [row[-1] for row in table]


def strongly_connected_components(
    start: Vertex, successors: Callable[[Vertex], Iterable[Vertex]]
) -> list[list[Vertex]]:
    """Return the strongly connected components of all reachable vertices, in topological order (Tarjan 1972)."""
    number: dict[Vertex, int] = {start: 0}
    lowest: dict[Vertex, int] = {start: 0}
    stack, on_stack, found = [start], {start}, []
    path: list[tuple[Vertex, Iterator[Vertex]]] = [(start, iter(successors(start)))]
    while path:
        vertex, ahead = path[-1]
        for other in ahead:
            if other not in number:
                number[other] = lowest[other] = len(number)
                stack.append(other)
                on_stack.add(other)
                path.append((other, iter(successors(other))))
                break
            if other in on_stack:
                lowest[vertex] = min(lowest[vertex], number[other])
        else:
            path.pop()
            if path:
                before = path[-1][0]
                lowest[before] = min(lowest[before], lowest[vertex])
            if lowest[vertex] == number[vertex]:
                found.append(_popped(vertex, stack, on_stack))
    return found[::-1]


def _popped(root: Vertex, stack: list[Vertex], on_stack: set[Vertex]) -> list[Vertex]:
    """Pop the strongly connected component of a root off the stack."""
    component: list[Vertex] = []
    while not component or component[-1] != root:
        component.append(stack.pop())
    on_stack.difference_update(component)
    return component
