from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps, separation
from pilein.geometry.shapes import Base, Place, Shape, convex, corridor, disc, shape
from pilein.geometry.straight_sweeps import first_met, meetings
from pilein.geometry.ticks import INCH
from tests.geometry.crowds import DISC, SQUARE
from tests.geometry.strategies import bases, places


def slid(outline: Shape, dx: float, dy: float) -> Shape:
    return convex(tuple((x + dx, y + dy) for x, y in outline.core), outline.radius)


def test_a_straight_move_meets_its_first_obstacle_after_the_distance_of_the_gap() -> None:
    obstacles = [shape(SQUARE, Place(0, 9 * INCH)), shape(DISC, Place(0, 5 * INCH))]
    mover = shape(SQUARE, Place(0, 0))
    assert first_met(mover, 0, 12 * INCH, obstacles) == (5 * INCH - INCH / 2 - 62500, 1)
    assert [index for _, index in meetings(mover, 0, 12 * INCH, obstacles)] == [1, 0]


def test_a_straight_move_does_not_meet_shapes_that_it_only_grazes_or_leaves_behind() -> None:
    mover = shape(SQUARE, Place(0, 0))
    beside, behind = shape(SQUARE, Place(INCH, 4 * INCH)), shape(SQUARE, Place(0, -INCH))
    assert first_met(mover, 0, 9 * INCH, [beside, behind]) is None
    assert first_met(mover, 0, -INCH, [behind]) == (0.0, 0)


def test_a_move_of_length_zero_meets_no_obstacle() -> None:
    assert first_met(disc(0, 0, 5), 0, 0, [disc(0, 0, 5)]) is None


@given(bases, places, bases, places, st.integers(-900_000, 900_000), st.integers(-900_000, 900_000))
def test_a_straight_move_overlaps_no_obstacle_before_it_meets_one_and_touches_the_obstacle_that_it_meets(
    one: Base, here: Place, other: Base, there: Place, dx: int, dy: int
) -> None:
    mover, obstacle = shape(one, here), shape(other, there)
    met = first_met(mover, dx, dy, [obstacle])
    if met is None:
        assert not overlaps(slid(mover, dx, dy), obstacle) or overlaps(mover, obstacle)
        return
    length = (dx * dx + dy * dy) ** 0.5
    part = met[0] / length
    there_then = slid(mover, dx * part, dy * part)
    assert met[0] == 0 or abs(separation(there_then, obstacle)) < 1
    assert separation(corridor(mover, dx, dy), obstacle) < 1
