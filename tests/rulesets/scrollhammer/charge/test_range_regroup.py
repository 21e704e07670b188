"""SH-R-15: a unit that is falling back when a charge reaches it."""

import pytest

from pilein.rulesets.scrollhammer.charge.range import roll_charge_range
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import FALLING, guards, kinds, play, reavers, told, under_way, where


def charging(dice, option="default", targets=(1,), more=()):
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING), *more, rulings={"SH-R-15": option})
    return play(under_way(made, *targets), dice, None, roll_charge_range)


@pytest.mark.clause("SH-RE-04")
def test_a_unit_that_passes_a_leadership_test_regroups_and_is_charged():
    after, script = charging([6, 6, 3, 4])
    assert told(script, "RegroupedWhenCharged")
    assert not after.status(1).falling_back
    assert where(after, 0) == (10, 14)


def test_a_charged_unit_that_fails_its_regroup_test_is_destroyed_and_the_charger_stays_in_place():
    after, script = charging([6, 6, 4, 4])
    assert told(script, "Scattered").count == 1
    assert after.living(1) == 0
    assert where(after, 0) == (10, 10)
    assert kinds(script)[-1] == "ChargeEnded"


def test_a_unit_falling_back_takes_no_regroup_test_if_the_charge_is_out_of_range():
    assert kinds(charging([1, 1])[1])[-1] == "ChargeFailed"


def test_a_charger_continues_against_its_remaining_targets_if_one_target_is_destroyed():
    other = reavers([(12, 15)], name="others")
    after, _ = charging([6, 6, 4, 4], targets=(1, 2), more=(other,))
    assert after.living(1) == 0
    assert where(after, 0) == (12, 14)
    assert after.plane.touched_units(0) == (2,)


def test_under_the_fight_ruling_a_unit_falling_back_takes_no_test_and_fights():
    after, script = charging([6, 6], "fight")
    assert "LeadershipTested" not in kinds(script)
    assert after.living(1) == 1
    assert where(after, 0) == (10, 14)


def test_under_the_ride_down_ruling_a_unit_falling_back_is_destroyed_after_the_charge_move():
    after, script = charging([6, 6], "ride-down")
    assert kinds(script)[-2:] == ["Moved", "Scattered"]
    assert after.living(1) == 0
    assert where(after, 0) == (10, 14)
