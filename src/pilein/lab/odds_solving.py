"""A chain, played on and read: the chance of each end, with what was remembered on the way; in fractions or floats."""

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.automata import Automaton
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.exact import ExactStepping
from pilein.engine.chain.stepping import Stepping
from pilein.engine.chain.telling import told
from pilein.lab.figures import Number

Exact = Fraction | float
Chances = dict[Hashable, Exact]
SLACK = 1e-12  # by which all chances together may differ from 1


class End(NamedTuple):
    """An end of a chain by its place among them, what was remembered on the way, and the chance of both."""

    place: int
    remembered: Any
    chance: Exact


class Solved(NamedTuple):
    """What came of a chain: its ends, the chance that play is over after each phase, and what has been told.

    `told` is how often each story is told, with what was remembered before it.
    """

    ends: tuple[End, ...]
    phases: tuple[Exact, ...]
    told: tuple[tuple[Any, tuple[Any, ...], Exact], ...]

    def law(self, values: Sequence[Hashable]) -> Chances:
        """The chances of what was read at the ends: `values` has an entry for each end of the chain."""
        return gathered((values[end.place], end.chance) for end in self.ends)


def solved(chain: Chain, automaton: Automaton | None = None, *, phases: int, exact: bool) -> Solved:
    """A chain played on for so many phases (0: to the end); all chances together are 1 within 1e-12."""
    found = _in_fractions(chain, automaton, phases) if exact else _in_floats(chain, automaton, phases)
    whole = sum(end.chance for end in found.ends)
    assert whole == 1 if exact else abs(float(whole) - 1) <= SLACK, f"all chances together are {whole!r}"
    return found


def gathered(pairs: Iterator[tuple[Hashable, Exact]]) -> Chances:
    """The sum of the chances of each value."""
    found: Chances = {}
    for value, chance in pairs:
        found[value] = found[value] + chance if value in found else chance
    return found


def likeliest_first(chances: Chances) -> tuple[tuple[str, Number], ...]:
    """Words with their chances, the likeliest first."""
    pairs = [(str(word), chance) for word, chance in chances.items()]
    return tuple(sorted(pairs, key=lambda pair: (-float(pair[1]), pair[0])))


def _in_fractions(chain: Chain, automaton: Automaton | None, phases: int) -> Solved:
    stepped = ExactStepping(chain, automaton).to(phases)
    states, stories = stepped.states, chain.text.stories
    ends = tuple(End(place, states[state], chance) for (place, state), chance in stepped.at_the_end.items())
    lengths = tuple(sum(part.values(), Fraction(0)) for part in stepped.finished)
    said = tuple((states[state], stories[story], often) for (state, story), often in stepped.told.items())
    return Solved(ends, lengths, said)


def _in_floats(chain: Chain, automaton: Automaton | None, phases: int) -> Solved:
    stepped = Stepping(chain, automaton).to(phases)
    states, stories = stepped.states, chain.text.stories
    at_the_end, often = stepped.at_the_end, told(chain, stepped)
    ends = tuple(End(end, states[state], float(at_the_end[state, end])) for state, end in _places(at_the_end))
    lengths = tuple(float(part.sum()) for part in stepped.finished)
    said = tuple((states[state], stories[story], float(often[state, story])) for state, story in _places(often))
    return Solved(ends, lengths, said)


def _places(array: NDArray[np.float64]) -> list[tuple[int, int]]:
    """Where an array is not nought."""
    return [(int(row), int(column)) for row, column in zip(*np.nonzero(array), strict=True)]
