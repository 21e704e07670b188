"""With the README alone, a reader can make two units and answer five questions about them, and the commands in the
README print the outputs shown.
"""

import re
import shlex
from pathlib import Path

import pytest

from pilein.cli.main import main
from tests.docs.pages import Page, folder

README = Path(__file__).parents[2] / "README.md"
COMMANDS = README.parent / "docs" / "commands.md"
FEWER_THAN = 10


def commands() -> list[str]:
    return re.findall(r"^\$ (.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)


def test_each_command_prints_the_output_shown_in_the_readme(tmp_path: Path) -> None:
    with folder(tmp_path):
        page = Page(README)
    assert page.runs >= len(commands())
    assert page.faults == [], "renew it with `python -m tests.docs.pages README.md`"


def test_the_readme_answers_five_questions_with_fewer_than_ten_commands() -> None:
    """The questions are about odds, alternative weapons, an even match, a charge and a fleeing enemy."""
    assert len(commands()) < FEWER_THAN
    for part in ("pilein odds ", "great weapon", "models=", "pilein charge ", "=flee"):
        assert any(part in command for command in commands()), part


def asked_of(column: int) -> list[str]:
    """Return the commands in one column of the table that shows the same questions for other games."""
    rows = COMMANDS.read_text(encoding="utf-8").split("| question |")[1].split("\n\n")[0].splitlines()[2:]
    return [re.findall(r"`([^`]+)`", cell)[-1] for cell in (row.split(" | ")[column] for row in rows)]


@pytest.mark.parametrize("column", [1, 2], ids=["WAB", "WarStrike"])
def test_the_questions_in_the_readme_are_also_answered_for_wab_and_warstrike(
    column: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = asked_of(column)
    assert len(commands) < FEWER_THAN
    for command in commands:
        assert main(shlex.split(command)[1:]) == 0, command
    shown = capsys.readouterr().out
    for part in ("WHAT DECIDED IT", "DIFFERENCES", "OVER UNITS.", "arrives"):
        assert part in shown
