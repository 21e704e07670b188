import pytest

from pilein.rulesets.wwpd.re_rolls import GroupedSuccesses, Throw
from tests.dice.enumeration import assert_both_readings_agree, outcome_of


def test_successes_are_counted_separately_for_each_group() -> None:
    roll = GroupedSuccesses((Throw(2, 4, 1), Throw(1, 5, 0), Throw(1, 4, 1)), 2)
    assert outcome_of(roll, 4, 3, 5, 6) == (1, 2)


def test_rerolls_of_grouped_successes_follow_all_first_dice_of_their_stage() -> None:
    roll = GroupedSuccesses((Throw(1, 7, 0), Throw(1, 4, 1), Throw(1, 1, 2, 1)), 3)
    assert outcome_of(roll, 6, 3, 6, 1, 2) == (1, 0, 1)


def test_a_throw_of_dice_for_an_unknown_group_is_refused() -> None:
    with pytest.raises(ValueError, match="in none of the 1 groups"):
        GroupedSuccesses((Throw(1, 4, 1),), 1)


@pytest.mark.parametrize(
    "roll",
    [
        GroupedSuccesses((Throw(2, 4), Throw(1, 3), Throw(1, 6, 1)), 2),
        GroupedSuccesses((Throw(1, 1), Throw(1, 7)), 1),
        GroupedSuccesses((Throw(2, 8), Throw(1, 5, 0, 1), Throw(1, 0, 1, 1)), 2),
        GroupedSuccesses((), 1),
    ],
)
def test_the_weights_of_grouped_successes_give_the_same_distribution_as_the_faces_of_the_dice(
    roll: GroupedSuccesses,
) -> None:
    assert_both_readings_agree(roll)
