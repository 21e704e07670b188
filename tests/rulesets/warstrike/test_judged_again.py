"""Findings of readers who judged all sentences once more, with every option of the rulings that they name."""

from math import hypot

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import (
    IN_CYCLE,
    consolidate,
    consolidate_in_cycle,
    first_consolidation,
)
from pilein.rulesets.warstrike.cycle import begin_cycle, close_combat_phase, half_cycle
from pilein.rulesets.warstrike.events import Routed, Struck, Suffered
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.leadership import check_leaderships
from pilein.rulesets.warstrike.melee import melee_attacks, strike
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shares import Shares
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from pilein.rulesets.warstrike.state import MELEE
from pilein.rulesets.warstrike.volley import deal
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, armed, battle, box, changed, lines, play

IDLE = changed(TROOPER, weapons=())
GUN = Weapon("gun", ranged=True, AP=3, firepower=3)
STAY = ()


def to(model, x, y):
    return ((model, ticks(x), ticks(y), 0),)


def suffered(script):
    return [(event.unit, event.hits) for event in told(script, Suffered)]


# --- WS-R-20 `declare-target` --------------------------------------------------------------------------------------


DECLARED = {"WS-R-20": "declare-target"}


def two_enemies(rulings, *, heights=(), foes=((10, 11), (13, 11)), other=(14, 10), own=TROOPER):
    """The first model touches P alone, the second P and Q; bases of 1 inch."""
    units = (
        U("A", 0, [(own, 2)], [(10, 10), (13, 10)]),
        U("P", 1, [(TROOPER, 2)], foes),
        U("Q", 1, [(changed(TROOPER, Ar=5), 1)], [other]),
    )
    return battle(*units, fight=(0, 1, 2), rulings=rulings, grounds=heights)


@pytest.mark.clause("WS-ME-01")
def test_a_unit_that_is_engaged_with_one_enemy_alone_hits_its_unit_where_others_name_theirs():
    """WS-MX-01. Both hit; nobody has to choose who takes the hits on P."""
    _, script = play(two_enemies(DECLARED), melee_attacks, 0, dice=[4, 4, 6, 6], answers=[True, 3])
    assert suffered(script) == [("P", 2)]
    _, script = play(two_enemies(DECLARED), melee_attacks, 0, dice=[4, 4, 6, 6], answers=[True, 4])
    assert suffered(script) == [("P", 1), ("Q", 1)]


@pytest.mark.clause("WS-WM-02", "WS-WM-04")
def test_all_enemies_that_a_model_is_engaged_with_are_to_be_lower_whichever_it_names():
    """The second model stands 2 inches above P's, and level with Q's or above these too."""
    for end, needs in ((15, [4]), (13.4, [4, 3])):
        heights = [ground("structure", box(12.6, 9.5, end, 10.45), 2)]
        _, script = play(two_enemies(DECLARED, heights=heights), melee_attacks, 0, dice=[1, 1], answers=[True, 3])
        assert [event.need for event in told(script, Struck)] == needs


@pytest.mark.clause("WS-EN-03")
def test_a_unit_that_is_named_across_a_wall_is_harder_to_hit_than_who_is_touched():
    """WS-R-42 `wall-penalty`."""
    units = (
        U("A", 0, [(TROOPER, 1)], [(10, 10)]),
        U("P", 1, [(TROOPER, 1)], [(10, 11.4)]),
        U("Q", 1, [(TROOPER, 1)], [(11, 10)]),
    )
    wall = ground("obstacle", box(8, 10.5, 10.9, 10.9))
    made = battle(*units, fight=(0, 1, 2), rulings=DECLARED | {"WS-R-42": "wall-penalty"}, grounds=[wall])
    for named, need in ((1, 5), (2, 4)):
        _, script = play(made, melee_attacks, 0, dice=[1], answers=[True, named])
        assert [event.need for event in told(script, Struck)] == [need]


# --- WS-R-24: unlike Ar and To in a unit ----------------------------------------------------------------------------


@pytest.mark.clause("WS-SV-02", "WS-KL-02")
@pytest.mark.parametrize(("reading", "saves"), [("majority", [4, 4, 4]), ("best", [2, 2, 2])])
def test_one_armour_for_all_leaves_each_its_own_toughness(reading, saves):
    """Two of Ar 3, with a To of 2 and of 3, and one of Ar 5 without: those with a To survive on a 4."""
    kinds = [(changed(TROOPER, To=2), 1), (changed(TROOPER, To=3), 1), (changed(TROOPER, Ar=5), 1)]
    own = armed(Weapon("claws", Atk=3, AP=3))
    foe = U("foe", 1, kinds, [(10, 11), (9, 10), (11, 10)])
    made = battle(U("own", 0, [(own, 1)], [(10, 10)]), foe, fight=(0, 1), rulings={"WS-R-24": reading})
    _, script = play(made, strike, 0, dice=[4, 4, 4, *saves])
    assert [(event.hits, event.casualties) for event in told(script, Suffered)] == [(3, 0)]
    dice = [4, 4, 4, *(face - 1 for face in saves), 4, 1, 4, 1, 1]
    _, script = play(made, strike, 0, dice=dice, until="fall")
    assert [(event.hits, event.casualties) for event in told(script, Suffered)] == [(3, 1)]


