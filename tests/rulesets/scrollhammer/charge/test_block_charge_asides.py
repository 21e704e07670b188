"""SH-MV-11, SH-MV-14, SH-R-21: charging blocks that sidestep obstacles."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge_events import ChargeFailed
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.block_battles import Charged, guards, loose, reavers
from tests.rulesets.scrollhammer.builder import GUARD, U, battle

BROAD = Base("rectangle", 3 * INCH // 2, 3 * INCH // 2)
DISC = Base("round", INCH, INCH)
WIDE = Base("rectangle", 2 * INCH, 2 * INCH)
EDGES = {"SH-R-04": "edges-only"}  # a file in line with an enemy does not count its neighbours at the corners
TARGET = loose("target", 1, [(22, 26.5, 180)])


def test_a_block_keeps_its_facing_if_a_charge_position_slightly_to_one_side_is_free():
    """Enemies that are not targets leave a lane of 5.6" for five files. The block may not touch their bases."""
    others = [loose("left", 1, [(19.3, 24, 180)]), loose("right", 1, [(25.9, 24, 180)])]
    played = Charged(battle(guards(10, 22, 20, 0, 5), TARGET, *others), 8)
    assert played.stands == (22.302, 26, 0)
    assert played.after.plane.touched_units(0) == (1,)


def test_a_charging_block_does_not_turn_if_it_can_pass_by_shifting_half_an_inch_to_one_side():
    foes = loose("target", 1, [(21, 26.5, 180), (21, 25, 180), (22.5, 26, 180), (23, 28, 180)])
    near = loose("near", 1, [(19.171, 24.47, 200)])
    others = loose("others", 1, [(23.5, 25, 180), (23.5, 24, 180), (25, 24.5, 180), (22.5, 24.5, 180)])
    played = Charged(battle(guards(2, 21.5, 19.5, 0, 2), foes, near, others), 6)
    assert not played.told(ChargeFailed)
    assert played.stands == (20.998, 24.5, 0)


@pytest.mark.parametrize("friend", [True, False])
def test_a_block_slides_past_a_friend_or_a_wall_with_no_room_to_spare(friend):
    wall = [("impassable", [(18, 23.5), (20, 23.5), (20, 24.5), (18, 24.5)])]
    beside = [loose("friend", 0, [(19.5, 24)], GUARD)] if friend else []
    made = battle(guards(10, 22, 20, 0, 5), TARGET, *beside, grounds=[] if friend else wall, rulings=EDGES)
    assert Charged(made, 8).stands == (22.5, 26, 0)


def test_a_charging_block_stops_just_inside_the_table_edge_if_it_would_otherwise_hang_over_it():
    played = Charged(battle(guards(10, 4, 10, 340, 5), loose("target", 1, [(1.8, 17, 340)]), rulings=EDGES), 12)
    corner = min(x for x, _ in played.after.plane.shape(0).core)
    assert played.block.facing == 34000
    assert 0 <= corner < 0.001 * INCH
    assert played.after.plane.touched_units(0) == (1,)


def test_models_of_the_target_that_are_behind_a_charging_block_do_not_obstruct_it():
    """SH-R-21: models of the target stand around the flank of the block. Half an inch beside the straight line, the
    block touches two of them, and it touches one of the two with its flank.
    """
    target = loose("target", 1, [(22, 23.5, 180), (24.6, 22), (24.6, 20), (24.6, 18), (22, 17.5)])
    assert Charged(battle(guards(3, 22, 20, 0, 3), target), 5).stands == (22.6, 23, 0)


def test_fronts_of_different_widths_may_end_wherever_there_is_room_between_friends():
    """No edge of the front is in line with an enemy's edge at the final position."""
    friends = loose("friends", 0, [(17.7, 13), (22.9, 13)], GUARD)
    made = battle(guards(2, 20, 10, 0, 2, base=WIDE), reavers(10, 20.5, 16, 180, 5), friends)
    assert Charged(made, 9).stands == (20.2, 16, 0)


