"""SH-MV-21, SH-R-26: among equally quick routes with different ends, the player chooses one."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from tests.rulesets.scrollhammer.builder import OGRE, battle
from tests.rulesets.scrollhammer.charging import charged, guards, play, rank, reavers, told, under_way, where
from tests.rulesets.scrollhammer.logs import spot

WALL = [("impassable", [(8, 12), (12, 12), (12, 12.5), (8, 12.5)])]
BIG = Base("rectangle", 2 * INCH, 2 * INCH)


def charging(made, *targets, inches=10, answers=None, **charge):
    return play(under_way(made, *targets, range=inches, **charge), (), answers, charge_move)


def offered(script):
    """Return the places, in inches, that the only question offers."""
    (choice,) = script.asked
    assert choice.clause == "SH-MV-21"
    return [(answer[1] / INCH, answer[2] / INCH) for _, answer in choice.candidates()]


@pytest.mark.clause("SH-MV-21")
def test_the_active_player_chooses_which_of_two_equally_near_enemies_is_charged():
    made = battle(guards([(10, 10)]), reavers([(9, 15), (11, 15)]))
    after, script = charging(made, answers=[spot(0, 11, 14)])
    assert offered(script) == [(9, 14), (11, 14)]
    assert script.asked[0].side == 0
    assert where(after, 0) == (11, 14)
    assert after.charge.met == ((0, (2,)),)


def test_under_the_defender_ties_ruling_the_defender_chooses_the_initial_charger():
    rulings = {"SH-R-26": "defender-ties"}
    made = battle(guards([(10, 10)]), reavers([(9, 15), (11, 15)]), rulings=rulings)
    after, script = charging(made, answers=[spot(0, 11, 14)])
    assert script.asked[0].side == 1
    assert where(after, 0) == (11, 14)


def test_the_initial_charger_may_choose_between_equally_near_enemies_of_different_targets():
    made = battle(guards([(10, 10)]), reavers([(9, 15)]), reavers([(11, 15)], name="others"))
    after, script = charging(made, 1, 2, answers=[spot(0, 11, 14)])
    assert after.plane.touched_units(0) == (2,)
    assert told(script, "LeftOut").target == "reavers"


def test_the_initial_charger_may_touch_an_enemy_diagonally_ahead_on_either_of_its_two_near_faces():
    made = battle(guards([(10, 10)]), reavers([(13, 13)]))
    after, script = charging(made, answers=[spot(0, 13, 12)])
    assert offered(script) == [(12, 13), (13, 12)]
    assert where(after, 0) == (13, 12)


def test_the_initial_charger_may_choose_either_face_if_it_cannot_reach_the_place_in_line_with_the_enemy():
    made = battle(guards([(10, 10)]), reavers([(13, 13)]))
    _, script = charging(made, inches=3)
    (ax, ay), (bx, by) = offered(script)
    assert (ax, ay) == (by, bx)
    assert min(ax, ay) == 12 < max(ax, ay) < 13


def test_the_initial_charger_facing_the_seam_between_two_files_may_charge_either_file():
    made = battle(guards([(10, 10)]), rank(4, 10, 15, 180))
    after, script = charging(made, arcs=("front",), answers=[spot(0, 9.5, 14.5)])
    assert sorted(offered(script)) == [(9.5, 14.5), (10.5, 14.5)]
    assert after.charge.met == ((0, (3,)),)
    labels = dict(script.asked[0].candidates())
    assert sorted(labels) == ["model 2, from 10.50, 14.50", "model 3, from 9.50, 14.50"]


def test_the_initial_charger_may_go_round_either_end_of_a_wall():
    made = battle(guards([(10, 10)]), reavers([(9, 15), (11, 15)]), grounds=WALL)
    after, script = charging(made, answers=[spot(0, 11, 14)])
    assert offered(script) == [(9, 14), (11, 14)]
    assert where(after, 0) == (11, 14)


def test_an_initial_charger_on_a_larger_base_may_choose_which_two_of_three_enemies_it_touches():
    made = battle(guards([(10, 10)], OGRE, base=BIG), reavers([(8.5, 15), (10, 15), (11.5, 15)]))
    after, script = charging(made, answers=[spot(0, 10.75, 13.5)])
    assert offered(script) == [(9.25, 13.5), (10.75, 13.5)]
    assert after.charge.met == ((0, (2, 3)),)


@pytest.mark.parametrize(
    "made",
    [
        battle(guards([(10, 10)]), reavers([(9, 15), (11, 15.01)])),
        battle(guards([(10, 10)]), reavers([(10, 15), (11, 15), (9, 15)])),
        battle(guards([(10, 10)]), reavers([(9.3, 15), (11, 15)])),
        battle(guards([(10, 10)]), reavers([(10, 15)]), grounds=WALL),
        battle(guards([(10, 10)]), reavers([(12, 15), (10, 15.472)])),
    ],
    ids=[
        "one is nearer",
        "straight ahead is quickest",
        "both are touched",
        "only the way is another",
        "in line with the nearest is as far",
    ],
)
def test_no_question_is_asked_if_one_charge_route_is_quicker_than_all_others(made):
    assert charging(made)[1].asked == []


@pytest.mark.clause("SH-MV-21")
@pytest.mark.parametrize("inches", [6, 8, 12])
def test_the_initial_charger_ends_in_line_with_the_face_to_which_its_path_is_shortest(inches):
    """The path leads round the end of a wall to the right face. The left face is nearer only in a straight line."""
    wall = [("impassable", [(20.5, 24.6), (24.5, 24.6), (24.5, 25.4), (20.5, 25.4)])]
    made = battle(guards([(22.5, 28)]), reavers([(24, 23.5)]), grounds=wall)
    after, script = charging(made, inches=inches)
    assert where(after, 0) == (25, 23.5)
    assert script.asked == []


@pytest.mark.clause("SH-MV-21")
@pytest.mark.parametrize(
    ("at", "foe", "end"),
    [
        ((32.02, 35.65), (30, 32.64, 244), (30.9, 33.09)),
        ((14.22, 39.66), (16.55, 35.55, 222), (15.81, 36.22)),
    ],
)
def test_the_initial_charger_takes_the_nearer_face_of_an_enemy_whose_corner_it_meets_first(at, foe, end):
    """The place in line on the further face is up to an inch further away."""
    after, script = charging(battle(guards([at]), reavers([foe])), inches=10)
    assert where(after, 0) == pytest.approx(end, abs=0.02)
    assert script.asked == []


@pytest.mark.clause("SH-MV-21")
def test_the_initial_charger_moves_along_the_face_if_the_place_in_line_needs_a_long_detour():
    """Another model of the enemy unit stands where the charger would be in line on the left, and a friend stands in the
    charger's way.
    """
    friend = guards([(28.5, 24.5)], name="friend")
    made = battle(guards([(27.75, 25.5)]), reavers([(28.5, 22.75), (27.25, 22.25)]), friend)
    after, _ = charging(made)
    assert where(after, 0) == (27.5, 23.5)
    assert after.charge.met == ((0, (1,)),)


@pytest.mark.clause("SH-MV-21")
def test_the_initial_charger_ends_on_the_adjacent_face_if_the_near_face_is_taken():
    """A friend stands in front of the enemy. The enemy's sides, first touched at a corner, are nearer by path than its
    rear.
    """
    friend = guards([(22.509, 25.143)], name="friend")
    made = battle(guards([(22.3, 19.072)]), reavers([(22.509, 26.143)]), friend)
    after, script = charging(made, inches=12)
    assert where(after, 0) == (21.509, 26.143)
    assert script.asked == []


@pytest.mark.clause("SH-MV-21")
@pytest.mark.parametrize("range_rolled", [4, 6])
def test_a_friend_touching_the_front_of_an_enemy_leaves_half_of_the_adjacent_side_free_for_a_charger(
    range_rolled,
):
    """The friend extends 0.0003 inch beyond that side's line, as can happen when positions are rounded to
    thousandths.
    """
    friend = guards([(24.174, 24.985, 190)], name="friend")
    stranger = reavers([(25.078, 23.201, 10)], name="stranger")
    made = battle(guards([(26.27, 27.661, 190)]), reavers([(24, 24, 10)]), friend, stranger)
    after, script = charging(made, inches=range_rolled)
    assert told(script, "ChargeMade")
    assert 1 in after.plane.touched_units(0)
    assert where(after, 0) == (25.055, 24.223)


def test_against_a_tight_row_the_initial_charger_lines_up_with_the_nearer_enemy() -> None:
    row = reavers([(20.0 + one, 22, 180) for one in range(6)])
    assert where(charged(battle(guards([(21.7, 15)]), row), inches=12)[0], 0) == (22, 21)
    after, _ = charged(battle(guards([(22, 15)]), row), inches=12)
    assert (where(after, 0), after.plane.place(0).facing) == ((22, 21), 0)


def test_the_initial_charger_touches_an_edge_if_corners_do_not_count_as_contact() -> None:
    made = battle(guards([(20, 20)]), reavers([(22, 24), (24, 24)]), rulings={"SH-R-04": "edges-only"})
    after, _ = charged(made, inches=6)
    assert after.plane.edge_contacts.enemies[0]
    short = battle(guards([(20, 20)]), reavers([(22, 24), (24, 24)]), rulings={"SH-R-04": "edges-only"})
    after, _ = charged(short, inches=4)
    assert after.plane.edge_contacts.enemies[0] or after.plane.place(0) == short.plane.place(0)
