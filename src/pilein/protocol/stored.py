"""Stored tables, with one line for the opening and one line for each deed.

Every line is JSON. It records the seat, its deed and the answers that policies gave. A stored table can
therefore be replayed without running policies, and the replay is the same even if policies change. A server
acknowledges a deed only once the deed's line is safely appended.
"""

from typing import Any

import msgspec
from msgspec import Struct

from pilein.kernel.errors import BadRecord
from pilein.protocol.from_page import Deed, OpenTable
from pilein.protocol.shared_messages import Seat

FORMAT = 1
COPY = "restore the table from a backup"
NEWLINE = b"\n"


class Head(Struct, frozen=True, kw_only=True):
    """First line of a stored table, with its opening and the secret of its dice (hexadecimal)."""

    table: int = FORMAT
    opening: OpenTable
    secret: str


class StoredDeed(Struct, frozen=True, kw_only=True):
    """Later line of a stored table, with a seat's deed (None if policies played on), the steps played, and the
    policies' answers.

    `trace` is a short digest of the history, which shows whether the current rules play the table differently.
    """

    seat: Seat
    deed: Deed | None
    steps: int
    said: tuple[Any, ...]
    trace: str


def head_line(opening: OpenTable, secret: bytes) -> bytes:
    """Encode the first line of a stored table."""
    return msgspec.json.encode(Head(opening=opening, secret=secret.hex())) + NEWLINE


def deed_line(done: StoredDeed) -> bytes:
    """Encode a deed as a line of a stored table."""
    return msgspec.json.encode(done) + NEWLINE


def read_deed(content: bytes) -> StoredDeed:
    """Decode the line of a deed. Raises BadRecord if it is damaged."""
    try:
        return msgspec.json.decode(content, type=StoredDeed)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"the stored table is damaged: {error}", remedy=COPY) from None


def read_table(stored: bytes) -> tuple[OpenTable, bytes, tuple[StoredDeed, ...]]:
    """Return the opening, the secret and the deeds of a stored table.

    Raises:
        BadRecord: the table is damaged, or its format belongs to another version.
    """
    first, *rest = stored.splitlines() or [b""]
    try:
        begun = msgspec.json.decode(first, type=Head)
        secret = bytes.fromhex(begun.secret)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"the stored table is damaged: {error}", remedy=COPY) from None
    if begun.table != FORMAT:
        raise BadRecord(
            f"the stored table has format {begun.table}, but this version reads format {FORMAT}",
            remedy="use the version of pilein that stored it",
        )
    return begun.opening, secret, tuple(map(read_deed, rest))
