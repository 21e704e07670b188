import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from pilein.geometry.gaps import overlaps
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place, Shape, disc, oval, rectangle, shape
from pilein.geometry.sight import _is_free, _lines, _seams, centre_line, sees
from pilein.geometry.tolerance import CONTACT
from tests.geometry.strategies import bases, core_of, mirrored, places, quarter_turn

LOOKER = disc(0, 0, 100)
TARGET = disc(0, 1000, 100)


def wall(left: int, right: int, *, near: int = 450, far: int = 550) -> Polygon:
    return Polygon(((left, near), (right, near), (right, far), (left, far)))


def test_a_model_is_seen_if_no_obstacle_is_in_the_way() -> None:
    assert sees(LOOKER, TARGET, ())
    assert sees(LOOKER, TARGET, (wall(200, 900), disc(-500, 500, 300)))


def test_a_wide_wall_hides_a_model_behind_it() -> None:
    assert not sees(LOOKER, TARGET, (wall(-5000, 5000),))
    assert not sees(LOOKER, TARGET, (wall(-101, 101),))


def test_a_model_is_seen_if_any_part_of_its_base_is_visible() -> None:
    assert sees(LOOKER, TARGET, (wall(-5000, 99),))
    assert sees(LOOKER, TARGET, (wall(-90, 90),))


def test_a_line_of_sight_may_graze_a_wall() -> None:
    assert sees(LOOKER, TARGET, (wall(-5000, 100),))
    assert not sees(LOOKER, TARGET, (wall(-5000, 101),))


def test_a_line_of_sight_may_graze_two_walls_one_behind_the_other() -> None:
    assert sees(LOOKER, TARGET, (wall(-5000, 0, near=200, far=300), wall(0, 5000, near=700, far=800)))


def test_sight_is_blocked_by_two_walls_no_further_apart_than_the_contact_tolerance() -> None:
    assert not sees(LOOKER, TARGET, (wall(-5000, 0), wall(0, 5000)))
    assert not sees(LOOKER, TARGET, (wall(-5000, 0), wall(CONTACT, 5000)))
    big_looker, big_target = disc(0, -5000, 1000), disc(0, 6000, 1000)
    assert sees(big_looker, big_target, (wall(-9000, 0), wall(CONTACT + 1, 9000)))


def test_a_line_of_bases_in_contact_blocks_sight_like_a_wall() -> None:
    here, there = rectangle(0, 0, 20_000, 20_000, 0), rectangle(0, 200_000, 20_000, 20_000, 0)
    squares = tuple(rectangle(x * 20_000, 100_000, 20_000, 20_000, 0) for x in range(-4, 4))
    discs = tuple(disc(x * 20_000, 100_000, 10_000) for x in range(-4, 5))
    assert not sees(here, there, squares)
    assert not sees(here, there, discs)
    assert sees(here, there, squares[:4] + squares[5:])
    assert sees(here, there, discs[:4] + discs[5:])


def test_a_horseshoe_of_terrain_does_not_hide_a_model_seen_through_its_opening() -> None:
    horseshoe = Polygon(((-300, 300), (300, 300), (300, 700), (200, 700), (200, 400), (-300, 400)))
    assert not sees(LOOKER, TARGET, (horseshoe,))
    assert sees(disc(0, 600, 100), TARGET, (horseshoe,))


def test_an_area_of_terrain_does_not_hide_a_model_that_stands_partly_in_it() -> None:
    wood = wall(-5000, 5000, near=50, far=900)
    assert sees(LOOKER, TARGET, (wood,))
    assert sees(disc(0, -300, 100), disc(0, 850, 100), (wood,))
    assert not sees(disc(0, -300, 100), disc(0, 1000, 100), (wood,))


def test_two_models_touching_the_same_wall_do_not_see_each_other_through_it() -> None:
    assert not sees(LOOKER, TARGET, (wall(-5000, 5000, near=100, far=900),))


def test_models_in_contact_see_each_other() -> None:
    assert sees(LOOKER, disc(200, 0, 100), (disc(100, 200, 100), disc(100, -200, 100)))


def test_one_end_of_an_oval_base_is_seen_past_the_corner_of_a_wall() -> None:
    target = oval(0, 200_000, 300_000, 100_000, 0)
    looker = disc(0, -200_000, 10_000)
    assert sees(looker, target, (wall(-900_000, 60_000),))
    assert not sees(looker, target, (wall(-900_000, 90_000),))


def _area(thing: Shape, by: float) -> BaseGeometry:
    return core_of(thing).buffer(max(thing.radius + by, 1), quad_segs=16)


@given(bases, places, bases, places, st.lists(st.tuples(bases, places), max_size=4))
def test_a_model_is_seen_if_sampling_finds_a_free_line_to_it(
    one: Base, here: Place, other: Base, there: Place, stood: list[tuple[Base, Place]]
) -> None:
    a, b = shape(one, here), shape(other, there)
    things = tuple(shape(base, place) for base, place in stood)
    assume(not overlaps(a, b))
    things = tuple(thing for thing in things if not overlaps(thing, a) and not overlaps(thing, b))
    solid = shapely.union_all([_area(thing, CONTACT) for thing in things])
    starts, ends = ([edge.interpolate(part / 12, normalized=True) for part in range(12)] for edge in _edges(a, b))
    if any(shapely.LineString([start, end]).disjoint(solid) for start in starts for end in ends):
        assert sees(a, b, things)


def _edges(a: Shape, b: Shape) -> list[BaseGeometry]:
    return [_area(thing, 0).exterior for thing in (a, b)]


@given(places, places, st.lists(places, max_size=4))
def test_line_of_sight_is_mutual_and_unchanged_by_turning_or_mirroring_the_table(
    here: Place, there: Place, stood: list[Place]
) -> None:
    base = Base("rectangle", 100_000, 100_000)
    a, b = shape(base, here), shape(base, there)
    seen = sees(a, b, tuple(shape(base, place) for place in stood))
    assert sees(b, a, tuple(shape(base, place) for place in stood)) == seen
    for change in (quarter_turn, mirrored):
        changed = tuple(shape(base, change(place)) for place in stood)
        assert sees(shape(base, change(here)), shape(base, change(there)), changed) == seen


@given(one=bases, here=places, other=bases, there=places, blocks=st.lists(st.tuples(bases, places), max_size=3))
def test_every_tangent_line_to_a_model_hidden_by_a_set_of_shapes_is_blocked(
    one: Base, here: Place, other: Base, there: Place, blocks: list[tuple[Base, Place]]
) -> None:
    """If one shape could be seen from the other, some line tangent to two of the shapes would be free."""
    a, b = shape(one, here), shape(other, there)
    parts = tuple(shape(base, place) for base, place in blocks)
    parts = tuple(part for part in parts if not overlaps(part, a) and not overlaps(part, b))
    seams = _seams(parts)
    lines = (*centre_line(a, b), *_lines((a, b, *parts)))
    assert sees(a, b, parts) == (not parts or any(_is_free(line, a, b, parts, seams) for line in lines))