def test_files_of_equal_width_stay_lined_up_with_the_enemy_even_if_there_is_room_to_one_side():
    friend = loose("friend", 0, [(17.7, 13)], GUARD)
    played = Charged(battle(guards(8, 20, 10, 0, 4), reavers(10, 20.5, 16, 180, 5), friend), 9)
    assert played.stands == (21, 16, 0)


@pytest.mark.clause("SH-MV-14")
@pytest.mark.parametrize(("rulings", "touched"), [({}, 3), ({"SH-R-04": "edges-only"}, 1)])
def test_a_model_beside_the_enemy_may_bring_its_whole_block_into_charge_range(rulings, touched):
    """SH-R-21, SH-R-04: models face to face with an enemy have moved 6.3", and the model beside them has moved 5.7"."""
    made = battle(guards(4, 21, 19, 340, 4), reavers(8, 18, 25.5, 200, 4), rulings=rulings)
    assert len(Charged(made, 6).faced()) == touched


@pytest.mark.clause("SH-MV-14")
@pytest.mark.parametrize(("rulings", "x"), [({}, 24), (EDGES, 23.6)])
def test_a_block_shifts_so_that_a_file_faces_the_enemy_and_its_neighbours_touch_the_corners(rulings, x):
    """SH-R-21, SH-R-04: three models are in contact instead of the two that the enemy's base straddles."""
    made = battle(guards(10, 23.6, 20, 0, 5), loose("target", 1, [(24, 26.5, 180)]), rulings=rulings)
    assert Charged(made, 8).stands == (x, 26, 0)


@pytest.mark.clause("SH-MV-14")
def test_a_front_touches_the_slanted_edge_of_a_second_enemy_with_one_end():
    """SH-R-21: the second enemy's nearest corner is at (25.2, 25.693), so its edge is at y = 26 where x = 24.893."""
    foes = loose("target", 1, [(20.5, 26.5, 180), (25.2, 26.4, 225)])
    played = Charged(battle(guards(5, 21.6, 20, 0, 5), foes), 12)
    assert played.stands == (22.393, 26, 0)
    assert {foe for foes in played.faced().values() for foe in foes} == {5, 6}


@pytest.mark.clause("SH-MV-14")
def test_a_front_touches_a_slanted_edge_with_its_end_after_the_shortest_move():
    """SH-R-21: the edge rises at 45 degrees from (24, 25.293). The left end of the front starts at (26, 24)."""
    played = Charged(battle(guards(5, 28.5, 24, 0, 5), loose("target", 1, [(24, 26, 225)])), 3)
    assert played.stands == (26.854, 25.646, 0)


@pytest.mark.clause("SH-MV-14")
def test_a_charging_file_narrower_than_its_enemies_shifts_to_touch_two_of_them_if_it_can():
    """SH-R-21: enemy bases are 1.5" wide and meet at x = 20. Half an inch to either side, one file touches both."""
    made = battle(guards(2, 21, 10, 0, 1), reavers(4, 20, 16, 180, 2, base=BROAD))
    played = Charged(made, 9)
    assert len(played.faced()[0]) == 2
    assert played.stands == (pytest.approx(20.5, abs=0.01), 16, 0)


@pytest.mark.clause("SH-MV-14")
def test_a_front_with_narrower_files_shifts_sideways_only_as_far_as_it_must_to_make_the_most_contacts():
    """SH-R-21: two files of 1" touch three bases of 1.5" from x = 18.75 to 20.25, overlapping the edges of the middle
    base.
    """
    made = battle(guards(4, 23, 10, 0, 2), reavers(3, 20, 16, 180, 3, base=BROAD))
    played = Charged(made, 9)
    assert len({foe for foes in played.faced().values() for foe in foes}) == 3
    assert played.stands == (pytest.approx(20.25, abs=0.01), 16, 0)


