"""SH-AT: models able to attack, and their number of attacks."""

import pytest

from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of, is_able
from pilein.rulesets.scrollhammer.contact import Engaged
from pilein.rulesets.scrollhammer.directing import declare_attacks
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Began, Status
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, REAVER, U, battle, changed, fight_of


def pair(traits=GUARD, count=1, foes=1, rulings=None, **status):
    units = U("own", 0, [(traits, count)], status=Status(**status)), U("foe", 1, [(REAVER, foes)])
    made = battle(*units, pairs=[(0, 1)], rulings=rulings)
    return made.beginning(fight_of((0, 1), step=traits.I or 1, met=((0, 1),)))


def attacks(made):
    return attacks_of(made, Table(made.setup.readings), Engaged(0, 0, (1,)))


def declared(made, dice=()):
    script = Script(RULESET, dice=dice)
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    return after.fight.exchange.declared


@pytest.mark.clause("SH-AT-01", "SH-EN-07", "SH-MU-05", "SH-IN-05")
def test_every_living_model_that_is_able_strikes_at_its_step():
    assert [declared.attacks for declared in declared(pair(count=3))] == [3]


@pytest.mark.clause("SH-AT-01")
def test_a_model_that_has_no_weapon_skill_or_no_attacks_is_not_able():
    for traits in (changed(GUARD, WS=0), changed(GUARD, A=0)):
        assert declared(pair(traits)) == ()
    assert [declared.attacks for declared in declared(pair(GUARD))] == [1]


def test_bonuses_may_be_read_to_lift_attacks_of_nought():
    """SH-R-85."""
    two = changed(GUARD, A=0, weapons=(HAND_WEAPON, HAND_WEAPON))
    made = pair(two)
    assert not is_able(made, Table(made.setup.readings), 0)
    assert [declared.attacks for declared in declared(pair(two, rulings={"SH-R-85": "bonus-lifts"}))] == [1]


@pytest.mark.clause("SH-AT-06")
@pytest.mark.parametrize(
    ("reading", "foes", "dice", "made"),
    [
        ("bonus-lifts", 3, [4, 5], [2 + 3]),
        ("bonus-lifts", 2, [], []),
        ("default", 3, [], []),
    ],
)
def test_the_attacks_of_a_rampage_lift_attacks_of_nought_too(reading, foes, dice, made):
    """SH-R-85 `bonus-lifts`. Two models without attacks of their own make D3 each where they are outnumbered."""
    wild = changed(GUARD, A=0, rules=("Rampage",))
    found = declared(pair(wild, 2, foes, rulings={"SH-R-85": reading}), dice=dice)
    assert [declared.attacks for declared in found] == made


def test_an_effect_may_stop_a_model():
    """SH-R-85."""
    made = pair(count=2)
    assert [declared.attacks for declared in declared(made.marked(((0, "stopped"),)))] == [1]


@pytest.mark.clause("SH-AT-02")
def test_bonuses_add_to_the_attacks_of_the_profile():
    two = changed(GUARD, A=2, weapons=(HAND_WEAPON, HAND_WEAPON))
    assert attacks(pair(two, charged=True)) == 4
    assert attacks(pair(changed(GUARD, A=3))) == 3


@pytest.mark.clause("SH-AT-03")
def test_a_model_that_charged_or_counter_attacked_has_one_attack_more():
    assert attacks(pair(charged=True)) == 2
    assert attacks(pair(counter_attacked=True)) == 2
    assert attacks(pair(charged=True, counter_attacked=True)) == 2


def test_a_charge_on_several_units_may_be_read_as_disordered():
    """SH-R-48."""
    assert attacks(pair(charged=True, charged_several=True)) == 2
    assert attacks(pair(charged=True, charged_several=True, rulings={"SH-R-48": "disordered"})) == 1
    assert attacks(pair(charged=True, rulings={"SH-R-48": "disordered"})) == 2


def test_the_charge_may_count_for_those_who_moved_into_contact_only():
    """SH-R-48."""
    made = pair(charged=True, rulings={"SH-R-48": "movers-only"})
    made = made.fighting(began=Began(opened=((0, 1, (1,)),)))
    assert attacks(made) == 1
    assert attacks(made.fighting(began=Began(opened=((0, 0, (1,)),)))) == 2


@pytest.mark.clause("SH-AT-06")
def test_models_that_rampage_make_d3_more_where_enemies_outnumber_friends():
    wild = changed(GUARD, rules=("Rampage",))
    assert [declared.attacks for declared in declared(pair(wild, 2, 3), dice=[1, 4])] == [2 + 1 + 2]
    assert [declared.attacks for declared in declared(pair(wild, 2, 2))] == [2]
