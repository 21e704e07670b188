"""The use of bounding circles never makes a nearby unit seem distant."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import within
from pilein.geometry.shapes import disc
from pilein.tabletop.distances import are_circles_near, circle_of, is_near_circle

BODIES = st.lists(
    st.builds(disc, st.integers(0, 9000), st.integers(0, 9000), st.integers(10, 900)), min_size=1, max_size=5
)
DISTANCES = st.integers(0, 3000)


@given(BODIES, BODIES, DISTANCES)
def test_two_circles_are_at_most_as_far_apart_as_the_nearest_two_bodies_that_they_enclose(ours, theirs, distance):
    near = [(one, other) for one in ours for other in theirs if within(one, other, distance)]
    circle = circle_of(ours)
    assert all(is_near_circle(other, circle, distance) for _, other in near)
    assert not near or are_circles_near(circle, circle_of(theirs), distance)


def test_enclosing_circles_that_are_far_apart_are_not_reported_as_near():
    circle, far = circle_of([disc(0, 0, 100), disc(200, 0, 100)]), disc(100_000, 0, 100)
    assert circle == (100, 0, 200)
    assert not is_near_circle(far, circle, 90_000)
    assert not are_circles_near(circle, circle_of([far]), 90_000)
