"""SH-MV-15, SH-R-23: the charged side of a block when sides tie, and the corners of that side."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.arc import name_arc
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.quarters import charged_arc
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, play, rank, under_way, where

ALL_SIDES = [(20, 12.5), (12.5, 19), (27.5, 19), (20, 25.5)]  # before the front, to the right, to the left, behind


@pytest.mark.clause("SH-MV-15")
@pytest.mark.parametrize(("dice", "side"), [([1, 3], "front"), ([3, 4], "left"), ([4, 3], "right"), ([6, 6], "rear")])
def test_deciding_between_four_tied_sides_with_dice_makes_each_side_equally_likely(dice, side):
    """SH-R-23 `roll-tie`: the first die chooses the half, and the second die the side within that half."""
    made = battle(guards(ALL_SIDES), rank(4, 20, 18, 180, files=2), rulings={"SH-R-23": "roll-tie"})
    assert charged_arc(made, 0, 1, "roll-tie") == ("front", "left", "right", "rear")
    after, _ = play(under_way(made, 1), dice, (), name_arc, 1)
    assert after.charge.arcs == (side,)


@pytest.mark.parametrize(("die", "side"), [(3, "front"), (4, "left")])
def test_a_single_die_decides_between_two_tied_sides(die, side):
    made = battle(guards([(20, 12.5), (27.5, 19)]), rank(4, 20, 18, 180, files=2), rulings={"SH-R-23": "roll-tie"})
    after, _ = play(under_way(made, 1), [die], (), name_arc, 1)
    assert after.charge.arcs == (side,)


@pytest.mark.clause("SH-MV-21")
@pytest.mark.parametrize(
    ("start", "ends"), [((13, 13.2), (11.854, 12.354)), ((13, 12), (11.854, 12.354)), ((12.5, 15), (11.658, 12.474))]
)
def test_a_round_base_may_touch_the_corner_of_the_charged_side_only_from_in_front_of_it(start, ends):
    """SH-R-27: part of the base may extend beyond the front, but its centre may not come round the corner."""
    made = battle(guards([start], base=Base("round", INCH, INCH)), rank(6, 10, 12, 0, files=3))
    after, _ = play(under_way(made, range=6, arcs=("front",)), (), (), charge_move)
    assert where(after, 0) == pytest.approx(ends, abs=0.001)
    assert after.charge.met == ((0, (3,)),)
