"""WS-CY, WS-SW, WS-EC, WS-SU-05, WS-EX: the cycle goes round, and ends."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.position import Position
from pilein.lab.sentences import sentence
from pilein.rulesets.warstrike.combats import draw_in
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate, first_consolidation
from pilein.rulesets.warstrike.cycle import begin_cycle, end_of_phase, go_through, half_cycle, look_round, swap_roles
from pilein.rulesets.warstrike.ending import is_over
from pilein.rulesets.warstrike.events import (
    CombatEnded,
    DrawnIn,
    FellBack,
    HalfCycleBegan,
    LdTested,
    Recovered,
    RolesSwapped,
    Suppressed,
)
from pilein.rulesets.warstrike.opening import next_phase
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.state import Status
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import BLADE, RIFLE, TROOPER, U, armed, battle, changed, lines, play, table_of

IDLE = changed(TROOPER, weapons=())
BOLD = changed(IDLE, Nv=6)
STAY = ()
PASS, FAIL = [1, 6], [6, 6]


def facing(*more, own=BOLD, foe=BOLD, inches=5, **options):
    units = U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [(10, 11 + inches)])
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def to(model, x, y):
    return ((model, ticks(x), ticks(y), 0),)


@pytest.mark.clause("WS-CY-01")
def test_the_cycle_begins_with_the_first_half_cycle():
    _, script = play(facing(), begin_cycle, answers=[STAY, STAY])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]


@pytest.mark.clause("WS-CY-02")
def test_attacking_units_go_through_all_steps_one_at_a_time_in_the_order_named():
    made = facing(U("second", 0, [(BOLD, 1)], [(13, 10)]), fight=(0, 1, 2))
    _, script = play(made, half_cycle, 1, answers=[2, STAY, STAY], until="check_leaderships")
    assert script.played.count("go_through") == 2
    assert script.asked[0].options == (0, 2)
    assert script.asked[1].unit == 2


def test_the_players_may_take_turns_in_naming_the_next_unit():
    """WS-R-43."""
    more = [U(f"more {x}", 0, [(BOLD, 1)], [(x, 10)]) for x in (13, 8)]
    made = facing(*more, fight=(0, 1, 2, 3), rulings={"WS-R-43": "alternate"})
    _, script = play(made, half_cycle, 1, answers=[2, STAY, 0, STAY, STAY], until="check_leaderships")
    assert [request.side for request in script.asked if request.clause == "WS-CY-02"] == [0, 1]


@pytest.mark.clause("WS-OV-03")
def test_a_unit_shoots_strikes_and_moves():
    made = facing(own=armed(RIFLE, BLADE))
    _, script = play(made, go_through, 0, answers=[False, STAY])
    assert script.played == [
        "go_through",
        "close_combat_shooting",
        "melee_attacks",
        "consolidate_in_cycle",
        "consolidate",
    ]


def test_counters_may_be_set_back_after_each_activation():
    """WS-R-17."""
    made = facing(rulings={"WS-R-17": "reset-per-attack"}).having(1, hits=5)
    assert play(made, go_through, 0, answers=[STAY])[0].status(1).hits == 0


@pytest.mark.clause("WS-CY-04", "WS-SW-01", "WS-SW-02", "WS-SW-03", "WS-CY-05", "WS-OV-02")
def test_while_enemies_are_near_roles_swap_and_the_cycle_starts_again():
    after, script = play(facing(foe=IDLE), look_round, 1, until="next_unit")
    assert after.combat.attacker == 1
    assert [event.side for event in told(script, RolesSwapped)] == ["blue"]
    assert [event.number for event in told(script, HalfCycleBegan)] == [2]


@pytest.mark.clause("WS-EC-01", "WS-CY-05")
def test_the_combat_is_over_when_no_enemies_are_within_six_inches():
    for inches, over in ((6, False), (6.1, True)):
        made = facing(inches=inches)
        assert is_over(made, table_of(made)) == over
    after, script = play(facing(inches=8), look_round, 1)
    assert after.fight is None
    assert [event.reason for event in told(script, CombatEnded)] == ["the sides have parted"]


def test_a_side_that_alone_is_left_has_won():
    made = lines(IDLE, IDLE)
    made = made.on(made.field.without(frozenset((1,))))
    _, script = play(made, look_round, 1)
    assert [event.reason for event in told(script, CombatEnded)] == ["red won"]


@pytest.mark.clause("WS-SU-05")
def test_if_all_attackers_walk_away_each_defender_may_remove_one_marker():
    made = facing(inches=5).having(1, markers=3)
    after, script = play(made, first_consolidation, answers=[to(0, 10, 8), True])
    assert after.status(1).markers == 2
    assert len(told(script, Recovered)) == 1
    made = facing(inches=5, rulings={"WS-R-46": "cycle-only"}).having(1, markers=3)
    assert play(made, first_consolidation, answers=[to(0, 10, 8)])[0].status(1).markers == 3


@pytest.mark.clause("WS-SU-05")
def test_walking_away_in_the_cycle_relieves_the_defenders_and_spares_them_the_test():
    made = facing(inches=5, foe=IDLE).having(1, markers=1)
    after, script = play(made, half_cycle, 1, answers=[to(0, 10, 8), True])
    assert (after.fight, after.status(1).markers) == (None, 0)
    assert told(script, LdTested) == []


@pytest.mark.clause("WS-EX-01")
def test_a_unit_that_is_neared_joins_unless_it_falls_back():
    late = U("late", 1, [(IDLE, 1)], [(14, 10)])
    after, script = play(facing(late), draw_in, 0, 0)
    assert after.combat.units == (0, 1, 2)
    assert [event.unit for event in told(script, DrawnIn)] == ["late"]
    gone = U("late", 1, [(IDLE, 1)], [(14, 10)], status=Status(broken_off=True))
    assert play(facing(gone), draw_in, 0, 0)[0].combat.units == (0, 1)


def test_a_unit_may_join_from_the_next_half_cycle_on():
    """WS-R-37."""
    made = facing(U("late", 1, [(IDLE, 1)], [(14, 10)]), rulings={"WS-R-37": "next-half-cycle"})
    after, _ = play(made, draw_in, 0, 0)
    assert (after.combat.units, after.combat.joining) == ((0, 1), (2,))
    after, _ = play(after, swap_roles, 1, until="start_again")
    assert (after.combat.units, after.combat.joining) == ((0, 1, 2), ())


def test_pursuit_may_draw_nobody_in():
    """WS-R-37."""
    made = facing(U("late", 1, [(IDLE, 1)], [(14, 10)]), rulings={"WS-R-37": "pursuit-draws-nobody"})
    assert play(made, draw_in, 0, 1)[0].combat.units == (0, 1)
    assert play(facing(U("late", 1, [(IDLE, 1)], [(14, 10)])), draw_in, 0, 1)[0].combat.units == (0, 1, 2)


def test_a_unit_drawn_in_by_pursuit_is_not_tested_and_the_combat_goes_on():
    """WS-R-37."""
    late = U("late", 1, [(IDLE, 1)], [(10, 22)])
    made = facing(late, foe=IDLE, inches=2)
    _, script = play(made, half_cycle, 1, dice=FAIL, answers=[STAY, to(0, 10, 12.99)], until="swap_roles")
    assert [event.unit for event in told(script, LdTested)] == ["foe"]
    assert script.played.count("draw_in") == 1


def test_combats_merge_when_a_unit_of_another_is_neared():
    """WS-R-05."""
    more = U("other", 0, [(IDLE, 1)], [(18, 10)]), U("late", 1, [(IDLE, 1)], [(14, 10)])
    made = facing(*more).having_combats(((2, 3),))
    after, _ = play(made, draw_in, 0, 0, answers=[STAY])
    assert (after.combat.units, after.combats, after.combat.waiting) == ((0, 1, 2, 3), (), (2,))


@pytest.mark.parametrize(("reading", "steps"), [("default", 1), ("none", 0)])
def test_a_combat_that_merges_has_its_first_steps_at_once_or_not_at_all(reading, steps):
    """WS-R-64."""
    more = U("other", 0, [(IDLE, 1)], [(18, 10)]), U("late", 1, [(IDLE, 1)], [(14, 10)])
    made = facing(*more, rulings={"WS-R-64": reading}).having_combats(((2, 3),))
    after, script = play(made, draw_in, 0, 0, answers=[STAY] * steps)
    assert (after.combat.units, after.combats, after.combat.waiting) == ((0, 1, 2, 3), (), (2,))
    assert [script.played.count(step) for step in ("defensive_fire", "first_consolidation")] == [steps, steps]


@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_when_it_is_asked_whether_the_combat_is_over(reading):
    """WS-R-47."""
    made = facing(inches=5, rulings={"WS-R-47": reading})
    after, _ = play(made, consolidate, 0, IN_CYCLE, answers=[to(0, 10, 8)])
    assert (after.fight is None) == (reading == "continuously")


def test_a_combat_in_which_nothing_happens_twice_is_a_draw():
    """WS-R-04: nobody can strike, nobody can fail, nobody moves."""
    after, script = play(facing(), begin_cycle, answers=[STAY, STAY])
    assert [event.reason for event in told(script, CombatEnded)] == ["a draw, for it would never end (WS-R-04)"]
    assert after.drawn
    assert next_phase(Position(after, ()), 1) is None


@pytest.mark.parametrize(("limit", "half_cycles"), [(3, 3), (1, 1), (0, 6)])
def test_the_number_of_half_cycles_is_limited(limit, half_cycles):
    """WS-R-04: both dice are thrown every time, so that it is not quiet; nought is no limit."""
    made = facing(own=IDLE, foe=IDLE, rulings={"WS-R-04": ("default", limit)})
    dice = PASS * (half_cycles if limit else 5) + (FAIL if not limit else [])
    answers = [STAY] * (half_cycles if limit else 6) + ([STAY] if not limit else [])
    _, script = play(made, begin_cycle, dice=dice, answers=answers)
    assert len(told(script, HalfCycleBegan)) == half_cycles


def test_attrition_may_wear_both_sides_down():
    """WS-R-04: a marker for each after every second half-cycle."""
    made = facing(rulings={"WS-R-04": ("attrition", 4)})
    after, script = play(made, begin_cycle, answers=[STAY] * 4)
    assert [(event.unit, event.now) for event in told(script, Suppressed)] == [
        ("own", 1),
        ("foe", 1),
        ("own", 2),
        ("foe", 2),
    ]
    assert after.drawn


def test_the_current_player_may_have_to_withdraw():
    """WS-R-04."""
    made = facing(rulings={"WS-R-04": "current-player-withdraws"})
    after, script = play(made, begin_cycle, answers=[STAY] * 3)
    assert [event.unit for event in told(script, FellBack)] == ["own"]
    assert not after.drawn
    assert after.status(0).broken_off


def test_a_unit_that_fell_back_may_still_be_struck():
    """WS-R-33."""
    for reading, targets in (("default", 0), ("still-a-target", 1)):
        second = U("second", 1, [(IDLE, 1)], [(13, 12)])
        made = facing(second, own=TROOPER, inches=0, fight=(0, 1, 2), rulings={"WS-R-33": reading})
        made = made.having(1, broken_off=True).fighting(fled=((1, 0),))
        _, script = play(made, go_through, 0, answers=[False, STAY] if targets else [STAY])
        assert sum(request.clause == "WS-ME-01" for request in script.asked) == targets


def test_a_unit_that_fell_back_stays_out_of_later_phases():
    """WS-R-33: it is within 6 inches, but no Action Phase has been played in which it would rally."""
    near = facing(inches=5, fight=None).having(1, broken_off=True, has_had_its_chance=True)
    after, _ = play(near, end_of_phase)
    assert (after.status(1).broken_off, after.status(1).has_had_its_chance) == (True, False)
    assert next_phase(Position(after, ()), 1) is None
    assert next_phase(Position(after.having(1, broken_off=False), ()), 1) is not None


def test_half_cycles_without_a_limit_are_not_numbered_after_the_first():
    """WS-R-04 `attrition` with 0: the chain merges them, so that no number can stand in the log."""
    made = facing(rulings={"WS-R-04": ("attrition", 0)}, own=IDLE, foe=IDLE)
    _, script = play(made, begin_cycle, dice=[*PASS, *PASS, *FAIL], answers=[STAY, STAY, STAY, False, STAY])
    headings = [sentence(event) for event in told(script, HalfCycleBegan)]
    assert headings == [
        "half-cycle 1, attackers: red",
        "next half-cycle, attackers: blue",
        "next half-cycle, attackers: red",
    ]


def test_pursuit_is_no_walking_away():
    """WS-R-46."""
    made = facing(inches=2).having(1, broken_off=True, markers=2).fighting(fled=((1, 0),))
    after, _ = play(made, pursue, answers=[to(0, 10, 8)])
    assert after.combat.withdrew == ()
