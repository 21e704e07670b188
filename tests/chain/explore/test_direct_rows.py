"""Rows found directly from the bits that a clause reads are the same as those that a hash table holds."""

import numpy as np
import pytest

from pilein.chain.explore import direct_rows
from pilein.chain.explore.arrays import NOT_FOUND, distinct, hash_columns
from pilein.chain.explore.direct_rows import first_of_each
from pilein.chain.explore.lookup import ReadKeys
from pilein.chain.explore.packing import Packing
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES
from tests.chain import gambler
from tests.chain.explore.test_lookup import with_coins


class Held:
    """Rows for a gambler's positions. The clause reads the first purse whole, and the second in part or not at all."""

    def __init__(self, aspect=None):
        self.model = TransitionModel(gambler.rules(), (gambler.plays, gambler.plays))
        self.packing = Packing(self.model, 1)
        self.table = self.model.table(self.model.encoded(with_coins(1, 1)))
        self.table.add_read(self.model.decomposition.variable("field", "coins", 0), None)
        if aspect:
            self.table.add_read(self.model.decomposition.variable("field", "coins", 1), aspect)
        self.keys = ReadKeys(self.packing, self.table)

    def packed(self, purses, *agenda):
        positions = [self.model.encoded(with_coins(*purse, *agenda)) for purse in purses]
        self.packing.grow()
        tables = [self.model.tables[position & TABLES] for position in positions]
        pairs = zip(tables, positions, strict=True)
        columns = [self.packing.packed(table.number, table.layout.variables, at) for table, at in pairs]
        return np.array(columns, dtype=np.int64).T, list(dict.fromkeys(table.number for table in tables))

    def found(self, packed, tables):
        """Return the rows found directly, after adding rows for unknown positions to the hash table."""
        hashes = self.packing.hashes(self.keys.keys(packed))
        known = self.keys.rows.find(self.keys.keys(packed), hashes)
        rows, _ = self.keys.direct.find(packed, tables)
        assert rows.tolist() == known.tolist()
        new = packed[:, known == NOT_FOUND]
        if new.size:
            keys = self.keys.keys(new)
            first, _ = distinct(keys, self.packing.hashes(keys))
            numbers = self.keys.rows.count + np.arange(len(first))
            self.keys.rows.put(keys.take(first, axis=1), self.packing.hashes(keys).take(first), numbers)
        return self.keys.direct.find(packed, tables)[0].tolist()


@pytest.mark.parametrize("aspect", [None, ("__bool__",), ("bit_length",)])
def test_rows_found_directly_are_the_same_as_those_found_by_hashing(aspect):
    held = Held(aspect)
    for most in (2, 3, 9, 40):  # variables get more bits, and values read in part get more classes
        purses = [(one, other) for one in range(most) for other in range(most)]
        packed, tables = held.packed(purses)
        rows = held.found(packed, tables)
        hashed = held.keys.hashed_rows(packed).tolist()
        assert rows == hashed
        assert NOT_FOUND not in rows


def test_positions_that_differ_only_in_their_agendas_have_different_rows():
    held = Held()
    one, first = held.packed([(1, 1), (2, 1)])
    other, second = held.packed([(1, 1), (2, 1)], (gambler.mutter.key,))
    rows = held.found(np.hstack((one, other)), [*first, *second])
    assert sorted(rows) == [0, 1, 2, 3]
    assert held.found(other, second) == rows[2:]


def test_rows_are_not_held_in_an_array_if_their_positions_have_too_many_codes(monkeypatch):
    monkeypatch.setattr(direct_rows, "MOST", 16)
    held = Held()
    packed, tables = held.packed([(one, 1) for one in range(30)])
    assert held.keys.direct.find(packed, tables) is None


def test_the_first_occurrence_of_each_code_is_the_one_found_by_hashing_columns():
    codes = np.random.default_rng(1).integers(0, 50, 300)
    first, which = first_of_each(codes)
    assert codes[first][which].tolist() == codes.tolist()
    assert sorted(first.tolist()) == sorted(distinct(codes[None], hash_columns(codes[None]))[0].tolist())
