"""Tables of figures name the command that produces them, and every table of figures is generated."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.figures import MARKED, PAGES, commands, empty, renewed

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", PAGES)
def test_every_table_on_a_page_of_figures_names_the_command_that_made_it(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert len(commands(ROOT / page)) > 5
    assert re.findall(r"^\|.*\|$", MARKED.sub("", text), re.MULTILINE) == []


@pytest.mark.parametrize("page", [*PAGES, "docs/policies.md"])
def test_every_command_that_makes_figures_exists(page: str) -> None:
    for command in commands(ROOT / page):
        flag, module, *_ = command.split()
        assert flag == "-m"
        assert find_spec(module), command


def test_a_page_of_figures_is_regenerated_and_a_failed_command_leaves_its_table_unchanged(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    made, failing = "-c \"print('| new |')\"", '-c "raise SystemExit(1)"'
    old = "<!-- figures: python {} -->\n\n| old |\n\n<!-- end -->\n"
    page.write_text("before\n" + old.format(made) + old.format(failing) + "after\n", encoding="utf-8")
    assert renewed(page) == 1
    text = page.read_text(encoding="utf-8")
    assert text == f"before\n{old.format(made).replace('old', 'new')}{old.format(failing)}after\n"


def test_a_single_table_of_a_page_of_figures_can_be_regenerated(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    one, other = "-c \"print('| one |')\"", "-c \"print('| other |')\""
    old = "<!-- figures: python {} -->\n\n| old |\n\n<!-- end -->\n"
    page.write_text(old.format(one) + old.format(other), encoding="utf-8")
    assert renewed(page, "other") == 0
    assert page.read_text(encoding="utf-8") == old.format(one) + old.format(other).replace("old", "other")


def test_an_empty_table_on_a_page_of_figures_is_detected(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    table = "<!-- figures: python -m {} -->\n\n| a |\n| - |\n{}\n<!-- end -->\n"
    page.write_text(table.format("one", "| 1 |\n") + table.format("two", ""), encoding="utf-8")
    assert empty(page) == ["-m two"]
