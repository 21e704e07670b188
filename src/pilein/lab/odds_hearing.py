"""Hitting probabilities: the chance that an event ever happens, with as little work as the question allows."""

from collections.abc import Hashable
from contextlib import suppress
from functools import cached_property

from pilein.chain.chain import Chain
from pilein.chain.numeric import NDArray, np
from pilein.chain.solve.hitting import HittingProbability
from pilein.chain.solve.horizon import UNBOUNDED, NotAbsorbed
from pilein.chain.solve.monitors import Eventually
from pilein.dice.weights import added
from pilein.lab.figures import Span
from pilein.lab.odds_solving import Exact, solved


class Hearings:
    """Hitting probabilities of events in a chain over a number of phases (0: to the end) or forever."""

    def __init__(self, chain: Chain, *, phases: Span, exact: bool) -> None:
        self._chain = chain
        self._phases = phases
        self._exact = exact

    def chance(self, labels: frozenset[Hashable], expected: Exact) -> Exact:
        """The chance that one of some labels ever occurs, given their expected number."""
        counts = self._containing(labels)
        if self._occurs_once_at_most(labels, counts):
            return expected
        if not self._exact:
            with suppress(NotAbsorbed):
                return self._hitting.of(counts)
        return self._first_heard(labels)

    def _containing(self, labels: frozenset[Hashable]) -> NDArray[np.bool_]:
        """For each label of the chain, by number, whether it contains one of `labels`."""
        counts = np.zeros(len(self._chain.labels), dtype=np.bool_)
        counts[sorted({number for label in labels for number in self._numbers_of[label]})] = True
        return counts

    def _occurs_once_at_most(self, labels: frozenset[Hashable], counts: NDArray[np.bool_]) -> bool:
        if not self._hitting.is_last(counts):
            return False
        numbered = self._chain.labels
        return all(sum(label in labels for label in numbered[number]) == 1 for number in counts.nonzero()[0].tolist())

    def _first_heard(self, labels: frozenset[Hashable]) -> Exact:
        found = solved(self._chain, Eventually(*labels), phases=self._phases, exact=self._exact).expected
        first = [often for before, counts, often in found if before is False and not labels.isdisjoint(counts)]
        return added(first)

    @cached_property
    def _hitting(self) -> HittingProbability:
        return HittingProbability(self._chain, UNBOUNDED if isinstance(self._phases, str) else self._phases)

    @cached_property
    def _numbers_of(self) -> dict[Hashable, list[int]]:
        """Label -> the numbers of the chain's labels that contain it."""
        found: dict[Hashable, list[int]] = {}
        for number, symbols in enumerate(self._chain.labels):
            for label in dict.fromkeys(symbols):
                found.setdefault(label, []).append(number)
        return found
