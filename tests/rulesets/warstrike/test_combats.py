"""WS-WH: units in close combat, combats that merge or draw in units, and the choice of the next combat."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.kernel.position import Position
from pilein.lab.sentences import sentence
from pilein.rulesets.warstrike.combats import draw_in, fight_combats, find_combats
from pilein.rulesets.warstrike.consolidation import first_consolidation
from pilein.rulesets.warstrike.cycle import begin_cycle, close_combat_phase, swap_roles
from pilein.rulesets.warstrike.events import (
    CombatBegan,
    CombatEnded,
    CombatsMerged,
    DrawnIn,
    HalfCycleBegan,
    NoCombat,
    Shot,
)
from pilein.rulesets.warstrike.ruleset import RULESET
from pilein.rulesets.warstrike.state import NOBODY, Status
from pilein.rulesets.warstrike.steps import Step
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import RIFLE, SHOOTER, TROOPER, U, battle, box, changed, play
from tests.rulesets.warstrike.fights import goes

STAY = ()
IDLE = changed(TROOPER, weapons=(), Nv=6)


def apart(inches, *more, own=IDLE, foe=IDLE, **options):
    """Return a battle of one model on each side, the given number of inches apart from base to base."""
    units = U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [(10, 11 + inches)])
    return battle(*units, *more, **options)


@pytest.mark.clause("WS-OV-01")
def test_the_steps_of_a_phase_are_played_in_a_fixed_order_and_then_the_turn_passes_to_the_opponent():
    after, script = play(apart(5), close_combat_phase, answers=[STAY, STAY, STAY])
    steps = ["fight_combats", "defensive_fire", "first_consolidation", "begin_cycle", "end_combat", "end_of_phase"]
    played = list(script.played)
    assert [step for step in steps if step in played] == [step for step in steps if step != "end_combat"]
    assert sorted(steps[:4], key=played.index) == steps[:4]
    assert after.active == 1


@pytest.mark.clause("WS-OV-02", "WS-WH-04")
def test_a_combat_is_played_to_its_end_within_one_phase():
    made = apart(0, own=changed(TROOPER, Nv=1), foe=changed(TROOPER, Nv=1, Ar=0))
    _, script = play(made, close_combat_phase, dice=[3, 1, 6, 3, 6, 6], answers=[STAY, True, STAY, True, STAY, STAY])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]
    assert [event.reason for event in told(script, CombatEnded)] == ["blue won"]


@pytest.mark.clause("WS-WH-01", "WS-WH-03")
@pytest.mark.parametrize(("inches", "expected"), [(5.9, ((0, 1),)), (6, ((0, 1),)), (6.1, ())])
def test_enemy_units_with_models_within_six_inches_of_each_other_are_in_close_combat(inches, expected):
    assert find_combats(apart(inches)) == expected


def test_a_unit_that_has_fallen_back_is_not_in_a_combat():
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(IDLE, 1)], [(10, 12)], status=Status(broken_off=True))
    assert find_combats(battle(*units)) == ()


@pytest.mark.clause("WS-WH-02")
def test_the_current_player_attacks_first():
    for active, name in ((0, "own"), (1, "foe")):
        _, script = play(apart(5, active=active), fight_combats, answers=[STAY] * 3)
        assert told(script, CombatBegan)[0].attackers == (name,)


@pytest.mark.clause("WS-WH-05")
def test_under_the_movers_only_ruling_only_units_that_moved_this_turn_start_a_combat():
    """WS-R-07 `movers-only`: units that did not move this turn are not attackers."""
    assert find_combats(apart(5, rulings={"WS-R-07": "movers-only"})) == ()
    moved = apart(5, rulings={"WS-R-07": "movers-only"}).having(0, moved=True)
    assert find_combats(moved) == ((0, 1),)
    assert find_combats(apart(5)) == ((0, 1),)


@pytest.mark.clause("WS-WH-06")
def test_a_combat_begins_without_a_declaration_or_a_roll():
    _, script = play(apart(5), fight_combats, answers=[STAY] * 3)
    assert told(script, CombatBegan)
    assert type(script.events[0]).__name__ == "CombatBegan"
    _, script = play(apart(9), fight_combats)
    assert told(script, NoCombat)


def two_combats(**options):
    more = U("own 2", 0, [(IDLE, 1)], [(30, 10)]), U("foe 2", 1, [(IDLE, 1)], [(30, 15)])
    return apart(4, *more, **options)


def test_each_group_of_linked_units_is_one_combat_and_the_current_player_chooses_the_order_of_combats():
    """WS-R-05: each combat is fought to its end before the next."""
    assert find_combats(two_combats()) == ((0, 1), (2, 3))
    _, script = play(two_combats(active=1), fight_combats, answers=[1, *[STAY] * 6])
    assert [event.attackers for event in told(script, CombatBegan)] == [("foe 2",), ("foe",)]


def test_under_the_single_ruling_all_units_form_one_combat():
    assert find_combats(two_combats(rulings={"WS-R-05": "single"})) == ((0, 1, 2, 3),)


def test_under_the_centres_ruling_the_six_inches_are_measured_from_centre_to_centre():
    """WS-R-06: by default, the 6" are measured between the edges of bases."""
    assert find_combats(apart(5.5, rulings={"WS-R-06": "centres"})) == ()
    assert find_combats(apart(4.9, rulings={"WS-R-06": "centres"})) == ((0, 1),)


