from fractions import Fraction

import pytest

from pilein.rulesets.wwpd.re_rolls import GroupedSuccesses, Throw, has_dice
from tests.dice.enumeration import distribution_by_weights, outcome_of


@pytest.mark.parametrize(("need", "chance"), [(1, "35/36"), (2, "5/6"), (4, "1/2"), (6, "1/6"), (7, "1/36")])
def test_a_score_of_7_succeeds_once_in_thirty_six_rolls(need: int, chance: str) -> None:
    assert distribution_by_weights(GroupedSuccesses((Throw(1, need),), 1).weights())[1,] == Fraction(chance)


def test_a_die_is_rerolled_after_a_1_if_only_a_1_fails() -> None:
    roll = GroupedSuccesses((Throw(3, 1),), 1)
    assert outcome_of(roll, 2, 1, 1, 1, 4) == (2,)


def test_a_die_is_rerolled_after_a_6_if_even_a_6_fails() -> None:
    roll = GroupedSuccesses((Throw(3, 7),), 1)
    assert outcome_of(roll, 6, 5, 6, 6, 5) == (1,)


def test_no_dice_are_rolled_for_a_score_that_always_or_never_succeeds() -> None:
    assert outcome_of(GroupedSuccesses((Throw(3, 0), Throw(2, 8)), 1)) == (3,)
    assert [has_dice(need) for need in (0, 1, 7, 8)] == [False, True, True, False]
