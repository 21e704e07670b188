"""Playing a chain phase by phase in floats: how likely each end is after each phase, and how often each way is gone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.automata import Automaton, Deaf, Listener
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.layers import Layer
from pilein.engine.chain.text import TO_THE_END
from pilein.engine.rules import MOST_PHASES
from pilein.kernel.errors import PileInError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
SLACK = 1e-12  # by which all chances together may differ from 1
FAINT = 1e-16  # what still goes in circles within a phase, and is let go
MOST_ROUNDS = 10_000  # of such circles


@dataclass
class Stepped:
    """What came of a chain played on. Arrays are by state of the automaton, then by node or by end of the chain.

    `finished[phase - 1]` is the chance of each end if play stops there after that phase; `visits` how often each node
    is come to, `went_on` and `too_late` how often play goes on from each end. `states` are the automaton's.
    """

    states: list[object]
    finished: list[Floats]
    visits: Floats
    went_on: Floats
    too_late: Floats

    @property
    def at_the_end(self) -> Floats:
        """The chance of each end, whenever it comes, by state of the automaton."""
        width = len(self.states)
        return np.sum([_widened(part, width) for part in self.finished], axis=0)  # type: ignore[no-any-return]


class Stepping:
    """One run of a chain from its first position."""

    def __init__(self, chain: Chain, automaton: Automaton | None = None) -> None:
        self._chain = chain
        self._is_deaf = automaton is None
        self._listener = Listener(automaton or Deaf(), chain.text.stories)
        self._nodes = len(chain.positions)

    def to(self, phases: int = TO_THE_END) -> Stepped:
        """Play so many phases (0: until nobody is in contact, or the ruleset's limit).

        All chances together are 1, but for 1e-12.
        """
        chain, last = self._chain, most_steps(self._chain, phases)
        mass = np.zeros((1, self._nodes))
        mass = self._put(mass, np.array([chain.first]), np.array([chain.prologue]), 0, np.ones(1))
        finished: list[Floats] = []
        visits = np.zeros_like(mass)
        on, late = np.zeros((1, len(chain.ends))), np.zeros((1, len(chain.ends)))
        for phase in range(1, last + 1):
            for layer in chain.layers:
                mass = self._gone(mass, layer)
            visits = _added(visits, mass)
            there = mass[:, chain.ends]
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            onward, stories = (chain.late, chain.late_story) if is_late else (chain.onward, chain.onward_story)
            goes_on = (onward != NOBODY) & (phase < last)
            finished.append(np.where(goes_on, 0.0, there))
            moving = np.where(goes_on, there, 0.0)
            on, late = (on, _added(late, moving)) if is_late else (_added(on, moving), late)
            mass = self._moved(moving, onward, stories)
            if not mass.any():
                break
        whole = sum(float(part.sum()) for part in finished)
        assert abs(whole - 1) <= SLACK, f"all chances together are {whole!r}"
        return Stepped(list(self._listener.states), finished, visits, on, late)

    def _gone(self, mass: Floats, layer: Layer) -> Floats:
        ways = layer.ways
        if layer.whirl:
            return self._whirled(mass, ways)
        return self._poured(mass, self._flowing(mass, ways), self._chain.target[ways], self._chain.story[ways])

    def _flowing(self, mass: Floats, ways: Ints) -> Floats:
        flowing: Floats = mass[:, self._chain.source[ways]] * self._chain.chance[ways]
        return flowing

    def _whirled(self, mass: Floats, ways: Ints) -> Floats:
        """Go ways that lead to each other again and again, until hardly anything is still on its way."""
        chain = self._chain
        leaves = np.zeros(self._nodes)
        leaves[chain.source[ways]] = 1.0
        moving = mass * leaves
        for _ in range(MOST_ROUNDS):
            come = self._poured(
                np.zeros_like(moving), self._flowing(moving, ways), chain.target[ways], chain.story[ways]
            )
            mass, moving = _added(mass, come), come * leaves
            if moving.sum() < FAINT:
                return mass
        raise PileInError("this battle may go round in circles within one phase for ever: no odds can be given for it")

    def _moved(self, moving: Floats, onward: Ints, stories: Ints) -> Floats:
        """What is at the ends, moved to where the next phase begins."""
        some = np.flatnonzero(moving.any(axis=0))
        empty = np.zeros((moving.shape[0], self._nodes))
        return self._poured(empty, moving[:, some], onward[some], stories[some]) if some.size else empty

    def _put(self, mass: Floats, targets: Ints, stories: Ints, state: int, amounts: Floats) -> Floats:
        flowing = np.zeros((mass.shape[0], len(targets)))
        flowing[state] = amounts
        return self._poured(mass, flowing, targets, stories)

    def _poured(self, mass: Floats, flowing: Floats, targets: Ints, stories: Ints) -> Floats:
        """What flows, added to what is there, each in the state of the automaton that the story leads to."""
        nodes = self._nodes
        if self._is_deaf:
            mass[0] += np.bincount(targets, flowing[0], nodes)
            return mass
        for state in range(flowing.shape[0]):
            reached = self._listener.table(state)[stories]
            width = len(self._listener.states)
            poured = np.bincount(reached * nodes + targets, flowing[state], width * nodes).astype(np.float64)
            mass = _added(mass, poured.reshape(width, nodes))
        return mass


def most_steps(chain: Chain, phases: int) -> int:
    """How many phases of a battle are played at most, where so many are wanted (0: to the end).

    Where a clock counts rounds: how many rounds of its one phase, and what comes after the last.
    """
    if phases and not chain.is_clocked:
        return phases
    return MOST_PHASES if chain.most_phases is None else chain.most_phases + 1


def _added(one: Floats, other: Floats) -> Floats:
    """The sum of arrays of which the other may know more states of the automaton."""
    width = max(one.shape[0], other.shape[0])
    return _widened(one, width) + _widened(other, width)


def _widened(array: Floats, width: int) -> Floats:
    if array.shape[0] == width:
        return array
    return np.concatenate((array, np.zeros((width - array.shape[0], *array.shape[1:]))))
