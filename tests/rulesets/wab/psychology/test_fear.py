"""Units fear their chargers, and test before they charge a feared enemy."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.fight.striking import SIX, scores_of
from pilein.rulesets.wab.movement_events import TookFlight
from pilein.rulesets.wab.psychology.fear import (
    dreads,
    fear_of_charge,
    fear_to_charge,
    fears,
    is_open_to_tests,
    is_outnumbered,
    is_terrible,
    meets_fear,
    meets_terror,
    terror_test,
)
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle, Rout, Strikers
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed

FEARED = changed(RIDER, rules=("Fear",))
DREADED = changed(RIDER, rules=("Terror",))


def lines(ours=RIDER, theirs=FEARED, many=(8, 10), rulings=None, y=30.0) -> Battle:
    one = U("ours", 0, ((ours, many[0]),), block=(30, 20, 0, 4), base=HORSE)
    return battle(one, U("theirs", 1, ((theirs, many[1]),), block=(30, y, 180, 5), base=HORSE), rulings=rulings)


def asked(state: Battle) -> Table:
    return Table(state.setup.readings)


def hits_on_sixes(state: Battle, unit: int) -> bool:
    """Return whether a unit of identical models needs a 6 to hit its enemy."""
    strikers = Strikers(unit, unit, 1 - unit, initiative=3, models=1)
    return scores_of(state, asked(state), strikers).hit == SIX


def after_charge(state: Battle, dice: list[int]) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice)
    after = script.begin(state, fear_of_charge, 0, 1)
    script.assert_used_up()
    return after, script


@pytest.mark.clause("WAB-FE-01", "WAB-FE-02")
@pytest.mark.example("WAB-EX-07")
def test_a_unit_flees_from_the_charger_if_it_fails_its_fear_test_and_is_outnumbered() -> None:
    after, script = after_charge(lines(), [6, 4])
    assert after.status(0).fleeing
    assert after.routs == (Rout(0, 1),)
    assert script.events[-1] == TookFlight(unit="ours", clause="WAB-FE-02")
    assert not after_charge(lines(), [4, 4])[0].status(0).fleeing


@pytest.mark.clause("WAB-FE-03", "WAB-FE-04")
def test_a_unit_stands_and_hits_only_on_a_6_if_it_fails_its_fear_test_but_is_not_outnumbered() -> None:
    after, _ = after_charge(lines(many=(12, 10)), [6, 4])
    assert not after.status(0).fleeing
    assert hits_on_sixes(after, 0)
    assert not hits_on_sixes(after, 1)
    assert after_charge(after, [])[0] == after
    assert not hits_on_sixes(after_charge(lines(many=(12, 10)), [4, 4])[0], 0)


@pytest.mark.clause("WAB-FE-05", "WAB-FE-06")
@pytest.mark.example("WAB-EX-08")
def test_a_unit_that_fails_the_fear_test_for_charging_stays_still() -> None:
    slingers = changed(WARRIOR, Ld=6)
    for dice, move in (([4, 3], "still"), ([3, 3], "")):
        script = Script(RULESET, dice=dice)
        after = script.begin(lines(slingers).having(0, began=40), fear_to_charge, 0, 1)
        script.assert_used_up()
        assert after.status(0).move == move


@pytest.mark.parametrize(("option", "fails"), [("default", False), ("half-all-psych", True), ("half-all", True)])
def test_under_the_half_all_psych_ruling_fear_tests_are_harder_for_a_unit_at_half_strength(
    option: str, fails: bool
) -> None:
    state = lines(many=(12, 10), rulings={"WAB-R-29": option}).having(0, began=24)
    assert after_charge(state, [4, 4])[0].status(0).sixes_only is fails


@pytest.mark.clause("WAB-FZ-07")
def test_frenzied_units_fear_no_enemy() -> None:
    frenzied = lines(changed(RIDER, rules=("Frenzy",)))
    assert not fears(frenzied, asked(frenzied), 0, 1)
    assert after_charge(frenzied, [])[0] == frenzied
    tamed = frenzied.having(0, frenzy_lost=True)
    assert fears(tamed, asked(tamed), 0, 1)


@pytest.mark.parametrize("option", ["default", "no-immunity"])
def test_a_unit_that_causes_fear_is_immune_to_fear_and_one_that_causes_terror_is_immune_to_both(option: str) -> None:
    """WAB-R-62: under `no-immunity`, even units that cause fear or terror take tests."""
    tests = option == "no-immunity"
    for ours, theirs, of_fear, of_terror in (
        (RIDER, FEARED, True, False),
        (RIDER, DREADED, True, True),
        (FEARED, FEARED, tests, False),
        (FEARED, DREADED, tests, True),
        (DREADED, DREADED, tests, tests),
        (RIDER, RIDER, False, False),
    ):
        state = lines(ours, theirs, rulings={"WAB-R-62": option})
        assert fears(state, asked(state), 0, 1) is of_fear
        assert dreads(state, asked(state), 0, 1) is of_terror


@pytest.mark.parametrize(("option", "tested"), [("default", True), ("engaged-immune", False)])
def test_units_in_combat_take_fear_tests_by_default_and_fleeing_units_never_do(option: str, tested: bool) -> None:
    """WAB-R-33: under `engaged-immune`, engaged units take no fear test."""
    state = lines(y=20, rulings={"WAB-R-33": option})
    assert is_open_to_tests(state, asked(state), 0) is tested
    assert not is_open_to_tests(state.having(0, fleeing=True), asked(state), 0)
    apart = lines(rulings={"WAB-R-33": option})
    assert is_open_to_tests(apart, asked(apart), 0)


@pytest.mark.parametrize(
    ("option", "outnumbered"), [("default", False), ("count-models-flat", False), ("cavalry-2", True)]
)
def test_the_fear_test_compares_the_numbers_of_models_unless_a_ruling_counts_cavalry_double(
    option: str, outnumbered: bool
) -> None:
    """WAB-R-61: an elephant or chariot counts as one model for each of its starting wounds."""
    state = lines(WARRIOR, RIDER, (11, 10), {"WAB-R-61": option})
    assert is_outnumbered(state, asked(state), 0, (1,)) is outnumbered
    even = lines(RIDER, RIDER, (10, 10), {"WAB-R-61": option})
    assert not is_outnumbered(even, asked(even), 0, (1,))


def after_test(state: Battle, dice: list[int], waits: int = 0) -> Battle:
    script = Script(RULESET, dice=dice)
    after: Battle = script.begin(state, terror_test, 0, 1, "WAB-TR-01", waits)
    script.assert_used_up()
    return after


@pytest.mark.clause("WAB-TR-03")
def test_a_unit_flees_if_it_fails_its_terror_test() -> None:
    assert not after_test(lines(theirs=DREADED), [4, 4]).status(0).fleeing
    assert after_test(lines(theirs=DREADED), [4, 5]).routs == (Rout(0, 1),)
    waiting = after_test(lines(theirs=DREADED), [4, 5], waits=1)
    assert (waiting.status(0).fleeing, waiting.status(0).move, waiting.routs) == (True, "fled", ())
    fleeing = lines(theirs=DREADED).having(0, fleeing=True)
    assert after_test(fleeing, []) == fleeing


@pytest.mark.clause("WAB-TR-01")
def test_a_charge_involving_a_terrifying_enemy_requires_a_terror_test_and_no_fear_test() -> None:
    for option, fear_too in (("default", False), ("terror-once", False), ("terror-and-fear", True)):
        state = lines(theirs=DREADED, rulings={"WAB-R-64": option})
        assert meets_terror(state, asked(state), 0, 1)
        assert meets_fear(state, asked(state), 0, 1) is fear_too
    feared = lines(theirs=FEARED)
    assert not meets_terror(feared, asked(feared), 0, 1)
    assert meets_fear(feared, asked(feared), 0, 1)
    calm = lines()
    assert not meets_fear(calm, asked(calm), 1, 0)


@pytest.mark.parametrize(("option", "again"), [("default", True), ("terror-once", False)])
def test_a_ruling_decides_whether_terror_is_tested_every_time_or_only_once_in_a_battle(
    option: str, again: bool
) -> None:
    """WAB-R-64: when terror is not tested again, fear is tested instead."""
    after = after_test(lines(theirs=DREADED, rulings={"WAB-R-64": option}), [1, 1])
    table = Table(after.setup.readings)
    assert is_terrible(after, table, 0, 1) is again
    assert meets_fear(after, table, 0, 1) is not again


@pytest.mark.parametrize(("option", "fails"), [("default", False), ("half-all-psych", True)])
def test_under_the_half_all_psych_ruling_terror_tests_are_harder_for_a_unit_at_half_strength(
    option: str, fails: bool
) -> None:
    state = lines(theirs=DREADED, rulings={"WAB-R-29": option}).having(0, began=16)
    assert after_test(state, [4, 4]).status(0).fleeing is fails
