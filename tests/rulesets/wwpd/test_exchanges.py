"""Figures F-01, F-03 and F-05 of the register of WWPD, computed as rolls."""

from fractions import Fraction

import pytest

from pilein.dice import chance
from pilein.dice.weights import together
from pilein.rulesets.wwpd.exchanges import Against, Crowd, Exchange, dealt
from pilein.rulesets.wwpd.re_rolls import Throw
from tests.dice.enumeration import assert_both_readings_agree, outcome_of

PLAIN = Against(0, 2, 5)


def duel(rate: int) -> Exchange:
    throws = (Throw(rate, 4, 0, 0), Throw(rate, 4, 1, 1))
    return Exchange(throws, (PLAIN, Against(1, 2, 5)), (Crowd(1, 0, 0), Crowd(1, 0, 1)))


def test_an_ordinary_attack_fells_its_target_with_a_probability_of_five_eighteenths() -> None:
    distribution = Exchange((Throw(1, 4),), (PLAIN,), (Crowd(1),)).weights()
    assert chance(distribution, lambda shown: shown[0][1] == 1) == Fraction(5, 18)


def test_both_models_of_a_duel_fall_with_the_probability_calculated_by_hand() -> None:
    distribution = duel(2).weights()
    assert chance(distribution, lambda shown: shown[0][1] == 1) == Fraction(155, 324)
    assert chance(distribution, lambda shown: shown[0][1] == shown[1][1] == 1) == Fraction(24025, 104976)
    assert chance(distribution, lambda shown: shown[0][1] == shown[1][1] == 0) == Fraction(28561, 104976)


def test_the_joint_distribution_of_an_exchange_is_the_product_of_those_of_its_groups() -> None:
    assert together(duel(2).distributions()) == duel(2).weights()


@pytest.mark.parametrize(("dice", "figure"), [(10, "4222871875/10319560704"), (5, "3125/248832")])
def test_the_probability_of_five_wounds_on_five_models_matches_figure_f_03(dice: int, figure: str) -> None:
    distribution = Exchange((Throw(dice, 4),), (PLAIN,), (Crowd(5, mark=5),)).weights()
    assert chance(distribution, lambda shown: shown[0][0]) == Fraction(figure)


def test_hits_of_different_groups_are_dealt_round_the_models_in_one_continuous_sequence() -> None:
    assert dealt([3, 2], 2) == [(2, 1), (1, 1)]
    assert dealt([1, 1, 1], 3) == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]


def test_the_dice_of_an_exchange_are_rolled_stage_by_stage() -> None:
    # both hit twice; the first side's wounds, the second's; then the first saves, then the second
    assert outcome_of(duel(2), 4, 5, 6, 4, 2, 1, 3, 3, 5, 4, 6) == ((False, 0), (False, 1))


def test_an_exchange_is_refused_if_one_of_its_groups_has_no_enemy_to_strike() -> None:
    with pytest.raises(ValueError, match="has no enemy to strike"):
        Exchange((Throw(1, 4),), (PLAIN,), (Crowd(0),))


@pytest.mark.parametrize(
    "roll",
    [
        duel(1),
        Exchange((Throw(2, 4),), (Against(0, 3, 5),), (Crowd(2, mark=2),)),
        Exchange((Throw(1, 3), Throw(1, 5)), (Against(0, 4, 6),), (Crowd(2, mark=1),)),
        Exchange((Throw(1, 4, 0), Throw(1, 3, 1)), (Against(0, 2, 8), Against(0, 6, 4)), (Crowd(1, mark=2),)),
        Exchange((Throw(2, 0, 0), Throw(1, 0, 1)), (Against(0, 4, 0), Against(0, 7, 5)), (Crowd(2, mark=1),)),
    ],
)
def test_the_weights_of_an_exchange_give_the_same_distribution_as_the_faces_of_its_dice(roll: Exchange) -> None:
    assert_both_readings_agree(roll)
