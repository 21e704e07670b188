"""SH-CP-01, SH-FS-01, SH-FS-03, SH-FS-04, SH-IN-10, SH-MU-01, SH-SV-02: the course of a phase, its combats and their
steps.
"""

import pytest

from pilein.engine.script import Script
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import StepBegan, SubPhaseBegan
from pilein.rulesets.scrollhammer.combats import combats_of
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase, next_combat, next_step
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.result.result import close, work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.tabletop.events import CombatBegan
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of, spot
from tests.rulesets.scrollhammer.press import BARE, IDLE

QUICK = changed(GUARD, I=7)


def pairs_apart(count=2, rulings=None):
    """Return a battle of `count` separate fights of one against one, each out of reach of all others."""
    units = []
    for place in range(count):
        units.append(U(f"guard {place}", 0, [(GUARD, 1)], at=[(5 + 10 * place, 10)]))
        units.append(U(f"reaver {place}", 1, [(REAVER, 1)], at=[(5 + 10 * place, 11)]))
    return battle(*units, rulings=rulings)


def script(dice=(), answers=()):
    return Script(RULESET, dice=dice, answers=answers)


@pytest.mark.clause("SH-CP-01")
def test_the_charge_sub_phase_comes_before_the_fight_sub_phase():
    made = battle(U("guards", 0, [(GUARD, 1)], at=[(5, 5)]), U("reavers", 1, [(REAVER, 1)], at=[(40, 40)]))
    run = script()
    after = run.begin(made, close_combat_phase)
    assert run.played[:3] == ["close_combat_phase", "charge_sub_phase", "fight_sub_phase"]
    assert after.active == 1


def test_statuses_of_a_turn_are_cleared_at_its_end():
    """SH-R-02: a turn is a player turn."""
    status = Status(charged=True, declared=True, marched=True, falling_back=True)
    guards = U("guards", 0, [(GUARD, 1)], at=[(5, 5)], status=status)
    made = battle(guards, U("reavers", 1, [(REAVER, 1)], at=[(40, 40)]))
    after = script().begin(made, close_combat_phase)
    assert after.status(0) == Status(falling_back=True)


def test_a_unit_still_locked_after_a_combat_is_recorded_as_having_fought_a_round():
    made = pairs_apart(1)
    after = Script(RULESET, dice=[1, 1], answers=None, policy=first).begin(made, close_combat_phase)
    assert [status.has_fought for status in after.statuses] == [True, True]


@pytest.mark.clause("SH-FS-01")
def test_every_combat_is_fought_in_the_fight_sub_phase():
    run = script(dice=[1, 1])
    run.begin(pairs_apart(1), fight_sub_phase)
    assert run.events[0] == SubPhaseBegan(name="Fight sub-phase", clause="SH-FS-01")
    assert CombatBegan(units=("guard 0", "reaver 0"), clause="SH-FS-04") in run.events
    run.assert_used_up()


@pytest.mark.clause("SH-FS-03")
def test_the_active_player_chooses_the_order_of_separate_combats():
    run = script(dice=[1] * 6, answers=[2, 1])
    run.begin(pairs_apart(3), fight_sub_phase)
    run.assert_used_up()
    began = [event.units[0] for event in run.events if isinstance(event, CombatBegan)]
    assert began == ["guard 2", "guard 1", "guard 0"]


@pytest.mark.clause("SH-FS-04")
def test_each_combat_is_completed_before_the_next_one_starts():
    run = script(dice=[1] * 4, answers=[0])
    run.begin(pairs_apart(2), fight_sub_phase)
    keys = [key for key in run.played if key in ("fight_to_the_end", "close")]
    assert keys == ["fight_to_the_end", "close"] * 2


@pytest.mark.clause("SH-IN-10", "SH-IN-02")
def test_the_combat_result_is_worked_out_after_all_initiative_steps():
    units = U("quick", 0, [(QUICK, 1)]), U("slow", 1, [(REAVER, 1)])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), met=((0, 1),)))
    run = script(dice=[1, 1])
    run.begin(made, next_step, until=work_out.key)
    run.assert_used_up()
    assert [event.step for event in run.events if isinstance(event, StepBegan)] == [7, 3]


def test_no_further_initiative_step_is_fought_after_one_side_is_wiped_out():
    """SH-CR-09: the combat ends as soon as one side has no models left."""
    units = U("quick", 0, [(QUICK, 1)]), U("slow", 1, [(REAVER, 1)])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), met=((0, 1),)))
    run = script(dice=[6, 6, 1])
    run.begin(made, next_step, until=work_out.key)
    assert [event.step for event in run.events if isinstance(event, StepBegan)] == [7]


@pytest.mark.clause("SH-MU-01", "SH-MU-02")
def test_a_connected_group_of_locked_units_is_one_combat():
    """SH-R-37: units joined by base contact, directly or through others, fight one combat."""
    made = battle(
        U("a", 0, [(GUARD, 2)], at=[(10, 10), (11, 10)]),
        U("b", 1, [(REAVER, 1)], at=[(10, 11)]),
        U("c", 1, [(REAVER, 1)], at=[(11, 11)]),
        U("d", 0, [(GUARD, 1)], at=[(30, 10)]),
        U("e", 1, [(REAVER, 1)], at=[(30, 11)]),
    )
    assert combats_of(made, Table(made.setup.readings)) == ((0, 1, 2), (3, 4))


