"""SH-SV, SH-AL-03: saves against attacks."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.allocation import allocate
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.saves import available
from pilein.rulesets.scrollhammer.state import Wounds
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import foe, own, press

PICK, CURSE = Weapon("pick", "pick", AP=3), Weapon("curse", "curse", rules=("No armour",))
SAVELESS = ("own strikes foe: 2 at 4+ and 4+", "foe loses 1", "red wins by 1", "foe holds")

BOTH = changed(GUARD, Sv=4, Ward=5)


def saves(traits, AP=0, no_armour=False, rulings=None):  # noqa: N803
    made = battle(U("own", 0, [(traits, 1)]), U("foe", 1, [(GUARD, 1)]), pairs=[(0, 1)], rulings=rulings)
    return available(traits, AP, Table(made.setup.readings), no_armour=no_armour)


def wounded(traits, dice, answers=(), rulings=None, **wounds):
    """Return whether a model with the given traits survives one wound, given its die and its owner's answer."""
    made = battle(U("own", 0, [(traits, 1)]), U("foe", 1, [(REAVER, 1)]), pairs=[(0, 1)], rulings=rulings)
    made = made.beginning(fight_of((0, 1), step=4, wounds=(Wounds(0, 1, 1, **wounds),)))
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, allocate, 0)
    script.assert_used_up()
    return not after.hurt(0)


@pytest.mark.clause("SH-SV-03", "SH-AL-03")
def test_an_armour_save_may_prevent_a_wound():
    assert wounded(GUARD, [4])
    assert not wounded(GUARD, [3])


@pytest.mark.clause("SH-SV-04")
def test_the_ap_of_a_weapon_is_subtracted_from_the_armour_save():
    assert saves(GUARD, 2) == (("armour", 6),)
    assert wounded(GUARD, [6], AP=2)
    assert not wounded(GUARD, [5], AP=2)


@pytest.mark.clause("SH-SV-05")
def test_a_ward_save_may_be_taken_instead_of_an_armour_save():
    assert saves(BOTH) == (("armour", 4), ("ward", 5))
    assert wounded(BOTH, [5], answers=["ward"])
    assert not wounded(BOTH, [4], answers=["ward"])


@pytest.mark.clause("SH-SV-06", "SH-SV-11")
def test_a_ward_save_may_be_taken_even_if_no_armour_save_is_allowed():
    assert saves(BOTH, 6) == (("ward", 5),)
    assert saves(BOTH, no_armour=True) == (("ward", 5),)
    assert wounded(BOTH, [5], no_armour=True)


@pytest.mark.clause("SH-SV-09")
def test_the_owner_of_a_model_chooses_between_its_saves():
    assert wounded(BOTH, [4], answers=["armour"])
    assert not wounded(BOTH, [4], answers=["ward"])


@pytest.mark.clause("SH-SV-10")
@pytest.mark.example("SH-X-14")
def test_a_save_that_cannot_succeed_may_not_be_chosen():
    assert saves(BOTH, 2) == (("ward", 5), ("armour", 6))
    assert wounded(BOTH, [5], answers=["ward"], AP=2)
    assert saves(BOTH, 3) == (("ward", 5),)
    assert saves(GUARD, 3) == ()
    assert not wounded(GUARD, [], AP=3)


@pytest.mark.clause("SH-SV-01")
def test_cover_gives_no_save_in_close_combat_unless_a_rule_grants_it():
    hidden = changed(GUARD, Sv=7, Cover=4)
    assert saves(hidden) == ()
    assert saves(changed(hidden, rules=("Cover in combat",))) == (("cover", 4),)


def test_a_parrying_shield_gives_or_improves_a_ward_save():
    parrying = changed(GUARD, shield=True, rules=("Parry",))
    assert saves(parrying) == (("armour", 4), ("ward", 6))
    assert saves(changed(parrying, Ward=5)) == (("armour", 4), ("ward", 4))
    assert saves(changed(parrying, shield=False)) == (("armour", 4),)


def test_under_the_threshold_ruling_no_save_equal_to_or_worse_than_the_ap_may_be_taken():
    """SH-R-56 `threshold`: AP above 0 allows no save of that value or worse, and leaves other saves unchanged."""
    reading = {"SH-R-56": "threshold"}
    assert saves(GUARD, 0, rulings=reading) == (("armour", 4),)
    assert saves(GUARD, 4, rulings=reading) == ()
    assert saves(GUARD, 5, rulings=reading) == (("armour", 4),)


def test_under_the_six_saves_ruling_a_natural_6_always_saves():
    assert saves(GUARD, 4, rulings={"SH-R-57": "six-saves"}) == (("armour", 6),)
    assert saves(GUARD, 4) == ()


LOGS: dict[str, Case] = {
    "SH-SV-06 a ward where AP leaves no armour": Case(
        press(own(A=2, weapons=(PICK,)), foe(2, Sv=4, Ward=5)), ("step 4", *SAVELESS), [6, 6, 6, 6, 5, 4, 1, 1]
    ),
    "SH-SV-06 a ward where a rule leaves no armour": Case(
        press(own(A=2, weapons=(CURSE,)), foe(2, Sv=4, Ward=5)), ("step 4", *SAVELESS), [6, 6, 6, 6, 5, 4, 1, 1]
    ),
    "SH-CR-10 SH-FS-06 a wound that is saved is no wound": Case(
        press(own(A=2), foe(2, Sv=4)), ("step 4", "own strikes foe: 2 at 4+ and 4+", "drawn"), [4, 4, 4, 4, 4, 4]
    ),
}


@pytest.mark.clause("SH-CR-10", "SH-FS-06", "SH-SV-06")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_save(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
