"""Positions in flight of a store that holds them in arrays, in batches with the same next clause."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import Ints
from pilein.chain.explore.arrays import present
from pilein.chain.explore.packing import Packing
from pilein.chain.explore.single import LAST
from pilein.chain.model.transition_model import TransitionModel


class Batch(NamedTuple):
    """Positions in flight, each with its edge and its label since its last node.

    `clauses` is the largest number of clauses that any of them has run since then. If all positions are known to be
    distinct, `hashes` holds their hashes.
    """

    packed: Ints
    edge: Ints
    label: Ints
    clauses: int
    hashes: "Ints | None" = None

    def only(self, which: NDArray[np.bool_]) -> "Batch":
        """Return the positions of the batch that a mask selects."""
        places = which.nonzero()[0]
        if len(places) == len(which):
            return self
        hashes = None if self.hashes is None else self.hashes.take(places)
        packed, edge, label = self.packed.take(places, axis=1), self.edge.take(places), self.label.take(places)
        return Batch(packed, edge, label, self.clauses, hashes)


class Frontier:
    """Positions in flight, grouped by their next clause."""

    def __init__(self, model: TransitionModel, packing: Packing) -> None:
        self._model = model
        self._packing = packing
        self._waiting: dict[str, list[Batch]] = {}
        self._clauses: list[str] = []
        self._clause_of: Ints = np.empty(0, dtype=np.int64)

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, batch: Batch) -> None:
        """Add positions in flight to the positions with the same next clause."""
        if not batch.edge.size:
            return
        numbers = self._by_table().take(batch.packed[0] & self._packing.table_mask)
        clauses = present(numbers)
        for number in clauses:
            part = batch if len(clauses) == 1 else batch.only(numbers == number)
            self._waiting.setdefault(self._clauses[number], []).append(part)

    def most(self) -> tuple[str, Batch]:
        """Return the largest batch with the same next clause.

        Ends of rounds and phases come after all other batches.
        """
        clause = max(self._waiting, key=self._urgency)
        return clause, _concatenated(self._waiting.pop(clause))

    def _urgency(self, clause: str) -> tuple[int, int]:
        return LAST.get(clause, len(LAST)), sum(batch.edge.size for batch in self._waiting[clause])

    def _by_table(self) -> Ints:
        """Return the number of the next clause for each transition table."""
        fresh = []
        for table in self._model.tables[len(self._clause_of) :]:
            if table.clause not in self._clauses:
                self._clauses.append(table.clause)
            fresh.append(self._clauses.index(table.clause))
        if fresh:
            self._clause_of = np.concatenate((self._clause_of, np.array(fresh, dtype=np.int64)))
        return self._clause_of


def _concatenated(parts: list[Batch]) -> Batch:
    if len(parts) == 1:
        return parts[0]
    packed = np.concatenate([part.packed for part in parts], axis=1)
    edge = np.concatenate([part.edge for part in parts])
    label = np.concatenate([part.label for part in parts])
    return Batch(packed, edge, label, max(part.clauses for part in parts))