def test_under_the_stay_one_ruling_a_multiple_combat_that_has_split_up_stays_one_combat():
    """SH-R-82 `stay-one`: units that leave do not split the combat."""
    for reading, expected in (("default", ((0, 1), (2, 3))), ("stay-one", ((0, 1, 2, 3),))):
        made = pairs_apart(2, rulings={"SH-R-82": reading})
        made = changed(made, bonds=((0, 1, 2, 3),))
        assert combats_of(made, Table(made.setup.readings)) == expected


def test_a_unit_that_has_left_a_multiple_combat_does_not_link_that_combat_to_its_next_one():
    """SH-R-82 `stay-one`: the first guard has no enemy left when its combat ends, and charges a captain later."""
    at = [(10 * number, 11) for number in range(1, 4)]
    reavers = [U(f"reaver {number}", 1, [(REAVER, 1)], at=[spot]) for number, spot in enumerate(at)]
    guards = [U(f"guard {number}", 0, [(GUARD, 1)], at=[(x, 10)]) for number, (x, _) in enumerate(at)]
    captain = U("captain", 1, [(REAVER, 1)], at=[(10, 9)])
    made = battle(*guards, *reavers, captain, rulings={"SH-R-82": "stay-one"})
    gone = frozenset((*made.plane.models(3), *made.plane.models(6)))
    over = changed(made.on(made.plane.without(gone)), bonds=((0, 1, 2, 3, 4, 5),)).beginning(fight_of(tuple(range(6))))
    after = script().begin(over, close)
    assert after.bonds == ((1, 2, 4, 5),)
    charged = after.on(made.plane.without(frozenset(made.plane.models(3))))
    assert combats_of(charged, Table(made.setup.readings)) == ((0, 6), (1, 2, 4, 5))


def test_under_the_recomputed_ruling_combats_are_recomputed_before_each_is_fought():
    """SH-R-37 `recomputed`: the contacts at that moment decide the next combat, and units that have already fought are
    left out.
    """
    made = pairs_apart(2, rulings={"SH-R-37": "recomputed"}).having(0, has_struck=True)
    run = script(dice=[1, 1])
    after = run.begin(changed(made, combats=((0, 1), (2, 3))), next_combat)
    run.assert_used_up()
    assert [event.units[0] for event in run.events if isinstance(event, CombatBegan)] == ["guard 1"]
    assert after.combats == ()


@pytest.mark.clause("SH-SV-02")
def test_models_in_close_combat_cannot_go_to_ground():
    for unit in (0, 1):
        made = pairs_apart(1).having(unit, gone_to_ground=True)
        after = script(dice=[1, 1]).begin(made, fight_sub_phase)
        assert not after.status(unit).gone_to_ground


def test_a_winner_sweeps_an_enemy_it_piled_into_even_if_casualties_have_broken_the_contact():
    """SH-R-75: the winner and the enemy were engaged in only one step of the sub-phase. The hero is still in contact,
    but may not sweep.
    """
    hero = changed(GUARD, I=6, S=10, A=1, rules=("No Sweep",))
    made = battle(
        U("hero", 0, [(hero, 1)], at=[(10, 10)]),
        U("chaser", 0, [(changed(GUARD, I=3), 1)], at=[(10, 12)]),
        U("first", 1, [(changed(REAVER, I=1), 1)], at=[(10, 11)]),
        U("second", 1, [(changed(REAVER, I=1), 2)], at=[(10, 9), (10, 15)]),
    )
    slain = [6, 6, 1]  # hit, wounded, not saved
    missed, broken, swept = [1], [6, 6], [1, 6]
    run = script(dice=[*slain, *slain, *missed, *broken, *swept], answers=[(1, 0), first])
    after = run.begin(made, fight_sub_phase, until="fall_back_from_combat")
    run.assert_used_up()
    assert after.living(3) == 0


LOGS: dict[str, Case] = {
    "SH-PI-15 more than 6 inches apart": Case(
        battle(
            U("own", 0, [(changed(BARE, I=5), 1), (changed(BARE, I=1), 1)], at=[(10, 10), (8.5, 10)]),
            U("foe", 1, [(changed(BARE, I=3), 2)], at=[(10, 11), (10, 17.6)]),
        ),
        (
            "step 5",
            "own strikes foe: 1 at 4+ and 4+",
            "foe loses 1",
            "stopped",
            "red wins by 1",
            "foe holds",
            "own 0 piled in 3.0",
            "own 1 piled in 3.0",
            "foe 3 piled in 3.0",
        ),
        [6, 6, 1, 1],
        [False, False],
    ),
    "SH-FS-04 a combat is over with its consolidation": Case(
        battle(
            *(U(name, 0, [(BARE, 1)], at=[(x, 10)]) for name, x in (("a", 10), ("c", 30))),
            *(U(name, 1, [(IDLE, 1)], at=[(x, 11)]) for name, x in (("b", 10), ("d", 30))),
        ),
        (
            "step 4",
            "c strikes d: 1 at 4+ and 4+",
            "d loses 1",
            "blue is wiped out",
            "c 1 consolidated 2.0",
            "step 4",
            "a strikes b: 1 at 4+ and 4+",
            "drawn",
        ),
        [6, 6, 1],
        [1, True, spot(1, 30, 8)],
    ),
}


@pytest.mark.clause("SH-FS-04", "SH-PI-15")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_combat(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
