import pytest
from hypothesis import given
from shapely.geometry import Point, Polygon

from pilein.geometry.gaps import separation
from pilein.geometry.shapes import Base, Place, Shape, capsule, corridor, disc, grown, oval, rectangle, shape, shrunk
from pilein.geometry.ticks import heading
from tests.geometry.strategies import bases, core_of, mirrored, places, quarter_turn


def test_the_shape_of_a_round_base_is_a_point_with_a_radius() -> None:
    round_base = shape(Base("round", 125000, 125000), Place(10, 20, 300))
    assert (round_base.core, round_base.radius) == (((10, 20),), 62500)


def test_the_width_of_a_rectangle_lies_across_its_facing() -> None:
    cavalry = Base("rectangle", 20, 40)
    assert set(shape(cavalry, Place(0, 0, 0)).core) == {(-10, -20), (10, -20), (10, 20), (-10, 20)}
    assert set(shape(cavalry, Place(0, 0, 9000)).core) == {(-20, -10), (20, -10), (20, 10), (-20, 10)}


def test_the_repr_of_a_shape_shows_its_core_and_its_radius() -> None:
    assert repr(disc(1.0, 2.0, 3.0)) == "Shape(core=((1.0, 2.0),), radius=3.0)"


@given(bases, places)
def test_the_core_of_every_shape_is_convex_and_runs_counter_clockwise(base: Base, place: Place) -> None:
    core = shape(base, place).core
    if len(core) > 1:
        polygon = Polygon(core)
        assert polygon.exterior.is_ccw
        assert polygon.convex_hull.area == pytest.approx(polygon.area, rel=1e-9)


@given(bases, places)
def test_the_reach_of_a_shape_is_at_least_the_distance_to_its_furthest_point(base: Base, place: Place) -> None:
    thing = shape(base, place)
    furthest = max(Point(corner).distance(Point(thing.x, thing.y)) for corner in thing.core)
    assert furthest + thing.radius <= thing.reach + 1e-6


@given(bases, places)
def test_quarter_turns_and_mirror_images_of_a_shape_are_exact(base: Base, place: Place) -> None:
    core = shape(base, place).core
    assert set(shape(base, quarter_turn(place)).core) == {(y, -x) for x, y in core}
    assert set(shape(base, mirrored(place)).core) == {(-x, y) for x, y in core}


@pytest.mark.parametrize(("width", "depth"), [(60, 35), (35, 60), (75, 42), (90, 52), (105, 70), (120, 92)])
def test_the_outline_of_an_oval_base_is_accurate_to_a_hundred_ticks(width: int, depth: int) -> None:
    outline = oval(0, 0, width * 5000, depth * 5000, 0)
    for angle in range(0, 36000, 50):
        sine, cosine = heading(angle)
        edge = disc(width * 2500 * sine, depth * 2500 * cosine, 0)
        assert abs(separation(outline, edge)) < 100


def test_a_grown_shape_is_nearer_to_others_by_the_amount_of_growth() -> None:
    a, b = rectangle(0, 0, 100, 100, 1200), disc(500, 300, 20)
    assert separation(grown(a, 30), b) == pytest.approx(separation(a, b) - 30)


def test_shrinking_a_shape_reduces_its_radius_first_and_then_its_sides() -> None:
    assert shrunk(disc(0, 0, 50), 20).radius == 30
    assert shrunk(disc(0, 0, 50), 80).radius == 0
    assert set(shrunk(rectangle(0, 0, 100, 60, 9000), 10).core) == set(rectangle(0, 0, 80, 40, 9000).core)


def test_a_capsule_is_the_area_swept_by_a_moving_disc() -> None:
    band = capsule((0, 0), (100, 0), 10)
    assert separation(band, disc(50, 40, 5)) == 25
    assert separation(band, disc(130, 40, 10)) == 30
    assert separation(band, disc(130, 0, 10)) == 10
    assert capsule((7, 7), (7, 7), 10).is_disc


def test_the_corridor_of_a_shape_is_the_area_that_it_sweeps_while_sliding() -> None:
    def area(thing: Shape) -> float:
        return float(core_of(thing).area)

    assert area(corridor(rectangle(0, 0, 100, 60, 0), 0, 500)) == 100 * 560
    assert area(corridor(rectangle(0, 0, 100, 60, 0), 10, 500)) == 100 * 560 + 10 * 60
    assert corridor(disc(0, 0, 10), 0, 50).radius == 10
    assert corridor(disc(0, 0, 10), 0, 0).is_disc
