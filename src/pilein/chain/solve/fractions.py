"""Solving a chain phase by phase in whole numbers: the same as `floats`, to the fraction.

Within a phase all probabilities have one common denominator, large enough that every division comes out even.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

from pilein.chain.chain import NO_NODE, Chain
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.horizon import most_steps
from pilein.chain.solve.monitors import Monitor, MonitorRun, NoMonitor
from pilein.kernel.errors import PileInError

Place = tuple[int, int]  # a node, an end or a label of the chain, and the state of the monitor
Mass = dict[Place, int]
Shares = dict[Place, Fraction]


@dataclass
class FractionSolution:
    """A chain solved: see `FloatSolution`. `finished[phase - 1]` holds the probabilities of (end, state).

    `expected_counts` is how often each label comes up, by (state of the monitor before it, label).
    """

    states: list[object]
    finished: list[Shares]
    expected_counts: Shares

    @property
    def at_the_end(self) -> Shares:
        """The probability of each end, whenever it comes, by (place among the chain's ends, state of the monitor)."""
        found: Shares = {}
        for part in self.finished:
            for place, chance in part.items():
                found[place] = found.get(place, Fraction(0)) + chance
        return found


class FractionSolver:
    """Propagates probability through a chain from its first node, in whole numbers.

    Raises:
        PileInError: the chain has cycles within a phase.

    """

    def __init__(self, chain: Chain, monitor: Monitor | None = None) -> None:
        self._chain = chain
        self._monitor = MonitorRun(monitor or NoMonitor(), chain.labels)
        self._end_of: list[int] = chain.end_of.tolist()
        if any(layer.is_cyclic for layer in chain.layers):
            message = "positions follow each other in cycles within one phase: fractions would take forever"
            raise PileInError(message, remedy="ask for floats: leave --exact out, or give --float")
        self._layers = [self._nodes_of(layer.transitions.tolist()) for layer in chain.layers]
        self._commons = [lcm(*(chain.wholes[node] for node, _, _ in nodes)) for nodes in self._layers]
        self._counting: Mass = {}  # in the phase at hand, by state and label
        self._counts: Shares = {}

    def solved(self, phases: int = TO_THE_END) -> FractionSolution:
        """Follow a number of phases (0: until no units are in contact, or the ruleset's limit)."""
        chain, last = self._chain, most_steps(self._chain, phases)
        mass: Mass = {(chain.first, self._monitor.after(0, chain.prologue)): 1}
        self._counting = {(0, chain.prologue): 1}
        self._counts = {}
        self._add_counts(1)
        whole, finished = 1, []
        for phase in range(1, last + 1):
            mass, whole = self._propagated(mass, whole)
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            mass, done = self._parted(mass, is_late=is_late, is_last=phase == last)
            self._add_counts(whole)
            finished.append({place: Fraction(amount, whole) for place, amount in done.items()})
            if not mass:
                break
        assert sum(sum(part.values()) for part in finished) == 1, "all chances together are not 1"
        return FractionSolution(list(self._monitor.states), finished, self._counts)

    def _add_counts(self, whole: int) -> None:
        """Add what has just been counted, in parts of `whole`, to the expected counts."""
        for place, amount in self._counting.items():
            self._counts[place] = self._counts.get(place, Fraction(0)) + Fraction(amount, whole)
        self._counting = {}

    def _nodes_of(self, transitions: list[int]) -> list[tuple[int, int, int]]:
        """The nodes of a layer: (node, its first transition, the one after its last)."""
        starts = self._chain.starts.tolist()
        nodes = dict.fromkeys(self._chain.source[transitions].tolist())
        return [(node, starts[node], starts[node + 1]) for node in nodes]

    def _propagated(self, mass: Mass, whole: int) -> tuple[Mass, int]:
        """One phase: what is at its ends, and the new denominator."""
        grown = prod(self._commons)
        whole *= grown
        mass = {place: amount * grown for place, amount in mass.items()}
        for nodes in self._layers:
            self._leave(mass, nodes)
        self._add_counts(whole)
        shared = gcd(whole, *mass.values())
        return {place: amount // shared for place, amount in mass.items()}, whole // shared

    def _leave(self, mass: Mass, nodes: list[tuple[int, int, int]]) -> None:
        chain, width = self._chain, len(self._monitor.states)
        targets, labels = chain.targets, chain.label_numbers
        for node, first, after_last in nodes:
            chain.model.meter.check()
            for state in range(width):
                amount = mass.pop((node, state), 0)
                if not amount:
                    continue
                share = amount // chain.wholes[node]
                for place in range(first, after_last):
                    going, label = share * chain.weights[place], labels[place]
                    _add(mass, (targets[place], self._monitor.after(state, label)), going)
                    _add(self._counting, (state, label), going)
            width = len(self._monitor.states)

    def _parted(self, mass: Mass, *, is_late: bool, is_last: bool) -> tuple[Mass, Mass]:
        """What goes on to the next phase, and what is over."""
        chain = self._chain
        onward, labels = (chain.late, chain.late_label) if is_late else (chain.onward, chain.onward_label)
        going: Mass = {}
        done: Mass = {}
        for (node, state), amount in mass.items():
            end = self._end_of[node]
            if is_last or onward[end] == NO_NODE:
                done[end, state] = amount
            else:
                label = int(labels[end])
                _add(going, (int(onward[end]), self._monitor.after(state, label)), amount)
                _add(self._counting, (state, label), amount)
        return going, done


def _add(to: Mass, place: Place, amount: int) -> None:
    to[place] = to.get(place, 0) + amount
