"""Backward induction: the value of every position if each open choice is answered best.

Values are those of the first side: it takes the answer with the highest value, the other side the one with the
lowest. They are computed backwards, from the last phase to the first and, within a phase, from its ends.
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

SLACK = 1e-12  # least difference, in floats, that makes an answer better than earlier ones


class Decision(NamedTuple):
    """Question in the first phase: its probability, the value of each answer to the first side, and the best answer."""

    question: Question
    chance: Value
    values: tuple[Value, ...]
    best: int


class BackwardInduction:
    """Battle in which every open choice is decided. `terminal` is the value of a state when play is over."""

    def __init__(self, graph: GameGraph, terminal: Callable[[Any], int], *, exact: bool) -> None:
        self._graph = graph
        self._exact = exact
        self._slack = 0 if exact else SLACK
        number: Callable[[int], Value] = Fraction if exact else float
        self._terminal: Values = {end: number(terminal(graph.state(end))) for end in graph.onward}
        self._by_phase: dict[int, Values] = {}
        for phase in range(graph.last, 0, -1):
            self._by_phase[phase] = self._phase_values(phase)

    @property
    def value(self) -> Value:
        """Value of the battle to the first side."""
        return self._by_phase[1][self._graph.first]

    def decisions(self) -> Iterator[Decision]:
        """Yield the questions in the first phase that occur under best play, position by position."""
        there: Values = {self._graph.first: Fraction(1) if self._exact else 1.0}
        values = self._by_phase[1]
        for position in reversed(self._graph.order):
            if position not in there or position not in self._graph.trees:
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
        """Return the battle as a chain, phase by phase, with open choices answered best."""
        return _Unrolled(self._graph, self._outcomes).chain()

    def _phase_values(self, phase: int) -> Values:
        graph, later = self._graph, self._by_phase.get(phase + 1, {})
        values: Values = {}
        for position in graph.order:
            graph.model.meter.check()
            tree = graph.trees.get(position)
            if tree is not None:
                values[position] = self._value(tree, position, values)
                continue
            after = graph.after(position, phase)
            values[position] = self._terminal[position] if after is None else later[after]
        return values

    def _value(self, tree: Tree, position: int, values: Values) -> Value:
        if isinstance(tree, Transition):
            return values[tree.target(position)]
        worth = tuple(self._value(branch, position, values) for branch in tree.branches)
        if isinstance(tree, DecisionNode):
            return worth[self._best_answer(tree, worth)]
        whole = sum(tree.weights)
        parts = (weight * value for weight, value in zip(tree.weights, worth, strict=True))
        return Fraction(sum(parts)) / whole if self._exact else fsum(parts) / whole

    def _best_answer(self, node: DecisionNode, worth: tuple[Value, ...]) -> int:
        """Return the index of the first answer that beats all earlier ones and is beaten by no later one."""
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


class _Unrolled:
    """Game graph unrolled into a chain, whose nodes are positions by phase."""

    def __init__(self, graph: GameGraph, outcomes: Callable[[int, int], list[tuple[int, Transition]]]) -> None:
        self._graph = graph
        self._outcomes = outcomes
        self._positions: list[int] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._waiting: list[tuple[int, int]] = []
        self._transitions: list[tuple[int, int, int]] = []  # source, target, label
        self._weights: list[tuple[int, int]] = []  # of each transition, and the sum for its source
        self._onward: dict[int, int] = {}  # by end

    def chain(self) -> Chain:
        """Return the chain from the first position."""
        self._node(1, self._graph.first)
        while self._waiting:
            self._graph.model.meter.check()
            self._leave(*self._waiting.pop())
        order = sorted(range(len(self._transitions)), key=lambda place: self._transitions[place][0])
        source, target, label = np.array(self._transitions, dtype=np.int64).reshape(-1, 3)[order].T
        ends = np.array(sorted(self._onward), dtype=np.int64)
        onward = np.array([self._onward[end] for end in ends.tolist()], dtype=np.int64)
        return Chain(
            Explored(
                self._graph.model,
                ListedPositions(self._positions),
                (0, 0),
                source=source,
                target=target,
                label=label,
                outcome=np.array(order, dtype=np.int64),
                weights=[weight for weight, _ in self._weights],
                wholes=[whole for _, whole in self._weights],
                ends=ends,
                onward=NextPhase(onward, np.zeros_like(ends)),
                late=None,
                most_phases=None,
            )
        )

    def _leave(self, phase: int, position: int) -> None:
        here = self._numbers[phase, position]
        if position in self._graph.trees:
            outcomes = self._outcomes(position, phase)
            whole = sum(weight for weight, _ in outcomes)
            for weight, one in outcomes:
                self._transitions.append((here, self._node(phase, one.target(position)), one.label))
                self._weights.append((weight, whole))
        else:
            after = self._graph.after(position, phase)
            self._onward[here] = NO_NODE if after is None else self._node(phase + 1, after)

    def _node(self, phase: int, position: int) -> int:
        if (phase, position) not in self._numbers:
            self._numbers[phase, position] = len(self._positions)
            self._positions.append(position)
            self._waiting.append((phase, position))
        return self._numbers[phase, position]
