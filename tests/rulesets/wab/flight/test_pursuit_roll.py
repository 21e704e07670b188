from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.dice import chance
from pilein.rulesets.wab.flight.pursuit_roll import PursuitRoll
from tests.dice.enumeration import assert_both_readings_agree, outcome_of


@st.composite
def pursuit_rolls(draw: st.DrawFn) -> PursuitRoll:
    """Draw a pursuit roll of at most six dice."""
    fleeing = draw(st.lists(st.integers(0, 2), min_size=1, max_size=2))
    whom = st.integers(0, len(fleeing) - 1)
    pursuits = draw(st.lists(st.tuples(whom, st.integers(0, 1)), max_size=2))
    return PursuitRoll(tuple(fleeing), tuple(pursuits), must_exceed=draw(st.booleans()))


@settings(max_examples=40)
@given(pursuit_rolls())
def test_the_weights_of_a_pursuit_roll_give_the_same_distribution_as_the_faces_of_its_dice(roll: PursuitRoll) -> None:
    assert_both_readings_agree(roll)


def test_a_pursuit_roll_equal_to_the_flight_roll_catches_the_enemy_unless_a_ruling_requires_more() -> None:
    assert outcome_of(PursuitRoll((1,), ((0, 1),)), 3, 3) == (True,)
    assert outcome_of(PursuitRoll((1,), ((0, 1),), must_exceed=True), 3, 3) == (False,)


def test_no_second_pursuit_roll_is_made_against_a_unit_that_has_already_been_caught() -> None:
    assert outcome_of(PursuitRoll((1, 1), ((0, 1), (0, 1), (1, 1))), 3, 5, 4, 2) == (True, False, False)


def test_pursuers_that_roll_three_dice_usually_catch_a_unit_that_rolls_two() -> None:
    assert chance(PursuitRoll((2,), ((0, 2),)).weights(), lambda who: who[0]) == Fraction(721, 1296)
    assert chance(PursuitRoll((2,), ((0, 3),)).weights(), lambda who: who[0]) > Fraction(4, 5)
