"""Chains solved phase by phase in floats, giving the probability of each end and the expected count of each label."""

from dataclasses import dataclass
from math import fsum
from typing import NamedTuple

import numpy as np

from pilein.chain.chain import Chain, Floats, Ints
from pilein.chain.explore.arrays import present
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.blocks import (
    ENDLESS,
    MOST_ROUNDS,
    NEGLIGIBLE,
    SAMPLE,
    Propagated,
    SparseBlock,
    blocks_of,
    places_of,
)
from pilein.chain.solve.horizon import Horizon
from pilein.chain.solve.monitors import Monitor, MonitorRun, NoMonitor
from pilein.kernel.errors import PileInError

NO_ENDS: Ints = np.zeros(0, dtype=np.int64)
SLACK = 1e-12  # tolerance of the sum of all probabilities


class AtEnds(NamedTuple):
    """Probability at ends, as arrays of monitor states, ends and amounts."""

    states: Ints
    ends: Ints
    chances: Floats


@dataclass
class FloatSolution:
    """Solution of a chain. `states` are the monitor's states, and `ends` is the chain's number of ends.

    `done[phase - 1]` holds the probability of each end at which play is over with that phase. `on` and `late` hold
    the probability that continues from ends, phase by phase: `on` up to the last phase that the ruleset allows, and
    `late` after that phase. `visits` is the expected number of visits of each node, by state of the monitor, then by
    node.
    """

    states: list[object]
    ends: int
    done: list[AtEnds]
    on: list[AtEnds]
    late: list[AtEnds]
    visits: Floats

    @property
    def durations(self) -> tuple[float, ...]:
        """Probability that play ends with each phase, in order of phases."""
        return tuple(float(part.chances.sum()) for part in self.done)

    @property
    def finished(self) -> list[Floats]:
        """Probability of each end, as one array for each phase, indexed by state of the monitor, then by end."""
        return [self._spread([part]) for part in self.done]

    @property
    def at_the_end(self) -> Floats:
        """Probability that play is over at each end, in any phase."""
        return self._spread(self.done)

    def expected_counts(self, chain: Chain) -> Floats:
        """Return the expected count of each label, by the monitor's state before it, then by label."""
        found = np.zeros((len(self.states), len(chain.labels)))
        found[0, chain.prologue] = 1
        parts = ((self._spread(self.on), chain.onward_label), (self._spread(self.late), chain.late_label))
        for state, visits in enumerate(self.visits):
            found[state] += np.bincount(chain.label, visits[chain.source] * chain.chance, found.shape[1])
        for state in range(len(found)):
            for often, label in parts:
                found[state] += np.bincount(label, often[state], found.shape[1])
        return found

    def listed_ends(self) -> list[tuple[int, int, float]]:
        """List the nonzero probabilities of ends as (state of the monitor, end, probability)."""
        return _listed(self.at_the_end)

    def listed_counts(self, chain: Chain) -> list[tuple[int, int, float]]:
        """List the nonzero expected counts of labels as (state of the monitor before the label, label, count)."""
        return _listed(self.expected_counts(chain))

    def _spread(self, parts: list[AtEnds]) -> Floats:
        places = np.concatenate([NO_ENDS, *(part.states * self.ends + part.ends for part in parts)])
        chances = np.concatenate([np.zeros(0), *(part.chances for part in parts)])
        size = len(self.states) * self.ends
        spread: Floats = np.bincount(places, chances, size).astype(np.float64, copy=False)
        return spread.reshape(len(self.states), self.ends)


