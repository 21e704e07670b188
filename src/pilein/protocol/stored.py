"""A stored table: a line for its opening, then a line for each action.

Every line is JSON. A line says who did what, and holds the answers that policies gave, so that a stored table is played
again without thinking, and the same however policies change. A server appends a line, and acknowledges what was done
when that line is safe.
"""

from typing import Any

import msgspec
from msgspec import Struct

from pilein.kernel.errors import BadRecord
from pilein.protocol.from_page import Deed, OpenTable
from pilein.protocol.shared_messages import Seat

FORMAT = 1
COPY = "restore a copy"
NEWLINE = b"\n"


class Head(Struct, frozen=True, kw_only=True):
    """The first line: how the table was opened, and the secret of its dice (hexadecimal)."""

    table: int = FORMAT
    opening: OpenTable
    secret: str


class StoredDeed(Struct, frozen=True, kw_only=True):
    """A further line: what a seat did, null if policies played on; `steps` played after it, and answers of policies.

    `trace` is a few digits of all that has happened, to notice if the rules of today play it otherwise.
    """

    seat: Seat
    deed: Deed | None
    steps: int
    said: tuple[Any, ...]
    trace: str


def head_line(opening: OpenTable, secret: bytes) -> bytes:
    """The first line."""
    return msgspec.json.encode(Head(opening=opening, secret=secret.hex())) + NEWLINE


def deed_line(done: StoredDeed) -> bytes:
    """A further line."""
    return msgspec.json.encode(done) + NEWLINE


def read_deed(content: bytes) -> StoredDeed:
    """A further line, read; raises BadRecord if it is damaged."""
    try:
        return msgspec.json.decode(content, type=StoredDeed)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"the stored table is damaged: {error}", remedy=COPY) from None


def read_table(stored: bytes) -> tuple[OpenTable, bytes, tuple[StoredDeed, ...]]:
    """Opening, secret and deeds of a stored table.

    Raises:
        BadRecord: it is damaged, or of another version.

    """
    first, *rest = stored.splitlines() or [b""]
    try:
        begun = msgspec.json.decode(first, type=Head)
        secret = bytes.fromhex(begun.secret)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadRecord(f"the stored table is damaged: {error}", remedy=COPY) from None
    if begun.table != FORMAT:
        raise BadRecord(f"a table of format {begun.table}", remedy="use the version of pilein that stored it")
    return begun.opening, secret, tuple(map(read_deed, rest))
