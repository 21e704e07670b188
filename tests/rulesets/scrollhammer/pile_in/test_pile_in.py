"""SH-PI-03 to SH-PI-13: models that have lost contact close in, stage by stage."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.pile_ins import QUICK, asked, at, fight, moves, piled, two_apart, why_not
from tests.rulesets.scrollhammer.press import BARE


@pytest.mark.clause("SH-PI-02", "SH-PI-03", "SH-PI-05", "SH-PI-13")
def test_a_model_piling_in_moves_to_touch_an_enemy_that_no_friend_touches():
    after, script = piled(two_apart(1.5))
    assert moves(script) == [("SH-PI-05", 1, 1.5)]
    assert at(after, 1) == (12.5, 11.5)
    assert after.fight.exchange.piled == (1,)
    assert after.plane.contacts.enemies[1] == (3,)


@pytest.mark.clause("SH-PI-05")
def test_the_owner_chooses_the_order_in_which_models_pile_in():
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (11.8, 10), (13.2, 10)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (12.6, 12, 180)])
    made = fight(own, foes)
    second = [(2, ticks(13.0), ticks(11), 0), (1, ticks(12.0), ticks(11), 0)]
    after, script = piled(made, answers=second)
    assert [(clause, model) for clause, model, _ in moves(script)] == [("SH-PI-05", 2), ("SH-PI-06", 1)]
    assert at(after, 1) == (12.0, 11.0)


def backed_up(**more):
    """Return a battle in which red 1 can reach the enemy that red 0 touches, and red 0 itself, but no other enemy."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (10, 7.5)])
    return fight(own, U("blue", 1, [(IMP, 2)], at=[(10, 11, 180), (10, 12, 180)]), **more)


@pytest.mark.clause("SH-PI-06")
def test_a_model_piling_in_moves_to_touch_a_friend_in_contact_if_it_reaches_no_free_enemy():
    after, script = piled(backed_up())
    assert moves(script) == [("SH-PI-06", 1, 1.5)]
    assert at(after, 1) == (10.0, 9.0)
    choice = asked(backed_up())
    assert why_not(choice, 1, 10.0, 8.5) == "it must end in contact with a friend that touches an enemy"
    assert why_not(choice, 1, 9.0, 9.5) is None


GROUND = [(11, 10.6), (14, 10.6), (14, 11.4), (11, 11.4)]


@pytest.mark.clause("SH-PI-11")
def test_a_model_piling_in_across_dangerous_ground_is_tested():
    ground = [("dangerous", GROUND)]
    after, script = piled(two_apart(1.5, grounds=ground), dice=[2])
    assert GroundBraved(unit="red", model=1, hurt=False, clause="SH-TE-05") in script.events
    after, script = piled(two_apart(1.5, grounds=ground), dice=[1, 3])
    assert after.plane.models(0) == (0,)
    assert after.fight.lead == 0
    after, script = piled(two_apart(1.5, grounds=ground, rulings={"SH-R-60": "pile-in-terrain"}), dice=[1, 3])
    assert after.fight.lead == -1


def facing_each_other(**more):
    """Return a battle in which each side has one model that can come into contact and one that can only follow."""
    own = U("red", 0, [(GUARD, 2)], at=[(10, 10), (12.2, 8)])
    foes = U("blue", 1, [(QUICK, 2)], at=[(10, 11, 180), (12.2, 13, 180)])
    return fight(own, foes, **more)


@pytest.mark.clause("SH-PI-13")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_side_piles_in_before_the_enemy(active):
    _, script = piled(facing_each_other(active=active))
    sides = [0 if event.unit == "red" else 1 for event in script.events]
    assert sides == [active, 1 - active]


def staged(**more):
    """Return a battle in which red moves in the third and fifth stages and blue in the third."""
    own = U("red", 0, [(GUARD, 3)], at=[(10, 10), (10, 8.5), (10, 4.5)])
    foes = U("blue", 1, [(QUICK, 2)], at=[(10, 11, 180), (10, 13.4, 180)])
    return fight(own, foes, **more)


def test_under_the_by_stage_ruling_both_sides_pile_in_stage_by_stage():
    """SH-R-39 `by-stage`: the two sides take turns, stage by stage."""
    _, script = piled(staged())
    assert [(event.unit, event.clause) for event in script.events] == [
        ("red", "SH-PI-06"),
        ("red", "SH-PI-08"),
        ("blue", "SH-PI-06"),
    ]
    _, script = piled(staged(rulings={"SH-R-39": "by-stage"}))
    assert [(event.unit, event.clause) for event in script.events] == [
        ("red", "SH-PI-06"),
        ("blue", "SH-PI-06"),
        ("red", "SH-PI-08"),
    ]


@pytest.mark.clause("SH-PI-03")
def test_models_of_a_block_piling_in_step_to_the_front_first_then_fill_gaps_and_finally_approach_the_enemy():
    block = U("ranks", 0, [(GUARD, 6)], block=(20, 10, 0, 3), formation="ranks")
    own = U("red", 0, [(GUARD, 2)], at=[(10, 9.5), (10, 5)])
    foes = U("blue", 1, [(IMP, 4)], at=[*row(19, 10.5, 3, facing=180), (10, 10.5, 180)])
    made = fight(block, own, foes)
    made = made.on(made.plane.without(frozenset({1})))
    _, script = piled(made)
    assert [event.clause for event in script.events] == ["SH-PI-04", "SH-PI-08"]
    names = list(script.played)
    wanted = ["to_the_front", "touch_an_enemy", "touch_a_friend", "close_gaps", "draw_near"]
    assert list(dict.fromkeys(name for name in names if name in wanted)) == wanted


@pytest.mark.clause("SH-PI-06")
def test_a_model_may_pile_in_to_touch_a_fighting_model_of_its_unit_even_if_it_leaves_the_others_behind() -> None:
    behind = [(14, 14), (15.5, 14), (17, 14)]
    foe = U("foe", 1, [(changed(REAVER, I=4), 5)], at=[(10, 11), (11, 11), *behind])
    made = fight(U("own", 0, [(GUARD, 1)], at=[(10, 10)]), foe)
    choice = asked(made)
    assert choice.clause == "SH-PI-06"
    assert why_not(choice, 3, 12, 12) is None


LOGS: dict[str, Case] = {
    "SH-PI-02 SH-PI-03 6 inches apart, each 3 inches at its step": Case(
        battle(
            U("own", 0, [(changed(BARE, I=5), 1), (changed(BARE, I=1), 1)], at=[(10, 10), (8.5, 10)]),
            U("foe", 1, [(changed(BARE, I=3), 2)], at=[(10, 11), (10, 17)]),
        ),
        (
            "step 5",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "step 3",
            "foe 3 piled in 3.0",
            "step 1",
            "own 1 piled in 3.0",
            "red wins by 1",
            "foe holds",
            "own 1 piled in 0.7",
            "own 0 piled in 2.0",
        ),
        [6, 6, 1, 1],
    ),
}


@pytest.mark.clause("SH-PI-02", "SH-PI-03")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_pile_in(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
