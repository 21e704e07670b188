from pilein.geometry.contact_locus import Arc, Line
from pilein.geometry.passages import from_circle, how_far, spelt_out

LINE = Line((0.0, 10.0), (20.0, 10.0), 0)
ARC = Arc((0.0, 0.0), 10.0, (1.0, 0.0), (0.0, 1.0))


def test_the_distance_to_several_goals_is_the_distance_to_the_nearest_of_them() -> None:
    assert how_far((LINE, (3.0, 0.0)), 0.0, 0.0) == 3.0
    assert how_far((LINE, ARC), 5.0, 20.0) == 10.0


def test_the_ends_of_a_goal_line_count_as_goals() -> None:
    assert spelt_out((LINE,)) == (LINE, (0.0, 10.0), (20.0, 10.0))


def test_a_route_leaves_a_circle_at_a_right_angle_to_a_goal_line() -> None:
    assert list(from_circle(LINE, (5.0, 0.0), 2.0)) == [((0.0, 1.0), (7.0, 10.0))]
    assert list(from_circle(LINE, (5.0, 0.0), -2.0)) == [((0.0, 1.0), (3.0, 10.0))]
    assert list(from_circle(LINE, (30.0, 0.0), 2.0)) == []


def test_a_route_from_a_circle_to_a_goal_arc_leads_straight_towards_or_away_from_the_centre_of_the_arc() -> None:
    assert list(from_circle(ARC, (2.0, 30.0), 2.0)) == [((0.0, -1.0), (0.0, 10.0))]
    assert list(from_circle(ARC, (-2.0, 4.0), 2.0)) == [((0.0, 1.0), (0.0, 10.0))]
    assert list(from_circle(ARC, (2.0, -30.0), 2.0)) == []
