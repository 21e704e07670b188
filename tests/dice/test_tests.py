from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import AnyPass, Hazards, Test, chance
from tests.dice.enumeration import assert_both_readings_agree, outcome_of


@given(st.integers(-1, 13), st.integers(1, 3), st.booleans())
def test_the_rolled_faces_and_the_weights_of_a_test_give_the_same_distribution(
    need: int, dice: int, double_one: bool
) -> None:
    assert_both_readings_agree(Test(need, dice, double_one=double_one))


@given(st.integers(-1, 13), st.booleans())
def test_the_rolled_faces_and_the_weights_of_a_test_with_a_reroll_give_the_same_distribution(
    need: int, double_one: bool
) -> None:
    assert_both_readings_agree(Test(need, double_one=double_one, re_roll=True))


@given(st.lists(st.integers(0, 8), max_size=3).map(tuple), st.integers(0, 6))
def test_the_rolled_faces_and_the_weights_of_a_roll_for_hazards_give_the_same_distribution(
    saves: tuple[int, ...], fatal: int
) -> None:
    assert_both_readings_agree(Hazards(saves, fatal))


def test_a_double_1_passes_every_test_if_a_rule_says_so() -> None:
    assert outcome_of(Test(-2, double_one=True), 1, 1) is True
    assert outcome_of(Test(-2, double_one=True), 1, 2) is False
    assert outcome_of(Test(1), 1, 1) is False


def test_a_failed_test_is_rerolled_once_with_all_its_dice() -> None:
    assert outcome_of(Test(7, re_roll=True), 4, 4, 3, 4) is True
    assert outcome_of(Test(7, re_roll=True), 4, 4, 6, 4) is False
    assert outcome_of(Test(7, re_roll=True), 3, 4) is True


def test_a_save_is_rolled_immediately_after_its_hazard() -> None:
    assert outcome_of(Hazards((4, 7, 4)), 1, 3, 1, 6) == (True, True, False)
    assert outcome_of(Hazards((4, 1)), 1, 4, 1) == (False, False)


@given(st.integers(0, 3), st.integers(-2, 8))
def test_a_test_that_any_die_may_pass_has_the_same_distribution_by_faces_and_by_weights(dice: int, most: int) -> None:
    assert_both_readings_agree(AnyPass(dice, most))


def test_all_dice_are_rolled_even_if_the_first_one_passes_a_test_that_any_die_may_pass() -> None:
    assert outcome_of(AnyPass(2, 3), 3, 6) is True
    assert outcome_of(AnyPass(2, 3), 4, 5) is False


def test_at_least_one_of_two_dice_shows_3_or_less_with_probability_three_quarters() -> None:
    assert chance(AnyPass(2, 3).weights(), bool) == Fraction(3, 4)
