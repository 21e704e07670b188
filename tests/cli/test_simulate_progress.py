"""The progress bar of long commands appears only at a terminal and is removed when the command is interrupted."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from pilein.cli import progress
from pilein.cli.main import main
from tests.cli.calling import printed
from tests.lab.test_matrix import WARRIORS

SHOT_AT = Path(__file__).parents[1] / "lab" / "figures" / "stand_and_shoot.toml"
COMMANDS = [
    pytest.param(("matrix", "warriors.toml", "--phases", "1"), "cells", "1/1", id="matrix"),
    pytest.param(("charge", "shot_at.toml", "--distances", "3..5"), "distances", "3/3", id="charge"),
]


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("warriors.toml").write_text(WARRIORS)
    Path("shot_at.toml").write_text(SHOT_AT.read_text())


@pytest.mark.parametrize(("command", "of", "done"), COMMANDS)
def test_a_bar_shows_the_progress_of_a_simulation_at_a_terminal(capsys, monkeypatch, command, of, done):
    shown = io.StringIO()
    monkeypatch.setattr(progress, "Console", lambda **_: Console(file=shown, force_terminal=True, width=80))
    assert f" {done} " not in printed(capsys, *command)
    assert of in shown.getvalue()
    assert done in shown.getvalue()


@pytest.mark.parametrize(("command", "of", "done"), COMMANDS)
def test_no_progress_bar_is_shown_without_a_terminal(capsys, command, of, done):
    assert main(list(command)) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("command", "of", "done"), COMMANDS)
def test_an_interruption_removes_the_progress_bar(capsys, monkeypatch, command, of, done):
    def interrupting(*_arguments, **_named):
        raise KeyboardInterrupt

    shown = io.StringIO()
    monkeypatch.setattr(progress, "Console", lambda **_: Console(file=shown, force_terminal=True, width=80))
    monkeypatch.setattr(f"pilein.lab.{'matrix._standing' if of == 'cells' else 'charges._within_limit'}", interrupting)
    assert main(list(command)) == 130
    assert shown.getvalue().endswith("\x1b[2K")  # the bar is gone
