"""WW-EN-01 to WW-EN-04: Leadership tests after the Melees."""

import pytest
from msgspec.structs import replace

from pilein.rulesets.wwpd.events import Broke, LeadershipTested, Stayed, WillFallBack
from pilein.rulesets.wwpd.leadership import take_tests
from pilein.rulesets.wwpd.phase import end_of_phase
from pilein.rulesets.wwpd.state import Status
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import U, battle, man, played

WEAK = Status(may_break=True)
DOWN = Status(suppressed=True)
STEADY = Status()
BOTH = Status(may_break=True, suppressed=True)


def after_melee(status, blue=STEADY, rulings=None, kinds=None, fought=True, active=0):
    made = battle(
        U("reds", 0, kinds=kinds or [(man(), 3)], status=status), U("blues", 1, kinds=[(man(), 3)], status=blue),
        pairs=[(0, 1)], rulings=rulings, active=active,
    )  # fmt: skip
    return having_fought(made, fought)


def having_fought(made, fought):
    return replace(made, melees=((0, 1),) if fought else ())


def after_tests(made, dice, answers=()):
    return played(made, take_tests, dice=dice, answers=answers)


@pytest.mark.clause("WW-EN-01")
def test_a_unit_eligible_to_break_takes_a_break_test_and_is_removed_if_it_fails():
    after, script = after_tests(after_melee(WEAK), [3])
    assert told(script, Broke) == [Broke(unit="reds", count=3, models=(0, 1, 2), clause="WW-EN-01")]
    assert after.living(0) == 0
    after, script = after_tests(after_melee(WEAK), [4])
    assert after.living(0) == 3
    assert script.events == [LeadershipTested(unit="reds", reason="Break", passed=True, clause="WW-EN-01")]
    assert not after.status(0).may_break


def test_a_break_test_uses_the_best_leadership_in_the_unit():
    after, _ = after_tests(after_melee(WEAK, kinds=[(man(Ld=5), 2), (man(Ld=2, leader=True), 1)]), [2])
    assert after.living(0) == 3


def test_under_the_2d6_under_ruling_leadership_is_tested_on_two_dice():
    made = after_melee(WEAK, kinds=[(man(Ld=8), 3)], rulings={"WW-R-05": "2d6-under"})
    assert after_tests(made, [4, 4])[0].living(0) == 3
    assert after_tests(made, [4, 5])[0].living(0) == 0


def test_under_the_fall_back_ruling_a_broken_unit_falls_back_instead_of_being_destroyed():
    after, _ = after_tests(after_melee(WEAK, rulings={"WW-R-06": "fall-back"}), [1])
    assert after.living(0) == 3
    assert after.status(0).falls_back


@pytest.mark.clause("WW-EN-02", "WW-EN-03")
def test_a_suppressed_unit_that_fought_takes_a_suppression_test_and_falls_back_if_it_fails():
    after, script = after_tests(after_melee(DOWN), [3])
    assert after.status(0).falls_back
    assert told(script, WillFallBack) == [WillFallBack(unit="reds", by_choice=False, clause="WW-EN-03")]


@pytest.mark.clause("WW-EN-02")
def test_a_suppressed_unit_that_did_not_fight_takes_no_suppression_test():
    assert after_tests(after_melee(DOWN, fought=False), [])[1].events == []


@pytest.mark.clause("WW-EN-02")
def test_a_suppressed_unit_that_took_part_in_a_firefight_is_tested_as_if_it_had_fought():
    status = Status(suppressed=True, took_part_in_firefight=True)
    assert after_tests(after_melee(status, fought=False), [1])[0].status(0).falls_back
    hit_only = {"WW-R-25": "hit-only"}
    assert after_tests(after_melee(status, fought=False, rulings=hit_only), [])[1].events == []
    hit = Status(suppressed=True, took_part_in_firefight=True, hit_in_firefight=True)
    assert after_tests(after_melee(hit, fought=False, rulings=hit_only), [1])[0].status(0).falls_back


@pytest.mark.clause("WW-EN-04")
def test_a_suppressed_unit_may_stay_or_fall_back_if_it_passes_its_test():
    after, script = after_tests(after_melee(DOWN), [4], ["stay"])
    assert not after.status(0).falls_back
    assert isinstance(script.events[-1], Stayed)
    after, script = after_tests(after_melee(DOWN), [4], ["fall back"])
    assert after.status(0).falls_back
    assert script.asked[1].side == 0


