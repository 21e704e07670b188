"""Outcomes as arrays do to many positions what each does to one."""

import numpy as np
import pytest

from pilein.engine.chain.crowd.changes import Changes
from pilein.engine.chain.crowd.packing import Packing
from pilein.engine.chain.crowd.piles import Pile
from pilein.engine.chain.veiled.text import HEADS, Text
from tests.engine.chain import gambler


@pytest.fixture
def text():
    return Text(gambler.rules(), (gambler.plays, gambler.plays))


def packed(packing, text, positions):
    heads = [text.heads[position & HEADS] for position in positions]
    columns = [packing.packed(head.number, head.frame.leaves, at) for head, at in zip(heads, positions, strict=True)]
    return np.array(columns, dtype=np.int64).T


def test_a_pile_keeps_what_is_put_on_it():
    pile = Pile(2)
    for start in range(0, 300, 100):
        pile.add([range(start, start + 100), [7] * 100])
    assert pile.many == 300
    assert pile.row(0).tolist() == list(range(300))
    assert set(pile.row(1).tolist()) == {7}


def test_outcomes_of_many_positions_are_those_of_each(text):
    positions = [text.number(gambler.opened(one, 3)) for one in range(1, 5)]
    packing = Packing(text, 1)
    changes = Changes(text, packing)
    before = packed(packing, text, positions)
    rows = [text.row(position) for position in positions]
    numbers = changes.numbers(rows)
    for place in range(2):
        after = changes.on(before, changes.first[numbers] + place)
        expected = [row[place].on(position) for row, position in zip(rows, positions, strict=True)]
        assert after.tolist() == packed(packing, text, expected).tolist()


def test_a_row_has_one_number(text):
    row = text.row(text.number(gambler.opened(1, 1)))
    changes = Changes(text, Packing(text, 1))
    assert changes.numbers([row]) == changes.numbers([row])
    assert changes.counts.tolist() == [2]
    assert [weight / whole for weight, whole in zip(changes.weights, changes.wholes, strict=True)] == [0.5, 0.5]


def test_what_was_written_before_leaves_grew_is_written_after_too(text):
    position = text.number(gambler.opened(1, 1))
    packing = Packing(text, 1)
    changes = Changes(text, packing)
    (first,) = changes.numbers([text.row(position)])
    positions = [text.number(gambler.opened(one, one)) for one in range(1, 40)]
    changes.numbers([text.row(positions[-1])])
    after = changes.on(packed(packing, text, [position]), changes.first[[first]])
    assert after.tolist() == packed(packing, text, [text.row(position)[0].on(position)]).tolist()
