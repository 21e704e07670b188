import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import touches
from pilein.geometry.landing import contact_places
from pilein.geometry.shapes import Place, shape
from pilein.geometry.ticks import INCH, turned
from tests.geometry.crowds import BASES, DISC, SQUARE, chances, crowd


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_every_contact_place_offered_touches_the_target_and_overlaps_nothing(seed: int) -> None:
    chance = chances(seed)
    shapes = crowd(seed, 700000, 9)
    mover = chance.choice(BASES[:3])
    space = ConfigurationSpace(shapes, 700000, 700000, (), mover.width / 2)
    start = Place(chance.randrange(700000), chance.randrange(700000))
    for place in contact_places(mover, start, shapes[0], space):
        assert touches(shape(mover, place), shapes[0])
        assert space.fits(shape(mover, place))


def test_the_first_contact_place_offered_is_in_line_with_the_nearest_face() -> None:
    target = shape(SQUARE, Place(0, 10 * INCH))
    space = ConfigurationSpace([target], radius=INCH / 2)
    first = next(contact_places(SQUARE, Place(INCH // 3, 0), target, space))
    assert first == Place(0, 9 * INCH, 0)


def test_a_disc_moves_straight_into_contact_with_a_disc_in_front_of_it() -> None:
    target = shape(DISC, Place(0, 500000))
    first = next(contact_places(DISC, Place(0, 0), target, ConfigurationSpace([target], radius=62500)))
    assert first == Place(0, 375000, 0)


def test_the_nearest_free_contact_place_comes_first_if_the_place_in_line_is_taken() -> None:
    target = shape(SQUARE, Place(0, 10 * INCH))
    friend = shape(SQUARE, Place(-INCH // 2, 9 * INCH))
    first = next(contact_places(SQUARE, Place(0, 0), target, ConfigurationSpace([target, friend])))
    assert first == Place(INCH // 2, 9 * INCH, 0)


def test_contact_places_in_an_enclosed_area_are_not_offered() -> None:
    middle = shape(DISC, Place(0, 0))
    ring = [shape(DISC, Place(x * 240000, y * 240000)) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
    gate = ConfigurationSpace([middle, *ring[1:]], radius=DISC.width / 2)
    closed = ConfigurationSpace([middle, *ring], radius=DISC.width / 2)
    outside, inside = Place(-600000, 0), Place(90000, 90000)
    assert list(contact_places(DISC, outside, middle, gate))
    assert closed.separates((-600000.0, 0.0), (0.0, 0.0))
    assert not list(contact_places(DISC, outside, middle, closed))
    assert list(contact_places(DISC, inside, middle, closed))


@pytest.mark.parametrize("facing", [0, 9000, 1234, 3000, 4500, 777])
def test_a_gap_one_base_wide_in_a_line_can_be_entered_at_any_angle(facing: int) -> None:
    """The neighbours stand like the cells of a block, at positions that are floats, and the gap between them is exactly
    one base wide.
    """
    target = shape(SQUARE, Place(0, 0, facing))
    right, ahead = turned(INCH, 0, facing), turned(0, -INCH, facing)
    neighbours = [
        shape(
            SQUARE,
            Place(round(ahead[0] + side * right[0]), round(ahead[1] + side * right[1]), facing),
        )
        for side in (-1, 1)
    ]
    start = Place(round(4 * ahead[0]), round(4 * ahead[1]), 0)
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    wanted = shape(SQUARE, Place(round(ahead[0]), round(ahead[1]), facing))
    places = list(contact_places(SQUARE, start, target, space))
    near = [place for place in places if abs(place.x - wanted.x) < 300 and abs(place.y - wanted.y) < 300]
    assert bool(near) == space.fits(wanted) or near


def test_a_completely_surrounded_target_offers_no_contact_place() -> None:
    target = shape(SQUARE, Place(0, 0))
    around = [
        shape(SQUARE, Place(x * INCH, y * INCH))
        for x in (-2, -1, 0, 1, 2)
        for y in (-2, -1, 0, 1, 2)
        if (x, y) != (0, 0)
    ]
    space = ConfigurationSpace([target, *around], radius=INCH / 2)
    assert list(contact_places(SQUARE, Place(0, 9 * INCH), target, space)) == []
