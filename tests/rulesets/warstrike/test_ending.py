"""WS-CY, WS-SW, WS-EC, WS-SU-05, WS-EX: the repeating cycle and its end."""

import pytest

from pilein.kernel.position import Position
from pilein.rulesets.warstrike.combats import draw_in, find_combats
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate, first_consolidation
from pilein.rulesets.warstrike.cycle import (
    begin_cycle,
    close_combat_phase,
    end_of_phase,
    go_through,
    half_cycle,
    look_round,
    swap_roles,
)
from pilein.rulesets.warstrike.defensive_fire import defensive_fire
from pilein.rulesets.warstrike.ending import is_over
from pilein.rulesets.warstrike.events import (
    CombatEnded,
    DrawnIn,
    FellBack,
    HalfCycleBegan,
    LdTested,
    LeftCombat,
    Recovered,
    Slain,
    Suppressed,
)
from pilein.rulesets.warstrike.opening import next_phase
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.state import NOBODY, Status
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import (
    SHOOTER,
    TROOPER,
    U,
    armed,
    battle,
    changed,
    lines,
    play,
    table_of,
)
from tests.rulesets.warstrike.fights import at_distance as facing
from tests.rulesets.warstrike.fights import goes, meeting, reasons
from tests.rulesets.warstrike.fights import goes as to

IDLE = changed(TROOPER, weapons=())
STAY = ()
PASS, FAIL = [1, 6], [6, 6]


@pytest.mark.clause("WS-EC-01", "WS-CY-05")
def test_the_combat_ends_when_no_enemies_are_within_six_inches_of_each_other():
    for inches, over in ((6, False), (6.1, True)):
        made = facing(inches=inches)
        assert is_over(made, table_of(made)) == over
    after, script = play(facing(inches=8), look_round, 1)
    assert after.fight is None
    assert [event.reason for event in told(script, CombatEnded)] == ["the sides have parted"]


def test_the_only_side_left_in_a_combat_wins():
    made = lines(IDLE, IDLE)
    made = made.on(made.field.without(frozenset((1,))))
    _, script = play(made, look_round, 1)
    assert [event.reason for event in told(script, CombatEnded)] == ["red won"]


@pytest.mark.clause("WS-SU-05")
def test_each_defender_may_remove_a_marker_if_all_attackers_leave_the_combat():
    made = facing(inches=5).having(1, markers=3)
    after, script = play(made, first_consolidation, answers=[to(0, 10, 8), True])
    assert after.status(1).markers == 2
    assert len(told(script, Recovered)) == 1
    made = facing(inches=5, rulings={"WS-R-46": "cycle-only"}).having(1, markers=3)
    assert play(made, first_consolidation, answers=[to(0, 10, 8)])[0].status(1).markers == 3


@pytest.mark.clause("WS-SU-05")
def test_attackers_that_leave_during_the_cycle_spare_the_defenders_a_leadership_check():
    made = facing(inches=5, foe=IDLE).having(1, markers=1)
    after, script = play(made, half_cycle, 1, answers=[to(0, 10, 8), True])
    assert (after.fight, after.status(1).markers) == (None, 0)
    assert told(script, LdTested) == []


@pytest.mark.clause("WS-EX-01")
def test_a_unit_joins_the_combat_if_a_combatant_approaches_it_unless_it_has_fallen_back():
    late = U("late", 1, [(IDLE, 1)], [(14, 10)])
    after, script = play(facing(late), draw_in, 0, 0)
    assert after.combat.units == (0, 1, 2)
    assert [event.unit for event in told(script, DrawnIn)] == ["late"]
    gone = U("late", 1, [(IDLE, 1)], [(14, 10)], status=Status(broken_off=True))
    assert play(facing(gone), draw_in, 0, 0)[0].combat.units == (0, 1)


def test_under_the_next_half_cycle_ruling_a_unit_joins_a_combat_only_from_the_next_half_cycle():
    """WS-R-37: by default, the unit takes part immediately."""
    made = facing(U("late", 1, [(IDLE, 1)], [(14, 10)]), rulings={"WS-R-37": "next-half-cycle"})
    after, _ = play(made, draw_in, 0, 0)
    assert (after.combat.units, after.combat.joining) == ((0, 1), (2,))
    after, _ = play(after, swap_roles, 1, until="start_again")
    assert (after.combat.units, after.combat.joining) == ((0, 1, 2), ())


