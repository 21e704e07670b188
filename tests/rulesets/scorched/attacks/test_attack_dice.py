"""The weights of attack dice give the same distribution as their faces."""

import pytest

from pilein.rulesets.scorched.attack_dice import NONE, AttackDice, DieToParry, Offered, ReRolled, RollOff
from pilein.rulesets.scorched.state import NOT_COUNTED, Hand
from tests.dice.enumeration import assert_both_readings_agree

ROLLS = [
    AttackDice(3),
    AttackDice(3, keep=2),
    AttackDice(3, keep=2, ones=True),
    AttackDice(2, keep=4),
    AttackDice(2, ones=True, times=2),
    AttackDice(1, times=3),
    ReRolled(),
    ReRolled(4),
    ReRolled(4, ones=True),
    RollOff(),
]


@pytest.mark.parametrize("roll", ROLLS)
def test_the_weights_of_attack_dice_give_the_same_distribution_as_their_faces(roll):
    assert_both_readings_agree(roll)


def test_a_tied_roll_off_is_rolled_again_until_it_is_decided():
    faces = iter([3, 3, 1, 1, 2, 5])
    assert RollOff(until_decided=True).thrown(lambda _: next(faces)) == -1
    assert RollOff(until_decided=True).weights() == ((-1, 1), (1, 1))


def test_the_weights_of_many_attack_dice_depend_only_on_the_two_highest_faces():
    """The two highest faces form one of 21 possible pairs, even with twelve dice."""
    assert len(AttackDice(12, keep=2).weights()) == 21


def choice(*hands):
    offered = tuple(Offered(place, f"foe {place}", hand) for place, hand in enumerate(hands))
    return DieToParry(0, "CP-SW-01", "which die?", offered)


def test_the_question_about_a_parry_offers_each_face_once_and_lists_declining_last():
    found = list(choice(Hand(1, 6, (4, 4))).candidates())
    assert found == [("the 6 of foe 0", (0, 6)), ("the 4 of foe 0", (0, 4)), ("none", NONE)]


def test_a_1_is_offered_for_a_parry_only_if_1s_matter():
    assert Offered(0, "foe", Hand(1, 6, (4,), ones=1)).faces() == (6, 4, 1)
    assert Offered(0, "foe", Hand(1, 6, (1,), ones=2)).faces() == (6, 1)
    assert Offered(0, "foe", Hand(1, 6, (4,), ones=0)).faces() == (6, 4)


def test_only_the_parries_offered_are_legal():
    asked = choice(Hand(1, 6, (3,), ones=1), Hand(2, 0, (), NOT_COUNTED, (5,)), Hand(3, 2))
    offered = {answer for _, answer in asked.candidates()}
    every = {(place, face) for place in range(-1, 4) for face in range(-1, 8)}
    assert {answer for answer in every if asked.why_not(answer) is None} == offered


@pytest.mark.parametrize("answer", [None, 6, "6", (0,), (0, 6, 1), (0, True), (False, 6), [0, 6]])
def test_a_parry_answer_other_than_a_pair_of_whole_numbers_is_refused(answer):
    assert "the answer must be the index of a hand and a face" in choice(Hand(1, 6)).why_not(answer)


def test_the_refusal_of_an_illegal_parry_lists_the_dice_that_may_be_parried():
    assert choice(Hand(1, 6)).why_not((0, 5)) == "it is not one of the options, which are (0, 6), (-1, 0)"
