"""A compiled battle as arrays: what follows what with which chance, phase by phase, and what is told on the way."""

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilein.dice.weights import watched
from pilein.engine.budget import UNMETERED, Meter
from pilein.engine.chain.compiling import Large, Nodes
from pilein.engine.chain.crowd.crowded import crowded
from pilein.engine.chain.flow.layers import Layer, layers_of
from pilein.engine.chain.limits import LIMIT, Limits
from pilein.engine.chain.veiled.heads import Head
from pilein.engine.chain.veiled.text import TO_THE_END, Label, Text, untold
from pilein.engine.chain.ways import Ways
from pilein.kernel.position import Position
from pilein.kernel.requests import Policy
from pilein.tabletop.ruleset import Ruleset

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
SMALL = 1000  # nodes up to which a battle is compiled one by one


class Chain:
    """All positions of a battle from which play branches, and those in which a phase is over.

    `first` is the node where play begins, `prologue` the story told on the way there. `source`, `target`, `weight`,
    `story` have an entry for each way on within a phase, ordered by source; `whole[node]` is the sum of a node's
    weights, 0 where a phase is over. `ends` are those nodes; for each, in the same order, `onward` is the node where
    the next phase first branches (NOBODY: there is none) and `onward_story` what is told on the way; `late` and
    `late_story` are the same after phase number `most_phases`, the last that the ruleset allows (None: no limit).
    `weights` are whole numbers of any size. Where a clock counts rounds (`is_clocked`) they stand for phases, and all
    of them are one phase.
    """

    def __init__(self, ways: Ways) -> None:
        self.text: Text = ways.text
        self.positions = ways.positions
        self.first, self.prologue = ways.first
        self.source, self.target, self.story = ways.source, ways.target, ways.story
        self.ends, self.most_phases = ways.ends, ways.most_phases
        self.onward, self.onward_story = ways.onward
        self.late, self.late_story = ways.late or ways.onward
        self.is_clocked = ways.text.clock is not None
        self._ways = ways

    @cached_property
    def chance(self) -> Floats:
        """The chance of each way on, given its source."""
        ways = self._ways
        shares = [weight / whole for weight, whole in zip(ways.weights, ways.wholes, strict=True)]
        found: Floats = np.array(shares, dtype=np.float64)[ways.outcome]
        return found

    @cached_property
    def weights(self) -> list[int]:
        """The weight of each way on: a whole number of any size."""
        weights = self._ways.weights
        return [weights[outcome] for outcome in self._ways.outcome.tolist()]

    @cached_property
    def wholes(self) -> list[int]:
        """The sum of the weights of each node, 0 where a phase is over."""
        found, wholes = [0] * len(self.positions), self._ways.wholes
        sources, first = np.unique(self.source, return_index=True)
        for node, outcome in zip(sources.tolist(), self._ways.outcome[first].tolist(), strict=True):
            found[node] = wholes[outcome]
        return found

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The ways on within a phase, in an order in which each comes after all that lead to it."""
        return layers_of(self.source, self.target, len(self.positions))

    @cached_property
    def targets(self) -> list[int]:
        """`target` as Python's own numbers."""
        found: list[int] = self.target.tolist()
        return found

    @cached_property
    def stories(self) -> list[int]:
        """`story` as Python's own numbers."""
        found: list[int] = self.story.tolist()
        return found

    def state(self, node: int) -> Any:  # noqa: ANN401 - the ruleset's own
        """The state at a node."""
        return self.text.state(self.positions[node])

    def read(self, reading: Callable[[Any], Hashable]) -> list[Any]:
        """What a function of the state says at each of the `ends`, None where only a round is over.

        It is worked out once for all that look alike.
        """
        heads: dict[int, Head] = {}
        text = self.text

        def head(number: int) -> Head:
            own = text.heads[number]
            return heads.setdefault(number, Head(number, own.frame, own.agenda))

        def read(head: Head, position: int) -> Any:  # noqa: ANN401
            text.meter.check()
            if head.agenda:
                return None
            return text.seen(head, position, lambda state, _known: _unveiled(reading(state)))

        return self.positions.read(self.ends.tolist(), head, read)


def _unveiled(value: Hashable) -> Hashable:
    """A value that has been looked at: what hides in it is asked for."""
    hash(value)
    return value


def compiled(  # noqa: PLR0913 - what is compiled, and how far
    rules: Ruleset,
    position: Position,
    policies: tuple[Policy, Policy],
    *,
    phases: int = TO_THE_END,
    label: Label = untold,
    limit: int = LIMIT,
    most_runs: int | None = None,
    most_clauses: int | None = None,
    until: str = "",
    meter: Meter = UNMETERED,
) -> Chain:
    """The chain of all that can follow a position; `phases` is 0 if it is played until nobody is in contact.

    It ends sooner where the clause of the stable key `until` would be next. No more than `most_runs`
    outcomes are tried, and clauses run `most_clauses` times, or without limit (None). Time and memory are counted by
    `meter`, of those who solve the chain too.

    Raises:
        TooManyPositions: there are more than `limit`, or too many ways on, or more has to be tried.
        Spent: it takes too much time or memory.

    """
    limits = Limits(limit, most_runs, most_clauses)
    text = Text(rules, policies, label, until, rules.clock(position), limits=limits, meter=meter)
    with no_collecting(), watched(meter.check):
        return Chain(_ways(text, position, limits, phases=phases))


def _ways(text: Text, position: Position, limits: Limits, *, phases: int) -> Ways:
    """All ways that can follow a position: of a small battle one by one, of a large one by the thousand."""
    few = Nodes(text, limits, phases=phases, most=SMALL)
    try:
        return few.ways(few.begin(position))
    except Large:
        found = crowded(text, text.number(position), limits, phases=phases)
    if found is None:
        all_of_them = Nodes(text, limits, phases=phases)
        found = all_of_them.ways(all_of_them.begin(position))
    return found


@contextmanager
def no_collecting() -> Iterator[None]:
    """Spare the search for garbage: a compiler makes millions of values, keeps them all, and none goes in circles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
