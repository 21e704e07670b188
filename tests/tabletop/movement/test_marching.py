from hypothesis import assume, given
from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Shape, rectangle, way_length
from pilein.geometry.ticks import INCH, TURN, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.marching import carried, is_open, pose_of, poses_between, turns_freely, way_between


def block(x: float, y: float, facing: float = 0, files: float = 5, ranks: float = 3) -> Shape:
    return rectangle(ticks(x), ticks(y), ticks(files), ticks(ranks), round(facing * 100))


START = block(24, 10)
REACH = ticks(12)


def test_a_march_on_an_open_table_meets_no_obstacle() -> None:
    assert is_open(START, block(30, 20, 90), (), REACH)


def test_a_block_passes_straight_through_a_gap_of_exactly_its_width() -> None:
    posts = (block(20.9, 15, 0, 1, 1), block(27.1, 15, 0, 1, 1))
    assert is_open(START, block(24, 20), posts, REACH)


def test_a_block_does_not_pass_through_obstacles_in_front_of_it() -> None:
    line = (block(24, 15, 0, 60, 1),)
    assert not is_open(START, block(24, 20), line, REACH)


def test_a_block_goes_round_the_end_of_a_short_line_if_the_detour_is_within_its_reach() -> None:
    line = (block(24, 15, 0, 4, 1),)
    assert is_open(START, block(24, 26), line, ticks(24))
    assert not is_open(START, block(24, 26), line, ticks(17))


def test_a_block_on_a_detour_goes_no_further_than_its_limit() -> None:
    line = (block(24, 15, 0, 4, 1),)
    for limit in range(16, 24):
        way = way_between(START, block(24, 26), line, ticks(limit))
        assert way is None or way_length(way) <= ticks(limit)
    assert way is not None


def test_a_block_enclosed_on_three_sides_still_marches_straight_ahead() -> None:
    friends = (block(19, 10), block(29, 10), block(24, 7))
    assert is_open(START, block(24, 20), friends, REACH)
    assert not is_open(START, block(24, 2), friends, REACH, (ticks(48), ticks(13)))


def test_a_block_may_slide_sideways_before_going_ahead_but_not_through_a_friend() -> None:
    assert is_open(START, block(29, 20), (), REACH)
    beside = (block(29.2, 10, 0, 5, 3), block(24, 14, 0, 7, 1), block(18.8, 10))
    assert not is_open(START, block(29, 20), beside, REACH, (ticks(32), ticks(22)))


def test_a_block_may_go_ahead_past_a_friend_before_sliding_sideways_in_a_lane() -> None:
    """The lane is too narrow to turn in, and the friend blocks the path straight to the side."""
    start, end = block(24, 10, 0, 3, 1), block(18, 11.3, 0, 3, 1)
    friend, enemies = block(20.5, 10, 0, 3, 1), block(18, 12.5, 0, 6, 1)
    others = friend, enemies, block(20.5, 9, 0, 12, 1)
    assert poses_between(start, end, others, REACH) is not None
    assert poses_between(start, end, (*others, block(24, 11.3, 0, 3, 1)), REACH) is None


def test_a_block_without_room_to_turn_goes_ahead_then_sideways_and_then_ahead_again() -> None:
    """Two lines, each with one gap, stand four inches apart. A block of three ranks slides between them, further
    sideways than ahead.
    """
    lines = (block(12, 15, 0, 18.9, 1), block(36.1, 15, 0, 18, 1), block(17, 20, 0, 18.9, 1), block(40.1, 20, 0, 16, 1))
    end = block(29.3, 24)
    way = way_between(START, end, lines, ticks(19))
    assert way is not None
    assert way_length(way) <= ticks(19)
    assert way_between(START, end, lines, ticks(16)) is None
    assert way_between(START, end, (*lines, block(26, 17.3, 0, 0.2, 2)), ticks(19)) is None


