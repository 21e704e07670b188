"""Tables of columns of whole numbers, each with a number of its own: many are looked up at a time.

Columns are told apart by a number mixed from their words; that no two are mixed into the same is checked.
"""

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.crowd.piles import Pile

Ints = NDArray[np.int64]
NOTHING = -1
MIXING = 0x5851F42D4C957F2D
HALF = 32  # bits of a word


class Mixed(Exception):  # noqa: N818 - it says what has happened
    """Unlike columns have been mixed into the same number."""


def mixed(columns: Ints) -> Ints:
    """One number for each column; unlike columns hardly ever get the same."""
    found: Ints = np.zeros(columns.shape[1], dtype=np.int64)
    for row in columns:
        found = (found ^ row) * MIXING
        found ^= found >> HALF
    return found


def distinct(columns: Ints, mix: Ints) -> tuple[Ints, Ints]:
    """Where each unlike column first stands, and for every column which of those it is like.

    Raises:
        Mixed: two have been mixed into the same number.

    """
    _, first, which = np.unique(mix, return_index=True, return_inverse=True)
    if len(first) < len(mix) and not np.array_equal(columns.take(first[which], axis=1), columns):
        raise Mixed
    return first, which


def present(numbers: Ints) -> list[int]:
    """Which numbers there are, in order; none is below 0, none is large."""
    found: list[int] = np.flatnonzero(np.bincount(numbers)).tolist()
    return found


class Table:
    """The numbers of columns that have been put in."""

    __slots__ = ("_mix", "_place", "_put")

    def __init__(self, words: int) -> None:
        self._mix: Ints = np.empty(0, dtype=np.int64)  # in order
        self._place: Ints = np.empty(0, dtype=np.int64)  # where the column is among those put in
        self._put = Pile(words + 1)  # columns, and under each its number

    def find(self, columns: Ints, mix: Ints) -> Ints:
        """The number of each column, NOTHING for those that are not there.

        Raises:
            Mixed: one has been mixed into the same number as an unlike one that is there.

        """
        if not len(self._mix):
            return np.full(len(mix), NOTHING, dtype=np.int64)
        place = np.searchsorted(self._mix, mix)
        place[place == len(self._mix)] = 0
        is_there = self._mix[place] == mix
        found = self._put.all.take(self._place[place], axis=1)
        for known, row in zip(found, columns, strict=False):
            if ((known != row) & is_there).any():
                raise Mixed
        return np.where(is_there, found[-1], NOTHING)

    def put(self, columns: Ints, mix: Ints, numbers: Ints) -> None:
        """Put in unlike columns that are not there yet."""
        order = np.argsort(mix)
        mix = mix[order]
        place = np.searchsorted(self._mix, mix)
        self._mix = np.insert(self._mix, place, mix)
        self._place = np.insert(self._place, place, self._put.many + order)
        self._put.add(np.vstack((columns, numbers)))
