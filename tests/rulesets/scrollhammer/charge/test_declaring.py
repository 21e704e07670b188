"""SH-CH-01, SH-CP-02, SH-FA-04, SH-FA-06: charges are declared and carried out one after the other."""

import pytest
from msgspec.structs import replace

from pilein.rulesets.scrollhammer.charge.declaring import Assignment, charge_sub_phase
from pilein.rulesets.scrollhammer.charge.targets import Declaration
from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import U, battle
from tests.rulesets.scrollhammer.charging import FALLING, facing_off, guards, kinds, play, reavers, told, where
from tests.rulesets.scrollhammer.logs import Case, log_of


def two_chargers():
    return battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(14, 15)], name="second"))


def two_targets(rulings=None, own=2):
    return battle(
        guards([(10 + 1.5 * number, 10) for number in range(own)]),
        reavers([(10, 14)]),
        reavers([(11.5, 14.5)], name="others"),
        rulings=rulings,
    )


@pytest.mark.clause("SH-CH-01")
def test_the_player_names_the_charging_unit_and_its_targets():
    _, script = play(two_targets(), dice=[4, 4], answers=[(0, 2, 1), "hold", "hold", (1, *spot(11.5, 13.5))])
    declared = told(script, "ChargeDeclared")
    assert (declared.unit, declared.targets) == ("guards", ("others", "reavers"))


def spot(x, y, facing=0):
    return round(x * 127000), round(y * 127000), facing


@pytest.mark.clause("SH-FA-06")
def test_the_charge_sub_phase_ends_when_the_player_declares_no_more_charges():
    after, script = play(two_chargers(), answers=[()])
    assert after == two_chargers() or kinds(script) == []
    after, script = play(two_chargers(), dice=[4, 4], answers=[(0, 1), "hold", ()])
    assert kinds(script).count("ChargeDeclared") == 1


@pytest.mark.clause("SH-CP-02", "SH-FA-04")
def test_each_charge_is_completed_before_the_next_is_declared():
    _, script = play(two_chargers(), dice=[4, 4, 4, 5], answers=[(0, 1), "hold", (2, 1)])
    assert kinds(script) == [
        *("ChargeDeclared", "ReceivedCharge", "RangeRolled", "ChargeMade", "Moved"),
        *("ChargeDeclared", "RangeRolled", "ChargeMade", "Moved"),
    ]


@pytest.mark.clause("SH-FA-04")
def test_a_second_unit_may_declare_a_charge_after_the_first_charge():
    after, script = play(two_chargers(), dice=[1, 1, 6, 6], answers=[(0, 1), "hold", (2, 1), "hold"])
    assert kinds(script).count("ChargeDeclared") == 2
    assert after.charge is None
    assert after.status(2).charged
    assert not after.status(0).charged


def test_under_the_assigned_ruling_each_charging_model_is_assigned_to_a_target():
    made = two_targets({"SH-R-31": "assigned"})
    after, _ = play(made, dice=[6, 6], answers=[(0, 1, 2), (2, 1), "hold", "hold", (1, *spot(10, 13))])
    assert (where(after, 0), where(after, 1)) == ((11.5, 13.5), (10, 13))
    after, _ = play(two_targets(), dice=[6, 6], answers=[(0, 1, 2), "hold", "hold", (1, *spot(11.5, 13.5))])
    assert (where(after, 0), where(after, 1)) == ((10, 13), (11.5, 13.5))


def test_an_assignment_of_targets_must_name_one_target_for_each_model():
    choice = Assignment(0, "SH-CH-01", "", (0, 1), (3, 4), (3, 4))
    assert next(choice.candidates())[1] == (3, 4)
    assert choice.why_not((4, 4)) is None
    assert choice.why_not((4,)) == "the answer must be 2 targets, one for each model"
    assert choice.why_not((4, 5)) == "5 is not a target of this charge"


@pytest.mark.clause("SH-RE-04")
def test_a_charge_may_be_declared_against_a_unit_falling_back():
    made = battle(guards([(10, 10)]), reavers([(10, 15)], status=FALLING))
    assert "ChargeDeclared" in kinds(play(made, dice=[6, 6, 1, 1])[1])


def test_a_unit_with_no_enemy_in_reach_declares_no_charge():
    assert kinds(play(facing_off(20))[1]) == []


SCREEN = ("open", [(8, 12), (12, 12), (12, 13), (8, 13)])


def unseen_behind_a_wood(*others: U) -> Battle:
    """Return a battle under SH-R-09 `by-eye`, with Guards in front of a wood and reavers behind it."""
    made = battle(guards([(10, 10)]), reavers([(10, 15)]), *others, grounds=[SCREEN], rulings={"SH-R-09": "by-eye"})
    grounds = tuple(replace(ground, blocks_sight=True) for ground in made.setup.grounds)
    setup = replace(made.setup, grounds=grounds)
    return replace(made, setup=setup, field=replace(made.plane, setup=setup))


@pytest.mark.clause("SH-CH-03")
def test_a_unit_may_name_a_different_target_if_its_named_target_is_unseen() -> None:
    """SH-R-09 `by-eye`: the unseen target was not legal, so no charge was declared. The unit may not name that target
    again.
    """
    made = unseen_behind_a_wood(reavers([(13, 12)], name="others"))
    after, script = play(made, [1, 1], [(0, 1), False, (0, 2), True, "hold"])
    assert kinds(script) == [
        "ChargeDeclared",
        "NotSeen",
        "ChargeDeclared",
        "ReceivedCharge",
        "RangeRolled",
        "ChargeFailed",
    ]
    assert [request.namings[0].targets for request in script.asked if isinstance(request, Declaration)] == [
        (1, 2),
        (2,),
    ]
    assert after.status(0).declared


@pytest.mark.clause("SH-CH-03")
def test_a_unit_that_sees_none_of_its_named_targets_has_not_declared_a_charge() -> None:
    after, script = play(unseen_behind_a_wood(), (), [(0, 1), False])
    assert kinds(script) == ["ChargeDeclared", "NotSeen"]
    assert not after.status(0).declared


@pytest.mark.clause("SH-CH-03")
@pytest.mark.parametrize("screen", [0, 5])
def test_under_the_by_eye_ruling_the_players_are_asked_whether_models_hide_the_target(screen: int) -> None:
    """SH-R-09: a row of friends, or nothing at all, stands between the two units. No ground is marked as blocking."""
    friends = guards([(8 + number, 13) for number in range(screen)] or [(30, 30)], name="friends")
    made = battle(guards([(10, 10)]), reavers([(10, 16)]), friends, rulings={"SH-R-09": "by-eye"})
    _, script = play(made, [] if screen else [1, 1], [(0, 1), *([False, ()] if screen else ["hold"])])
    assert ("NotSeen" in kinds(script)) == bool(screen)


LOGS: dict[str, Case] = {
    "SH-CH-05 what another rule bars": Case(
        battle(guards([(10, 10)], status=Status(bars=("it is stunned",))), reavers([(10, 16)])), ()
    ),
}


@pytest.mark.clause("SH-CH-05")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_charge_declaration(name: str) -> None:
    assert log_of(LOGS[name], charge_sub_phase) == LOGS[name].told
