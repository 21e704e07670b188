"""A transition is looked up only once for all positions in which its clause reads the same values."""

import numpy as np
import pytest
from msgspec.structs import replace

from pilein.chain.explore.lookup import TransitionLookup
from pilein.chain.explore.packing import Packing
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import TABLES
from tests.chain import gambler


@pytest.fixture
def model():
    return TransitionModel(gambler.rules(), (gambler.plays, gambler.plays))


OPENED = gambler.opened(1, 1)


def with_coins(one, other, *agenda):
    game = replace(OPENED.state, field=gambler.Purses((one, other)))
    return replace(OPENED, state=game, agenda=agenda or OPENED.agenda)


class Asking:
    """A lookup that reads one value of each position and counts how often it is asked to read."""

    def __init__(self, model, reading):
        self.asked = 0
        self.said = []
        self._model = model
        self._reading = reading
        self.packing = Packing(model, 1)
        self._lookup = TransitionLookup(self.packing, self.numbers, model.tables.__getitem__, self.read)

    def numbers(self, values):
        self.said += values
        return list(range(len(self.said) - len(values), len(self.said)))

    def read(self, head, position):
        self.asked += 1
        return self._model.tracked(head, position, lambda game, _known: self._reading(game))

    def answers(self, positions):
        self.packing.grow()
        tables = [self._model.tables[position & TABLES] for position in positions]
        pairs = zip(tables, positions, strict=True)
        columns = [self.packing.packed(table.number, table.layout.variables, at) for table, at in pairs]
        rows = self._lookup.rows(np.array(columns, dtype=np.int64).T)
        return [self.said[row] for row in rows.tolist()]


def test_a_lookup_for_many_positions_at_once_returns_the_right_answer_for_each(model):
    positions = [model.encoded(with_coins(one, other)) for one in range(1, 5) for other in range(1, 5)]
    asking = Asking(model, lambda game: game.field.coins[0] + 0)
    assert asking.answers(positions) == [one for one in range(1, 5) for _ in range(4)]


def test_a_lookup_runs_once_for_all_positions_that_agree_on_every_value_it_reads(model):
    positions = [model.encoded(with_coins(one, other)) for one in range(1, 5) for other in range(1, 5)]
    asking = Asking(model, lambda game: game.field.coins[0] + 0)
    asking.answers(positions)
    known = asking.asked
    assert known <= 5  # once for each, and once more where it began to look
    asking.answers(positions)
    assert asking.asked == known


def test_lookup_answers_stay_valid_when_a_later_lookup_reads_more_values(model):
    positions = [model.encoded(with_coins(one, other)) for one in range(1, 4) for other in range(1, 4)]
    asking = Asking(model, lambda game: game.field.coins[1] + 0 if game.field.coins[0] == 3 else 0)
    assert asking.answers(positions[:6]) == [0] * 6
    assert asking.answers(positions) == [0] * 6 + [1, 2, 3]


def test_positions_that_differ_in_values_or_agenda_are_looked_up_separately(model):
    numbers = [model.encoded(with_coins(2, 5)), model.encoded(with_coins(2, 5, (gambler.mutter.key,)))]
    asking = Asking(model, lambda game: game.field.coins[0] + 0)
    assert asking.answers(numbers) == [2, 2]
    assert asking.answers([model.encoded(with_coins(3, 5)), *numbers]) == [3, 2, 2]
