"""Wheels on a front corner."""

from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.blocks import Block, face
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.charge_ways import LEFT, RIGHT, signed, wheeled, wheels_to

BLOCK = Block(10 * INCH, 10 * INCH, 0, 4, INCH, INCH, tuple(range(8)))


@pytest.mark.parametrize(("corner", "turn"), [(RIGHT, 3000), (LEFT, -3000)])
def test_the_corner_stays_and_the_other_goes_round_it(corner: int, turn: int) -> None:
    wheel = wheeled(BLOCK, corner, turn)
    here, there = face(BLOCK, "front"), face(wheel.block, "front")
    fixed = 1 if corner == RIGHT else 0
    assert there[fixed] == pytest.approx(here[fixed], abs=2)
    assert wheel.length == pytest.approx(hypot(4, 1) * INCH * pi / 6, rel=1e-9)  # the second rank outside
    assert wheel.block.facing == turn % 36000


@given(
    x=st.integers(-20 * INCH, 40 * INCH),
    y=st.integers(12 * INCH, 40 * INCH),
    part=st.sampled_from((0, 0.5, 1)),
)
def test_the_point_goes_straight_to_its_aim(x: int, y: int, part: float) -> None:
    for wheel in wheels_to(BLOCK, (x, y), part):
        left, right = face(wheel.block, "front")
        start = left[0] + part * (right[0] - left[0]), left[1] + part * (right[1] - left[1])
        angle = radians(wheel.block.facing / 100)
        aside = (x - start[0]) * cos(angle) - (y - start[1]) * sin(angle)
        assert abs(aside) < 60 * INCH * 2e-4 + 2


def test_an_angle_is_a_turn_to_the_right_or_the_left() -> None:
    assert [signed(angle) for angle in (0, 9000, 27000, -9000, 36000)] == [0, 9000, -9000, -9000, 0]


def test_no_turn_is_no_way() -> None:
    assert wheeled(BLOCK, LEFT, 0) == (LEFT, 0, 0.0, BLOCK)
