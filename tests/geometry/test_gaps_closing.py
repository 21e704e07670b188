"""A gap is closed by the shortest shift and crossed by the shortest line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import closing_step, gap, shortest_line
from pilein.geometry.shapes import Base, Place, distance, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT

BASES = (Base("rectangle", INCH, 2 * INCH), Base("round", INCH, INCH), Base("oval", INCH, 2 * INCH))
PLACES = st.builds(Place, st.integers(0, 10 * INCH), st.integers(0, 10 * INCH), st.integers(0, 35999))


def test_the_shift_that_closes_a_gap_between_squares_is_perpendicular_to_their_faces():
    square = Base("rectangle", INCH, INCH)
    below, above = shape(square, Place(0, 0)), shape(square, Place(0, 4 * INCH))
    assert closing_step(below, above) == pytest.approx((0, 3 * INCH))


def test_no_shift_is_needed_to_close_the_gap_between_shapes_that_touch_or_overlap():
    square = Base("rectangle", INCH, INCH)
    assert closing_step(shape(square, Place(0, 0)), shape(square, Place(0, INCH))) == (0, 0)
    assert closing_step(shape(square, Place(0, 0)), shape(square, Place(0, INCH // 2))) == (0, 0)


@given(st.sampled_from(BASES), PLACES, st.sampled_from(BASES), PLACES)
def test_the_shift_that_closes_a_gap_is_as_long_as_the_gap_and_ends_in_contact(mover, start, target, there):
    here, goal = shape(mover, start), shape(target, there)
    dx, dy = closing_step(here, goal)
    assert (dx * dx + dy * dy) ** 0.5 == pytest.approx(gap(here, goal), abs=0.1)
    moved = shape(mover, Place(round(start.x + dx), round(start.y + dy), start.facing))
    assert gap(moved, goal) <= 2


def test_the_shortest_line_between_parallel_faces_lies_in_the_middle_of_their_common_stretch():
    square, long = Base("rectangle", INCH, INCH), Base("rectangle", 4 * INCH, INCH)
    below, above = shape(square, Place(0, 0)), shape(long, Place(2 * INCH, 2 * INCH))
    assert shortest_line(below, above) == ((INCH // 4, INCH // 2), (INCH // 4, 3 * INCH // 2))


@given(st.sampled_from(BASES), PLACES, st.sampled_from(BASES), PLACES)
def test_the_shortest_line_between_two_cores_is_as_long_as_the_gap_plus_both_radii(one, here, other, there):
    a, b = shape(one, here), shape(other, there)
    if gap(a, b):
        assert distance(*shortest_line(a, b)) == pytest.approx(gap(a, b) + a.radius + b.radius, abs=CONTACT)
