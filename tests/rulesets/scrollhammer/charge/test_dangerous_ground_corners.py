"""SH-R-07: ground reached only by a corner or the long end of a base, at the start or the end of a move."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge.range import roll_charge_range
from pilein.rulesets.scrollhammer.end.consolidation import consolidate
from pilein.rulesets.scrollhammer.result.falling_back import fall_back
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, fight_of
from tests.rulesets.scrollhammer.charging import guards, play, reavers, told, under_way
from tests.rulesets.scrollhammer.pile_ins import fight, piled

LONG = Base("rectangle", INCH, 2 * INCH)


def strip(low, high, kind="dangerous", left=5, right=15):
    return [(kind, [(left, low), (right, low), (right, high), (left, high)])]


def braved(script):
    return [event.model for event in script.events if type(event).__name__ == "GroundBraved"]


def charging(low, high, dice):
    """Return a battle in which a long base charges from a place that covers y = 9 to 11 to a place that covers y = 12.5
    to 14.5. The disc that represents it on the way starts at y = 9.5 and ends at y = 14.
    """
    made = battle(guards([(10, 10)], base=LONG), reavers([(10, 15)]), grounds=strip(low, high))
    return braved(play(under_way(made, range=4), dice, None, charge_move)[1])


@pytest.mark.clause("SH-TE-05")
def test_a_charging_model_is_tested_if_only_the_front_of_its_long_base_enters_dangerous_ground():
    assert charging(14.2, 14.4, dice=[2]) == [0]
    assert charging(14.5, 14.8, dice=[]) == []


@pytest.mark.clause("SH-TE-05")
def test_a_charging_model_is_tested_if_only_the_rear_of_its_long_base_leaves_dangerous_ground():
    assert charging(9.1, 9.3, dice=[2]) == [0]
    assert charging(8.5, 9, dice=[]) == []


@pytest.mark.clause("SH-TE-01")
def test_difficult_ground_counts_in_the_range_roll_even_if_only_the_front_of_a_long_base_enters_it():
    for low, high, dice in ((14.2, 14.4, [6, 2, 3]), (14.5, 14.8, [2, 3])):
        ground = strip(low, high, "difficult")
        made = battle(guards([(10, 10)], base=LONG), reavers([(10, 15)], formation="horde"), grounds=ground)
        script = play(under_way(made), dice, None, roll_charge_range)[1]
        assert told(script, "RangeRolled").difficult == (len(dice) == 3)


def consolidated(x, y, facing=0, dice=(), base=LONG, **ground):
    """Play the consolidation of a single model at (10, 10) beside dangerous ground."""
    made = battle(guards([(10, 10)], base=base), reavers([(40, 40)]), grounds=strip(12, 20, **ground))
    made = made.beginning(fight_of((0,)))
    answers = [True, (0, ticks(x), ticks(y), facing * 100)]
    return braved(play(made, dice, answers, consolidate)[1])


@pytest.mark.clause("SH-CO-04")
def test_a_consolidating_model_is_tested_if_its_front_or_a_corner_enters_dangerous_ground():
    assert consolidated(10, 11.4, dice=[2]) == [0]
    assert consolidated(10, 11, dice=[]) == []
    square = Base("rectangle", INCH, INCH)
    assert consolidated(10, 11.4, 45, dice=[2], base=square) == [0]
    assert consolidated(10.5, 11.7, dice=[2], base=square, left=10.95) == [0]
    assert consolidated(10, 11.4, dice=[], base=square) == []


def test_a_consolidating_model_that_only_turns_in_place_is_not_tested_for_dangerous_ground():
    assert consolidated(10, 10, 90, dice=[], left=10.7) == []


@pytest.mark.clause("SH-PI-11")
def test_a_model_piling_in_is_tested_if_only_its_front_enters_dangerous_ground():
    own, foes = U("red", 0, [(GUARD, 1)], at=[(10, 10)], base=LONG), U("blue", 1, [(GUARD, 1)], at=[(10, 13.5, 180)])
    for low, high, dice in ((12.7, 12.9, [2]), (13, 13.5, [])):
        assert braved(piled(fight(own, foes, grounds=strip(low, high)), dice=dice)[1]) == [0] * len(dice)


def test_a_model_falling_back_is_tested_if_one_end_of_its_base_comes_to_rest_on_dangerous_ground():
    for low, high, dice in ((6.1, 6.3, [2]), (5.5, 6, [])):
        made = battle(guards([(10, 10)], base=LONG), reavers([(40, 40)]), grounds=strip(low, high), edges=("south", ""))
        assert braved(play(made, dice, None, fall_back, 0, 3, 0)[1]) == [0] * len(dice)


@pytest.mark.clause("SH-TE-05")
def test_models_of_a_block_are_tested_for_dangerous_ground_under_their_corners_when_the_move_ends():
    """The front of the block ends at y = 14.5. Only a corner of its leftmost model is in the ground."""
    for left, dice in ((0, [2]), (-0.5, [])):
        ground = [("dangerous", [(left, 14.45), (left + 9.05, 14.45), (left + 9.05, 14.6), (left, 14.6)])]
        own = U("guards", 0, [(GUARD, 2)], block=(10, 10.5, 0, 2), formation="ranks")
        made = battle(own, reavers([(10, 15)]), grounds=ground)
        assert braved(play(under_way(made, range=4), dice, None, charge_move)[1]) == [0] * len(dice)
