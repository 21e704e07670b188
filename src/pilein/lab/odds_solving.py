"""Solve a chain in fractions or floats. The solution gives the chance of each end and the monitor's state there."""

from collections.abc import Hashable, Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

from pilein.chain.chain import Chain
from pilein.chain.numpy_at_hand import has_numpy
from pilein.chain.solve.absorbing import AbsorbingChain
from pilein.chain.solve.by_place import SolverByPlace
from pilein.chain.solve.fractions import FractionSolver
from pilein.chain.solve.monitors import Monitor
from pilein.chain.solve.plain_floats import PlainFloatSolver
from pilein.chain.solve.spans import UNBOUNDED, NotAbsorbed, most_steps, without_tail
from pilein.dice.weights import added
from pilein.kernel.errors import BadInput
from pilein.lab.figures import Number, Span

Exact = Fraction | float
Chances = dict[Hashable, Exact]
SLACK = 1e-12  # tolerance of the sum of all chances
EXACT_TRANSITIONS = 2_000  # states of a chain up to which fractions are the default
EXACT_STEPS = 150_000  # the same, times phases: fractions grow longer with each


class End(NamedTuple):
    """End of a chain, given by its index, with the monitor's state there and the joint chance of end and state."""

    place: int
    remembered: Any
    chance: Exact


class Solved(NamedTuple):
    """Solution of a chain, with its ends, the chance that play is over after each phase, and its labels.

    `expected` holds the expected count of each label, with the monitor's state before the label. A chain played forever
    lasts for `lasting` phases on average. Play may enter a communicating class that it never leaves; `closed` lists
    such classes as (a node of the class, chance). `phases` leaves out play in such classes, and also fights that are
    very long and very unlikely. If a clock counts rounds, play is a single phase, and `rounds` are the chances that
    play takes one round, two rounds and so on.
    """

    ends: tuple[End, ...]
    phases: tuple[Exact, ...]
    expected: tuple[tuple[Any, tuple[Any, ...], Exact], ...]
    lasting: Exact | None = None
    closed: tuple[tuple[int, Exact], ...] = ()
    rounds: tuple[Exact, ...] = ()

    def distribution(self, values: Sequence[Hashable]) -> Chances:
        """Return the chances of a reading's values. `values` has one entry for each end of the chain."""
        return gathered((values[end.place], end.chance) for end in self.ends)


def is_small(chain: Chain, phases: Span) -> bool:
    """Whether a chain is solved in fractions by default, over a number of phases (0 means to the end) or forever."""
    steps = 1 if isinstance(phases, str) else most_steps(chain, phases)
    transitions = chain.transitions
    return transitions <= EXACT_TRANSITIONS and transitions * steps <= EXACT_STEPS


def solved(chain: Chain, monitor: Monitor | None = None, *, phases: Span, exact: bool) -> Solved:
    """Solve a chain over a number of phases, to the end (0) or forever. The chances sum to 1 within 1e-12."""
    if isinstance(phases, str):
        found = _solve_to_the_end(chain, monitor, exact=exact)
    else:
        found = (_in_fractions if exact else _in_floats)(chain, monitor, phases)
    whole = added((*(end.chance for end in found.ends), *(chance for _, chance in found.closed)))
    assert whole == 1 if exact else abs(float(whole) - 1) <= SLACK, f"the chances sum to {whole!r}"
    return found


def gathered(pairs: Iterable[tuple[Hashable, Exact]]) -> Chances:
    """Sum the chances of equal values."""
    found: Chances = {}
    for value, chance in pairs:
        found[value] = found[value] + chance if value in found else chance
    return found


def likeliest_first(chances: Chances) -> tuple[tuple[str, Number], ...]:
    """Sort outcomes with their chances, likeliest first."""
    pairs = [(str(word), chance) for word, chance in chances.items()]
    return tuple(sorted(pairs, key=lambda pair: (-float(pair[1]), pair[0])))


def _in_fractions(chain: Chain, monitor: Monitor | None, phases: int) -> Solved:
    return _by_place(chain, FractionSolver(chain, monitor), phases)


