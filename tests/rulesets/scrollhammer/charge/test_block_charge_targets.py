"""SH-MV-14, SH-MV-15, SH-R-21, SH-R-31: blocks that charge several targets."""

import pytest

from pilein.rulesets.scrollhammer.charge_events import SideStruck
from pilein.rulesets.scrollhammer.quarters import charged_arc
from tests.rulesets.scrollhammer.block_battles import Charged, guards, loose, reavers
from tests.rulesets.scrollhammer.builder import battle


def test_a_block_ends_flush_with_its_nearest_target_and_touches_the_second_if_possible():
    other = reavers(2, 23, 16, 180, 2, name="others")
    played = Charged(battle(guards(10, 20, 10, 0, 5), reavers(6, 19.5, 15, 180, 3), other), 9, 2, 1)
    assert played.told(SideStruck)[0].target == "reavers"
    beside = reavers(4, 22.5, 16, 180, 2, name="others")
    played = Charged(battle(guards(10, 21, 10, 0, 5), reavers(6, 20, 16, 180, 3), beside), 9, 1, 2)
    assert played.after.plane.touched_units(0) == (1, 2)


@pytest.mark.clause("SH-MV-14")
@pytest.mark.parametrize("rulings", [{}, {"SH-R-04": "edges-only"}])
def test_a_block_does_not_move_sideways_just_to_touch_a_further_target_with_a_corner(rulings):
    """Two enemy blocks stand side by side, an inch apart. Straight ahead, four models end face to face with an enemy.
    An inch to the left, only three models do so.
    """
    foes = reavers(2, 18.5, 16, 180, 2), reavers(2, 21.5, 16, 180, 2, name="others")
    played = Charged(battle(guards(5, 20, 10, 0, 5), *foes, rulings=rulings), 9, 1, 2)
    assert played.stands == (20, 16, 0)
    assert len(played.faced()) == 4


@pytest.mark.clause("SH-MV-14")
def test_a_further_target_is_still_charged_if_only_a_corner_can_touch_it():
    """SH-R-04: the charger extends beyond the target on the right or, under `edges-only`, on the side that its player
    chooses.
    """
    others, friends = loose("others", 1, [(22.5, 16.5, 180)]), loose("friends", 0, [(22.8, 12)])
    foes = reavers(2, 20, 16, 180, 2), others, friends
    assert Charged(battle(guards(3, 20, 10, 0, 3), *foes), 9, 1, 2).stands == (20.5, 16, 0)
    made = battle(guards(3, 20, 10, 0, 3), *foes, rulings={"SH-R-04": "edges-only"})
    assert Charged(made, 9, 1, 2, answers=[0]).stands == (19.5, 16, 0)


def test_a_charging_block_touches_its_nearest_target_even_if_it_could_slide_past_and_touch_more_enemies():
    """SH-R-31: straight ahead, the block would slide a hair past the nearest target and touch three models of the
    second target.
    """
    foes = loose("reavers", 1, [(22, 13.5, 180)]), reavers(6, 20, 17.5, 180, 3, name="others")
    played = Charged(battle(guards(6, 20, 10, 0, 3), *foes), 9, 1, 2)
    assert played.stands == (22, 13, 0)
    assert played.after.plane.touched_units(0) == (1,)


def test_a_block_touches_the_nearest_target_even_at_an_angle_if_it_may_not_turn():
    """SH-R-31, SH-R-21: straight ahead, the block would meet three models of the second target."""
    foes = reavers(1, 22.4, 13, 160, 1), reavers(6, 20, 17.5, 180, 3, name="others")
    made = battle(guards(3, 20, 10, 0, 3), *foes, rulings={"SH-R-21": "straight"})
    played = Charged(made, 9, 1, 2)
    assert played.after.plane.touched_units(0) == (1,)
    assert played.block.facing == 0


def test_an_enemy_standing_beside_a_block_at_the_end_of_its_charge_counts_as_touched():
    """SH-R-21: the block is four ranks deep and reaches back to the loose enemy, so four enemies are touched."""
    foes = loose("reavers", 1, [(22, 13.5, 180)]), reavers(6, 20, 17.5, 180, 3, name="others")
    played = Charged(battle(guards(12, 20, 10, 0, 3), *foes), 9, 1, 2)
    assert played.stands == (20, 17.5, 0)
    assert played.after.plane.touched_units(0) == (1, 2)


@pytest.mark.clause("SH-MV-15")
def test_a_further_target_in_ranks_counts_as_touched_only_on_the_side_from_which_it_is_charged():
    """The block stands in the second target's left quarter. Two inches to the left, it would meet that
    target's front.
    """
    foes = reavers(2, 16.6, 18.53, 291, 4, name="others"), loose("reavers", 1, [(19.34, 16.2)])
    made = battle(guards(8, 20, 10, 0, 2), *foes)
    assert charged_arc(made, 0, 1, "default") == ("left",)
    played = Charged(made, 9, 1, 2)
    assert played.stands == (19.84, 15.7, 0)
    assert played.after.plane.touched_units(0) == (2,)


def test_under_the_assigned_ruling_the_block_ends_against_the_first_named_target():
    other = reavers(4, 26, 18, 180, 2, name="others")
    made = battle(guards(6, 22, 10, 0, 3), reavers(6, 20, 15, 180, 3), other, rulings={"SH-R-31": "assigned"})
    assert Charged(made, 12, 2, 1, answers=[0]).told(SideStruck)[0].target == "others"


@pytest.mark.clause("SH-MV-15")
@pytest.mark.parametrize(("facing", "stands"), [(200, (24.53, 16.671, 20)), (215, (26.229, 15.64, 35))])
def test_a_block_ends_flush_with_the_further_target_if_the_nearest_is_walled_in(facing, stands):
    """Straight ahead, the block would meet the further target at an angle, with a corner."""
    walls = [
        ("impassable", [(18.1, 12.4), (21.9, 12.4), (21.9, 12.7), (18.1, 12.7)]),
        ("impassable", [(18.1, 12.7), (18.4, 12.7), (18.4, 15), (18.1, 15)]),
        ("impassable", [(21.6, 12.7), (21.9, 12.7), (21.9, 15), (21.6, 15)]),
    ]
    foes = loose("reavers", 1, [(20, 13.4, 180)]), reavers(6, 25, 16.5, facing, 3, name="others")
    played = Charged(battle(guards(4, 20, 10, 0, 2), *foes, grounds=walls), 12, 1, 2)
    assert played.stands == stands
    assert played.after.plane.touched_units(0) == (2,)
