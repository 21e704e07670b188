"""What follows many positions is found once for all that look alike."""

import numpy as np
import pytest
from msgspec.structs import replace

from pilein.engine.chain.crowd.packing import Packing
from pilein.engine.chain.crowd.sights import Looker
from pilein.engine.chain.veiled.text import HEADS, Text
from tests.engine.chain import gambler


@pytest.fixture
def text():
    return Text(gambler.rules(), (gambler.plays, gambler.plays))


OPENED = gambler.opened(1, 1)


def with_coins(one, other, *agenda):
    game = replace(OPENED.state, field=gambler.Purses((one, other)))
    return replace(OPENED, state=game, agenda=agenda or OPENED.agenda)


class Asking:
    """A looker that reads something off the positions of a text, and how often it has been asked."""

    def __init__(self, text, reading):
        self.asked = 0
        self.said = []
        self._text = text
        self._reading = reading
        self.packing = Packing(text, 1)
        self._looker = Looker(self.packing, self.numbers, text.heads.__getitem__, self.read)

    def numbers(self, values):
        self.said += values
        return list(range(len(self.said) - len(values), len(self.said)))

    def read(self, head, position):
        self.asked += 1
        return self._text.seen(head, position, lambda game, _known: self._reading(game))

    def answers(self, positions):
        self.packing.grow()
        heads = [self._text.heads[position & HEADS] for position in positions]
        columns = [
            self.packing.packed(head.number, head.frame.leaves, at) for head, at in zip(heads, positions, strict=True)
        ]
        rows = self._looker.rows(np.array(columns, dtype=np.int64).T)
        return [self.said[row] for row in rows.tolist()]


def test_every_position_gets_its_own_answer(text):
    positions = [text.number(with_coins(one, other)) for one in range(1, 5) for other in range(1, 5)]
    asking = Asking(text, lambda game: game.field.coins[0] + 0)
    assert asking.answers(positions) == [one for one in range(1, 5) for _ in range(4)]


def test_it_is_asked_once_for_all_that_look_alike(text):
    positions = [text.number(with_coins(one, other)) for one in range(1, 5) for other in range(1, 5)]
    asking = Asking(text, lambda game: game.field.coins[0] + 0)
    asking.answers(positions)
    known = asking.asked
    assert known <= 5  # once for each, and once more where it began to look
    asking.answers(positions)
    assert asking.asked == known


def test_answers_stand_when_more_is_looked_at_later(text):
    positions = [text.number(with_coins(one, other)) for one in range(1, 4) for other in range(1, 4)]
    asking = Asking(text, lambda game: game.field.coins[1] + 0 if game.field.coins[0] == 3 else 0)
    assert asking.answers(positions[:6]) == [0] * 6
    assert asking.answers(positions) == [0] * 6 + [1, 2, 3]


def test_heads_that_look_at_unlike_things_are_told_apart(text):
    numbers = [text.number(with_coins(2, 5)), text.number(with_coins(2, 5, (gambler.mutter.key,)))]
    asking = Asking(text, lambda game: game.field.coins[0] + 0)
    assert asking.answers(numbers) == [2, 2]
    assert asking.answers([text.number(with_coins(3, 5)), *numbers]) == [3, 2, 2]
