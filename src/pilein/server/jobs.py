"""Jobs that the server gives to worker processes, and their results."""

from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from pilein.protocol.shared_messages import Seat
from pilein.server.store import StoredLine


class Position(Struct, frozen=True):
    """A point in a table's history: the number of its last line, and a digest of all lines up to there."""

    number: int = 0
    mark: str = ""

    def after(self, *lines: StoredLine) -> "Position":
        """The position after more lines. Equal marks mean equal lines in the same order."""
        position = self
        for line in lines:
            position = Position(line.number, sha256(position.mark.encode() + line.content).hexdigest()[:32])
        return position


class AskDesk(Struct, frozen=True):
    """A request (JSON) that needs no table; result: the reply (JSON)."""

    message: bytes


class Open(Struct, frozen=True):
    """Open a table by a message (JSON), with its dice's secret; result: `NewTable`, or `Heard` with the refusal."""

    name: str
    message: bytes
    secret: bytes


class AtTable(Struct, frozen=True, kw_only=True):
    """Apply `lines` to a table at `position`; then handle a message (JSON) from a seat, if one is given.

    The consequences of lines up to number `known` are no longer needed. With `goes_on`, policies continue instead.
    `present`: whether somebody is there on each side. Result: `Heard`, or `Behind`.
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
    """A long request (JSON) from a seat at a stored table that changes nothing; result: `Heard`."""

    content: bytes
    seat: Seat
    message: bytes


class Sent(Struct, frozen=True):
    """A message (JSON) and its recipient: a seat, "all", or the "asker"."""

    to: str
    message: bytes


class Heard(Struct, frozen=True, kw_only=True):
    """Result of a message: `news` from lines applied, `sent` from the message heard.

    `line` must be stored before anything in `sent` is sent; b"" if nothing has changed. `is_playing`: policies have
    more to play.
    """

    news: tuple[Sent, ...] = ()
    sent: tuple[Sent, ...] = ()
    line: bytes = b""
    is_playing: bool = False


class NewTable(Struct, frozen=True):
    """A table opened: its head, and the line for everything played at once."""

    head: bytes
    line: bytes


class Behind(Struct, frozen=True):
    """The worker does not have the table at the position and needs all of its lines."""


Job: TypeAlias = AskDesk | Open | AtTable | Foresee
JobResult: TypeAlias = bytes | NewTable | Heard | Behind
