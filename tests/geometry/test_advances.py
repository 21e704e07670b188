from math import dist

from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.advances import toward
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import Base, Place, disc, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.crowds import BASES, SQUARE, chances, crowd

START = Place(0, 0)
ROUND = Base("round", INCH, INCH)


def test_an_advance_on_open_ground_covers_its_whole_length() -> None:
    advance = toward(SQUARE, START, (0, 20 * INCH), 6 * INCH, ConfigurationSpace((), radius=INCH / 2))
    assert advance is not None
    assert advance.place == Place(0, 6 * INCH, 0)
    assert advance.route.length == 6 * INCH


def test_an_advance_round_a_bend_counts_the_full_length_of_its_route() -> None:
    """The corners that represent the route lie on the bend, so the straight lines between them are shorter than the
    path itself.
    """
    posts = [disc(INCH / 3, 4 * INCH, 3 * INCH)]
    for inches in range(7, 13):
        space = ConfigurationSpace(posts, radius=INCH / 2)
        advance = toward(ROUND, START, (0, 15 * INCH), inches * INCH, space)
        assert advance is not None
        end = (advance.place.x, advance.place.y)
        assert shortest(space, (0, 0), end, inches * INCH + 4) is not None


def test_an_advance_stops_at_the_goal() -> None:
    advance = toward(SQUARE, START, (3 * INCH, 0), 6 * INCH, ConfigurationSpace((), radius=INCH / 2))
    assert advance is not None
    assert advance.place == Place(3 * INCH, 0, 9000)


def test_an_advance_towards_a_point_inside_an_obstacle_stops_at_the_obstacle() -> None:
    space = ConfigurationSpace([shape(SQUARE, Place(0, 5 * INCH))], radius=INCH / 2)
    advance = toward(SQUARE, START, (0, 5 * INCH), 20 * INCH, space)
    assert advance is not None
    assert advance.place == Place(0, 4 * INCH, 0)


def test_an_advance_ends_on_the_table() -> None:
    space = ConfigurationSpace((), 20 * INCH, 20 * INCH, (), INCH / 2)
    advance = toward(SQUARE, Place(10 * INCH, INCH), (10 * INCH, -9 * INCH), 6 * INCH, space)
    assert advance is not None
    assert advance.place == Place(10 * INCH, INCH // 2, 18000)


def test_an_advance_finds_no_route_through_a_wall() -> None:
    wall = rectangle(0, 5 * INCH, 20 * INCH, INCH, 0)
    space = ConfigurationSpace(
        (), 20 * INCH, 20 * INCH, [wall, rectangle(9 * INCH, 5 * INCH, 22 * INCH, INCH, 0)], INCH / 2
    )
    assert toward(SQUARE, Place(5 * INCH, 2 * INCH), (5 * INCH, 9 * INCH), INCH, space) is None


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_an_advance_stays_within_its_limit_and_overlaps_nothing(seed: int) -> None:
    chance = chances(seed)
    shapes, mover = crowd(seed, 700000, 9), chance.choice(BASES[:3])
    space = ConfigurationSpace(shapes, radius=mover.width / 2)
    start = Place(chance.randrange(700000), chance.randrange(700000))
    goal = chance.randrange(700000), chance.randrange(700000)
    advance = toward(mover, start, goal, 4 * INCH, space)
    if space.fits(shape(mover, start)) and advance is not None:
        assert space.fits(shape(mover, advance.place))
        assert advance.route.length <= 4 * INCH + CONTACT
        place = advance.place
        assert dist((start.x, start.y), (place.x, place.y)) <= advance.route.length + 1
