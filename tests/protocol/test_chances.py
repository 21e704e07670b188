"""Probabilities in messages state how certain they are."""

from fractions import Fraction

import pytest

from pilein.lab.figures import Distribution, share
from pilein.protocol.chances import chance_of, chances_of, distribution_of, mean_of

NEARLY = 1 - Fraction(1, 10**30)


def test_an_exact_probability_is_sent_without_a_number_of_games_and_without_bounds():
    found = chance_of("red wins", Fraction(11, 12))
    assert (found.words, found.chance, found.games, found.low, found.high) == ("red wins", 11 / 12, 0, None, None)


def test_a_sampled_probability_is_sent_with_its_number_of_games_and_its_interval():
    found = chance_of("red wins", share(26, 40))
    assert (found.chance, found.games) == (0.65, 40)
    assert (found.low, found.high) == pytest.approx((0.495, 0.779), abs=0.001)


def test_an_exact_probability_of_0_or_1_is_sent_only_for_an_impossible_or_a_certain_outcome():
    """The probability is so close to 1 that, as a float, it would be rounded to 1."""
    assert float(NEARLY) == 1.0
    assert [chance_of("", one).chance for one in (Fraction(0), Fraction(1))] == [0.0, 1.0]
    assert 0.999 < chance_of("", NEARLY).chance < 1
    assert 0 < chance_of("", Fraction(1, 10**400)).chance < 1e-300


def test_no_outcome_with_a_float_probability_is_sent_as_certain_if_a_second_outcome_is_possible():
    assert [one.chance < 1 for one in chances_of((("red", 1.0), ("blue", 1e-30)))] == [True, True]
    assert [one.chance for one in chances_of((("red", 1.0), ("blue", 0.0)))] == [1.0, 0.0]


def test_float_sums_slightly_below_0_or_above_1_are_sent_as_0_or_1():
    assert [chance_of("", one).chance for one in (-1e-17, 1 + 1e-15)] == [0.0, 1.0]


def test_losses_that_occurred_in_no_game_are_sent_with_an_upper_bound():
    losses = Distribution(((0, share(10, 40)), (2, share(30, 40))), 40)
    never = distribution_of(losses, 0)[1]
    assert (never.chance, never.games, never.low) == (0, 40, 0)
    assert never.high == pytest.approx(0.0876, abs=0.0001)


@pytest.mark.parametrize("games", [0, 40])
def test_a_mean_is_sent_either_as_an_exact_number_or_with_its_interval(games):
    chances = tuple((value, share(20, 40) if games else Fraction(1, 2)) for value in (1, 3))
    found = mean_of(Distribution(chances, games))
    assert (found.mean, found.games) == (2, games)
    assert (found.low, found.high) == (pytest.approx((1.69, 2.31), abs=0.01) if games else (None, None))
