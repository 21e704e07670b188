from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import union_all
from shapely.geometry import Point as Dot
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.search import Search
from pilein.geometry.shapes import disc, rectangle
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.crowds import buffered, chances, crowd

RADIUS = INCH / 2
SIZE = 900000
LONG = 1e30


def crowded(seed: int) -> tuple[ConfigurationSpace, list[tuple[float, float]]]:
    """Return a crowded table, and points on it that lie outside all obstacles."""
    chance = chances(seed)
    space = ConfigurationSpace(crowd(seed, SIZE, 40), SIZE, SIZE, radius=RADIUS)
    points = [(float(chance.randrange(SIZE)), float(chance.randrange(SIZE))) for _ in range(60)]
    return space, [point for point in points if space.holds(*point) and not space.holders(*point)]


def open_ground(space: ConfigurationSpace, by: float) -> list[BaseGeometry]:
    solid = union_all([buffered(each, RADIUS - CONTACT / 2 + by, 64) for each in space.shapes])
    ground = box(*space.low, *space.high).difference(solid)
    return list(getattr(ground, "geoms", [ground]))


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_two_points_are_separated_if_and_only_if_the_open_ground_between_them_is_divided(seed: int) -> None:
    space, points = crowded(seed)
    narrow, wide = open_ground(space, 5.0), open_ground(space, -5.0)
    for one in points[1:]:
        is_apart = not any(part.contains(Dot(points[0])) and part.contains(Dot(one)) for part in narrow)
        is_surely_apart = not any(part.intersects(Dot(points[0])) and part.intersects(Dot(one)) for part in wide)
        if is_apart == is_surely_apart:
            assert space.separates(points[0], one) == is_apart


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_the_route_search_never_connects_separated_regions(seed: int) -> None:
    space, points = crowded(seed)
    for one in points[1:12]:
        if space.separates(points[0], one):
            assert Search(space, points[0], (one,), LONG).run() is None


def test_a_ring_of_bases_encloses_the_area_inside() -> None:
    ring = [disc(6 * INCH + x * INCH, 6 * INCH + y * INCH, INCH / 2) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    inside, outside = (6.0 * INCH, 6.0 * INCH), (3.0 * INCH, 6.0 * INCH)
    assert ConfigurationSpace(ring, radius=RADIUS / 4).separates(inside, outside)
    assert not ConfigurationSpace(ring[1:], radius=RADIUS / 4).separates(inside, outside)


def test_bases_and_the_table_edge_together_enclose_a_corner() -> None:
    wall = [rectangle(2 * INCH, INCH * y, INCH, INCH, 0) for y in (0.5, 1.5)]
    wall += [rectangle(INCH * x, 2 * INCH, INCH, INCH, 0) for x in (0.5, 1.5)]
    corner, away = (0.6 * INCH, 0.6 * INCH), (5.0 * INCH, 5.0 * INCH)
    assert ConfigurationSpace(wall, 10 * INCH, 10 * INCH, radius=RADIUS).separates(corner, away)
    assert not ConfigurationSpace(wall, radius=RADIUS).separates(corner, away)


def test_an_obstacle_encloses_nothing_if_it_was_shrunk_because_the_start_lies_inside_it() -> None:
    space = ConfigurationSpace([disc(0, 0, INCH)], radius=RADIUS)
    assert not space.eased(((0.0, INCH),)).separates((0.0, INCH), (9.0 * INCH, 0.0))
