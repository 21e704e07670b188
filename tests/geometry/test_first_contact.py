import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.block_sweep import BlockSweep
from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.first_contact import asides, finer, stop, tried
from pilein.geometry.frontal_obstacles import obstacles_to
from pilein.geometry.gaps import overlaps, separation
from pilein.geometry.shapes import Base, Place, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.strategies import bases, facings

GRID = Block(0, 0, 0, 5, INCH, INCH, tuple(range(10)))
DISC = Base("round", INCH, INCH)


def seen(march, *shapes):
    return obstacles_to(march, dict(enumerate(shapes)))


def square(x, y, facing=0):
    return rectangle(x * INCH, y * INCH, INCH, INCH, facing)


def test_a_front_stops_at_the_nearest_shape_and_touches_all_shapes_level_with_that_shape():
    march = BlockSweep(GRID, 0)
    found = stop(march, seen(march, square(-1, 5), square(1, 5), square(2, 6)), 0)
    assert (found.ahead, found.touched) == (4.5 * INCH, (0, 1))
    assert [cell.model for cell in found.front] == [1, 3]


def test_shapes_to_one_side_of_a_front_do_not_stop_it():
    march = BlockSweep(GRID, 0)
    assert stop(march, seen(march, square(3, 5)), 0) is None
    assert stop(march, seen(march, square(3, 5)), INCH) is not None


def test_a_front_has_no_contact_place_where_it_only_grazes_a_corner():
    march = BlockSweep(GRID, 0)
    assert stop(march, seen(march, square(3, 5)), CONTACT / 2) is None


def test_a_shape_behind_the_front_of_a_block_is_not_touched_if_it_grazes_only_the_corner():
    """The block is two ranks deep. In the second part of the test, the left file of the block has lost its
    last model.
    """
    march, ahead = BlockSweep(GRID, 0), square(0, 9)
    for y, touched in ((6.6, True), (5.9, False)):
        for x in (3, -3):
            found = stop(march, seen(march, square(x, y), ahead), 0, corners=True)
            assert (0 in found.touched) == touched, (x, y)
    short = BlockSweep(Block(0, 0, 0, 5, INCH, INCH, (0, 1, 2, 3, 4, -1, 6, 7, 8, 9)), 0)
    beside = [stop(short, seen(short, square(x, 6.6), ahead), 0, corners=True).touched for x in (3, -3)]
    assert [set(touched) for touched in beside] == [{0, 1}, {1}]


def test_a_front_does_not_touch_a_shape_that_grazes_its_end_behind_the_front_corner():
    """The square is turned by 45 degrees, so its foremost corner is 0.7 inches ahead of the corner that grazes the end
    of the front. If the square is centred at y = 6.4, the grazing corner is behind the front.
    """
    march, ahead = BlockSweep(GRID, 0), square(0, 9)
    diagonal = 0.5 * 2**0.5 + 1 / INCH
    for y, touched in ((6.6, True), (6.4, False)):
        for x in (2.5 + diagonal, -2.5 - diagonal):
            found = stop(march, seen(march, square(x, y, 4500), ahead), 0, corners=True)
            assert (0 in found.touched) == touched, (x, y)


def test_a_corner_on_the_seam_between_two_files_touches_only_the_corners_of_those_files():
    """The square is turned by 45 degrees, so that one of its corners points at the seam, at (0.5, 5)."""
    march = BlockSweep(GRID, 0)
    turned = seen(march, square(0.5, 5 + 0.5**0.5, 4500))
    assert [cell.model for cell in stop(march, turned, 0, corners=True).front] == [2, 3]
    assert stop(march, turned, 0) is None
    assert [cell.model for cell in stop(march, turned, 0.01 * INCH).front] == [2]


def test_a_shape_along_the_flank_counts_as_touched_but_one_at_a_corner_only_if_corners_count():
    """A square stands beside the block, which is two ranks deep. The square either is level with the second rank or
    touches only a corner of that rank.
    """
    march, ahead = BlockSweep(GRID, 0), square(0, 9)
    for corners in (True, False):
        for x in (3, -3):
            assert set(stop(march, seen(march, square(x, 7), ahead), 0, corners=corners).touched) == {0, 1}
            assert (0 in stop(march, seen(march, square(x, 6), ahead), 0, corners=corners).touched) == corners


def test_a_shape_beside_a_front_model_is_met_by_that_model():
    march, ahead = BlockSweep(GRID, 0), square(0, 9)
    for y, models in ((7.8, [2, 4]), (7, [2])):
        found = stop(march, seen(march, square(3, y), ahead), 0)
        assert [cell.model for cell in found.front] == models, y


def test_shapes_behind_a_block_do_not_stop_it():
    """The block is two ranks deep and reaches from y = -2 to y = 0."""
    march = BlockSweep(GRID, 0)
    behind, ahead = square(1, -2.6), square(1, 5)
    found = stop(march, seen(march, behind, ahead), 0)
    assert (found.ahead, found.touched) == (4.5 * INCH, (1,))
    assert stop(march, seen(march, square(1, -2.4), ahead), 0) is None
    assert stop(march, seen(march, shape(DISC, Place(INCH, round(-2.55 * INCH))), ahead), 0).touched == (1,)
    assert stop(march, seen(march, shape(DISC, Place(INCH, round(-2.45 * INCH))), ahead), 0) is None


def test_a_turned_shape_stops_a_front_unless_the_part_in_its_path_is_behind_the_block():
    """The block is two ranks deep and reaches from y = -2 to y = 0. The square is turned by 45 degrees, so its edge
    rises from y = -2.5 at x = 2.49 to y = -1.79 at x = 3.2.
    """
    march = BlockSweep(GRID, 0)
    turned, ahead = square(3.2, -2.5, 4500), square(0, 5)
    for aside, is_behind in ((0.45, True), (0.49, True), (0.51, False), (1.0, False)):
        found = stop(march, seen(march, turned, ahead), aside * INCH)
        assert (found is not None and found.touched == (1,)) == is_behind, aside


