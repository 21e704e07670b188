from heapq import heappop, heappush
from math import dist, pi
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import prepare
from shapely.geometry import LineString
from shapely.ops import unary_union

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.routes import shortest, to_nearest
from pilein.geometry.shapes import Base, Place, Shape, disc, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.crowds import SQUARE, buffered, chances, crowd

ANY = 1e30
RADIUS = INCH / 2


def points_apart(chance: Random, space: ConfigurationSpace, size: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    while len(found) < 2:
        point = chance.randrange(size), chance.randrange(size)
        if not space.holders(*point):
            found.append(point)
    return found


def by_brute_force(shapes: list[Shape], start: tuple[int, int], goal: tuple[int, int]) -> float | None:
    """Return the length of the shortest path along the corners of polygons around the grown shapes."""
    grown = unary_union([buffered(each, RADIUS - CONTACT / 2, 8) for each in shapes])
    solid = grown.buffer(-2)
    prepare(solid)
    parts = getattr(grown, "geoms", [grown])
    rings = [ring for part in parts for ring in (part.exterior, *part.interiors)]
    points = [start, goal, *[point for ring in rings for point in ring.coords[:-1]]]
    best, heap = {0: 0.0}, [(0.0, 0)]
    done: set[int] = set()
    while heap:
        length, here = heappop(heap)
        if here == 1:
            return length
        if here in done:
            continue
        done.add(here)
        for there, point in enumerate(points):
            further = length + dist(points[here], point)
            if there in done or further >= best.get(there, ANY):
                continue
            if not solid.intersects(LineString([points[here], point])):
                best[there] = further
                heappush(heap, (further, there))
    return None


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_a_route_is_as_long_as_the_shortest_path_of_a_visibility_graph(seed: int) -> None:
    chance = chances(seed)
    shapes = crowd(seed, 700000, chance.randrange(2, 7))
    space = ConfigurationSpace(shapes, radius=RADIUS)
    start, goal = points_apart(chance, space, 700000)
    route, brute = shortest(space, start, goal, ANY), by_brute_force(shapes, start, goal)
    assert (route is None) == (brute is None)
    if route is not None and brute is not None:
        assert brute <= route.length + 5
        assert route.length <= brute * 1.006 + 5


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_a_route_avoids_all_obstacles_and_is_as_long_as_the_route_back(seed: int) -> None:
    chance = chances(seed)
    shapes = crowd(seed, 900000, 14)
    space = ConfigurationSpace(shapes, radius=RADIUS)
    start, goal = points_apart(chance, space, 900000)
    route, back = shortest(space, start, goal, ANY), shortest(space, goal, start, ANY)
    assert (route is None) == (back is None)
    if route is not None and back is not None:
        assert route.length >= dist(start, goal) - 1e-6
        assert back.length == pytest.approx(route.length, abs=1e-4)
        assert route.points[0] == start
        assert route.points[-1] == goal
        way = LineString(route.points)
        depth = RADIUS * (1 - 0.9987) + CONTACT  # chords of the arcs in the picture
        for each in shapes:
            assert not buffered(each, RADIUS - depth, 8).intersects(way)


def as_it_is(x: int, y: int) -> tuple[int, int]:
    return x, y


def mirrored(x: int, y: int) -> tuple[int, int]:
    return -x, y


def turned_about(x: int, y: int) -> tuple[int, int]:
    return y, -x


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_a_route_on_a_mirrored_or_rotated_table_has_the_same_length(seed: int) -> None:
    chance = chances(seed)
    bases = [Base("round", 125000, 125000), SQUARE]
    places = [(chance.randrange(700000), chance.randrange(700000)) for _ in range(10)]
    kinds = [chance.choice(bases) for _ in places]
    start, goal = (-100000, 350000), (800000, 350001)
    lengths = []
    for turn in (as_it_is, mirrored, turned_about):
        shapes = [shape(kind, Place(*turn(*place))) for kind, place in zip(kinds, places, strict=True)]
        route = shortest(ConfigurationSpace(shapes, radius=RADIUS), turn(*start), turn(*goal), ANY)
        lengths.append(-1.0 if route is None else route.length)
    assert lengths[1] == pytest.approx(lengths[0], abs=1e-4)
    assert lengths[2] == pytest.approx(lengths[0], abs=1e-4)


def test_the_shortest_route_round_a_disc_is_two_tangents_and_an_arc() -> None:
    """The centre of the disc is 2 inches from each end of the route, and the disc is grown to a radius of 1 inch. The
    tangents are therefore the square root of 3 long, and the arc spans 60 degrees.
    """
    space = ConfigurationSpace([disc(0, 0, INCH / 2 + CONTACT / 2)], radius=INCH / 2)
    route = shortest(space, (-2 * INCH, 0), (2 * INCH, 0), ANY)
    assert route is not None
    assert route.length == pytest.approx(INCH * (2 * 3**0.5 + pi / 3), abs=1e-3)


def test_a_route_passes_through_a_gap_as_wide_as_the_base_but_not_through_a_narrower_one() -> None:
    for short, is_passed in ((0, True), (CONTACT - 1, True), (CONTACT + 1, False)):
        low = rectangle(0, -INCH, INCH, INCH, 0)
        high = rectangle(0, INCH - short, INCH, INCH, 0)
        space = ConfigurationSpace([low, high], radius=INCH / 2)
        middle = -short / 2
        route = shortest(space, (-2 * INCH, middle), (2 * INCH, middle), 4 * INCH)
        assert (route is not None) == is_passed


def test_no_route_leads_out_of_a_closed_ring() -> None:
    walls = [
        rectangle(0, 3 * INCH, 7 * INCH, INCH, 0),
        rectangle(0, -3 * INCH, 7 * INCH, INCH, 0),
        rectangle(3 * INCH, 0, INCH, 7 * INCH, 0),
        rectangle(-3 * INCH, 0, INCH, 7 * INCH, 0),
    ]
    space = ConfigurationSpace((), radius=INCH / 2, impassable=walls)
    assert shortest(space, (0, 0), (9 * INCH, 0), ANY) is None
    assert shortest(space, (9 * INCH, 0), (0, 0), ANY) is None


def test_the_table_edge_blocks_a_route_round_an_obstacle() -> None:
    wall = [rectangle(5 * INCH, 2 * INCH, INCH, 3 * INCH, 0)]
    start, goal = (2 * INCH, 2 * INCH), (8 * INCH, 2 * INCH)
    space = ConfigurationSpace((), 10 * INCH, 4 * INCH, wall, INCH / 2)
    assert shortest(space, start, goal, ANY) is None
    deeper = ConfigurationSpace((), 10 * INCH, 5 * INCH, wall, INCH / 2)
    assert shortest(deeper, start, goal, ANY) is not None


def test_a_route_that_starts_inside_an_obstacle_may_leave_it_but_not_go_deeper() -> None:
    space = ConfigurationSpace([disc(0, 0, INCH / 2)], radius=INCH / 2)
    start = (0, INCH * 3 // 4)
    out = shortest(space, start, (0, 3 * INCH), ANY)
    assert out is not None
    assert out.length == pytest.approx(INCH * 9 / 4, abs=1)
    through = shortest(space, start, (0, -3 * INCH), ANY)
    assert through is not None
    assert through.length > 15 / 4 * INCH + 1000


def test_no_route_leads_to_a_goal_well_inside_an_obstacle() -> None:
    space = ConfigurationSpace([disc(0, 0, INCH / 2)], radius=INCH / 2)
    assert shortest(space, (3 * INCH, 0), (INCH // 2, 0), ANY) is None


def test_a_route_longer_than_its_limit_is_not_returned() -> None:
    space = ConfigurationSpace((), radius=INCH / 2)
    assert shortest(space, (0, 0), (INCH, 0), INCH) is not None
    assert shortest(space, (0, 0), (INCH, 0), INCH - 1) is None


def test_the_nearest_goal_is_the_one_with_the_shortest_route() -> None:
    space = ConfigurationSpace([rectangle(0, 2 * INCH, 9 * INCH, INCH, 0)], radius=INCH / 2)
    behind, beside = (0, 4 * INCH), (5 * INCH, 0)
    route = to_nearest(space, (0, 0), (behind, beside), ANY)
    assert route is not None
    assert route.points[-1] == beside
    assert to_nearest(space, (0, 0), (), ANY) is None


def test_no_route_leads_off_the_table_round_the_end_of_a_wall() -> None:
    wall = [rectangle(0, 5 * INCH, 60 * INCH, INCH, 0)]
    space = ConfigurationSpace((), 20 * INCH, 20 * INCH, wall, INCH / 2)
    assert shortest(space, (5 * INCH, 2 * INCH), (5 * INCH, 9 * INCH), ANY) is None
