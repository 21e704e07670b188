"""Playing a chain phase by phase in whole numbers: the same as `stepping`, to the fraction.

Within a phase all chances share one denominator, large enough that every division comes out even.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm, prod

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.flow.automata import Automaton, Deaf, Listener
from pilein.engine.chain.flow.course import most_steps
from pilein.engine.chain.veiled.text import TO_THE_END
from pilein.kernel.errors import PileInError

Place = tuple[int, int]  # a node, an end or a story of the chain, and the state of the automaton
Mass = dict[Place, int]
Shares = dict[Place, Fraction]


@dataclass
class SteppedExactly:
    """What came of a chain played on: see `Stepped`. `finished[phase - 1]` holds the chances of (end, state).

    `told` is how often each story is told, by (state of the automaton before it, story).
    """

    states: list[object]
    finished: list[Shares]
    told: Shares

    @property
    def at_the_end(self) -> dict[Place, Fraction]:
        """The chance of each end, whenever it comes, by (number among the chain's ends, state of the automaton)."""
        found: dict[Place, Fraction] = {}
        for part in self.finished:
            for place, chance in part.items():
                found[place] = found.get(place, Fraction(0)) + chance
        return found


class ExactStepping:
    """One run of a chain from its first position, in whole numbers."""

    def __init__(self, chain: Chain, automaton: Automaton | None = None) -> None:
        self._chain = chain
        self._listener = Listener(automaton or Deaf(), chain.text.stories)
        self._end_of = {end: place for place, end in enumerate(chain.ends.tolist())}
        self._layers = [self._nodes_of(layer.ways.tolist()) for layer in chain.layers]
        if any(layer.whirl for layer in chain.layers):
            message = "positions follow each other in circles within one phase: fractions would take forever"
            raise PileInError(message, remedy="ask for floats: leave --exact out, or give --float")
        self._commons = [lcm(*(chain.wholes[node] for node, _, _ in nodes)) for nodes in self._layers]
        self._saying: Mass = {}  # in the phase at hand, by state and story
        self._told: Shares = {}

    def to(self, phases: int = TO_THE_END) -> SteppedExactly:
        """Play so many phases (0: until nobody is in contact, or the ruleset's limit)."""
        chain, last = self._chain, most_steps(self._chain, phases)
        mass: Mass = {(chain.first, self._listener.after(0, chain.prologue)): 1}
        self._saying = {(0, chain.prologue): 1}
        self._told = {}
        self._note(1)
        whole, finished = 1, []
        for phase in range(1, last + 1):
            mass, whole = self._played(mass, whole)
            is_late = chain.most_phases is not None and phase >= chain.most_phases
            mass, done = self._parted(mass, is_late=is_late, is_last=phase == last)
            self._note(whole)
            finished.append({place: Fraction(amount, whole) for place, amount in done.items()})
            if not mass:
                break
        assert sum(sum(part.values()) for part in finished) == 1, "all chances together are not 1"
        return SteppedExactly(list(self._listener.states), finished, self._told)

    def _note(self, whole: int) -> None:
        """Add what has just been said, in parts of `whole`, to what has been told."""
        for place, amount in self._saying.items():
            self._told[place] = self._told.get(place, Fraction(0)) + Fraction(amount, whole)
        self._saying = {}

    def _nodes_of(self, ways: list[int]) -> list[tuple[int, int, int]]:
        """The nodes of a layer: (node, its first way, the way after its last)."""
        found: list[tuple[int, int, int]] = []
        for way in ways:
            node = int(self._chain.source[way])
            if found and found[-1][0] == node:
                found[-1] = (node, found[-1][1], way + 1)
            else:
                found.append((node, way, way + 1))
        return found

    def _played(self, mass: Mass, whole: int) -> tuple[Mass, int]:
        """One phase: what is at its ends, and the new denominator."""
        grown = prod(self._commons)
        whole *= grown
        mass = {place: amount * grown for place, amount in mass.items()}
        for nodes in self._layers:
            self._leave(mass, nodes)
        self._note(whole)
        shared = gcd(whole, *mass.values())
        return {place: amount // shared for place, amount in mass.items()}, whole // shared

    def _leave(self, mass: Mass, nodes: list[tuple[int, int, int]]) -> None:
        chain, width = self._chain, len(self._listener.states)
        targets, stories = chain.targets, chain.stories
        for node, first, after_last in nodes:
            chain.text.meter.check()
            for state in range(width):
                amount = mass.pop((node, state), 0)
                if not amount:
                    continue
                share = amount // chain.wholes[node]
                for way in range(first, after_last):
                    flowing, story = share * chain.weights[way], stories[way]
                    _add(mass, (targets[way], self._listener.after(state, story)), flowing)
                    _add(self._saying, (state, story), flowing)
            width = len(self._listener.states)

    def _parted(self, mass: Mass, *, is_late: bool, is_last: bool) -> tuple[Mass, Mass]:
        """What goes on to the next phase, and what does not."""
        chain = self._chain
        onward, stories = (chain.late, chain.late_story) if is_late else (chain.onward, chain.onward_story)
        going: Mass = {}
        done: Mass = {}
        for (node, state), amount in mass.items():
            end = self._end_of[node]
            if is_last or onward[end] == NOBODY:
                done[end, state] = amount
            else:
                story = int(stories[end])
                _add(going, (int(onward[end]), self._listener.after(state, story)), amount)
                _add(self._saying, (state, story), amount)
        return going, done


def _add(to: Mass, place: Place, amount: int) -> None:
    to[place] = to.get(place, 0) + amount
