"""The order in which a charge is answered: reaction, measuring, tests, shots and flights."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.kernel.requests import is_choice
from pilein.rulesets.wab.charge.declaring import declare_charges, movement_phase
from pilein.rulesets.wab.charge.moves import move_chargers
from pilein.rulesets.wab.movement_events import Measured, Reacted, Redirected
from pilein.rulesets.wab.movement_events import Tested as MoraleTested
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, LEGIONARY, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.charging import ARCHER, GO, charged, declared, foot_at_archers, reactions_told

FEARED = changed(RIDER, rules=("Fear",))
TERRIBLE = changed(RIDER, rules=("Terror",))


def ride_down(charger=FEARED, many: int = 8, far: float = 7, rulings=None, rules=()):
    """Return the battle of EX-07, in which 10 horsemen charge riders from a distance."""
    return battle(
        U("horsemen", 0, ((charger, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("riders", 1, ((changed(RIDER, rules=rules), many),), block=(30, 10 + far, 180, 4), base=HORSE),
        rulings=rulings,
    )


@pytest.mark.clause("WAB-CH-03")
def test_the_owner_of_the_target_declares_its_charge_reaction() -> None:
    after, script = declared(foot_at_archers(6), answers=[GO, "hold"])
    assert after.status(1).reaction == "hold"
    question = script.asked[1]
    assert is_choice(question)
    assert (question.side, question.words) == (1, "archers: how do they react to the charge of foot?")


@pytest.mark.clause("WAB-RX-07", "WAB-RX-08")
def test_a_unit_that_reacts_by_fleeing_moves_at_once() -> None:
    state = foot_at_archers(6)
    after, _ = declared(state, [2, 3], [GO, "flee"])
    assert after.status(1).fleeing
    moved = after.plane.place(20).y - state.plane.place(20).y
    assert moved == ticks(5)
    assert after.routs == ()


def test_a_fleeing_unit_that_is_charged_can_only_flee_again() -> None:
    """WAB-R-42: flight is the only reaction of a fleeing unit."""
    state = foot_at_archers(6).having(1, fleeing=True)
    after, _ = declared(state, [2, 3], [GO])
    assert after.plane.place(20).y - state.plane.place(20).y == ticks(5)


@pytest.mark.clause("WAB-FE-01", "WAB-FE-02")
@pytest.mark.example("WAB-EX-07")
def test_in_example_ex07_the_outnumbered_unit_that_fails_its_fear_test_flees_and_is_caught() -> None:
    after, script = declared(ride_down(), [6, 4, 2, 5, 1], [GO, "hold"])
    assert after.status(1).reaction == "flee"
    assert after.status(1).fleeing
    end = charged(ride_down(), [6, 4, 2, 5, 1], [GO, "hold"])
    assert end.plane.touched_units(0) == (1,)
    assert [type(event) for event in script.events[1:4]] == [Reacted, Measured, MoraleTested]


@pytest.mark.clause("WAB-TR-01")
def test_a_unit_charged_by_a_terrifying_enemy_takes_a_terror_test() -> None:
    after, _ = declared(ride_down(TERRIBLE, many=12), [6, 4, 1, 1, 1], [GO, "hold"])
    assert after.status(1).fleeing


def test_a_charge_against_a_target_out_of_reach_causes_no_fear_test() -> None:
    """WAB-R-35: the target tests only if the measured charge is in reach."""
    after, script = declared(ride_down(far=17), answers=[GO, "hold"])
    assert not any(isinstance(event, MoraleTested) for event in script.events)
    assert not after.charges[0].in_reach


def test_under_the_test_before_reaction_ruling_the_target_takes_its_fear_test_before_it_reacts() -> None:
    _, script = declared(ride_down(rulings={"WAB-R-35": "test-before-reaction"}), [1, 1], [GO, "hold"])
    assert [type(event) for event in script.events[1:4]] == [Measured, MoraleTested, Reacted]
    after, script = declared(ride_down(rulings={"WAB-R-35": "test-before-reaction"}), [6, 4, 2, 5, 1], [GO])
    assert after.status(1).reaction == "flee"
    assert [event.inches for event in script.events if hasattr(event, "inches")] == [8]


def test_a_target_that_panics_flees_instead_of_carrying_out_its_chosen_reaction() -> None:
    """WAB-PA-06, WAB-R-35: the unit panics because it is charged in the rear."""
    state = battle(
        U("foot", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 17, 0, 5)),
    )
    after, script = declared(state, [6, 6, 3, 3], [GO, "hold"])
    assert after.status(1).reaction == "flee"
    assert reactions_told(script) == ["hold"]


def redirectable(option: str, kind=WARRIOR):
    other = U("others", 1, ((kind, 5),), block=(23, 16, 180, 5))
    return battle(
        U("foot", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(17, 15, 180, 5)),
        other,
        rulings={"WAB-R-37": option},
    )


def test_a_charge_continues_even_if_its_target_flees_unless_a_ruling_lets_the_charger_choose_a_new_one() -> None:
    """WAB-R-37: only under `redirect` may the charger choose a new target."""
    after, _ = declared(redirectable("default"), [1, 2], [GO, "flee"])
    assert [(charge.unit, charge.target) for charge in after.charges] == [(0, 1)]
    after, script = declared(redirectable("redirect"), [1, 2], [GO, "flee", 2, "hold"])
    assert [(charge.unit, charge.target, charge.in_reach) for charge in after.charges] == [(0, 2, True)]
    assert Redirected(unit="foot", target="others", clause="WAB-CH-03") in script.events
    after, _ = declared(redirectable("redirect"), [1, 2], [GO, "flee", -1])
    assert [charge.target for charge in after.charges] == [1]


@pytest.mark.clause("WAB-FE-05", "WAB-TR-01")
@pytest.mark.parametrize(("rule", "move"), [("Fear", "still"), ("Terror", "fled")])
def test_a_unit_must_pass_its_fear_or_terror_test_to_redirect_its_charge(rule: str, move: str) -> None:
    """WAB-R-37 `redirect`: a unit that fails its test before it charges a feared enemy may not charge."""
    state = redirectable("redirect", changed(WARRIOR, rules=(rule,)))
    after, _ = declared(state, [1, 2, 6, 6], [GO, "flee", 2])
    assert (after.charges, after.status(0).move) == ((), move)


@pytest.mark.parametrize("option", ["default", "redirect"])
def test_a_charger_is_not_redirected_if_its_target_destroys_it_by_shooting_and_then_flees(option: str) -> None:
    """WAB-R-37: no charger is left to redirect."""
    state = battle(
        U("rider", 0, ((changed(WARRIOR, shield="none"), 1),), block=(20, 10, 0, 1)),
        U("archers", 1, ((ARCHER, 10),), block=(20, 16, 180, 10)),
        U("others", 1, ((WARRIOR, 5),), block=(25, 16, 180, 5)),
        rulings={"WAB-R-37": option},
    )
    script = Script(RULESET, dice=[6] * 40, answers=[GO, "fire and flee"])
    after = script.begin(state, declare_charges)
    assert not after.lives(0)
    assert after.status(1).fleeing
    moved = Script(RULESET).begin(after, move_chargers)
    assert moved.charges == ()


def test_all_units_that_charge_the_same_enemy_are_named_together() -> None:
    """WAB-R-35: all chargers of a target are named together."""
    state = foot_at_archers(8, U("more", 0, ((WARRIOR, 5),), block=(25, 12, 0, 5)))
    script = Script(RULESET, answers=[GO, "hold"])
    script.begin(state, declare_charges)
    script.assert_used_up()


@pytest.mark.clause("WAB-CH-01")
def test_charges_are_declared_until_the_player_declares_no_more() -> None:
    more = U("more", 0, ((WARRIOR, 5),), block=(30, 12, 0, 5))
    state = foot_at_archers(8, more, U("others", 1, ((WARRIOR, 5),), block=(30, 18, 180, 5)))
    after, _ = declared(state, answers=[GO, "hold", (3, 2), "hold"])
    assert [(charge.unit, charge.target) for charge in after.charges] == [(0, 1), (2, 3)]
    after, _ = declared(foot_at_archers(8), answers=[()])
    assert after.charges == ()


@pytest.mark.clause("WAB-SEQ-04")
def test_charges_are_declared_before_rallies_and_carried_out_after_compulsory_moves() -> None:
    script = Script(RULESET, answers=None, policy=lambda choice: next(choice.candidates())[1], dice=[1] * 40)
    script.begin(foot_at_archers(6), movement_phase)
    steps = ("charge.declaring", "movement.rallying", "movement.compulsory", "charge.moves")
    rooms = (RULESET.find(key).__module__.removeprefix(f"{RULESET.home}.") for key in script.played)
    assert tuple(dict.fromkeys(room for room in rooms if room in steps)) == steps


PLAIN = changed(LEGIONARY, WS=3, armour="none", shield="none")
FEARED_FOOT = changed(PLAIN, rules=("Fear",))
HERE, FRIEND, FOE = 0, 1, 2


def feared_by_two() -> Battle:
    """Return a battle in which ten models of Ld 7 are charged by two units, of eight and of twenty models, and fear
    both.
    """
    return fielded(
        U("eight", 0, ((FEARED_FOOT, 8),), block=(21, 14, 0, 4)),
        U("twenty", 0, ((FEARED_FOOT, 20),), block=(27, 14, 0, 5)),
        U("charged", 1, ((changed(PLAIN, Ld=7), 10),), block=(24, 20, 180, 10)),
    )


@pytest.mark.parametrize(
    ("first", "then", "dice", "flees"),
    [
        (HERE, FRIEND, [6, 6, 6, 6, 1, 1], True),
        (HERE, FRIEND, [6, 6, 1, 1], False),
        (HERE, FRIEND, [1, 1, 6, 6, 1, 1], True),
        (FRIEND, HERE, [6, 6, 1, 1], True),
        (FRIEND, HERE, [1, 1, 6, 6], False),
    ],
)
def test_a_unit_tests_for_fear_of_each_charger_separately_in_the_order_its_owner_chooses(first, then, dice, flees):
    """WAB-FE-01, WAB-R-61: the unit flees if it fails its test against the twenty models, which outnumber it. Both dice
    for its flight show a 1.
    """
    after, _ = declared(feared_by_two(), dice, [(FOE, first, then), "hold"])
    assert after.status(FOE).fleeing is flees
    assert after.status(FOE).sixes_only is (not flees)
