"""Compiler that explores every reachable position of a battle and builds a chain from these positions.

Nodes are the positions at which play branches, and the positions where a phase or a counted round is over. A
position that follows a transition is in flight, clause by clause, until it reaches a node. Positions in flight with
the same next clause advance together, the largest batch first. All positions finish a phase before the next phase
begins.

The transition model gives the outcomes of a clause, and a store holds the positions. The compiler starts with a
store that holds positions one by one, which is fast for small battles. If the number of nodes exceeds SMALL, it
switches to a store that holds positions in arrays. The model remembers every clause run, so no clause is run twice.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol, TypeVar

from pilein.chain.chain import Chain, Explored
from pilein.chain.explore.single import LATE, ONWARD, WITHIN, SinglePositions, Unfinished
from pilein.chain.limits import LIMIT, Limits
from pilein.chain.model.transition_model import TO_THE_END, Labeller, TransitionModel, unlabelled
from pilein.chain.model.transitions import PHASE_OVER, ROUND_OVER
from pilein.chain.numpy_at_hand import has_numpy
from pilein.dice.weights import watched
from pilein.engine.budget import UNMETERED, Meter
from pilein.kernel.errors import WithoutNumpy
from pilein.kernel.position import Position
from pilein.kernel.requests import Policy
from pilein.tabletop.ruleset import Ruleset

SMALL = 1000  # nodes up to which positions are held one by one
MOST_WITHOUT_NUMPY = 20_000  # the same limit without numpy
MANY_VALUES = 100_000  # values made by one compilation that the next collection should not look at
WORDS = 2  # initial number of words per position in arrays

BatchT = TypeVar("BatchT")  # positions in flight
NodesT = TypeVar("NodesT")  # new nodes, each with its outcomes


class Store(Protocol[BatchT, NodesT]):
    """Store in which a compiler keeps positions in flight, nodes, and the edges between nodes."""

    weights: list[int]
    wholes: list[int]

    def begin(self, position: int) -> None:
        """Put a position in flight, on edge 0."""

    def take(self) -> tuple[str, BatchT] | None:
        """Return the next batch: a clause (or PHASE_OVER, ROUND_OVER), and all positions in flight that have
        it next.
        """

    def advance(self, clause: str, batch: BatchT) -> NodesT:
        """Advance the positions that have a single outcome, and turn the others into nodes.

        Returns the new nodes with their outcomes.
        """

    def arrive(self, clause: str, batch: BatchT) -> NodesT:
        """Turn the positions at the end of a phase or a round into nodes, and return the new nodes."""

    def next_phase(self, ends: NodesT, phase: int, phases: int) -> NodesT:
        """Return the given ends, each with its successor after phase number `phase`, if any, as its outcome."""

    def next_round(self, ends: NodesT) -> NodesT:
        """Return the given ends with the result of the clock's clause as their outcome."""

    def after_last_round(self, ends: NodesT) -> NodesT:
        """Return the given ends with the result of the clock's clause after the last round as their outcome."""

    def branch(self, nodes: NodesT, kind: int) -> None:
        """Add every outcome of the nodes to the positions in flight, each on a separate edge.

        `kind` is WITHIN a phase, ONWARD or LATE.
        """

    def check(self) -> None:
        """Raise TooMuch if a limit of the compiler is reached."""

    def explored(self, most_phases: int | None) -> Explored:
        """Return the explored battle. `most_phases` is the last phase that the ruleset allows, or None for no limit."""


def compiled(  # noqa: PLR0913 - what is compiled, and how far
    rules: Ruleset,
    position: Position,
    policies: tuple[Policy, Policy],
    *,
    phases: int = TO_THE_END,
    label: Labeller = unlabelled,
    limit: int = LIMIT,
    most_runs: int | None = None,
    most_clauses: int | None = None,
    most_work: int | None = None,
    until: str = "",
    meter: Meter = UNMETERED,
) -> Chain:
    """Compile into a chain all play that can follow a position. If `phases` is 0, play continues until no units are in
    contact.

    The chain ends earlier if the clause with the key `until` is next. At most `most_runs` outcomes are tried, and
    clauses run at most `most_clauses` times. `most_work` limits outcomes, clauses and transitions together. None
    means no limit. `meter` limits time and memory, also while the chain is solved.

    Raises:
        TooManyPositions: there are more than `limit` positions, too many transitions, or too many outcomes to try.
        Spent: compiling takes too much time or memory.
    """
    limits = Limits(limit, most_runs, most_clauses, most_work)
    model = TransitionModel(rules, policies, label, until, rules.clock(position), limits=limits, meter=meter)
    return chain_of(model, position, limits, phases=phases)


