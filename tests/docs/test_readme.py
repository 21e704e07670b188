"""The README alone: two units of one's own answer five questions, and its commands print what it shows."""

import re
from pathlib import Path

from tests.docs.pages import Page, folder

README = Path(__file__).parents[2] / "README.md"
FEWER_THAN = 10


def commands() -> list[str]:
    return re.findall(r"^\$ (.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)


def test_each_command_prints_what_the_readme_shows(tmp_path: Path) -> None:
    with folder(tmp_path):
        page = Page(README)
    assert page.runs >= len(commands())
    assert page.faults == [], "renew it with `python -m tests.docs.pages README.md`"


def test_fewer_than_ten_commands_answer_five_questions() -> None:
    """Odds, other weapons, how many make it even, a charge, and the enemy who holds: with no look elsewhere."""
    assert len(commands()) < FEWER_THAN
    for part in ("pilein odds ", "great weapon", "models=", "pilein charge ", "=hold"):
        assert any(part in command for command in commands()), part
