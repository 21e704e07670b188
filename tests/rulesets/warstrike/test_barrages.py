"""In a barrage, dice are rolled to hit, to save and to kill."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.dice import chance
from pilein.rulesets.warstrike.barrages import Barrage, Burst, Lot, Score
from tests.dice.enumeration import assert_both_readings_agree, outcome_of

scores = st.builds(Score, st.integers(1, 7)) | st.builds(Score, st.integers(-7, 6), st.just(True))
lots = st.builds(Lot, st.integers(0, 1), scores, st.integers(0, 1), st.integers(-1, 7))


@settings(max_examples=15)
@given(st.lists(lots, min_size=1, max_size=2), scores, st.integers(0, 1), st.integers(0, 2))
def test_the_weights_of_a_barrage_give_the_same_distribution_as_the_faces_of_its_dice(
    drawn: list[Lot], hit: Score, dice: int, cap: int
) -> None:
    bursts = (Burst(dice, hit, 0), Burst(1, Score(4), len(drawn) - 1))
    assert_both_readings_agree(Barrage(bursts, tuple(drawn), (cap, 1)))


def test_a_barrage_finishes_one_stage_for_all_its_lots_before_it_begins_the_next_stage() -> None:
    lots = (Lot(0, Score(4)), Lot(1, Score(5), tests=2, most=3))
    barrage = Barrage((Burst(1, Score(3), 0), Burst(2, Score(3), 1)), lots, (9, 9))
    assert outcome_of(barrage, 3, 5, 2, 1, 4, 3, 4) == ((1, True, 1), (1, True, 0))


def test_every_die_of_a_toughness_test_is_rolled() -> None:
    assert outcome_of(Barrage((Burst(1, Score(1), 0),), (Lot(0, Score(7), 2, 4),), (1,)), 5, 1) == ((1, True, 0),)


def test_a_barrage_does_not_roll_for_results_that_are_certain() -> None:
    sure, never = Score(1), Score(7)
    assert outcome_of(Barrage((Burst(3, sure, 0),), (Lot(0, never, 2, 6),), (2,))) == ((3, True, 2),)
    assert outcome_of(Barrage((Burst(3, never, 0),), (Lot(0, sure),), (2,))) == ((0, False, 0),)
    assert outcome_of(Barrage((Burst(1, sure, 0),), (Lot(0, never, 1, 0),), (2,))) == ((1, True, 0),)


def test_the_difference_between_two_opposed_dice_must_exceed_the_margin() -> None:
    contest = Barrage((Burst(1, Score(0, opposed=True), 0),), (Lot(0, Score(1)),), (0,))
    assert [outcome_of(contest, own, 3)[0][0] for own in (2, 3, 4)] == [0, 0, 1]  # type: ignore[index]
    assert chance(contest.weights(), lambda shown: shown[0][0] == 1) == Fraction(15, 36)


def test_a_barrage_that_refers_to_a_missing_lot_or_target_is_refused() -> None:
    with pytest.raises(ValueError, match="must be one of the 0 lots"):
        Barrage((Burst(1, Score(4), 0),), (), ())
    with pytest.raises(ValueError, match="must be one of the 0 targets"):
        Barrage((), (Lot(0, Score(4)),), ())
