import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.shapes import Place, disc, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.crowds import SQUARE


def test_a_base_fits_into_a_space_if_it_touches_a_shape_but_not_if_it_overlaps_one() -> None:
    space = ConfigurationSpace([shape(SQUARE, Place(0, 0))], radius=INCH / 2)
    assert space.fits(shape(SQUARE, Place(INCH, 0)))
    assert not space.fits(shape(SQUARE, Place(INCH - 1, 0)))


def test_a_base_fits_into_a_space_only_if_it_is_entirely_on_the_table() -> None:
    space = ConfigurationSpace((), 10 * INCH, 10 * INCH, (), INCH / 2)
    assert space.fits(shape(SQUARE, Place(INCH // 2, INCH // 2)))
    assert not space.fits(shape(SQUARE, Place(INCH // 2 - 1, INCH // 2)))
    assert not space.fits(shape(SQUARE, Place(INCH // 2, INCH // 2, 4500)))


def test_the_room_round_a_shape_is_the_smallest_gap_or_the_deepest_overlap() -> None:
    space = ConfigurationSpace([disc(0, 0, 1000), disc(5000, 0, 1000)], radius=500)
    assert space.room(disc(0, 2100, 1000)) == 100
    assert space.room(disc(0, 1900, 1000)) == -100
    assert space.room(disc(0, 9000, 1000)) == CONTACT


def test_a_straight_path_ends_at_the_barrier_it_runs_into() -> None:
    wall = rectangle(0, 3 * INCH, INCH, INCH, 0)
    space = ConfigurationSpace([disc(3 * INCH, 3 * INCH, 500)], radius=INCH / 2, impassable=[wall])
    hit = space.hit((0, 0), (0, 9 * INCH))
    assert hit is not None
    assert hit.shape is wall
    assert space.hit((INCH, 0), (INCH, 9 * INCH)) is None
    assert space.hit((0, 0), (0, 2 * INCH)) is None


def test_barriers_that_contain_the_start_are_shrunk_until_the_start_lies_on_their_edge() -> None:
    space = ConfigurationSpace([disc(0, 0, 1000)], 9000, 9000, (), 1000)
    assert space.eased(((5000.0, 5000.0),)) is space
    eased = space.eased(((1500.0, 500.0),))
    assert not eased.holders(1500.0, 500.0)
    assert eased.holds(1500.0, 500.0)
    assert eased.holders(1200.0, 200.0)


@given(st.sets(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=2, max_size=12), st.data())
def test_removing_shapes_from_a_space_gives_the_same_space_as_building_it_without_them(spots, data) -> None:
    bodies = [disc(3000 * x, 3000 * y, 1000 + 100 * (x % 3)) for x, y in sorted(spots)]
    gone = data.draw(st.sets(st.sampled_from(bodies), min_size=1))
    left = [body for body in bodies if body not in gone]
    wall = rectangle(0, 90_000, INCH, INCH, 0)
    found = ConfigurationSpace(bodies, 10 * INCH, 10 * INCH, (wall,), 500).lacking(gone)
    afresh = ConfigurationSpace(left, 10 * INCH, 10 * INCH, (wall,), 500)
    assert (found.shapes, found.barriers, found.xs) == (afresh.shapes, afresh.barriers, afresh.xs)
    assert (found.widest, found.low, found.high) == (afresh.widest, afresh.low, afresh.high)


def test_removing_a_shape_that_is_not_in_the_space_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be removed"):
        ConfigurationSpace([disc(0, 0, 1000)]).lacking([disc(5, 0, 1000)])
