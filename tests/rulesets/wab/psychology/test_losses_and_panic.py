"""Panic under fire, at charges, for friends and for Generals lost."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.wab.combat_phase import close_combat_phase, shaken_friends
from pilein.rulesets.wab.friends_lost import answer, answer_at_once, near_friends_lost
from pilein.rulesets.wab.panic import charge_panic, shot_panic
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Absent, Battle, Charge, Fight, Rout
from pilein.rulesets.wab.striking import take_losses
from pilein.tabletop.events import CombatBegan
from tests.rulesets.fielding import told
from tests.rulesets.wab.builder import WARRIOR, U, battle, changed

SLAYER = changed(WARRIOR, WS=6, S=5, I=6)
GENERAL = changed(WARRIOR, Ld=9, type="character", general=True)


def played(state: Battle, clause, *arguments: int, dice=()) -> Battle:
    script = Script(RULESET, dice=dice)
    after: Battle = script.begin(state, clause, *arguments)
    script.assert_used_up()
    return after


def army(rulings=None) -> Battle:
    """Red: the General's five at x = 10, ten at 18 and ten at 40; blue: ten far away."""
    lord = U("lord", 0, ((GENERAL, 1), (WARRIOR, 4)), block=(10, 10, 0, 5))
    near = U("near", 0, ((WARRIOR, 10),), block=(18, 10, 0, 5))
    far = U("far", 0, ((WARRIOR, 10),), block=(40, 10, 0, 5))
    return battle(lord, near, far, U("blue", 1, ((WARRIOR, 10),), block=(18, 40, 180, 5)), rulings=rulings)


def without(state: Battle, *models: int) -> Battle:
    return state.on(state.field.without(frozenset(models)))


@pytest.mark.clause("WAB-PA-08")
@pytest.mark.example("WAB-EX-26")
@pytest.mark.parametrize(("size", "lost", "dice"), [(14, 3, []), (14, 4, [6, 6]), (12, 3, [6, 6]), (12, 0, [])])
def test_a_quarter_lost_to_shooting_is_a_test(size: int, lost: int, dice: list[int]) -> None:
    state = battle(
        U("shot", 0, ((WARRIOR, size - lost),), block=(10, 10, 0, 5)),
        U("blue", 1, ((WARRIOR, 10),), block=(18, 40, 180, 5)),
    ).having(0, shot_down=lost, began=size)
    assert played(state, shot_panic, 0, 0, dice=dice).status(0).fleeing is bool(dice)
    if dice:
        assert played(state, shot_panic, 0, 1, dice=dice).routs == ()


@pytest.mark.clause("WAB-PA-07")
def test_all_friends_test_once_when_the_general_is_lost() -> None:
    lost = without(army(), 0)
    after = played(lost, answer, dice=[6, 6, 1, 1, 6, 6])
    assert after.routs == (Rout(0), Rout(2))
    assert after.mourned == (0,)
    assert played(after, answer) == after
    assert played(army(), answer).mourned == ()


def test_a_general_who_pursued_off_the_table_is_not_lost() -> None:
    """WAB-R-45."""
    gone = without(army(), 0, 1, 2, 3, 4)
    away = gone.changed(absent=(Absent(0, army().plane.standings[0]),))
    assert played(away, answer) == away
    assert played(gone, answer, dice=[1, 1, 1, 1]).mourned == (0,)


@pytest.mark.parametrize("gone", [(0,), (0, 1, 2, 3, 4)])
def test_only_those_near_the_general_test_under_another_reading(gone: tuple[int, ...]) -> None:
    """WAB-R-58. A block that is gone is measured from where it stood."""
    dice = [1, 1] * (2 if len(gone) == 1 else 1)
    assert played(without(army({"WAB-R-58": "general-12"}), *gone), answer, dice=dice).mourned == (0,)


@pytest.mark.parametrize(("option", "dice"), [("default", []), ("immediate", [1, 1, 1, 1, 1, 1])])
def test_the_general_is_mourned_at_once_under_another_reading(option: str, dice: list[int]) -> None:
    """WAB-R-58."""
    after = played(without(army({"WAB-R-58": option}), 0), answer_at_once, dice=dice)
    assert after.mourned == ((0,) if dice else ())
    assert played(army({"WAB-R-58": option}), answer_at_once).mourned == ()


