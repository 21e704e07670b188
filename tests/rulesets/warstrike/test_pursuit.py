"""WS-LD-04, WS-LD-05: the winners consolidate and run down units that have not escaped."""

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.requests import first
from pilein.rulesets.warstrike.cycle import close_combat_phase, half_cycle
from pilein.rulesets.warstrike.events import CombatEnded, Routed, Slain
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.leadership import check_leaderships
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.state import Status
from pilein.rulesets.warstrike.unit_move import UnitMove
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import BLADE, SHOOTER, TROOPER, U, armed, battle, box, changed, play
from tests.rulesets.warstrike.fights import goes, meeting, reasons


@pytest.mark.clause("WS-LD-04", "WS-LD-05")
@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_the_winners_consolidate_whichever_ruling_decides_when_the_end_of_the_combat_is_checked(reading):
    """WS-R-47: the only defending unit falls back from contact to a distance of 6 inches and is caught after a
    consolidation of three inches.
    """
    bare = armed()
    own, foe = U("own", 0, [(bare, 1)], [(10, 10)]), U("foe", 1, [(bare, 1)], [(10, 11)])
    made = battle(own, foe, fight=(0, 1), rulings={"WS-R-47": reading})
    answers = [(), ((0, 10 * INCH, 13 * INCH, 0),)]
    after, script = play(made, half_cycle, 1, dice=[6, 6], answers=answers)
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert after.fight is None


@pytest.mark.clause("WS-EC-01", "WS-LD-04")
@pytest.mark.parametrize(("reading", "moves"), [("default", ["C3", "C3", "LD", "LD"]), ("continuously", ["LD", "LD"])])
def test_the_winners_consolidate_exactly_once_after_the_last_defender_has_fallen(reading, moves):
    """WS-R-47: a second unit fell back earlier. Under `continuously`, no further unit acts, but all units
    consolidate.
    """
    bare = armed()
    units = [U("own", 0, [(armed(BLADE), 1)], [(10, 10)]), U("second", 0, [(bare, 1)], [(14, 10)])]
    units += [
        U("foe", 1, [(TROOPER, 1)], [(10, 11)]),
        U("fled", 1, [(bare, 1)], [(10, 30)], status=Status(broken_off=True)),
    ]
    made = battle(*units, fight=(0, 1, 2, 3), rulings={"WS-R-47": reading}).fighting(fled=((3, 0),))
    ways = {0: iter((9.5, 9)), 1: iter((13.5, 13))}

    def answer(choice):
        """Answer a question so that the player's own units act first and consolidating units move half an inch to the
        west.
        """
        if isinstance(choice, UnitMove):
            return ((choice.unit, ticks(next(ways[choice.unit])), 10 * INCH, 0),)
        return first(choice)

    after, script = play(made, half_cycle, 1, dice=[4, 1], policy=answer)
    assert [event.clause[3:5] for event in told(script, Moved)] == moves
    assert [event.reason for event in told(script, CombatEnded)] == ["red won"]
    assert after.fight is None


