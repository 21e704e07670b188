import pytest

from pilein.geometry.barriers import LEFT, RIGHT, corners
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.passages import blocker, leg
from pilein.geometry.shapes import disc, rectangle


def test_the_tangent_leg_between_two_circles_touches_each_on_the_side_given_by_the_direction_of_turn() -> None:
    found = leg((0.0, 0.0), 3.0, (10.0, 0.0), 3.0)
    assert found == (1.0, 0.0, 10.0)
    crossing = leg((0.0, 0.0), 3.0, (10.0, 0.0), -3.0)
    assert crossing is not None
    assert crossing[2] == pytest.approx(8.0)
    assert crossing[1] == pytest.approx(0.6)


def test_overlapping_circles_have_no_crossing_tangent() -> None:
    assert leg((0.0, 0.0), 3.0, (5.0, 0.0), -3.0) is None
    assert leg((0.0, 0.0), 3.0, (5.0, 0.0), 3.0) is not None


def test_a_route_may_bend_at_a_corner_only_between_the_normals_of_its_edges() -> None:
    space = ConfigurationSpace([rectangle(0, 0, 1000, 1000, 0)], radius=500)
    first = corners(space.barriers[0])[0]
    assert (first.x, first.y) == (-500, -500)
    assert first.bears(-1.0, 0.0)
    assert first.bears(0.0, -1.0)
    assert first.bears(-0.6, -0.8)
    assert not first.bears(1.0, 0.0)
    assert not first.bears(0.6, -0.8)


def test_an_arc_round_a_corner_is_blocked_by_any_obstacle_it_runs_into() -> None:
    space = ConfigurationSpace([disc(0, 0, 1000), disc(2000, 0, 1000)], radius=500)
    near, far = space.barriers
    corner = corners(near)[0]
    up, down, back = (0.0, 1.0), (0.0, -1.0), (-1.0, 0.0)
    assert blocker(space, corner, up, down, RIGHT) == (far, True)
    assert blocker(space, corner, up, down, LEFT) == (None, False)
    assert blocker(space, corner, back, back, LEFT) == (None, False)
    assert blocker(space, corner, (1.0, 0.0), (1.0, 0.0), LEFT) == (far, True)


def test_an_arc_round_a_corner_is_blocked_if_it_leaves_the_table() -> None:
    space = ConfigurationSpace([disc(600, 5000, 500)], 10000, 10000, (), 500)
    corner = corners(space.barriers[0])[0]
    assert blocker(space, corner, (0.0, 1.0), (0.0, -1.0), LEFT) == (None, True)
    assert blocker(space, corner, (0.0, 1.0), (0.0, -1.0), RIGHT) == (None, False)
