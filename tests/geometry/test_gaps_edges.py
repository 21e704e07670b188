from pilein.geometry.gaps import beyond, margin, separation, sides
from pilein.geometry.shapes import disc

TABLE = (1000.0, 2000.0)


def test_the_margin_of_a_shape_is_its_distance_to_the_nearest_table_edge() -> None:
    assert margin(TABLE, disc(300, 1000, 100)) == 200
    assert margin(TABLE, disc(300, 1950, 100)) == -50
    assert margin(None, disc(-300, 0, 100)) > 1e9


def test_the_ground_beyond_a_table_edge_is_treated_as_a_shape_only_for_points_near_that_edge() -> None:
    (left,) = beyond(TABLE, (50.0, 1000.0), 100.0)
    assert separation(left, disc(100, 1000, 0)) == 100
    assert beyond(TABLE, (500.0, 1000.0), 100.0) == []


def test_a_table_without_edges_has_no_sides() -> None:
    assert sides(None) == ()
    assert len(sides(TABLE)) == 4
