"""Applying outcomes to an array of positions gives the same results as applying them to one position at a time."""

import numpy as np
import pytest
from msgspec.structs import replace

from pilein.chain.explore.arrays import NOT_FOUND, GrowableArray
from pilein.chain.explore.lookup import OutcomeArrays
from pilein.chain.explore.packing import Packing
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES
from tests.chain import gambler

MUTTERING = ((gambler.mutter.key,),)


@pytest.fixture
def model():
    return TransitionModel(gambler.rules(), (gambler.plays, gambler.plays))


def packed(packing, model, positions):
    tables = [model.tables[position & TABLES] for position in positions]
    columns = [
        packing.packed(table.number, table.layout.variables, at) for table, at in zip(tables, positions, strict=True)
    ]
    return np.array(columns, dtype=np.int64).T


def test_a_growable_array_keeps_every_item_added():
    array = GrowableArray(2)
    for start in range(0, 300, 100):
        array.add([range(start, start + 100), [7] * 100])
    assert array.count == 300
    assert array.row(0).tolist() == list(range(300))
    assert set(array.row(1).tolist()) == {7}


def test_outcomes_looked_up_for_many_positions_at_once_match_those_looked_up_one_by_one(model):
    positions = [model.encoded(gambler.opened(one, 3)) for one in range(1, 5)]
    packing = Packing(model, 1)
    arrays = OutcomeArrays(model, packing)
    before = packed(packing, model, positions)
    entries = [model.outcomes(position) for position in positions]
    numbers = arrays.numbers(entries)
    for place in range(2):
        after = arrays.targets(before, arrays.first[numbers] + place)
        expected = [entry[place].target(position) for entry, position in zip(entries, positions, strict=True)]
        assert after.tolist() == packed(packing, model, expected).tolist()


def test_equal_rows_of_outcomes_get_the_same_number(model):
    entry = model.outcomes(model.encoded(gambler.opened(1, 1)))
    arrays = OutcomeArrays(model, Packing(model, 1))
    assert arrays.numbers([entry]) == arrays.numbers([entry])
    assert arrays.counts.tolist() == [2]
    assert [weight / whole for weight, whole in zip(arrays.weights, arrays.wholes, strict=True)] == [0.5, 0.5]


def test_outcomes_stored_before_the_packing_grows_lead_to_the_same_positions_afterwards(model):
    position = model.encoded(gambler.opened(1, 1))
    packing = Packing(model, 1)
    arrays = OutcomeArrays(model, packing)
    (first,) = arrays.numbers([model.outcomes(position)])
    positions = [model.encoded(gambler.opened(one, one)) for one in range(1, 40)]
    arrays.numbers([model.outcomes(positions[-1])])
    after = arrays.targets(packed(packing, model, [position]), arrays.first[[first]])
    assert after.tolist() == packed(packing, model, [model.outcomes(position)[0].target(position)]).tolist()


def test_an_outcome_shared_by_many_positions_leads_each_to_its_own_target(model):
    positions = [model.encoded(replace(gambler.opened(one, 2), agenda=MUTTERING)) for one in range(1, 5)]
    packing = Packing(model, 1)
    arrays = OutcomeArrays(model, packing)
    before = packed(packing, model, positions)
    entries = [model.outcomes(position) for position in positions]
    (number,) = set(arrays.numbers(entries))
    shared = arrays.targets(before, arrays.single[[number]])
    assert shared.tolist() == arrays.targets(before, arrays.single[[number] * len(positions)]).tolist()
    expected = [only.target(position) for (only,), position in zip(entries, positions, strict=True)]
    assert shared.tolist() == packed(packing, model, expected).tolist()


def test_rows_with_several_outcomes_have_no_single_outcome(model):
    arrays = OutcomeArrays(model, Packing(model, 1))
    arrays.numbers([model.outcomes(model.encoded(gambler.opened(1, 1)))])
    assert arrays.single.tolist() == [NOT_FOUND]
