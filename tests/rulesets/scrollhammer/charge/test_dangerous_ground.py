"""SH-TE-05: Dangerous Terrain tests of moving models."""

from fractions import Fraction

import pytest

from pilein.dice import Hazards, chance
from pilein.rulesets.scrollhammer.charge.dangerous_ground import dangerous_test
from tests.rulesets.scrollhammer.builder import GUARD, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import guards, kinds, play, reavers, told

OGRE = changed(GUARD, W=3, Sv=7)


def braving(dice, areas=1, traits=GUARD, option="default", answers=(), scored=0, fight=False):
    made = battle(guards([(10, 10)], traits), reavers([(10, 11)]), rulings={"SH-R-35": option})
    if fight:
        made = made.beginning(fight_of((0, 1)))
    return play(made, dice, list(answers), dangerous_test, 0, areas, scored)


@pytest.mark.clause("SH-TE-05")
def test_a_roll_of_1_on_dangerous_ground_costs_the_model_a_wound():
    after, script = braving([1, 3])
    assert after.living(0) == 0
    assert kinds(script) == ["GroundBraved", "Slain"]
    assert braving([2])[0].living(0) == 1


@pytest.mark.clause("SH-TE-05")
def test_armour_may_save_a_model_from_dangerous_ground():
    assert braving([1, 4])[0].living(0) == 1
    unhurt = chance(Hazards((4,)).weights(), lambda hurt: not hurt[0])
    assert unhurt == Fraction(11, 12)


def test_the_owner_chooses_between_an_armour_save_and_a_ward_save_against_dangerous_ground():
    warded = changed(GUARD, Ward=5)
    assert braving([1, 4], traits=warded, answers=["armour"])[0].living(0) == 1
    assert braving([1, 4], traits=warded, answers=["ward"])[0].living(0) == 0


def test_cover_does_not_save_a_model_from_dangerous_ground():
    assert braving([1], traits=changed(GUARD, Sv=7, Cover=2))[0].living(0) == 0


def test_under_the_no_armour_ruling_only_a_ward_save_may_be_taken_against_dangerous_ground():
    assert braving([1], option="no-armour")[0].living(0) == 0
    assert braving([1, 5], traits=changed(GUARD, Ward=5), option="no-armour")[0].living(0) == 1


def test_under_the_no_save_ruling_no_save_may_be_taken_against_dangerous_ground():
    assert braving([1], traits=changed(GUARD, Ward=5), option="no-save")[0].living(0) == 0


def test_a_model_is_tested_for_each_area_of_dangerous_ground_and_may_lose_a_wound_each_time():
    after, _ = braving([1, 4, 1], areas=3, traits=OGRE)
    assert after.plane.wounds_lost(0) == 2
    assert braving([1, 1, 1], areas=3, traits=OGRE)[0].living(0) == 0


def test_a_removed_model_takes_no_more_tests():
    assert kinds(braving([1, 1], areas=2)[1]) == ["GroundBraved", "Slain"]


def test_a_ruling_decides_whether_wounds_from_dangerous_ground_are_scored():
    assert braving([1, 3], fight=True)[0].fight.lead == 0
    assert braving([1, 3], fight=True, scored=1)[0].fight.lead == -1
    assert told(braving([1, 3])[1], "Slain").cause == "dangerous ground"
