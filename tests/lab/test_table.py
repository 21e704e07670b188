"""Tables format values by their kind, omit empty columns, and can be written as text and as HTML."""

from fractions import Fraction

import pytest

from pilein.lab.figures import Estimate
from pilein.lab.table import (
    CELL,
    CHANCE,
    CHANGE,
    COUNT,
    EXACTLY,
    FIGURE,
    GAIN,
    INCHES,
    INTERVAL,
    MEAN,
    NUMBER,
    PRICE,
    RIGHT,
    TEXT,
    Cell,
    Column,
    Figure,
    Section,
    Table,
    as_html,
    as_text,
    grouped,
    headed,
    sections,
)


def test_the_columns_of_a_printed_table_are_aligned():
    text = as_text([Section("losses", (("unit", "left"), ("lost", RIGHT)), (("guards", "2"), ("imps", "10")))], "note")
    assert text.splitlines() == ["LOSSES", "  unit    lost", "  guards     2", "  imps      10", "", "note"]


def test_the_text_of_a_table_is_escaped_in_its_html():
    html = as_html([Section("<x>", (("a&b", "left"),), (("<i>",),))], "n")
    assert "<x>" not in html
    assert "a&amp;b" in html
    assert "&lt;i&gt;" in html


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (TEXT, "hills", "hills"),
        (NUMBER, 3, "3"),
        (COUNT, 12345, "12,345"),
        (CHANCE, Fraction(1, 4), "25.00 %"),
        (CHANCE, Estimate(0.25, 0.04, 100), "25 % (18 to 34)"),
        (GAIN, -0.25, "-25.00"),
        (MEAN, 1.5, "1.50"),
        (CHANGE, 1.5, "+1.50"),
        (EXACTLY, Fraction(1, 4), "1/4"),
        (INCHES, 4.5, '4.5"'),
        (PRICE, 8.06, "8.1"),
        (INTERVAL, (7.0, 9.0), "7.0 to 9.0"),
        (INTERVAL, (7.0, 7.0), "-"),
    ],
)
def test_the_kind_of_a_column_determines_how_its_values_are_printed(kind, value, words):
    assert kind.cell(value) == words


def test_a_missing_number_is_printed_as_a_dash_and_missing_text_as_an_empty_cell():
    assert CHANCE.cell(None) == NUMBER.cell(None) == "-"
    assert TEXT.cell(None) == EXACTLY.cell(None) == ""


def test_a_value_with_its_own_format_is_printed_in_that_format_but_recorded_as_a_plain_number():
    table = Table("t", (Column("old", FIGURE, "old"),), ((Figure(0.5, CHANCE),), (Figure(0.5, MEAN),)))
    assert table.section.rows == (("50.00 %",), ("0.50",))
    assert table.records() == [{"old": 0.5}, {"old": 0.5}]


def test_columns_without_a_heading_appear_only_in_records_and_columns_without_a_key_only_in_tables():
    table = Table("t", (Column("low"), headed("chance", CHANCE)), ((0.1, 0.2),))
    assert table.section.columns == (("chance", RIGHT),)
    assert table.records() == [{"low": 0.1}]


def test_an_optional_column_without_values_and_a_table_without_rows_are_not_printed():
    columns = headed("chance", CHANCE), headed("exactly", EXACTLY)
    (section,) = sections((Table("floats", columns, ((0.2, 0.2),)), Table("empty", columns, ())))
    assert section.columns == (("chance", RIGHT),)
    assert Table("fractions", columns, ((Fraction(1, 5),) * 2,)).section.rows == (("20.00 %", "1/5"),)


def test_a_heat_map_stores_the_advantage_of_each_cell_that_has_one():
    cells = (Cell("75", 0.5, "axe: 75 %"), Cell("-", None, "left out"))
    section = Table("wins", (headed("", NUMBER), headed("club", CELL), headed("axe", CELL)), ((1, *cells),)).section
    assert section.rows == (("1", "75", "-"),)
    assert section.favours == {(0, 1): 0.5}


def test_grouping_keeps_the_groups_in_the_order_of_their_first_members():
    assert grouped([("b", 1), ("a", 2), ("b", 3)]) == {"b": [1, 3], "a": [2]}