def test_under_the_line_of_sight_ruling_a_link_between_units_requires_line_of_sight():
    wood = ground("open", [(5, 12), (15, 12), (15, 14), (5, 14)], blocks_sight=True)
    assert find_combats(apart(5, grounds=[wood])) == ((0, 1),)
    assert find_combats(apart(5, grounds=[wood], rulings={"WS-R-08": "line-of-sight"})) == ()


def test_at_the_end_of_the_phase_the_statuses_of_the_turn_are_cleared_but_markers_stay():
    made = apart(20).having(0, moved=True, markers=2, hits=3)
    after, _ = play(made, close_combat_phase)
    status = after.status(0)
    assert (status.moved, status.markers, status.hits) == (False, 2, 3)


def test_under_the_back_to_0_ruling_hit_counters_are_reset_when_the_phase_ends():
    """WS-R-63 `back-to-0`: markers stay when the hit counter is reset."""
    made = apart(20, rulings={"WS-R-63": "back-to-0"}).having(0, markers=2, hits=3)
    after, _ = play(made, close_combat_phase)
    assert (after.status(0).markers, after.status(0).hits) == (2, 0)


def test_a_combat_in_the_press_begins_with_the_first_half_cycle_and_without_defensive_fire():
    units = U("own", 0, [(SHOOTER, 1)]), U("foe", 1, [(changed(SHOOTER, Nv=1, Ar=0), 1)])
    made = battle(*units, pairs=[(0, 1)])
    after, script = play(made, close_combat_phase, dice=[3, 5, 6], answers=[True, True])
    assert "defensive_fire" not in script.played
    assert after.living(1) == 0


UNARMED = changed(TROOPER, weapons=())


@pytest.mark.clause("WS-EX-01", "WS-CM-06")
def test_a_unit_drawn_in_before_the_cycle_takes_part_from_the_first_half_cycle_on():
    """WS-R-37 `next-half-cycle`: before the cycle begins, the next half-cycle is the first one."""
    units = (
        U("own", 0, [(UNARMED, 1)], [(10, 10)]),
        U("foe", 1, [(UNARMED, 1)], [(10, 14)]),
        U("more", 1, [(UNARMED, 1)], [(18, 10)]),
    )
    made = battle(*units, fight=(0, 1), rulings={"WS-R-37": "next-half-cycle"})
    after, _ = play(made, first_consolidation, answers=[goes(0, 12, 10)])
    assert after.defenders == (1,)
    after, _ = play(after, begin_cycle, until="next_unit")
    assert after.defenders == (1, 2)


STEADY = changed(TROOPER, weapons=(), Nv=6, Ld=2)
GUNNER = changed(STEADY, weapons=(RIFLE,))


def to(model, x, y, facing=0):
    return (model, ticks(x), ticks(y), facing)


def two_linked_combats(*more, second=GUNNER, **options):
    """Return a battle in which A1 (0) and A2 (1) belong to the current player, and D1 (2) and D2 (3), which has a
    rifle, belong to the opponent.
    """
    return battle(
        U("A1", 0, [(STEADY, 1)], [(20, 20)]),
        U("A2", 0, [(STEADY, 1)], [(35, 20)]),
        U("D1", 1, [(STEADY, 1)], [(26, 20)]),
        U("D2", 1, [(second, 1)], [(29.5, 20)]),
        *more,
        **options,
    )


def phase(made, answers, dice=(), until=""):
    script = Script(RULESET, dice=dice, answers=answers)
    begun = Position(made, ((Step.CLOSE_COMBAT_PHASE,),))
    return script.play(begun, until=until).state, script


