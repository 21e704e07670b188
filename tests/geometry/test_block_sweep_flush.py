import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.block_sweep import BlockSweep, meeting, places_along, side
from pilein.geometry.blocks import Block, cell_shape, outline
from pilein.geometry.gaps import corners_only, separation, touches
from pilein.geometry.ticks import INCH, OVERLAP, TURN
from pilein.geometry.tolerance import CONTACT

ARCS = ("front", "left", "right", "rear")


def grid(files, models, x=0.0, y=0.0, facing=0, width=INCH, depth=INCH):
    return Block(round(x * INCH), round(y * INCH), facing, files, width, depth, tuple(range(models)))


def facing_sides(arc, block):
    against = side(block, arc)
    return against, against.half * 2 / INCH


@pytest.mark.parametrize(("arc", "length", "facing"), [("front", 3, 18000), ("rear", 3, 0), ("left", 2, 9000)])
def test_a_side_of_a_block_has_a_cell_for_each_model_along_it(arc, length, facing):
    against, found = facing_sides(arc, grid(3, 6))
    assert (found, against.facing, len(against.cells)) == (length, facing, length)


def test_the_left_and_right_of_a_charged_side_are_those_seen_by_a_model_facing_it():
    holed = Block(0, 0, 0, 3, INCH, INCH, (-1, 1, 2, 3, 4, 5))
    assert [low / INCH for low, _ in side(holed, "front").cells] == [-1.5, -0.5]
    assert [low / INCH for low, _ in side(holed, "left").cells] == [0.0]
    assert [low / INCH for low, _ in side(holed, "right").cells] == [-1.0, 0.0]
    assert [low / INCH for low, _ in side(holed, "rear").cells] == [-1.5, -0.5, 0.5]


def test_blocks_with_files_of_equal_width_line_up_and_share_at_least_one_file():
    shifts = places_along(BlockSweep(grid(5, 15), 0), side(grid(3, 6, y=6, facing=18000), "front"))
    assert [shift / INCH for shift in shifts] == [-3, -2, -1, 0, 1, 2, 3]


def test_an_even_front_against_an_odd_side_is_offset_by_half_the_width_of_a_file():
    shifts = places_along(BlockSweep(grid(4, 8), 0), side(grid(3, 6, y=6, facing=18000), "front"))
    assert [shift / INCH for shift in shifts] == [-2.5, -1.5, -0.5, 0.5, 1.5, 2.5]


def test_a_front_with_files_of_a_different_width_may_also_stand_straight_ahead_or_centred():
    march = BlockSweep(grid(2, 4, width=2 * INCH), 0)
    shifts = places_along(march, side(grid(3, 6, x=0.3, y=6, facing=18000), "front"))
    assert 0.0 in shifts
    assert -0.3 in [round(shift / INCH, 6) for shift in shifts]


def test_only_edge_to_edge_contacts_are_counted_and_empty_places_in_the_side_are_not():
    against = side(Block(0, 6 * INCH, 18000, 3, INCH, INCH, (0, -1, 2, 3, 4, 5)), "front")
    met = meeting(BlockSweep(grid(5, 15), 0), against, 0)
    assert met.enemies == 2
    assert [cell.model for cell in met.front] == [1, 3]


def test_a_file_that_touches_only_the_outermost_corner_of_a_side_adds_no_contact():
    met = meeting(BlockSweep(grid(5, 15), 0), side(grid(3, 6, y=6, facing=18000), "front"), 0)
    assert [cell.model for cell in met.front] == [1, 2, 3]


@given(st.integers(0, TURN - 1), st.sampled_from(ARCS), st.integers(1, 6), st.integers(1, 4), st.integers(-9, 9))
def test_a_block_is_in_full_contact_at_every_place_along_a_side_at_any_angle(facing, arc, files, ranks, beside):
    """Places are whole ticks, as in the rules, so the block may stand up to two ticks away from the side."""
    target = grid(4, 12, 3.1, 9.7, facing)
    against = side(target, arc)
    march = BlockSweep(grid(files, files * ranks, beside / 3, -5.3), against.facing)
    across, ahead = march.seen(against.x, against.y)
    for shift in places_along(march, against):
        block = march.arrived(across + shift, ahead - 2)
        gap = separation(outline(block), outline(target))
        assert -OVERLAP <= gap <= CONTACT
        met = meeting(march, against, shift)
        edges = {
            (slot, other)
            for slot in range(files)
            for other in range(12)
            if touches(cell_shape(block, slot), cell_shape(target, other))
            and not corners_only(cell_shape(block, slot), cell_shape(target, other))
        }
        assert len({other for _, other in edges}) == met.enemies
        assert {slot for slot, _ in edges} == {cell.model for cell in met.front}
