"""A search records the box of the table that it has examined."""

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.looked import EVERYWHERE, Looked
from pilein.geometry.routes import shortest
from pilein.geometry.shapes import disc


def test_the_bounding_box_of_a_search_contains_every_place_that_the_search_looked_at() -> None:
    looked = Looked()
    looked.at(10.0, 20.0, 5.0)
    assert looked.box == (5.0, 15.0, 15.0, 25.0)
    looked.at(30.0, 20.0, 1.0)
    assert looked.box == (5.0, 15.0, 31.0, 25.0)


def test_a_search_that_looked_nowhere_or_everywhere_has_no_bounding_box() -> None:
    looked = Looked()
    assert looked.box is None
    looked.at(0.0, 0.0, EVERYWHERE)
    assert looked.box is None


def test_a_route_search_records_the_area_in_which_it_may_meet_obstacles() -> None:
    looked = Looked()
    space = ConfigurationSpace([disc(0, 0, 1000), disc(90_000, 0, 1000)], radius=1000, looked=looked)
    assert shortest(space, (-10_000, 0), (10_000, 0), 30_000) is not None
    assert looked.box is not None
    left, bottom, right, top = looked.box
    assert left <= -10_000
    assert right >= 10_000
    assert bottom <= -1000
    assert top >= 1000
    assert max(-left, -bottom, right, top) < 30_000, "it does not look as far as the other obstacle"
