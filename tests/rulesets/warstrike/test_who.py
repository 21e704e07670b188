"""WS-OV, WS-WH: the phase, and who is in close-combat."""

import pytest

from pilein.rulesets.warstrike.combats import fight_combats, find_combats
from pilein.rulesets.warstrike.cycle import close_combat_phase
from pilein.rulesets.warstrike.events import CombatBegan, CombatEnded, HalfCycleBegan, NoCombat
from pilein.rulesets.warstrike.state import Status
from tests.rulesets.fielding import ground, told
from tests.rulesets.warstrike.builder import SHOOTER, TROOPER, U, battle, changed, play

STAY = ()
IDLE = changed(TROOPER, weapons=(), Nv=6)


def apart(inches, *more, own=IDLE, foe=IDLE, **options):
    """A model of each side, that many inches from base to base."""
    units = U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [(10, 11 + inches)])
    return battle(*units, *more, **options)


@pytest.mark.clause("WS-OV-01")
def test_a_phase_is_played_in_its_order_and_the_turn_passes():
    after, script = play(apart(5), close_combat_phase, answers=[STAY, STAY, STAY])
    steps = ["fight_combats", "defensive_fire", "first_consolidation", "begin_cycle", "end_combat", "end_of_phase"]
    played = list(script.played)
    assert [step for step in steps if step in played] == [step for step in steps if step != "end_combat"]
    assert sorted(steps[:4], key=played.index) == steps[:4]
    assert after.active == 1


@pytest.mark.clause("WS-OV-02", "WS-WH-04")
def test_a_combat_is_played_to_its_end_in_one_phase():
    made = apart(0, own=changed(TROOPER, Nv=1), foe=changed(TROOPER, Nv=1, Ar=0))
    _, script = play(made, close_combat_phase, dice=[3, 1, 6, 3, 6, 6], answers=[STAY, True, STAY, True, STAY, STAY])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]
    assert [event.reason for event in told(script, CombatEnded)] == ["blue won"]


@pytest.mark.clause("WS-WH-01", "WS-WH-03")
@pytest.mark.parametrize(("inches", "expected"), [(5.9, ((0, 1),)), (6, ((0, 1),)), (6.1, ())])
def test_units_with_models_within_six_inches_are_in_close_combat(inches, expected):
    assert find_combats(apart(inches)) == expected


def test_a_unit_that_has_fallen_back_is_in_no_combat():
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(IDLE, 1)], [(10, 12)], status=Status(broken_off=True))
    assert find_combats(battle(*units)) == ()


@pytest.mark.clause("WS-WH-02")
def test_the_current_player_attacks_first():
    for active, name in ((0, "own"), (1, "foe")):
        _, script = play(apart(5, active=active), fight_combats, answers=[STAY] * 3)
        assert told(script, CombatBegan)[0].attackers == (name,)


@pytest.mark.clause("WS-WH-05")
def test_a_combat_may_come_of_movement_alone():
    """WS-R-07."""
    assert find_combats(apart(5, rulings={"WS-R-07": "movers-only"})) == ()
    moved = apart(5, rulings={"WS-R-07": "movers-only"}).having(0, moved=True)
    assert find_combats(moved) == ((0, 1),)
    assert find_combats(apart(5)) == ((0, 1),)


@pytest.mark.clause("WS-WH-06")
def test_nothing_is_declared_and_nothing_rolled_to_begin_a_combat():
    _, script = play(apart(5), fight_combats, answers=[STAY] * 3)
    assert told(script, CombatBegan)
    assert type(script.events[0]).__name__ == "CombatBegan"
    _, script = play(apart(9), fight_combats)
    assert told(script, NoCombat)


def two_combats(**options):
    more = U("own 2", 0, [(IDLE, 1)], [(30, 10)]), U("foe 2", 1, [(IDLE, 1)], [(30, 15)])
    return apart(4, *more, **options)


def test_each_group_of_linked_units_is_a_combat_and_the_current_player_orders_them():
    """WS-R-05."""
    assert find_combats(two_combats()) == ((0, 1), (2, 3))
    _, script = play(two_combats(active=1), fight_combats, answers=[1, *[STAY] * 6])
    assert [event.attackers for event in told(script, CombatBegan)] == [("foe 2",), ("foe",)]


def test_all_units_may_be_in_one_combat():
    """WS-R-05."""
    assert find_combats(two_combats(rulings={"WS-R-05": "single"})) == ((0, 1, 2, 3),)


def test_six_inches_may_be_measured_from_centre_to_centre():
    """WS-R-06."""
    assert find_combats(apart(5.5, rulings={"WS-R-06": "centres"})) == ()
    assert find_combats(apart(4.9, rulings={"WS-R-06": "centres"})) == ((0, 1),)


def test_the_link_may_need_a_line_of_sight():
    """WS-R-08."""
    wood = ground("open", [(5, 12), (15, 12), (15, 14), (5, 14)], blocks_sight=True)
    assert find_combats(apart(5, grounds=[wood])) == ((0, 1),)
    assert find_combats(apart(5, grounds=[wood], rulings={"WS-R-08": "line-of-sight"})) == ()


def test_statuses_of_the_turn_are_forgotten_and_markers_stay():
    made = apart(20).having(0, moved=True, markers=2, hits=3)
    after, _ = play(made, close_combat_phase)
    status = after.status(0)
    assert (status.moved, status.markers, status.hits) == (False, 2, 3)


def test_counters_may_go_back_as_the_phase_ends():
    """WS-R-63 `back-to-0`; markers stay."""
    made = apart(20, rulings={"WS-R-63": "back-to-0"}).having(0, markers=2, hits=3)
    after, _ = play(made, close_combat_phase)
    assert (after.status(0).markers, after.status(0).hits) == (2, 0)


def test_a_combat_in_the_press_begins_with_the_cycle():
    units = U("own", 0, [(SHOOTER, 1)]), U("foe", 1, [(changed(SHOOTER, Nv=1, Ar=0), 1)])
    made = battle(*units, pairs=[(0, 1)])
    after, script = play(made, close_combat_phase, dice=[3, 5, 6], answers=[True, True])
    assert "defensive_fire" not in script.played
    assert after.living(1) == 0
