"""Exact fractions show that two routes lead to the same odds: the weights of whole rolls, and every face of
every die.
"""

from fractions import Fraction

import pytest

from pilein.dice import Hazards, Lowest, Test
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge.distance import METHODS, Method, WithHighest
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.result.sweep import NO_DIE, Pursuit
from tests.dice.enumeration import assert_both_readings_agree
from tests.enumeration import chance, ends, ends_face_by_face
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, reavers


def kind_of_event(event):
    return type(event).__name__


def never_fails_on_purpose(choice):
    return False if choice.clause == "SH-MO-06" else first(choice)


def duel(one, other):
    return battle(U("one", 0, [(one, 1)]), U("other", 1, [(other, 1)]), pairs=[(0, 1)])


def both(made, until=""):
    """Return the distribution of the final states and of the events along the way, after checking that both routes
    agree.
    """
    options = {"notice": kind_of_event, "policy": never_fails_on_purpose, "until": until}
    short = ends(made, close_combat_phase, **options)
    assert ends_face_by_face(made, close_combat_phase, **options) == short
    return short


ROLLS = (
    Test(7, label="leadership"),
    Test(-2, double_one=True, label="morale"),
    Hazards((4, 7), label="dangerous terrain"),
    Lowest(2, 3),
    *(WithHighest(method) for method in (Method(2, 2), *METHODS.values())),
    Pursuit((3,), (4,), ((0, 0),)),
    Pursuit((3, 5), (4, 2), ((0, 0), (0, 1), (1, 1))),
    Pursuit((3, 5), (4, 2), ((0, 0), (1, 1)), fresh=True),
    Pursuit((NO_DIE, 5), (4,), ((0, 0), (1, 0))),
)


@pytest.mark.parametrize("roll", ROLLS)
def test_the_odds_of_a_single_roll_agree_with_an_enumeration_of_all_faces(roll):
    assert_both_readings_agree(roll)


def test_the_odds_of_a_duel_of_equals_agree_with_an_enumeration_of_all_faces():
    """The two duellists strike simultaneously, and both may save."""
    distribution = both(duel(GUARD, GUARD), until="work_out")
    assert chance(distribution, lambda made: not made.living(0) and not made.living(1)) == Fraction(1, 64)
    assert chance(distribution, lambda made: made.living(0) > made.living(1)) == Fraction(7, 64)


@pytest.mark.parametrize("rule", ["Hatred", "Backfire", "Rending", "Killing Blow", "Instant Death", "No armour"])
def test_the_odds_of_an_attack_with_a_special_rule_agree_with_an_enumeration_of_all_faces(rule):
    victim = changed(GUARD, W=2, A=0, I=1, Ward=5)
    assert len(both(duel(changed(GUARD, rules=(rule,)), victim), until="work_out")) > 1


def test_the_odds_of_a_wound_followed_by_a_morale_check_and_a_sweep_agree_with_an_enumeration_of_all_faces():
    """One attack hits with probability 2/3 and wounds with 1/2. Leadership 7 - 1 is tested with 2D6, and the sweep
    compares D6 + 4 with D6 + 3.
    """
    victim = changed(REAVER, W=2, A=0, Sv=7)
    distribution = both(duel(GUARD, victim))
    assert chance(distribution, lambda made: not made.living(1)) == Fraction(1, 3) * Fraction(21, 36) * Fraction(26, 36)


def test_the_odds_of_a_charge_over_dangerous_ground_agree_with_an_enumeration_of_all_faces():
    """The charger goes six inches over dangerous ground, and then a quicker Reaver attacks."""
    bog = [("dangerous", [(5, 12), (20, 12), (20, 13), (5, 13)])]
    charger, quick = changed(GUARD, Sv=7, A=0), changed(REAVER, I=5)
    distribution = both(battle(guards([(10, 10)], charger), reavers([(10, 17)], quick), grounds=bog), until="work_out")
    reached, crossed, slain = Fraction(26, 36), Fraction(5, 6), Fraction(1, 2) * Fraction(2, 3)
    assert chance(distribution, lambda made: not made.living(0)) == reached * (1 - crossed * (1 - slain))
