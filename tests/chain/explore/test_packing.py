"""Positions packed into integer columns can be unpacked unchanged."""

import numpy as np
import pytest

from pilein.chain.explore.packing import Packing, WordOverflow
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

RULES = ruleset_named("scrollhammer")


def opened(own, foe):
    made = battle(U("own", 0, [(GUARD, own)]), U("foe", 1, [(REAVER, foe)]), pairs=[(0, 1)], frontage=5)
    return Position(made, ((close_combat_phase.key,),))


@pytest.fixture
def model():
    return TransitionModel(RULES, (first, first))


def columns(packing, model, positions):
    tables = [model.tables[position & TABLES] for position in positions]
    made = [
        packing.packed(table.number, table.layout.variables, at) for table, at in zip(tables, positions, strict=True)
    ]
    return np.array(made, dtype=np.int64).T


def test_a_packed_position_unpacks_to_the_same_position(model):
    packing, positions = Packing(model, 1), []
    for own in range(1, 9):
        positions.append(model.encoded(opened(own, 3)))
        packing.grow()
        made = columns(packing, model, positions)
        tables = [model.tables[position & TABLES] for position in positions]
        assert [
            packing.unpacked(table, column) for table, column in zip(tables, made.T.tolist(), strict=True)
        ] == positions


def test_a_value_keeps_its_packed_number_when_the_packing_grows(model):
    packing, positions = Packing(model, 1), [model.encoded(opened(5, 3))]
    before = columns(packing, model, positions)
    for own in range(1, 20):
        model.encoded(opened(own, own))
        packing.grow()
    assert packing.version > 0
    assert columns(packing, model, positions).tolist() == before.tolist()


def test_the_number_of_a_packed_value_is_read_from_its_column(model):
    positions = [model.encoded(opened(own, 3)) for own in range(1, 9)]
    packing = Packing(model, 1)
    bodies = model.decomposition.variable("field", "bodies", 0)
    made = columns(packing, model, positions)
    assert packing.numbers(bodies, made).tolist() == list(range(8))
    assert len(np.unique(made & packing.mask([bodies]))) == 8


def test_a_packing_without_room_for_a_value_raises_a_word_overflow(model):
    for own in range(1, 9):
        model.encoded(opened(own, 3))
    packing = Packing(model, 1)
    for variable in model.decomposition.variables():
        for number in range(1, 3):
            variable.bits((number, number))
    with pytest.raises(WordOverflow):
        packing.grow()
