"""Lookup of transition tables for many positions at a time. Outcomes are found once for all positions with equal
reads.

Outcomes are stored in arrays, one after another. A *row* holds the outcomes of one table entry, by number.
"""

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import numpy as np

from pilein.chain.chain import Ints
from pilein.chain.explore.arrays import HALF, NOT_FOUND, GrowableArray, HashTable, distinct, present
from pilein.chain.explore.direct_rows import DirectRows, first_of_each
from pilein.chain.explore.packing import Packing
from pilein.chain.model.layout import StateVariable
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES, Outcomes, PartialRead, Transition, TransitionTable

Reads = tuple[int, tuple[int, ...]]  # reads of a table: its mask, and its partial reads by identity


class ReadKeys:
    """Keys of positions under all tables with the same reads, and the rows found for the keys."""

    def __init__(self, packing: Packing, table: TransitionTable) -> None:
        self.rows = HashTable(packing.words)
        self._packing = packing
        self._variables = tuple(one for one in table.layout.variables if one.mask & table.mask)
        self._partial_reads = table.partial_reads
        self.direct = DirectRows(packing, self.rows, self._variables, table.partial_reads)
        self._version = NOT_FOUND
        self._mask: Ints = np.zeros((packing.words, 1), dtype=np.int64)
        self._classes: list[Ints] = [np.zeros((packing.words, 0), dtype=np.int64) for _ in table.partial_reads]

    def keys(self, packed: Ints) -> Ints:
        """Return the values read from positions, including the numbers of their tables."""
        if self._version != self._packing.version:
            self._version = self._packing.version
            self._mask = self._packing.mask(self._variables)
            self._mask[0] |= self._packing.table_mask
        keys: Ints = packed & self._mask
        for place, partial in enumerate(self._partial_reads):
            keys |= self._class_bits(place, partial).take(self._packing.numbers(partial.variable, packed), axis=1)
        return keys

    def hashed_rows(self, packed: Ints) -> Ints:
        """Return the row of each position by the hash of its key, or NOT_FOUND for unknown positions."""
        keys = self.keys(packed)
        return self.rows.find(keys, self._packing.hashes(keys))

    def _class_bits(self, place: int, partial: PartialRead) -> Ints:
        """Return the key bits for each value of a variable, by number."""
        known, variable = self._classes[place], partial.variable
        fresh = range(known.shape[1], len(variable.values))
        if fresh:
            classes = [partial.class_bits(number) >> partial.shift for number in fresh]
            codes = [self._packing.code(variable, number) for number in classes]
            known = self._classes[place] = np.hstack((known, np.array(codes, dtype=np.int64).T))
        return known


