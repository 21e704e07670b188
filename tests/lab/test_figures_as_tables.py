"""Figures as tables: what is shown of numbers, and which tables there are."""

from fractions import Fraction
from pathlib import Path

import pytest

from pilein.lab.figures import share
from pilein.lab.figures_as_tables import RIGHT, Section, as_html, as_text, bar, fraction, percent, sections
from pilein.lab.odds import odds

MIRROR = Path(__file__).parent / "figures" / "mirror.toml"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (Fraction(1, 3), "33.33 %"),
        (0.0, "0.00 %"),
        (-1e-17, "0.00 %"),
        (1.0, "100.00 %"),
        (1e-9, "< 0.01 %"),
        (1 - 1e-9, "> 99.99 %"),
        (share(2500, 10_000), "25.00 % (24.16 to 25.86)"),
        (share(0, 1000), "0.00 % (0.00 to 0.38)"),
        (share(1000, 1000), "100.00 % (99.62 to 100.00)"),
    ],
)
def test_a_chance_in_per_cent(number, words):
    assert percent(number) == words


def test_a_fraction_is_shown_if_it_is_short():
    assert fraction(Fraction(7, 12)) == "7/12"
    assert fraction(0.25) == ""
    assert fraction(Fraction(1, 6**40)) == ""


def test_a_bar_is_as_long_as_a_chance_is_high():
    assert len(bar(1.0)) == 24
    assert bar(0.5) == "█" * 12
    assert bar(0.0) == ""


def test_columns_stand_below_each_other():
    text = as_text([Section("losses", (("unit", "left"), ("lost", RIGHT)), (("guards", "2"), ("imps", "10")))], "note")
    assert text.splitlines() == ["LOSSES", "  unit    lost", "  guards     2", "  imps      10", "", "note"]


def test_html_says_what_it_is_told_and_no_more():
    html = as_html([Section("<x>", (("a&b", "left"),), (("<i>",),))], "n")
    assert "<x>" not in html
    assert "a&amp;b" in html
    assert "&lt;i&gt;" in html


def test_tables_with_nothing_in_them_are_left_out():
    found = odds(MIRROR, phases=1)
    titles = [section.title for section in sections(found.figures, "scrollhammer")]
    assert titles == ["outcome", "units", "models lost", "first combat result", "what decided it"]
    more = sections(odds(MIRROR, phases=0).figures, "scrollhammer", found.events)
    assert [section.title for section in more if section.title not in titles] == ["phases played", "events"]
