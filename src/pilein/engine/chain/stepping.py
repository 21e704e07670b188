"""Playing a chain phase by phase in floats: how likely each end is after each phase, and how often each way is gone."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.automata import Automaton, Deaf, Listener
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.course import Course, goes_on
from pilein.engine.chain.sheaves import ENDLESS, FAINT, MOST_ROUNDS, Flow, Sheaf, sheaf
from pilein.engine.chain.tables import present
from pilein.engine.chain.text import TO_THE_END
from pilein.kernel.errors import PileInError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SLACK = 1e-12  # by which all chances together may differ from 1


class Done(NamedTuple):
    """What is finished after a phase: in which states of the automaton, at which ends, with which chances."""

    states: Ints
    ends: Ints
    chances: Floats


@dataclass
class Stepped:
    """What came of a chain played on. Arrays are by state of the automaton, then by node or by end of the chain.

    `done[phase - 1]` is what is finished if play stops after that phase; `visits` how often each node is come to,
    `went_on` and `too_late` how often play goes on from each end. `states` are the automaton's.
    """

    states: list[object]
    done: list[Done]
    visits: Floats
    went_on: Floats
    too_late: Floats

    @property
    def lengths(self) -> tuple[float, ...]:
        """The chance that play is over after each phase."""
        return tuple(float(part.chances.sum()) for part in self.done)

    @property
    def finished(self) -> list[Floats]:
        """The chance of each end, phase by phase."""
        return [self._spread([part]) for part in self.done]

    @property
    def at_the_end(self) -> Floats:
        """The chance of each end, whenever it comes."""
        return self._spread(self.done)

    def _spread(self, parts: list[Done]) -> Floats:
        shape = (len(self.states), self.went_on.shape[1])
        places = np.concatenate([part.states * shape[1] + part.ends for part in parts])
        chances = np.concatenate([part.chances for part in parts])
        spread: Floats = np.bincount(places, chances, shape[0] * shape[1]).astype(np.float64, copy=False).reshape(shape)
        return spread


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
        done: list[Done] = []
        visits = np.zeros_like(mass)
        on, late = np.zeros((1, len(chain.ends))), np.zeros((1, len(chain.ends)))
        for phase in range(1, course.last + 1):
            for layer in self._sheaves:
                mass = self._gone(mass, layer)
            visits = _added(visits, mass)
            onward, stories = course.after(phase)
            there = mass[:, chain.ends]
            moving = np.where(goes_on(onward), there, 0.0)
            course.check(phase, float(moving.sum()))
            done.append(_done(there - moving))
            on, late = (on, _added(late, moving)) if course.is_late(phase) else (_added(on, moving), late)
            if moving.sum() < FAINT:
                break
            states, ends = moving.nonzero()
            mass = self._moved(Flow(onward[ends], stories[ends], moving[states, ends]), states)
        found = Stepped(list(self._listener.states), done, visits, on, late)
        whole = sum(found.lengths)
        assert abs(whole - 1) <= SLACK, f"all chances together are {whole!r}"
        return found

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
        raise PileInError(ENDLESS)

    def _moved(self, flow: Flow, states: Ints) -> Floats:
        """What flows, from these states of the automaton, at the places where the next phase begins."""
        mass = np.zeros((len(self._listener.states), self._nodes))
        for state in present(states):
            mine = states == state
            mass = self._poured(mass, Flow(flow.targets[mine], flow.stories[mine], flow.amounts[mine]), state)
        return mass

    def _poured(self, mass: Floats, flow: Flow, state: int) -> Floats:
        """What flows, added to what is there, each in the state of the automaton that the story leads to."""
        if not flow.amounts.size:
            return mass
        nodes, targets = self._nodes, flow.targets
        if self._is_deaf:
            mass[0] += np.bincount(targets, flow.amounts, nodes)
            return mass
        reached = self._listener.table(state)[flow.stories]
        width = len(self._listener.states)
        poured = np.bincount(reached * nodes + targets, flow.amounts, width * nodes).astype(np.float64, copy=False)
        return _added(mass, poured.reshape(width, nodes))


def _done(chances: Floats) -> Done:
    states, ends = chances.nonzero()
    return Done(states, ends, chances[states, ends])


def _added(one: Floats, other: Floats) -> Floats:
    """The first array with the other added to it, which may know more states of the automaton."""
    one = _widened(one, other.shape[0])
    one[: other.shape[0]] += other
    return one


def _widened(array: Floats, width: int) -> Floats:
    if array.shape[0] >= width:
        return array
    return np.concatenate((array, np.zeros((width - array.shape[0], *array.shape[1:]))))