# --- WS-MX-01: hits that not everybody may take ----------------------------------------------------------------------


def overlapping(both=TROOPER, one=TROOPER):
    """WS-R-21 `touched-only`: the first model touches the models of both P and Q, the second that of P alone."""
    units = (
        U("A", 0, [(both, 1), (one, 1)], [(11, 10), (9, 10)]),
        U("P", 1, [(changed(TROOPER, Ar=4), 1)], [(10, 10)]),
        U("Q", 1, [(TROOPER, 1)], [(11, 11)]),
    )
    return battle(*units, fight=(0, 1, 2), rulings={"WS-R-21": "touched-only"})


@pytest.mark.clause("WS-MX-01")
def test_hits_that_both_may_take_go_to_who_has_fewer():
    """The hit on P alone is dealt first: nobody may have two hits and another none."""
    after, script = play(overlapping(), strike, 0, dice=[4, 4, 6, 6])
    assert suffered(script) == [("P", 1), ("Q", 1)]
    assert not [one for one in script.asked if isinstance(one, Shares)]
    assert after.combat.dealt == ()


@pytest.mark.clause("WS-MX-01")
def test_hits_of_less_piercing_count_with_those_dealt_before():
    """The second model's hits pierce more, and only P may take them."""
    made = overlapping(armed(Weapon("claws", Atk=2, AP=2)), armed(Weapon("drill", AP=5)))
    _, script = play(made, strike, 0, dice=[4, 4, 4, *[6] * 3], answers=[(1, 1)])
    asked = [one for one in script.asked if isinstance(one, Shares)]
    assert [(one.total, one.least, one.most) for one in asked] == [(2, (0, 1), (1, 2))]


def test_the_sensible_policy_shares_out_the_lot_that_is_asked_about():
    """WS-MX-01. Not the one dealt before, which only P may take."""
    made = overlapping(armed(Weapon("claws", Atk=2, AP=2)), armed(Weapon("drill", Atk=2, AP=5)))
    begun, _ = play(made, strike, 0, dice=[4] * 4, until="deal")
    dealt, _ = play(begun, deal, 0, MELEE, 0, until="deal")
    asked = Shares(1, "WS-MX-01", "?", 2, ("P (Ar 4)", "Q (Ar 3)"), (0, 2), (0, 2))
    assert sensible(dealt, asked) == (0, 2)


@pytest.mark.clause("WS-MX-01", "WS-SV-02")
def test_shots_that_reach_some_alone_count_with_those_that_reach_all():
    """WS-R-24: the cannon has one of two within 6 inches; the other then takes the hit of the gun that reaches both."""
    cannon = Weapon("cannon", ranged=True, AP=5, firepower=3)
    own = [(changed(TROOPER, BS=8, weapons=(weapon,)), 1) for weapon in (GUN, cannon)]
    units = (
        U("A", 0, own, [(20, 20), (26, 20)]),
        U("D", 1, [(changed(IDLE, Ar=3), 1), (changed(IDLE, Ar=5), 1)], [(19, 25), (22, 25)]),
    )
    _, script = play(battle(*units, fight=(0, 1)), close_combat_shooting, 0, dice=[4, 4], answers=[True])
    assert suffered(script) == [("D", 2)]


@pytest.mark.clause("WS-MX-01")
def test_the_question_names_what_distinguishes_those_of_the_same_armour():
    """Ar alone does not."""
    kinds = [(TROOPER, 1), (changed(TROOPER, To=2), 1)]
    foe = U("foe", 1, kinds, [(10, 11), (9, 10)])
    made = battle(U("own", 0, [(TROOPER, 1)], [(10, 10)]), foe, fight=(0, 1))
    _, script = play(made, strike, 0, dice=[4, 6], answers=[(1, 0)])
    asked = next(one for one in script.asked if isinstance(one, Shares))
    assert asked.among == ("foe (Ar 3, no To)", "foe (Ar 3, To 2)")


