"""The attack dice as dice and as a distribution."""

import pytest

from pilein.rulesets.scorched.attack_dice import AttackDice, ReRolled, RollOff
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
def test_the_distribution_is_that_of_the_faces(roll):
    assert_both_readings_agree(roll)


def test_a_roll_that_is_thrown_until_it_is_decided():
    faces = iter([3, 3, 1, 1, 2, 5])
    assert RollOff(until_decided=True).thrown(lambda _: next(faces)) == -1
    assert RollOff(until_decided=True).weights() == ((-1, 1), (1, 1))


def test_more_dice_are_counted_and_not_listed():
    """Twelve dice have 21 pairs of highest faces."""
    assert len(AttackDice(12, keep=2).weights()) == 21
