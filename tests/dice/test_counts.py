import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Count
from tests.dice.enumeration import assert_both_readings_agree, outcome_of
from tests.dice.strategies import re_rolls, scores


@given(st.integers(0, 3), scores)
def test_the_rolled_faces_and_the_weights_of_a_count_give_the_same_distribution(dice: int, need: int) -> None:
    assert_both_readings_agree(Count(dice, need))


@given(st.integers(0, 2), scores, re_rolls)
def test_the_rolled_faces_and_the_weights_of_a_count_with_rerolls_give_the_same_distribution(
    dice: int, need: int, re_roll: str
) -> None:
    assert_both_readings_agree(Count(dice, need, re_roll))


@pytest.mark.parametrize(("need", "count"), [(1, 9), (0, 9), (-3, 9), (7, 0), (12, 0)])
def test_a_count_that_always_or_never_succeeds_rolls_no_dice(need: int, count: int) -> None:
    assert outcome_of(Count(9, need, "failures")) == count


def test_failed_dice_of_a_count_are_rerolled_once() -> None:
    assert outcome_of(Count(3, 4, "failures"), 1, 4, 3, 6, 2) == 2


def test_an_unknown_kind_of_reroll_is_refused() -> None:
    with pytest.raises(ValueError, match="'misses'"):
        Count(3, 4, "misses")