def test_under_the_pursuit_draws_nobody_ruling_a_pursuit_draws_in_no_unit():
    """WS-R-37 `pursuit-draws-nobody`: the pursuits are those of WS-LD-04."""
    made = facing(U("late", 1, [(IDLE, 1)], [(14, 10)]), rulings={"WS-R-37": "pursuit-draws-nobody"})
    assert play(made, draw_in, 0, 1)[0].combat.units == (0, 1)
    assert play(facing(U("late", 1, [(IDLE, 1)], [(14, 10)])), draw_in, 0, 1)[0].combat.units == (0, 1, 2)


def test_a_unit_drawn_in_by_a_pursuit_takes_no_leadership_check_and_the_combat_continues():
    """WS-R-37: by then, the sides have swapped their roles."""
    late = U("late", 1, [(IDLE, 1)], [(10, 22)])
    made = facing(late, foe=IDLE, inches=2)
    _, script = play(made, half_cycle, 1, dice=FAIL, answers=[STAY, to(0, 10, 12.99)], until="swap_roles")
    assert [event.unit for event in told(script, LdTested)] == ["foe"]
    assert script.played.count("draw_in") == 1


def test_combats_merge_when_a_unit_of_a_second_combat_comes_near():
    """WS-R-05: it is WS-EX-01 that joins the two combats."""
    more = U("other", 0, [(IDLE, 1)], [(18, 10)]), U("late", 1, [(IDLE, 1)], [(14, 10)])
    made = facing(*more).having_combats(((2, 3),))
    after, _ = play(made, draw_in, 0, 0, answers=[STAY])
    assert (after.combat.units, after.combats, after.combat.waiting) == ((0, 1, 2, 3), (), (2,))


@pytest.mark.parametrize(("reading", "steps"), [("default", 1), ("none", 0)])
def test_a_ruling_decides_whether_a_merging_combat_plays_its_first_steps(reading, steps):
    more = U("other", 0, [(IDLE, 1)], [(18, 10)]), U("late", 1, [(IDLE, 1)], [(14, 10)])
    made = facing(*more, rulings={"WS-R-64": reading}).having_combats(((2, 3),))
    after, script = play(made, draw_in, 0, 0, answers=[STAY] * steps)
    assert (after.combat.units, after.combats, after.combat.waiting) == ((0, 1, 2, 3), (), (2,))
    assert [script.played.count(step) for step in ("defensive_fire", "first_consolidation")] == [steps, steps]


@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_a_ruling_decides_when_the_game_checks_whether_a_combat_has_ended(reading):
    """WS-R-47: under `continuously`, the check follows every move and every removal of models."""
    made = facing(inches=5, rulings={"WS-R-47": reading})
    after, _ = play(made, consolidate, 0, IN_CYCLE, answers=[to(0, 10, 8)])
    assert (after.fight is None) == (reading == "continuously")


def test_a_combat_in_which_nothing_happens_for_two_half_cycles_is_a_draw():
    after, script = play(facing(), begin_cycle, answers=[STAY, STAY])
    assert [event.reason for event in told(script, CombatEnded)] == ["a draw, for it would never end (WS-R-04)"]
    assert after.drawn
    assert next_phase(Position(after, ()), 1) is None


@pytest.mark.parametrize(("limit", "half_cycles"), [(3, 3), (1, 1), (0, 6)])
def test_the_number_of_half_cycles_is_limited(limit, half_cycles):
    """WS-R-04: two dice are rolled in every half-cycle, so the combat is never quiet. A limit of zero means that there
    is no limit.
    """
    made = facing(own=IDLE, foe=IDLE, rulings={"WS-R-04": ("default", limit)})
    dice = PASS * (half_cycles if limit else 5) + (FAIL if not limit else [])
    answers = [STAY] * (half_cycles if limit else 6) + ([STAY] if not limit else [])
    _, script = play(made, begin_cycle, dice=dice, answers=answers)
    assert len(told(script, HalfCycleBegan)) == half_cycles


def test_under_the_attrition_ruling_both_sides_gain_markers_in_an_idle_combat():
    made = facing(rulings={"WS-R-04": ("attrition", 4)})
    after, script = play(made, begin_cycle, answers=[STAY] * 4)
    assert [(event.unit, event.now) for event in told(script, Suppressed)] == [
        ("own", 1),
        ("foe", 1),
        ("own", 2),
        ("foe", 2),
    ]
    assert after.drawn


def test_under_the_current_player_withdraws_ruling_the_units_of_that_player_fall_back_from_an_idle_combat():
    """WS-R-04 `current-player-withdraws`: instead of a draw, the current player's units fall back."""
    made = facing(rulings={"WS-R-04": "current-player-withdraws"})
    after, script = play(made, begin_cycle, answers=[STAY] * 3)
    assert [event.unit for event in told(script, FellBack)] == ["own"]
    assert not after.drawn
    assert after.status(0).broken_off


