import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.blocks import (
    EMPTY,
    Block,
    bands,
    cell_shape,
    face,
    moved,
    outline,
    place_of,
    ranks,
    regrouped,
    slot_of,
    with_slots,
)
from pilein.geometry.gaps import corners_only, overlaps, separation, touches
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from tests.geometry.strategies import coordinates, facings

TEN = Block(0, 0, 0, files=4, width=100, depth=200, slots=tuple(range(10)))
blocks = st.builds(
    Block,
    x=coordinates,
    y=coordinates,
    facing=facings,
    files=st.integers(1, 6),
    width=st.integers(50_000, 130_000),
    depth=st.integers(50_000, 130_000),
    slots=st.integers(1, 14).map(lambda models: tuple(range(models))),
)


def test_slots_of_a_block_are_numbered_from_the_left_end_of_its_front_rank() -> None:
    assert place_of(TEN, 0) == Place(-150, -100, 0)
    assert place_of(TEN, 3) == Place(150, -100, 0)
    assert place_of(TEN, 9) == Place(-50, -500, 0)


def test_left_and_right_of_a_block_are_seen_from_behind() -> None:
    east = moved(TEN, 1000, 2000, 9000)
    assert place_of(east, 0) == Place(900, 2150, 9000)
    assert place_of(moved(TEN, 0, 0, 18000), 0) == Place(150, 100, 18000)


@given(blocks)
def test_neighbouring_cells_of_a_block_touch_and_never_overlap(block: Block) -> None:
    for slot in range(1, len(block.slots)):
        here, before = cell_shape(block, slot), cell_shape(block, slot - 1)
        assert not overlaps(here, before)
        if slot % block.files:
            assert touches(here, before)
            assert not corners_only(here, before)
        if slot >= block.files:
            assert abs(separation(here, cell_shape(block, slot - block.files))) < 1e-6


@given(blocks)
def test_the_place_of_a_model_in_a_block_is_the_centre_of_its_cell_rounded_to_the_nearest_tick(block: Block) -> None:
    for slot in range(len(block.slots)):
        cell, place = cell_shape(block, slot), place_of(block, slot)
        assert max(abs(cell.x - place.x), abs(cell.y - place.y)) <= 0.5
        assert place.facing == block.facing


@given(blocks)
def test_the_outline_of_a_block_contains_every_cell(block: Block) -> None:
    hull = outline(block)
    assert hull.frame is not None
    for slot in range(len(block.slots)):
        for x, y in cell_shape(block, slot).core:
            dx, dy = x - hull.x, y - hull.y
            sine, cosine, right, ahead = hull.frame
            assert abs(dx * cosine - dy * sine) <= right + 1e-6
            assert abs(dx * sine + dy * cosine) <= ahead + 1e-6


def test_the_outline_of_a_block_is_as_wide_and_deep_as_its_models() -> None:
    assert set(outline(TEN).core) == {(-200, -600), (200, -600), (200, 0), (-200, 0)}
    gone = with_slots(TEN, (EMPTY, 1, 2, EMPTY, EMPTY, 5))
    assert set(outline(gone).core) == {(-100, -400), (100, -400), (100, 0), (-100, 0)}


def test_an_empty_block_has_no_outline() -> None:
    with pytest.raises(ValueError, match="without models"):
        outline(with_slots(TEN, (EMPTY, EMPTY)))


def test_the_ranks_of_a_block_omit_empty_places_and_empty_rows() -> None:
    assert ranks(TEN) == ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9))
    assert ranks(with_slots(TEN, (0, EMPTY, 2, 3, *[EMPTY] * 4, 8))) == ((0, 2, 3), (8,))


def test_a_model_is_found_by_its_slot() -> None:
    assert slot_of(with_slots(TEN, (7, EMPTY, 5)), 5) == 2
    with pytest.raises(ValueError, match="not in"):
        slot_of(TEN, 99)


def test_the_faces_of_a_block_run_clockwise() -> None:
    assert face(TEN, "front") == ((-200, 0), (200, 0))
    assert face(TEN, "right") == ((200, 0), (200, -600))
    assert face(TEN, "rear") == ((200, -600), (-200, -600))
    assert face(TEN, "left") == ((-200, -600), (-200, 0))


def test_a_block_closes_up_towards_the_front_left() -> None:
    holed = with_slots(TEN, (0, EMPTY, 2, EMPTY, 4, 5))
    assert regrouped(holed).slots == (0, 2, 4, 5)
    assert ranks(regrouped(holed, files=3)) == ((0, 2, 4), (5,))
    assert (regrouped(holed, files=3).x, regrouped(holed, files=3).y) == (0, 0)
    with pytest.raises(ValueError, match="one file"):
        regrouped(TEN, files=0)


def test_a_row_of_inch_squares_is_as_many_inches_wide_as_it_has_files() -> None:
    block = Block(0, 0, 3333, files=20, width=INCH, depth=INCH, slots=tuple(range(20)))
    assert outline(block).frame is not None
    assert separation(cell_shape(block, 0), cell_shape(block, 19)) == pytest.approx(18 * INCH)


def test_a_block_has_one_band_for_each_length_of_its_ranks():
    """A block with equal ranks is one band, and a shorter last rank is a second band. Gaps inside a rank are
    ignored.
    """
    whole = Block(0, 0, 0, 3, INCH, INCH, (0, 1, 2, 3, 4, 5))
    assert [band.core for band in bands(whole)] == [outline(whole).core]
    first, last = bands(Block(0, 0, 0, 3, INCH, INCH, (0, EMPTY, 1, 2, 3, 4, 5)))
    assert first.core == outline(whole).core
    assert (last.x, last.y) == (-INCH, -2.5 * INCH)
    second = bands(Block(0, 0, 0, 2, INCH, INCH, (EMPTY, EMPTY, 0, 1)))
    assert [band.core for band in second] == [outline(Block(0, -INCH, 0, 2, INCH, INCH, (0, 1))).core]
