"""Findings of readers who played walls between odd bases, and floors beside floors; lengths in inches."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.rulesets.warstrike.engaged import engaged
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, play, table_of

LONG = Base("rectangle", 5 * INCH, INCH)


@pytest.mark.clause("WS-EN-03")
@pytest.mark.parametrize(("x", "is_engaged"), [(10, True), (12.7, True), (13.4, True), (13.6, False)])
def test_a_wall_separates_a_long_base_from_one_right_across_it(x, is_engaged):
    """The wall is an inch long; the long base reaches beyond it, and leaves it at 13.5."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(x, 10.8)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 11, 10.3))])
    assert engaged(made, table_of(made), 0) == ({0: (1,)} if is_engaged else {})
    assert engaged(made, table_of(made), 1) == ({1: (0,)} if is_engaged else {})


@pytest.mark.clause("WS-EN-03")
def test_a_wall_does_not_separate_those_beside_each_other_on_one_side_of_it():
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(13.7, 9.5)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 14, 10.3))])
    assert engaged(made, table_of(made), 0) == {}


L_SHAPED = ground("structure", [(5, 5), (15, 5), (15, 8), (8, 8), (8, 15), (5, 15)], 2)
ROOMS = [ground("structure", box(5, 5, 15, 8), 2), ground("structure", box(5, 8, 8, 15), 2)]
FLOOR_BEHIND_A_TOWER = [ground("structure", box(9, 14, 11, 17), 1), ground("structure", box(9.5, 11, 10.2, 12.5), 3)]


def going(start, end, grounds, *, rulings=None, movement=12):
    """The length of a consolidation of one model."""
    traits = changed(TROOPER, Mv=movement)
    units = U("own", 0, [(traits, 1)], [start]), U("foe", 1, [(TROOPER, 1)], [(30, 30)])
    made = battle(*units, fight=(0, 1), grounds=grounds, rulings=rulings)
    move = (0, ticks(end[0]), ticks(end[1]), 0)
    after, script = play(made, consolidate, 0, IN_CYCLE, answers=[(move,)])
    assert where(after, 0) == end
    return told(script, Moved)[0].inches


@pytest.mark.clause("WS-CM-03")
@pytest.mark.parametrize("reading", ["default", "impassable"])
@pytest.mark.parametrize("grounds", [[L_SHAPED], ROOMS])
def test_a_way_round_the_inner_corner_of_a_floor_changes_no_level(reading, grounds):
    """WS-R-40. The straight way leads down and up again; round the corner at (8, 8) it is two roots of 5."""
    assert going((10, 7), (7, 10), grounds, rulings={"WS-R-40": reading}) == pytest.approx(2 * 5**0.5, abs=0.01)


@pytest.mark.clause("WS-CM-03")
def test_a_way_that_ends_on_a_floor_goes_round_a_higher_one():
    """One level up; straight on it would lead over the tower, three levels up and down as well."""
    assert 4.8 < going((10, 10), (10, 14.8), FLOOR_BEHIND_A_TOWER) <= 5


@pytest.mark.clause("WS-CM-03")
def test_a_way_up_to_a_higher_floor_does_not_step_down_on_the_way():
    """Straight on it would lead across the ground in the notch of the lower floor."""
    notched = [(19.6, 19.2), (21.6, 19.2), (21.6, 20.2), (20.6, 20.2), (20.6, 23.1), (19.6, 23.1)]
    grounds = [ground("structure", notched, 1), ground("structure", box(21.6, 18.7, 24.6, 24.1), 3)]
    assert 3.7 < going((20, 20), (22.9, 22), grounds) <= 4


@pytest.mark.clause("WS-CM-03")
def test_a_way_climbs_once_and_then_keeps_to_the_bent_floor():
    """Two levels up, and round the inner corner at (17.5, 20.9); straight on it would come down again before it."""
    bent = [(17, 19.6), (18.9, 19.6), (18.9, 20.9), (17.5, 20.9), (17.5, 22.2), (17, 22.2)]
    assert 3.15 < going((20, 20), (17.1, 21.2), [ground("structure", bent, 2)]) <= 4


@pytest.mark.clause("WS-CM-03")
def test_a_way_keeps_to_two_floors_of_one_height_that_overlap():
    """Round (19, 18.5), where an edge of one crosses an edge of the other: neither has a corner there."""
    grounds = [ground("structure", box(18, 18.5, 24.5, 21.9), 2), ground("structure", box(16.9, 16.4, 19, 23.9), 2)]
    assert 3.8 < going((20, 20), (18.2, 16.6), grounds, movement=8) <= 4


@pytest.mark.clause("WS-CM-03")
def test_a_way_on_a_floor_that_is_too_long_without_steps_is_refused():
    with pytest.raises(IllegalAnswer, match="further than 4"):
        going((10, 7), (7, 10), [L_SHAPED], movement=8)
