"""A chain played until nothing can change any more: no limit of phases, and no end where a battle never ends.

How often each place is come to follows from how often those before it are. Places that lead to each other are solved
together; such a group with no way out is closed: what comes to it goes on for ever.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from pilein.dice.weights import added
from pilein.engine.budget import Meter
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.flow.automata import Automaton, Deaf, Listener
from pilein.engine.chain.flow.circles import groups_from

Exact = Fraction | float
SLACK = 1e-12  # by which all chances together may differ from 1
Place = tuple[int, int]  # a node of the chain, and the state of the automaton


class Way(NamedTuple):
    """A way on from a place: to where, with which chance, and which story is told."""

    to: Place
    chance: Exact
    story: int


class Closed(NamedTuple):
    """A group of nodes that is never left, and the chance to come to it."""

    nodes: tuple[int, ...]
    chance: Exact


@dataclass
class Settled:
    """What comes of a chain in the end. `at_the_end` is by (number among the chain's ends, state of the automaton).

    `told` is how often each (state before it, story) is told, `phases` how many are played on average; both leave out
    what is `closed`, where they have no bound.
    """

    states: list[Hashable]
    at_the_end: dict[Place, Exact] = field(default_factory=dict)
    told: dict[Place, Exact] = field(default_factory=dict)
    closed: list[Closed] = field(default_factory=list)
    phases: Exact = 0


class Settling:
    """One battle played for ever, from the first position of its chain."""

    def __init__(self, chain: Chain, automaton: Automaton | None = None, *, exact: bool) -> None:
        self._chain = chain
        self._listener = Listener(automaton or Deaf(), chain.text.stories)
        self._end_of = {end: place for place, end in enumerate(chain.ends.tolist())}
        self._first = np.searchsorted(chain.source, np.arange(len(chain.positions) + 1)).tolist()
        self._ways: dict[Place, tuple[Way, ...]] = {}
        self._exact = exact
        self._one: Exact = Fraction(1) if exact else 1.0

    def settled(self) -> Settled:
        """How it ends, with which chance; all chances together, closed groups too, are 1."""
        found = Settled(self._listener.states)
        first = (self._chain.first, self._listener.after(0, self._chain.prologue))
        found.told[0, self._chain.prologue] = self._one
        coming: dict[Place, Exact] = {first: self._one}
        for group in groups_from(first, lambda place: [way.to for way in self._ways_on(place)]):
            self._leave(group, coming, found)
        whole = added((*found.at_the_end.values(), *(one.chance for one in found.closed)))
        assert whole == 1 if self._exact else abs(float(whole) - 1) <= SLACK, f"all chances together are {whole!r}"
        return found

    def _leave(self, group: list[Place], coming: dict[Place, Exact], found: Settled) -> None:
        inside = {place: number for number, place in enumerate(group)}
        arriving = [coming.pop(place, 0 * self._one) for place in group]
        if self._is_closed(inside):
            nodes = tuple(sorted({node for node, _ in group}))
            found.closed.append(Closed(nodes, added(arriving, 0 * self._one)))
            return
        for place, often in zip(group, self._visits(inside, arriving), strict=True):
            if place[0] in self._end_of and not (self._chain.is_clocked and self._ways_on(place)):
                found.phases += often
            if not self._ways_on(place):
                end = (self._end_of[place[0]], place[1])
                found.at_the_end[end] = found.at_the_end.get(end, 0) + often
            for way in self._ways_on(place):
                told = (place[1], way.story)
                found.told[told] = found.told.get(told, 0) + often * way.chance
                if way.to not in inside:
                    coming[way.to] = coming.get(way.to, 0) + often * way.chance

    def _is_closed(self, inside: dict[Place, int]) -> bool:
        """Whether no way leads out of a group, and none of its places is an end."""
        return all(self._ways_on(place) and all(way.to in inside for way in self._ways_on(place)) for place in inside)

    def _visits(self, inside: dict[Place, int], arriving: list[Exact]) -> list[Exact]:
        """How often each place of a group is come to, from without and from within."""
        size = len(inside)
        rows = [self._unit(row, size) for row in range(size)]
        is_circle = False
        for place, column in inside.items():
            for way in self._ways_on(place):
                if way.to in inside:
                    rows[inside[way.to]][column] -= way.chance
                    is_circle = True
        if not is_circle:
            return arriving
        if self._exact:
            return _eliminated(rows, arriving, self._chain.text.meter)
        solution: list[Exact] = np.linalg.solve(np.array(rows), np.array(arriving)).tolist()
        return solution

    def _unit(self, row: int, size: int) -> list[Exact]:
        """A row of the identity, as long as there is room for it."""
        self._chain.text.meter.check()
        return [self._one if row == column else 0 * self._one for column in range(size)]

    def _ways_on(self, place: Place) -> tuple[Way, ...]:
        ways = self._ways.get(place)
        if ways is None:
            self._chain.text.meter.check()
            ways = self._ways[place] = self._next_phase(place) if place[0] in self._end_of else self._branches(place)
        return ways

    def _branches(self, place: Place) -> tuple[Way, ...]:
        chain, (node, state) = self._chain, place
        whole, found = chain.wholes[node], []
        for way in range(self._first[node], self._first[node + 1]):
            weight, story = chain.weights[way], chain.stories[way]
            chance = Fraction(weight, whole) if self._exact else weight / whole
            found.append(Way((chain.targets[way], self._listener.after(state, story)), chance, story))
        return tuple(found)

    def _next_phase(self, place: Place) -> tuple[Way, ...]:
        end = self._end_of[place[0]]
        node, story = int(self._chain.onward[end]), int(self._chain.onward_story[end])
        if node == NOBODY:
            return ()
        return (Way((node, self._listener.after(place[1], story)), self._one, story),)


def _eliminated(rows: list[list[Exact]], right: list[Exact], meter: Meter) -> list[Exact]:
    """The solution of linear equations in fractions, by Gauss; `rows` are used up."""
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
