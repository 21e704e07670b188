"""Limits on the size of a chain."""

from sys import maxsize

from msgspec import Struct

from pilein.kernel.errors import TooManyPositions

LIMIT = 1_000_000  # states
MOST_TRANSITIONS = 3_000_000
PER_RUN = 20  # outcomes, or transitions, that take as long as one run of a clause


class Limits(Struct, frozen=True):
    """The most states, outcomes of `runs` to be tried, and runs of `clauses`; None: any number.

    A run has several outcomes where draws are deferred. No chain has more than MOST_TRANSITIONS.
    """

    states: int = LIMIT
    runs: int | None = None
    clauses: int | None = None

    def check(self, states: int, transitions: int, runs: int, clauses: int = 0) -> None:
        """Check that a chain is not too large.

        Raises:
            TooManyPositions: it is.

        """
        if states > self.states:
            raise TooManyPositions(self.states, work=work(clauses, runs, transitions))
        if transitions > MOST_TRANSITIONS:
            raise TooManyPositions(MOST_TRANSITIONS, "transitions", work=work(clauses, runs, transitions))
        if self.runs is not None and runs > self.runs:
            raise TooManyPositions(self.runs, "outcomes to try", work=work(clauses, runs, transitions))
        if self.clauses is not None and clauses > self.clauses:
            raise TooManyPositions(self.clauses, "clauses to run", work=work(clauses, runs, transitions))


def work(clauses: int, outcomes: int, transitions: int) -> int:
    """Work of a chain, in runs of clauses: PER_RUN outcomes, or transitions, take as long as one of them."""
    return clauses + (outcomes + transitions) // PER_RUN


USUAL = Limits()
ANY = Limits(maxsize)
