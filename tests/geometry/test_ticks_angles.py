from decimal import Decimal
from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.ticks import TURN, bearing, heading, turned
from tests.geometry.strategies import coordinates, facings


@pytest.mark.parametrize(
    ("facing", "vector"), [(0, (0, 1)), (9000, (1, 0)), (18000, (0, -1)), (27000, (-1, 0)), (36000, (0, 1))]
)
def test_headings_of_whole_quarter_turns_lie_exactly_along_an_axis(facing: int, vector: tuple[int, int]) -> None:
    assert heading(facing) == vector
    assert "-0.0" not in str(heading(facing))


@given(st.integers(-2 * TURN, 2 * TURN))
def test_a_quarter_turn_of_a_heading_is_exact(facing: int) -> None:
    x, y = heading(facing)
    assert heading(facing + 9000) == (y, -x)


@given(facings)
def test_the_mirror_image_of_a_heading_is_exact(facing: int) -> None:
    x, y = heading(facing)
    assert heading(-facing) == (-x, y)


@given(facings)
def test_the_table_of_sines_agrees_with_the_math_library(facing: int) -> None:
    angle = radians(facing / 100)
    assert heading(facing) == pytest.approx((sin(angle), cos(angle)), abs=4e-15)


def test_the_computed_sine_of_thirty_degrees_is_exactly_one_half() -> None:
    assert abs(Decimal(heading(3000)[0]) - Decimal("0.5")) < Decimal("1e-16")


def test_converting_an_angle_to_a_heading_and_back_to_a_bearing_gives_the_same_angle() -> None:
    assert [facing for facing in range(0, TURN, 7) if bearing(*heading(facing)) != facing] == []


def test_a_bearing_is_rounded_to_the_nearest_hundredth_of_a_degree() -> None:
    for facing in range(3, TURN, 997):
        below, above = radians((facing + 0.4999) / 100), radians((facing + 0.5001) / 100)
        assert bearing(sin(below), cos(below)) == facing
        assert bearing(sin(above), cos(above)) == (facing + 1) % TURN


@given(coordinates, coordinates)
def test_bearings_change_with_the_table_when_it_is_turned_or_mirrored(dx: int, dy: int) -> None:
    if dx or dy:
        assert bearing(dy, -dx) == (bearing(dx, dy) + 9000) % TURN
        assert bearing(-dx, dy) == -bearing(dx, dy) % TURN


def test_a_path_of_zero_length_has_bearing_zero() -> None:
    assert bearing(0, 0) == 0


def test_a_shift_to_the_right_and_ahead_is_rotated_with_the_facing() -> None:
    assert turned(2, 5, 0) == (2, 5)
    assert turned(2, 5, 9000) == (5, -2)
    assert turned(2, 5, 18000) == (-2, -5)
    assert turned(2, 5, 27000) == (-5, 2)
