from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line, Stretch, contact_locus, distance, facing_at
from pilein.geometry.free_intervals import LENIENCE, free
from pilein.geometry.gaps import margin, separation
from pilein.geometry.rounded import direction, quarters
from pilein.geometry.shapes import Base, Place, Shape, convex, disc, shape
from pilein.geometry.ticks import INCH
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
def test_a_place_on_the_ring_is_open_where_nothing_overlaps(seed: int) -> None:
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


def test_a_hole_exactly_one_base_wide_opens_a_stretch() -> None:
    target = shape(SQUARE, Place(0, INCH))
    neighbours = [shape(SQUARE, Place(side * INCH, 0)) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(SQUARE, target, space, contact_locus(SQUARE, target))
    below = [each for each in opened if isinstance(each, Line) and each.facing == 0]
    assert min(distance(each, 0, 0) for each in below) < 1


def test_a_hole_two_ticks_too_narrow_opens_none() -> None:
    target = shape(SQUARE, Place(0, INCH))
    neighbours = [shape(SQUARE, Place(side * INCH - side, 0)) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(SQUARE, target, space, contact_locus(SQUARE, target))
    assert not [each for each in opened if isinstance(each, Line) and each.facing == 0]


def test_between_neighbours_who_stand_close_together_a_disc_has_no_place() -> None:
    mover, target = Base("round", INCH, INCH), disc(0, 0, INCH / 2)
    neighbours = [disc(side * INCH * 0.7, 0.8 * INCH, INCH / 2) for side in (-1, 1)]
    space = ConfigurationSpace([target, *neighbours], radius=INCH / 2)
    opened = free(mover, target, space, contact_locus(mover, target))
    assert min(distance(each, 0, INCH) for each in opened) > INCH / 2
