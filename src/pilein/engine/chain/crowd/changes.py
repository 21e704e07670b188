"""Outcomes of clauses as arrays: what each keeps of a position, and what it writes."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.crowd.packing import HEAD, Packing
from pilein.engine.chain.crowd.piles import Pile
from pilein.engine.chain.veiled.heads import Change, Row
from pilein.engine.chain.veiled.leaf import Leaf
from pilein.engine.chain.veiled.text import HEADS, Text

Ints = NDArray[np.int64]


class Pattern(NamedTuple):
    """Which leaves an outcome keeps, and which it writes."""

    kept: tuple[Leaf, ...]
    written: tuple[Leaf, ...]


class Changes:
    """All outcomes met so far, row by row: `weights` are theirs, `wholes` the sums of the rows that they stand in.

    `first` and `counts` say by row which outcomes are its own.
    """

    def __init__(self, text: Text, packing: Packing) -> None:
        self._text = text
        self._packing = packing
        self.weights: list[int] = []
        self.wholes: list[int] = []
        self._written = Pile(packing.words)
        self._told = Pile(2)  # the place of what is kept; the story
        self._rows = Pile(2)  # the first outcome; how many
        self._patterns: list[Pattern] = []
        self._keep: Ints = np.zeros((packing.words, 0), dtype=np.int64)
        self._places: dict[tuple[int, int], int] = {}
        self._room: list[tuple[Leaf, ...]] = []  # by place, the leaves written that have bits
        self._fresh: list[tuple[int, ...]] = []  # outcomes still to be put in: place, story, words written
        self._numbers: dict[int, tuple[int, Row]] = {}

    @property
    def first(self) -> Ints:
        """The first outcome of each row."""
        return self._rows.row(0)

    @property
    def counts(self) -> Ints:
        """How many outcomes each row has."""
        return self._rows.row(1)

    @property
    def stories(self) -> Ints:
        """What each outcome tells."""
        return self._told.row(1)

    def on(self, packed: Ints, changes: Ints) -> Ints:
        """The positions after one outcome each."""
        kept: Ints = self._keep.take(self._told.row(0)[changes], axis=1)
        kept &= packed
        kept |= self._written.all.take(changes, axis=1)
        return kept

    def numbers(self, rows: list[Row]) -> list[int]:
        """The numbers of rows; the values that they write must have room."""
        if self._packing.grow():
            self._keep = self._masks()
            self._room = [self._packing.roomy(pattern.written) for pattern in self._patterns]
        known = self._rows.many
        fresh: list[tuple[int, int]] = []
        found = [self._number(row, known, fresh) for row in rows]
        if fresh:
            self._rows.add(np.array(fresh, dtype=np.int64).T)
            outcomes = np.array(self._fresh, dtype=np.int64).T
            self._told.add(outcomes[:2])
            self._written.add(outcomes[2:])
            self._fresh = []
        return found

    def _number(self, row: Row, known: int, fresh: list[tuple[int, int]]) -> int:
        found = self._numbers.get(id(row))
        if found is not None:
            return found[0]
        number = known + len(fresh)
        self._numbers[id(row)] = number, row
        fresh.append((len(self.weights), len(row)))
        whole = sum(change.weight for change in row)
        for change in row:
            self._add(change)
            self.wholes.append(whole)
        return number

    def _add(self, change: Change) -> None:
        number = change.write & HEADS
        place = self._places.get((number, change.keep))
        if place is None:
            place = self._places[number, change.keep] = self._new_place(number, change.keep)
        words = self._packing.packed(number & HEAD, self._room[place], change.write)
        self._fresh.append((place, change.story, *words))
        self.weights.append(change.weight)

    def _new_place(self, number: int, keep: int) -> int:
        leaves = self._text.heads[number].frame.leaves
        kept = tuple(leaf for leaf in leaves if keep & leaf.mask)
        pattern = Pattern(kept, tuple(leaf for leaf in leaves if not keep & leaf.mask))
        self._patterns.append(pattern)
        self._keep = np.hstack((self._keep, self._packing.mask(kept)))
        self._room.append(self._packing.roomy(pattern.written))
        return len(self._patterns) - 1

    def _masks(self) -> Ints:
        columns = [self._packing.mask(pattern.kept) for pattern in self._patterns]
        return np.hstack(columns) if columns else self._keep
