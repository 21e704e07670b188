"""How large a chain may grow."""

from msgspec import Struct

from pilein.kernel.errors import TooManyPositions

LIMIT = 1_000_000
MOST_WAYS = 3_000_000


class Limits(Struct, frozen=True):
    """The most positions (`nodes`), and outcomes to be tried (`runs`; None: any number).

    Of ways on no chain has more than MOST_WAYS.
    """

    nodes: int = LIMIT
    runs: int | None = None

    def check(self, nodes: int, ways: int, runs: int) -> None:
        """See that a chain is not too large.

        Raises:
            TooManyPositions: it is.

        """
        if nodes > self.nodes:
            raise TooManyPositions(self.nodes)
        if ways > MOST_WAYS:
            raise TooManyPositions(MOST_WAYS, "ways on")
        if self.runs is not None and runs > self.runs:
            raise TooManyPositions(self.runs, "outcomes to be tried")


USUAL = Limits()
