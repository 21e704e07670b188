"""Findings of readers who played forty more sentences of the text, drawn by lot."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.combats import find_combats
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate, first_consolidation
from pilein.rulesets.warstrike.cycle import begin_cycle, close_combat_phase, end_of_phase, half_cycle
from pilein.rulesets.warstrike.defensive_fire import defensive_fire
from pilein.rulesets.warstrike.events import (
    CombatEnded,
    DrawnIn,
    FellBack,
    HalfCycleBegan,
    LdTested,
    LeftCombat,
    Recovered,
    Routed,
    Shot,
    Slain,
    Suppressed,
)
from pilein.rulesets.warstrike.melee import melee_attacks
from pilein.rulesets.warstrike.state import NOBODY
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import SHOOTER, TROOPER, U, battle, box, changed, lines, play

IDLE = changed(TROOPER, weapons=())
BOLD = changed(IDLE, Nv=6)
STAY = ()
FAIL = [6, 6]
HIT_AND_KILLED = [4, 1]  # 4+ to hit, 4+ to save


def to(model, x, y):
    return ((model, ticks(x), ticks(y), 0),)


def meeting(*more, own=IDLE, foe=IDLE, at=(10, 13), fight=(0, 1), rulings=None):
    """A model at (10, 10) that attacks one to its north, and others to the east."""
    units = [U("own", 0, [(own, 1)], [(10, 10)]), U("foe", 1, [(foe, 1)], [at])]
    units += [U(f"more {number}", 1, [(one, 1)], [(x, 10)]) for number, (one, x) in enumerate(more)]
    return battle(*units, fight=fight, rulings=rulings)


def reasons(script):
    return [event.reason for event in told(script, CombatEnded)]


@pytest.mark.clause("WS-EX-01")
def test_a_unit_that_joins_from_the_next_half_cycle_on_keeps_the_combat_alive():
    """WS-EC-01, WS-R-37 `next-half-cycle`: it is near as the only other enemy breaks."""
    made = meeting((IDLE, 18), rulings={"WS-R-37": "next-half-cycle"})
    after, script = play(made, half_cycle, 1, dice=FAIL, answers=[to(0, 12.9, 10), STAY], until="start_again")
    assert (len(told(script, DrawnIn)), reasons(script)) == (1, [])
    assert after.attackers == (2,)


@pytest.mark.clause("WS-EX-01")
def test_a_unit_that_walks_from_one_enemy_to_another_fights_on_with_it():
    """WS-CY-01, WS-R-37 `next-half-cycle`: the first leaves the combat untested, the second attacks next."""
    made = meeting((IDLE, 18), at=(4, 10), rulings={"WS-R-37": "next-half-cycle"})
    after, script = play(made, first_consolidation, answers=[to(0, 13, 10)])
    assert reasons(script) == []
    after, script = play(after, half_cycle, 1, answers=[STAY], until="start_again")
    assert [event.unit for event in told(script, LeftCombat)] == ["foe"]
    assert after.attackers == (2,)


def test_a_unit_that_walks_from_one_enemy_to_another_relieves_nobody():
    """WS-SU-05. The combat ends because he shoots the other."""
    made = meeting((IDLE, 18), own=SHOOTER, at=(4, 10), fight=None).having(1, markers=2)
    answers = [to(0, 13, 10), True, STAY]
    after, script = play(made, close_combat_phase, dice=HIT_AND_KILLED, answers=answers)
    assert (told(script, Recovered), after.status(1).markers) == ([], 2)


@pytest.mark.clause("WS-DF-03")
def test_at_the_double_counts_until_the_next_action_phase_of_its_own_side():
    made = meeting(own=SHOOTER, foe=SHOOTER, fight=None).having(0, at_the_double=True).having(1, at_the_double=True)
    after = play(made, end_of_phase)[0]
    assert (after.active, [one.at_the_double for one in after.statuses]) == (1, [True, False])
    _, script = play(after, close_combat_phase, until="first_consolidation")
    assert told(script, Shot) == []
    assert not play(after, end_of_phase)[0].status(0).at_the_double


@pytest.mark.clause("WS-WH-03")
def test_a_unit_that_went_at_the_double_has_moved():
    """WS-R-07 `movers-only`."""
    made = meeting(fight=None, rulings={"WS-R-07": "movers-only"})
    assert find_combats(made) == ()
    assert find_combats(made.having(0, at_the_double=True)) == ((0, 1),)
    assert find_combats(made.having(1, at_the_double=True)) == ()


@pytest.mark.clause("WS-LD-04")
@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_winners_consolidate_after_a_rout(reading):
    """WS-R-31 `at-nerve`, WS-R-47."""
    made = meeting(rulings={"WS-R-31": "at-nerve", "WS-R-47": reading}).having(1, markers=4)
    _, script = play(made, half_cycle, 1, dice=FAIL, answers=[STAY, STAY])
    assert [event.unit for event in told(script, Routed)] == ["foe"]


@pytest.mark.clause("WS-LD-04", "WS-LD-05")
def test_winners_consolidate_if_all_have_fallen_back_instead_of_firing():
    """WS-R-12 `fall-back`: from 2 inches away to 8, and the attacker comes 6 inches after them."""
    made = meeting(foe=SHOOTER, fight=None, rulings={"WS-R-12": "fall-back"}).having(1, markers=2)
    answers = [1, to(0, 10, 13), to(0, 10, 16)]
    _, script = play(made, close_combat_phase, dice=FAIL, answers=answers)
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert reasons(script) == ["red won"]


@pytest.mark.clause("WS-LD-04", "WS-CM-06")
def test_winners_that_meet_another_enemy_begin_the_cycle_with_him():
    """WS-R-12 `fall-back`, WS-R-37."""
    made = meeting((IDLE, 21), foe=SHOOTER, fight=None, rulings={"WS-R-12": "fall-back"}).having(1, markers=2)
    answers = [1, to(0, 12.5, 10), to(0, 15, 10)]
    after, _ = play(made, close_combat_phase, dice=FAIL, answers=answers, until="next_unit")
    assert (after.attackers, after.defenders) == ((0,), (2,))


@pytest.mark.clause("WS-LD-04")
def test_a_unit_that_was_never_in_the_combat_does_not_fall_back_from_it():
    """WS-R-12 `fall-back`: a unit outside breaks, the only one in the combat is slain; nobody pursues."""
    made = meeting((SHOOTER, 18), own=TROOPER, at=(10, 11), fight=None, rulings={"WS-R-12": "fall-back"})
    made = made.having(2, markers=2)
    after, script = play(made, close_combat_phase, dice=[*FAIL, *HIT_AND_KILLED], answers=[2, STAY, True, STAY])
    assert after.status(2).broken_off
    assert [event.unit for event in told(script, LdTested)] == ["more 0"]
    assert reasons(script) == ["red won"]


@pytest.mark.clause("WS-DF-01", "WS-DF-09")
def test_a_combat_that_fire_has_parted_ends_before_others_fire():
    """WS-R-10 `ends-at-once`: one outside could still see the attackers."""
    units = U("own", 0, [(TROOPER, 2)], [(10, 10), (10, 8.5)]), U("foe", 1, [(SHOOTER, 1)], [(10, 16.5)])
    watch = U("watch", 1, [(SHOOTER, 1)], [(18, 10)])
    answers = [1, False, (0,)]
    made = battle(*units, watch, fight=(0, 1), rulings={"WS-R-10": "ends-at-once"})
    assert play(made, defensive_fire, dice=HIT_AND_KILLED, answers=answers)[0].fight is None
    made = battle(*units, watch, fight=(0, 1))
    assert play(made, defensive_fire, dice=HIT_AND_KILLED, answers=[*answers, NOBODY])[0].fight is not None


@pytest.mark.clause("WS-LD-04")
def test_a_unit_that_has_to_withdraw_is_pursued():
    """WS-R-04 `current-player-withdraws`: the other side attacked last, and all its enemies fall back."""
    made = meeting(own=BOLD, foe=BOLD, rulings={"WS-R-04": "current-player-withdraws"})
    after, script = play(made, begin_cycle, answers=[STAY, STAY, to(1, 10, 10)])
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert after.fight is None


def withdrawing(*more, rulings=None):
    """WS-R-04 `current-player-withdraws`: the one at (10, 10) falls back, and he who pursues comes near another."""
    units = [U("own", 0, [(BOLD, 1)], [(10, 10)]), U("foe", 1, [(BOLD, 1)], [(10, 14)])]
    units += [U("new", 0, [(BOLD, 1)], [(19, 14)]), *more]
    return battle(*units, rulings={"WS-R-04": "current-player-withdraws"} | (rulings or {}))


@pytest.mark.clause("WS-EX-01", "WS-OV-02")
def test_whoever_is_drawn_in_by_those_who_pursue_a_withdrawal_fights_on():
    """WS-R-37: the roles are swapped; after two more quiet half-cycles he withdraws as well."""
    after, script = play(withdrawing(), close_combat_phase, answers=[STAY, STAY, STAY, to(1, 13, 14), *[STAY] * 3])
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2, 3, 4]
    assert [event.unit for event in told(script, FellBack)] == ["own", "new"]
    assert (reasons(script), find_combats(after)) == (["blue won"], ())


@pytest.mark.clause("WS-EX-01")
def test_at_the_limit_nobody_joins_after_a_withdrawal():
    """WS-R-37 `next-half-cycle`: the last move of the last half-cycle comes near another unit."""
    made = withdrawing(rulings={"WS-R-04": ("current-player-withdraws", 2), "WS-R-37": "next-half-cycle"})
    _, script = play(made, close_combat_phase, answers=[STAY, STAY, to(1, 12.5, 14), STAY])
    assert [event.unit for event in told(script, FellBack)] == ["own"]
    assert len(told(script, CombatEnded)) == 1


@pytest.mark.clause("WS-WH-04")
def test_no_combat_is_lost_that_a_pursuit_of_a_withdrawal_draws_in():
    """The unit drawn in has an enemy of its own, whom it fights now."""
    made = withdrawing(U("other", 1, [(BOLD, 1)], [(24, 14)]))
    begun = [0, STAY, STAY, STAY, to(1, 13, 14), STAY]
    goes_on = [STAY, (1, 3), 1, STAY, STAY, (1, 3), STAY, STAY]
    after, script = play(made, close_combat_phase, answers=begun + goes_on)
    assert [event.unit for event in told(script, FellBack)] == ["own", "new"]
    assert (reasons(script), find_combats(after)) == (["blue won"], ())


def round_a_corner(defender):
    """Past the east end of a wall, over its corner; there is no cost for that (WS-R-40), but round it is too far."""
    units = U("own", 0, [(changed(IDLE, Mv=4), 1)], [(14.2, 10.4)]), U("foe", 1, [(IDLE, 1)], [defender])
    walls = [ground("obstacle", box(5, 11, 15, 11.8))]
    made = battle(*units, fight=(0, 1), grounds=walls, rulings={"WS-R-40": "free"})
    return play(made, consolidate, 0, IN_CYCLE, answers=[to(0, 15.6, 11.6)])[0]


@pytest.mark.clause("WS-DO-01")
def test_nobody_cuts_the_corner_of_a_defended_wall():
    """The way goes in by the near side and out by the end; the enemy touches the side opposite to the near one."""
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        round_a_corner((13.5, 12.3))
    assert where(round_a_corner((12.5, 12.3)), 0) == (15.6, 11.6)
    assert where(round_a_corner((13.1, 10.5)), 0) == (15.6, 11.6)


@pytest.mark.clause("WS-ME-08")
def test_a_counter_that_stands_at_six_needs_another_hit():
    """WS-R-17 `every6`: the marker for the sixth has been taken."""
    for hits, dice in ((0, [1]), (1, [4, 6])):
        made = lines(TROOPER, TROOPER, rulings={"WS-R-17": "every6"}).having(1, hits=6)
        after, script = play(made, melee_attacks, 0, dice=dice, answers=[True])
        assert told(script, Suppressed) == []
        assert after.status(1).hits == hits


@pytest.mark.clause("WS-DF-02", "WS-DF-09")
def test_awareness_is_measured_from_base_to_base():
    """WS-R-11, under WS-R-06 `centres` too: that is about the 6 inches. Here 11.5, from centre to centre 12.5."""
    made = meeting((SHOOTER, 22.5), rulings={"WS-R-06": "centres"})
    _, script = play(made, defensive_fire, answers=[NOBODY])
    assert script.asked[0].options == (2, NOBODY)


def past_the_end(defender, movement, **rulings):
    """Straight on, so that half of the base would pass over the end of a wall."""
    units = U("own", 0, [(changed(IDLE, Mv=movement), 1)], [(15.2, 10.4)]), U("foe", 1, [(IDLE, 1)], [defender])
    walls = [ground("obstacle", box(5, 11, 15, 11.8))]
    made = battle(*units, fight=(0, 1), grounds=walls, rulings=rulings)
    return told(play(made, consolidate, 0, IN_CYCLE, answers=[to(0, 15.2, 12.4)])[1], Moved)[0].inches


@pytest.mark.clause("WS-DO-01", "WS-CM-03")
def test_a_base_that_passes_over_the_end_of_a_wall_crosses_it():
    """There is no cost for that under WS-R-40 `free`; by default the way leads round the end."""
    free = {"WS-R-40": "free"}
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        past_the_end((14, 12.3), 4, **free)
    assert past_the_end((12, 12.3), 4, **free) == 2
    assert 2 < past_the_end((12, 12.3), 6) < 3
