from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.plot import plotted
from pilein.lab.drawing.plot_parts import Box, Piece
from pilein.lab.figures import Distribution, Figures, UnitFigures

SVG = "{http://www.w3.org/2000/svg}"


def unit(name, side, lost):
    fates = (("standing", Fraction(3, 4)), ("destroyed", Fraction(1, 4)))
    return UnitFigures(name, side, 4, fates, Distribution(((lost, Fraction(3, 4)), (4, Fraction(1, 4)))))


def figures(**changes):
    made = {
        "sides": ("red", "blue"),
        "outcome": (("red wins", 0.5), ("blue wins", 0.125), ("still fighting", 0.375)),
        "units": (unit("guards", "red", 1), unit("imps & <orcs>", "blue", 0)),
        "phases": Distribution(((1, 0.5), (2, 0.5))),
        "margin": Distribution(((-1, 0.125), (0, 0.375), (1, 0.5))),
        "decided": (),
    }
    return Figures(**(made | changes))


def drawn(**changes):
    root = ET.fromstring(plotted(figures(**changes), "fight", "a note"))  # noqa: S314 - our own
    return root, [element.text for element in root.iter(f"{SVG}text")]


def test_a_plot_of_odds_names_the_fighters_and_the_outcome():
    _, words = drawn()
    assert "4 guards against 4 imps & <orcs>" in words
    assert "fight: a note" in words
    assert "red wins 50.0 %" in words
    assert "loses 1.8 of 4 (median 1, 5 to 95 %: 1 to 4)" in words
    assert "phases played" in words


def test_a_plot_of_odds_omits_distributions_without_values():
    _, words = drawn(phases=Distribution(((1, 1.0),)), margin=Distribution(()))
    assert "phases played" not in words
    assert not [word for word in words if word.startswith("first combat result")]


def test_no_rectangle_in_a_plot_lies_outside_the_picture():
    root, _ = drawn()
    width, height = float(root.get("width")), float(root.get("height"))
    for mark in root.iter(f"{SVG}rect"):
        x, y, wide, tall = (float(mark.get(key, 0)) for key in ("x", "y", "width", "height"))
        assert x >= 0
        assert y >= 0
        assert x + wide <= width + 0.1
        assert y + tall <= height + 0.1


def test_a_plot_with_too_many_units_for_its_title_names_the_sides_instead():
    many = tuple(unit(f"a unit with a long name {number}", "red", 0) for number in range(3))
    _, words = drawn(units=(*many, unit("imps", "blue", 0)))
    assert "red against blue" in words


def test_the_parts_of_a_bar_add_up_to_its_width():
    pieces = tuple(Piece(str(share), share, "#fff") for share in (0.5, 0.3, 0.2))
    elements = [ET.fromstring(part) for part in parts.strip(Box(10, 0, 200, 20), pieces)]  # noqa: S314 - our own
    assert [float(one.get("width")) for one in elements] == pytest.approx([100, 60, 40])
    assert float(elements[-1].get("x")) + float(elements[-1].get("width")) == pytest.approx(210)


@pytest.mark.parametrize(("share", "words"), [(0, "0.0 %"), (1e-5, "<0.1 %"), (0.1234, "12.3 %"), (1, "100.0 %")])
def test_a_percentage_in_a_picture_has_one_decimal_and_no_positive_share_is_printed_as_zero(share, words):
    assert parts.percent(share) == words


def test_a_plot_with_a_single_distribution_draws_it_on_the_left():
    root, words = drawn(margin=Distribution(()))
    assert "phases played" in words
    places = {element.text: float(element.get("x")) for element in root.iter(f"{SVG}text")}
    assert places["phases played"] == places["guards"]


def test_an_overlong_unit_name_in_a_plot_is_shortened():
    _, words = drawn(units=(unit("g" * 80, "red", 1), unit("imps", "blue", 0)))
    cut = next(line for line in words if line.startswith("ggg"))
    assert cut.endswith("…")
    assert len(cut) < 30


def test_overlong_names_of_sides_in_a_plot_are_shortened():
    long = ("r" * 80, "b" * 80)
    outcome = ((f"{long[0]} wins", 0.5), (f"{long[1]} wins", 0.5))
    units = (unit("guards", long[0], 1), unit("imps", long[1], 0))
    _, words = drawn(sides=long, outcome=outcome, units=units * 20)
    assert all(len(line) < 80 for line in words)


@pytest.mark.parametrize(("size", "wide", "words"), [(10, 60, "a longish…"), (10, 600, "a longish name"), (10, 1, "…")])
def test_text_in_a_picture_is_shortened_to_fit_a_width(size, wide, words):
    assert parts.shortened("a longish name", size, wide) == words


def test_a_histogram_without_values_is_drawn_as_a_line():
    assert len(parts.histogram(Box(0, 0, 100, 10), ())) == 1
    assert "<rect" in "".join(parts.histogram(Box(0, 0, 100, 10), (Piece("1", 0.0, "#000"),)))


def test_a_subtitle_too_long_for_a_plot_is_set_in_smaller_type():
    """A letter is about half as wide as its font size, and 864 dots are available for the line."""
    picture = ET.fromstring(plotted(figures(), "hold_the_line", "a note of many words " * 9))  # noqa: S314 - our own
    line = next(one for one in picture.iter(f"{SVG}text") if (one.text or "").startswith("hold the line: a note"))
    assert 0.5 * float(line.get("font-size")) * len(line.text) < 864
    assert parts.fitting_size("short", 12, 864) == 12


def test_numbers_below_narrow_columns_are_omitted_until_they_no_longer_touch():
    """Twenty-six columns share 396 dots, so each is 15 dots wide, and a number of two digits takes 14 dots."""
    columns = tuple(Piece(str(number), 1 / 26, "#000") for number in range(26))
    drawn_below = [one for one in parts.histogram(Box(0, 0, 396, 10), columns) if 'font-size="11"' in one]
    assert len(drawn_below) == 13


def test_a_column_is_not_labelled_with_zero_per_cent():
    """The column has a probability of half a per cent, which would be rounded to zero."""
    assert "0 %" not in "".join(parts.histogram(Box(0, 0, 100, 10), (Piece("1", 0.005, "#000"),))).split("</title>")[1]