class FloatSolver:
    """Solver that propagates probability through a chain from its first node while a monitor follows the labels."""

    def __init__(self, chain: Chain, monitor: Monitor | None = None) -> None:
        self._chain = chain
        self._has_monitor = monitor is not None
        self._monitor = MonitorRun(monitor or NoMonitor(), chain.labels)
        self._nodes = len(chain.positions)
        self._blocks = blocks_of(chain)

    def solved(self, phases: int = TO_THE_END) -> FloatSolution:
        """Solve the chain for the given number of phases.

        TO_THE_END (0) solves until no units are in contact or the ruleset's limit is reached. UNBOUNDED solves until
        nothing can change any more, whatever the ruleset's limit. The probabilities sum to 1 within 1e-12.
        Unfinished play with a probability below NEGLIGIBLE is dropped.

        Raises:
            NotAbsorbed: play would never end, or would take very long.
        """
        chain, horizon = self._chain, Horizon(self._chain, phases)
        begun = Propagated(np.array([chain.first]), np.array([chain.prologue]), np.ones(1))
        mass = self._next_phase(begun, np.zeros(1, np.int64))
        found = FloatSolution([], len(chain.ends), [], [], [], np.zeros_like(mass))
        for phase in range(1, horizon.last + 1):
            for block in self._blocks:
                mass = self._propagated(mass, block)
            found.visits = _added(found.visits, mass)
            onward, labels = horizon.after(phase)
            going, done = (self._at_ends(mass, ends) for ends in horizon.parted(phase))
            found.done.append(done)
            horizon.check(phase, float(going.chances.sum()))
            (found.late if horizon.is_late(phase) else found.on).append(going)
            if going.chances.sum() < NEGLIGIBLE:
                break
            going_on = Propagated(onward.take(going.ends), labels.take(going.ends), going.chances)
            mass = self._next_phase(going_on, going.states)
        found.states = list(self._monitor.states)
        whole = fsum(found.durations)
        assert abs(whole - 1) <= SLACK, f"the chances of all ends add up to {whole!r}"
        return found

    def _at_ends(self, mass: Floats, ends: Ints) -> AtEnds:
        """Return the probability at some of the ends, given by their indices."""
        there = mass.take(self._chain.ends.take(ends), axis=1).ravel()
        places = places_of(there)
        states, which = np.divmod(places, len(ends)) if len(mass) > 1 else (np.zeros_like(places), places)
        return AtEnds(states, ends.take(which), there.take(places))

    def _propagated(self, mass: Floats, block: SparseBlock) -> Floats:
        if block.is_cyclic:
            return self._propagated_in_cycles(mass, block)
        for state in range(len(mass)):
            mass = self._accumulated(mass, self._coming(block, mass[state]), state)
        return mass

    def _propagated_in_cycles(self, mass: Floats, block: SparseBlock) -> Floats:
        """Repeat transitions that form cycles until hardly any probability remains in flight."""
        inside = np.zeros(self._nodes)
        inside[block.nodes] = 1.0
        moving = mass * inside
        for _ in range(MOST_ROUNDS):
            come = np.zeros_like(moving)
            for state in range(len(moving)):
                come = self._accumulated(come, self._coming(block, moving[state]), state)
            mass, moving = _added(mass, come), come * inside
            if moving.sum() < NEGLIGIBLE:
                return mass
        raise PileInError(ENDLESS, remedy=SAMPLE)

    def _coming(self, block: SparseBlock, mass: Floats) -> Propagated:
        return block.propagate(mass, is_labelled=self._has_monitor)

    def _next_phase(self, going: Propagated, states: Ints) -> Floats:
        """Move the probability that continues, from these monitor states, to the nodes where the next phase begins."""
        mass = np.zeros((len(self._monitor.states), self._nodes))
        if not self._has_monitor:
            return self._accumulated(mass, going, 0)
        for state in present(states):
            mine = (states == state).nonzero()[0]
            part = Propagated(going.targets.take(mine), going.labels.take(mine), going.amounts.take(mine))
            mass = self._accumulated(mass, part, state)
        return mass

    def _accumulated(self, mass: Floats, coming: Propagated, state: int) -> Floats:
        """Add probability from one monitor state to the states to which the labels lead."""
        self._chain.model.meter.check()
        if not coming.amounts.size:
            return mass
        if not self._has_monitor:
            mass[0] += np.bincount(coming.targets, coming.amounts, self._nodes)
            return mass
        reached = self._monitor.reached(state, coming.labels)
        nodes, width = self._nodes, len(self._monitor.states)
        first = int(reached[0])
        if (reached == first).all():
            mass = _widened(mass, width)
            mass[first] += np.bincount(coming.targets, coming.amounts, nodes)
            return mass
        spread = np.bincount(reached * nodes + coming.targets, coming.amounts, width * nodes)
        return _added(mass, spread.astype(np.float64, copy=False).reshape(width, nodes))


def _listed(array: Floats) -> list[tuple[int, int, float]]:
    return [(int(row), int(column), float(array[row, column])) for row, column in zip(*np.nonzero(array), strict=True)]


def _added(one: Floats, other: Floats) -> Floats:
    """Add the second array, which may have more monitor states, to the first."""
    one = _widened(one, other.shape[0])
    one[: other.shape[0]] += other
    return one


def _widened(array: Floats, width: int) -> Floats:
    if array.shape[0] >= width:
        return array
    return np.concatenate((array, np.zeros((width - array.shape[0], *array.shape[1:]))))
