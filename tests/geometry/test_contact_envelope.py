from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.block_sweep import BlockSweep
from pilein.geometry.blocks import Block
from pilein.geometry.contact_envelope import Curve, Line, crossings, nearest, stop_line
from pilein.geometry.first_contact import finer, stop, tried
from pilein.geometry.frontal_obstacles import height, obstacles_to
from pilein.geometry.shapes import Base, Place, rectangle, shape
from pilein.geometry.ticks import INCH
from tests.geometry.strategies import facings

FAR = 20.0 * INCH
BASES = st.sampled_from((Base("round", INCH, INCH), Base("rectangle", INCH, INCH), Base("oval", INCH, 2 * INCH)))
SPOTS = st.builds(Place, x=st.integers(-5 * INCH, 5 * INCH), y=st.integers(2 * INCH, 7 * INCH), facing=facings)


def marching(files):
    return BlockSweep(Block(0, 0, 0, files, INCH, INCH, tuple(range(files))), 0)


def seen(march, *shapes):
    return obstacles_to(march, dict(enumerate(shapes)))


def inches(points):
    return sorted((round(x / INCH, 3), round(y / INCH, 3)) for x, y in points)


def test_two_stop_lines_cross_only_within_the_length_of_both():
    rising, falling = Line(0, 0, 10, 10), Line(2, 8, 12, -2)
    assert list(crossings([[rising], [falling]], [])) == [(5, 5)]
    assert list(crossings([[rising], [Line(6, 4, 12, -2)]], [])) == []
    assert list(crossings([[rising], [Line(2, 3, 12, 13)]], [])) == []


def test_crossings_are_not_sought_within_one_stop_line_or_between_two_forbidden_stop_lines():
    rising, falling = Line(0, 0, 10, 10), Line(2, 8, 12, -2)
    assert list(crossings([[rising, falling]], [])) == []
    assert list(crossings([], [[rising], [falling]])) == []
    assert list(crossings([[rising]], [[falling]])) == [(5, 5)]


def curve(left, right, x, y, radius):
    return Curve(left * INCH, right * INCH, x * INCH, y * INCH, radius * INCH)


def line(left, start, right, end):
    return Line(left * INCH, start * INCH, right * INCH, end * INCH)


def test_a_stop_line_crosses_the_near_half_of_a_circle():
    """The circle has a radius of 5 inches about (0, 0). The line y = x / 3 - 5 / 3 meets it at (5, 0) and (-4, -3),
    both on the near half.
    """
    circle = curve(-5, 5, 0, 0, 5)
    assert inches(crossings([[circle]], [[line(-10, -5, 8, 1)]])) == [(-4, -3), (5, 0)]
    assert inches(crossings([[circle]], [[line(-10, 4, 10, 4)]])) == []


def test_two_circular_stop_lines_cross_on_their_near_halves():
    """The circles have a radius of 5 inches about (-3, 0) and (3, 0). They cross four inches in front of the line
    between the centres and four inches behind it, and only the nearer crossing counts.
    """
    assert inches(crossings([[curve(-8, 2, -3, 0, 5)], [curve(-2, 8, 3, 0, 5)]], [])) == [(0, -4)]
    assert inches(crossings([[curve(-8, -4, -7, 0, 1)], [curve(-2, 8, 3, 0, 5)]], [])) == []


@pytest.mark.parametrize(
    ("piece", "point", "found"),
    [
        (line(0, 0, 8, 4), (1, 8), [(4.0, 2.0)]),
        (line(0, 0, 8, 4), (-4, -2), []),
        (curve(-5, 5, 0, 0, 5), (6, -8), [(3.0, -4.0)]),
        (curve(-5, 0, 0, 0, 5), (6, -8), []),
        (curve(-5, 5, 0, 0, 5), (0, 1), []),
    ],
)
def test_the_point_of_a_stop_line_nearest_to_the_start_is_found(piece, point, found):
    place = nearest(piece, (point[0] * INCH, point[1] * INCH))
    assert inches([] if place is None else [place]) == found


def test_the_stop_line_of_a_disc_is_level_in_the_middle_and_curved_at_both_ends():
    (one,) = seen(marching(2), shape(Base("round", INCH, INCH), Place(0, 5 * INCH)))
    level, *quarters = stop_line(one, INCH, FAR)
    assert level == Line(-INCH, 4.5 * INCH, INCH, 4.5 * INCH)
    assert [(piece.left / INCH, piece.right / INCH) for piece in quarters] == [(-1.5, -1), (1, 1.5)]


@given(st.integers(1, 4), st.lists(st.tuples(BASES, SPOTS), min_size=2, max_size=5), st.integers(-600, 600))
def test_no_sideways_shift_of_a_front_touches_more_obstacles_than_the_best_shift_tried(files, bodies, aside):
    """The random stop may be anywhere, whereas the stops that are tried all bring the front into line with an
    obstacle.
    """
    march = marching(files)
    obstacles = seen(march, *(shape(base, place) for base, place in bodies))
    place = stop(march, obstacles, aside * INCH / 100)
    if place is None or hypot(place.across, place.ahead) > FAR:
        return
    lined_up = {*tried(march, obstacles), *finer(march, obstacles, FAR)}
    stops = (stop(march, obstacles, across) for across in lined_up)
    assert len(place.touched) <= max((len(one.touched) for one in stops if one is not None), default=0)


@given(st.integers(1, 4), BASES, SPOTS, BASES, SPOTS)
def test_a_front_is_stopped_by_both_obstacles_where_their_stop_lines_cross(files, base, place, other_base, other_place):
    march = marching(files)
    obstacles = seen(march, shape(base, place), shape(other_base, other_place))
    lines = [stop_line(one, march.half, FAR) for one in obstacles]
    for across, ahead in crossings(lines, []):
        ends = across - march.half - 2, across + march.half + 2
        assert all(height(one, *ends) <= ahead + 2 for one in obstacles)


def test_nearly_upright_stop_lines_cross_only_within_the_length_of_both():
    """Two squares are turned by a hundredth of a degree. If a side of the further square were assumed to be slightly
    longer than it is, its stop line would begin too near.
    """
    march = marching(1)
    obstacles = seen(march, *(rectangle(-101, y, INCH, INCH, 1) for y in (2 * INCH, 2 * INCH + 4056)))
    lines = [stop_line(one, march.half, FAR) for one in obstacles]
    assert [ahead for _, ahead in crossings(lines, []) if ahead < obstacles[1].near - 2] == []


def test_a_square_beyond_the_limit_has_no_stop_line():
    (one,) = seen(marching(2), rectangle(9 * INCH, 5 * INCH, INCH, INCH, 0))
    assert stop_line(one, INCH, 7 * INCH) == []
