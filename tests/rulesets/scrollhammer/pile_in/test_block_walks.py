"""SH-PI-07, SH-PI-11: paths of models into gaps in a block, and the ground they cross."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pilein.geometry.blocks import EMPTY, gaps_in, with_slots
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.rulesets.scrollhammer.charge_events import ClosedUp
from pilein.rulesets.scrollhammer.pile_in.block_filling import Tally, least_moves, moved_slots
from pilein.rulesets.scrollhammer.pile_in.block_pile_in import close_gaps
from tests.rulesets.scrollhammer.block_battles import guards, loose
from tests.rulesets.scrollhammer.builder import battle, fight_of
from tests.rulesets.scrollhammer.pile_in.test_block_pile_in_files import locked, played

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
def test_a_model_walking_round_other_models_is_tested_for_the_ground_on_its_route():
    """The model walks from (19, 13.5) along the rear of the second rank, and up to (21, 14.5)."""
    bog = dangerous(20, 12, 22, 13.2)
    _, script = played(locked(ASKEW, step=9, grounds=bog), close_gaps, dice=[2])
    assert braved(script) == [5]
    way = ways(script)[5]
    assert (way[0], way[-1]) == ((19, 13.5), (21, 14.5))
    assert any(x > 20 and y < 13.6 for x, y in way)


@pytest.mark.clause("SH-PI-11")
def test_a_model_walking_round_other_models_is_not_tested_for_ground_on_the_straight_line():
    """The ground lies between the models around which the model walks."""
    bog = dangerous(19.6, 14.1, 19.8, 14.2)
    assert braved(played(locked(ASKEW, step=9, grounds=bog), close_gaps)[1]) == []


@pytest.mark.clause("SH-PI-07", "SH-PI-11")
def test_if_dangerous_ground_kills_a_model_on_its_way_into_a_gap_the_next_model_fills_it():
    """SH-R-35: each model is tested as it moves, before the next mover is determined."""
    bog = dangerous(20.6, 14.2, 21.4, 14.8)
    made = locked((0, 1, 2, 3, 4, NO, 5, 6, NO), step=9, grounds=bog)
    after, script = played(made, close_gaps, dice=[1, 3, 2])
    assert braved(script) == [6, 5]
    assert after.plane.standings[0].slots == (0, 1, 2, 3, 4, 5, NO, NO, NO)


@pytest.mark.clause("SH-PI-07")
def test_each_model_that_fills_a_gap_walks_round_the_current_positions_of_the_other_models():
    """One model steps forward and to the side. The next model walks straight over the place that the first has left,
    and the third walks round the corner into the gap.
    """
    slots = (NO, NO, 0, 1, 2, 3, 4, 5, NO, 6, 7, NO)
    made = locked(slots, 4, foe=(20, 17, 180, 4), foes=4, step=9)
    found = ways(played(made, close_gaps)[1])
    assert found[6] == [(19.5, 13.5), (19.5, 15.5)]
    assert (found[3][0], found[3][-1]) == ((19.5, 14.5), (18.5, 15.5))
    assert found[3][1] == pytest.approx((19.5, 15), abs=0.01)
    assert (found[7][0], found[7][-1]) == ((20.5, 13.5), (19.5, 14.5))
    assert found[7][-2] == pytest.approx((19.5, 14), abs=0.01)


@pytest.mark.clause("SH-PI-07")
def test_in_a_single_file_the_last_model_walks_round_the_model_in_front():
    """On 20 mm bases, the walk is 2.6 inches long. If models stepped forward in turn, two of them would have
    to move.
    """
    small = Base("rectangle", 20 * MM, 20 * MM)
    made = battle(guards(3, 20, 20, 0, 1, base=small), loose("reavers", 1, [(20, 20.4, 180)], base=small))
    made = made.on(made.plane.with_standing(0, with_slots(made.plane.standings[0], (0, NO, 1, 2))))
    after, _ = played(made.beginning(fight_of((0, 1), step=9)), close_gaps)
    assert after.plane.standings[0].slots == (0, 2, 1, NO)


@given(slots=st.lists(st.integers(0, 2), min_size=4, max_size=24), files=st.integers(1, 6), pick=st.randoms())
def test_the_predicted_gaps_and_moves_of_a_block_match_the_block_after_the_move(slots, files, pick):
    """The comparison covers the gaps that are left and the smallest number of models that must move."""
    slots = tuple(slot if one else NO for slot, one in enumerate(slots))
    gaps = gaps_in(slots, files) if any(model != NO for model in slots) else ()
    assume(gaps)
    source, gap = pick.choice([slot for slot in slots if slot != NO]), pick.choice(gaps)
    moved = moved_slots(slots, ((source, source, gap),))
    assert Tally(slots, files).after(source, gap) == (len(gaps_in(moved, files)), least_moves(moved, files))
