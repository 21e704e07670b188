"""Odds side by side list the differences first, and every number is the same as in separate odds."""

from fractions import Fraction
from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput
from pilein.lab import scenarios
from pilein.lab.figures import HOW, Estimate
from pilein.lab.side_by_side import names_of
from pilein.lab.table import MISSING

DUEL = scenarios.load(Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml")
KINGS = DUEL.with_unit("hill king", models=2)


@pytest.fixture(scope="module")
def both():
    return pilein.side_by_side({"one": DUEL, "two": KINGS}, phases=1, exact=True)


def row(found, words):
    return next(row for row in found.rows if row.words.strip() == words)


def test_odds_shown_side_by_side_have_the_same_numbers_as_odds_computed_separately(both):
    alone = [pilein.odds(one, phases=1, exact=True).figures for one in (DUEL, KINGS)]
    assert row(both, "hills wins").numbers == tuple(dict(one.outcome)["hills wins"] for one in alone)
    assert row(both, "noble: models lost").numbers == tuple(one.units[1].losses.mean for one in alone)
    assert row(both, "noble: standing").numbers == tuple(dict(one.units[1].fates).get("standing") for one in alone)


def test_differences_between_odds_shown_side_by_side_are_listed_first_and_in_percentage_points(both):
    of_wins = [row for row in both.rows if row.figure in ("outcome", "wins")]
    differs = [row.differs for row in both.rows if row not in of_wins]
    assert differs == sorted(differs, reverse=True)
    assert not differs[-1]
    one, other = row(both, "hills wins").numbers
    assert row(both, "hills wins").difference() == f"{100 * float(other - one):+.2f}"


def test_the_kinds_of_victory_in_odds_shown_side_by_side_are_listed_below_the_wins_of_their_side():
    """A figure that is equal in both results has no row below the wins."""
    found = pilein.side_by_side([DUEL, DUEL.with_profile("noble", S=5)], phases=1)
    different, same = (
        next(section for section in found.sections() if section.title == title) for title in ("different", "the same")
    )
    ways_of_sides = [
        (side, ways)
        for side, ways in zip(found.odds[0].figures.sides, found.odds[0].figures.how, strict=True)
        if f"{side} wins" in [cells[0] for cells in different.rows]
    ]
    assert ways_of_sides
    for side, ways in ways_of_sides:
        place = [cells[0] for cells in different.rows].index(f"{side} wins")
        below = [cells[0].strip() for cells in different.rows[place + 1 : place + 1 + len(ways)]]
        assert below == [HOW[how] for how, _ in ways]
    assert not any(cells[0].startswith(" ") for cells in same.rows)


def test_assumptions_shared_by_odds_shown_side_by_side_are_listed_only_once(both):
    assert both.shared["rules"] == "scrollhammer"
    assert both.different == {
        "in contact": ("1 hill king, 1 noble; everybody strikes", "2 hill king, 1 noble; everybody strikes")
    }
    assert [section.title for section in both.sections()] == ["assumed", "assumed differently", "different", "the same"]


def test_equal_scenarios_compared_side_by_side_have_no_differences():
    found = pilein.side_by_side([DUEL, DUEL], phases=1)
    assert [section.title for section in found.sections()] == ["assumed", "the same"]
    assert found.names == ("1", "2")


def test_scenarios_of_different_rulesets_are_compared_by_the_names_of_their_sides():
    warriors = DUEL.from_text(DUELLISTS)
    found = pilein.side_by_side({"ranks": DUEL, "blades": warriors}, phases=1)
    assert found.different["rules"] == ("scrollhammer", "wwpd")
    assert None not in row(found, "hills wins").numbers
    assert row(found, "hill king: models lost").cell(row(found, "hill king: models lost").numbers[1]) == MISSING


DUELLISTS = """
ruleset = "wwpd"
active = "hills"
[profiles.warrior]
skill = 3
Ld = 4
[[unit]]
name = "ones"
side = "hills"
profile = "warrior"
models = 1
[[unit]]
name = "others"
side = "houses"
profile = "warrior"
models = 1
[press]
pairs = [["ones", "others"]]
"""


def test_sampled_odds_shown_side_by_side_keep_their_standard_errors(monkeypatch):
    monkeypatch.setattr("pilein.lab.odds.GAMES", 20)
    table = Path(__file__).parents[2] / "examples" / "scrollhammer" / "stand_and_shoot.toml"
    found = pilein.side_by_side({"a": DUEL, "b": pilein.load(table)}, phases=1)
    estimates = [number for row in found.rows for number in row.numbers if isinstance(number, Estimate)]
    errors = [record["error"] for record in found.to_dict() if record["error"]]
    assert errors == [number.error for number in estimates if number.error]


def test_odds_shown_side_by_side_have_a_repr_an_html_form_a_document_and_a_drawing(both):
    assert isinstance(both, pilein.Report)
    assert repr(both) == "<SideBySide: one, two>"
    assert "different" in both._repr_html_()
    document = both.document()
    assert document["names"] == ("one", "two")
    first = document["compared"][0]
    assert (first["figure"], first["value"], first["differs"]) == ("outcome", "hills wins", True)
    assert Fraction(first["numbers"][0]["p"]) == both.rows[0].numbers[0]
    drawing = both.to_svg()
    assert drawing.count('font-weight="bold">one</text>') == drawing.count('font-weight="bold">two</text>') == 1
    assert "hill king: 0.1 of 1 lost" in drawing
    assert both.hints == ()


def test_scenarios_shown_side_by_side_are_labelled_by_their_file_names_if_the_names_differ():
    assert names_of(["a/x.toml", "a/y.toml"]) == ("x", "y")
    assert names_of(["a/x.toml", Path("b/x.toml")]) == ("a/x.toml", "b/x.toml")
    assert names_of(["x.toml", "x.toml", DUEL]) == ("x.toml (1)", "x.toml (2)", "3")


def test_comparing_a_single_scenario_side_by_side_is_refused():
    with pytest.raises(BadInput, match="a comparison needs at least two scenarios; name more scenarios"):
        pilein.side_by_side([DUEL])
