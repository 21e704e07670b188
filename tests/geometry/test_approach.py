import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.approach import contact_on_foot, nearest_contact
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import contact_locus
from pilein.geometry.free_intervals import free
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Base, Place, Shape, disc, rectangle, shape
from pilein.geometry.ticks import INCH
from tests.geometry.crowds import BASES, SQUARE, chances, crowd
from tests.geometry.test_free_intervals import point_of

ANY = 1e30


def first_contact(
    space: ConfigurationSpace, mover: Base, start: Place, targets: tuple[Shape, ...], limit: float
) -> Route | None:
    """Return the way to the nearest contact with any target."""
    contact = nearest_contact(space, mover, start, targets, limit)
    return None if contact is None else contact.route


@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_first_contact_is_as_near_as_the_best_of_many_free_places(seed: int) -> None:
    chance = chances(seed)
    shapes = crowd(seed, 700000, 8)
    target, mover = shapes[0], chance.choice(BASES[:3])
    if len(target.core) > 4:
        return
    start = Place(chance.randrange(700000), chance.randrange(700000))
    space = ConfigurationSpace(shapes, radius=mover.width / 2)
    if not space.fits(shape(mover, start)):
        return
    route = first_contact(space, mover, start, (target,), ANY)
    opened = free(mover, target, space, contact_locus(mover, target))
    places = [point_of(stretch, part / 8) for stretch in opened for part in range(9)]
    ways = [shortest(space, (start.x, start.y), place, ANY) for place in places]
    lengths = [way.length for way in ways if way is not None]
    assert (route is None) == (not lengths)
    if route is not None:
        assert min(lengths) - 25000 < route.length < min(lengths) + 3


def test_straight_ahead_contact_is_as_far_as_the_gap() -> None:
    targets = (shape(SQUARE, Place(0, 10 * INCH)), shape(SQUARE, Place(0, 20 * INCH)))
    route = first_contact(ConfigurationSpace(targets, radius=INCH / 2), SQUARE, Place(0, 0), targets, ANY)
    assert route is not None
    assert route.length == 9 * INCH


def test_the_limit_is_kept() -> None:
    targets = (shape(SQUARE, Place(0, 10 * INCH)),)
    space = ConfigurationSpace(targets, radius=INCH / 2)
    assert first_contact(space, SQUARE, Place(0, 0), targets, 9 * INCH) is not None
    assert first_contact(space, SQUARE, Place(0, 0), targets, 9 * INCH - 1) is None


def test_a_target_shut_in_by_its_friends_is_not_reached() -> None:
    target = shape(SQUARE, Place(0, 0))
    spots = [(x, y) for x in range(-3, 4) for y in range(-3, 4) if max(abs(x), abs(y)) == 3]
    around = [shape(SQUARE, Place(x * INCH, y * INCH)) for x, y in spots]
    space = ConfigurationSpace([target, *around], radius=INCH / 2)
    assert first_contact(space, SQUARE, Place(0, 9 * INCH), (target,), ANY) is None


def test_a_way_round_a_friend_ends_at_a_right_angle_to_the_face() -> None:
    target = shape(SQUARE, Place(0, 6 * INCH))
    friend = shape(SQUARE, Place(0, 3 * INCH))
    space = ConfigurationSpace([target, friend], radius=INCH / 2)
    route = first_contact(space, SQUARE, Place(0, 0), (target,), ANY)
    assert route is not None
    (ax, _), (bx, _) = route.points[-2:]
    assert ax == pytest.approx(bx, abs=1)
    assert route.length > 5 * INCH


def test_the_nearest_contact_names_its_place_and_target() -> None:
    targets = (shape(SQUARE, Place(0, 20 * INCH)), shape(SQUARE, Place(0, 10 * INCH)))
    contact = nearest_contact(ConfigurationSpace(targets, radius=INCH / 2), SQUARE, Place(0, 0), targets, ANY)
    assert contact is not None
    assert (contact.place, contact.target) == (Place(0, 9 * INCH, 0), 1)


def test_the_nearest_on_foot_of_several_is_the_same_by_one_search():
    mover, start = Base("round", INCH, INCH), Place(0, 0)
    targets = tuple(disc(x * INCH, y * INCH, INCH / 2) for x, y in ((0, 4), (5, 1), (-6, 0)))
    wall = rectangle(0, 2 * INCH, 3 * INCH, INCH // 2, 0)
    space = ConfigurationSpace((*targets, wall), radius=INCH / 2)
    one, other = (find(space, mover, start, targets, 9.0 * INCH) for find in (nearest_contact, contact_on_foot))
    assert one is not None
    assert other is not None
    assert (one.target, one.place) == (other.target, other.place)
    assert abs(one.route.length - other.route.length) < 2
    assert contact_on_foot(space, mover, start, targets, 1.0 * INCH) is None
