from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Arc, Line, contact_locus, ends, middle
from pilein.geometry.enclosures import DetourBounds, length_of
from pilein.geometry.free_intervals import free
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import Base, Shape, disc
from pilein.geometry.ticks import INCH
from tests.geometry.crowds import crowd

ANY = 1e30
HALF = INCH / 2
MODEL = Base("round", INCH, INCH)


def row(count: int, step: float, y: float = 0.0) -> list[Shape]:
    """Return discs one inch wide in a row from left to right, at intervals of `step` inches."""
    return [disc(step * number * INCH, y * INCH, HALF) for number in range(count)]


def test_the_lower_bound_for_a_route_past_a_fence_includes_the_way_round_its_nearer_end() -> None:
    space = ConfigurationSpace(row(9, 1.5), radius=HALF)
    start, goal = (6.0 * INCH, -2.0 * INCH), (6.0 * INCH, 2.0 * INCH)
    bound = DetourBounds(space, start).least_length(start, goal)
    route = shortest(space, start, goal, ANY)
    assert route is not None
    assert 14 * INCH < bound <= route.length


def test_a_row_of_discs_with_room_to_pass_between_them_does_not_count_as_a_fence() -> None:
    space = ConfigurationSpace(row(9, 2.5), radius=HALF)
    start, goal = (10.0 * INCH, -2.0 * INCH), (10.0 * INCH, 2.0 * INCH)
    assert DetourBounds(space, start).least_length(start, goal) < 5 * INCH


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_no_route_is_shorter_than_the_lower_bound_for_its_length(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - tests that can be repeated
    space = ConfigurationSpace(crowd(seed, 7 * INCH, 24), radius=chance.choice((0.3, 0.5, 0.7)) * INCH)
    points = [(chance.randrange(7 * INCH), chance.randrange(7 * INCH)) for _ in range(12)]
    clear = [(float(x), float(y)) for x, y in points if not space.holders(x, y)]
    for start, goal in pairwise(clear):
        route = shortest(space, start, goal, ANY)
        if route is not None:
            assert DetourBounds(space, start).least_length(start, goal) <= route.length + 2


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_no_route_to_a_contact_place_is_shorter_than_the_lower_bound_for_its_length(seed: int) -> None:
    chance = Random(seed)  # noqa: S311
    bodies = crowd(seed, 6 * INCH, 20)
    space, target = ConfigurationSpace(bodies, radius=HALF), bodies[0]
    start = next(
        (float(x), float(y))
        for x, y in ((chance.randrange(-2 * INCH, 8 * INCH), chance.randrange(-2 * INCH, 8 * INCH)) for _ in range(99))
        if not space.holders(x, y)
    )
    for stretch in free(MODEL, target, space, contact_locus(MODEL, target)):
        routes = [shortest(space, start, point, ANY) for point in (*ends(stretch), middle(stretch))]
        for route in routes:
            assert route is None or not DetourBounds(space, start).rules_out(stretch, start, route.length + 2)


def test_the_length_of_a_line_or_an_arc_is_measured_along_it() -> None:
    assert length_of(Line((0.0, 0.0), (3.0, 4.0), 0)) == 5
    assert length_of(Arc((0.0, 0.0), 2.0, (1.0, 0.0), (0.0, 1.0))) == pytest.approx(3.14159265)