# --- Other options ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("WS-SH-01", "WS-LD-02")
@pytest.mark.parametrize(("movement", "shots"), [(6, 2), (7, 0)])
def test_in_the_press_who_has_run_further_than_six_inches_is_no_target(movement, shots):
    """WS-R-33 `still-a-target`."""
    foe = changed(IDLE, Mv=movement)
    made = lines(armed(GUN), foe, own_count=2, foe_count=2, rulings={"WS-R-33": "still-a-target"})
    fled, _ = play(made, fall_back, 1)
    _, script = play(fled, close_combat_shooting, 0, dice=[1] * shots, answers=[True] * bool(shots))
    assert len(script.asked) == 2 * bool(shots)


@pytest.mark.clause("WS-LD-05")
def test_in_the_press_who_pursues_one_unit_catches_no_other():
    """WS-R-34 `per-unit`: P has run 9 inches earlier; Q runs 6 and is caught, as P by a move of 3 would be."""
    runner = changed(IDLE, Mv=9, Ld=0)
    units = (
        U("own", 0, [(changed(IDLE, Mv=6), 2)]),
        U("P", 1, [(runner, 1)]),
        U("Q", 1, [(changed(runner, Mv=6), 1)]),
    )
    made = battle(*units, pairs=[(0, 1), (0, 2)], fight=(0, 1, 2), rulings={"WS-R-34": "per-unit"})
    after, _ = play(made, check_leaderships, answers=[(1, 2), False, True])
    assert (after.living(1), after.living(2)) == (1, 0)


def test_a_unit_that_is_near_a_unit_that_routs_consolidates():
    """WS-LD-04, WS-R-34 `per-unit`, WS-R-31 `at-nerve`."""
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(changed(IDLE, Ld=0), 1)], [(10, 11)])
    rulings = {"WS-R-34": "per-unit", "WS-R-31": "at-nerve"}
    made = battle(*units, fight=(0, 1), rulings=rulings).having(1, markers=4)
    after, script = play(made, check_leaderships, answers=[to(0, 10, 13)])
    assert [event.unit for event in told(script, Routed)] == ["foe"]
    assert where(after, 0) == (10, 13)


@pytest.mark.clause("WS-ME-06")
def test_the_targets_own_weapon_takes_its_skill_below_nought_no_more_than_the_attackers_does():
    """WS-R-19 `weapon-adds`, WS-R-02."""
    clumsy = changed(armed(Weapon("maul", WS=-2)), WS=1)
    for floor, need in (("default", 4), ("no-floor", 3)):
        made = lines(changed(TROOPER, WS=0), clumsy, rulings={"WS-R-19": "weapon-adds", "WS-R-02": floor})
        _, script = play(made, strike, 0, dice=[1])
        assert [event.need for event in told(script, Struck)] == [need]


@pytest.mark.clause("WS-SV-03")
@pytest.mark.parametrize(("reading", "markers"), [("per-phase", 1), ("per-half-cycle", 2), ("default", 2)])
def test_a_marker_once_a_phase_is_one_in_all_its_combats(reading, markers):
    """WS-R-18: D is shot at and left by A1, and drawn in by A2, who shoots at it as well; it has one life more."""
    gunner = changed(armed(GUN), Mv=20, BS=8)
    units = (
        U("A1", 0, [(gunner, 1)], [(20, 20)]),
        U("A2", 0, [(gunner, 1)], [(34, 20)]),
        U("D", 1, [(changed(IDLE, To=1, Mv=1), 1)], [(26, 20)]),
        U("D2", 1, [(changed(IDLE, Mv=1), 1)], [(40, 20)]),
    )
    made = battle(*units, rulings={"WS-R-18": reading})
    answers = [0, STAY, True, to(0, 14, 20), False, to(1, 31, 20), True, to(1, 31, 29), False]
    after, _ = play(made, close_combat_phase, dice=[1, 6, 1, 6], answers=answers)
    assert after.status(2).markers == markers


@pytest.mark.clause("WS-EX-01", "WS-CM-06")
def test_a_unit_that_is_drawn_in_before_the_cycle_is_there_from_its_first_half_cycle_on():
    """WS-R-37 `next-half-cycle`: the first is the next."""
    units = (
        U("own", 0, [(IDLE, 1)], [(10, 10)]),
        U("foe", 1, [(IDLE, 1)], [(10, 14)]),
        U("more", 1, [(IDLE, 1)], [(18, 10)]),
    )
    made = battle(*units, fight=(0, 1), rulings={"WS-R-37": "next-half-cycle"})
    after, _ = play(made, first_consolidation, answers=[to(0, 12, 10)])
    assert after.defenders == (1,)
    after, _ = play(after, begin_cycle, until="next_unit")
    assert after.defenders == (1, 2)


