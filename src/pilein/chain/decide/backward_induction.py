"""Backward induction, which computes the value of every position if every open choice gets its best answer.

Values are those of the first side. The first side takes the answer with the highest value, and the other side takes
the answer with the lowest. Values are computed backwards, from the last phase to the first and, within a phase, from
its ends.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import fsum, lcm
from typing import Any, NamedTuple

import numpy as np

from pilein.chain.chain import NO_NODE, Chain, Explored, NextPhase
from pilein.chain.decide.game_graph import DecisionNode, GameGraph, Question, Tree
from pilein.chain.explore.single import ListedPositions
from pilein.chain.model.transitions import Transition

Value = Fraction | float
Values = dict[int, Value]

NEGLIGIBLE = 1e-9  # difference in value that nobody would see
SLACK = 1e-12  # least difference, in floats, that makes an answer better than earlier ones


class Decision(NamedTuple):
    """Question of the first phase, with its probability, each answer's value to the first side, and the best answer."""

    question: Question
    chance: Value
    values: tuple[Value, ...]
    best: int


class BackwardInduction:
    """Battle in which every open choice gets its best answer. `terminal` is the value of a state when play is over."""

    def __init__(self, graph: GameGraph, terminal: Callable[[Any], float], *, exact: bool) -> None:
        self._graph = graph
        self._exact = exact
        self._slack = 0 if exact else SLACK
        self._branching, self._reached = contracted(graph)
        number: Callable[[float], Value] = Fraction if exact else float
        self._terminal: Values = {end: number(terminal(graph.state(end))) for end in graph.onward}
        self._by_phase: dict[int, Values] = {}
        for phase in range(graph.last, 0, -1):
            self._by_phase[phase] = self._phase_values(phase)

    @property
    def value(self) -> Value:
        """Value of the battle to the first side."""
        return self._by_phase[1][self._reached(self._graph.first)]

    def worth(self, tree: Tree, position: int, phase: int) -> tuple[Value, ...]:
        """Return the value of each branch in the outcome tree of a position's clause. If the tree is a single
        transition, there is one value.
        """
        values = self._by_phase[phase]
        branches = (tree,) if isinstance(tree, Transition) else tree.branches
        return tuple(self._value(branch, position, values) for branch in branches)

    def value_of(self, tree: Tree, position: int, phase: int) -> Value:
        """Return the value of an outcome tree of a position's clause, or of a position at which a phase ends."""
        return self._value(tree, position, self._by_phase[phase])

    def value_at(self, position: int, phase: int) -> Value:
        """Return the value of a position in a phase. Raises KeyError if play never reaches the position."""
        return self._by_phase[phase][self._reached(position)]

    def decisions(self) -> Iterator[Decision]:
        """Yield the questions in the first phase that occur under best answers, position by position."""
        graph, phase = self._graph, 1
        there: Values = {graph.first: Fraction(1) if self._exact else 1.0}
        while there:
            after: Values = {}
            yield from self._decisions(phase, there, after)
            there, phase = after, phase + 1

    def _decisions(self, phase: int, there: Values, after: Values) -> Iterator[Decision]:
        """Yield the questions of a phase or round from the positions where it begins.

        Also fills in the positions where the next phase or round begins.
        """
        graph, values = self._graph, self._by_phase[phase]
        for position in reversed(graph.order):
            if position not in there:
                continue
            if position not in graph.trees:
                begun = graph.after(position, phase) if graph.is_clocked else None
                if begun is not None:
                    after[begun] = after.get(begun, 0) + there.pop(position)
                continue
            self._graph.model.meter.check()
            chance = there.pop(position)
            for share, node in self._followed(self._graph.trees[position], position, values, chance):
                if isinstance(node, DecisionNode):
                    worth = tuple(self._value(branch, position, values) for branch in node.branches)
                    yield Decision(node.question, share, worth, self._best_answer(node, worth))
                else:
                    target = node.target(position)
                    there[target] = there.get(target, 0) + share

    def chain(self) -> Chain:
        """Return the battle as a chain, phase by phase, in which every open choice gets its best answer.

        If a clock counts rounds, the best answers of the first round are given in every round, provided that this
        changes the value by no more than NEGLIGIBLE. Positions that differ only in the round are then one node.
        """
        is_rolled = self._graph.is_clocked and not self._exact and self._costs_of_steadiness() <= NEGLIGIBLE
        return _Unrolled(self._graph, self._outcomes, is_rolled=is_rolled).chain()

    def _costs_of_steadiness(self) -> float:
        """Return how much the value changes if the best answers of the first round are given in every later round."""
        graph, later = self._graph, Values()
        for phase in range(graph.last, 0, -1):
            values: Values = {}
            for position in self._branching:
                tree = graph.trees.get(position)
                if tree is not None:
                    values[position] = self._value(tree, position, values, self._by_phase[1])
                else:
                    values[position] = self._value_after(position, phase, later)
            later = values
        return abs(float(later[self._reached(graph.first)] - self.value))

    def _phase_values(self, phase: int) -> Values:
        graph, later = self._graph, self._by_phase.get(phase + 1, {})
        values: Values = {}
        for position in self._branching:
            graph.model.meter.check()
            tree = graph.trees.get(position)
            if tree is not None:
                values[position] = self._value(tree, position, values)
            else:
                values[position] = self._value_after(position, phase, later)
        return values

    def _value_after(self, end: int, phase: int, later: Values) -> Value:
        """Return the value of a battle at a position where a phase ends."""
        after = self._graph.after(end, phase)
        return self._terminal[end] if after is None else later[self._reached(after)]

    def _value(self, tree: Tree, position: int, values: Values, deciding: Values | None = None) -> Value:
        """Return the value of an outcome tree.

        If `deciding` differs from `values`, the best answers are chosen by `deciding`.
        """
        if isinstance(tree, Transition):
            return values[self._reached(tree.target(position))]
        worth = tuple(self._value(branch, position, values, deciding) for branch in tree.branches)
        if isinstance(tree, DecisionNode):
            if deciding is None:
                return worth[self._best_answer(tree, worth)]
            by = tuple(self._value(branch, position, deciding) for branch in tree.branches)
            return worth[self._best_answer(tree, by)]
        whole = sum(tree.weights)
        parts = (weight * value for weight, value in zip(tree.weights, worth, strict=True))
        return Fraction(sum(parts)) / whole if self._exact else fsum(parts) / whole

    def _best_answer(self, node: DecisionNode, worth: tuple[Value, ...]) -> int:
        """Return the index of the best answer. In case of a tie, the first best answer is returned."""
        sign = -1 if node.question.side else 1
        best = 0
        for place, value in enumerate(worth):
            if sign * value > sign * worth[best] + self._slack:
                best = place
        return best

    def _followed(
        self, tree: Tree, position: int, values: Values, chance: Value
    ) -> Iterator[tuple[Value, DecisionNode | Transition]]:
        """Yield the decision nodes reached and the transitions of the clause, each with its probability."""
        if isinstance(tree, Transition):
            yield chance, tree
        elif isinstance(tree, DecisionNode):
            yield chance, tree
            worth = tuple(self._value(branch, position, values) for branch in tree.branches)
            yield from self._followed(tree.branches[self._best_answer(tree, worth)], position, values, chance)
        else:
            whole = sum(tree.weights)
            for weight, branch in zip(tree.weights, tree.branches, strict=True):
                yield from self._followed(branch, position, values, chance * weight / whole)

    def _outcomes(self, position: int, phase: int) -> list[tuple[int, Transition]]:
        """Return the outcomes of a position's clause, with whole-number weights."""
        found: dict[Transition, Fraction] = {}
        followed = self._followed(self._graph.trees[position], position, self._by_phase[phase], Fraction(1))
        for share, transition in followed:
            if isinstance(transition, Transition):
                found[transition] = found.get(transition, Fraction(0)) + Fraction(share)
        whole = lcm(*(share.denominator for share in found.values()))
        return [(int(share * whole), transition) for transition, share in found.items()]


