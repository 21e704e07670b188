from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.block_sweep import BlockSweep
from pilein.geometry.blocks import Block, outline, place_of
from pilein.geometry.ticks import INCH, TURN
from pilein.geometry.tolerance import CONTACT

GRID = Block(20 * INCH, 10 * INCH, 0, 5, INCH, INCH, tuple(range(15)))

blocks = st.builds(
    Block,
    x=st.integers(-INCH, INCH),
    y=st.integers(-INCH, INCH),
    facing=st.integers(0, TURN - 1),
    files=st.integers(1, 6),
    width=st.sampled_from((INCH, 100_000, 125_000)),
    depth=st.sampled_from((INCH, 250_000)),
    slots=st.lists(st.sampled_from((-1, 0, 1, 2)), min_size=1, max_size=20).map(
        lambda kept: (0, *(place + 1 if one >= 0 else -1 for place, one in enumerate(kept)))
    ),
)


def centres(block):
    return [place_of(block, slot) for slot, model in enumerate(block.slots) if model >= 0]


@given(blocks, st.integers(0, TURN - 1))
def test_a_block_that_turns_on_the_spot_stays_centred_in_its_old_place(block, facing):
    before, after = outline(block), outline(BlockSweep(block, facing).arrived(0, 0))
    assert abs(before.x - after.x) <= 1
    assert abs(before.y - after.y) <= 1


@given(blocks, st.integers(0, TURN - 1), st.integers(-INCH, INCH), st.integers(0, 12 * INCH))
def test_the_squared_displacements_computed_for_a_moved_block_match_those_of_its_models(block, facing, across, ahead):
    march = BlockSweep(block, facing)
    pairs = zip(centres(block), centres(march.arrived(across, ahead)), strict=True)
    squares = sum((a.x - b.x) ** 2 + (a.y - b.y) ** 2 for a, b in pairs)
    models = sum(model >= 0 for model in block.slots)
    assert sqrt(march.squares(across, ahead) / models) == pytest.approx(sqrt(squares / models), abs=3)


def test_a_march_straight_ahead_moves_every_model_equally():
    march = BlockSweep(GRID, 0)
    assert march.arrived(0, 6 * INCH).y == 16 * INCH
    assert march.displacement(march.front[0], 0, 6 * INCH) == 6 * INCH
    assert march.longest_wheel(0, 6 * INCH) == 6 * INCH
    assert march.travel == 0


def test_points_seen_from_a_block_are_measured_from_the_middle_of_its_front():
    assert BlockSweep(GRID, 0).seen(21 * INCH, 13 * INCH) == (INCH, 3 * INCH)


def test_a_block_that_turns_travels_the_width_of_its_front_times_the_angle_in_radians():
    assert BlockSweep(GRID, 4500).travel / INCH == pytest.approx(5 * 3.14159265 / 4)
    assert BlockSweep(GRID, 31500).travel == BlockSweep(GRID, 4500).travel


def test_a_wheel_moves_the_outer_corner_furthest():
    """The block wheels 90 degrees to the right about its front right corner. Its outermost point, the rear left corner,
    is 4.5 inches to the left of the pivot and 2.5 inches behind it.
    """
    march = BlockSweep(GRID, 9000)
    end = march.seen(22.5 * INCH, 10 * INCH)  # the corner stays, so the front's middle ends 2.5 inches left of it
    across, ahead = end[0] - 2.5 * INCH, end[1]
    assert march.longest_wheel(across, ahead) / INCH == pytest.approx(sqrt(4.5**2 + 2.5**2) * 3.14159265 / 2)


def test_the_corridor_of_a_straight_march_starts_at_the_block_and_is_slightly_narrower_than_it():
    band = BlockSweep(GRID, 0).corridor(INCH, 6 * INCH)
    (left, low), (right, _), (_, high), _ = band.core
    assert right - left == 5 * INCH - CONTACT
    assert (low, high) == (7 * INCH + CONTACT / 2, 16 * INCH - CONTACT / 2)


def test_empty_slots_at_the_edge_of_a_block_do_not_count_towards_its_width():
    thin = Block(0, 0, 0, 3, INCH, INCH, (-1, -1, -1, -1, 4, 5))
    march = BlockSweep(thin, 0)
    assert (march.half, march.depth) == (INCH, INCH)
    assert [cell.model for cell in march.front] == [4, 5]
    assert march.arrived(0, 0) == thin


def test_moving_a_block_without_models_is_refused():
    with pytest.raises(ValueError, match="without models"):
        BlockSweep(Block(0, 0, 0, 1, INCH, INCH, (-1,)), 0)
