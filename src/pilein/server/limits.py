"""Limits for strangers: sizes, rates, numbers and times."""

import re

from msgspec import Struct

STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')
OPENING, CLOSING = b"[{", b"]}"


class Limits(Struct, frozen=True, kw_only=True):
    """The limits of one server. Sizes are in bytes, times in seconds, rates in messages a second."""

    message: int = 2_000_000  # a record of a long battle fits
    depth: int = 40  # of lists and objects in each other
    rate: float = 100.0  # of one socket: dragging a model asks sixty times a second
    burst: int = 200
    refused: int = 400  # messages over the rate that are refused one by one; then the socket is closed
    waiting: int = 10_000  # messages that wait for a slow reader: the story of a long battle fits
    unread: float = 20.0  # for which a page may leave unread what it is sent
    sockets: int = 2000
    sockets_of_address: int = 500
    tables: int = 100_000  # in the store
    opened_by_address: int = 500  # tables in an hour
    opened: int = 50  # tables that one socket may open
    quick: float = 10.0  # an answer at a table, a scenario checked
    long: float = 60.0  # odds, forecasts
    rebuilt: float = 60.0  # a long game read from the store
    memory: int = 4_000_000_000  # of one worker process
    idle: float = 900.0  # after which a table leaves the memory
    beat: float = 10.0  # between signs of life of processes that share a store
    kept_by_worker: int = 200  # tables in the memory of one worker process


class Bucket:
    """Counts what comes, `rate` a second on average and `burst` at once. The clock's readings are handed in."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._most = float(burst)
        self._left = float(burst)
        self._at: float | None = None

    def takes(self, now: float) -> bool:
        """Whether one more is within the rate at this time, in seconds of any steady clock."""
        passed = 0.0 if self._at is None else now - self._at
        self._at = now
        self._left = min(self._most, self._left + passed * self._rate)
        if self._left < 1:
            return False
        self._left -= 1
        return True


def is_too_deep(text: bytes, most: int) -> bool:
    """Whether lists and objects of a JSON text lie in each other deeper than allowed."""
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
