"""SH-MV-07, SH-MV-11, SH-MV-14 to SH-MV-19: charges by blocks and against blocks."""

import pytest
from msgspec.structs import replace

from pilein.geometry.blocks import with_slots
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.range import places_fall_short
from pilein.rulesets.scrollhammer.charge_events import ChargeFailed, Overhung, SideStruck, Slain
from pilein.rulesets.scrollhammer.quarters import charged_arc
from pilein.rulesets.scrollhammer.state import Charge
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.block_battles import Charged, guards, loose, reavers
from tests.rulesets.scrollhammer.builder import GUARD, battle

WIDE = Base("rectangle", 2 * INCH, 2 * INCH)


def falls_short(made, distance):
    made = replace(made, charge=Charge(0, (1,), distance, arcs=("",)))
    return places_fall_short(made, Table(made.setup.readings), 1, distance * INCH)


# MV-11: wheel and pivot


@pytest.mark.clause("SH-MV-11")
def test_a_charging_block_turns_until_its_front_is_flush_with_the_target():
    played = Charged(battle(guards(10, 20, 9, 20, 5), reavers(10, 21, 16, 180, 5)), 9)
    assert played.stands == (21, 16, 0)
    assert len(played.faced()) == 5


@pytest.mark.clause("SH-MV-11")
def test_under_the_straight_ruling_a_block_keeps_its_facing():
    made = battle(guards(10, 20, 9, 20, 5), reavers(10, 21, 16, 180, 5), rulings={"SH-R-21": "straight"})
    played = Charged(made, 9)
    assert played.stands[2] == 20
    assert played.after.plane.touched_units(0) == (1,)


def test_under_the_straight_ruling_a_block_squarely_in_front_of_its_target_still_ends_flush():
    made = battle(guards(10, 20, 9, 0, 5), reavers(10, 20.5, 16, 180, 5), rulings={"SH-R-21": "straight"})
    assert Charged(made, 9).stands == (20.5, 16, 0)


# MV-14: as much of the front rank as possible


def test_a_charging_block_takes_the_position_touching_the_most_enemies_rather_than_a_nearer_position():
    """The block starts three files to one side. A position that touches two fewer enemies would be nearer."""
    played = Charged(battle(guards(10, 17, 10, 0, 5), reavers(10, 20, 16, 180, 5)), 9)
    assert played.stands == (20, 16, 0)
    assert played.faced() == {0: (14,), 1: (13,), 2: (12,), 3: (11,), 4: (10,)}


def test_a_charging_block_flush_with_a_block_touches_it_file_by_file_at_any_angle():
    played = Charged(battle(guards(10, 20, 9, 20, 5), reavers(10, 23, 16, 203.37, 5)), 12)
    assert played.faced() == {0: (14,), 1: (13,), 2: (12,), 3: (11,), 4: (10,)}


def test_a_charging_block_takes_the_shortest_move_to_a_position_that_touches_the_most_enemies():
    """A front of three files charges a front of five that lies two files to its right. The three nearest files are on
    that side.
    """
    played = Charged(battle(guards(6, 21.2, 10, 0, 3), reavers(10, 20, 16, 180, 5)), 9)
    assert played.stands == (21, 16, 0)


def test_a_charge_position_is_in_range_if_a_model_in_contact_has_moved_no_further_than_the_range():
    """The gap straight ahead is 6". After a shift of 0.4", no model would be in range, so the block makes the shortest
    move.
    """
    made = battle(guards(10, 20, 10, 0, 5), reavers(10, 20.6, 16, 180, 5))
    assert Charged(made, 7).stands == (20.6, 16, 0)
    short = Charged(made, 6)
    assert short.stands == (19.6, 16, 0)
    assert len(short.faced()) == 4


def test_of_two_equally_long_routes_a_charging_block_takes_the_one_that_makes_more_contacts_even_out_of_range():
    played = Charged(battle(guards(10, 20, 10, 0, 5), reavers(10, 20.5, 16, 180, 5)), 6)
    assert played.stands == (20.5, 16, 0)


@pytest.mark.parametrize(("answer", "x"), [(0, 19.5), (1, 20.5)])
def test_the_active_player_chooses_between_equally_good_positions(answer, x):
    played = Charged(battle(guards(8, 20, 10, 0, 4), reavers(10, 20, 16, 180, 5)), 9, answers=[answer])
    assert played.stands == (x, 16, 0)


