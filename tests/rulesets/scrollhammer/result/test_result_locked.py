"""SH-LK: actions that a locked unit may not take outside close combat."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import StayedLocked
from pilein.rulesets.scrollhammer.result.result import bars_of, close
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, fight_of


def standing(gap=0.0, rulings=None):
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 10)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 11 + gap)])
    return battle(*units, rulings=rulings).beginning(fight_of((0, 1), met=((0, 1),)))


def bars(made):
    return bars_of(made, Table(made.setup.readings), 0)


@pytest.mark.clause("SH-LK-01")
def test_locked_models_may_not_fire():
    assert "may not fire" in bars(standing())


@pytest.mark.clause("SH-LK-02")
def test_locked_units_may_not_move_or_march():
    assert "may not move or march" in bars(standing())


@pytest.mark.clause("SH-LK-03")
def test_locked_units_take_no_morale_checks_for_being_shot_at():
    assert "takes no Morale check or Pinning test for shooting" in bars(standing())


@pytest.mark.clause("SH-LK-04")
def test_locked_units_may_not_go_to_ground():
    assert "may not go to ground" in bars(standing())


def test_locked_units_may_not_be_shot_at_except_under_the_random_hits_ruling():
    assert "may not be shot at" in bars(standing())
    assert "shots at it hit at random" in bars(standing(rulings={"SH-R-83": "random-hits"}))


def test_the_restrictions_of_locked_units_do_not_apply_to_a_unit_touching_no_enemy():
    assert bars(standing(gap=0.5)) == ()


@pytest.mark.clause("SH-LK-01", "SH-LK-02", "SH-LK-03", "SH-LK-04")
def test_units_that_stay_locked_are_reported_after_the_combat():
    script = Script(RULESET)
    assert script.begin(standing(), close).fight is None
    said = "; ".join(bars(standing()))
    assert script.events == [StayedLocked(unit=unit, bars=said, clause="SH-LK-01") for unit in ("guards", "reavers")]
    free = Script(RULESET)
    free.begin(standing(gap=0.5), close)
    assert free.events == []
