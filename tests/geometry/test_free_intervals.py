from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line, Stretch, contact_locus, distance, facing_at, middle
from pilein.geometry.free_intervals import LENIENCE, free
from pilein.geometry.gaps import margin, separation
from pilein.geometry.landing import settled
from pilein.geometry.rounded import direction, quarters
from pilein.geometry.shapes import Base, Place, Shape, convex, disc, shape
from pilein.geometry.ticks import INCH, heading
from tests.geometry.crowds import BASES, SQUARE, chances, crowd


def point_of(stretch: Stretch, part: float) -> tuple[float, float]:
    if isinstance(stretch, Line):
        (ax, ay), (bx, by) = stretch.start, stretch.end
        return ax + part * (bx - ax), ay + part * (by - ay)
    first = quarters(*stretch.start)
    x, y = direction(first + part * ((quarters(*stretch.end) - first) % 4))
    return stretch.centre[0] + stretch.radius * x, stretch.centre[1] + stretch.radius * y


def placed_at(mover: Base, x: float, y: float, facing: int) -> Shape:
    smaller = Base(mover.kind, mover.width - LENIENCE, mover.depth - LENIENCE)
    outline = shape(smaller, Place(0, 0, facing))
    if outline.is_disc:
        return disc(x, y, outline.radius)
    return convex(tuple((px + x, py + y) for px, py in outline.core), outline.radius)


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_a_place_touching_the_target_is_in_a_free_interval_if_and_only_if_it_overlaps_nothing(seed: int) -> None:
    chance = chances(seed)
    shapes = crowd(seed, 700000, 9)
    target, mover = shapes[0], chance.choice(BASES)
    space = ConfigurationSpace(shapes, 700000, 700000, (), mover.width / 2)
    whole = contact_locus(mover, target)
    opened = free(mover, target, space, whole)
    for stretch in chance.sample(whole, min(len(whole), 8)):
        x, y = point_of(stretch, chance.random())
        outline = placed_at(mover, x, y, facing_at(stretch, x, y))
        room = min([margin(space.table, outline), *[separation(outline, each) for each in shapes[1:]]])
        is_open = min([distance(each, x, y) for each in opened], default=INCH) < 0.01
        assert is_open or room < 15  # a facing in hundredths moves a corner by some ticks
        assert not is_open or room > -15


def test_a_gap_exactly_one_base_wide_is_a_free_interval() -> None:
    target = shape(SQUARE, Place(0, INCH))
    neighbours = [shape(SQUARE, Place(side * INCH, 0)) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(SQUARE, target, space, contact_locus(SQUARE, target))
    below = [each for each in opened if isinstance(each, Line) and each.facing == 0]
    assert min(distance(each, 0, 0) for each in below) < 1


def test_a_gap_two_ticks_narrower_than_the_base_is_not_a_free_interval() -> None:
    target = shape(SQUARE, Place(0, INCH))
    neighbours = [shape(SQUARE, Place(side * INCH - side, 0)) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(SQUARE, target, space, contact_locus(SQUARE, target))
    assert not [each for each in opened if isinstance(each, Line) and each.facing == 0]


def test_a_disc_does_not_fit_between_neighbours_closer_than_its_width() -> None:
    mover, target = Base("round", INCH, INCH), disc(0, 0, INCH / 2)
    neighbours = [disc(side * INCH * 0.7, 0.8 * INCH, INCH / 2) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(mover, target, space, contact_locus(mover, target))
    assert min(distance(each, 0, INCH) for each in opened) > INCH / 2


@pytest.mark.parametrize("over", [-1, 0, 1, 60, 120])
@pytest.mark.parametrize("angle", [0, 10, 37, 45, 80])
def test_a_neighbour_only_one_tick_past_the_line_of_a_face_leaves_the_face_free(angle: int, over: int) -> None:
    facing = 100 * angle
    right, ahead = heading(facing + 9000), heading(facing)

    def at(beside: float, along: float) -> Shape:
        x, y = (round(20 * INCH + beside * right[way] + along * ahead[way]) for way in (0, 1))
        return shape(SQUARE, Place(x, y, facing))

    target, before, behind = at(0, 0), at(over, INCH + 1), at(1.2 * INCH, -0.6 * INCH)
    space = ConfigurationSpace([target, before, behind], radius=INCH / 2)
    face = next(each for each in contact_locus(SQUARE, target) if facing_at(each, *middle(each)) == facing + 27000)
    opened = free(SQUARE, target, space, (face,))
    assert [hypot(one.end[0] - one.start[0], one.end[1] - one.start[1]) > 0.55 * INCH for one in opened] == [True]
    for point in (opened[0].start, middle(opened[0]), opened[0].end):
        place = settled(SQUARE, target, space, opened[0], point)
        assert place is not None
        assert space.fits(shape(SQUARE, place))


def test_a_neighbour_further_past_the_line_of_a_face_blocks_the_part_next_to_it() -> None:
    target, before = shape(SQUARE, Place(0, 0)), shape(SQUARE, Place(130, INCH))
    face = next(each for each in contact_locus(SQUARE, target) if facing_at(each, *middle(each)) == 27000)
    (opened,) = free(SQUARE, target, ConfigurationSpace([target, before], radius=INCH / 2), (face,))
    assert abs(hypot(opened.end[0] - opened.start[0], opened.end[1] - opened.start[1]) - INCH) < 1
