"""Exact figures of the Scrollhammer register, each computed by full enumeration."""

from fractions import Fraction

import pytest

from pilein.dice import Count, Distribution, Hazards, Lowest, Pool, Target, Test, Total, Volley, chance, mean
from tests.dice.enumeration import distribution_by_weights
from tests.rulesets.scrollhammer.figures import LEADERSHIP, LOWEST_TWO, MORALE, OPEN, ROUGH, TEN_ATTACKS, UNHARMED


@pytest.mark.parametrize(("roll", "figures"), [(Total(2), OPEN), (Lowest(2, 3), ROUGH)])
def test_the_distribution_of_the_charge_range_matches_figure_f_01_of_the_register(
    roll: Total | Lowest, figures: dict[int, Fraction]
) -> None:
    distribution = roll.weights()
    assert {inches: _at_least(distribution, inches) for inches in figures} == figures


def test_the_mean_charge_ranges_with_two_and_three_dice_match_figure_f_01_of_the_register() -> None:
    assert mean(Total(2).weights()) == 7
    assert mean(Lowest(2, 3).weights()) == Fraction(133, 24)
    assert distribution_by_weights(Lowest(2, 3).weights()) == LOWEST_TWO


def test_the_wounds_from_ten_attacks_match_figure_f_03_of_the_register() -> None:
    distribution = distribution_by_weights(Pool((Volley(10, 4, 4, 4, target=0),), (Target(10),)).weights())
    assert {lost: distribution[((),), (lost,)] for lost in TEN_ATTACKS} == TEN_ATTACKS
    assert 1 - TEN_ATTACKS[0] == Fraction(791266575, 1073741824)
    assert sum(lost * part for (_, (lost,)), part in distribution.items()) == Fraction(5, 4)


@pytest.mark.parametrize(("leadership", "margin"), MORALE)
def test_the_odds_of_a_morale_test_after_a_defeat_match_figure_f_05_of_the_register(
    leadership: int, margin: int
) -> None:
    need, figure = leadership - margin, MORALE[leadership, margin]
    assert distribution_by_weights(Test(need, double_one=True).weights())[True] == figure
    plain = chance(Test(need).weights(), lambda passed: passed)
    assert plain == (figure if need >= 2 else 0)


@pytest.mark.parametrize(("models", "save"), UNHARMED)
def test_the_losses_in_dangerous_terrain_match_figure_f_07_of_the_register(models: int, save: bool) -> None:
    distribution = distribution_by_weights(Hazards((4 if save else 7,) * models).weights())
    assert distribution[(False,) * models] == UNHARMED[models, save]
    lost = [sum(wounded) * part for wounded, part in distribution.items()]
    assert sum(lost) == Fraction(models, 12 if save else 6)


@pytest.mark.parametrize("leadership", LEADERSHIP)
def test_the_odds_of_passing_on_unmodified_leadership_match_figure_f_09_of_the_register(leadership: int) -> None:
    assert distribution_by_weights(Test(leadership).weights())[True] == LEADERSHIP[leadership]


def test_the_kills_in_a_mirror_fight_match_figure_f_11_of_the_register() -> None:
    distribution = Pool((Volley(5, 4, 4, 4, target=0),), (Target(5),)).weights()
    assert [weight for _, weight in distribution] == [16807, 12005, 3430, 490, 35, 1]
    both = (Volley(5, 4, 4, 4, target=1), Volley(5, 4, 4, 4, target=0, side=1))
    weights = Pool(both, (Target(5), Target(5))).weights()
    assert chance(weights, lambda shown: shown[1][0] == shown[1][1]) == Fraction(109650375, 268435456)
    assert chance(weights, lambda shown: shown[1][0] < shown[1][1]) == Fraction(158785081, 536870912)


def _at_least(distribution: Distribution[int], inches: int) -> Fraction:
    return chance(distribution, lambda shown: shown >= inches)


def test_a_count_and_a_plain_volley_have_the_same_distribution() -> None:
    distribution = distribution_by_weights(Pool((Volley(6, 4, 1, 7, 0),), (Target(6),)).weights())
    assert {lost: part for (_, (lost,)), part in distribution.items()} == distribution_by_weights(Count(6, 4).weights())
