import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.shapes import Place, arc
from pilein.geometry.ticks import turned
from tests.geometry.strategies import coordinates, mirrored, places, quarter_turn, sizes

HERE = Place(0, 0)
SWAPPED = {"left": "right", "right": "left"}


@pytest.mark.parametrize(
    ("point", "expected"),
    [
        ((0, 1000), ("front",)),
        ((0, -1000), ("rear",)),
        ((-1000, 0), ("left",)),
        ((1000, 0), ("right",)),
        ((590, 600), ("front",)),  # the corner is at (200, 100): the front widens from there at 45 degrees
        ((710, 600), ("right",)),
    ],
)
def test_a_point_belongs_to_the_arc_whose_boundary_lines_enclose_it(
    point: tuple[float, float], expected: tuple[str, ...]
) -> None:
    assert arc(HERE, 400, 200, point) == expected


def test_a_point_on_the_line_between_two_arcs_belongs_to_both() -> None:
    assert arc(HERE, 400, 200, (700, 600)) == ("front", "right")
    assert arc(HERE, 400, 200, (-701, -600)) == ("left", "rear")
    assert arc(HERE, 400, 200, (200, 100)) == ("front", "right")


def test_a_point_inside_a_rectangle_belongs_to_the_arc_of_its_nearest_side() -> None:
    assert arc(HERE, 400, 200, (0, 50)) == ("front",)
    assert arc(HERE, 400, 200, (0, 0)) == ("front", "rear")
    assert arc(HERE, 200, 200, (0, 0)) == ("front", "left", "right", "rear")


@given(places, sizes, sizes, coordinates, coordinates)
def test_arcs_are_turned_and_mirrored_with_the_table(place: Place, width: int, depth: int, x: int, y: int) -> None:
    arcs = arc(place, width, depth, (x, y))
    assert arc(quarter_turn(place), width, depth, (y, -x)) == arcs
    image = arc(mirrored(place), width, depth, (-x, y))
    assert sorted(image) == sorted(SWAPPED.get(name, name) for name in arcs)


@given(places, st.integers(1, 500_000), st.integers(-500_000, 500_000))
def test_a_point_ahead_of_the_front_edge_and_between_the_lines_of_the_front_arc_is_in_front(
    place: Place, ahead: int, right: int
) -> None:
    dx, dy = turned(right, 100_000 + ahead, place.facing)
    is_between_lines = abs(right) < 50_000 + ahead - 2
    if is_between_lines:
        assert arc(place, 100_000, 200_000, (place.x + dx, place.y + dy)) == ("front",)
