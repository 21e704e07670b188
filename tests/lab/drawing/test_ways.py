"""Animated models move along the paths between their positions."""

from math import hypot

import pytest

from pilein.lab.drawing.things import Figure
from pilein.lab.drawing.ways import joined_ways, of_a_body, paced, rotated, shorter, turned


def body(x: float, y: float, facing: float) -> list[Figure]:
    """Return the figures of six models around (x, y), three abreast and two deep."""
    places = [rotated((file, -rank), facing) for rank in (-0.5, 0.5) for file in (-1, 0, 1)]
    return [
        Figure("rectangle", 1, 1, x + across, y + along, facing % 360, 0, number)
        for number, (across, along) in enumerate(places)
    ]


def test_an_animated_path_is_followed_at_a_constant_speed():
    assert paced([(0, 0), (3, 0), (3, 1)]) == ((0.0, (0, 0)), (0.75, (3, 0)), (1.0, (3, 1)))


def test_two_consecutive_animated_paths_take_time_in_proportion_to_their_lengths():
    first, second = paced([(0, 0), (3, 0)]), paced([(3, 0), (3, 1)])
    assert [share for share, _ in joined_ways(first, second)] == [0, 0.75, 0.75, 1]


def test_an_animated_rotation_takes_the_shorter_direction():
    assert (shorter(350, 10), shorter(10, 350)) == (20, -20)


def test_an_upward_vector_points_right_after_a_clockwise_quarter_turn():
    assert rotated((0, 1), 90) == pytest.approx((1, 0))


@pytest.mark.parametrize("facing", [30, 90, 180, 270])
def test_an_animated_block_keeps_its_shape_while_it_turns(facing):
    """During the turn, the models stay as far from each other as before and after the turn."""
    before, after = body(0, 0, 0), body(4, 2, facing)
    assert abs(turned(before, after)) == pytest.approx(min(facing, 360 - facing))
    ways = of_a_body((), before, after)
    for one in before:
        assert ways[one.model][0][1] == pytest.approx((one.x, one.y))
    for one in after:
        assert ways[one.model][-1][1] == pytest.approx((one.x, one.y))
    for corner in range(len(ways[0])):
        places = [ways[model][corner][1] for model in range(6)]
        assert hypot(places[0][0] - places[2][0], places[0][1] - places[2][1]) == pytest.approx(2)


def test_animated_models_that_turn_about_do_not_change_places():
    before = body(0, 0, 0)
    after = [
        Figure(*(*(getattr(one, name) for name in one.__struct_fields__[:5]), 180.0, 0, one.model)) for one in before
    ]
    assert turned(before, after) == 0
    assert all({place for _, place in way} == {way[0][1]} for way in of_a_body((), before, after).values())


def test_an_animated_unit_follows_the_corners_of_its_route():
    ways = of_a_body(((0, 0), (0, 4), (4, 4)), body(0, 0, 0), body(4, 4, 0))
    assert [share for share, _ in ways[1]] == [0, 0.5, 1]
    assert ways[1][1][1] == pytest.approx((0, 4.5))
