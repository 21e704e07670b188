"""How likely it is that an event is ever told, with as little work as the question allows."""

from collections.abc import Hashable
from contextlib import suppress
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pilein.dice.weights import added
from pilein.engine.chain.chain import Chain
from pilein.engine.chain.flow.automata import Ever
from pilein.engine.chain.flow.course import FOR_EVER, NeverEnding
from pilein.engine.chain.flow.hearing import Hearing
from pilein.lab.figures import Span
from pilein.lab.odds_solving import Exact, solved


class Hearings:
    """A chain asked for the chances of events, played for so many phases (0: to the end) or for ever."""

    def __init__(self, chain: Chain, *, phases: Span, exact: bool) -> None:
        self._chain = chain
        self._phases = phases
        self._exact = exact

    def chance(self, labels: frozenset[Hashable], expected: Exact) -> Exact:
        """The chance that one of some labels is ever told, where they are told so often on average."""
        told = self._telling(labels)
        if self._is_told_once_at_most(labels, told):
            return expected
        if not self._exact:
            with suppress(NeverEnding):
                return self._hearing.chance(told)
        return self._first_heard(labels)

    def _telling(self, labels: frozenset[Hashable]) -> NDArray[np.bool_]:
        """By the number of a story whether it tells one of them."""
        told = np.zeros(len(self._chain.text.stories), dtype=np.bool_)
        told[sorted({number for label in labels for number in self._stories_of[label]})] = True
        return told

    def _is_told_once_at_most(self, labels: frozenset[Hashable], told: NDArray[np.bool_]) -> bool:
        if not self._hearing.is_told_last(told):
            return False
        stories = self._chain.text.stories
        return all(sum(label in labels for label in stories[number]) == 1 for number in told.nonzero()[0].tolist())

    def _first_heard(self, labels: frozenset[Hashable]) -> Exact:
        heard = solved(self._chain, Ever(*labels), phases=self._phases, exact=self._exact).told
        first = [often for before, story, often in heard if before is False and not labels.isdisjoint(story)]
        return added(first)

    @cached_property
    def _hearing(self) -> Hearing:
        return Hearing(self._chain, FOR_EVER if isinstance(self._phases, str) else self._phases)

    @cached_property
    def _stories_of(self) -> dict[Hashable, list[int]]:
        """The numbers of the stories that tell each label."""
        found: dict[Hashable, list[int]] = {}
        for number, story in enumerate(self._chain.text.stories):
            for label in dict.fromkeys(story):
                found.setdefault(label, []).append(number)
        return found