def test_under_the_still_a_target_ruling_a_unit_that_has_fallen_back_can_be_struck():
    """WS-R-33 `still-a-target`: the unit is out of the combat, but may still be shot at and struck."""
    for reading, targets in (("default", 0), ("still-a-target", 1)):
        second = U("second", 1, [(IDLE, 1)], [(13, 12)])
        made = facing(second, own=TROOPER, inches=0, fight=(0, 1, 2), rulings={"WS-R-33": reading})
        made = made.having(1, broken_off=True).fighting(fled=((1, 0),))
        _, script = play(made, go_through, 0, answers=[False, STAY] if targets else [STAY])
        assert sum(request.clause == "WS-ME-01" for request in script.asked) == targets


def test_a_unit_that_fell_back_stays_out_of_the_combats_of_later_phases():
    """WS-R-33: the unit is within 6 inches of the enemy, but the Action Phase in which it would rally has not been
    played.
    """
    near = facing(inches=5, fight=None).having(1, broken_off=True, has_had_its_chance=True)
    after, _ = play(near, end_of_phase)
    assert (after.status(1).broken_off, after.status(1).has_had_its_chance) == (True, False)
    assert next_phase(Position(after, ()), 1) is None
    assert next_phase(Position(after.having(1, broken_off=False), ()), 1) is not None


def test_pursuing_an_enemy_does_not_count_as_leaving_the_combat():
    """WS-R-46: after the moves of WS-LD-04, no markers are removed."""
    made = facing(inches=2).having(1, broken_off=True, markers=2).fighting(fled=((1, 0),))
    after, _ = play(made, pursue, answers=[to(0, 10, 8)])
    assert after.combat.withdrew == ()


@pytest.mark.clause("WS-RM-01", "WS-MX-02")
@pytest.mark.parametrize(("save", "fled"), [(1, 0), (6, 1)])
def test_all_casualties_of_one_attack_fall_before_the_game_checks_whether_the_combat_has_ended(
    save: int, fled: int
) -> None:
    """WS-R-47 `continuously`, WS-R-33 `still-a-target`: the last enemy nearby falls, and a unit that has fled
    is hit.

    The combat is over whether or not the unit that has fled falls.
    """
    units = [U("own", 0, [(armed(Weapon("claws", Atk=2, AP=3)), 1)], [(10, 10)])]
    units += [U("foe", 1, [(TROOPER, 1)], [(9, 10)])]
    units += [U("fled", 1, [(TROOPER, 1)], [(11, 10)], status=Status(broken_off=True))]
    units += [U("far", 1, [(TROOPER, 1)], [(10, 30)])]
    rulings = {"WS-R-47": "continuously", "WS-R-33": "still-a-target"}
    made = battle(*units, fight=(0, 1, 2, 3), rulings=rulings).fighting(fled=((2, 0),))
    after, _ = play(made, half_cycle, 1, dice=[4, 4, 1, save], answers=[True])
    assert after.fight is None
    assert [after.living(unit) for unit in (1, 2, 3)] == [0, fled, 1]


BOLD = changed(IDLE, Nv=6)
FAILED = [6, 6]
HIT_AND_KILLED = [4, 1]  # 4+ to hit, 4+ to save


@pytest.mark.clause("WS-EX-01")
def test_a_unit_that_is_to_join_in_the_next_half_cycle_keeps_the_combat_going():
    """WS-EC-01, WS-R-37 `next-half-cycle`: the joining unit is near when the only other enemy breaks."""
    made = meeting((IDLE, 18), rulings={"WS-R-37": "next-half-cycle"})
    after, script = play(made, half_cycle, 1, dice=FAILED, answers=[goes(0, 12.9, 10), STAY], until="start_again")
    assert (len(told(script, DrawnIn)), reasons(script)) == (1, [])
    assert after.attackers == (2,)


@pytest.mark.clause("WS-EX-01")
def test_a_unit_that_moves_from_one_enemy_to_another_continues_the_fight_with_the_new_enemy():
    """WS-CY-01, WS-R-37 `next-half-cycle`: the first enemy leaves the combat without a test, and the second attacks
    next.
    """
    made = meeting((IDLE, 18), at=(4, 10), rulings={"WS-R-37": "next-half-cycle"})
    after, script = play(made, first_consolidation, answers=[goes(0, 13, 10)])
    assert reasons(script) == []
    after, script = play(after, half_cycle, 1, answers=[STAY], until="start_again")
    assert [event.unit for event in told(script, LeftCombat)] == ["foe"]
    assert after.attackers == (2,)


