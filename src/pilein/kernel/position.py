"""Position of a game between two answers, with its state, its agenda and the answers so far.

Positions are frozen, hashable, plain data.
"""

from collections.abc import Callable
from inspect import unwrap
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadRuleset
from pilein.kernel.events import Event
from pilein.kernel.requests import Answer, Ask, Pending
from pilein.kernel.rulings import Readings
from pilein.kernel.table import NONE, Entry, Table, noting


class Position(Struct, frozen=True):
    """State, agenda of clauses still to be played (next first), and answers already given to the next clause."""

    state: Any
    agenda: tuple[Entry, ...]
    answers: tuple[Answer, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether no clause is left to play."""
        return not self.agenda

    def with_answer(self, answer: Answer) -> "Position":
        """Return the position with another answer to the next clause."""
        return Position(self.state, self.agenda, (*self.answers, answer))


class Ran(Struct, frozen=True):
    """Clause that has run to its end, with the resulting position, its events and the rulings it applied.

    `pauses` holds the number of events before each request of the clause. `used` lists each
    sentence used once: the sentences that the clause checked and, if the clause had an effect, its own sentences.
    """

    position: Position
    events: tuple[Event, ...]
    met: tuple[str, ...]
    pauses: tuple[int, ...] = ()
    used: tuple[str, ...] = ()


def run(
    clauses: Callable[[str], Any],
    readings: Readings,
    position: Position,
    ask: Ask | None = None,
    *,
    struck: frozenset[str] = NONE,
) -> Ran:
    """Run the next clause of the agenda from its start, with the answers given so far and then with answers from `ask`.

    A clause registered with a sentence in `struck` leaves the state unchanged.

    Raises:
        Pending: the clause needs an answer that has not been given.
        BadRuleset: the clause returns a value that is not a state.
    """
    key, *arguments = position.agenda[0]
    clause = clauses(key)
    own: tuple[str, ...] = getattr(clause, "sentences", ())
    if struck and not struck.isdisjoint(own):
        return Ran(Position(position.state, position.agenda[1:]), (), ())
    table = Table(readings, position.answers, ask, struck=struck)
    used: dict[str, None] = {}
    try:
        with noting(used):
            state = clause(position.state, table, *arguments)
    except Pending as pending:
        pending.events, pending.pauses = tuple(table.events), tuple(table.pauses)
        raise
    if type(state) is not type(position.state):
        raise _no_state(clause, key, own, state)
    if own and (table.events or table.following or state is not position.state):
        used |= dict.fromkeys(own)
    after = Position(state, (*table.following, *position.agenda[1:]))
    return Ran(after, tuple(table.events), tuple(table.met), tuple(table.pauses), tuple(used))


def _no_state(clause: Any, key: str, sentences: tuple[str, ...], returned: object) -> BadRuleset:  # noqa: ANN401 - a clause
    code = getattr(unwrap(clause), "__code__", None)
    file, line = (code.co_filename, code.co_firstlineno) if code else ("", 0)
    named = f" ({', '.join(sentences)})" if sentences else ""
    what = "nothing" if returned is None else f"a {type(returned).__name__}, not the state"
    remedy = "end every path through it with the state, as in `return battle`"
    return BadRuleset(f"the clause {key!r}{named} returned {what}", file=file, line=line, remedy=remedy)
