"""Hash tables made of arrays find the same rows of integers as a dictionary does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.chain.explore import arrays
from pilein.chain.explore.arrays import NOT_FOUND, HashCollision, HashTable, distinct, hash_columns

COLUMNS = st.lists(st.tuples(st.integers(0, 6), st.integers(-3, 3).map(lambda high: high << 58)), max_size=30)


def as_array(columns):
    return np.array(columns, dtype=np.int64).reshape(-1, 2).T.copy()


@settings(max_examples=60)
@given(st.lists(COLUMNS, max_size=4), COLUMNS)
def test_a_hash_table_finds_exactly_the_columns_inserted_into_it(parts, asked):
    table, known = HashTable(2), {}
    for part in parts:
        fresh = [column for column in dict.fromkeys(part) if column not in known]
        known |= {column: len(known) + place for place, column in enumerate(fresh)}
        columns = as_array(fresh)
        table.put(columns, hash_columns(columns), np.array([known[column] for column in fresh], dtype=np.int64))
    columns = as_array(asked)
    assert table.find(columns, hash_columns(columns)).tolist() == [known.get(column, NOT_FOUND) for column in asked]


@settings(max_examples=60)
@given(COLUMNS)
def test_equal_columns_of_an_array_are_merged(columns):
    array = as_array(columns)
    first, which = distinct(array, hash_columns(array))
    assert len(first) == len(set(columns))
    assert [columns[first[place]] for place in which] == columns


@settings(max_examples=30)
@given(COLUMNS.filter(bool), st.sampled_from([0, arrays.MANY]))
def test_distinct_columns_are_the_same_in_hash_order_and_in_any_order(columns, many):
    array = as_array(columns)
    hashes = hash_columns(array)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(arrays, "MANY", many)
        first, _ = distinct(array, hashes)
        unordered, which = distinct(array, hashes, in_order=False)
    assert hashes[first].tolist() == sorted(set(hashes.tolist()))
    assert sorted(unordered) == sorted(first)
    assert [columns[unordered[place]] for place in which] == columns


def test_different_columns_with_the_same_hash_raise_a_hash_collision():
    table, one, other = HashTable(2), as_array([(1, 2)]), as_array([(2, 1)])
    same = np.zeros(1, dtype=np.int64)
    table.put(one, same, same)
    with pytest.raises(HashCollision):
        table.find(other, same)
    with pytest.raises(HashCollision):
        distinct(np.hstack((one, other)), np.zeros(2, dtype=np.int64))


def test_many_similar_columns_have_distinct_hashes():
    low, high = np.meshgrid(np.arange(300), np.arange(300) << 52)
    columns = np.stack((low.ravel(), high.ravel()))
    assert len(np.unique(hash_columns(columns))) == columns.shape[1]
    assert arrays.HALF == 32