class TransitionLookup:
    """Lookup of rows for positions. `entry` is called once for all positions that their `table` cannot distinguish.

    `numbers` maps each entry found to its row number.
    """

    def __init__(
        self,
        packing: Packing,
        numbers: Callable[[list[Any]], list[int]],
        table: Callable[[int], TransitionTable],
        entry: Callable[[TransitionTable, int], Any],
    ) -> None:
        self._packing = packing
        self._numbers = numbers
        self._table = table
        self._entry = entry
        self._read_keys: dict[Reads, ReadKeys] = {}

    def rows(self, packed: Ints) -> Ints:
        """Return the number of the outcome row for each position."""
        rows = self._rows_so_far(packed)
        left = (rows == NOT_FOUND).nonzero()[0]
        while left.size:
            rows[left] = self._rows_so_far(packed.take(left, axis=1))
            left = left.compress(rows.take(left) == NOT_FOUND)
        return rows

    def _rows_so_far(self, packed: Ints) -> Ints:
        """Return the row of each position, or NOT_FOUND where the table has gained reads."""
        tables = packed[0] & self._packing.table_mask
        parts = self._parts(present(tables))
        if len(parts) == 1:
            return self._found(*parts[0], packed)
        rows: Ints = np.empty(len(tables), dtype=np.int64)
        part_of = _numbered([numbers for _, numbers in parts]).take(tables)
        for place, (read_keys, numbers) in enumerate(parts):
            here = (part_of == place).nonzero()[0]
            rows[here] = self._found(read_keys, numbers, packed.take(here, axis=1))
        return rows

    def _parts(self, tables: list[int]) -> list[tuple[ReadKeys, list[int]]]:
        """Group tables by their reads."""
        groups: dict[Reads, list[int]] = {}
        for number in tables:
            table = self._table(number)
            groups.setdefault((table.mask, tuple(map(id, table.partial_reads))), []).append(number)
        for reads, numbers in groups.items():
            if reads not in self._read_keys:
                self._read_keys[reads] = ReadKeys(self._packing, self._table(numbers[0]))
        return [(self._read_keys[reads], numbers) for reads, numbers in groups.items()]

    def _found(self, read_keys: ReadKeys, tables: list[int], packed: Ints) -> Ints:
        """Return the rows of positions, or NOT_FOUND where the table has gained reads."""
        rows, codes = read_keys.direct.find(packed, tables) or (read_keys.hashed_rows(packed), None)
        new = (rows == NOT_FOUND).nonzero()[0]
        if not new.size:
            return rows
        if codes is None:
            rows[new] = self._put(read_keys, packed.take(new, axis=1))
        else:
            first, which = first_of_each(codes.take(new))
            fresh = packed.take(new.take(first), axis=1)
            keys = read_keys.keys(fresh)
            rows[new] = self._put_distinct(read_keys, fresh, keys, self._packing.hashes(keys)).take(which)
        return rows

    def _put(self, read_keys: ReadKeys, packed: Ints) -> Ints:
        """Store the rows of positions with new keys, and return them, or NOT_FOUND where the table has gained reads."""
        keys = read_keys.keys(packed)
        hashes = self._packing.hashes(keys)
        first, which = distinct(keys, hashes, in_order=False)
        distinct_keys, distinct_hashes = keys.take(first, axis=1), hashes.take(first)
        return self._put_distinct(read_keys, packed.take(first, axis=1), distinct_keys, distinct_hashes).take(which)

    def _put_distinct(self, read_keys: ReadKeys, packed: Ints, keys: Ints, hashes: Ints) -> Ints:
        """Store and return the rows of positions with new and distinct keys, as `_put` does, in the order of their
        hashes.
        """
        order = hashes.argsort(kind="stable")
        rows: Ints = np.empty(len(order), dtype=np.int64)
        rows[order] = numbers = self._new_rows(packed.take(order, axis=1))
        put = order.compress(numbers != NOT_FOUND)
        read_keys.rows.put(keys.take(put, axis=1), hashes.take(put), rows.take(put))
        return rows

    def _new_rows(self, packed: Ints) -> Ints:
        """Return the rows of positions with new keys, or NOT_FOUND from the first position that adds reads."""
        found: list[Any] = []
        unpacked, table_mask = self._packing.unpacked, self._packing.table_mask
        for column in packed.T.tolist():
            table = self._table(column[0] & table_mask)
            reads = table.reads
            entry = self._entry(table, unpacked(table, column))
            if table.reads is not reads:
                break
            found.append(entry)
        numbers = self._numbers(found)
        return np.array(numbers + [NOT_FOUND] * (packed.shape[1] - len(numbers)), dtype=np.int64)


def _numbered(groups: Collection[list[int]]) -> Ints:
    """Return the number of the group to which each small number belongs."""
    found: Ints = np.zeros(1 + max((max(numbers) for numbers in groups), default=0), dtype=np.int64)
    for place, numbers in enumerate(groups):
        found[numbers] = place
    return found


class Pattern(NamedTuple):
    """Variables that an outcome keeps, and variables that the outcome writes."""

    kept: tuple[StateVariable, ...]
    written: tuple[StateVariable, ...]


