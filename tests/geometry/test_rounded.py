from math import cos, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, Point

from pilein.geometry.rounded import _cuts, clearance, covered, direction, span
from pilein.geometry.shapes import Place, shape
from tests.geometry.crowds import BASES, buffered, chances


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_the_part_of_a_line_inside_a_rounded_outline_agrees_with_shapely(seed: int) -> None:
    chance = chances(seed)
    outline = shape(chance.choice(BASES), Place(0, 0, chance.randrange(36000)))
    by = chance.choice((0.0, 63500.0))
    start = chance.uniform(-4e5, 4e5), chance.uniform(-4e5, 4e5)
    angle = chance.uniform(0, 6.28)
    way = cos(angle), sin(angle)
    ends = [(start[0] + far * way[0], start[1] + far * way[1]) for far in (-1e6, 1e6)]
    cut = buffered(outline, by, steps=200).intersection(LineString(ends))
    found = span(outline.core, outline.radius + by, start, way)
    if cut.length > 3000:
        assert found is not None
        assert found[1] - found[0] == pytest.approx(cut.length, abs=50)
    if found is None:
        assert cut.length < 3000


def test_a_line_along_an_edge_of_a_square_only_grazes_the_square() -> None:
    square = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
    assert span(square, 0.0, (-5.0, 0.0), (1.0, 0.0)) is None
    assert span(square, 0.0, (-5.0, 10.0), (1.0, 0.0)) is None
    assert span(square, 2.0, (-5.0, 12.0), (1.0, 0.0)) is None
    assert span(square, 0.0, (-5.0, 5.0), (1.0, 0.0)) == (5.0, 15.0)


def test_the_clearance_of_a_point_beyond_the_end_of_a_segment_is_its_distance_from_that_end() -> None:
    assert clearance(((0.0, 0.0), (10.0, 0.0)), 15.0, 0.0) == 5.0


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_the_covered_parts_of_a_circle_are_those_inside_a_rounded_outline(seed: int) -> None:
    chance = chances(seed)
    outline = shape(chance.choice(BASES), Place(0, 0, chance.randrange(36000)))
    radius = outline.radius + 63500
    centre = chance.uniform(-3e5, 3e5), chance.uniform(-3e5, 3e5)
    circle = chance.uniform(1e4, 3e5)
    parts = covered(outline.core, radius, centre, circle)
    for _ in range(20):
        order = chance.uniform(0, 4)
        x, y = direction(order)
        inside = clearance(outline.core, centre[0] + circle * x, centre[1] + circle * y) < radius
        assert inside == any(low <= order <= high for low, high in parts)


@given(st.floats(-4e5, 4e5), st.floats(-4e5, 4e5))
def test_the_clearance_of_a_point_from_an_outline_agrees_with_shapely(x: float, y: float) -> None:
    outline = shape(BASES[2], Place(0, 0, 1234))
    expected = buffered(outline, 0.0).distance(Point(x, y))
    assert clearance(outline.core, x, y) == pytest.approx(expected, abs=1e-6)


def test_a_circle_is_cut_only_at_the_few_points_where_it_crosses_the_outline() -> None:
    """Most rounded corners lie inside the edges of their neighbours and cut nothing, so few points have to be tried."""
    oval = shape(BASES[3], Place(0, 0, 0))
    assert len(oval.core) > 16, "a base with many corners"
    cuts = _cuts(oval.core, oval.radius + 63500.0, (2e5, 0.0), 1.5e5)
    parts = covered(oval.core, oval.radius + 63500.0, (2e5, 0.0), 1.5e5)
    assert len(cuts) <= 4
    assert {end for part in parts for end in part} <= {*cuts, 0.0, 4.0}
