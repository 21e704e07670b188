"""A straight sweep has intervals in which the shape is too near to an obstacle."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import separation
from pilein.geometry.shapes import disc, rectangle
from pilein.geometry.straight_sweeps import (
    FAR,
    first_free,
    is_in_the_way,
    last_free,
    run_to_edge,
    shifted,
    span_too_near,
    unit_vector,
)

NORTH = (0.0, 1.0)
small = st.integers(-4000, 4000)
sizes = st.integers(100, 2000)


def test_a_square_passing_an_obstacle_is_too_near_from_just_before_it_to_just_beyond_it() -> None:
    mover, obstacle = rectangle(0, 0, 100, 100, 0), rectangle(0, 1000, 100, 100, 0)
    assert span_too_near(mover, NORTH, obstacle, 50) == (850, 1150)


def test_a_shape_clear_of_the_path_of_a_straight_move_is_never_too_near() -> None:
    mover = rectangle(0, 0, 100, 100, 0)
    assert span_too_near(mover, NORTH, rectangle(200, 1000, 100, 100, 0), 50) is None
    assert span_too_near(mover, NORTH, rectangle(100, 1000, 100, 100, 0), 0) is None


@given(small, small, sizes, sizes, st.integers(0, 35999), st.integers(0, 500), st.booleans())
def test_a_moving_shape_is_too_near_exactly_where_the_gap_is_less_than_the_clearance(
    x: int, y: int, width: int, depth: int, facing: int, off: int, is_disc: bool
) -> None:
    mover = rectangle(0, 0, width, depth, facing)
    obstacle = disc(x, y, depth / 2) if is_disc else rectangle(x, y, depth, width, 0)
    found = span_too_near(mover, NORTH, obstacle, off)
    for length in range(-8000, 8001, 500):
        apart = separation(shifted(mover, 0, length), obstacle)
        is_inside = found is not None and found[0] < length < found[1]
        if abs(apart - off) > 1:
            assert is_inside == (apart < off)


def test_a_straight_move_may_leave_a_shape_it_starts_inside_but_not_go_deeper() -> None:
    assert is_in_the_way((5, 9), 6)
    assert not is_in_the_way((5, 9), 5)
    assert not is_in_the_way((-9, -5), 6)
    assert not is_in_the_way((-8, 2), 6)
    assert is_in_the_way((-2, 8), 6)


def test_the_nearest_unblocked_lengths_above_and_below_a_blocked_length_are_found() -> None:
    spans = [(8, 12), (3, 9), (20, 30)]
    assert [first_free(spans, wanted) for wanted in (1, 3, 4, 10, 25)] == [1, 3, 12, 12, 30]
    assert [last_free(spans, wanted) for wanted in (1, 3, 4, 10, 12, 25)] == [1, 3, 3, 3, 12, 20]


def test_a_straight_move_to_the_table_edge_ends_where_the_foremost_point_touches_it() -> None:
    assert run_to_edge(rectangle(500, 700, 100, 200, 0), NORTH, (1000, 1000)) == 200
    assert run_to_edge(disc(500, 700, 50), (-1.0, 0.0), (1000, 1000)) == 450
    assert run_to_edge(disc(500, 700, 50), NORTH, None) == FAR


def test_a_unit_vector_has_length_one_and_points_up_if_there_is_no_direction() -> None:
    assert unit_vector(3, 4) == (0.6, 0.8)
    assert unit_vector(0, 0) == NORTH