class OutcomeArrays:
    """Outcomes so far, row by row. `weights` are the outcomes' weights, and `wholes` are the sums of the rows' weights.

    `first` and `counts` locate the outcomes of each row.
    """

    def __init__(self, model: TransitionModel, packing: Packing) -> None:
        self.weights: list[int] = []
        self.wholes: list[int] = []
        self._model = model
        self._packing = packing
        self._written = GrowableArray(packing.words)
        self._patterns_and_labels = GrowableArray(2)
        self._rows = GrowableArray(3)  # the first outcome; the number of outcomes; the only outcome, or NOT_FOUND
        self._patterns: list[Pattern] = []
        self._keep: Ints = np.zeros((packing.words, 0), dtype=np.int64)
        self._pattern_of: dict[tuple[int, int], int] = {}
        self._with_bits: list[tuple[StateVariable, ...]] = []  # by pattern, the written variables that have bits
        self._fresh: list[tuple[int, ...]] = []  # outcomes still to be added: pattern, label, words written
        self._numbers: dict[int, tuple[int, Outcomes]] = {}

    def begin_with(self, weights: list[int], wholes: list[int]) -> None:
        """Reserve the first places for outcomes with known targets. Such outcomes belong to no row."""
        self.weights += weights
        self.wholes += wholes
        self._patterns_and_labels.add(np.zeros((2, len(weights))))
        self._written.add(np.zeros((self._packing.words, len(weights))))

    @property
    def first(self) -> Ints:
        """Index of the first outcome in each row."""
        return self._rows.row(0)

    @property
    def counts(self) -> Ints:
        """Number of outcomes in each row."""
        return self._rows.row(1)

    @property
    def single(self) -> Ints:
        """Index of the only outcome in each row, or NOT_FOUND in rows with several outcomes or none."""
        return self._rows.row(2)

    @property
    def labels(self) -> Ints:
        """Label of each outcome."""
        return self._patterns_and_labels.row(1)

    def targets(self, packed: Ints, outcomes: Ints) -> Ints:
        """Return the position to which each outcome leads. All positions may share one outcome."""
        kept: Ints = self._keep.take(self._patterns_and_labels.row(0).take(outcomes), axis=1)
        kept = np.bitwise_and(kept, packed, out=kept if len(outcomes) == packed.shape[1] else None)
        kept |= self._written.all.take(outcomes, axis=1)
        return kept

    def numbers(self, entries: list[Outcomes]) -> list[int]:
        """Return the row numbers of entries, making room for the values that the entries write."""
        if self._packing.grow():
            self._keep = self._masks()
            self._with_bits = [self._packing.with_bits(pattern.written) for pattern in self._patterns]
        known = self._rows.count
        fresh: list[tuple[int, int, int]] = []
        found = [self._number(entry, known, fresh) for entry in entries]
        if fresh:
            self._rows.add(np.array(fresh, dtype=np.int64).T)
            outcomes = np.array(self._fresh, dtype=np.int64).T
            self._patterns_and_labels.add(outcomes[:2])
            self._written.add(outcomes[2:])
            self._fresh = []
        return found

    def _number(self, entry: Outcomes, known: int, fresh: list[tuple[int, int, int]]) -> int:
        found = self._numbers.get(id(entry))
        if found is not None:
            return found[0]
        number = known + len(fresh)
        self._numbers[id(entry)] = number, entry
        first = len(self.weights)
        fresh.append((first, len(entry), first if len(entry) == 1 else NOT_FOUND))
        weights = [self._add(transition) for transition in entry]
        self.weights += weights
        self.wholes += [sum(weights)] * len(weights)
        return number

    def _add(self, transition: Transition) -> int:
        """Add an outcome, and return its weight."""
        keep, write = transition.keep, transition.write
        table = write & TABLES
        pattern = self._pattern_of.get((table, keep))
        if pattern is None:
            pattern = self._pattern_of[table, keep] = self._new_pattern(table, keep)
        words = self._packing.packed(table, self._with_bits[pattern], write)
        self._fresh.append((pattern, transition.label, *words))
        return transition.weight

    def _new_pattern(self, table: int, keep: int) -> int:
        variables = self._model.tables[table].layout.variables
        kept = tuple(one for one in variables if keep & one.mask)
        pattern = Pattern(kept, tuple(one for one in variables if not keep & one.mask))
        self._patterns.append(pattern)
        self._keep = np.hstack((self._keep, self._packing.mask(kept)))
        self._with_bits.append(self._packing.with_bits(pattern.written))
        return len(self._patterns) - 1

    def _masks(self) -> Ints:
        columns = [self._packing.mask(pattern.kept) for pattern in self._patterns]
        return np.hstack(columns) if columns else self._keep


def joined(model: TransitionModel, before: Ints, after: Ints) -> Ints:
    """Join labels pair by pair. A joined label has the symbols of the first label, then the symbols of the second.

    All first labels may share one second label.
    """
    if len(after) < len(before):
        if not after[0]:
            return before
        after = after.repeat(len(before))
    if not before.any():
        return after
    found: Ints = np.where(before == 0, after, before)
    both = ((before != 0) & (after != 0)).nonzero()[0]
    if both.size:
        pairs, which = np.unique(before[both] << HALF | after[both], return_inverse=True)
        numbers = [model.joined(pair >> HALF, pair & (1 << HALF) - 1) for pair in pairs.tolist()]
        found[both] = np.array(numbers, dtype=np.int64)[which]
    return found