def chain_of(model: TransitionModel, position: Position, limits: Limits, *, phases: int = TO_THE_END) -> Chain:
    """Compile into a chain all play that can follow a position under a model. Raises the same errors as `compiled`."""
    with _no_collecting(), watched(model.meter.check):
        return Compiler(model, limits, phases=phases).compiled(position)


class Compiler:
    """Compiler that explores a battle for a number of phases, where 0 means to the end."""

    def __init__(self, model: TransitionModel, limits: Limits, *, phases: int = TO_THE_END) -> None:
        self._model = model
        self._limits = limits
        self._phases = phases
        self._most_phases: int | None = None

    def compiled(self, position: Position) -> Chain:
        """Compile into a chain all play that can follow a position.

        Raises:
            TooMuch: the chain exceeds the limits.
        """
        clock, first = self._model.clock, self._model.encoded(position)
        self._most_phases = clock.most if clock else self._model.rules.limit(position.state)
        if self._model.is_large:
            return Chain(self._in_arrays(first))
        single = SinglePositions(self._model, self._limits)
        single.begin(first)
        if self._explore(single, partial(_is_small, single)):
            return Chain(single.explored(self._most_phases))
        return Chain(self._in_arrays(single.unfinished))

    def _in_arrays(self, begun: int | Unfinished) -> Explored:
        """Explore in arrays, from the first position or from the point where an earlier exploration stopped."""
        if not has_numpy():
            raise WithoutNumpy(MOST_WITHOUT_NUMPY)
        from pilein.chain.explore.arrays import MULTIPLIER, HashCollision  # noqa: PLC0415 - small chains do without it
        from pilein.chain.explore.many import ManyPositions  # noqa: PLC0415
        from pilein.chain.explore.packing import WordOverflow  # noqa: PLC0415

        model, multiplier = self._model, MULTIPLIER
        model.is_large, model.words = True, max(model.words, WORDS)
        while True:
            try:
                many = ManyPositions(model, self._limits, words=model.words, multiplier=multiplier)
                if isinstance(begun, Unfinished):
                    many.carry_on(begun)
                else:
                    many.begin(begun)
                self._explore(many)
            except WordOverflow:
                model.words += 1
            except HashCollision:  # hardly ever happens
                multiplier += 2
            else:
                return many.explored(self._most_phases)

    def _explore(self, store: Store[BatchT, NodesT], goes_on: Callable[[], bool] = lambda: True) -> bool:
        """Explore the successors of positions in flight while `goes_on` is true.

        Returns whether nothing is left to explore.
        """
        while goes_on():
            found = store.take()
            if found is None:
                return True
            self._go_on(store, *found)
            store.check()
        return False

    def _go_on(self, store: Store[BatchT, NodesT], clause: str, batch: BatchT) -> None:
        if clause == PHASE_OVER:
            ends = store.arrive(clause, batch)
            store.branch(store.next_phase(ends, 1, self._phases), ONWARD)
            if self._most_phases is not None:
                store.branch(store.next_phase(ends, self._most_phases, self._phases), LATE)
        elif clause == ROUND_OVER:  # counted rounds end like phases
            ends = store.arrive(clause, batch)
            store.branch(store.next_round(ends), ONWARD)
            store.branch(store.after_last_round(ends), LATE)
        else:
            store.branch(store.advance(clause, batch), WITHIN)


def _is_small(single: SinglePositions) -> bool:
    """Whether the compiler keeps holding positions one by one. Arrays need numpy, which is slow to import."""
    return single.coming_size <= SMALL or (not has_numpy() and single.size <= MOST_WITHOUT_NUMPY)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Pause garbage collection. A compiler makes millions of values, none of them in reference cycles, and keeps them
    all.

    Afterwards, many values count as old, so that the next collection need not look at them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            is_large = gc.get_count()[0] > MANY_VALUES  # checked first: the next line counts all that is frozen
            if is_large and not gc.get_freeze_count():  # values frozen by others would become unfrozen
                gc.freeze()
                gc.unfreeze()
            gc.enable()