@pytest.mark.clause("WAB-PA-07", "WAB-CC-15")
def test_no_combat_is_told_of_units_whose_enemies_are_about_to_run() -> None:
    """WAB-R-58 `immediate`: the General falls in the first combat, and the unit in the second panics before it."""
    state = battle(
        U("lord", 0, ((changed(GENERAL, A=0, T=1, shield="none"), 1),), block=(10, 20, 0, 1)),
        U("slayers", 1, ((SLAYER, 3),), block=(10, 20, 180, 3)),
        U("mourners", 0, ((WARRIOR, 10),), block=(30, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(30, 20, 180, 5)),
        rulings={"WAB-R-58": "immediate"},
    )
    script = Script(RULESET, dice=[6, 6, 6, 6, 6, 6, 6, 6, 1, 1])
    after: Battle = script.begin(state, close_combat_phase)
    script.assert_used_up()
    assert after.status(2).fleeing
    assert [one.units for one in told(script, CombatBegan)] == [("lord", "slayers")]


@pytest.mark.clause("WAB-PA-04")
def test_friends_within_twelve_inches_of_the_broken_and_the_destroyed_test() -> None:
    state = army()
    table = Table(state.setup.readings)
    assert near_friends_lost(state, table, (0,)) == (1,)
    assert near_friends_lost(without(state, 0, 1, 2, 3, 4), table, (0,)) == (1,)
    assert near_friends_lost(state, table, (0, 1)) == ()
    assert near_friends_lost(state, table, (3,)) == ()
    assert near_friends_lost(state, table, ()) == ()


def test_if_loose_models_stood_is_forgotten() -> None:
    red = U("red", 0, ((WARRIOR, 1),), at=((10, 10),), formation="skirmish")
    state = battle(
        red, U("near", 0, ((WARRIOR, 5),), block=(12, 10, 0, 5)), U("blue", 1, ((WARRIOR, 1),), at=((40, 40),))
    )
    table = Table(state.setup.readings)
    assert near_friends_lost(state, table, (0,)) == (1,)
    assert near_friends_lost(without(state, 0), table, (0,)) == ()


def test_a_model_that_stood_near_loose_models_that_were_wiped_out_in_combat_is_tested() -> None:
    """WAB-R-56."""
    loose = U("loose", 0, ((WARRIOR, 1),), at=((20, 20.3937),), formation="skirmish")
    near = U("near", 0, ((changed(WARRIOR, Ld=4), 5),), block=(28, 20, 0, 5))
    blue = U("blue", 1, ((WARRIOR, 5),), block=(20, 20, 0, 5))
    state = battle(loose, near, blue, U("far", 0, ((WARRIOR, 5),), block=(60, 20, 0, 5)))
    fighting = state.changed(fight=Fight((0, 2)))
    after = played(fighting, take_losses, 2, 0, 1)
    assert (after.living(0), after.aftermath.shaken) == (0, (1,))
    assert played(after.changed(fight=None), shaken_friends, dice=[6, 6]).status(1).fleeing


def test_in_the_press_all_friends_are_near() -> None:
    units = [U(name, side, ((WARRIOR, 5),)) for name, side in (("a", 0), ("b", 0), ("c", 1))]
    state = battle(*units, pairs=((0, 2), (1, 2)))
    assert near_friends_lost(state, Table(state.setup.readings), (0,)) == (1,)


@pytest.mark.parametrize(("option", "tested"), [("default", (1,)), ("small-units-no-panic", ())])
def test_small_units_alarm_nobody_under_another_reading(option: str, tested: tuple[int, ...]) -> None:
    """WAB-R-56."""
    state = army({"WAB-R-56": option})
    few = without(state, 2, 3, 4)
    assert near_friends_lost(few, Table(state.setup.readings), (0,)) == tested
    assert near_friends_lost(state, Table(state.setup.readings), (0,)) == (1,)


def charged(charge: Charge, rulings=None, size: int = 10) -> Battle:
    target = U("target", 1, ((WARRIOR, 10),), block=(30, 30, 180, 5))
    return battle(U("charger", 0, ((WARRIOR, size),), block=(30, 20, 0, 5)), target, rulings=rulings).changed(
        charges=(charge,)
    )


@pytest.mark.clause("WAB-PA-06")
def test_a_model_that_is_charged_in_flank_or_rear_tests() -> None:
    for arc in ("flank", "rear"):
        assert played(charged(Charge(0, 1, arc, True)), charge_panic, 1, dice=[6, 6]).routs == (Rout(1, 0),)
    for charge in (Charge(0, 1, "front", True), Charge(0, 1, "flank", False)):
        assert played(charged(charge), charge_panic, 1).routs == ()


@pytest.mark.parametrize(("option", "dice"), [("default", [1, 1]), ("min5", [])])
def test_few_chargers_frighten_nobody_under_another_reading(option: str, dice: list[int]) -> None:
    """WAB-R-57."""
    rulings = {"WAB-R-57": option}
    played(charged(Charge(0, 1, "rear", True), rulings, size=4), charge_panic, 1, dice=dice)
    played(charged(Charge(0, 1, "rear", True), rulings, size=5), charge_panic, 1, dice=[1, 1])


@pytest.mark.clause("WAB-PA-09")
@pytest.mark.parametrize(
    ("option", "ignored", "unseen"),
    [("default", [6, 6], []), ("ignored-never", [], []), ("ignored-unseen", [], [6, 6]), ("ignored-flag", [6, 6], [])],
)
def test_a_model_that_is_charged_by_an_ignored_enemy_tests(option: str, ignored: list[int], unseen: list[int]) -> None:
    """WAB-R-60."""
    state = charged(Charge(0, 1, "front", True), {"WAB-R-60": option})
    assert played(state.having(1, ignored=(0,)), charge_panic, 1, dice=ignored).status(1).fleeing is bool(ignored)
    block = state.plane.standings[1]
    turned = state.on(
        state.plane.with_standing(
            1, type(block)(**{**{n: getattr(block, n) for n in block.__struct_fields__}, "facing": 0})
        )
    )
    assert played(turned, charge_panic, 1, dice=unseen).status(1).fleeing is bool(unseen)


def test_in_flank_by_an_ignored_enemy_it_tests_for_both() -> None:
    state = charged(Charge(0, 1, "flank", True)).having(1, ignored=(0,))
    assert not played(state, charge_panic, 1, dice=[1, 1, 1, 1]).status(1).fleeing
    assert played(state, charge_panic, 1, dice=[6, 6]).status(1).fleeing