def test_a_shape_already_level_with_the_front_does_not_stop_it():
    march = BlockSweep(GRID, 0)
    assert stop(march, seen(march, square(0, -0.4)), 0) is None


@pytest.mark.parametrize("aside", [-6, -2.5, -1, 1, 2.5, 6])
def test_a_shape_level_with_the_front_except_for_rounding_can_be_met_by_moving_sideways(aside):
    """The block faces at 45 degrees, and the nearest corner of the square is exactly as far forward as the front of the
    block.
    """
    march = BlockSweep(Block(0, 0, 4500, 5, INCH, INCH, tuple(range(10))), 4500)
    (one,) = seen(march, square(aside + 0.5, 0.5 - aside))
    assert abs(one.near) < 1
    assert stop(march, (one,), one.low).touched == (0,)


def test_the_end_of_a_front_meets_the_round_side_of_a_disc():
    march = BlockSweep(GRID, 0)
    found = stop(march, seen(march, shape(DISC, Place(round(2.8 * INCH), 5 * INCH))), 0)
    assert abs(found.ahead - 4.6 * INCH) < 1  # 0.3 inside the edge of a radius of 0.5: 0.4 before the centre


def test_a_front_tries_the_place_straight_ahead_first():
    march = BlockSweep(GRID, 0)
    assert tried(march, seen(march, square(1, 5)))[0] == 0


def test_files_line_up_with_shapes_in_reach_even_if_other_shapes_are_far_behind():
    march = BlockSweep(GRID, 0)
    places = finer(march, seen(march, square(0.3, 3), square(9, -9)), 3 * INCH)
    assert round(0.3 * INCH) in {round(place) for place in places}


def test_a_front_meets_a_slanted_edge_just_short_of_a_forbidden_shape():
    """The edge of the turned square falls from (2.493, 6) to (3.2, 5.293). The forbidden shape begins at y = 5.6, which
    the edge passes at x = 2.893.
    """
    march = BlockSweep(GRID, 0)
    found = finer(march, seen(march, square(3.2, 6, 4500)), 6 * INCH, seen(march, square(1, 6.1)))
    assert any(abs(place - (2.893 - 2.5) * INCH) < 0.005 * INCH for place in found)


def test_a_front_that_moves_only_sideways_meets_a_slanted_edge():
    """The edge of the turned square falls from (5.293, 0.3) to (6, -0.407) and passes through (5.593, 0)."""
    march = BlockSweep(GRID, 0)
    found = finer(march, seen(march, square(6, 0.3, 4500)), 6 * INCH)
    assert any(abs(place - (5.593 - 2.5) * INCH) < 0.001 * INCH for place in found)


offsets = st.integers(-5 * INCH, 5 * INCH)
spots = st.builds(Place, x=offsets, y=st.integers(3 * INCH, 9 * INCH), facing=facings)


@given(st.lists(st.tuples(bases, spots), min_size=1, max_size=6), facings)
def test_a_stopped_front_touches_the_shapes_listed_for_it_and_overlaps_nothing(bodies, facing):
    """The block faces in the direction `facing`. The bodies are placed in front of it and rotated with it."""
    march = BlockSweep(GRID, 0)
    shapes = [shape(base, place) for base, place in bodies]
    obstacles = seen(march, *shapes)
    for across in tried(march, obstacles):
        found = stop(march, obstacles, across)
        if found is None:
            continue
        held = march.outline(across, found.ahead)
        deepest = min(separation(held, one) for one in shapes)
        assert deepest >= -1
        block = march.arrived(across, found.ahead)
        touched = [shapes[number] for number in found.touched]
        assert all(separation(held, one) <= CONTACT + 1 for one in touched)
        for cell in found.front:
            assert min(separation(cell_shape(block, cell.model), one) for one in touched) <= CONTACT + 1
        assert not overlaps(march.outline(across, found.ahead - CONTACT), shapes[found.touched[0]])


def test_a_block_slides_just_past_shapes_in_its_band_and_stays_clear_of_forbidden_ones():
    """The block is five files wide and two ranks deep, and the table ends ten inches to the right of the block's
    middle.
    """
    march, table = (
        BlockSweep(Block(10 * INCH, 2 * INCH, 0, 5, INCH, INCH, tuple(range(10))), 0),
        (20.0 * INCH, 99.0 * INCH),
    )
    inside, beyond = square(11, 4), square(11, 9)
    assert inches(asides(march, 4 * INCH, (inside, beyond), (), table)) == [-7.5, -2, 4, 7.5]
    assert inches(asides(march, 4 * INCH, (inside, beyond), (square(14, 5.5),), None)) == [-2, 7.002]


def inches(found):
    return [round(across / INCH, 3) for across in found if abs(across) < 100 * INCH]


@given(st.lists(st.tuples(bases, spots), min_size=1, max_size=6), facings, st.integers(0, 9))
def test_a_front_sliding_just_past_shapes_overlaps_none_and_touches_one(bodies, facing, ahead):
    """The band that the block sweeps is compared with a tolerance of 8 ticks, because it may be slightly narrower and
    shorter than the space it fits into.
    """
    march = BlockSweep(GRID, facing)
    shapes = [shape(base, place) for base, place in bodies]
    for across in asides(march, ahead * INCH, shapes, (), None):
        gaps = [separation(march.corridor(across, ahead * INCH, 0), one) for one in shapes]
        assert -8 <= min(gaps) <= 8
