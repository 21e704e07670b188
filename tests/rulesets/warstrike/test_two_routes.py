"""Exact fractions show that two routes lead to the same odds: the weights of whole rolls, and every face of
every die.
"""

from fractions import Fraction

import pytest

from pilein.dice import AnyPass
from pilein.rulesets.warstrike.barrages import Barrage, Burst, Lot, Score
from pilein.rulesets.warstrike.cycle import half_cycle
from pilein.rulesets.warstrike.profile import Weapon
from tests.dice.enumeration import assert_both_readings_agree
from tests.enumeration import chance, ends, ends_face_by_face
from tests.rulesets.warstrike.builder import TROOPER, armed, changed, lines

ROLLS = (
    AnyPass(2, 3, label="Ld"),
    Barrage((Burst(2, Score(4), 0),), (Lot(0, Score(3), 2, 4),), (1,)),
    Barrage((Burst(1, Score(2), 0), Burst(1, Score(5), 1)), (Lot(0, Score(4)), Lot(1, Score(7), 1, 3)), (2, 2)),
)
UNTIL = "look_round"


@pytest.mark.parametrize("roll", ROLLS)
def test_the_weights_of_a_single_roll_give_the_same_odds_as_the_faces_of_its_dice(roll):
    assert_both_readings_agree(roll)


@pytest.mark.parametrize("foe", [changed(TROOPER, Ld=1), changed(TROOPER, Ld=1, To=1), changed(TROOPER, Ld=0)])
def test_the_odds_of_a_half_cycle_agree_with_an_enumeration_of_all_faces(foe):
    attacks = 1 if foe.To else 2
    made = lines(armed(Weapon("pair", Atk=attacks, AP=3)), foe, foe_count=1)
    assert ends(made, (half_cycle, 1), until=UNTIL) == ends_face_by_face(made, (half_cycle, 1), until=UNTIL)


def test_the_odds_of_a_half_cycle_with_an_allocation_test_agree_with_an_enumeration_of_all_faces():
    """One attack on two models hits with probability 1/2, and its save fails with probability 1/2. In 1/36 of the cases
    in which the save fails, the leader falls.
    """
    made = lines(TROOPER, changed(TROOPER, Nv=6), foe_count=2)
    distribution = ends(made, (half_cycle, 1), until=UNTIL)
    assert distribution == ends_face_by_face(made, (half_cycle, 1), until=UNTIL)
    assert chance(distribution, lambda after: after.living(1) == 1) == Fraction(1, 4)
    assert chance(distribution, lambda after: after.living(1) == 1 and after.status(1).leader < 0) == Fraction(
        1, 4
    ) * Fraction(1, 36)
