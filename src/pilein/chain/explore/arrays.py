"""Growable arrays of columns, and hash tables that look up many columns at a time.

Columns are compared by a hash of their words. Collisions are detected.
"""

from typing import Any

import numpy as np

from pilein.chain.chain import Ints

NOT_FOUND = -1
MULTIPLIER = 0x5851F42D4C957F2D
HALF = 32  # bits in a word
MANY = 8000  # number of hashes for which claiming slots is quicker than sorting
SOME = 1000  # numbers from which looking for a single one pays
SLOTS = 256  # initial size of a hash table: a power of two
FULL = 2  # least number of slots per column


class HashCollision(Exception):  # noqa: N818 - as the field calls it
    """Raised when two different columns have the same hash."""


def hash_columns(columns: Ints, multiplier: int = MULTIPLIER) -> Ints:
    """Return the hash of each column. Collisions are very rare."""
    found: Ints = columns[0] * multiplier
    found ^= found >> HALF
    for row in columns[1:]:
        found ^= row
        found *= multiplier
        found ^= found >> HALF
    return found


def distinct(columns: Ints, hashes: Ints, *, in_order: bool = True) -> tuple[Ints, Ints]:
    """Return the first index of each distinct column, and the position of each column among them.

    The first indices are in hash order, or in any order if `in_order` is not set, which saves time.

    Raises:
        HashCollision: two different columns have the same hash.
    """
    if len(hashes) < MANY:
        first, which = _distinct_of_few(hashes)
    else:
        first, which = _distinct_of_many(hashes, in_order=in_order)
    if len(first) < len(hashes) and not np.array_equal(columns.take(first.take(which), axis=1), columns):
        raise HashCollision
    return first, which


def _distinct_of_few(hashes: Ints) -> tuple[Ints, Ints]:
    """Find the distinct hashes by sorting. Returns the same as `_distinct_of_many`."""
    order = hashes.argsort(kind="stable")
    ranked = hashes.take(order)
    is_first = np.ones(len(ranked), dtype=np.bool_)
    np.not_equal(ranked[1:], ranked[:-1], out=is_first[1:])
    which = np.empty_like(order)
    which[order] = is_first.cumsum() - 1
    return order[is_first], which


def _distinct_of_many(hashes: Ints, *, in_order: bool) -> tuple[Ints, Ints]:
    """Find the distinct hashes, like `np.unique` but without sorting all hashes.

    Returns the first index of each hash, in hash order if wanted, and for every hash its place in that list. Each
    hash claims a slot of a table; a hash whose slot is already taken by another tries the next slot.
    """
    last = (1 << (2 * len(hashes)).bit_length()) - 1
    claims: Ints = np.full(last + 1, NOT_FOUND, dtype=np.int64)
    left, slots, owners = np.arange(len(hashes)), hashes & last, np.empty_like(hashes)
    while left.size:
        free = (claims.take(slots) == NOT_FOUND).nonzero()[0][::-1]
        claims[slots.take(free)] = left.take(free)
        owner = claims.take(slots)
        is_like = hashes.take(owner) == hashes.take(left)
        if is_like.all():
            owners[left] = owner
            break
        owners[left[is_like]] = owner[is_like]
        others = (~is_like).nonzero()[0]
        left, slots = left.take(others), slots.take(others) + 1 & last
    first = (owners == np.arange(len(hashes))).nonzero()[0]
    if in_order:
        first = first.take(hashes.take(first).argsort())
    claims[first] = np.arange(len(first))
    return first, claims.take(owners)


def is_constant(numbers: Ints) -> bool:
    """Whether there is at least one number and all numbers are equal."""
    return bool(numbers.size and numbers[0] == numbers[-1] and (numbers == numbers[0]).all())


def present(numbers: Ints) -> list[int]:
    """Return the distinct numbers in order. All numbers must be small and non-negative."""
    if numbers.size > SOME and is_constant(numbers):
        return [int(numbers[0])]
    found: list[int] = np.bincount(numbers).nonzero()[0].tolist()
    return found


