"""The commands and sessions on the page about playtests give the figures shown."""

from pathlib import Path

from tests.docs.pages import Page, folder

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


def test_each_command_and_session_on_the_page_about_playtests_prints_the_output_shown(tmp_path: Path) -> None:
    with folder(tmp_path):
        page = Page(PAGE)
    assert page.runs >= 8
    assert page.faults == [], "renew it with `python -m tests.docs.pages docs/lab.md`"
