"""Tests for panic: units tested, and effects of a failure."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.flight import flights
from pilein.rulesets.wab.movement_events import TookFlight
from pilein.rulesets.wab.panic import panic_test
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle, Rout
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed

FRENZIED = changed(WARRIOR, rules=("Frenzy",))


def facing(traits=WARRIOR, rulings=None) -> Battle:
    ours = U("ours", 0, ((traits, 10),), block=(30, 20, 0, 5))
    return battle(ours, U("theirs", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)), rulings=rulings)


def after_test(state: Battle, dice: list[int], *, cause: str = "WAB-PA-04", waits: int = 0, answers=()) -> Battle:
    script = Script(RULESET, dice=dice, answers=answers)
    after: Battle = script.begin(state, panic_test, 0, cause, 1, waits)
    script.assert_used_up()
    return after


@pytest.mark.clause("WAB-PA-01")
def test_a_unit_that_fails_flees_when_the_tests_are_over() -> None:
    after = after_test(facing(), [6, 6])
    assert after.status(0).fleeing
    assert after.routs == (Rout(0, 1),)
    assert after.status(0).move == ""


@pytest.mark.clause("WAB-PA-01")
def test_a_unit_that_waits_flees_in_the_compulsory_step_alone() -> None:
    after = after_test(facing(), [6, 6], waits=1, cause="WAB-PA-03")
    assert after.status(0).fleeing
    assert after.routs == ()
    assert after.status(0).move == "fled"


def test_a_unit_that_flees_already_is_not_tested() -> None:
    """WAB-R-33."""
    state = facing().having(0, fleeing=True)
    assert after_test(state, []) == state


@pytest.mark.clause("WAB-FZ-06")
def test_the_frenzied_never_panic_until_they_have_been_broken() -> None:
    assert not after_test(facing(FRENZIED), []).status(0).fleeing
    assert after_test(facing(FRENZIED).having(0, frenzy_lost=True), [6, 6]).status(0).fleeing


@pytest.mark.parametrize(("option", "dice"), [("default", [6, 6]), ("engaged-immune", [])])
def test_the_engaged_are_tested(option: str, dice: list[int]) -> None:
    """WAB-R-33."""
    state = facing(rulings={"WAB-R-33": option})
    assert after_test(state, dice).status(0).fleeing is bool(dice)
    assert after_test(state, [6, 6], cause="WAB-PA-06").status(0).fleeing


@pytest.mark.clause("WAB-PA-05")
def test_a_unit_that_won_its_own_round_may_try_again() -> None:
    state = facing().having(0, won=True).changed(aftermath=Aftermath(beaten=((1, 2),), won=(0,)))
    assert not after_test(state, [6, 6, 1, 1], answers=[True]).status(0).fleeing
    assert after_test(state, [6, 6], answers=[False]).status(0).fleeing
    assert after_test(state, [6, 6], cause="WAB-PA-07").status(0).fleeing
    assert after_test(state.changed(aftermath=Aftermath()), [6, 6]).status(0).fleeing


def test_any_panic_of_the_combat_phase_is_tried_again_under_another_reading() -> None:
    """WAB-R-04."""
    state = facing(rulings={"WAB-R-04": "panic-reroll-all"}).having(0, won=True)
    state = state.changed(aftermath=Aftermath(beaten=((1, 2),), won=(0,)))
    assert not after_test(state, [6, 6, 1, 1], cause="WAB-PA-07", answers=[True]).status(0).fleeing


def test_one_test_of_a_kind_in_a_phase_or_one_in_all() -> None:
    """WAB-R-32."""
    once = after_test(facing(rulings={"WAB-R-32": "one-panic-per-phase"}), [1, 1])
    assert after_test(once, [], cause="WAB-PA-07") == once
    often = after_test(facing(), [1, 1])
    assert after_test(often, []) == often
    assert after_test(often, [6, 6], cause="WAB-PA-07").status(0).fleeing


@pytest.mark.clause("WAB-FL-01")
def test_flights_are_rolled_after_the_last_test() -> None:
    state = facing().having(0, fleeing=True).changed(routs=(Rout(0, 1),))
    script = Script(RULESET, dice=[3, 4])
    after = script.begin(state, flights)
    script.assert_used_up()
    assert after.routs == ()
    run = min(state.plane.shape(one).y for one in range(10)) - min(after.plane.shape(one).y for one in range(10))
    assert run == pytest.approx(7 * INCH, abs=100)


def test_in_the_press_who_runs_leaves_the_combat() -> None:
    """WAB-R-95: the distance does not matter there, so no dice are thrown for it."""
    pressed = battle(U("ours", 0, ((WARRIOR, 5),)), U("theirs", 1, ((WARRIOR, 5),)), pairs=((0, 1),))
    script = Script(RULESET, dice=[6, 6])
    after = script.begin(pressed, panic_test, 0, "WAB-PA-07", NOBODY, 0)
    after = script.begin(after, flights)
    script.assert_used_up()
    assert after.field.touched_units(0) == ()
    assert TookFlight(unit="ours", clause="WAB-PA-07") in script.events
