import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place, disc, rectangle, shape
from pilein.geometry.tolerance import CONTACT
from tests.geometry.strategies import bases, coordinates, core_of, facings

Corners = tuple[tuple[int, int], ...]

BAY = ((0, 0), (90_000, 0), (90_000, 90_000), (60_000, 90_000), (60_000, 30_000), (0, 30_000))  # an L
corners = st.tuples(st.integers(0, 12), st.integers(0, 12)).map(lambda at: (at[0] * 30_000, at[1] * 30_000))
rings = st.lists(corners, min_size=3, max_size=8).map(tuple)


@pytest.fixture(params=[BAY, BAY[::-1]], ids=["counter-clockwise", "clockwise"])
def bay(request: pytest.FixtureRequest) -> Polygon:
    ring: Corners = request.param
    return Polygon(ring)


def test_a_point_on_the_edge_of_a_polygon_counts_as_inside(bay: Polygon) -> None:
    assert bay.contains(0, 0)
    assert bay.contains(30_000, 30_000)
    assert bay.contains(60_000, 60_000)
    assert not bay.contains(59_999, 60_000)
    assert bay.contains(75_000, 15_000)
    assert not bay.contains(30_000, 60_000)


def test_a_base_touching_the_edge_of_a_polygon_is_outside(bay: Polygon) -> None:
    assert not bay.overlaps_shape(rectangle(30_000, 45_000, 60_000, 30_000, 0))
    assert not bay.overlaps_shape(rectangle(30_000, 45_000 - CONTACT, 60_000, 30_000, 0))
    assert bay.overlaps_shape(rectangle(30_000, 45_000 - CONTACT - 1, 60_000, 30_000, 0))
    assert not bay.overlaps_shape(disc(-10_000, 10_000, 10_000 + CONTACT))
    assert bay.overlaps_shape(disc(-10_000, 10_000, 10_001 + CONTACT))


def test_a_base_within_a_polygon_overlaps_it(bay: Polygon) -> None:
    assert bay.overlaps_shape(disc(15_000, 15_000, 1_000))


def test_a_disc_moving_along_a_route_sweeps_the_ground_on_every_leg_of_the_route(bay: Polygon) -> None:
    across = ((10_000, 80_000), (140_000, 80_000))
    around = ((10_000, 80_000), (10_000, 110_000), (140_000, 110_000))
    assert bay.swept(20_000, across)
    assert not bay.swept(20_000, around)
    assert not bay.swept(20_000 + CONTACT, around)
    assert bay.swept(20_001 + CONTACT, around)


def test_a_route_along_the_edge_of_a_polygon_stays_outside(bay: Polygon) -> None:
    assert not bay.swept(10_000, ((-10_000, -10_000), (120_000, -10_000)))


def test_a_route_of_a_single_point_sweeps_only_the_disc_itself(bay: Polygon) -> None:
    assert bay.swept(1_000, ((10_000, 10_000),))
    assert not bay.swept(1_000, ((10_000, 50_000),))


@pytest.mark.parametrize(
    ("ring", "reason"),
    [
        (((0, 0), (5, 0)), "at least three corners, but this one has 2"),
        (((0, 0), (5, 0), (5, 5), (0, 0)), "corners 1 and 4 of the polygon are the same point"),
        (((0, 0), (5, 0), (9, 0)), "no area"),
        (((0, 0), (5, 0), (3, 0), (3, 3)), "doubles back on itself at corner 2"),
        (((0, 0), (5, 5), (5, 0), (0, 5)), "sides that start at corners 1 and 3 meet"),
        (((0, 0), (6, 0), (6, 6), (3, 0), (0, 6)), "sides that start at corners 1 and 3 meet"),
    ],
)
def test_the_error_for_an_invalid_polygon_names_its_fault(ring: Corners, reason: str) -> None:
    assert reason in (Polygon(ring).why_not() or "")


@given(rings)
def test_a_polygon_is_accepted_if_and_only_if_shapely_considers_it_valid(ring: Corners) -> None:
    is_good = len(set(ring)) == len(ring) and shapely.Polygon(ring).is_valid
    assert (Polygon(ring).why_not() is None) == is_good


@given(rings)
def test_the_convex_parts_of_a_polygon_cover_it_exactly(ring: Corners) -> None:
    ground = Polygon(ring)
    if ground.why_not() is None:
        parts = [core_of(part) for part in ground.convex_parts()]
        assert all(part.convex_hull.area == pytest.approx(part.area) for part in parts)
        assert sum(part.area for part in parts) == pytest.approx(shapely.Polygon(ring).area)
        assert shapely.union_all(parts).symmetric_difference(shapely.Polygon(ring)).area < 1


@given(rings, corners)
def test_the_set_of_points_contained_in_a_polygon_agrees_with_shapely(ring: Corners, point: tuple[int, int]) -> None:
    if Polygon(ring).why_not() is None:
        assert Polygon(ring).contains(*point) == shapely.Polygon(ring).intersects(shapely.Point(point))


@given(rings, bases, coordinates, coordinates, facings)
def test_overlaps_of_a_base_with_a_polygon_agree_with_shapely_except_near_the_edge(
    ring: Corners, base: Base, x: int, y: int, facing: int
) -> None:
    ground, thing = Polygon(ring), shape(base, Place(x, y, facing))
    if ground.why_not() is None:
        oracle = shapely.Polygon(ring)
        if core_of(thing).distance(oracle) > thing.radius:
            assert not ground.overlaps_shape(thing)
        if core_of(thing).distance(oracle.buffer(-2 * CONTACT)) < thing.radius - 2 * CONTACT:
            assert ground.overlaps_shape(thing)


@given(rings, st.integers(CONTACT, 60_000), corners, corners)
def test_the_ground_swept_by_a_moving_disc_agrees_with_shapely(
    ring: Corners, radius: int, start: tuple[int, int], end: tuple[int, int]
) -> None:
    if Polygon(ring).why_not() is None:
        way = shapely.LineString([start, end]).distance(shapely.Polygon(ring))
        if abs(way - (radius - CONTACT)) > 1:
            assert Polygon(ring).swept(radius, (start, end)) == (way < radius - CONTACT)
