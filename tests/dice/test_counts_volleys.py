import pytest

from pilein.dice import Target, Volley
from pilein.dice.counts import needed_to_hit, needed_to_wound


@pytest.mark.parametrize(
    ("hit", "six_hits", "one_misses", "need"),
    [
        (4, True, True, 4),
        (9, False, False, 7),
        (9, True, False, 6),
        (7, True, True, 6),
        (0, False, False, 1),
        (0, False, True, 2),
        (1, True, True, 2),
    ],
)
def test_the_score_needed_to_hit_takes_natural_6s_and_1s_into_account(
    hit: int, six_hits: bool, one_misses: bool, need: int
) -> None:
    assert needed_to_hit(Volley(1, hit, 4, six_hits=six_hits, one_misses=one_misses)) == need


def test_a_natural_6_always_wounds_if_a_rule_says_so() -> None:
    assert needed_to_wound(Volley(1, 4, 9, six_wounds=True)) == 6
    assert needed_to_wound(Volley(1, 4, 9)) == 7
    assert needed_to_wound(Volley(1, 4, -2, six_wounds=True)) == 1


def test_a_volley_with_a_negative_number_of_dice_or_with_an_unknown_reroll_or_count_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 dice"):
        Volley(-1, 4, 4)
    with pytest.raises(ValueError, match="'misses'"):
        Volley(1, 4, 4, re_roll_saves="misses")
    with pytest.raises(ValueError, match="'misses'"):
        Volley(1, 4, 4, keep=("hits", "misses"))


def test_a_target_with_a_negative_number_of_wounds_is_refused() -> None:
    with pytest.raises(ValueError, match="-1 wounds"):
        Target(-1)
