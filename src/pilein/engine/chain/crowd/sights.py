"""What heads look at, for positions by the thousand: the row of each, found once for all that look alike."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.crowd.packing import HEAD, Packing
from pilein.engine.chain.crowd.tables import NOTHING, Table, distinct, mixed, present
from pilein.engine.chain.veiled.heads import Glimpse, Head

Ints = NDArray[np.int64]
Seen = tuple[int, tuple[int, ...]]  # what a head looks at: its mask, and its glimpses


class Sight:
    """What heads that look at the same look at, and the rows found for it."""

    def __init__(self, packing: Packing, head: Head) -> None:
        self.table = Table(packing.words)
        self._packing = packing
        self._leaves = tuple(leaf for leaf in head.frame.leaves if leaf.mask & head.mask)
        self._glimpses = head.glimpses
        self._version = NOTHING
        self._mask: Ints = np.zeros((packing.words, 1), dtype=np.int64)
        self._told: list[Ints] = [np.zeros((packing.words, 0), dtype=np.int64) for _ in head.glimpses]

    def keys(self, packed: Ints) -> Ints:
        """What is seen of positions, their heads included."""
        if self._version != self._packing.version:
            self._version = self._packing.version
            self._mask = self._packing.mask(self._leaves)
            self._mask[0] |= HEAD
        keys: Ints = packed & self._mask
        for place, glimpse in enumerate(self._glimpses):
            keys |= self._all_told(place, glimpse).take(self._packing.numbers(glimpse.leaf, packed), axis=1)
        return keys

    def _all_told(self, place: int, glimpse: Glimpse) -> Ints:
        """What stands for each value of a leaf in a key, by number."""
        told, leaf = self._told[place], glimpse.leaf
        fresh = range(told.shape[1], len(leaf.values))
        if fresh:
            classes = [glimpse.told(number) >> glimpse.shift for number in fresh]
            codes = [self._packing.code(leaf, number) for number in classes]
            told = self._told[place] = np.hstack((told, np.array(codes, dtype=np.int64).T))
        return told


class Looker:
    """Finds what follows positions: `row` is asked once for all that their `head` cannot tell apart.

    `numbers` gives each row that has been found a number.
    """

    def __init__(
        self,
        packing: Packing,
        numbers: Callable[[list[Any]], list[int]],
        head: Callable[[int], Head],
        row: Callable[[Head, int], Any],
    ) -> None:
        self._packing = packing
        self._numbers = numbers
        self._head = head
        self._row = row
        self._sights: dict[Seen, Sight] = {}

    def rows(self, packed: Ints) -> Ints:
        """The number of the row of each position."""
        found: Ints = np.full(packed.shape[1], NOTHING, dtype=np.int64)
        heads = packed[0] & HEAD
        left = np.arange(packed.shape[1])
        while left.size:
            for sight, here in self._parts(heads, left):
                found[here] = self._seen(sight, packed if len(here) == len(heads) else packed.take(here, axis=1))
            left = left[found[left] == NOTHING]
        return found

    def _parts(self, heads: Ints, left: Ints) -> list[tuple[Sight, Ints]]:
        """Positions apart by what their heads look at."""
        groups: dict[Seen, list[int]] = {}
        for number in present(heads[left]):
            head = self._head(number)
            groups.setdefault((head.mask, tuple(map(id, head.glimpses))), []).append(number)
        parts = []
        for seen, numbers in groups.items():
            sight = self._sights.get(seen)
            if sight is None:
                sight = self._sights[seen] = Sight(self._packing, self._head(numbers[0]))
            parts.append((sight, left if len(groups) == 1 else left[np.isin(heads[left], numbers)]))
        return parts

    def _seen(self, sight: Sight, packed: Ints) -> Ints:
        """The rows of positions; NOTHING where the head has begun to look at more."""
        keys = sight.keys(packed)
        mix = mixed(keys)
        rows = sight.table.find(keys, mix)
        new = np.flatnonzero(rows == NOTHING)
        if not new.size:
            return rows
        first, which = distinct(keys[:, new], mix[new])
        numbers = self._new_rows(packed[:, new[first]])
        is_found = numbers != NOTHING
        put = new[first[is_found]]
        sight.table.put(keys[:, put], mix[put], numbers[is_found])
        rows[new] = numbers[which]
        return rows

    def _new_rows(self, packed: Ints) -> Ints:
        """The rows of positions that no one has been seen like; NOTHING from where a head looks at more than before."""
        found: list[Any] = []
        for column in packed.T.tolist():
            head = self._head(column[0] & HEAD)
            before = head.mask, head.glimpses
            found.append(self._row(head, self._packing.unpacked(head, column)))
            if (head.mask, head.glimpses) != before:
                found.pop()
                break
        numbers = self._numbers(found)
        return np.array(numbers + [NOTHING] * (packed.shape[1] - len(numbers)), dtype=np.int64)
