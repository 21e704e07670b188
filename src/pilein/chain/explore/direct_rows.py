"""Rows of outcomes, addressed without hashes, by the few bits of a position that a clause reads.

Most clauses read few bits: a dozen or less. These bits, moved together, are a position's *code*. The code is the
index of the position's row in an array.
"""

from collections.abc import Sequence

import numpy as np

from pilein.chain.chain import Ints
from pilein.chain.explore.arrays import NOT_FOUND, HashTable
from pilein.chain.explore.packing import Packing
from pilein.chain.model.layout import StateVariable
from pilein.chain.model.transitions import PartialRead

MOST = 1 << 16  # length of the array; with more codes, rows are found by hashes
ROOM = 4  # transition tables for which there is room at first


class DirectRows:
    """Array of the rows that a hash table holds under their keys. `variables` are the variables that are read whole."""

    def __init__(
        self,
        packing: Packing,
        known: HashTable,
        variables: Sequence[StateVariable],
        partial_reads: Sequence[PartialRead],
    ) -> None:
        self._packing = packing
        self._known = known
        self._variables = variables
        self._partial_reads = partial_reads
        self._version = NOT_FOUND
        self._is_short = True
        self._bits = 0  # bits in a code, apart from the place of its table
        self._runs: list[tuple[int, int, int]] = []  # neighbouring bits: their word, shift up, and mask in the code
        self._classes: list[Ints] = []  # by partial read, the class of each value
        self._widths: list[tuple[int, int]] = []  # by partial read, the first bit of the class and the number of bits
        self._place_of: dict[int, int] = {}  # by number of a table
        self._places: Ints = np.zeros(0, dtype=np.int64)  # likewise, as bits of a code
        self._rows: Ints = np.zeros(0, dtype=np.int64)
        self._filled = 0  # number of keys that the array holds

    def find(self, packed: Ints, tables: Sequence[int]) -> "tuple[Ints, Ints] | None":
        """Return the row of each position, or NOT_FOUND for unknown positions, and the code of each position. Return
        None if the array would be too long. `tables` are the numbers of the positions' transition tables.
        """
        if not self._is_short or not self._is_up_to_date(tables):
            return None
        codes = self._codes(packed)
        for partial, (first, _), classes in zip(self._partial_reads, self._widths, self._classes, strict=True):
            codes = _combined(codes, classes.take(self._packing.numbers(partial.variable, packed)) << first)
        if len(tables) > 1:
            rows, codes = self._rows, _combined(codes, self._places.take(packed[0] & self._packing.table_mask))
        else:
            begin = self._place_of[tables[0]] << self._bits
            rows = self._rows[begin : begin + (1 << self._bits)]
        if codes is None:
            codes = np.zeros(packed.shape[1], dtype=np.int64)
        return rows.take(codes), codes

    def _is_up_to_date(self, tables: Sequence[int]) -> bool:
        """Bring the array up to date with the hash table. Returns False if the array would be too long."""
        if self._version != self._packing.version or not self._has_classes():
            self._lay_out()
        new = [table for table in tables if table not in self._place_of]
        if new or not self._rows.size:
            for table in new:
                self._place_of[table] = len(self._place_of)
            self._make_room()
        if self._is_short and self._filled < self._known.count:
            self._fill()
        return self._is_short

    def _lay_out(self) -> None:
        """Decide which bits of a code stand for which bits of a position, and forget the array."""
        self._version, self._runs, self._bits = self._packing.version, [], 0
        for word, bits in enumerate(self._packing.mask(self._variables)[:, 0].tolist()):
            left = bits
            while left:
                shift = (left & -left).bit_length() - 1
                run = left >> shift
                width = (~run & run + 1).bit_length() - 1
                self._runs.append((word, self._bits - shift, (1 << width) - 1 << self._bits))
                left ^= (1 << width) - 1 << shift
                self._bits += width
        self._classes, self._widths = [_classes_of(partial) for partial in self._partial_reads], []
        for classes in self._classes:
            self._widths.append((self._bits, int(classes.max()).bit_length()))
            self._bits += self._widths[-1][1]
        self._rows = self._rows[:0]

    def _has_classes(self) -> bool:
        """Give new values their classes. Returns whether a code has room for the classes of all values."""
        for place, partial in enumerate(self._partial_reads):
            if len(self._classes[place]) < len(partial.variable.values):
                self._classes[place] = _classes_of(partial)
                if int(self._classes[place].max()).bit_length() > self._widths[place][1]:
                    return False
        return True

    def _make_room(self) -> None:
        """Make room for the rows of all tables. A longer array is empty at first."""
        places = len(self._place_of)
        self._is_short = max(ROOM, places) << self._bits <= MOST
        if self._is_short and places << self._bits > len(self._rows):
            self._rows = np.full(max(ROOM, 2 * places) << self._bits, NOT_FOUND, dtype=np.int64)
            self._filled = 0
        self._places = np.zeros(1 + max(self._place_of), dtype=np.int64)
        self._places[list(self._place_of)] = np.arange(places) << self._bits

    def _fill(self) -> None:
        """Add the rows of all keys that the hash table has gained. Keys hold classes in place of values."""
        keys, numbers = self._known.since(self._filled)
        codes = self._places.take(keys[0] & self._packing.table_mask)
        for partial, (first, _) in zip(self._partial_reads, self._widths, strict=True):
            codes |= self._packing.numbers(partial.variable, keys) << first
        self._rows[_combined(self._codes(keys), codes)] = numbers
        self._filled = self._known.count

    def _codes(self, packed: Ints) -> "Ints | None":
        """Return the bits of variables read whole, moved to their places in codes, or None if there are none."""
        codes = None
        for word, up, mask in self._runs:
            codes = _combined(codes, (packed[word] << up if up > 0 else packed[word] >> -up) & mask)
        return codes


def first_of_each(codes: Ints) -> tuple[Ints, Ints]:
    """Return the first index of each distinct code and, for every code, the place of its own first index among them."""
    places = np.arange(len(codes))
    owners: Ints = np.empty(1 + int(codes.max()), dtype=np.int64)
    owners[codes[::-1]] = places[::-1]
    first = (owners.take(codes) == places).nonzero()[0]
    owners[codes.take(first)] = places[: len(first)]
    return first, owners.take(codes)


def _combined(codes: "Ints | None", more: Ints) -> Ints:
    """Join parts of codes. The first part is overwritten."""
    if codes is None:
        return more
    codes |= more
    return codes


def _classes_of(partial: PartialRead) -> Ints:
    """Return the class of each value of a variable read in part, by the value's number."""
    numbers = range(len(partial.variable.values))
    return np.array([partial.class_bits(number) >> partial.shift for number in numbers], dtype=np.int64)