@pytest.mark.clause("SH-MV-11")
def test_a_block_shifts_no_further_sideways_if_it_can_reach_no_enemy_without_turning():
    """SH-R-21: the block may shift further only when it faces the enemy, and there friends and a unit that is not a
    target block its path.
    """
    target = loose("target", 1, [(18.5, 25.5, 155)])
    assert Charged(battle(guards(10, 27, 20, 0, 4), target), 8).stands == (21.16, 25.256, 0)
    friends = U("friends", 0, [(GUARD, 7)], block=(20.842, 20.502, 340, 4), formation="ranks")
    barred = battle(guards(10, 27, 20, 0, 4), target, friends, loose("stranger", 1, [(19.65, 26.35, 135)]))
    assert Charged(barred, 8, lenient=True).told(ChargeFailed)


@pytest.mark.clause("SH-MV-11")
def test_a_block_moves_forward_then_sideways_and_then_forward_again_if_no_simpler_route_is_free():
    """SH-R-21: a friend blocks the route that leads ahead and then aside, and a unit that is not a target blocks the
    route that leads aside and then ahead.
    """
    others = loose("friend", 0, [(25.12, 24.52)], GUARD), loose("stranger", 1, [(24.31, 18.32, 45)])
    made = battle(guards(6, 22.67, 20.26, 90, 3, base=BROAD), others[0], reavers(4, 26.8, 26, 180, 2), others[1])
    played = Charged(made, 11, 2)
    assert not played.told(ChargeFailed)
    assert played.stands == (27.87, 26, 0)
    (moved,) = played.told(Moved)
    assert round(moved.inches, 2) == 9.05


@pytest.mark.parametrize("rulings", [{}, {"SH-R-21": "straight"}])
def test_a_block_may_touch_a_slanted_enemy_whose_nearest_part_is_behind_the_front_of_the_block(rulings):
    """SH-R-21: at its own facing, the block touches the enemy four inches to the side. It neither turns nor fails."""
    made = battle(guards(6, 24, 24, 0, 3), loose("target", 1, [(18, 24.35, 135)]), rulings=rulings)
    played = Charged(made, 8)
    assert played.stands == (20.203, 24.346, 0)
    assert played.after.plane.touched_units(0) == (1,)


@pytest.mark.parametrize("rulings", [{}, {"SH-R-21": "straight"}])
def test_a_block_meets_a_slanted_edge_just_short_of_a_friend_in_its_path(rulings):
    """SH-R-21: the enemy's edge runs from (18.707, 24.35) to (18, 25.057). The nearer side of one friend is at y = 24.2
    and the farther side of the other at y = 21.8, and both friends stand between x = 20 and x = 21.

    With the front of the block at y = 24.198, its left end is on the edge at x = 18.859 - 0.004, straight ahead of
    both friends. A block that may not turn goes there even if that is out of range.
    """
    friends = loose("friend", 0, [(20.5, 24.7, 0)], GUARD), loose("others", 0, [(20.5, 21.3, 0)], GUARD)
    target = loose("target", 1, [(18, 24.35, 135)])
    made = battle(guards(6, 24, 24, 0, 3), target, *friends, rulings=rulings)
    for reach in (8, 4, 3) if rulings else (8, 4):
        played = Charged(made, reach)
        assert played.stands == (20.055, 24.198, 0), reach
        assert played.after.plane.touched_units(0) == (1,)


@pytest.mark.clause("SH-MV-14")
@pytest.mark.parametrize("rulings", [{}, {"SH-R-21": "straight"}, {"SH-R-21": "outer-corner"}])
def test_a_front_that_fits_between_two_round_enemies_touches_both(rulings):
    """SH-R-21: the enemies are discs with a diameter of 1", centred at x = 24 and x = 26.5. Halfway between them, each
    end of the front, which is 1" from its middle, is level with a point 0.25" beside the centre of a disc.

    The front therefore stops short of the line through the discs' centres by the square root of 0.25 - 0.0625, or
    0.433".
    """
    made = battle(guards(4, 24, 20, 0, 2), loose("target", 1, [(24, 24), (26.5, 24)], base=DISC), rulings=rulings)
    played = Charged(made, 5)
    assert played.stands == (25.25, 23.567, 0)
    assert played.faced() == {0: (4,), 1: (5,)}


