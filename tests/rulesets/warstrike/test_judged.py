"""Findings of readers who compared forty sentences of the text with the code, by playing."""

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.requests import first
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.rulesets.warstrike.cycle import half_cycle
from pilein.rulesets.warstrike.events import CombatEnded, Recovered, Routed, Slain, Struck
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.melee import melee_attacks
from pilein.rulesets.warstrike.policy.fighting import weapons
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.state import Status
from pilein.rulesets.warstrike.unit_move import UnitMove
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, box, lines, play

HEAVY = Weapon("heavy", Atk=2, AP=3)


def struck(script):
    return [(event.weapon, event.attacks) for event in told(script, Struck)]


@pytest.mark.clause("WS-ME-01")
def test_one_engaged_model_may_strike_while_another_holds_back():
    """On a table each is asked; only the second strikes."""
    own = U("own", 0, [(TROOPER, 2)], [(10, 10), (11.5, 10)])
    made = battle(own, U("foe", 1, [(TROOPER, 2)], [(10, 11), (11.5, 11)]), fight=(0, 1))
    _, script = play(made, melee_attacks, 0, dice=[1], answers=["some", (1, 0)])
    assert struck(script) == [("blade", 1)]
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "some", "no"]
    assert [label for label, _ in script.asked[1].candidates()][:2] == ["all blade", "all hold back"]


@pytest.mark.clause("WS-ME-01", "WS-ME-02")
def test_in_the_press_it_is_said_how_many_hold_back():
    made = lines(armed(BLADE, HEAVY), TROOPER, own_count=4, foe_count=2)
    _, script = play(made, melee_attacks, 0, dice=[1] * 4, answers=["some", (2, 1, 1)])
    assert struck(script) == [("blade", 2), ("heavy", 2)]


def test_a_unit_that_holds_back_names_no_target():
    """WS-R-20 `declare-target`: each touches two enemies, but model 1 alone strikes."""
    own = U("own", 0, [(TROOPER, 2)], [(10, 10), (13, 10)])
    foes = U("foe", 1, [(TROOPER, 4)], [(10, 11), (9, 10), (13, 11), (14, 10)])
    made = battle(own, foes, fight=(0, 1), rulings={"WS-R-20": "declare-target"})
    _, script = play(made, melee_attacks, 0, dice=[1], answers=["some", (1, 0), 5])
    assert [choice.clause for choice in script.asked[:3]] == ["WS-ME-01", "WS-ME-02", "WS-ME-01"]
    assert struck(script) == [("blade", 1)]


def test_a_policy_that_is_asked_for_each_lets_all_strike_with_the_better_weapon():
    made = lines(armed(BLADE, HEAVY), TROOPER, own_count=4, foe_count=2)
    _, asking = play(made, melee_attacks, 0, dice=[1] * 4, answers=["some", (4, 0, 0)])
    assert weapons(made, asking.asked[1]) == (0, 4, 0)


def test_a_single_striker_is_asked_for_yes_or_no():
    _, script = play(lines(TROOPER, TROOPER), melee_attacks, 0, answers=[False])
    assert [label for label, _ in script.asked[0].candidates()] == ["yes", "no"]


@pytest.mark.clause("WS-LD-04", "WS-LD-05")
@pytest.mark.parametrize("reading", ["default", "continuously"])
def test_winners_consolidate_whenever_the_end_is_looked_for(reading):
    """WS-R-47. The only defending unit falls back 6 inches from contact; three inches on it is caught."""
    bare = armed()
    own, foe = U("own", 0, [(bare, 1)], [(10, 10)]), U("foe", 1, [(bare, 1)], [(10, 11)])
    made = battle(own, foe, fight=(0, 1), rulings={"WS-R-47": reading})
    answers = [(), ((0, 10 * INCH, 13 * INCH, 0),)]
    after, script = play(made, half_cycle, 1, dice=[6, 6], answers=answers)
    assert [event.cause for event in told(script, Slain)] == ["in flight"]
    assert after.fight is None


