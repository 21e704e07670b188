"""Units break off a combat or declare charges. Charges have a reach, and some need a test."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.charge.choice import NO_MORE, ChargeChoice
from pilein.rulesets.wab.charge.declaring import declare_charges, declare_disengagements, movement_phase
from pilein.rulesets.wab.charge.moves import move_chargers
from pilein.rulesets.wab.movement_events import ChargeDeclared
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, armed, battle, changed
from tests.rulesets.wab.charging import GO, block, declared, foot_at_archers


def engaged(facing: float = 180, option: str = "default", ours=RIDER, theirs=WARRIOR) -> Battle:
    return battle(
        U("riders", 0, ((ours, 5),), block=(30, 20, 0, 5), base=HORSE),
        U("foes", 1, ((theirs, 10),), block=(30, 20, facing, 5)),
        rulings={"WAB-R-34": option},
    )


def asked(state: Battle) -> bool:
    """Return whether the owner is asked whether the unit should disengage. The owner then answers yes."""
    script = Script(RULESET, answers=None, policy=lambda _: True)
    after = script.begin(state, declare_disengagements)
    assert (after.status(0).move == "disengaging") is bool(script.asked)
    return bool(script.asked)


@pytest.mark.clause("WAB-CH-02")
@pytest.mark.parametrize("option", ["default", "disengage-faster"])
def test_only_a_unit_faster_than_all_enemies_in_contact_may_disengage(option: str) -> None:
    """WAB-R-34: the unit needs a higher M than every enemy in contact."""
    assert asked(engaged(option=option))
    assert not asked(engaged(ours=WARRIOR, option=option))
    assert not asked(engaged(theirs=RIDER, option=option))


def test_under_the_disengage_off_ruling_no_unit_may_disengage() -> None:
    """WAB-R-34 `disengage-off`: the option to disengage does not exist."""
    assert not asked(engaged(option="disengage-off"))


def test_a_unit_may_disengage_only_if_all_enemies_in_contact_are_in_front_and_none_has_pursued_into_it() -> None:
    """WAB-R-34: a unit may not disengage if an enemy touches its flank or rear, or if an enemy came into contact with
    it by pursuit last turn.
    """
    flanked = U("more", 1, ((WARRIOR, 5),), block=(30 + 62.5 / 25.4, 20 - 50 / 25.4, 270, 5))
    behind = battle(
        U("riders", 0, ((RIDER, 5),), block=(30, 20, 0, 5), base=HORSE),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)),
        flanked,
    )
    assert behind.plane.touched_units(0) == (1, 2)
    assert not asked(behind)
    assert not asked(engaged().having(1, charge="pursuit"))
    assert not asked(engaged().having(0, fleeing=True))


def test_staying_in_combat_is_offered_before_disengaging() -> None:
    script = Script(RULESET, answers=None, policy=lambda choice: next(choice.candidates())[1])
    assert script.begin(engaged(), declare_disengagements).status(0).move == ""
    assert len(script.asked) == 1


FEARED = changed(RIDER, rules=("Fear",))
TERRIBLE = changed(RIDER, rules=("Terror",))
SLINGER = armed(changed(WARRIOR, Ld=6), "sling")


def against(foe, *more: U, rulings=None) -> Battle:
    return battle(
        U("slingers", 0, ((SLINGER, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((foe, 10),), block=(20, 15, 180, 5), base=HORSE),
        *more,
        rulings=rulings,
    )


@pytest.mark.clause("WAB-FE-05", "WAB-FE-06")
@pytest.mark.example("WAB-EX-08")
def test_in_example_ex08_the_unit_that_fails_the_fear_test_for_charging_stays_in_place() -> None:
    after, script = declared(against(FEARED), [4, 3], [GO])
    assert after.charges == ()
    assert after.status(0).move == "still"
    assert not any(isinstance(event, ChargeDeclared) for event in script.events)
    bold, _ = declared(against(FEARED), [3, 3], [GO, "hold"])
    assert [charge.unit for charge in bold.charges] == [0]


@pytest.mark.clause("WAB-TR-01", "WAB-TR-03")
def test_a_unit_that_fails_the_terror_test_for_charging_flees_in_the_compulsory_step() -> None:
    """WAB-R-64: the unit takes no fear test in addition, except under `terror-and-fear`."""
    after, _ = declared(against(TERRIBLE), [4, 3], [GO])
    assert (after.status(0).fleeing, after.status(0).move, after.routs) == (True, "fled", ())
    assert after.plane.standings == against(TERRIBLE).plane.standings
    both, _ = declared(against(TERRIBLE, rulings={"WAB-R-64": "terror-and-fear"}), [3, 3, 4, 3], [GO])
    assert both.status(0).fleeing


def test_if_some_chargers_fail_their_fear_test_the_others_charge_without_them() -> None:
    """WAB-R-35: warriors with Leadership 6 fail, and warriors with Leadership 7 pass."""
    friends = U("warriors", 0, ((WARRIOR, 10),), block=(24, 10, 0, 5))
    after, script = declared(against(FEARED, friends), [4, 3, 4, 3], [(1, 0, 2), "hold"])
    assert [charge.unit for charge in after.charges] == [2]
    assert [event.unit for event in script.events if isinstance(event, ChargeDeclared)] == ["warriors"]


def test_a_target_may_be_named_again_if_no_unit_dared_to_charge_it() -> None:
    friends = U("warriors", 0, ((WARRIOR, 10),), block=(24, 10, 0, 5))
    after, _ = declared(against(FEARED, friends), [4, 3, 3, 3], [GO, (1, 2), "hold"])
    assert [charge.unit for charge in after.charges] == [2]


@pytest.mark.clause("WAB-PA-09")
@pytest.mark.example("WAB-EX-22")
def test_in_example_ex22_the_cavalry_panics_when_it_is_charged_by_the_infantry_it_ignored() -> None:
    state = battle(
        U("foot", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("cavalry", 1, ((RIDER, 5),), block=(20, 17, 180, 5), base=HORSE),
    ).having(1, move="marched", ignored=(0,))
    after, _ = declared(state, [6, 6, 1, 1, 1], [GO, "hold"])
    assert after.status(1).fleeing


def test_a_unit_that_flees_from_the_target_of_its_own_charge_flees_only_once_that_turn() -> None:
    """WAB-R-44: the unit rolls 2D6 in the compulsory step and makes no further flight roll."""
    script = Script(RULESET, dice=[4, 3, 2, 2], answers=None, policy=_first_but_stay)
    after = script.begin(against(TERRIBLE), movement_phase)
    script.assert_used_up()
    assert after.plane.place(0).y < against(TERRIBLE).plane.place(0).y


def _first_but_stay(choice):
    return next(choice.candidates())[1]


@pytest.mark.clause("WAB-CH-01", "WAB-CH-05")
def test_a_charge_may_be_declared_from_any_distance() -> None:
    """WAB-R-35: distances are not measured before a charge is declared. A charge out of reach fails, and the unit moves
    at its normal rate.
    """
    state = foot_at_archers(37)
    script = Script(RULESET, answers=[GO, "hold"])
    after = script.begin(state, declare_charges)
    script.assert_used_up()
    choice = script.asked[0]
    assert isinstance(choice, ChargeChoice)
    assert [answer for _, answer in choice.candidates()] == [NO_MORE, GO]
    moved = Script(RULESET).begin(after, move_chargers)
    assert (block(moved, 0).y - block(state, 0).y) / INCH == pytest.approx(4)
