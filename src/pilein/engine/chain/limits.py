"""How large a chain may grow."""

from sys import maxsize

from msgspec import Struct

from pilein.kernel.errors import TooManyPositions

LIMIT = 1_000_000
MOST_WAYS = 3_000_000
AS_MANY = 20  # outcomes, or ways on, for one run of a clause


class Limits(Struct, frozen=True):
    """The most positions (`nodes`), outcomes to be tried (`runs`), and runs of `clauses`; None: any number.

    A run comes to several outcomes where dice are put down unseen. Of ways on no chain has more than MOST_WAYS.
    """

    nodes: int = LIMIT
    runs: int | None = None
    clauses: int | None = None

    def check(self, nodes: int, ways: int, runs: int, clauses: int = 0) -> None:
        """See that a chain is not too large.

        Raises:
            TooManyPositions: it is.

        """
        if nodes > self.nodes:
            raise TooManyPositions(self.nodes, work=work(clauses, runs, ways))
        if ways > MOST_WAYS:
            raise TooManyPositions(MOST_WAYS, "ways on", work=work(clauses, runs, ways))
        if self.runs is not None and runs > self.runs:
            raise TooManyPositions(self.runs, "outcomes to be tried", work=work(clauses, runs, ways))
        if self.clauses is not None and clauses > self.clauses:
            raise TooManyPositions(self.clauses, "clauses to be run", work=work(clauses, runs, ways))


def work(clauses: int, outcomes: int, ways: int) -> int:
    """How much work a chain is, in runs of clauses: so many outcomes, or ways on, take as long as one of them."""
    return clauses + (outcomes + ways) // AS_MANY


USUAL = Limits()
ANY = Limits(maxsize)
