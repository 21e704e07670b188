"""The weights and the faces of save dice give the same distribution if the number of dice has a limit."""

from fractions import Fraction

import pytest

from pilein.rulesets.scorched.save_dice import MOST_KEPT, Added, HitDice, Save, SaveDice, Victim
from tests.dice.enumeration import assert_both_readings_agree, distribution_by_faces, distribution_by_weights

SHRED = (Save(4, shreds=True),)
LIMIT = 7  # dice: what goes on longer is left out


PLAIN = [
    (Victim(2, (HitDice(3, saves=(Save(4),)),)),),
    (Victim(2, (HitDice(2, saves=(Save(4),), ignore=5),)),),
    (Victim(2, (HitDice(2, wound=3, saves=(Save(5), Save(4))),)),),
    (Victim(3, (HitDice(2, saves=(Save(4),), is_lethal=True), HitDice(1, saves=(Save(3),)))),),
    (Victim(1, (HitDice(2, saves=(Save(4),), keep="failed"),)), Victim(2, (HitDice(1, saves=(Save(7),), ignore=4),))),
    (Victim(0, (HitDice(2, saves=(Save(4),)),)),),
    (Victim(2, (HitDice(2, saves=(Save(1),)),)),),
    (Victim(2, (HitDice(2, wound=7),)),),
]


@pytest.mark.parametrize("victims", PLAIN)
def test_the_weights_of_save_dice_give_the_same_distribution_as_their_faces(victims):
    assert_both_readings_agree(SaveDice(victims))


ENDING = [
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True),)),)),),
    (Victim(3, (HitDice(2, saves=(Save(5, shreds=True),)),)),),
    (Victim(2, (HitDice(2, saves=(Save(4, shreds=True),), again="once", keep="extra"),)),),
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True),), again="once", ignore=4),)),),
    (Victim(2, (HitDice(2, saves=(Save(4, shreds=True),), is_lethal=True),)),),
    (Victim(2, (HitDice(2, wound=4, saves=(Save(4, shreds=True),), keep="failed"),)),),
    (Victim(2, (HitDice(2, saves=(Save(4, shreds=True),), again="once", spares=True, keep="extra"),)),),
    (Victim(3, (HitDice(2, saves=SHRED, again="once", spares=True, is_lethal=True, added=Added(SHRED)),)),),
    (Victim(3, (HitDice(2, saves=SHRED, added=Added((Save(3, shreds=True),))),)),),
    (Victim(3, (HitDice(1, saves=SHRED, keep="extra", added=Added((Save(2),), ignore=5)),)),),
    (Victim(2, (HitDice(1, saves=(Save(1, shreds=True), Save(4, shreds=True))),)),),
]


@pytest.mark.parametrize("victims", ENDING)
def test_the_weights_of_save_dice_with_a_limited_shred_give_the_same_distribution_as_their_faces(victims):
    assert_both_readings_agree(SaveDice(victims))


ENDLESS = [
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True), Save(5, shreds=True))),)),),
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True), Save(5))), HitDice(1, saves=(Save(3, shreds=True),)))),),
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True),), ignore=4),)),),
    (Victim(2, (HitDice(1, saves=(Save(4, shreds=True),), spares=True),)),),
    (Victim(3, (HitDice(1, saves=(Save(4, shreds=True),), ignore=3, keep="extra"),)),),
    (Victim(2, (HitDice(1, saves=(Save(5, shreds=True),), ignore=3, keep="failed"),)),),
]


@pytest.mark.parametrize("victims", ENDLESS)
def test_the_weights_of_endless_shred_give_the_distribution_of_the_faces_except_for_the_cut_off_tail(victims):
    exact = distribution_by_weights(SaveDice(victims).weights())
    found = distribution_by_faces(SaveDice(victims), most=LIMIT)
    beyond = 1 - sum(found.values())
    assert 0 < beyond < Fraction(1, 30)
    assert set(found) <= set(exact)
    for outcome, share in exact.items():
        assert found.get(outcome, 0) <= share <= found.get(outcome, 0) + beyond
    assert sum(exact.values()) == 1


def test_a_roll_of_save_dice_records_extra_hits_only_up_to_a_cap():
    roll = SaveDice((Victim(9, (HitDice(1, saves=(Save(4, shreds=True),), spares=True, keep="extra"),)),))
    faces = iter([1] * (MOST_KEPT + 9) + [6])
    assert roll.thrown(lambda _: next(faces)) == ((0, MOST_KEPT),)
    assert max(kept for ((_, kept),) in distribution_by_weights(roll.weights())) == MOST_KEPT


@pytest.mark.parametrize(
    ("hit_dice", "expected"),
    [
        (HitDice(2), False),
        (HitDice(2, saves=(Save(4),)), True),
        (HitDice(2, wound=7, saves=(Save(4),)), False),
        (HitDice(2, saves=(Save(1),), ignore=4), False),
        (HitDice(2, ignore=4), True),
        (HitDice(0, ignore=4), False),
    ],
)
def test_no_dice_are_rolled_for_a_save_that_is_certain_to_succeed_or_certain_to_fail(hit_dice, expected):
    roll = SaveDice((Victim(2, (hit_dice,)),))
    assert roll.needs_dice == expected
    assert expected or len(roll.weights()) == 1