@pytest.mark.clause("SH-MV-14")
def test_a_charging_block_with_wider_bases_touches_as_many_enemies_as_it_can_span():
    """SH-R-21: straight ahead, two 2" bases would touch four enemies. If the block shifts a hair to the side, it
    touches five, so it shifts just that far.
    """
    played = Charged(battle(guards(2, 20, 10, 0, 2, base=WIDE), reavers(10, 20.5, 16, 180, 5)), 9)
    assert played.stands == (20.004, 16, 0)
    assert {enemy for enemies in played.faced().values() for enemy in enemies} == {2, 3, 4, 5, 6}


# outer-corner


def test_under_the_outer_corner_ruling_a_charge_fails_if_any_model_moves_too_far():
    made = battle(guards(10, 20, 9, 20, 5), reavers(10, 21, 16, 180, 5), rulings={"SH-R-21": "outer-corner"})
    played = Charged(made, 7)
    assert played.told(ChargeFailed)
    assert played.stands == (20, 9, 20)
    assert falls_short(made, 7)
    assert not falls_short(made, 12)
    assert Charged(made, 12).stands == (21, 16, 0)


def test_under_the_all_front_rank_ruling_every_model_of_the_front_must_reach_its_place():
    made = battle(guards(10, 20, 9, 20, 5), reavers(10, 21, 16, 180, 5), rulings={"SH-R-20": "all-front-rank"})
    assert falls_short(made, 7)
    assert not falls_short(made, 9)


def test_by_default_a_charge_succeeds_even_if_some_models_of_the_block_move_beyond_the_range():
    assert not falls_short(battle(guards(10, 20, 9, 20, 5), reavers(10, 21, 16, 180, 5)), 2)


# MV-15: the arc


@pytest.mark.clause("SH-MV-15")
@pytest.mark.parametrize(
    ("x", "y", "facing", "files", "side", "stands"),
    [
        (20, 10, 0, 5, "front", (20, 16, 0)),
        (30, 17, 270, 4, "left", (22.5, 17, 270)),
        (10, 17, 90, 4, "right", (17.5, 17, 90)),
        (20, 26, 180, 5, "rear", (20, 18, 180)),
    ],
)
def test_a_block_is_charged_on_the_side_that_most_of_the_chargers_stand_in_front_of(x, y, facing, files, side, stands):
    played = Charged(battle(guards(2 * files, x, y, facing, files), reavers(10, 20, 16, 180, 5)), 12)
    assert played.told(SideStruck)[0].side == side
    assert played.stands == stands


@pytest.mark.clause("SH-MV-15")
def test_the_majority_of_chargers_decides_the_charged_side_even_if_the_nearest_charger_stands_elsewhere():
    """Two skirmishers stand in front of the block, and three stand beside its flank. One of the two in front is the
    nearest.
    """
    places = [(20, 13), (21, 12), (28, 17), (29, 17), (30, 17)]
    made = battle(loose("chargers", 0, places, GUARD), reavers(10, 20, 16, 180, 5))
    assert charged_arc(made, 0, 1, "default") == ("left",)


def test_the_nearest_charger_decides_the_charged_side_if_equally_many_chargers_stand_in_front_of_two_sides():
    made = battle(loose("chargers", 0, [(20, 13), (30, 17)], GUARD), reavers(10, 20, 16, 180, 5))
    assert charged_arc(made, 0, 1, "default") == ("front",)
    assert charged_arc(made, 0, 1, "roll-tie") == ("front", "left")


def test_the_player_names_the_charged_side_if_the_nearest_charger_stands_on_the_dividing_line():
    made = battle(guards(1, 25.5, 12.5, 315, 1), reavers(10, 20, 16, 180, 5))
    block = replace(made.plane.standings[0], x=round(25.5 * INCH - 44901), y=13 * INCH + 44901)
    made = made.on(made.plane.with_standing(0, block))
    arcs = charged_arc(made, 0, 1, "default")
    assert arcs == ("front", "left")
    played = Charged(made, 12, answers=["left"])
    assert played.told(SideStruck)[0].side == "left"


@pytest.mark.parametrize(("face", "side"), [(3, "front"), (4, "left")])
def test_under_the_roll_tie_ruling_a_die_decides_between_tied_sides(face, side):
    made = battle(guards(2, 26, 12, 315, 2), reavers(10, 20, 16, 180, 5), rulings={"SH-R-23": "roll-tie"})
    assert charged_arc(made, 0, 1, "roll-tie") == ("front", "left")
    assert Charged(made, 12, dice=[face]).told(SideStruck)[0].side == side


