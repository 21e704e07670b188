import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Bands, Count
from tests.dice.enumeration import assert_both_readings_agree, outcome_of
from tests.dice.strategies import re_rolls, scores

cuts = st.lists(st.integers(2, 6), min_size=1, max_size=3, unique=True).map(sorted).map(tuple)


@given(st.integers(0, 3), scores)
def test_a_count_reads_the_same_both_ways(dice: int, need: int) -> None:
    assert_both_readings_agree(Count(dice, need))


@given(st.integers(0, 2), scores, re_rolls)
def test_a_count_with_re_rolls_reads_the_same_both_ways(dice: int, need: int, re_roll: str) -> None:
    assert_both_readings_agree(Count(dice, need, re_roll))


@given(st.integers(0, 2), cuts, re_rolls)
def test_bands_read_the_same_both_ways(dice: int, edges: tuple[int, ...], re_roll: str) -> None:
    assert_both_readings_agree(Bands(dice, edges, re_roll))


@pytest.mark.parametrize(("need", "count"), [(1, 9), (0, 9), (-3, 9), (7, 0), (12, 0)])
def test_a_sure_score_throws_no_dice(need: int, count: int) -> None:
    assert outcome_of(Count(9, need, "failures")) == count


def test_failures_are_thrown_again_once() -> None:
    assert outcome_of(Count(3, 4, "failures"), 1, 4, 3, 6, 2) == 2


def test_bands_count_dice_from_cut_to_cut() -> None:
    assert outcome_of(Bands(5), 1, 6, 5, 2, 6) == (1, 2, 2)
    assert outcome_of(Bands(3, (4, 6), "failures"), 3, 6, 4, 5) == (0, 2, 1)


@pytest.mark.parametrize("edges", [(), (1, 6), (2, 7), (4, 4), (6, 2)])
def test_cuts_that_do_not_rise_from_2_to_6_are_refused(edges: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="rising scores"):
        Bands(3, edges)


def test_an_unknown_re_roll_is_refused() -> None:
    with pytest.raises(ValueError, match="'misses'"):
        Count(3, 4, "misses")
