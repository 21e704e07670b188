"""Enclosures exclude the stretches to which no path within range leads."""

from hypothesis import assume, event, given
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line
from pilein.geometry.enclosures import LEEWAY, Enclosure
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import disc, rectangle
from pilein.geometry.ticks import INCH

HALF = INCH // 2
SIZE = 12 * INCH
SPOTS = st.lists(
    st.tuples(st.integers(1, 44), st.integers(1, 44), st.booleans(), st.sampled_from((0, 0, 3000))),
    min_size=3,
    max_size=24,
)


def body(x, y, is_round, facing):
    """Return a body one inch wide at (x, y), with both coordinates in quarters of an inch."""
    x, y = x * INCH / 4, y * INCH / 4
    return disc(x, y, HALF) if is_round else rectangle(x, y, INCH, INCH, facing)


def spot(x, y):
    """Return a stretch that consists of a single point."""
    return Line((x, y), (x, y), 0)


@given(SPOTS, st.tuples(*[st.integers(1, 11)] * 4), st.integers(1, 8))
def test_no_path_leads_into_an_enclosure(spots, ends, inches):
    space = ConfigurationSpace([body(*one) for one in spots], SIZE, SIZE, radius=HALF)
    here, there = (float(ends[0] * INCH), float(ends[1] * INCH)), (float(ends[2] * INCH), float(ends[3] * INCH))
    limit = inches * INCH
    assume(not space.holders(*here) and not space.holders(*there))
    is_shut = not Enclosure(space, here, [spot(*there)], limit + LEEWAY).open_of([spot(*there)])
    event(f"shut off: {is_shut}")
    assert not is_shut or shortest(space, here, there, limit) is None


def test_a_ring_of_bodies_encloses_the_area_inside():
    ring = [(x, y) for x in range(5) for y in range(5) if x in {0, 4} or y in {0, 4}]
    for is_round in (True, False):
        bodies = [body(8 + 6 * x, 8 + 6 * y, is_round, 0) for x, y in ring]
        space = ConfigurationSpace(bodies, SIZE, SIZE, radius=HALF)
        inside, outside = (5.0 * INCH, 5.0 * INCH), (1.0 * INCH, 6.0 * INCH)
        stretches = [spot(*inside), spot(1.0 * INCH, 4.0 * INCH)]
        assert Enclosure(space, outside, stretches, 100 * INCH).open_of(stretches) == (stretches[1],)


def test_a_line_of_bases_encloses_the_area_behind_it_if_no_path_within_range_goes_round_it():
    space = ConfigurationSpace([body(4 + 6 * file, 24, True, 0) for file in range(7)], SIZE, SIZE, radius=HALF)
    goal = [spot(6.0 * INCH, 7.5 * INCH)]
    assert Enclosure(space, (6.0 * INCH, 4.5 * INCH), goal, 6 * INCH).open_of(goal) == ()
    space = ConfigurationSpace([body(24 + 6 * file, 24, True, 0) for file in range(3)], SIZE, SIZE, radius=HALF)
    assert Enclosure(space, (6.0 * INCH, 4.5 * INCH), goal, 6 * INCH).open_of(goal) == tuple(goal)
