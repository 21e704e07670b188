"""The drawing of a matrix."""

from xml.etree import ElementTree as ET

from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import colour
from pilein.lab.matrix_figures import Matrix

FOUND = Matrix(
    ruleset="any",
    units=("hero", "<brute>"),
    sides=("a", "b"),
    phases=1,
    is_exact=False,
    rows=("club", "rake"),
    columns=("club", "rake"),
    wins=((0.5, 0.75), (0.0, 0.5)),
    losses=((0.5, 0.0), (0.2, 0.5)),
)


def test_every_cell_is_drawn_with_its_chance():
    drawing = ET.fromstring(FOUND.to_svg())  # noqa: S314 - our own
    space = {"svg": "http://www.w3.org/2000/svg"}
    titles = [title.text for title in drawing.findall(".//svg:title", space)]
    assert len(titles) == 4
    assert titles[1] == "hero, club: 75.0 %; <brute>, rake: 0.0 %"
    words = [text.text for text in drawing.findall(".//svg:text", space)]
    assert words.count("club") == words.count("rake") == 2
    assert {"50", "75", "0.0", "<brute> favoured"} <= set(words)


def test_who_is_favoured_lends_the_colour():
    sides = plot_colours(("a", "b"))
    assert colour(1, sides).lower() == sides[0].lower()
    assert colour(-1, sides).lower() == sides[1].lower()
    assert colour(0, sides) == "#ffffff"
