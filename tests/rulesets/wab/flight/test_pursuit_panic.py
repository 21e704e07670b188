"""Pursuits cause panic and fear tests, which are taken by friends of a unit that is run down and by fresh enemies that
the pursuers hit.
"""

from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.position import Position
from pilein.kernel.table import Table
from pilein.rulesets.wab import movement_events
from pilein.rulesets.wab.flight.pursuit import pursuits, run_on
from pilein.rulesets.wab.result.aftermath import after_combats, tidied
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Aftermath, Battle, Rout
from pilein.rulesets.wab.turn import end_of_turn
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed


def about_to_pursue(*others: U, rulings: dict[str, str] | None = None) -> Battle:
    """Return a battle in which red riders have broken the blue foot soldiers of unit 1, just before the flight and the
    pursuit.
    """
    red = U("red", 0, ((RIDER, 10),), block=(30, 12, 0, 5), base=HORSE)
    blue = U("blue", 1, ((changed(WARRIOR, M=4), 10),), block=(30, 12, 180, 5))
    state = battle(red, blue, *others, rulings=rulings).having(1, fleeing=True)
    return state.routing(Rout(1, 0, broken=True)).changed(aftermath=Aftermath(beaten=((1, 3),), won=(0,)))


def friends(y: float, facing: float = 180, **changes: Any) -> U:
    return U("friends", 1, ((changed(WARRIOR, **changes), 10),), block=(30, y, facing, 5))


def panic_tests(script: Script) -> list[tuple[str, str, bool]]:
    """Return the panic tests after the combats, each as a tuple of unit, test and whether it was passed."""
    return [(one.unit, one.clause, one.passed) for one in script.events if isinstance(one, movement_events.Tested)]


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.parametrize(("y", "tested"), [(34, True), (46, False)])
def test_friends_take_a_panic_test_if_a_unit_near_them_is_run_down(y: float, tested: bool) -> None:
    """WAB-R-56: the friends stand 20" from the broken foot soldiers, but the foot soldiers are caught 9" nearer to the
    friends.
    """
    script = Script(RULESET, dice=[4, 5, 6, 6, 6, *([6, 6, 1, 1] if tested else [])], answers=[1])
    after: Battle = script.begin(about_to_pursue(friends(y)), after_combats)
    script.assert_used_up()
    assert after.living(1) == 0
    assert panic_tests(script) == ([("friends", "WAB-PA-04", False)] if tested else [])
    assert after.status(2).fleeing is tested


@pytest.mark.clause("WAB-PA-04")
@pytest.mark.example("WAB-EX-20")
def test_friends_do_not_test_for_panic_when_a_unit_is_destroyed_if_they_already_did_so_when_it_broke() -> None:
    """WAB-R-56: a unit takes one such test per close combat phase."""
    script = Script(RULESET, dice=[1, 1, 4, 5, 6, 6, 6], answers=[1])
    after: Battle = script.begin(about_to_pursue(friends(24)), after_combats)
    script.assert_used_up()
    assert after.living(1) == 0
    assert panic_tests(script) == [("friends", "WAB-PA-04", True)]


@pytest.mark.clause("WAB-PA-06")
@pytest.mark.parametrize(("facing", "tested"), [(180, False), (90, True), (0, True)])
def test_a_fresh_enemy_tests_for_panic_if_pursuers_hit_it_in_the_flank_or_rear(facing: float, tested: bool) -> None:
    """WAB-R-93: the contact counts as a charge. The broken foot soldiers run past the friends on the left and do not
    cause a test of their own.
    """
    state = about_to_pursue(friends(20, facing), rulings={"WAB-R-56": "small-units-no-panic"})
    gone = state.on(state.plane.without(frozenset(state.plane.models(1)))).changed(
        routs=(Rout(1, 0, broken=True, distance=20),), aftermath=Aftermath(beaten=((1, 3),), pursuits=((0, 1),))
    )
    script = Script(RULESET, dice=[4, 5, 6, *([6, 6, 2, 2] if tested else [])])
    script.play(Position(gone, ((pursuits.key,), (tidied.key,))))
    script.assert_used_up()
    assert panic_tests(script) == ([("friends", "WAB-PA-06", False)] if tested else [])


@pytest.mark.clause("WAB-FE-01", "WAB-FE-03")
def test_a_fresh_enemy_takes_its_fear_test_in_the_next_turn_if_it_is_hit_by_pursuers_it_fears() -> None:
    """WAB-R-93: the pursuit counts as a charge in the next turn, in which the first round of the new combat is
    fought.
    """
    feared = changed(RIDER, rules=("Fear",))
    state = battle(
        U("red", 0, ((feared, 5),), block=(30, 12, 0, 5), base=HORSE),
        U("blue", 1, ((WARRIOR, 10),), block=(30, 18, 180, 5)),
    )
    script = Script(RULESET, dice=[6, 6])
    charging = run_on(state, Table(state.setup.readings), 0, 0, 7 * INCH)
    after = script.play(Position(charging, ((tidied.key,), (end_of_turn.key,)))).state
    script.assert_used_up()
    assert (after.status(0).charge, after.status(1).sixes_only) == ("pursuit", True)
    later: Battle = Script(RULESET).begin(after, end_of_turn)
    assert not later.status(1).sixes_only
