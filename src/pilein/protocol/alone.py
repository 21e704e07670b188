"""Engine that runs inside the page, with a desk and tables for a single browser but no server and no storage.

A page opens several numbered lines: one to the desk, and one for each seat it plays at a table.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec import DecodeError

from pilein.kernel.errors import PileInError
from pilein.protocol import desk
from pilein.protocol.at_table import TableOpened
from pilein.protocol.from_page import AT_TABLE, FromPage, Join, OpenTable, Stop
from pilein.protocol.messages import read, written
from pilein.protocol.outbox import ALL, ASKER, SEATS, Audience, SentTo
from pilein.protocol.refusing import refused
from pilein.protocol.shared_messages import Message, Seat
from pilein.protocol.table import Table

STEPS = 20  # played by policies before what happened is reported
UNREADABLE = 0  # the request that a message which cannot be read is refused under

Said = tuple[int, str]  # to which line, and the message as JSON


class Kept(NamedTuple):
    """Table and the secret tokens of its seats."""

    table: Table
    tokens: tuple[str, ...]


class Sitting(NamedTuple):
    """Seat that was taken at a table through one of the page's lines."""

    table: str
    seat: Seat


class Alone:
    """Desk and tables of a single page. `secret` returns 32 fresh, unguessable bytes on every call."""

    def __init__(self, secret: Callable[[], bytes]) -> None:
        self._secret = secret
        self._tables: dict[str, Kept] = {}
        self._sitting: dict[int, Sitting] = {}

    def hear(self, line: int, text: str) -> Iterator[Said]:
        """Handle a page's message on a line and yield the engine's replies as they become ready."""
        try:
            message = read(text)
        except DecodeError as error:  # a ValidationError is one
            words = f"the message cannot be read: {error}"
            yield line, _as_text(refused(UNREADABLE, PileInError(words, remedy="reload the page")))
            return
        try:
            yield from self._heard(line, message)
        except PileInError as error:
            yield line, _as_text(refused(message.id, error))

    def close(self, line: int) -> None:
        """Close a line and free its seat."""
        self._sitting.pop(line, None)

    def _heard(self, line: int, message: FromPage) -> Iterator[Said]:
        if isinstance(message, OpenTable):
            yield line, _as_text(self._opened(message))
        elif isinstance(message, Stop):
            return  # nothing is worked on while messages are heard
        elif isinstance(message, AT_TABLE):
            yield from self._at_table(line, message)
        else:
            yield line, _as_text(desk.reply(message))

    def _opened(self, message: OpenTable) -> TableOpened:
        table = Table.opened(message, self._secret(), most=0)
        name, *tokens = (self._secret().hex()[:16] for _ in range(1 + len(SEATS)))
        self._tables[name] = Kept(table, tuple(tokens))
        first, second, watch = tokens
        return TableOpened(id=message.id, table=name, tokens=(first, second, watch))

    def _at_table(self, line: int, message: FromPage) -> Iterator[Said]:
        if isinstance(message, Join):
            self._sitting[line] = self._seat(message)
        if line not in self._sitting:
            raise PileInError("this request needs a table", remedy="join a table first")
        name, seat = self._sitting[line]
        table = self._tables[name].table
        yield from self._spread(name, line, table.hear(seat, message, most=0))
        if isinstance(message, Join):
            yield from self._spread(name, line, table.present(*self._present(name)))
        while table.is_playing:
            yield from self._spread(name, line, table.go_on(STEPS))

    def _seat(self, message: Join) -> Sitting:
        kept = self._tables.get(message.table)
        if kept is None or message.token not in kept.tokens:
            remedy = "open a new table: without a server, tables are lost when the page is closed"
            raise PileInError("this table does not exist on this page", remedy=remedy)
        return Sitting(message.table, SEATS[kept.tokens.index(message.token)])

    def _present(self, name: str) -> tuple[bool, bool]:
        seats = {sitting.seat for sitting in self._sitting.values() if sitting.table == name}
        return SEATS[0] in seats, SEATS[1] in seats

    def _spread(self, name: str, asker: int, sent: tuple[SentTo, ...]) -> Iterator[Said]:
        """Yield each message once for every line that may see it."""
        for to, message in sent:
            text = _as_text(message)
            yield from ((line, text) for line in self._lines(name, asker, to))

    def _lines(self, name: str, asker: int, to: Audience) -> list[int]:
        if to == ASKER:
            return [asker]
        return [line for line, at in self._sitting.items() if at.table == name and to in (ALL, at.seat)]


def _as_text(message: Message) -> str:
    return written(message).decode()
