"""WS-CM-03: paths over and around the floors of structures."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, play


def consolidating(platform, to):
    """Return a game in which a model at (10, 10) consolidates with a move of 3 inches past a platform that is two
    inches high.
    """
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(20, 14)])
    made = battle(own, foe, fight=(0, 1), grounds=[ground("structure", platform, 2)])
    move = (0, ticks(to[0]), ticks(to[1]), 0)
    return play(made, consolidate, 0, IN_CYCLE, answers=[(move,)])


@pytest.mark.clause("WS-CM-03")
def test_a_path_over_a_platform_pays_for_climbing_up_and_down():
    """The path is three inches long, and it also includes four inches of climbing."""
    with pytest.raises(IllegalAnswer, match="all the movement that walls and levels leave"):
        consolidating(box(8, 11, 12, 12), (10, 13))


@pytest.mark.clause("WS-CM-03")
def test_a_path_round_a_platform_has_no_climbing_cost():
    after, script = consolidating(box(10.2, 11, 10.6, 11.4), (10.8, 12.4))
    (event,) = told(script, Moved)
    assert 2.53 < event.inches < 2.6
    assert where(after, 0) == (10.8, 12.4)


def test_a_path_across_two_rooms_on_one_floor_has_no_climbing_cost():
    own, foe = U("own", 0, [(TROOPER, 1)], [(10, 10)]), U("foe", 1, [(TROOPER, 1)], [(20, 14)])
    rooms = [ground("structure", box(8, 8, 12, 11.5), 2), ground("structure", box(8, 11.5, 12, 15), 2)]
    made = battle(own, foe, fight=(0, 1), grounds=rooms)
    after, _ = play(made, consolidate, 0, IN_CYCLE, answers=[((0, ticks(10), ticks(13), 0),)])
    assert where(after, 0) == (10, 13)


L_SHAPED = ground("structure", [(5, 5), (15, 5), (15, 8), (8, 8), (8, 15), (5, 15)], 2)
ROOMS = [ground("structure", box(5, 5, 15, 8), 2), ground("structure", box(5, 8, 8, 15), 2)]
FLOOR_BEHIND_A_TOWER = [ground("structure", box(9, 14, 11, 17), 1), ground("structure", box(9.5, 11, 10.2, 12.5), 3)]


def going(start, end, grounds, *, rulings=None, movement=12):
    """Return the length of one model's consolidation."""
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
def test_a_path_round_the_inner_corner_of_a_floor_stays_on_that_floor(reading, grounds):
    """WS-R-40: the straight path leads down and up again. The path round the corner at (8, 8) is twice the square root
    of 5 inches long.
    """
    assert going((10, 7), (7, 10), grounds, rulings={"WS-R-40": reading}) == pytest.approx(2 * 5**0.5, abs=0.01)


@pytest.mark.clause("WS-CM-03")
def test_a_path_that_ends_on_a_floor_goes_round_a_higher_one():
    """The path ends one level up. The straight path would lead over the tower, up to the third level and down again."""
    assert 4.8 < going((10, 10), (10, 14.8), FLOOR_BEHIND_A_TOWER) <= 5


@pytest.mark.clause("WS-CM-03")
def test_a_path_up_to_a_higher_floor_never_steps_down():
    """The straight path would cross the ground in the notch of the lower floor."""
    notched = [(19.6, 19.2), (21.6, 19.2), (21.6, 20.2), (20.6, 20.2), (20.6, 23.1), (19.6, 23.1)]
    grounds = [ground("structure", notched, 1), ground("structure", box(21.6, 18.7, 24.6, 24.1), 3)]
    assert 3.7 < going((20, 20), (22.9, 22), grounds) <= 4


@pytest.mark.clause("WS-CM-03")
def test_a_path_climbs_onto_an_angled_floor_once_and_then_stays_on_it():
    """The path climbs two levels and rounds the inner corner at (17.5, 20.9). The straight path would come down again
    before that corner.
    """
    bent = [(17, 19.6), (18.9, 19.6), (18.9, 20.9), (17.5, 20.9), (17.5, 22.2), (17, 22.2)]
    assert 3.15 < going((20, 20), (17.1, 21.2), [ground("structure", bent, 2)]) <= 4


@pytest.mark.clause("WS-CM-03")
def test_a_path_stays_on_two_overlapping_floors_of_equal_height():
    """The path rounds (19, 18.5), where an edge of one floor crosses an edge of the second, and neither floor has a
    corner.
    """
    grounds = [ground("structure", box(18, 18.5, 24.5, 21.9), 2), ground("structure", box(16.9, 16.4, 19, 23.9), 2)]
    assert 3.8 < going((20, 20), (18.2, 16.6), grounds, movement=8) <= 4


def test_a_path_on_a_floor_is_refused_if_it_is_too_long_even_without_climbing():
    """WS-CM-03: the path round the inner corner is longer than half the movement. No question about climbing
    is asked.
    """
    with pytest.raises(IllegalAnswer, match="further away than 4"):
        going((10, 7), (7, 10), [L_SHAPED], movement=8)