@pytest.mark.clause("WS-AC-01", "WS-C3-01")
def test_no_part_of_a_base_ends_further_than_awareness_from_the_leaders():
    """WS-R-38: the second model's far side is 4 inches from the leader's base at (14, 10)."""
    own = U("own", 0, [(changed(IDLE, Aw=4), 3)], [(10, 10), (12, 10), (13.5, 10)])
    made = battle(own, U("foe", 1, [(IDLE, 1)], [(12, 14)]), fight=(0, 1))
    for first, *given in ((first_consolidation,), (consolidate_in_cycle, 0)):
        after, _ = play(made, first, *given, answers=[to(2, 14, 10)], until="draw_in")
        assert where(after, 2) == (14, 10)
        with pytest.raises(IllegalAnswer, match="out of coherency"):
            play(made, first, *given, answers=[to(2, 14.1, 10)])


@pytest.mark.clause("WS-CY-02")
def test_players_take_turns_though_the_unit_named_first_has_fallen_since():
    """WS-R-43 `alternate`: A1 comes near D2, whose combat with A3 then begins, and is shot."""
    sure = changed(IDLE, BS=8, weapons=(Weapon("cannon", ranged=True, AP=9),))
    units = (
        U("A1", 0, [(IDLE, 1)], [(20, 20)]),
        U("A2", 0, [(IDLE, 1)], [(14, 20)]),
        U("A3", 0, [(IDLE, 1)], [(33, 22)]),
        U("D1", 1, [(IDLE, 1)], [(17, 22)]),
        U("D2", 1, [(sure, 1)], [(28.5, 22)]),
    )
    made = battle(*units, fight=(0, 1, 3), rulings={"WS-R-43": "alternate"}).having_combats(((2, 4),))
    answers = [0, to(0, 22.9, 20.5), 4, 0, STAY, 1, STAY, STAY]
    _, script = play(made, half_cycle, 1, answers=answers, until="check_leaderships")
    asked = [one for one in script.asked if getattr(one, "clause", "") == "WS-CY-02"]
    assert [(one.side, one.options) for one in asked] == [(0, (0, 1)), (1, (1, 2))]


# --- WS-DO-01: ways that bend ----------------------------------------------------------------------------------------


LONG_WALL = ground("obstacle", box(2, 11, 28, 11.2))


def crossing(end, *walls, movement=12, foe=(10, 11.7), **rulings):
    """From (11, 10.4) to the other side of a wall that an enemy touches there; no cost for crossing unless ruled so."""
    units = U("A", 0, [(changed(IDLE, Mv=movement), 1)], [(11, 10.4)]), U("D", 1, [(IDLE, 1)], [foe])
    grounds = [LONG_WALL, *walls]
    made = battle(*units, fight=(0, 1), grounds=grounds, rulings={"WS-R-40": "free"} | rulings)
    _, script = play(made, consolidate, 0, IN_CYCLE, answers=[to(0, *end)])
    (event,) = told(script, Moved)
    return event


@pytest.mark.clause("WS-DO-01", "WS-CM-04")
def test_a_defended_wall_is_crossed_where_it_is_not_defended():
    """More than 2 inches from the base, which takes 3.4 inches where straight on it would be 3.3."""
    event = crossing((13.5, 12.5))
    assert 3.38 < event.inches < 3.39
    assert all(hypot(x / INCH - 10, y / INCH - 11.7) > 2.5 for x, y in event.route[1:])
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        crossing((13.5, 12.5), **{"WS-R-41": "from-start"})


@pytest.mark.clause("WS-DO-01", "WS-CM-04")
def test_a_way_leads_along_a_wall_to_where_it_is_not_defended():
    """It comes to the wall at a narrow angle, just beyond 2 inches from the base of the enemy."""
    units = U("A", 0, [(changed(IDLE, Mv=20), 1)], [(14, 10.5)]), U("D", 1, [(IDLE, 1)], [(13, 11.7)])
    made = battle(*units, fight=(0, 1), grounds=[LONG_WALL])
    _, script = play(made, consolidate, 0, IN_CYCLE, answers=[to(0, 10.3, 12)])
    (event,) = told(script, Moved)
    assert 4.3 < event.inches < 4.6
    assert all(hypot(x / INCH - 13, y / INCH - 11.7) > 2.5 for x, y in event.route[1:])


@pytest.mark.clause("WS-DO-01")
def test_a_way_aside_that_is_too_long_is_none():
    """Crossed at 12.4, the way straight over the wall is 4.8 inches long."""
    assert 4.7 < crossing((10, 13)).inches < 4.8
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        crossing((10, 13), movement=8)


@pytest.mark.clause("WS-DO-01")
def test_one_wall_is_crossed_and_another_gone_round():
    """WS-CM-03. The enemy touches the far side of the second, short one."""
    short = ground("obstacle", box(8, 13.1, 10.9, 13.3))
    event = crossing((11.2, 14.2), short, foe=(9.2, 13.8))
    assert 3.8 < event.inches < 4