@pytest.mark.clause("WS-EC-01", "WS-LD-04")
@pytest.mark.parametrize(("reading", "moves"), [("default", ["C3", "C3", "LD", "LD"]), ("continuously", ["LD", "LD"])])
def test_winners_consolidate_once_when_the_last_defender_falls_and_the_end_is_looked_for(reading, moves):
    """WS-R-47. Another has fallen back before; under `continuously` nobody acts any more, but all consolidate."""
    bare = armed()
    units = [U("own", 0, [(armed(BLADE), 1)], [(10, 10)]), U("second", 0, [(bare, 1)], [(14, 10)])]
    units += [
        U("foe", 1, [(TROOPER, 1)], [(10, 11)]),
        U("fled", 1, [(bare, 1)], [(10, 30)], status=Status(broken_off=True)),
    ]
    made = battle(*units, fight=(0, 1, 2, 3), rulings={"WS-R-47": reading}).fighting(fled=((3, 0),))
    ways = {0: iter((9.5, 9)), 1: iter((13.5, 13))}

    def answer(choice):
        """Own acts first; whoever consolidates goes half an inch to the west."""
        if isinstance(choice, UnitMove):
            return ((choice.unit, ticks(next(ways[choice.unit])), 10 * INCH, 0),)
        return first(choice)

    after, script = play(made, half_cycle, 1, dice=[4, 1], policy=answer)
    assert [event.clause[3:5] for event in told(script, Moved)] == moves
    assert [event.reason for event in told(script, CombatEnded)] == ["red won"]
    assert after.fight is None


@pytest.mark.clause("WS-EX-01", "WS-LD-04")
def test_whoever_is_met_after_the_last_defender_has_fallen_attacks_next():
    """WS-R-47 `continuously`, WS-R-37: the winners' consolidation draws him in, untested, and roles are swapped."""
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


@pytest.mark.clause("WS-LD-02", "WS-SU-03")
def test_a_unit_is_known_to_rout_before_the_winner_is_asked_for_a_marker():
    """WS-R-31 `at-nerve`."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(10, 13)])
    made = battle(own, foe, fight=(0, 1), rulings={"WS-R-31": "at-nerve"}).having(0, markers=1).having(1, markers=4)
    _, script = play(made, fall_back, 1, answers=[True])
    assert [type(event) for event in script.events] == [Routed, Recovered, Slain]


def consolidating(platform, to):
    """A model at (10, 10) with a move of 3 inches goes there, past a platform two inches high."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(20, 14)])
    made = battle(own, foe, fight=(0, 1), grounds=[ground("structure", platform, 2)])
    move = (0, ticks(to[0]), ticks(to[1]), 0)
    return play(made, consolidate, 0, IN_CYCLE, answers=[(move,)])


@pytest.mark.clause("WS-CM-03")
def test_a_way_over_a_platform_leads_up_and_down_again():
    """Four inches of climbing for three inches of way."""
    with pytest.raises(IllegalAnswer, match="what walls and levels leave of the move"):
        consolidating(box(8, 11, 12, 12), (10, 13))


@pytest.mark.clause("WS-CM-03")
def test_a_way_round_a_platform_costs_no_climbing():
    """Straight on it would lead over a corner of it."""
    after, script = consolidating(box(10.2, 11, 10.6, 11.4), (10.8, 12.4))
    (event,) = told(script, Moved)
    assert 2.53 < event.inches < 2.6
    assert where(after, 0) == (10.8, 12.4)


def test_a_way_on_one_floor_of_two_rooms_costs_no_climbing():
    """WS-CM-03. The rooms of a structure meet between its start and its end."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(20, 14)])
    rooms = [ground("structure", box(8, 8, 12, 11.5), 2), ground("structure", box(8, 11.5, 12, 15), 2)]
    made = battle(own, foe, fight=(0, 1), grounds=rooms)
    after, _ = play(made, consolidate, 0, IN_CYCLE, answers=[((0, ticks(10), ticks(13), 0),)])
    assert where(after, 0) == (10, 13)
