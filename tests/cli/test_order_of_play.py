"""The page about a ruleset's order of play is generated from the code and is up to date."""

from functools import cache
from pathlib import Path

import pytest

from pilein.cli import order_of_play
from pilein.engine.rulesets import ruleset_named
from tests.rulesets.texts import NAMES

DOCS = Path(__file__).parents[2] / "docs"
page_of = cache(order_of_play.order_of_play)
every_page = pytest.mark.parametrize("name", NAMES)


@every_page
def test_every_sentence_has_a_row_of_five_cells_in_the_order_of_play(name: str) -> None:
    rows = [line for line in page_of(name).splitlines() if line.startswith("| ")]
    assert [row for row in rows if row.count(" | ") != 4] == []
    assert set(ruleset_named(name).sentences) <= {row.split(" | ")[0].removeprefix("| ") for row in rows}


@every_page
def test_links_in_the_order_of_play_lead_to_its_headings_and_reach_all_of_them(name: str) -> None:
    page = page_of(name)
    headings = {line.removeprefix("### ").lower() for line in page.splitlines() if line.startswith("### ")}
    links = {part.split(")")[0] for part in page.split("](#")[1:]}
    assert links == headings


@every_page
def test_the_committed_order_of_play_is_up_to_date(name: str) -> None:
    assert (DOCS / f"order-of-play-{name}.md").read_text(encoding="utf-8") == page_of(name)


def test_an_unknown_ruleset_is_reported_as_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert order_of_play.main(["scrollhamer"]) == 2
    assert capsys.readouterr().err == "there is no ruleset 'scrollhamer'; did you mean 'scrollhammer'?\n"


def test_the_order_of_play_command_without_a_ruleset_prints_its_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert order_of_play.main([]) == 2
    assert "usage" in capsys.readouterr().err
