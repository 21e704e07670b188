"""Rolls of which one die is enough."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import chance
from pilein.dice.passes import AnyPass
from tests.dice.enumeration import assert_both_readings_agree, outcome_of


@given(st.integers(0, 3), st.integers(-2, 8))
def test_one_die_is_enough_both_ways(dice: int, most: int) -> None:
    assert_both_readings_agree(AnyPass(dice, most))


def test_all_dice_are_thrown_even_if_the_first_passes() -> None:
    assert outcome_of(AnyPass(2, 3), 3, 6) is True
    assert outcome_of(AnyPass(2, 3), 4, 5) is False


def test_two_dice_of_three_or_less_pass_three_times_in_four() -> None:
    assert chance(AnyPass(2, 3).weights(), bool) == Fraction(3, 4)
