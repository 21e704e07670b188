"""WS-OV, WS-CY: the close-combat phase of one player turn, and its repeating cycle."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.lab.sentences import sentence
from pilein.rulesets.warstrike.combats import find_combats
from pilein.rulesets.warstrike.cycle import (
    begin_cycle,
    close_combat_phase,
    end_of_phase,
    go_through,
    half_cycle,
    look_round,
)
from pilein.rulesets.warstrike.events import HalfCycleBegan, RolesSwapped, Shot
from pilein.rulesets.warstrike.profile import Weapon
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import BLADE, RIFLE, SHOOTER, TROOPER, U, armed, battle, changed, play
from tests.rulesets.warstrike.fights import at_distance, goes, meeting

IDLE = changed(TROOPER, weapons=())
BOLD = changed(IDLE, Nv=6)
STAY = ()
PASS, FAIL = [1, 6], [6, 6]


@pytest.mark.clause("WS-CY-01")
def test_a_cycle_starts_with_half_cycle_one_and_continues_with_half_cycle_two():
    _, script = play(at_distance(), begin_cycle, answers=[STAY, STAY])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]


@pytest.mark.clause("WS-CY-02")
def test_attacking_units_act_one_at_a_time_in_the_order_named_and_each_takes_all_its_steps():
    made = at_distance(U("second", 0, [(BOLD, 1)], [(13, 10)]), fight=(0, 1, 2))
    _, script = play(made, half_cycle, 1, answers=[2, STAY, STAY], until="check_leaderships")
    assert script.played.count("go_through") == 2
    assert script.asked[0].options == (0, 2)
    assert script.asked[1].unit == 2


def test_under_the_alternate_ruling_the_players_alternate_in_naming_the_next_unit():
    """WS-R-43 `alternate`: the attacking player names the first unit."""
    more = [U(f"more {x}", 0, [(BOLD, 1)], [(x, 10)]) for x in (13, 8)]
    made = at_distance(*more, fight=(0, 1, 2, 3), rulings={"WS-R-43": "alternate"})
    _, script = play(made, half_cycle, 1, answers=[2, STAY, 0, STAY, STAY], until="check_leaderships")
    assert [request.side for request in script.asked if request.clause == "WS-CY-02"] == [0, 1]


@pytest.mark.clause("WS-OV-03")
def test_an_activated_unit_shoots_then_strikes_and_then_moves():
    made = at_distance(own=armed(RIFLE, BLADE))
    _, script = play(made, go_through, 0, answers=[False, STAY])
    assert script.played == [
        "go_through",
        "close_combat_shooting",
        "melee_attacks",
        "consolidate_in_cycle",
        "consolidate",
    ]


def test_under_the_reset_per_attack_ruling_hit_counters_are_reset_after_each_activation():
    made = at_distance(rulings={"WS-R-17": "reset-per-attack"}).having(1, hits=5)
    assert play(made, go_through, 0, answers=[STAY])[0].status(1).hits == 0


@pytest.mark.clause("WS-CY-04", "WS-SW-01", "WS-SW-02", "WS-SW-03", "WS-CY-05", "WS-OV-02")
def test_the_roles_swap_and_the_cycle_starts_again_while_enemies_are_near():
    after, script = play(at_distance(foe=IDLE), look_round, 1, until="next_unit")
    assert after.combat.attacker == 1
    assert [event.side for event in told(script, RolesSwapped)] == ["blue"]
    assert [event.number for event in told(script, HalfCycleBegan)] == [2]


def test_the_log_numbers_only_the_first_half_cycle_if_the_number_of_half_cycles_is_unlimited():
    """WS-R-04 `attrition` with 0: the chain merges the later half-cycles, so the log cannot number them."""
    made = at_distance(rulings={"WS-R-04": ("attrition", 0)}, own=IDLE, foe=IDLE)
    _, script = play(made, begin_cycle, dice=[*PASS, *PASS, *FAIL], answers=[STAY, STAY, STAY, False, STAY])
    headings = [sentence(event) for event in told(script, HalfCycleBegan)]
    assert headings == [
        "half-cycle 1, attackers: red",
        "next half-cycle, attackers: blue",
        "next half-cycle, attackers: red",
    ]


@pytest.mark.clause("WS-CY-02")
def test_players_keep_alternating_in_naming_units_even_if_the_unit_named_first_has_fallen():
    """WS-R-43 `alternate`: A1 comes near D2 and so begins the combat of D2 with A3. A1 is then shot."""
    sure = changed(IDLE, BS=8, weapons=(Weapon("cannon", ranged=True, AP=9),))
    units = (
        U("A1", 0, [(IDLE, 1)], [(20, 20)]),
        U("A2", 0, [(IDLE, 1)], [(14, 20)]),
        U("A3", 0, [(IDLE, 1)], [(33, 22)]),
        U("D1", 1, [(IDLE, 1)], [(17, 22)]),
        U("D2", 1, [(sure, 1)], [(28.5, 22)]),
    )
    made = battle(*units, fight=(0, 1, 3), rulings={"WS-R-43": "alternate"}).having_combats(((2, 4),))
    answers = [0, goes(0, 22.9, 20.5), 4, 0, STAY, 1, STAY, STAY]
    _, script = play(made, half_cycle, 1, answers=answers, until="check_leaderships")
    asked = [one for one in script.asked if getattr(one, "clause", "") == "WS-CY-02"]
    assert [(one.side, one.options) for one in asked] == [(0, (0, 1)), (1, (1, 2))]


@pytest.mark.clause("WS-CY-02")
def test_players_keep_alternating_in_naming_units_after_the_only_unit_of_one_side_has_acted() -> None:
    """WS-R-43 `alternate`: the owner has named the first unit, which draws the combat of two friends into its own."""
    bold = changed(TROOPER, Nv=6, weapons=())
    units = [U("first", 0, [(bold, 1)], [(10, 10)]), U("near", 1, [(bold, 1)], [(10, 15)])]
    units += [U(f"later {y}", 0, [(bold, 1)], [(25, y)]) for y in (10, 12)]
    made = battle(*units, U("far", 1, [(bold, 1)], [(19, 10)]), fight=(0, 1), rulings={"WS-R-43": "alternate"})
    answers = [((0, ticks(12.5), ticks(10), 0),), (2, 3), (), (), 3, (), ()]
    made = made.having_combats(((2, 3, 4),))
    _, script = play(made, half_cycle, 1, answers=answers, until="check_leaderships")
    assert [one.side for one in script.asked if one.clause == "WS-CY-02"] == [1]


@pytest.mark.clause("WS-DF-03")
def test_a_unit_counts_as_moving_at_the_double_until_the_next_action_phase_of_its_side():
    made = meeting(own=SHOOTER, foe=SHOOTER, fight=None).having(0, at_the_double=True).having(1, at_the_double=True)
    after = play(made, end_of_phase)[0]
    assert (after.active, [one.at_the_double for one in after.statuses]) == (1, [True, False])
    _, script = play(after, close_combat_phase, until="first_consolidation")
    assert told(script, Shot) == []
    assert not play(after, end_of_phase)[0].status(0).at_the_double


@pytest.mark.clause("WS-WH-03")
def test_a_unit_that_went_at_the_double_counts_as_having_moved():
    """WS-R-07 `movers-only`: because it counts as moved, the unit is an attacker."""
    made = meeting(fight=None, rulings={"WS-R-07": "movers-only"})
    assert find_combats(made) == ()
    assert find_combats(made.having(0, at_the_double=True)) == ((0, 1),)
    assert find_combats(made.having(1, at_the_double=True)) == ()
