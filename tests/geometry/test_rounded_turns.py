from math import atan2, cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.rounded import direction, quarters, sweep


@given(st.floats(0, 6.28))
def test_the_sweep_from_one_vector_to_another_is_the_angle_between_them(angle: float) -> None:
    found = sweep(sin(angle), cos(angle))
    assert found == pytest.approx(atan2(sin(angle), cos(angle)) % (2 * pi), abs=1e-13)


@given(st.floats(0, 3.9999))
def test_converting_a_direction_to_quarters_and_back_gives_the_same_direction(order: float) -> None:
    assert quarters(*direction(order)) == pytest.approx(order, abs=1e-12)


def test_a_quarter_turn_converts_exactly_to_and_from_a_direction() -> None:
    axes = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)]
    assert [quarters(*axis) for axis in axes] == [0.0, 1.0, 2.0, 3.0]
    assert [direction(order) for order in range(4)] == axes
