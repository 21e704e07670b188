"""Combats: what an audit of version 1 found, each finding by its number; lengths in inches, bases 1 inch."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.kernel.position import Position
from pilein.kernel.requests import first
from pilein.lab.sentences import sentence
from pilein.rulesets.warstrike.combats import draw_in
from pilein.rulesets.warstrike.consolidation import FIRST, consolidate
from pilein.rulesets.warstrike.cycle import begin_cycle, swap_roles
from pilein.rulesets.warstrike.events import (
    CombatEnded,
    CombatsMerged,
    DrawnIn,
    FellBack,
    HalfCycleBegan,
    Shot,
    Slain,
    Struck,
    Suffered,
)
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.melee import strike
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.ruleset import RULESET
from pilein.rulesets.warstrike.shooting import shoot
from pilein.rulesets.warstrike.state import NOBODY
from pilein.rulesets.warstrike.steps import Step
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import RIFLE, TROOPER, U, armed, battle, box, changed, lines, play

IDLE = changed(TROOPER, weapons=(), Nv=6, Ld=2)
GUNNER = changed(IDLE, weapons=(RIFLE,))
STAY = ()


def to(model, x, y, facing=0):
    return (model, ticks(x), ticks(y), facing)


# --- N-1: a combat that is drawn in has its defensive fire and its first consolidation ----------------------------


def two_combats(*more, second=GUNNER, **options):
    """The positions of the finding: A1 (0) and A2 (1) of the current player; D1 (2) and D2 (3), who has a rifle."""
    return battle(
        U("A1", 0, [(IDLE, 1)], [(20, 20)]),
        U("A2", 0, [(IDLE, 1)], [(35, 20)]),
        U("D1", 1, [(IDLE, 1)], [(26, 20)]),
        U("D2", 1, [(second, 1)], [(29.5, 20)]),
        *more,
        **options,
    )


def phase(made, answers, dice=(), until=""):
    script = Script(RULESET, dice=dice, answers=answers)
    begun = Position(made, ((Step.CLOSE_COMBAT_PHASE,),))
    return script.play(begun, until=until).state, script


def test_n1_who_is_drawn_in_out_of_another_combat_fires_and_its_enemy_consolidates() -> None:
    answers = [0, (to(0, 23, 20),), 3, 1, (to(1, 33, 20),)]
    after, script = phase(two_combats(), answers, dice=[1], until="half_cycle")
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


def test_n1_fought_in_the_other_order_the_same_are_asked() -> None:
    _, script = phase(two_combats(), [1, 3, (to(1, 34, 20),)], dice=[1], until="half_cycle")
    asked = [request.clause for request in script.asked if hasattr(request, "why_not")]
    assert sorted(asked[:3]) == ["WS-AC-01", "WS-DF-01", "WS-WH-04"]


def test_n1_who_holds_fire_is_not_asked_again_and_who_fired_fires_once_a_phase() -> None:
    made = two_combats(U("D3", 1, [(GUNNER, 1)], [(24, 24)]))
    answers = [0, NOBODY, (to(0, 23, 20),), NOBODY, STAY]
    _, script = phase(made, answers, until="half_cycle")
    fired = [request.options for request in script.asked if getattr(request, "clause", "") == "WS-DF-01"]
    assert fired == [(4, NOBODY), (3, NOBODY)]


def test_n1_attackers_of_the_first_combat_who_have_still_to_move_do_so_afterwards() -> None:
    made = two_combats(U("A3", 0, [(IDLE, 1)], [(23, 15)]))
    answers = [0, (0, 4), (to(0, 23, 20),), NOBODY, STAY, (to(4, 23, 16),)]
    after, _ = phase(made, answers, until="half_cycle")
    assert where(after, 4) == (23, 16)


def test_n1_units_of_a_combat_that_is_met_in_the_cycle_have_these_steps_too() -> None:
    """In the half-cycle of the other side: D1 has come near A2, whose combat with D2 has not been fought."""
    units = (
        U("A1", 0, [(IDLE, 1)], [(20, 20)]),
        U("D1", 1, [(GUNNER, 1)], [(26, 20)]),
        U("A2", 0, [(IDLE, 1)], [(32.5, 20)]),
        U("D2", 1, [(GUNNER, 1)], [(36, 20)]),
    )
    made = battle(*units, fight=(0, 1)).fighting(attacker=1).having_combats(((2, 3),))
    after, script = play(made, draw_in, 1, 0, dice=[1], answers=[3, (to(2, 32.5, 22),)])
    assert [(event.unit, event.foe) for event in told(script, Shot)] == [("D2", "A2")]
    assert where(after, 2) == (32.5, 22)
    assert after.combat.waiting == (3,)


def test_n1_a_combat_that_is_joined_from_the_next_half_cycle_on_comes_as_a_whole() -> None:
    """WS-R-37."""
    made = two_combats(fight=(0, 2), rulings={"WS-R-37": "next-half-cycle"}).having_combats(((1, 3),))
    made = made.fighting(joining=(3,))
    after, script = play(made, swap_roles, 1, answers=[NOBODY, STAY], until="start_again")
    assert (after.combat.units, after.combats) == ((0, 1, 2, 3), ())
    assert [event.units for event in told(script, CombatsMerged)] == [("A2",)]


def test_n10g_the_others_of_a_combat_that_merges_are_named() -> None:
    _, script = phase(two_combats(), [0, (to(0, 23, 20),), NOBODY, STAY], until="half_cycle")
    assert [event.unit for event in told(script, DrawnIn)] == ["D2"]
    assert list(map(sentence, told(script, CombatsMerged))) == ["A2 joined as well: their own combat became part of it"]


# --- N-8: units that stay in the combat within 6 inches, in the press ---------------------------------------------


LIGHT = changed(TROOPER, Mv=4, Ld=1, Nv=1)


@pytest.mark.parametrize(("movement", "reading", "stays"), [(4, "default", 0), (4, "stays-in", 1), (8, "stays-in", 0)])
def test_n8_in_the_press_a_unit_that_runs_six_inches_or_less_may_stay_in_the_combat(movement, reading, stays) -> None:
    made = lines(LIGHT, changed(LIGHT, Mv=movement), own_count=2, foe_count=2, rulings={"WS-R-33": reading})
    after, script = play(made, fall_back, 1)
    assert [event.unit for event in told(script, FellBack)] == ["foe"]
    assert after.status(1).broken_off == (not stays)
    assert after.fighters(1) == ((1,) if stays else ())
    assert bool(after.field.touched_units(0)) == bool(stays)


def test_n8_it_is_not_run_down_and_attacks_in_its_turn() -> None:
    """Both strike and miss; the check fails; it stays and strikes back."""
    made = lines(LIGHT, LIGHT, own_count=2, foe_count=2, rulings={"WS-R-33": "stays-in"})
    after, script = play(made, begin_cycle, dice=[1, 1, 6], answers=[True], until="swap_roles")
    assert [event.unit for event in told(script, FellBack)] == ["foe"]
    assert not told(script, Slain)
    assert after.living(1) == 2


# --- N-9: line of sight is needed for the link and for nothing else -----------------------------------------------


@pytest.mark.parametrize("reading", ["default", "line-of-sight"])
def test_n9_who_flees_behind_an_obstacle_is_run_down_all_the_same(reading) -> None:
    wall = ground("obstacle", box(18, 25.2, 22, 25.6), blocks_sight=True)
    units = U("A", 0, [(IDLE, 1)], [(20, 20)]), U("D", 1, [(IDLE, 1)], [(20, 21)])
    made = battle(*units, fight=(0, 1), grounds=[wall], rulings={"WS-R-08": reading})
    fled, _ = play(made, fall_back, 1)
    assert where(fled, 1) == (20, 27)
    after, _ = play(fled, pursue, answers=[STAY])
    assert after.living(1) == 0


def test_n9_without_sight_there_is_no_combat() -> None:
    wall = ground("obstacle", box(18, 22, 22, 22.4), blocks_sight=True)
    units = U("A", 0, [(IDLE, 1)], [(20, 20)]), U("D", 1, [(IDLE, 1)], [(20, 24)])
    for reading, began in (("default", True), ("line-of-sight", False)):
        made = battle(*units, grounds=[wall], rulings={"WS-R-08": reading})
        answers = [STAY, STAY, STAY] if began else []
        _, script = phase(made, answers)
        assert bool(told(script, CombatEnded)) == began


# --- N-10: the log --------------------------------------------------------------------------------------------------


CLAWS = Weapon("claws", Atk=2, AP=3)


@pytest.mark.parametrize(("skill", "words"), [(10, "hitting automatically"), (3, "4+ to hit"), (0, "unable to hit")])
def test_n10a_scores_beyond_the_die_are_told_in_words(skill, words) -> None:
    fighter = changed(armed(CLAWS, RIFLE), WS=skill, BS=skill)
    _, script = play(lines(fighter, TROOPER), strike, 0, dice=[1, 1] if skill == 3 else [4, 4] if skill else [])
    assert sentence(told(script, Struck)[0]) == f"own struck: 2 attacks with claws, {words}"
    made = battle(U("own", 0, [(fighter, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(10, 14)]), fight=(0, 1))
    _, script = play(made, shoot, 0, dice=[1] if skill == 3 else [4] if skill else [])
    assert sentence(told(script, Shot)[0]) == f"own shot at foe: 1 shot with rifle, {words}"


def test_n10a_an_opposed_test_is_told_as_one() -> None:
    made = lines(armed(CLAWS), TROOPER, rulings={"WS-R-01": "opposed"})
    _, script = play(made, strike, 0, dice=[1, 1, 1, 1])
    assert sentence(told(script, Struck)[0]) == "own struck: 2 attacks with claws, +1 or more on the other die to hit"


@pytest.mark.parametrize(("failed", "words"), [(5, "5 hits, 3 kills counted"), (2, "5 hits, 2 kills counted")])
def test_n10b_of_kills_beyond_those_that_matter_it_is_said_how_many_count(failed, words) -> None:
    """Two models can fall, and one casualty more is a surplus; what is beyond is thrown but not counted."""
    made = lines(armed(Weapon("claws", Atk=5, AP=3)), TROOPER, foe_count=2)
    _, script = play(made, strike, 0, dice=[4] * 5 + [1] * failed + [6] * (5 - failed), policy=first)
    assert sentence(told(script, Suffered)[0]) == f"foe took {words}"


# --- N-12: the guard against combats without an end -----------------------------------------------------------------


@pytest.mark.parametrize("facing", [0, 9000])
def test_n12_a_move_to_where_a_model_stands_is_no_change(facing) -> None:
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(IDLE, 1)], [(10, 16)])
    answers = [(to(0, 10, 10, facing),), (to(1, 10, 16, facing),)]
    _, script = play(battle(*units, fight=(0, 1)), begin_cycle, answers=answers)
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]
    assert [event.reason for event in told(script, CombatEnded)] == ["a draw, for it would never end (WS-R-04)"]


def test_n12_a_move_that_goes_somewhere_is_one() -> None:
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(IDLE, 1)], [(10, 16)])
    after, _ = play(battle(*units, fight=(0, 1)), consolidate, 0, FIRST, answers=[(to(0, 10, 10.5),)])
    assert after.combat.stirred