def contracted(graph: GameGraph) -> tuple[list[int], Callable[[int], int]]:
    """Return the branching positions and the ends of phases, and a function that maps any position to the next one of
    either kind.
    """
    branching: list[int] = []
    skipped: dict[int, int] = {}

    def reached(position: int) -> int:
        return skipped.get(position, position)

    for position in graph.order:
        tree = graph.trees.get(position)
        if isinstance(tree, Transition):
            skipped[position] = reached(tree.target(position))
        else:
            branching.append(position)
    return branching, reached


class _Unrolled:
    """Game graph being turned into a chain.

    The nodes are positions by phase. If the chain `is_rolled`, they are positions of the first phase alone, which
    serve for every later phase.
    """

    def __init__(
        self, graph: GameGraph, outcomes: Callable[[int, int], list[tuple[int, Transition]]], *, is_rolled: bool
    ) -> None:
        self._graph = graph
        self._is_rolled = is_rolled
        self._late: dict[int, tuple[int, int]] = {}  # like `_onward`, after the last round
        self._outcomes = outcomes
        self._positions: list[int] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._waiting: list[tuple[int, int]] = []
        self._transitions: list[tuple[int, int, int]] = []  # source, target, label
        self._weights: list[tuple[int, int]] = []  # of each transition, and the sum for its source
        self._onward: dict[int, tuple[int, int]] = {}  # by end: the next node, and the label on the way

    def chain(self) -> Chain:
        """Build the chain that starts at the first position."""
        first, prologue = self._linked(1, self._graph.first, 0)
        while self._waiting:
            self._graph.model.meter.check()
            self._leave(*self._waiting.pop())
        order = sorted(range(len(self._transitions)), key=lambda place: self._transitions[place][0])
        source, target, label = np.array(self._transitions, dtype=np.int64).reshape(-1, 3)[order].T
        ends = np.array(sorted(self._onward), dtype=np.int64)
        onward, late = _arrays(self._onward, ends.tolist()), _arrays(self._late or self._onward, ends.tolist())
        is_clocked = self._graph.is_clocked
        return Chain(
            Explored(
                self._graph.model,
                ListedPositions(self._positions),
                (first, prologue),
                source=source,
                target=target,
                label=label,
                outcome=np.array(order, dtype=np.int64),
                weights=[weight for weight, _ in self._weights],
                wholes=[whole for _, whole in self._weights],
                ends=ends,
                onward=onward,
                late=late if is_clocked else None,
                most_phases=self._graph.most_phases if is_clocked else None,
            )
        )

    def _leave(self, phase: int, position: int) -> None:
        here = self._numbers[phase, position]
        if position in self._graph.trees:
            outcomes = self._outcomes(position, phase)
            whole = sum(weight for weight, _ in outcomes)
            for weight, one in outcomes:
                self._transitions.append((here, *self._linked(phase, one.target(position), one.label)))
                self._weights.append((weight, whole))
        elif self._is_rolled:
            graph = self._graph
            usual, late = graph.labels.get(position, (0, 0))
            self._onward[here] = self._linked(1, graph.onward[position], usual)
            self._late[here] = self._linked(1, graph.late[position], late)
        else:
            after = self._graph.after(position, phase)
            label = self._graph.label_after(position, phase)
            self._onward[here] = self._linked(phase + 1, after, label)

    def _linked(self, phase: int, position: int | None, label: int) -> tuple[int, int]:
        """Return the node that play reaches from a position without branching, and the label of the path to it."""
        if position is None:
            return NO_NODE, 0
        while isinstance(tree := self._graph.trees.get(position), Transition):
            label = self._graph.model.joined(label, tree.label)
            position = tree.target(position)
        return self._node(phase, position), label

    def _node(self, phase: int, position: int) -> int:
        if (phase, position) not in self._numbers:
            self._numbers[phase, position] = len(self._positions)
            self._positions.append(position)
            self._waiting.append((phase, position))
        return self._numbers[phase, position]


def _arrays(onward: dict[int, tuple[int, int]], ends: list[int]) -> NextPhase:
    nodes, labels = np.array([onward[end] for end in ends], dtype=np.int64).reshape(-1, 2).T
    return NextPhase(nodes, labels)