@pytest.mark.clause("WS-EX-01", "WS-LD-04")
def test_a_unit_attacks_in_the_next_half_cycle_if_the_consolidation_of_the_winners_draws_it_in():
    """WS-R-47 `continuously`, WS-R-37: the unit is drawn in without a test, and the sides swap their roles."""
    bare = armed()
    units = [U("own", 0, [(armed(BLADE), 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(10, 11)])]
    units += [
        U("fled", 1, [(bare, 1)], [(10, 40)], status=Status(broken_off=True)),
        U("new", 1, [(bare, 1)], [(19, 10)]),
    ]
    made = battle(*units, fight=(0, 1, 2), rulings={"WS-R-47": "continuously"}).fighting(fled=((2, 0),))
    answers = [True, ((0, 13 * INCH, 10 * INCH, 0),)]
    after, script = play(made, half_cycle, 1, dice=[4, 1], answers=answers, until="start_again")
    assert [event.clause for event in told(script, Moved)] == ["WS-LD-04"]
    assert (after.attackers, after.defenders) == ((3,), (0,))


IDLE = changed(TROOPER, weapons=())


@pytest.mark.clause("WS-LD-05")
def test_in_the_press_a_unit_that_pursues_one_enemy_does_not_catch_a_second():
    """WS-R-34 `per-unit`: P fell back 9 inches earlier, and Q now falls back 6 inches and is caught. P would be caught
    too if the pursuer's move of 3 inches also brought it nearer to P.
    """
    runner = changed(IDLE, Mv=9, Ld=0)
    units = (
        U("own", 0, [(changed(IDLE, Mv=6), 2)]),
        U("P", 1, [(runner, 1)]),
        U("Q", 1, [(changed(runner, Mv=6), 1)]),
    )
    made = battle(*units, pairs=[(0, 1), (0, 2)], fight=(0, 1, 2), rulings={"WS-R-34": "per-unit"})
    after, _ = play(made, check_leaderships, answers=[(1, 2), False, True])
    assert (after.living(1), after.living(2)) == (1, 0)


def test_a_unit_consolidates_when_an_enemy_near_it_routs():
    """WS-LD-04, WS-R-34 `per-unit`, WS-R-31 `at-nerve`: a rout counts as a fall back."""
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(changed(IDLE, Ld=0), 1)], [(10, 11)])
    rulings = {"WS-R-34": "per-unit", "WS-R-31": "at-nerve"}
    made = battle(*units, fight=(0, 1), rulings=rulings).having(1, markers=4)
    after, script = play(made, check_leaderships, answers=[goes(0, 10, 13)])
    assert [event.unit for event in told(script, Routed)] == ["foe"]
    assert where(after, 0) == (10, 13)


STAY = ()
FAIL = [6, 6]


@pytest.mark.clause("WS-LD-04")
@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_winners_consolidate_after_a_rout(reading):
    """WS-R-31 `at-nerve`, WS-R-47: the consolidation takes place although no enemy is left."""
    made = meeting(rulings={"WS-R-31": "at-nerve", "WS-R-47": reading}).having(1, markers=4)
    _, script = play(made, half_cycle, 1, dice=FAIL, answers=[STAY, STAY])
    assert [event.unit for event in told(script, Routed)] == ["foe"]


@pytest.mark.clause("WS-LD-04", "WS-LD-05")
def test_winners_consolidate_if_all_enemies_fall_back_instead_of_firing():
    """WS-R-12 `fall-back`: the unit falls back from a distance of 2 inches to 8, and the attacker moves 6 inches after
    it.
    """
    made = meeting(foe=SHOOTER, fight=None, rulings={"WS-R-12": "fall-back"}).having(1, markers=2)
    answers = [1, goes(0, 10, 13), goes(0, 10, 16)]
    _, script = play(made, close_combat_phase, dice=FAIL, answers=answers)
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert reasons(script) == ["red won"]


@pytest.mark.clause("WS-LD-04", "WS-CM-06")
def test_winners_that_meet_a_new_enemy_begin_the_cycle_against_it():
    """WS-R-12 `fall-back`, WS-R-37: the consolidation of the winners draws the new enemy in."""
    made = meeting((IDLE, 21), foe=SHOOTER, fight=None, rulings={"WS-R-12": "fall-back"}).having(1, markers=2)
    answers = [1, goes(0, 12.5, 10), goes(0, 15, 10)]
    after, _ = play(made, close_combat_phase, dice=FAIL, answers=answers, until="next_unit")
    assert (after.attackers, after.defenders) == ((0,), (2,))


STEADY = changed(TROOPER, weapons=(), Nv=6, Ld=2)


@pytest.mark.parametrize("reading", ["default", "line-of-sight"])
def test_a_unit_that_falls_back_behind_an_obstacle_can_still_be_run_down(reading) -> None:
    wall = ground("obstacle", box(18, 25.2, 22, 25.6), blocks_sight=True)
    units = U("A", 0, [(STEADY, 1)], [(20, 20)]), U("D", 1, [(STEADY, 1)], [(20, 21)])
    made = battle(*units, fight=(0, 1), grounds=[wall], rulings={"WS-R-08": reading})
    fled, _ = play(made, fall_back, 1)
    assert where(fled, 1) == (20, 27)
    after, _ = play(fled, pursue, answers=[STAY])
    assert after.living(1) == 0
