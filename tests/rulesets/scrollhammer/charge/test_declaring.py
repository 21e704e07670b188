"""SH-CH-01, SH-CP-02, SH-FA-04, SH-FA-06: charges, one after another."""

import pytest

from pilein.rulesets.scrollhammer.declaring import Assignment
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import FALLING, facing_off, guards, kinds, play, reavers, told, where


def two_chargers():
    return battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(14, 15)], name="second"))


def two_targets(rulings=None, own=2):
    return battle(
        guards([(10 + 1.5 * number, 10) for number in range(own)]),
        reavers([(10, 14)]),
        reavers([(11.5, 14.5)], name="others"),
        rulings=rulings,
    )


@pytest.mark.clause("SH-CH-01")
def test_the_player_picks_a_unit_and_names_its_targets():
    _, script = play(two_targets(), dice=[4, 4], answers=[(0, 2, 1), "hold", "hold", (1, *spot(11.5, 13.5))])
    declared = told(script, "ChargeDeclared")
    assert (declared.unit, declared.targets) == ("guards", ("others", "reavers"))


def spot(x, y, facing=0):
    return round(x * 127000), round(y * 127000), facing


@pytest.mark.clause("SH-FA-06")
def test_the_sub_phase_ends_when_the_player_wants_no_more_charges():
    after, script = play(two_chargers(), answers=[()])
    assert after == two_chargers() or kinds(script) == []
    after, script = play(two_chargers(), dice=[4, 4], answers=[(0, 1), "hold", ()])
    assert kinds(script).count("ChargeDeclared") == 1


@pytest.mark.clause("SH-CP-02", "SH-FA-04")
def test_each_charge_is_taken_through_before_the_next_is_declared():
    _, script = play(two_chargers(), dice=[4, 4, 4, 5], answers=[(0, 1), "hold", (2, 1)])
    assert kinds(script) == [
        *("ChargeDeclared", "ReceivedCharge", "RangeRolled", "ChargeMade", "Moved"),
        *("ChargeDeclared", "RangeRolled", "ChargeMade", "Moved"),
    ]


@pytest.mark.clause("SH-FA-04")
def test_after_a_charge_the_player_may_declare_with_another_unit():
    after, script = play(two_chargers(), dice=[1, 1, 6, 6], answers=[(0, 1), "hold", (2, 1), "hold"])
    assert kinds(script).count("ChargeDeclared") == 2
    assert after.charge is None
    assert after.status(2).charged
    assert not after.status(0).charged


def test_models_may_be_assigned_to_targets_where_the_reading_says_so():
    made = two_targets({"SH-R-31": "assigned"})
    after, _ = play(made, dice=[6, 6], answers=[(0, 1, 2), (2, 1), "hold", "hold", (1, *spot(10, 13))])
    assert (where(after, 0), where(after, 1)) == ((11.5, 13.5), (10, 13))
    after, _ = play(two_targets(), dice=[6, 6], answers=[(0, 1, 2), "hold", "hold", (1, *spot(11.5, 13.5))])
    assert (where(after, 0), where(after, 1)) == ((10, 13), (11.5, 13.5))


def test_an_assignment_names_a_target_for_each_model():
    choice = Assignment(0, "SH-CH-01", "", (0, 1), (3, 4), (3, 4))
    assert next(choice.candidates())[1] == (3, 4)
    assert choice.why_not((4, 4)) is None
    assert choice.why_not((4,)) == "the answer is 2 targets, one for each model"
    assert choice.why_not((4, 5)) == "5 is not a target of this charge"


@pytest.mark.clause("SH-RE-04")
def test_a_unit_that_is_falling_back_may_be_declared_against():
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING))
    assert "ChargeDeclared" in kinds(play(made, dice=[6, 6, 1, 1])[1])


def test_nobody_in_reach_is_nothing_to_declare():
    assert kinds(play(facing_off(20))[1]) == []
