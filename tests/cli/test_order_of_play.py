"""The page of a ruleset's order of play is made from the code, and up to date."""

from pathlib import Path

import pytest

from pilein.cli.order_of_play import main, order_of_play

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def page() -> str:
    return order_of_play("scrollhammer")


def test_every_table_row_has_five_cells(page: str) -> None:
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert len(rows) > 209
    assert [row for row in rows if row.count(" | ") != 4] == []


def test_every_link_leads_to_a_heading(page: str) -> None:
    headings = {line.removeprefix("### ").lower() for line in page.splitlines() if line.startswith("### ")}
    links = {part.split(")")[0] for part in page.split("](#")[1:]}
    assert links == headings


def test_an_unknown_ruleset_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scrollhamer"]) == 2
    assert capsys.readouterr().err == "there is no ruleset 'scrollhamer'; did you mean 'scrollhammer'?\n"


def test_without_a_ruleset_its_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_committed_page_is_up_to_date(page: str) -> None:
    assert (DOCS / "order-of-play-scrollhammer.md").read_text(encoding="utf-8") == page