@pytest.mark.clause("WW-EN-01", "WW-EN-02")
def test_all_break_tests_precede_all_suppression_tests_and_the_active_side_takes_its_tests_first_in_each_kind():
    _, script = after_tests(after_melee(BOTH, BOTH), [4, 4, 4, 4], ["stay", "stay"])
    taken = [(event.unit, event.reason) for event in told(script, LeadershipTested)]
    assert taken == [("reds", "Break"), ("blues", "Break"), ("reds", "Suppression"), ("blues", "Suppression")]
    _, script = after_tests(after_melee(BOTH, BOTH, active=1), [4, 4, 4, 4], ["stay", "stay"])
    assert [event.unit for event in told(script, LeadershipTested)] == ["blues", "reds", "blues", "reds"]


def test_a_broken_unit_takes_no_further_test():
    assert after_tests(after_melee(BOTH), [1])[0].living(0) == 0


def test_under_the_one_test_ruling_a_single_test_decides_both_break_and_suppression():
    made = after_melee(BOTH, rulings={"WW-R-36": "one-test"})
    after, _ = after_tests(made, [4], ["fall back"])
    assert after.status(0).falls_back
    assert after_tests(made, [3])[0].living(0) == 0


def test_under_the_any_wound_ruling_a_wounded_unit_first_takes_a_break_test_with_a_bonus_of_one():
    made = after_melee(Status(wounded=True), rulings={"WW-R-08": "any-wound"})
    assert not after_tests(made, [3])[0].status(0).suppressed
    after, _ = after_tests(made, [2, 3])
    assert after.status(0).suppressed
    assert after.status(0).falls_back
    assert not after.status(0).wounded


def test_under_the_any_unit_ruling_any_unit_in_a_melee_may_leave_the_melee():
    made = after_melee(Status(), DOWN, rulings={"WW-R-26": "any-unit"})
    after, _ = after_tests(made, [4], ["stay", "fall back"])
    assert after.status(0).falls_back


def test_under_the_one_test_and_any_unit_rulings_a_unit_is_asked_only_once_whether_it_falls_back():
    """WW-R-26, WW-R-36: the single test for Break and Suppression lets reds choose. Blues may choose without a test."""
    made = after_melee(BOTH, rulings={"WW-R-36": "one-test", "WW-R-26": "any-unit"})
    after, script = after_tests(made, [4], ["stay", "stay"])
    assert [event.unit for event in told(script, Stayed)] == ["reds", "blues"]
    assert not after.status(0).falls_back


def test_under_the_any_unit_ruling_even_a_merely_supporting_unit_may_leave_the_melee():
    """WW-R-26 `any-unit`: supporters are in the Melee through their contact with an engaged friend (WW-R-19)."""
    units = U("reds", 0, [(10, 19)]), U("helpers", 0, [(10, 18)]), U("blues", 1, [(10, 20)])
    made = replace(battle(*units, rulings={"WW-R-26": "any-unit"}), melees=((0, 1, 2),))
    after, _ = played(made, take_tests, answers=["stay", "fall back", "stay"])
    assert after.status(1).falls_back


def suppressed_next_turn(dice, answers=(), rulings=None, fought=True):
    after, _ = after_tests(after_melee(DOWN, fought=fought, rulings=rulings), dice, answers)
    return played(after, end_of_phase)[0].status(0).suppressed


def test_suppression_ends_with_the_turn_regardless_of_the_test():
    """WW-R-40: by default, Suppression ends with the player turn."""
    assert not suppressed_next_turn([3])
    assert not suppressed_next_turn([4], ["stay"])
    assert not suppressed_next_turn([], fought=False)


def test_under_the_until_passed_ruling_suppression_lasts_until_a_test_for_it_is_passed():
    """WW-R-40 `until-passed`: with Leadership 4, a roll of 3 fails and a roll of 4 passes. A unit that did not fight
    takes no test.
    """
    lasting = {"WW-R-40": "until-passed"}
    assert suppressed_next_turn([3], rulings=lasting)
    assert not suppressed_next_turn([4], ["stay"], rulings=lasting)
    assert not suppressed_next_turn([4], ["fall back"], rulings=lasting)
    assert suppressed_next_turn([], rulings=lasting, fought=False)