@pytest.mark.clause("SH-MV-14")
def test_a_front_that_fits_between_two_turned_enemies_touches_both():
    """SH-R-21: the squares are turned by 45 degrees, so the left one ends at x = 24.707 and the right one begins at x =
    25.793. The front reaches from x = 24.25 to x = 26.25.

    Each end of the front meets a square at y = 24 - 0.457, because the corner of the square is at y = 24 and its
    edge rises at 45 degrees.
    """
    made = battle(guards(4, 24, 20, 0, 2), loose("target", 1, [(24, 24, 225), (26.5, 24, 225)]))
    played = Charged(made, 5)
    assert played.stands == (25.25, 23.543, 0)
    assert played.faced() == {0: (4,), 1: (5,)}


@pytest.mark.parametrize("rulings", [{}, {"SH-R-21": "straight"}, {"SH-R-21": "outer-corner"}])
def test_a_charging_block_meets_a_slanted_edge_while_only_just_clearing_a_friend(rulings):
    """SH-R-21: the friend reaches to x = 27.05, and the enemy's edge rises to the left from (30.7, 24.193).

    When the left end of the block is at x = 27.052, its right end is at x = 30.052, where the enemy's edge is at y =
    24.193 + 0.648. That is 4.63" away, which is within the rolled range of 5".
    """
    friend = loose("friend", 0, [(26.55, 24.6, 0)], GUARD)
    made = battle(guards(6, 24, 24, 0, 3), loose("target", 1, [(30.7, 24.9, 135)]), friend, rulings=rulings)
    assert Charged(made, 5).stands == (28.552, 24.841, 0)


@pytest.mark.parametrize(("foe", "across"), [(24.4, 24), (24, 23.996), (23.99, 24)])
def test_under_the_edges_only_ruling_a_corner_must_meet_a_file_and_not_the_seam_between_two_files(foe, across):
    """SH-R-04 `edges-only`: the seam is in the middle of the front, and the enemy's corner has to meet a file."""
    target = loose("target", 1, [(foe, 24.2, 225)])
    played = Charged(battle(guards(4, 24, 20, 0, 2), target, rulings=EDGES), 12)
    assert played.stands[0] == pytest.approx(across, abs=0.0045)
    assert len(played.faced()) == 1


def test_under_the_edges_only_ruling_contact_along_a_flank_counts_but_contact_at_a_corner_does_not():
    """SH-R-04 `edges-only`: half an inch to the side, the front meets one enemy and the flank meets a second enemy."""
    foes = loose("target", 1, [(26, 23, 180), (24.5, 24.2, 180)])
    played = Charged(battle(guards(4, 23.5, 19.5, 0, 2), foes, rulings=EDGES), 12)
    assert played.stands == (pytest.approx(24.5, abs=0.001), 23.7, 0)
    assert {foe for foes in played.faced().values() for foe in foes} == {4, 5}


@pytest.mark.parametrize("rulings", [{}, {"SH-R-21": "straight"}])
@pytest.mark.parametrize("turn", [135, 225])
def test_an_enemy_does_not_stop_a_block_if_only_the_back_of_the_block_slides_past_it(rulings, turn):
    """SH-R-21: the third enemy reaches from y = 20.893 to y = 22.307 and thus past the line of the block's back at y =
    22, but it lies to the right of x = 26.9.
    """
    target = loose("target", 1, [(27.5, 25.5, 180), (28.7, 23.5, 180), (27.6, 21.6, turn)])
    played = Charged(battle(guards(6, 24, 24, 0, 3), target, rulings=rulings), 7)
    assert played.stands == (25.504, 25, 0)
    assert played.faced() == {2: (6,)}


def test_a_block_may_charge_from_a_place_beside_the_only_model_in_the_last_rank_of_a_friendly_block():
    """SH-R-21: the friends' last rank has one model, which leaves room beside that model."""
    friends = U("friends", 0, [(GUARD, 5)], block=(20, 18, 180, 4), formation="ranks")
    made = battle(guards(2, 19.5, 20, 0, 2), friends, reavers(4, 19.5, 25, 180, 2))
    assert Charged(made, 8, 2).stands == (19.5, 25, 0)
