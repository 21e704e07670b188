"""Bradley-Terry ratings recover known strengths, and their intervals contain those strengths."""

from math import log10
from random import Random

import pytest

from pilein.agents.ratings import ELO, added, intervals, strengths

TRUE = (4.0, 2.0, 1.0)


def block(rng):
    """Return the scores of one randomly decided game between each pair of players."""
    scores = [[0.0] * 3 for _ in range(3)]
    for one in range(3):
        for other in range(one + 1, 3):
            wins = rng.random() < TRUE[one] / (TRUE[one] + TRUE[other])
            scores[one][other], scores[other][one] = float(wins), float(not wins)
    return scores


def test_the_true_strength_of_each_player_is_close_to_the_rating_and_inside_the_rating_interval():
    rng = Random(2)  # noqa: S311 - a test that can be repeated
    blocks = [block(rng) for _ in range(1500)]
    found = strengths(added(blocks))
    mean = sum(ELO * log10(one) for one in TRUE) / 3
    wanted = [ELO * log10(one) - mean for one in TRUE]
    assert found == pytest.approx(wanted, abs=25)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    for (low, high), one in zip(intervals(blocks[:200]), wanted, strict=True):
        assert low - 20 <= one <= high + 20


def test_a_player_that_always_wins_has_a_finite_rating():
    found = strengths([[0, 9], [0, 0]])
    assert 300 < found[0] < 1000
    assert found[0] == -found[1]
