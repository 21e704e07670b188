"""Growable arrays of columns, and hash tables of columns for many lookups at a time.

Columns are compared by a hash of their words; collisions are detected.
"""

from typing import Any

import numpy as np

from pilein.chain.chain import Ints

NOT_FOUND = -1
MULTIPLIER = 0x5851F42D4C957F2D
HALF = 32  # bits of a word


class HashCollision(Exception):  # noqa: N818 - as the field calls it
    """Different columns have the same hash."""


def hash_columns(columns: Ints, multiplier: int = MULTIPLIER) -> Ints:
    """A hash of each column; collisions are very rare."""
    found: Ints = np.zeros(columns.shape[1], dtype=np.int64)
    for row in columns:
        found = (found ^ row) * multiplier
        found ^= found >> HALF
    return found


def distinct(columns: Ints, hashes: Ints) -> tuple[Ints, Ints]:
    """The first index of each distinct column, and for every column the number of its equal among those.

    Raises:
        HashCollision: two different ones have the same hash.

    """
    _, first, which = np.unique(hashes, return_index=True, return_inverse=True)
    if len(first) < len(hashes) and not np.array_equal(columns.take(first[which], axis=1), columns):
        raise HashCollision
    return first, which


class GrowableArray:
    """An array of columns that grows."""

    __slots__ = ("_filled", "_room")

    def __init__(self, height: int) -> None:
        self._room: Ints = np.zeros((height, 64), dtype=np.int64)
        self._filled = 0

    def add(self, columns: Any) -> None:  # noqa: ANN401 - whatever numpy takes for columns
        """Append columns."""
        more = np.asarray(columns, dtype=np.int64).reshape(len(self._room), -1)
        end = self._filled + more.shape[1]
        if end > self._room.shape[1]:
            wider = np.zeros((len(self._room), 2 * end), dtype=np.int64)
            wider[:, : self._filled] = self._room[:, : self._filled]
            self._room = wider
        self._room[:, self._filled : end] = more
        self._filled = end

    @property
    def count(self) -> int:
        """The number of columns."""
        return self._filled

    @property
    def all(self) -> Ints:
        """All columns so far."""
        return self._room[:, : self._filled]

    def row(self, number: int) -> Ints:
        """A row of them."""
        row: Ints = self._room[number, : self._filled]
        return row


class HashTable:
    """Numbers of columns."""

    __slots__ = ("_hashes", "_place", "_put")

    def __init__(self, words: int) -> None:
        self._hashes: Ints = np.empty(0, dtype=np.int64)  # in order
        self._place: Ints = np.empty(0, dtype=np.int64)  # index of the column in order of insertion
        self._put = GrowableArray(words + 1)  # columns, and under each its number

    def find(self, columns: Ints, hashes: Ints) -> Ints:
        """The number of each column, NOT_FOUND for unknown ones.

        Raises:
            HashCollision: one has the same hash as a different known one.

        """
        if not len(self._hashes):
            return np.full(len(hashes), NOT_FOUND, dtype=np.int64)
        place = np.searchsorted(self._hashes, hashes)
        place[place == len(self._hashes)] = 0
        is_there = self._hashes[place] == hashes
        found = self._put.all.take(self._place[place], axis=1)
        for known, row in zip(found, columns, strict=False):
            if ((known != row) & is_there).any():
                raise HashCollision
        return np.where(is_there, found[-1], NOT_FOUND)

    def put(self, columns: Ints, hashes: Ints, numbers: Ints) -> None:
        """Insert distinct new columns."""
        order = np.argsort(hashes)
        hashes = hashes[order]
        place = np.searchsorted(self._hashes, hashes)
        self._hashes = np.insert(self._hashes, place, hashes)
        self._place = np.insert(self._place, place, self._put.count + order)
        self._put.add(np.vstack((columns, numbers)))
