from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line
from pilein.geometry.passages import spelt_out
from pilein.geometry.search import Search
from pilein.geometry.shapes import disc
from pilein.geometry.ticks import INCH

ANY = 1e30


def test_a_route_search_meets_only_obstacles_in_its_path() -> None:
    shapes = [disc(0, 3 * INCH, INCH / 2), disc(9 * INCH, 3 * INCH, INCH / 2)]
    search = Search(ConfigurationSpace(shapes, radius=INCH / 2), (0.0, 0.0), ((0.0, 6.0 * INCH),), ANY)
    assert search.run() is not None
    assert [barrier.shape for barrier in search.met] == shapes[:1]


def test_a_route_search_reaches_a_goal_line_at_its_nearest_point() -> None:
    line = Line((-5.0 * INCH, 6.0 * INCH), (5.0 * INCH, 6.0 * INCH), 0)
    stop = Search(ConfigurationSpace((), radius=INCH / 2), (0.0, 0.0), spelt_out((line,)), ANY).run()
    assert stop is not None
    assert stop.point == (0.0, 6.0 * INCH)
    assert stop.cost == 6 * INCH
