"""Jobs for worker processes, and their results."""

from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from pilein.protocol.shared_messages import Seat
from pilein.server.store import StoredLine


class Position(Struct, frozen=True):
    """Point in a table's history, with the number of its last line and a digest of all lines so far."""

    number: int = 0
    mark: str = ""

    def after(self, *lines: StoredLine) -> "Position":
        """Return the position after further lines. Equal positions mean equal lines in the same order."""
        position = self
        for line in lines:
            position = Position(line.number, sha256(position.mark.encode() + line.content).hexdigest()[:32])
        return position


class AskDesk(Struct, frozen=True):
    """Job that answers a request (JSON) that needs no table. The result is the reply (JSON)."""

    message: bytes


class Open(Struct, frozen=True):
    """Job that opens a table from a message (JSON) and the secret of the table's dice. The result is `NewTable`, or a
    refusal in `Heard`.
    """

    name: str
    message: bytes
    secret: bytes


class AtTable(Struct, frozen=True, kw_only=True):
    """Job that applies `lines` to a table at `position` and then handles a seat's message (JSON), if there is one.

    Events of lines up to number `known` need not be reported. If `goes_on` is set, there is no message and policies
    play on. `present` states whether each side is present. The result is `Heard`, or `Behind`.
    """

    name: str
    head: bytes
    position: Position
    lines: tuple[StoredLine, ...] = ()
    known: int = 0
    seat: Seat = "watch"
    message: bytes = b""
    goes_on: bool = False
    present: tuple[bool, bool] = (False, False)


class Foresee(Struct, frozen=True):
    """Job that answers a long query (JSON) from a seat about a stored table. The result is `Heard`."""

    content: bytes
    seat: Seat
    message: bytes


class Sent(Struct, frozen=True):
    """Message (JSON) and its recipient: a seat, "all" or "asker"."""

    to: str
    message: bytes


class Heard(Struct, frozen=True, kw_only=True):
    """Result of a message, with `news` from the applied lines and the messages `sent` in reply.

    `line` must be stored before any message in `sent` goes out. It is b"" if the table has not changed. `is_playing`
    states whether policies have more to play.
    """

    news: tuple[Sent, ...] = ()
    sent: tuple[Sent, ...] = ()
    line: bytes = b""
    is_playing: bool = False


class NewTable(Struct, frozen=True):
    """Result of opening a table: the table's head, and the line that records what is played at once."""

    head: bytes
    line: bytes


class Behind(Struct, frozen=True):
    """Result of a worker that does not have the table at the required position and needs all lines of the table."""


Job: TypeAlias = AskDesk | Open | AtTable | Foresee
JobResult: TypeAlias = bytes | NewTable | Heard | Behind
