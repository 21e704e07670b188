"""Positions as columns of whole numbers, and back again."""

import numpy as np
import pytest

from pilein.engine.chain.crowd.packing import Narrow, Packing
from pilein.engine.chain.veiled.text import HEADS, Text
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
def text():
    return Text(RULES, (first, first))


def columns(packing, text, positions):
    heads = [text.heads[position & HEADS] for position in positions]
    made = [packing.packed(head.number, head.frame.leaves, at) for head, at in zip(heads, positions, strict=True)]
    return np.array(made, dtype=np.int64).T


def test_positions_are_unpacked_as_they_were_packed(text):
    packing, positions = Packing(text, 1), []
    for own in range(1, 9):
        positions.append(text.number(opened(own, 3)))
        packing.grow()
        made = columns(packing, text, positions)
        heads = [text.heads[position & HEADS] for position in positions]
        assert [
            packing.unpacked(head, column) for head, column in zip(heads, made.T.tolist(), strict=True)
        ] == positions


def test_what_was_packed_before_leaves_grew_is_packed_like_it_after(text):
    packing, positions = Packing(text, 1), [text.number(opened(5, 3))]
    before = columns(packing, text, positions)
    for own in range(1, 20):
        text.number(opened(own, own))
        packing.grow()
    assert packing.version > 0
    assert columns(packing, text, positions).tolist() == before.tolist()


def test_the_number_of_a_value_is_read_off_a_column(text):
    positions = [text.number(opened(own, 3)) for own in range(1, 9)]
    packing = Packing(text, 1)
    bodies = text.leaves.leaf("field", "bodies", 0)
    made = columns(packing, text, positions)
    assert packing.numbers(bodies, made).tolist() == list(range(8))
    assert len(np.unique(made & packing.mask([bodies]))) == 8


def test_what_has_no_room_is_told(text):
    for own in range(1, 9):
        text.number(opened(own, 3))
    packing = Packing(text, 1)
    for leaf in text.leaves.all():
        for number in range(1, 3):
            leaf.bits((number, number))
    with pytest.raises(Narrow):
        packing.grow()
