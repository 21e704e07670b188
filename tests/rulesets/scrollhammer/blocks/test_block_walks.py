"""SH-PI-11: who walks into a gap of a block is tested for the ground on the way that it walks."""

import pytest

from pilein.geometry.blocks import EMPTY
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.block_pile_in import close_gaps
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from tests.rulesets.scrollhammer.blocks.test_block_files import locked, played

NO = EMPTY
ASKEW = (0, 1, 2, 3, 4, NO, 5, NO, NO)  # of the last rank one is left, at the other end than the gap before it


def dangerous(left, low, right, high):
    return [("dangerous", [(left, low), (right, low), (right, high), (left, high)])]


def ways(script):
    (told,) = [event for event in script.events if isinstance(event, ClosedUp)]
    return {model: [(x / INCH, y / INCH) for x, y in way] for model, way in zip(told.models, told.ways, strict=True)}


def braved(script):
    return [event.model for event in script.events if type(event).__name__ == "GroundBraved"]


@pytest.mark.clause("SH-PI-11")
def test_who_walks_round_its_mates_is_tested_for_the_ground_on_that_way():
    """It walks from (19, 13.5) along the rear of the second rank, and up to (21, 14.5)."""
    bog = dangerous(20, 12, 22, 13.2)
    _, script = played(locked(ASKEW, step=9, grounds=bog), close_gaps, dice=[2])
    assert braved(script) == [5]
    way = ways(script)[5]
    assert (way[0], way[-1]) == ((19, 13.5), (21, 14.5))
    assert any(x > 20 and y < 13.6 for x, y in way)


@pytest.mark.clause("SH-PI-11")
def test_ground_on_the_straight_line_that_it_does_not_walk_is_not_tested():
    """Between the mates that it walks round."""
    bog = dangerous(19.6, 14.1, 19.8, 14.2)
    assert braved(played(locked(ASKEW, step=9, grounds=bog), close_gaps)[1]) == []


@pytest.mark.clause("SH-PI-07")
def test_of_several_who_move_each_walks_as_the_others_stand_then():
    """One comes to the front and aside, one goes straight over its place, and one round the corner into that."""
    slots = (NO, NO, 0, 1, 2, 3, 4, 5, NO, 6, 7, NO)
    made = locked(slots, 4, foe=(20, 17, 180, 4), foes=4, step=9)
    found = ways(played(made, close_gaps)[1])
    assert found[6] == [(19.5, 13.5), (19.5, 15.5)]
    assert (found[3][0], found[3][-1]) == ((19.5, 14.5), (18.5, 15.5))
    assert found[3][1] == pytest.approx((19.5, 15), abs=0.01)
    assert (found[7][0], found[7][-1]) == ((20.5, 13.5), (19.5, 14.5))
    assert found[7][-2] == pytest.approx((19.5, 14), abs=0.01)
