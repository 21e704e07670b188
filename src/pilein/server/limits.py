"""Limits on untrusted pages: sizes, rates, counts and times."""

import re

from msgspec import Struct

STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')
OPENING, CLOSING = b"[{", b"]}"


class Limits(Struct, frozen=True, kw_only=True):
    """Limits of a server. Sizes are in bytes, times in seconds, rates in messages per second.

    `quick`, `long` and `rebuilt` limit processor time. Elapsed time is limited to six times as much.
    """

    message: int = 2_000_000  # enough for the record of a long battle
    depth: int = 40  # depth of nested lists and objects
    rate: float = 100.0  # per socket: dragging a model asks sixty times a second
    burst: int = 200
    refused: int = 400  # messages over the rate that are refused one by one before the socket is closed
    waiting: int = 10_000  # messages waiting for a slow reader: enough for the history of a long battle
    unread: float = 20.0  # time that a page may leave messages unread
    sockets: int = 2000
    sockets_of_address: int = 500
    tables: int = 100_000  # in the store
    opened_by_address: int = 500  # tables per hour
    opened: int = 50  # tables that one socket may open
    quick: float = 10.0  # an answer at a table, a scenario check
    long: float = 75.0  # odds, forecasts, films: longer than the engine gives itself
    rebuilt: float = 60.0  # a long game read from the store
    memory: int = 4_000_000_000  # per worker process
    idle: float = 900.0  # idle time before a table leaves memory
    beat: float = 10.0  # between signs of life of processes that share a store
    kept_by_worker: int = 200  # tables in memory per worker process


class Bucket:
    """Rate limiter for `rate` messages per second on average and `burst` at once. The caller passes in the time."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._most = float(burst)
        self._left = float(burst)
        self._at: float | None = None

    def takes(self, now: float) -> bool:
        """Count a message at the time `now` (seconds of any monotonic clock). Returns True if the message is within the
        rate.
        """
        passed = 0.0 if self._at is None else now - self._at
        self._at = now
        self._left = min(self._most, self._left + passed * self._rate)
        if self._left < 1:
            return False
        self._left -= 1
        return True


def is_too_deep(text: bytes, most: int) -> bool:
    """Whether the nesting of lists and objects in a JSON text is more than `most` levels deep."""
    if sum(text.count(one) for one in (b"[", b"{")) <= most:
        return False
    depth = 0
    for one in STRINGS.sub(b"", text):
        if one in OPENING:
            depth += 1
            if depth > most:
                return True
        elif one in CLOSING:
            depth -= 1
    return False
