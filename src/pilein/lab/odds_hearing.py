"""Compute hitting probabilities, which are the chances that events ever happen, with as little work as possible."""

from collections.abc import Hashable
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

from pilein.chain.chain import Chain
from pilein.chain.numpy_at_hand import has_numpy
from pilein.chain.solve.monitors import Eventually
from pilein.chain.solve.spans import UNBOUNDED, NotAbsorbed
from pilein.dice.weights import added
from pilein.lab.figures import Span
from pilein.lab.odds_solving import Exact, solved

if TYPE_CHECKING:
    from pilein.chain.solve.hitting import Bools, HittingProbability


class Hearings:
    """Hitting probabilities of events in a chain, over a number of phases (0 means to the end) or forever."""

    def __init__(self, chain: Chain, *, phases: Span, exact: bool) -> None:
        self._chain = chain
        self._phases = phases
        self._exact = exact

    def chance(self, labels: frozenset[Hashable], expected: Exact) -> Exact:
        """Return the chance that any of the labels ever occurs, given the expected number of occurrences."""
        if not has_numpy():
            return self._first_heard(labels)
        counts = self._containing(labels)
        if self._occurs_once_at_most(labels, counts):
            return expected
        if not self._exact:
            with suppress(NotAbsorbed):
                return self._hitting.of(counts)
        return self._first_heard(labels)

    def _containing(self, labels: frozenset[Hashable]) -> "Bools":
        """Return a mask over the numbers of the chain's labels that marks each label containing one of the given
        labels.
        """
        import numpy as np  # noqa: PLC0415 - small chains do without it

        counts = np.zeros(len(self._chain.labels), dtype=np.bool_)
        counts[sorted({number for label in labels for number in self._numbers_of[label]})] = True
        return counts

    def _occurs_once_at_most(self, labels: frozenset[Hashable], counts: "Bools") -> bool:
        if not self._hitting.is_last(counts):
            return False
        numbered = self._chain.labels
        return all(sum(label in labels for label in numbered[number]) == 1 for number in counts.nonzero()[0].tolist())

    def _first_heard(self, labels: frozenset[Hashable]) -> Exact:
        found = solved(self._chain, Eventually(*labels), phases=self._phases, exact=self._exact).expected
        first = [often for before, counts, often in found if before is False and not labels.isdisjoint(counts)]
        return added(first)

    @cached_property
    def _hitting(self) -> "HittingProbability":
        from pilein.chain.solve.hitting import HittingProbability  # noqa: PLC0415 - it needs numpy

        return HittingProbability(self._chain, UNBOUNDED if isinstance(self._phases, str) else self._phases)

    @cached_property
    def _numbers_of(self) -> dict[Hashable, list[int]]:
        """Map each label to the numbers of the chain's labels that contain it."""
        found: dict[Hashable, list[int]] = {}
        for number, symbols in enumerate(self._chain.labels):
            for label in dict.fromkeys(symbols):
                found.setdefault(label, []).append(number)
        return found
