"""The page on adding a question shows code that is short and works as printed."""

import json
import re
from pathlib import Path

import pytest

from pilein.cli.main import COMMANDS, main
from tests.docs.pages import Page, folder
from tests.docs.typed import report_on

PAGE = Path(__file__).parents[2] / "docs" / "add-a-question.md"
MOST = 80  # lines of question, command and test


def _files():
    """Return the text of each of the page's three files by its name."""
    found = re.findall(r"```python title=\"(\w+\.py)\"\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert [name for name, _ in found] == ["losing.py", "losing_command.py", "test_losing.py"]
    return dict(found)


@pytest.fixture
def _page(tmp_path, monkeypatch):
    """Write the page's files into the current folder, and run its program, which registers the command."""
    monkeypatch.setitem(COMMANDS, "losing", ("losing_command", "the chance that a unit is destroyed"))
    with folder(tmp_path):
        page = Page(PAGE)
        assert page.faults == [], "renew it with `python -m tests.docs.pages docs/add-a-question.md`"
        yield


def test_the_code_in_the_tutorial_on_adding_a_question_is_short():
    assert sum(len(file.splitlines()) for file in _files().values()) < MOST


@pytest.mark.usefixtures("_page")
def test_the_command_added_in_the_tutorial_prints_a_table_and_writes_a_csv_file_and_a_picture(capsys):
    asked = ["losing", "levies.toml", "--unit", "levies", "--leader", "sergeant", "--phases", "1", "--workers", "1"]
    assert main([*asked, "--csv", "a.csv", "--plot", "a.svg"]) == 0
    text = capsys.readouterr().out
    assert "LEVIES: DESTROYED, IN %" in text
    assert text.endswith("written: a.csv\nwritten: a.svg\n")
    assert Path("a.csv").read_text(encoding="utf-8").splitlines()[0] == (
        "units.levies.files,profiles.sergeant.Ld,chance,low,high"
    )
    assert "<svg" in Path("a.svg").read_text(encoding="utf-8")
    assert main([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["over"]["units.levies.files"] == [4, 5, 6]
    assert main([*asked, "--short"]) == 0
    assert len(capsys.readouterr().out.splitlines()) <= 5
    exec(compile(Path("test_losing.py").read_text(encoding="utf-8"), "test_losing", "exec"), names := {})  # noqa: S102
    names["test_a_unit_with_a_better_leader_is_destroyed_less_often"]()


def test_the_code_in_the_tutorial_on_adding_a_question_passes_mypy(tmp_path):
    for name, text in _files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert report_on(*(tmp_path / name for name in _files())).startswith("Success: no issues found in 3 source files")