def _by_place(chain: Chain, solver: SolverByPlace[Any], phases: int) -> Solved:
    solution = solver.solved(phases)
    states, labels, zero = solution.states, chain.labels, solver.chance(0)
    ends = tuple(End(place, states[state], chance) for (place, state), chance in solution.at_the_end.items())
    lasting = tuple(added(part.values(), zero) for part in solution.finished)
    said = tuple((states[state], labels[label], often) for (state, label), often in solution.expected_counts.items())
    return _lasting_so_long(chain, Solved(ends, lasting, said), most=chain.most_phases)


def _in_floats(chain: Chain, monitor: Monitor | None, phases: int) -> Solved:
    if not has_numpy():
        return _by_place(chain, PlainFloatSolver(chain, monitor), phases)
    from pilein.chain.solve.floats import FloatSolver  # noqa: PLC0415 - it needs numpy

    solution = FloatSolver(chain, monitor).solved(phases)
    states, labels = solution.states, chain.labels
    ends = tuple(End(end, states[state], chance) for state, end, chance in solution.listed_ends())
    said = tuple((states[state], labels[label], often) for state, label, often in solution.listed_counts(chain))
    most = None if phases == UNBOUNDED else chain.most_phases
    return _lasting_so_long(chain, Solved(ends, solution.durations, said), most=most)


def _lasting_so_long(chain: Chain, found: Solved, *, most: int | None) -> Solved:
    """Convert phases to rounds if a clock counts rounds.

    All rounds form one phase, and the last round ends at the limit. `most` is that limit, or None if there is none.
    """
    if not chain.is_clocked:
        return found
    rounds = without_tail(found.phases) if most is None else found.phases
    if most is not None and len(rounds) > most:
        rounds = (*rounds[: most - 1], added(rounds[most - 1 :]))
    return found._replace(phases=(added(found.phases),), rounds=rounds)


def _solve_to_the_end(chain: Chain, monitor: Monitor | None, *, exact: bool) -> Solved:
    """Solve without a horizon: phase by phase if few fights last long, or else as an absorbing chain."""
    if not has_numpy():
        raise BadInput(
            "odds without a last phase need numpy, which is not installed here", key="phases", remedy='ask for "end"'
        )
    if not exact:
        with suppress(NotAbsorbed):
            found = _in_floats(chain, monitor, UNBOUNDED)
            mean = added(phase * chance for phase, chance in enumerate(found.phases, 1))
            return found._replace(phases=without_tail(found.phases), lasting=mean)
    return _settled(chain, monitor, exact=exact)


def _settled(chain: Chain, monitor: Monitor | None, *, exact: bool) -> Solved:
    from pilein.chain.solve.horizon import durations  # noqa: PLC0415 - it needs numpy

    absorption = AbsorbingChain(chain, monitor, exact=exact).solved()
    states, labels = absorption.states, chain.labels
    ends = tuple(End(place, states[state], chance) for (place, state), chance in absorption.at_the_end.items())
    said = [(states[state], labels[label], often) for (state, label), often in absorption.expected_counts.items()]
    for group in absorption.closed:
        said += [(None, labels[label], inf) for label in _labels_within(chain, group.nodes) if group.chance]
    closed = tuple((group.nodes[0], group.chance) for group in absorption.closed)
    lasting = inf if any(chance for _, chance in closed) else absorption.phases
    in_floats = durations(
        chain, float(added(chance for _, chance in closed))
    )  # fractions would grow longer with each phase
    return _lasting_so_long(chain, Solved(ends, in_floats, tuple(said), lasting, closed), most=None)


def _labels_within(chain: Chain, nodes: tuple[int, ...]) -> list[int]:
    """Return the labels of events that recur if play never leaves the given nodes."""
    inside, lists = {*nodes}, chain.lists
    within = {label for source, label in zip(lists.source, lists.label, strict=True) if source in inside}
    between = {label for end, label in zip(lists.ends, lists.onward_label, strict=True) if end in inside}
    return sorted(within | between)