def test_under_the_front_rank_ruling_only_front_rank_models_decide_the_charged_side():
    made = battle(guards(8, 26.2, 13.5, 0, 2), reavers(10, 20, 16, 180, 5))
    assert charged_arc(made, 0, 1, "default") == ("front",)
    assert charged_arc(made, 0, 1, "front-rank-count") == ("left",)


# MV-16 and MV-17: overhang


@pytest.mark.clause("SH-MV-17")
def test_after_a_small_turn_the_overhang_is_split_evenly_between_the_two_sides():
    played = Charged(battle(guards(15, 20, 10, 0, 5), reavers(6, 20.7, 16, 180, 3)), 8)
    assert played.stands == (20.7, 16, 0)
    assert played.told(Overhung) == [Overhung(unit="guards", left=1, right=1, clause="SH-MV-16")]


@pytest.mark.clause("SH-MV-17")
@pytest.mark.parametrize(("answer", "x", "left"), [(0, 19.5, 1), (1, 20.5, 0)])
def test_the_active_player_decides_on_which_side_the_odd_file_overhangs(answer, x, left):
    played = Charged(battle(guards(8, 20, 10, 0, 4), reavers(6, 20, 16, 180, 3)), 8, answers=[answer])
    assert played.stands == (x, 16, 0)
    assert played.told(Overhung)[0].left == left


@pytest.mark.clause("SH-MV-16")
def test_after_a_large_turn_the_overhang_is_on_the_side_the_charge_came_from():
    played = Charged(battle(guards(15, 27, 8, 315, 5), reavers(6, 20, 16, 180, 3)), 12)
    assert played.stands == (21, 16, 0)
    assert played.told(Overhung) == [Overhung(unit="guards", left=0, right=2, clause="SH-MV-16")]
    played = Charged(battle(guards(15, 13, 8, 45, 5), reavers(6, 20, 16, 180, 3)), 12)
    assert played.told(Overhung) == [Overhung(unit="guards", left=2, right=0, clause="SH-MV-16")]


def test_under_the_always_centred_ruling_even_a_block_that_turns_is_centred_on_its_target():
    made = battle(guards(15, 27, 8, 315, 5), reavers(6, 20, 16, 180, 3), rulings={"SH-R-24": "always-centred"})
    assert Charged(made, 12).stands == (20, 16, 0)


@pytest.mark.parametrize(("wanted", "x"), [((0, 2), 21), ((1, 1), 20), ((2, 0), 19)])
def test_under_the_player_choice_ruling_the_player_always_chooses_the_overhang(wanted, x):
    made = battle(guards(15, 20, 10, 0, 5), reavers(6, 20, 16, 180, 3), rulings={"SH-R-24": "player-choice"})

    def named(choice):
        label = f"{wanted[0]} files out on the left, {wanted[1]} on the right"
        return dict(choice.candidates())[label]

    assert Charged(made, 8, answers=[named]).stands == (x, 16, 0)


# MV-18, MV-19


@pytest.mark.clause("SH-MV-18")
def test_a_block_never_wraps_round_a_corner_to_touch_more_enemies():
    played = Charged(battle(guards(10, 20, 10, 0, 5), reavers(12, 20, 16, 180, 2)), 12, answers=[0])
    assert played.stands[1:] == (16, 0)
    assert {enemy for enemies in played.faced().values() for enemy in enemies} == {10, 11}


@pytest.mark.clause("SH-MV-19")
def test_models_of_a_charging_block_keep_their_places_and_gaps_stay_open():
    made = battle(guards(10, 20, 10, 0, 5), reavers(10, 20, 16, 180, 5))
    slots = (0, 1, -1, 3, 4, 5, 6, 7, 8, 9)
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], slots)))
    played = Charged(made, 9)
    assert played.block.slots == slots
    assert played.faced() == {0: (14,), 1: (13,), 3: (11,), 4: (10,)}


# targets that are no blocks


def test_a_block_charging_skirmishers_keeps_its_facing_and_touches_as_many_of_them_as_possible():
    played = Charged(battle(guards(10, 20, 10, 0, 5), loose("foes", 1, row(18.5, 17, 4, 1.2))), 9)
    assert played.stands == (20, 16.5, 0)
    assert len({enemy for enemies in played.faced().values() for enemy in enemies}) == 4


