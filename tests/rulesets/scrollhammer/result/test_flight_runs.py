"""SH-R-14, SH-R-74: the distances that units fall back."""

import pytest

from pilein.geometry.shapes import disc, rectangle
from pilein.geometry.ticks import INCH
from pilein.tabletop.movement.flight import round_about
from pilein.tabletop.movement.flight_paths import FleeingBody, FlightPath, Heading

UP, NORTH = Heading((0.0, 1.0)), Heading((0.0, 1.0), "north")


def box(x, y, width=1.0, depth=1.0):
    return rectangle(x * INCH, y * INCH, width * INCH, depth * INCH, 0)


def stopped(heading, *, friends=(), foes=(), distance=3):
    """Return the final position of a block of 4 by 1 inches that starts at (20, 10) and flees straight up the table."""
    walker = FleeingBody(-1, box(20, 10, 4), disc(20 * INCH, 10 * INCH, INCH / 2))
    course = FlightPath(heading, distance * INCH, friends, (), foes, (), (40 * INCH, 40 * INCH))
    (stop,) = round_about((walker,), course)
    return stop


@pytest.mark.parametrize("heading", [UP, NORTH])
def test_a_fleeing_unit_continues_until_it_is_clear_of_the_enemies_it_fought(heading):
    x, y = stopped(heading, foes=(box(20, 12),)).points[-1]
    assert x == 20 * INCH
    assert 14 * INCH - 1 <= y <= 14 * INCH + 2


@pytest.mark.parametrize("heading", [UP, NORTH])
def test_a_fleeing_unit_passes_beside_a_friend_if_it_cannot_stop_straight_beyond_its_enemies(
    heading,
):
    """The unit goes only as far as it must to be clear of its enemies. Straight ahead, it could stop only beyond the
    friend.
    """
    x, y = stopped(heading, foes=(box(20, 12),), friends=(box(21.5, 14.2),)).points[-1]
    assert x == pytest.approx(19 * INCH, abs=8)
    assert 14 * INCH <= y <= 14 * INCH + 8


@pytest.mark.parametrize("heading", [UP, NORTH])
def test_a_fleeing_unit_continues_beyond_a_friend_if_it_cannot_stop_clear_of_its_enemies(heading):
    """Friends to the left and right of the unit leave no other path. It ends flush behind the enemy and overlaps no
    model.
    """
    beside = box(17.5, 12, depth=9), box(22.5, 12, depth=9), box(20, 9, 4)
    stop = stopped(heading, foes=(box(20, 12),), friends=(box(21.5, 14.2), *beside))
    x, y = stop.points[-1]
    assert x == 20 * INCH
    assert 15.2 * INCH <= y <= 15.2 * INCH + 3
    assert stop.beyond == pytest.approx(1.2 * INCH, abs=4)


@pytest.mark.parametrize("heading", [UP, NORTH])
def test_a_fleeing_unit_is_trapped_if_it_can_stop_neither_beyond_nor_in_front_of_its_enemies(heading):
    """Friends stand wherever the unit would be clear of the enemy, and it may not end on top of the enemy."""
    beside = box(17.5, 25, depth=34), box(22.5, 25, depth=34)
    friends = (box(21.5, 26.85, depth=26.3), box(20, 9, 4), *beside)
    assert stopped(heading, foes=(box(20, 12),), friends=friends).trapped


@pytest.mark.parametrize("heading", [UP, NORTH])
def test_a_fleeing_block_continues_past_friends_if_it_cannot_stop_beyond_its_enemies(heading):
    """The block, which is four inches wide, keeps far enough to the left to pass beside the friends and to end its move
    there.
    """
    x, y = stopped(heading, foes=(box(20, 12),), friends=(box(21.5, 26.85, depth=26.3),)).points[-1]
    assert x == pytest.approx(19 * INCH, abs=8)
    assert 14 * INCH <= y <= 14 * INCH + 8
