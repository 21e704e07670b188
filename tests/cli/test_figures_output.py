"""Tables in a terminal are only as wide as necessary, and they are transposed if that makes them narrower."""

import io

import pytest
from rich.console import Console

from pilein.cli import figures_output
from pilein.lab.table import LEFT, RIGHT, Section

HEADS = "unit", "side", "models", "engaged", "standing", "falling back", "destroyed", "lost", "5 %", "median", "95 %"
COLUMNS = tuple((head, LEFT if place < 2 else RIGHT) for place, head in enumerate(HEADS))
ROWS = tuple((name, side, *["10.55 %"] * 9) for name, side in (("lieutenant", "crusade"), ("champion", "reavers")))


@pytest.fixture
def terminal(monkeypatch):
    def shown(section, width):
        told = io.StringIO()
        console = Console(file=told, force_terminal=True, width=width, color_system=None, highlight=False)
        monkeypatch.setattr(figures_output, "Console", lambda **_: console)
        figures_output.show_tables((section,), (), ("crusade", "reavers"), {"champion": "reavers"})
        return [line.rstrip() for line in told.getvalue().splitlines() if line.strip()]

    return shown


def test_a_table_narrower_than_the_terminal_is_printed_unchanged(terminal):
    lines = terminal(Section("units", COLUMNS, ROWS), 140)
    assert lines[1].split()[:3] == ["unit", "side", "models"]
    assert len(lines) == 5


def test_a_table_wider_than_the_terminal_is_transposed(terminal):
    lines = terminal(Section("units", COLUMNS, ROWS), 80)
    assert lines[1].split() == ["unit", "lieutenant", "champion"]
    assert lines[3].split() == ["side", "crusade", "reavers"]
    assert len(lines) == 2 + len(HEADS)
    assert max(map(len, lines)) <= 80


def test_no_cell_of_a_table_is_cut_off_however_narrow_the_terminal_is(terminal):
    for width in (10, 30):
        assert not [line for line in terminal(Section("units", COLUMNS, ROWS), width) if "…" in line]


def test_long_cells_are_wrapped_to_the_width_of_the_terminal(terminal):
    rows = (("in contact", "10 axemen, 20 goblins; everybody strikes, no limit on how many touch"), ("phases", "1"))
    lines = terminal(Section("assumed", (("", LEFT), ("", LEFT)), rows), 50)
    assert max(map(len, lines)) <= 50
    assert " ".join(" ".join(lines).replace("─", "").split()) == f"assumed {' '.join(rows[0])} {' '.join(rows[1])}"


def test_the_columns_of_a_table_are_distributed_over_several_tables_if_it_fits_in_no_other_form(terminal):
    rows = tuple((f"weapon {number}", *["50 ± 1"] * 9) for number in range(9))
    heads = ("", LEFT), *((f"weapon {number}", RIGHT) for number in range(9))
    lines = terminal(Section("wins", heads, rows), 50)
    assert max(map(len, lines)) <= 50
    assert [line.split() for line in lines].count(["weapon", "3", *["50", "±", "1"] * 4]) == 2
    assert sum("wins" in line for line in lines) == 1


def test_headings_are_wrapped_before_the_columns_are_distributed(terminal):
    heads = ("distance", RIGHT), *((f"the target {word} away", RIGHT) for word in ("runs", "gets", "flees"))
    rows = tuple((f'{number}"', "1 %", "2 %", "3 %") for number in range(9))
    lines = terminal(Section("charge", heads, rows), 50)
    assert max(map(len, lines)) <= 50
    assert lines[-1].split() == ['8"', "1", "%", "2", "%", "3", "%"]


def test_bars_are_left_out_of_a_table_if_the_terminal_is_too_narrow_for_them(terminal):
    section = Section("outcome", (("", LEFT), ("chance", RIGHT), ("", LEFT)), (("red wins", "99 %", "█" * 24),))
    assert "█" in "".join(terminal(section, 60))
    lines = terminal(section, 40)
    assert lines[-1].split() == ["red", "wins", "99", "%"]


def test_a_transposed_heat_map_keeps_the_colours_of_its_cells():
    columns = (("", LEFT), ("axe", RIGHT), ("club", RIGHT))
    section = Section(
        "wins", columns, (("axe", "50", "75"), ("club", "25", "-")), {(0, 1): 0.0, (0, 2): 0.5, (1, 1): -0.5}
    )
    turned = figures_output._turned(section)
    assert turned.rows == (("axe", "50", "25"), ("club", "75", "-"))
    assert turned.favours == {(0, 1): 0.0, (1, 1): 0.5, (0, 2): -0.5}


def test_a_cell_of_a_heat_map_has_the_colour_of_the_favoured_side():
    styles = figures_output._styles(("crusade", "reavers"), {})
    row = ("axe", "75", "50")
    assert figures_output._style(row, "75", styles, 0.5) == styles["crusade"]
    assert figures_output._style(row, "25", styles, -0.5) == styles["reavers"]
    assert figures_output._style(row, "50", styles, 0.0) == "dim"