class GrowableArray:
    """Array of columns that grows as columns are appended."""

    __slots__ = ("_filled", "_room")

    def __init__(self, height: int) -> None:
        self._room: Ints = np.zeros((height, 64), dtype=np.int64)
        self._filled = 0

    def add(self, columns: Any) -> None:  # noqa: ANN401 - whatever numpy takes for columns
        """Append columns to the array."""
        more = np.asarray(columns, dtype=np.int64).reshape(len(self._room), -1)
        self.extend(more.shape[1])[:] = more

    def extend(self, count: int) -> Ints:
        """Append the given number of columns of zeros, and return these columns to be filled in."""
        begin, end = self._filled, self._filled + count
        if end > self._room.shape[1]:
            wider = np.zeros((len(self._room), 2 * end), dtype=np.int64)
            wider[:, :begin] = self._room[:, :begin]
            self._room = wider
        self._filled = end
        return self._room[:, begin:end]

    @property
    def count(self) -> int:
        """Number of columns added so far."""
        return self._filled

    @property
    def all(self) -> Ints:
        """All columns added so far."""
        return self._room[:, : self._filled]

    def row(self, number: int) -> Ints:
        """Return one row of all columns added so far."""
        row: Ints = self._room[number, : self._filled]
        return row


class HashTable:
    """Hash table from columns to their numbers. A column occupies the first free slot at or after its hash's slot.

    New columns claim their slots the next time that any column is looked up.
    """

    __slots__ = ("_claimed", "_columns", "_hashes", "_last", "_put")

    def __init__(self, words: int) -> None:
        self._last = SLOTS - 1  # the last slot
        self._claimed = 0  # number of columns that have a slot
        self._columns: Ints = np.full(SLOTS, NOT_FOUND, dtype=np.int64)  # by slot, in order of insertion
        self._hashes = GrowableArray(1)
        self._put = GrowableArray(words + 1)  # columns, and below each its number

    @property
    def count(self) -> int:
        """Number of columns inserted so far."""
        return self._put.count

    def since(self, begin: int) -> tuple[Ints, Ints]:
        """Return the columns inserted from the given index on, and their numbers."""
        put = self._put.all[:, begin:]
        return put[:-1], put[-1]

    def find(self, columns: Ints, hashes: Ints) -> Ints:
        """Return the number of each column, or NOT_FOUND for unknown columns.

        Raises:
            HashCollision: a column has the same hash as a different known column.
        """
        if not self._put.count:
            return np.full(len(hashes), NOT_FOUND, dtype=np.int64)
        if self._claimed < self._put.count:
            self._claim()
        place, known = self._place(hashes), self._put.all
        is_there = place != NOT_FOUND
        if is_there.all():
            return _numbers(known, place, columns)
        found: Ints = np.full(len(hashes), NOT_FOUND, dtype=np.int64)
        there = is_there.nonzero()[0]
        if there.size:
            found[there] = _numbers(known, place.take(there), columns.take(there, axis=1))
        return found

    def put(self, columns: Ints, hashes: Ints, numbers: Ints) -> None:
        """Insert new columns, all distinct, with their numbers."""
        put = self._put.extend(len(hashes))
        put[:-1] = columns
        put[-1] = numbers
        self._hashes.add(hashes)

    def _place(self, hashes: Ints) -> Ints:
        """Return the insertion index of the column with each hash, or NOT_FOUND if there is none."""
        known, slots = self._hashes.row(0), hashes & self._last
        place: Ints = self._columns.take(slots)
        left = ((known.take(place, mode="clip") != hashes) & (place != NOT_FOUND)).nonzero()[0]
        slots = slots.take(left)
        while left.size:
            slots = slots + 1 & self._last
            there = place[left] = self._columns.take(slots)
            others = ((known.take(there, mode="clip") != hashes.take(left)) & (there != NOT_FOUND)).nonzero()[0]
            left, slots = left.take(others), slots.take(others)
        return place

    def _claim(self) -> None:
        """Assign slots to the columns that have none. A table that becomes too full gets more slots first."""
        if FULL * self._put.count > self._last:
            self._last = (1 << (2 * FULL * self._put.count).bit_length()) - 1
            self._columns = np.full(self._last + 1, NOT_FOUND, dtype=np.int64)
            self._claimed = 0
        left = np.arange(self._claimed, self._put.count)
        slots = self._hashes.row(0)[self._claimed :] & self._last
        self._claimed = self._put.count
        while left.size:
            free = (self._columns.take(slots) == NOT_FOUND).nonzero()[0]
            self._columns[slots.take(free)] = left.take(free)
            others = (self._columns.take(slots) != left).nonzero()[0]
            left, slots = left.take(others), slots.take(others) + 1 & self._last


def _numbers(known: Ints, place: Ints, columns: Ints) -> Ints:
    """Return the numbers stored below the known columns at the given places.

    Raises:
        HashCollision: the columns there differ from those given.
    """
    for before, row in zip(known, columns, strict=False):
        if (before.take(place) != row).any():
            raise HashCollision
    found: Ints = known[-1].take(place)
    return found