def test_a_block_between_friends_does_not_turn_before_it_has_passed_them() -> None:
    """An obstacle ahead blocks the straight path to the place where the block turns."""
    things = block(19, 10), block(29, 10), block(27, 15.5, 0, 1, 1)
    poses = poses_between(START, block(31, 22, 90), things, ticks(18))
    assert poses is not None
    assert not any(overlaps(pose.body, thing) for pose in poses for thing in things)


def test_a_block_does_not_slide_over_the_edge_of_the_table() -> None:
    line, end, table = block(23.9, 14, 0, 38, 1), block(24, 18), (ticks(48), ticks(48))
    assert poses_between(START, end, (line,), ticks(60), (ticks(47.8), ticks(48))) is None
    assert poses_between(START, end, (line,), ticks(60), table) is not None


@given(st.integers(0, 3), st.lists(st.tuples(st.integers(17, 31), st.integers(7, 13)), max_size=6))
def test_no_path_of_a_block_passes_through_a_model(turn: int, posts: list[tuple[float, float]]) -> None:
    things = [block(px, py, 0, 1, 1) for px, py in posts]
    end = block(24, 20, turn * 30)
    assume(not any(overlaps(one, thing) for one in (START, end) for thing in things))
    poses = poses_between(START, end, things, ticks(20))
    assert not any(overlaps(pose.body, thing) for pose in poses or () for thing in things)


def test_a_block_that_turns_must_be_clear_of_models_along_its_whole_arc() -> None:
    post = block(24 + 2.7, 10 + 0.2, 0, 0.2, 0.2)
    assert not overlaps(block(24, 10, 90), post)
    assert not turns_freely(pose_of(START), (START.x, START.y), 18000, (post,))
    assert turns_freely(pose_of(START), (START.x, START.y), 18000, (block(30, 20),))


spots = st.integers(600, 4200).map(lambda one: one / 100)


@given(spots, spots, st.integers(0, 35), st.lists(st.tuples(spots, spots), max_size=6))
def test_a_block_has_a_path_if_and_only_if_it_has_one_on_the_mirrored_table(
    x: float, y: float, turn: int, posts: list[tuple[float, float]]
) -> None:
    things = [block(px, py, 0, 1, 1) for px, py in posts]
    end = block(x, y, turn * 10)
    assume(not any(overlaps(one, thing) for one in (START, end) for thing in things))
    mirror = [block(48 - px, py, 0, 1, 1) for px, py in posts]
    table = (48 * INCH, 48 * INCH)
    facing = (-turn * 10) % (TURN // 100)
    assert is_open(START, end, things, REACH, table) == is_open(START, block(48 - x, y, facing), mirror, REACH, table)


def test_each_model_of_a_block_that_turns_about_moves_half_a_circle_round_the_middle_of_the_block() -> None:
    """The test follows a model that stands two inches to the right of the middle."""
    poses = poses_between(START, block(24, 10, 180), (), REACH)
    assert poses is not None
    right = ticks(26), ticks(10)
    way = carried(poses, right)
    assert way[0] == right
    assert abs(way[-1][0] - ticks(22)) <= 1
    assert abs(way[-1][1] - ticks(10)) <= 1
    assert all(abs(way_length(((ticks(24), ticks(10)), point)) - ticks(2)) <= 1 for point in way)


def test_a_block_at_the_table_edge_wheels_if_a_turn_about_its_middle_would_take_it_off_the_table() -> None:
    """Half of the block's front would swing off the table, so the block wheels on its right corner instead."""
    table = ticks(48), ticks(48)
    start, end = block(20, 0.5, 0, 10, 1), block(29.5, 8, 90, 10, 1)
    poses = poses_between(start, end, (), REACH, table)
    assert poses is not None
    assert min(y for pose in poses for _, y in pose.body.core) >= -CONTACT
    off = poses_between(start, end, (), REACH)
    assert off is not None
    assert min(y for pose in off for _, y in pose.body.core) < -ticks(4)