def test_a_unit_that_moves_from_one_enemy_to_another_lets_neither_of_them_remove_a_marker():
    made = meeting((IDLE, 18), own=SHOOTER, at=(4, 10), fight=None).having(1, markers=2)
    answers = [goes(0, 13, 10), True, STAY]
    after, script = play(made, close_combat_phase, dice=HIT_AND_KILLED, answers=answers)
    assert (told(script, Recovered), after.status(1).markers) == ([], 2)


@pytest.mark.clause("WS-DF-01", "WS-DF-09")
def test_under_the_ends_at_once_ruling_no_further_unit_fires_once_fire_has_separated_the_sides():
    """WS-R-10 `ends-at-once`: a unit outside the combat could otherwise still fire at the attackers, which it sees."""
    units = U("own", 0, [(TROOPER, 2)], [(10, 10), (10, 8.5)]), U("foe", 1, [(SHOOTER, 1)], [(10, 16.5)])
    watch = U("watch", 1, [(SHOOTER, 1)], [(18, 10)])
    answers = [1, False, (0,)]
    made = battle(*units, watch, fight=(0, 1), rulings={"WS-R-10": "ends-at-once"})
    assert play(made, defensive_fire, dice=HIT_AND_KILLED, answers=answers)[0].fight is None
    made = battle(*units, watch, fight=(0, 1))
    assert play(made, defensive_fire, dice=HIT_AND_KILLED, answers=[*answers, NOBODY])[0].fight is not None


@pytest.mark.clause("WS-LD-04")
def test_a_unit_that_must_withdraw_is_pursued():
    """WS-R-04 `current-player-withdraws`: the opposing side attacked last, and all its enemies fall back."""
    made = meeting(own=BOLD, foe=BOLD, rulings={"WS-R-04": "current-player-withdraws"})
    after, script = play(made, begin_cycle, answers=[STAY, STAY, goes(1, 10, 10)])
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert after.fight is None


def withdrawing(*more, rulings=None):
    """Return a combat under WS-R-04 `current-player-withdraws` in which the unit at (10, 10) falls back and its pursuer
    comes near a further enemy.
    """
    units = [U("own", 0, [(BOLD, 1)], [(10, 10)]), U("foe", 1, [(BOLD, 1)], [(10, 14)])]
    units += [U("new", 0, [(BOLD, 1)], [(19, 14)]), *more]
    return battle(*units, rulings={"WS-R-04": "current-player-withdraws"} | (rulings or {}))


@pytest.mark.clause("WS-EX-01", "WS-OV-02")
def test_the_fight_continues_with_units_drawn_in_by_the_pursuit_of_a_withdrawing_unit():
    """WS-R-37: by then, the sides have swapped their roles. After two more quiet half-cycles, the unit that was drawn
    in withdraws too.
    """
    after, script = play(withdrawing(), close_combat_phase, answers=[STAY, STAY, STAY, goes(1, 13, 14), *[STAY] * 3])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2, 3, 4]
    assert [event.unit for event in told(script, FellBack)] == ["own", "new"]
    assert (reasons(script), find_combats(after)) == (["blue won"], ())


@pytest.mark.clause("WS-EX-01")
def test_no_unit_joins_a_combat_after_a_withdrawal_at_the_limit_of_half_cycles():
    """WS-R-37 `next-half-cycle`: the last move of the last half-cycle brings a unit near a unit outside the combat, but
    no half-cycle is left.
    """
    made = withdrawing(rulings={"WS-R-04": ("current-player-withdraws", 2), "WS-R-37": "next-half-cycle"})
    _, script = play(made, close_combat_phase, answers=[STAY, STAY, goes(1, 12.5, 14), STAY])
    assert [event.unit for event in told(script, FellBack)] == ["own"]
    assert len(told(script, CombatEnded)) == 1


@pytest.mark.clause("WS-WH-04")
def test_a_combat_drawn_in_by_the_pursuit_of_a_withdrawing_unit_is_still_fought():
    """The unit that was drawn in has an enemy of its own, which it now fights."""
    made = withdrawing(U("other", 1, [(BOLD, 1)], [(24, 14)]))
    begun = [0, STAY, STAY, STAY, goes(1, 13, 14), STAY]
    goes_on = [STAY, (1, 3), 1, STAY, STAY, (1, 3), STAY, STAY]
    after, script = play(made, close_combat_phase, answers=begun + goes_on)
    assert [event.unit for event in told(script, FellBack)] == ["own", "new"]
    assert (reasons(script), find_combats(after)) == (["blue won"], ())
