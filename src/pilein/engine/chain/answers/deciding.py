"""Looking ahead: the value of every position when each open choice is answered for the best of its side.

Values are looked at from the first side: it takes the answer of the highest value, the other side that of the lowest.
They are reckoned backwards, from the last phase to the first, and within a phase from its ends.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import fsum, lcm
from typing import Any, NamedTuple

from pilein.engine.chain.answers.choosing import Fork, Question, Throw, Tree
from pilein.engine.chain.answers.thicket import Thicket
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY, Nodes
from pilein.engine.chain.veiled.heads import Change

Value = Fraction | float
Values = dict[int, Value]

SLACK = 1e-12  # by which one answer must be better than those before it, in floats


class Asked(NamedTuple):
    """A question that comes up in the first phase: how likely, and what each answer is worth to the first side."""

    question: Question
    chance: Value
    values: tuple[Value, ...]
    best: int


class Decided:
    """A battle with every open choice decided. `terminal` is what a state is worth when play is over."""

    def __init__(self, thicket: Thicket, terminal: Callable[[Any], int], *, exact: bool) -> None:
        self._thicket = thicket
        self._exact = exact
        self._slack = 0 if exact else SLACK
        number: Callable[[int], Value] = Fraction if exact else float
        self._terminal: Values = {end: number(terminal(thicket.state(end))) for end in thicket.onward}
        self._by_phase: dict[int, Values] = {}
        for phase in range(thicket.last, 0, -1):
            self._by_phase[phase] = self._reckoned(phase)

    @property
    def value(self) -> Value:
        """What the battle is worth to the first side."""
        return self._by_phase[1][self._thicket.first]

    def asked(self) -> Iterator[Asked]:
        """The questions of the first phase that come up if all are answered for the best, position by position."""
        there: Values = {self._thicket.first: Fraction(1) if self._exact else 1.0}
        values = self._by_phase[1]
        for position in reversed(self._thicket.order):
            if position not in there or position not in self._thicket.trees:
                continue
            self._thicket.text.meter.check()
            chance = there.pop(position)
            for share, node in self._walked(self._thicket.trees[position], position, values, chance):
                if isinstance(node, Fork):
                    worth = tuple(self._value(way, position, values) for way in node.ways)
                    yield Asked(node.question, share, worth, self._best(node, worth))
                else:
                    assert isinstance(node, Change)
                    target = node.on(position)
                    there[target] = there.get(target, 0) + share

    def chain(self, phases: int) -> Chain:
        """The battle as a chain, phase after phase, the open choices answered for the best."""
        thicket = self._thicket
        nodes = Nodes(thicket.text, phases=phases)
        numbers: dict[tuple[int, int], int] = {}
        waiting: list[tuple[int, int]] = []

        def node(phase: int, position: int) -> int:
            if (phase, position) not in numbers:
                numbers[phase, position] = len(nodes.positions)
                nodes.positions.append(position)
                waiting.append((phase, position))
            return numbers[phase, position]

        first = node(1, thicket.first)
        while waiting:
            thicket.text.meter.check()
            phase, position = waiting.pop()
            here = numbers[phase, position]
            if position in thicket.trees:
                ways = self._ways(position, phase)
                nodes.edges[here] = [(node(phase, way.on(position)), weight, way.story) for weight, way in ways]
            else:
                after = thicket.after(position, phase)
                nodes.next_phase[here] = (NOBODY, 0) if after is None else (node(phase + 1, after), 0)
        return Chain(nodes.ways((first, 0)))

    def _reckoned(self, phase: int) -> Values:
        thicket, later = self._thicket, self._by_phase.get(phase + 1, {})
        values: Values = {}
        for position in thicket.order:
            thicket.text.meter.check()
            tree = thicket.trees.get(position)
            if tree is not None:
                values[position] = self._value(tree, position, values)
                continue
            after = thicket.after(position, phase)
            values[position] = self._terminal[position] if after is None else later[after]
        return values

    def _value(self, tree: Tree, position: int, values: Values) -> Value:
        if isinstance(tree, Change):
            return values[tree.on(position)]
        worth = tuple(self._value(way, position, values) for way in tree.ways)
        if isinstance(tree, Fork):
            return worth[self._best(tree, worth)]
        whole = sum(tree.weights)
        parts = (weight * value for weight, value in zip(tree.weights, worth, strict=True))
        return Fraction(sum(parts)) / whole if self._exact else fsum(parts) / whole

    def _best(self, fork: Fork, worth: tuple[Value, ...]) -> int:
        """The first answer that is better than all before it and no worse than any after it."""
        sign = -1 if fork.question.side else 1
        best = 0
        for place, value in enumerate(worth):
            if sign * value > sign * worth[best] + self._slack:
                best = place
        return best

    def _walked(
        self, tree: Tree, position: int, values: Values, chance: Value
    ) -> Iterator[tuple[Value, Fork | Change]]:
        """The forks that are come to, and what the clause comes to, each with its chance."""
        if isinstance(tree, Change):
            yield chance, tree
        elif isinstance(tree, Fork):
            yield chance, tree
            worth = tuple(self._value(way, position, values) for way in tree.ways)
            yield from self._walked(tree.ways[self._best(tree, worth)], position, values, chance)
        else:
            assert isinstance(tree, Throw)
            whole = sum(tree.weights)
            for weight, way in zip(tree.weights, tree.ways, strict=True):
                yield from self._walked(way, position, values, chance * weight / whole)

    def _ways(self, position: int, phase: int) -> list[tuple[int, Change]]:
        """What the clause of a position comes to, with whole-number weights."""
        found: dict[Change, Fraction] = {}
        walked = self._walked(self._thicket.trees[position], position, self._by_phase[phase], Fraction(1))
        for share, change in walked:
            if isinstance(change, Change):
                found[change] = found.get(change, Fraction(0)) + Fraction(share)
        whole = lcm(*(share.denominator for share in found.values()))
        return [(int(share * whole), change) for change, share in found.items()]
