"""Terror."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.fear import is_terrible, meets_fear, meets_terror, terror_test
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle, Rout
from tests.rulesets.wab.psychology.test_fear import DREADED, FEARED, asked, lines


def after_test(state: Battle, dice: list[int], waits: int = 0) -> Battle:
    script = Script(RULESET, dice=dice)
    after: Battle = script.begin(state, terror_test, 0, 1, "WAB-TR-01", waits)
    script.assert_used_up()
    return after


@pytest.mark.clause("WAB-TR-03")
def test_a_unit_that_fails_flees() -> None:
    assert not after_test(lines(theirs=DREADED), [4, 4]).status(0).fleeing
    assert after_test(lines(theirs=DREADED), [4, 5]).routs == (Rout(0, 1),)
    waiting = after_test(lines(theirs=DREADED), [4, 5], waits=1)
    assert (waiting.status(0).fleeing, waiting.status(0).move, waiting.routs) == (True, "fled", ())
    fleeing = lines(theirs=DREADED).having(0, fleeing=True)
    assert after_test(fleeing, []) == fleeing


@pytest.mark.clause("WAB-TR-01")
def test_a_charge_by_or_at_a_terror_is_tested_for_terror_and_not_for_fear() -> None:
    """WAB-R-64."""
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
def test_terror_is_tested_every_time_or_once_in_a_battle(option: str, again: bool) -> None:
    """WAB-R-64. Fear is tested if terror is not tested again."""
    after = after_test(lines(theirs=DREADED, rulings={"WAB-R-64": option}), [1, 1])
    table = Table(after.setup.readings)
    assert is_terrible(after, table, 0, 1) is again
    assert meets_fear(after, table, 0, 1) is not again


@pytest.mark.parametrize(("option", "fails"), [("default", False), ("half-all-psych", True)])
def test_half_strength_counts_for_terror_under_another_reading(option: str, fails: bool) -> None:
    """WAB-R-29."""
    state = lines(theirs=DREADED, rulings={"WAB-R-29": option}).having(0, began=16)
    assert after_test(state, [4, 4]).status(0).fleeing is fails
