"""SH-CR-06 to SH-CR-09: the winner of a combat and the consequences of the result, in the press and on a table."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.scrollhammer.combat_events import (
    Broke,
    Caught,
    CombatDrawn,
    CombatWon,
    GotAway,
    Held,
    StayedLocked,
    WipedOut,
)
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, foe, own, press


def fought(lead, guards=3, reavers=3, rulings=None, **changes):
    """Return a battle in the press of Guards, the active side, against Reavers, with the Guards ahead by
    `lead` wounds.
    """
    kinds = [(changed(GUARD, **changes), 3)], [(REAVER, 3)]
    made = battle(U("guards", 0, kinds[0]), U("reavers", 1, kinds[1]), pairs=[(0, 1)], rulings=rulings)
    gone = (*range(guards, 3), *range(3 + reavers, 6))
    made = made.on(made.field.without(frozenset(gone)))
    return made.beginning(fight_of((0, 1), met=((0, 1),), lead=lead))


def worked_out(made, dice=(), answers=()):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, work_out)
    script.assert_used_up()
    return after, [event for event in script.events if not isinstance(event, StayedLocked)]


@pytest.mark.clause("SH-CR-06", "SH-CR-07")
def test_the_side_with_the_higher_score_wins_and_the_loser_takes_a_morale_check():
    after, events = worked_out(fought(2), [2, 3])  # Ld 7 less 2
    parts = {"wounds": 2, "ranks": 0, "number": 0, "standards": 0}
    assert events == [
        CombatWon(winner="red", margin=2, **parts, clause="SH-CR-06"),
        Held(unit="reavers", margin=2, clause="SH-MO-03"),
    ]
    assert after.fight is None
    assert after.field.touched_units(0) == (1,)


@pytest.mark.clause("SH-CR-06", "SH-CR-07")
def test_the_active_side_loses_the_combat_if_its_score_is_lower():
    events = worked_out(fought(-3), [2, 3])[1]
    parts = {"wounds": 3, "ranks": 0, "number": 0, "standards": 0}
    assert events[0] == CombatWon(winner="blue", margin=3, **parts, clause="SH-CR-06")
    assert events[1] == Held(unit="guards", margin=3, clause="SH-MO-03")


def test_bonuses_are_added_to_the_wounds_in_the_combat_score():
    events = worked_out(fought(0, standard=True), [2, 4])[1]
    assert events[0] == CombatWon(winner="red", margin=1, wounds=0, ranks=0, number=0, standards=1, clause="SH-CR-06")


@pytest.mark.clause("SH-CR-08")
def test_equal_scores_are_a_draw_and_the_combat_continues():
    after, events = worked_out(fought(0))
    assert events == [CombatDrawn(reason="equal scores", clause="SH-CR-08")]
    assert after.field.touched_units(0) == (1,)


@pytest.mark.clause("SH-CR-09")
def test_a_side_that_is_wiped_out_loses_regardless_of_the_scores():
    after, events = worked_out(fought(5, guards=0))
    assert events == [WipedOut(side="red", winner="blue", clause="SH-CR-09")]
    assert after.fight is None


def test_if_both_sides_are_wiped_out_the_result_is_a_draw():
    assert worked_out(fought(1, guards=0, reavers=0))[1] == [CombatDrawn(reason="nobody is left", clause="SH-CR-09")]


@pytest.mark.clause("SH-CR-07", "SH-SA-06")
def test_a_unit_that_fails_its_morale_check_and_is_caught_is_destroyed():
    after, events = worked_out(fought(2), [3, 3, 1, 1])
    assert [type(event) for event in events[1:3]] == [Broke, Caught]
    assert after.living(1) == 0


@pytest.mark.clause("SH-SA-08")
def test_in_the_press_a_broken_unit_that_escapes_the_sweep_merely_leaves_the_combat():
    after, events = worked_out(fought(2), [3, 3, 6, 1])
    assert [type(event) for event in events[1:]] == [Broke, GotAway]
    assert after.living(1) == 3
    assert after.status(1).falling_back
    assert after.field.touched_units(0) == ()


def test_all_broken_units_of_a_side_leave_the_press():
    units = U("guards", 0, [(GUARD, 3)]), U("a", 1, [(REAVER, 3)]), U("b", 1, [(REAVER, 3)])
    made = battle(*units, pairs=[(0, 1), (0, 2)])
    made = made.beginning(fight_of((0, 1, 2), met=((0, 1), (0, 2)), lead=4))
    after, _ = worked_out(made, [6, 6, 5, 5, 6, 6, 1], [(1, 2)])
    assert after.field.pairs == ()
    assert [after.status(unit).falling_back for unit in (1, 2)] == [True, True]


@pytest.mark.clause("SH-CR-07", "SH-SA-08", "SH-SA-09")
def test_on_a_table_the_checks_are_followed_by_the_sweep_then_by_falling_back_and_then_by_consolidation():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 10)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 11)])
    made = battle(*units, edges=("south", "north")).beginning(fight_of((0, 1), met=((0, 1),), lead=1))
    answers = [True, (0, ticks(10), ticks(13), 0)]
    after, events = worked_out(made, [6, 6, 6, 1, 2, 3], answers)
    assert [type(event) for event in events] == [CombatWon, Broke, GotAway, Moved, Moved]
    assert [event.manner for event in events[3:]] == ["fell back", "consolidated"]
    assert [after.plane.place(model).y / INCH for model in (0, 1)] == [13, 16]
    assert after.fight is None


def test_on_a_table_a_draw_leaves_both_units_in_place():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 10)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 11)])
    made = battle(*units).beginning(fight_of((0, 1), met=((0, 1),)))
    after, events = worked_out(made)
    assert events == [CombatDrawn(reason="equal scores", clause="SH-CR-08")]
    assert after.field == made.field


def test_a_unit_that_has_wiped_out_its_enemy_may_consolidate_at_once():
    units = U("guards", 0, [(GUARD, 1)], at=[(10, 10)]), U("reavers", 1, [(REAVER, 1)], at=[(10, 11)])
    made = battle(*units).beginning(fight_of((0, 1), met=((0, 1),)))
    made = made.on(made.plane.without(frozenset((1,))))
    after, events = worked_out(made, [], [True, (0, ticks(11), ticks(10), 0)])
    assert [type(event) for event in events] == [WipedOut, Moved]
    assert after.plane.place(0).x == ticks(11)


def test_the_owner_of_a_victorious_block_is_asked_how_to_reform():
    units = (
        U("guards", 0, [(GUARD, 6)], block=(20, 20, 0, 3), formation="ranks"),
        U("foe", 1, [(REAVER, 1)], at=[(1, 1)]),
    )
    made = battle(*units).beginning(fight_of((0, 1), met=((0, 1),)))
    made = made.on(made.plane.without(frozenset((6,))))
    script = Script(RULESET, answers=None, policy=lambda choice: next(choice.candidates())[1])
    script.begin(made, work_out)
    assert [choice.clause for choice in script.asked] == ["SH-CO-07"]


LOGS: dict[str, Case] = {
    "SH-CR-09 the last of four wins": Case(
        press(own(4, I=2), foe(1, BARE, A=3, S=4, I=5)),
        (
            "step 5",
            "foe strikes own: 3 at 4+ and 3+",
            "own loses 3",
            "step 2",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "blue is wiped out",
        ),
        [6, 6, 6, 6, 6, 6, 6, 6],
    ),
}


@pytest.mark.clause("SH-CR-09")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_combat_result(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
