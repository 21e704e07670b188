from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Contest, Hazards, Test, chance
from tests.dice.enumeration import assert_both_readings_agree, distribution_by_weights, outcome_of

bonuses = st.integers(-1, 8)


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    """Draw a contest of at most four dice."""
    fleeing = draw(st.lists(bonuses, min_size=1, max_size=2))
    chasing = draw(st.lists(st.integers(0, 8), min_size=1, max_size=2))
    every = [(one, other) for one in range(len(fleeing)) for other in range(len(chasing))]
    pairs = draw(st.lists(st.sampled_from(every), max_size=3, unique=True))
    return Contest(tuple(fleeing), tuple(chasing), tuple(pairs))


@given(st.integers(-1, 13), st.integers(1, 3), st.booleans())
def test_a_test_reads_the_same_both_ways(need: int, dice: int, double_one: bool) -> None:
    assert_both_readings_agree(Test(need, dice, double_one=double_one))


@given(st.integers(-1, 13), st.booleans())
def test_a_repeated_test_reads_the_same_both_ways(need: int, double_one: bool) -> None:
    assert_both_readings_agree(Test(need, double_one=double_one, re_roll=True))


@given(st.lists(st.integers(0, 8), max_size=3).map(tuple), st.integers(0, 6))
def test_hazards_read_the_same_both_ways(saves: tuple[int, ...], fatal: int) -> None:
    assert_both_readings_agree(Hazards(saves, fatal))


@given(contests())
def test_a_contest_reads_the_same_both_ways(contest: Contest) -> None:
    assert_both_readings_agree(contest)


@given(contests().filter(lambda drawn: len(drawn.pairs) <= 2))
def test_a_contest_with_fresh_dice_reads_the_same_both_ways(contest: Contest) -> None:
    assert_both_readings_agree(Contest(contest.fleeing, contest.chasing, contest.pairs, fresh=True))


def test_two_ones_always_pass_where_the_rule_holds() -> None:
    assert outcome_of(Test(-2, double_one=True), 1, 1) is True
    assert outcome_of(Test(-2, double_one=True), 1, 2) is False
    assert outcome_of(Test(1), 1, 1) is False


def test_a_failed_test_is_repeated_once_with_all_its_dice() -> None:
    assert outcome_of(Test(7, re_roll=True), 4, 4, 3, 4) is True
    assert outcome_of(Test(7, re_roll=True), 4, 4, 6, 4) is False
    assert outcome_of(Test(7, re_roll=True), 3, 4) is True


def test_a_save_follows_its_hazard_at_once() -> None:
    assert outcome_of(Hazards((4, 7, 4)), 1, 3, 1, 6) == (True, True, False)
    assert outcome_of(Hazards((4, 1)), 1, 4, 1) == (False, False)


def test_an_equal_total_catches() -> None:
    contest = Contest((3, 5), (4,), ((0, 0), (1, 0)))
    assert outcome_of(contest, 4, 3, 3) == (True, False)
    assert outcome_of(contest, 4, 2, 3) == (True, True)


def test_one_that_rolls_nothing_is_caught_by_anybody_paired() -> None:
    assert outcome_of(Contest((-1, 3), (0,), ((0, 0), (1, 0))), 2, 1) == (True, False)
    assert outcome_of(Contest((-1,), (0,), ()), 1) == (False,)
    assert outcome_of(Contest((-1, 0), (0,), ((0, 0), (1, 0)), fresh=True), 2, 1) == (True, False)


def test_fresh_dice_are_thrown_pair_by_pair() -> None:
    contest = Contest((3,), (3, 3), ((0, 0), (0, 1)), fresh=True)
    assert outcome_of(contest, 5, 4, 2, 2) == (True,)


def test_a_shared_chasing_die_ties_two_fates_together() -> None:
    distribution = Contest((0, 0), (0,), ((0, 0), (1, 0))).weights()
    both = Fraction(1 + 4 + 9 + 16 + 25 + 36, 216)
    assert distribution_by_weights(distribution)[True, True] == both
    assert chance(distribution, lambda flags: flags[0]) == Fraction(21, 36)


def test_a_pair_of_somebody_absent_is_refused() -> None:
    with pytest.raises(ValueError, match=r"\(0, 1\)"):
        Contest((3,), (4,), ((0, 1),))