def test_a_unit_fires_and_its_enemies_consolidate_if_it_is_drawn_in_from_a_second_combat() -> None:
    answers = [0, (to(0, 23, 20),), 3, 1, (to(1, 33, 20),)]
    after, script = phase(two_linked_combats(), answers, dice=[1], until="half_cycle")
    assert [request.clause for request in script.asked if hasattr(request, "why_not")] == [
        "WS-WH-04",
        "WS-AC-01",
        "WS-DF-01",
        "WS-DF-08",
        "WS-AC-01",
    ]
    assert [(event.unit, event.foe) for event in told(script, Shot)] == [("D2", "A2")]
    assert where(after, 1) == (33, 20)
    assert (after.combat.units, after.combats) == ((0, 1, 2, 3), ())


def test_the_same_units_act_if_two_linked_combats_are_fought_in_reverse_order() -> None:
    _, script = phase(two_linked_combats(), [1, 3, (to(1, 34, 20),)], dice=[1], until="half_cycle")
    asked = [request.clause for request in script.asked if hasattr(request, "why_not")]
    assert sorted(asked[:3]) == ["WS-AC-01", "WS-DF-01", "WS-WH-04"]


def test_a_unit_fires_or_holds_its_fire_only_once_a_phase() -> None:
    made = two_linked_combats(U("D3", 1, [(GUNNER, 1)], [(24, 24)]))
    answers = [0, NOBODY, (to(0, 23, 20),), NOBODY, STAY]
    _, script = phase(made, answers, until="half_cycle")
    fired = [request.options for request in script.asked if getattr(request, "clause", "") == "WS-DF-01"]
    assert fired == [(4, NOBODY), (3, NOBODY)]


def test_attackers_that_have_not_yet_moved_do_so_even_after_a_second_combat_merges_with_theirs() -> None:
    made = two_linked_combats(U("A3", 0, [(STEADY, 1)], [(23, 15)]))
    answers = [0, (0, 4), (to(0, 23, 20),), NOBODY, STAY, (to(4, 23, 16),)]
    after, _ = phase(made, answers, until="half_cycle")
    assert where(after, 4) == (23, 16)


def test_units_still_take_the_first_steps_of_their_combat_if_it_merges_with_another_during_the_cycle() -> None:
    """In the enemy's half-cycle, D1 has come near A2, whose combat with D2 has yet to be fought."""
    units = (
        U("A1", 0, [(STEADY, 1)], [(20, 20)]),
        U("D1", 1, [(GUNNER, 1)], [(26, 20)]),
        U("A2", 0, [(STEADY, 1)], [(32.5, 20)]),
        U("D2", 1, [(GUNNER, 1)], [(36, 20)]),
    )
    made = battle(*units, fight=(0, 1)).fighting(attacker=1).having_combats(((2, 3),))
    after, script = play(made, draw_in, 1, 0, dice=[1], answers=[3, (to(2, 32.5, 22),)])
    assert [(event.unit, event.foe) for event in told(script, Shot)] == [("D2", "A2")]
    assert where(after, 2) == (32.5, 22)
    assert after.combat.waiting == (3,)


def test_a_unit_that_joins_a_combat_in_the_next_half_cycle_brings_all_units_of_its_own_combat_with_it() -> None:
    """WS-R-37 `next-half-cycle`: all units of the joining unit's own combat join with it."""
    made = two_linked_combats(fight=(0, 2), rulings={"WS-R-37": "next-half-cycle"}).having_combats(((1, 3),))
    made = made.fighting(joining=(3,))
    after, script = play(made, swap_roles, 1, answers=[NOBODY, STAY], until="start_again")
    assert (after.combat.units, after.combats) == ((0, 1, 2, 3), ())
    assert [event.units for event in told(script, CombatsMerged)] == [("A2",)]


def test_the_log_reports_every_unit_of_a_merging_combat() -> None:
    _, script = phase(two_linked_combats(), [0, (to(0, 23, 20),), NOBODY, STAY], until="half_cycle")
    assert [event.unit for event in told(script, DrawnIn)] == ["D2"]
    assert list(map(sentence, told(script, CombatsMerged))) == ["A2 joined as well: their own combat became part of it"]


def test_under_the_line_of_sight_ruling_units_fight_no_combat_if_they_cannot_see_each_other() -> None:
    wall = ground("obstacle", box(18, 22, 22, 22.4), blocks_sight=True)
    units = U("A", 0, [(STEADY, 1)], [(20, 20)]), U("D", 1, [(STEADY, 1)], [(20, 24)])
    for reading, began in (("default", True), ("line-of-sight", False)):
        made = battle(*units, grounds=[wall], rulings={"WS-R-08": reading})
        answers = [STAY, STAY, STAY] if began else []
        _, script = phase(made, answers)
        assert bool(told(script, CombatEnded)) == began
