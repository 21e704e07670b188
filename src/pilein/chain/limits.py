"""Limits on the size of a chain and on the work of compiling it."""

from sys import maxsize

from msgspec import Struct

from pilein.kernel.errors import TooManyPositions

LIMIT = 1_000_000  # states
MOST_TRANSITIONS = 3_000_000
PER_RUN = 20  # outcomes, or transitions, that take as long as one clause run


class Limits(Struct, frozen=True):
    """Limits on states, outcomes tried (`runs`), clauses run (`clauses`) and total `work`, where None means no
    limit.

    One run of a clause has several outcomes if draws are deferred. The function `work` defines the total. No chain
    has more than MOST_TRANSITIONS transitions.
    """

    states: int = LIMIT
    runs: int | None = None
    clauses: int | None = None
    work: int | None = None

    def check(self, states: int, transitions: int, runs: int, clauses: int = 0) -> None:
        """Check that a chain is not too large.

        Raises:
            TooManyPositions: the chain is too large.

        """
        if (
            states <= self.states
            and transitions <= MOST_TRANSITIONS
            and (self.runs is None or runs <= self.runs)
            and (self.clauses is None or clauses <= self.clauses)
            and (self.work is None or work(clauses, runs, transitions) <= self.work)
        ):
            return
        done = work(clauses, runs, transitions)
        for count, most, what in (
            (states, self.states, "states"),
            (transitions, MOST_TRANSITIONS, "transitions"),
            (runs, self.runs, "outcomes to try"),
            (clauses, self.clauses, "clauses to run"),
            (done, self.work, "steps to compute"),
        ):
            if most is not None and count > most:
                raise TooManyPositions(most, what, work=done)


def work(clauses: int, outcomes: int, transitions: int) -> int:
    """Return the work of a chain, counted in clause runs. Outcomes and transitions count as one run for every PER_RUN
    of them.
    """
    return clauses + (outcomes + transitions) // PER_RUN


USUAL = Limits()
ANY = Limits(maxsize)
