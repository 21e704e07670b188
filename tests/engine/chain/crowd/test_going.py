"""Positions on their way wait for those with the same clause next."""

import numpy as np
import pytest

from pilein.engine.chain.crowd.going import OVER, Crowd, Going, joined
from pilein.engine.chain.veiled.text import Text
from tests.engine.chain import gambler

TOSS, MUTTER = (clause.key for clause in (gambler.toss, gambler.mutter))


def ints(*numbers):
    return np.array(numbers, dtype=np.int64)


@pytest.fixture
def text():
    """Heads 0, 1 and 2: a toss is next, a mutter, nothing."""
    text = Text(gambler.rules(), (gambler.plays, gambler.plays))
    position = gambler.opened(1, 1)
    for agenda in (((TOSS,),), ((MUTTER,),), ()):
        text.number(type(position)(position.state, agenda))
    return text


def going(*heads, clauses=0):
    return Going(ints(*heads)[None, :], np.arange(len(heads)), np.zeros(len(heads), dtype=np.int64), clauses)


def test_the_most_numerous_go_first_and_those_whose_phase_is_over_last(text):
    crowd = Crowd(text)
    crowd.wait(going(2, 2, 2, 0, 1, 1))
    order = []
    while crowd:
        clause, those = crowd.most()
        order.append((clause, those.way.tolist()))
    assert order == [(MUTTER, [4, 5]), (TOSS, [3]), (OVER, [0, 1, 2])]


def test_those_who_come_later_go_with_those_who_wait(text):
    crowd = Crowd(text)
    crowd.wait(going(0, 0, clauses=3))
    crowd.wait(going(0, clauses=1))
    _, those = crowd.most()
    assert those.way.tolist() == [0, 1, 0]
    assert those.clauses == 3
    assert not crowd


def test_nobody_waits_for_nobody(text):
    crowd = Crowd(text)
    crowd.wait(going())
    assert not crowd


def test_stories_are_told_one_after_the_other(text):
    one, other = text.story(("one",)), text.story(("other",))
    both = joined(text, ints(0, one, 0, one, one), ints(0, 0, other, other, other))
    assert [text.stories[story] for story in both.tolist()] == [
        (),
        ("one",),
        ("other",),
        ("one", "other"),
        ("one", "other"),
    ]
