"""Playing a chain phase by phase in floats: how likely each end is after each phase, and how often each way is gone."""

from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.crowd.tables import present
from pilein.engine.chain.flow.automata import Automaton, Deaf, Listener
from pilein.engine.chain.flow.course import Course, goes_on
from pilein.engine.chain.flow.sheaves import ENDLESS, FAINT, MOST_ROUNDS, SAMPLE, Flow, Sheaf, sheaf
from pilein.engine.chain.veiled.text import TO_THE_END
from pilein.kernel.errors import PileInError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
NOWHERE: Ints = np.zeros(0, dtype=np.int64)
SLACK = 1e-12  # by which all chances together may differ from 1


class Standing(NamedTuple):
    """What stands at ends: in which states of the automaton, at which ends, with which chances."""

    states: Ints
    ends: Ints
    chances: Floats

    def only(self, which: NDArray[np.bool_]) -> "Standing":
        """Some of it."""
        return Standing(self.states[which], self.ends[which], self.chances[which])


@dataclass
class Stepped:
    """What came of a chain played on. `states` are the automaton's, `ends` how many ends the chain has.

    `done[phase - 1]` is what is finished if play stops after that phase; `on` and `late` are what goes on from ends,
    phase by phase, before the last that the ruleset allows and after it. `visits` is how often each node is come to, by
    state of the automaton, then by node.
    """

    states: list[object]
    ends: int
    done: list[Standing]
    on: list[Standing]
    late: list[Standing]
    visits: Floats

    @property
    def lengths(self) -> tuple[float, ...]:
        """The chance that play is over after each phase."""
        return tuple(float(part.chances.sum()) for part in self.done)

    @property
    def finished(self) -> list[Floats]:
        """The chance of each end, phase by phase, by state of the automaton, then by end."""
        return [self._spread([part]) for part in self.done]

    @property
    def at_the_end(self) -> Floats:
        """The chance of each end, whenever it comes."""
        return self._spread(self.done)

    @property
    def went_on(self) -> Floats:
        """How often play goes on from each end, before the last phase that the ruleset allows."""
        return self._spread(self.on)

    @property
    def too_late(self) -> Floats:
        """How often play goes on from each end, after it."""
        return self._spread(self.late)

    def _spread(self, parts: list[Standing]) -> Floats:
        places = np.concatenate([NOWHERE, *(part.states * self.ends + part.ends for part in parts)])
        chances = np.concatenate([np.zeros(0), *(part.chances for part in parts)])
        size = len(self.states) * self.ends
        spread: Floats = np.bincount(places, chances, size).astype(np.float64, copy=False)
        return spread.reshape(len(self.states), self.ends)


class Stepping:
    """One run of a chain from its first position."""

    def __init__(self, chain: Chain, automaton: Automaton | None = None) -> None:
        self._chain = chain
        self._is_deaf = automaton is None
        self._listener = Listener(automaton or Deaf(), chain.text.stories)
        self._nodes = len(chain.positions)
        self._sheaves = [sheaf(chain, layer) for layer in chain.layers]

    def to(self, phases: int = TO_THE_END) -> Stepped:
        """Play so many phases (0: until nobody is in contact, or the ruleset's limit; FOR_EVER: until all is over).

        All chances together are 1, but for 1e-12. What is less likely than FAINT to go on is let go.

        Raises:
            NeverEnding: it would go on for ever, or for very long.

        """
        chain, course = self._chain, Course(self._chain, phases)
        mass = self._moved(Flow(np.array([chain.first]), np.array([chain.prologue]), np.ones(1)), np.zeros(1, np.int64))
        found = Stepped([], len(chain.ends), [], [], [], np.zeros_like(mass))
        for phase in range(1, course.last + 1):
            for layer in self._sheaves:
                mass = self._gone(mass, layer)
            found.visits = _added(found.visits, mass)
            onward, stories = course.after(phase)
            there = self._standing(mass)
            is_going = goes_on(onward[there.ends])
            found.done.append(there.only(~is_going))
            going = there.only(is_going)
            course.check(phase, float(going.chances.sum()))
            (found.late if course.is_late(phase) else found.on).append(going)
            if going.chances.sum() < FAINT:
                break
            mass = self._moved(Flow(onward[going.ends], stories[going.ends], going.chances), going.states)
        found.states = list(self._listener.states)
        whole = fsum(found.lengths)
        assert abs(whole - 1) <= SLACK, f"all chances together are {whole!r}"
        return found

    def _standing(self, mass: Floats) -> Standing:
        there = mass[:, self._chain.ends]
        states, ends = there.nonzero()
        return Standing(states, ends, there[states, ends])

    def _gone(self, mass: Floats, layer: Sheaf) -> Floats:
        if layer.whirl:
            return self._whirled(mass, layer)
        for state in range(len(mass)):
            mass = self._poured(mass, layer.flow(mass[state]), state)
        return mass

    def _whirled(self, mass: Floats, layer: Sheaf) -> Floats:
        """Go ways that lead to each other again and again, until hardly anything is still on its way."""
        leaves = np.zeros(self._nodes)
        leaves[layer.nodes] = 1.0
        moving = mass * leaves
        for _ in range(MOST_ROUNDS):
            come = np.zeros_like(moving)
            for state in range(len(moving)):
                come = self._poured(come, layer.flow(moving[state]), state)
            mass, moving = _added(mass, come), come * leaves
            if moving.sum() < FAINT:
                return mass
        raise PileInError(ENDLESS, remedy=SAMPLE)

    def _moved(self, flow: Flow, states: Ints) -> Floats:
        """What flows, from these states of the automaton, at the places where the next phase begins."""
        mass = np.zeros((len(self._listener.states), self._nodes))
        for state in present(states):
            mine = states == state
            mass = self._poured(mass, Flow(flow.targets[mine], flow.stories[mine], flow.amounts[mine]), state)
        return mass

    def _poured(self, mass: Floats, flow: Flow, state: int) -> Floats:
        """What flows, added to what is there, each in the state of the automaton that the story leads to."""
        self._chain.text.meter.check()
        if not flow.amounts.size:
            return mass
        if self._is_deaf:
            mass[0] += np.bincount(flow.targets, flow.amounts, self._nodes)
            return mass
        reached = self._listener.table(state)[flow.stories]
        nodes, width = self._nodes, len(self._listener.states)
        first = int(reached[0])
        if (reached == first).all():
            mass = _widened(mass, width)
            mass[first] += np.bincount(flow.targets, flow.amounts, nodes)
            return mass
        poured = np.bincount(reached * nodes + flow.targets, flow.amounts, width * nodes)
        return _added(mass, poured.astype(np.float64, copy=False).reshape(width, nodes))


def _added(one: Floats, other: Floats) -> Floats:
    """The first array with the other added to it, which may know more states of the automaton."""
    one = _widened(one, other.shape[0])
    one[: other.shape[0]] += other
    return one


def _widened(array: Floats, width: int) -> Floats:
    if array.shape[0] >= width:
        return array
    return np.concatenate((array, np.zeros((width - array.shape[0], *array.shape[1:]))))
