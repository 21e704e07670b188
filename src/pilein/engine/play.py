"""Loop that plays one clause after another, as long as requests are answered."""

from collections.abc import Iterator

from pilein.kernel.position import Position, Ran, run
from pilein.kernel.requests import Ask
from pilein.tabletop.ruleset import Ruleset


def turned(ruleset: Ruleset, position: Position, ask: Ask | None = None) -> Ran:
    """Run the next clause of a position to its end.

    Raises:
        Pending: the clause needs an answer that `ask` does not give.

    """
    setup = position.state.setup
    return run(ruleset.find, setup.readings, position, ask, struck=setup.struck)


def playing(ruleset: Ruleset, position: Position, ask: Ask) -> Iterator[Ran]:
    """Play every clause to the end of the agenda, and yield each clause's result after the clause has run."""
    while position.agenda:
        ran = turned(ruleset, position, ask)
        position = ran.position
        yield ran