def test_a_block_turns_towards_the_nearest_skirmisher_if_the_skirmishers_it_charges_are_to_one_side_of_it():
    played = Charged(battle(guards(4, 20, 20, 0, 2), loose("foes", 1, [(28, 19)])), 9)
    assert played.stands[2] == 90
    assert played.after.plane.touched_units(0) == (1,)


def test_a_charging_block_does_not_enter_a_gap_in_the_charged_side():
    made = battle(guards(2, 20, 10, 0, 1), reavers(10, 20, 16, 180, 5))
    slots = (2, 3, -1, 4, 5, 6, 7, 8, 9, 10)
    made = made.on(made.plane.with_standing(1, with_slots(made.plane.standings[1], slots)))
    played = Charged(made, 9, answers=[0])
    assert played.stands[1] == 16
    assert abs(played.stands[0] - 20) == 1


# room


@pytest.mark.clause("SH-MV-07")
def test_a_charge_position_is_ruled_out_if_the_corridor_to_it_is_too_narrow_for_the_block():
    friend = loose("friend", 0, [(22, 13)], GUARD)
    played = Charged(battle(guards(6, 20, 10, 0, 3), reavers(10, 20, 16, 180, 5), friend), 9)
    assert played.stands == (20, 16, 0)
    friend = loose("friend", 0, [(21.9, 13)], GUARD)
    played = Charged(battle(guards(6, 20, 10, 0, 3), reavers(10, 20, 16, 180, 5), friend), 9)
    assert played.stands == (19, 16, 0)


def test_a_corridor_exactly_as_wide_as_the_block_is_wide_enough_for_its_charge():
    friends = loose("friends", 0, [(18, 13), (22, 13)], GUARD)
    played = Charged(battle(guards(6, 20, 10, 0, 3), reavers(10, 20, 16, 180, 5), friends), 9)
    assert played.stands == (20, 16, 0)


def test_a_charge_fails_if_every_corridor_is_blocked():
    wall = [("impassable", [(10, 13), (30, 13), (30, 14), (10, 14)])]
    played = Charged(battle(guards(6, 20, 10, 0, 3), reavers(10, 20, 16, 180, 5), grounds=wall), 9)
    assert [event.clause for event in played.told(ChargeFailed)] == ["SH-FA-03"]
    assert played.stands == (20, 10, 0)


def test_a_block_does_not_overhang_the_table_edge():
    played = Charged(battle(guards(10, 6, 10, 0, 5), reavers(2, 1, 16, 180, 2)), 9)
    assert played.stands[0] - 2.5 >= 0


def test_a_charging_block_does_not_touch_a_unit_that_is_not_a_target():
    other = loose("others", 1, [(22.5, 16.5)])
    played = Charged(battle(guards(10, 20, 10, 0, 5), reavers(6, 20, 16, 180, 3), other), 9)
    assert played.after.plane.touched_units(0) == (1,)
    assert played.stands == (19, 16, 0)


# ground


def test_models_crossing_dangerous_ground_are_tested_after_the_move():
    bog = [("dangerous", [(17, 12), (18.2, 12), (18.2, 13), (17, 13)])]
    made = battle(guards(5, 20, 10, 0, 5), reavers(10, 20, 16, 180, 5), grounds=bog)
    played = Charged(made, 9, dice=[1, 3])
    assert played.told(Slain)[0].models == (0,)
    assert played.after.plane.models(0) == (1, 2, 3, 4)


def test_a_charge_records_which_models_of_the_block_cross_difficult_ground():
    wood = [("difficult", [(17, 12), (18.2, 12), (18.2, 13), (17, 13)])]
    played = Charged(battle(guards(5, 20, 10, 0, 5), reavers(10, 20, 16, 180, 5), grounds=wood), 9)
    assert played.after.charge.crossed == (0,)
    assert played.after.charge.moved == (0, 1, 2, 3, 4)


def test_the_route_of_a_charging_block_is_reported_as_a_move():
    played = Charged(battle(guards(5, 20, 10, 0, 5), reavers(10, 20, 16, 180, 5)), 9)
    way = ((20 * INCH, round(9.5 * INCH)), (20 * INCH, round(15.5 * INCH)))
    assert played.told(Moved) == [
        Moved(unit="guards", model=-1, manner="charged", inches=6.0, route=way, clause="SH-MV-14")
    ]


def test_a_block_without_living_models_does_not_charge():
    made = battle(guards(1, 20, 10, 0, 1), reavers(10, 20, 16, 180, 5))
    made = made.on(made.plane.without(frozenset({0})))
    assert Charged(made, 9).events == []
