import pytest

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.shapes import Base, Place, disc
from pilein.geometry.ticks import CONTACT, INCH
from pilein.placement.along import last_on, straight_at
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, Rule, no_words

ROUND = Base("round", INCH, INCH)
AHEAD = disc(0, 6 * INCH, INCH / 2)


def move_past(*bodies, measure: Measure | None = None, base: Base = ROUND) -> Move:
    rule = Rule([Body(number + 1, body) for number, body in enumerate(bodies)], no_words)
    space = ConfigurationSpace(bodies, radius=base.width / 2)
    return Move(0, base, Place(0, 0), space, [rule], 8 * INCH, measure)


def test_a_model_moving_along_a_path_stops_where_the_next_base_begins() -> None:
    way = straight_at(move_past(AHEAD), (0.0, 6.0 * INCH), 8.0 * INCH)
    assert way is not None
    assert way.place.y == pytest.approx(5 * INCH, abs=2)


def test_a_model_moving_along_a_path_ends_on_the_last_leg_that_has_room() -> None:
    path = [(0.0, 0.0), (3.0 * INCH, 0.0), (3.0 * INCH, 6.0 * INCH)]
    way = last_on(move_past(), path, 5.0 * INCH)
    assert way is not None
    assert (way.place.x, way.place.y) == (3 * INCH, 2 * INCH)
    assert way.route.length == pytest.approx(5 * INCH)
    held = last_on(move_past(disc(3 * INCH, 2 * INCH, 2.4 * INCH)), path, 5.0 * INCH)
    assert held is not None
    assert abs(held.place.y) <= CONTACT // 2  # pushed out of what paths may pass closer
    assert held.place.x < INCH


def test_a_model_moving_along_a_path_goes_as_far_as_the_measured_length_allows() -> None:
    half = Measure(lambda route: 2 * route.length, 4 * INCH, "X-01")
    way = last_on(move_past(measure=half), [(0.0, 0.0), (0.0, 7.0 * INCH)], 7.0 * INCH)
    assert way is not None
    assert way.route.length == pytest.approx(2 * INCH, abs=2 * CONTACT)


def test_a_long_base_turns_along_its_path_if_that_takes_it_further() -> None:
    long = Base("rectangle", INCH, 3 * INCH)
    walls = disc(3 * INCH, 1.2 * INCH, INCH / 2), disc(3 * INCH, -1.2 * INCH, INCH / 2)
    way = last_on(move_past(*walls, base=long), [(0.0, 0.0), (3.0 * INCH, 0.0)], 3.0 * INCH)
    assert way is not None
    assert way.place.facing == 9000
    assert way.place.x == 3 * INCH
