import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import corners_only, gap, overlaps, separation, touches, within
from pilein.geometry.shapes import Base, Place, capsule, convex, disc, rectangle, shape
from pilein.geometry.ticks import INCH, turned
from pilein.geometry.tolerance import CONTACT
from tests.geometry.strategies import bases, core_of, facings, mirrored, places, quarter_turn, sizes

SQUARE = Base("rectangle", INCH, INCH)


@given(bases, places, bases, places)
def test_the_measured_gap_between_two_shapes_agrees_with_shapely(
    one: Base, here: Place, other: Base, there: Place
) -> None:
    a, b = shape(one, here), shape(other, there)
    cores = core_of(a).distance(core_of(b))
    if cores > 0:
        assert separation(a, b) == pytest.approx(cores - a.radius - b.radius, abs=1e-6)
    else:
        assert separation(a, b) <= 1e-6 - a.radius - b.radius


@given(bases, places, bases, places)
def test_shifting_one_of_two_overlapping_shapes_by_the_depth_of_their_overlap_separates_them(
    one: Base, here: Place, other: Base, there: Place
) -> None:
    a, b = shape(one, here), shape(other, there)
    depth = -separation(a, b)
    if depth > 1:
        ways = [turned(0, depth, facing) for facing in range(0, 36000, 400)]
        shifted = [convex(tuple((x + dx, y + dy) for x, y in b.core), b.radius) for dx, dy in ways]
        assert max(separation(a, moved) for moved in shifted) <= 1e-6
        assert max(separation(a, moved) for moved in shifted) >= -0.02 * depth - 1


@given(bases, places, bases, places)
def test_the_gap_between_two_shapes_does_not_depend_on_their_order(
    one: Base, here: Place, other: Base, there: Place
) -> None:
    a, b = shape(one, here), shape(other, there)
    assert separation(a, b) == separation(b, a)
    assert gap(a, b) >= 0


@given(bases, places, bases, places)
def test_quarter_turns_and_mirror_images_preserve_gaps(one: Base, here: Place, other: Base, there: Place) -> None:
    apart = separation(shape(one, here), shape(other, there))
    turned_apart = separation(shape(one, quarter_turn(here)), shape(other, quarter_turn(there)))
    mirror_apart = separation(shape(one, mirrored(here)), shape(other, mirrored(there)))
    assert turned_apart == pytest.approx(apart, abs=1e-7)
    assert mirror_apart == pytest.approx(apart, abs=1e-7)


@given(places, places, sizes, sizes)
def test_quarter_turns_preserve_gaps_between_discs_and_parallel_rectangles_exactly(
    here: Place, there: Place, width: int, depth: int
) -> None:
    kin = Place(there.x, there.y, here.facing)
    for base in (Base("round", width, width), Base("rectangle", width, depth)):
        apart = separation(shape(base, here), shape(base, kin))
        assert separation(shape(base, quarter_turn(here)), shape(base, quarter_turn(kin))) == apart
        assert separation(shape(base, mirrored(here)), shape(base, mirrored(kin))) == apart


@given(bases, places, bases, places, facings)
def test_rotations_by_any_angle_preserve_gaps_to_within_two_ticks(
    one: Base, here: Place, other: Base, there: Place, facing: int
) -> None:
    def whirled(place: Place) -> Place:
        x, y = turned(place.x, place.y, facing)
        return Place(round(x), round(y), (place.facing + facing) % 36000)

    before = separation(shape(one, here), shape(other, there))
    after = separation(shape(one, whirled(here)), shape(other, whirled(there)))
    assert after == pytest.approx(before, abs=2)


@given(bases, places, bases, places, st.integers(0, 300_000))
def test_contact_and_overlap_and_nearness_agree_with_the_measured_gap(
    one: Base, here: Place, other: Base, there: Place, distance: int
) -> None:
    a, b = shape(one, here), shape(other, there)
    apart = separation(a, b)
    assert touches(a, b) == (-0.01 <= apart <= CONTACT)
    assert overlaps(a, b) == (apart < -0.01)
    assert within(a, b, distance) == (apart <= distance + CONTACT)


def test_the_gap_between_perpendicular_rectangles_is_measured_from_side_to_side() -> None:
    assert separation(rectangle(0, 0, 20, 40, 0), rectangle(50, 0, 20, 40, 9000)) == 20
    assert separation(rectangle(0, 0, 20, 40, 4500), rectangle(0, 0, 20, 40, 13500)) == pytest.approx(-30)


@pytest.mark.parametrize(("hole", "is_contact"), [(0, True), (CONTACT, True), (CONTACT + 1, False)])
def test_shapes_are_in_contact_up_to_two_thousandths_of_an_inch_apart(hole: int, is_contact: bool) -> None:
    a, b = shape(SQUARE, Place(0, 0)), shape(SQUARE, Place(INCH + hole, 0))
    assert touches(a, b) is is_contact
    assert within(a, b, 0) is is_contact
    assert not overlaps(a, b)


def test_two_shapes_overlap_if_they_are_one_tick_closer_than_edge_to_edge() -> None:
    a, b = shape(SQUARE, Place(0, 0)), shape(SQUARE, Place(INCH - 1, 0))
    assert overlaps(a, b)
    assert not touches(a, b)


def test_the_gap_between_segments_in_line_is_measured_from_end_to_end() -> None:
    assert separation(capsule((0, 0), (10, 0), 0), capsule((30, 0), (50, 0), 0)) == 20
    assert separation(capsule((0, 0), (10, 10), 0), convex(((13, 14),))) == 5
    assert separation(capsule((0, 0), (10, 0), 0), capsule((5, -5), (5, 5), 0)) == pytest.approx(-5)


def test_squares_placed_corner_to_corner_have_only_corner_contact() -> None:
    a = shape(SQUARE, Place(0, 0))
    assert corners_only(a, shape(SQUARE, Place(INCH, INCH)))
    assert corners_only(a, shape(SQUARE, Place(INCH, INCH - CONTACT)))
    assert not corners_only(a, shape(SQUARE, Place(INCH, INCH - 2 * CONTACT)))
    assert not corners_only(a, shape(SQUARE, Place(INCH, 0)))
    assert not corners_only(a, shape(SQUARE, Place(0, INCH + CONTACT)))
    assert not corners_only(a, shape(SQUARE, Place(2 * INCH, INCH)))


def test_a_corner_against_a_face_is_more_than_corner_contact() -> None:
    tilted = rectangle(INCH / 2 + INCH * 0.5**0.5, 0, INCH, INCH, 4500)
    assert touches(shape(SQUARE, Place(0, 0)), tilted)
    assert not corners_only(shape(SQUARE, Place(0, 0)), tilted)


def test_a_round_base_has_no_corners() -> None:
    corner_of_square = disc(INCH / 2 + 30, INCH / 2 + 40, 50)
    assert touches(shape(SQUARE, Place(0, 0)), corner_of_square)
    assert not corners_only(shape(SQUARE, Place(0, 0)), corner_of_square)
