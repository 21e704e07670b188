"""SH-CH-05 to SH-CH-10, SH-FA-05: units that may not declare a charge."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.declaring import why_may_not_declare
from pilein.rulesets.scrollhammer.phase import end_of_phase
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.state import NOBODY, Status
from tests.rulesets.scrollhammer.builder import GUARD, battle, changed
from tests.rulesets.scrollhammer.charging import facing_off, guards, kinds, play, reavers, told


def why(made, unit=0):
    return why_may_not_declare(made, Table(made.setup.readings), unit)


def with_status(status, rulings=None):
    return battle(guards([(10, 10)], status=status), reavers([(10, 15)]), rulings=rulings)


def declares(made):
    return "ChargeDeclared" in kinds(play(made, dice=[6, 6] if why(made) is None else [])[1])


def test_a_unit_free_of_restrictions_may_declare_a_charge():
    assert why(with_status(Status())) is None


@pytest.mark.clause("SH-CH-06")
def test_a_unit_locked_in_combat_may_not_declare_a_charge():
    made = battle(guards([(10, 10)]), reavers([(10, 11)]), reavers([(10, 16)], name="others"))
    assert why(made) == "it is locked in combat"
    assert not declares(made)


@pytest.mark.clause("SH-CH-05", "SH-CH-07")
def test_a_unit_that_marched_may_not_declare_a_charge():
    assert why(with_status(Status(marched=True))) == "it marched this turn"
    assert not declares(with_status(Status(marched=True)))


@pytest.mark.clause("SH-CH-08")
def test_a_unit_that_has_gone_to_ground_may_not_declare_a_charge():
    assert why(with_status(Status(gone_to_ground=True))) == "it has gone to ground"
    assert not declares(with_status(Status(gone_to_ground=True)))


@pytest.mark.clause("SH-CH-09")
def test_a_unit_may_not_declare_a_charge_after_using_an_ability_that_rules_out_charging():
    assert "rules out charging" in why(with_status(Status(charge_barred=True)))
    assert not declares(with_status(Status(charge_barred=True)))


@pytest.mark.clause("SH-CH-09")
def test_a_unit_may_not_declare_a_charge_after_shooting_a_weapon_that_rules_out_charging():
    heavy = changed(GUARD, weapons=(Weapon("ballista", "ballista", range=1, shots=1, bars_charge=True),))
    for fired_at, barred in ((1, True), (NOBODY, False)):
        made = battle(guards([(10, 10)], heavy, status=Status(fired_at=fired_at)), reavers([(10, 15)]))
        assert (why(made) is not None) == barred


@pytest.mark.clause("SH-CH-10")
def test_a_unit_falling_back_may_not_declare_a_charge():
    assert why(with_status(Status(falling_back=True))) == "it is falling back"
    assert not declares(with_status(Status(falling_back=True)))


@pytest.mark.clause("SH-CH-05")
def test_a_status_may_bar_a_unit_from_declaring_a_charge():
    assert why(with_status(Status(bars=("it is spellbound",)))) == "it is spellbound"


@pytest.mark.clause("SH-CH-05")
def test_under_the_closed_list_ruling_only_the_five_listed_restrictions_prevent_a_charge():
    assert why(with_status(Status(bars=("it is spellbound",)), {"SH-R-10": "closed-list"})) is None
    assert why(with_status(Status(marched=True), {"SH-R-10": "closed-list"})) is not None


@pytest.mark.clause("SH-FA-05")
def test_a_unit_declares_at_most_one_charge_a_turn_even_if_that_charge_fails():
    after, script = play(facing_off(7.0), dice=[1, 2])
    assert after.status(0).declared
    assert kinds(script).count("ChargeDeclared") == 1
    assert kinds(script)[-1] == "ChargeFailed"


@pytest.mark.clause("SH-FA-05")
def test_after_a_charge_declaration_other_units_may_still_charge_and_so_may_the_same_unit_in_the_next_phase():
    units = guards([(10, 10)]), guards([(20, 10)], name="others"), reavers([(15, 14)])
    _, script = play(battle(*units).having(0, declared=True), dice=[1, 1])
    assert told(script, "ChargeDeclared").unit == "others"
    after, _ = play(facing_off(7.0).having(0, declared=True), clause=end_of_phase)
    assert declares(after)
