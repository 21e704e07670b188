"""The progress of a long phase is shown only on a terminal, and only if the phase takes a while."""

import io
from pathlib import Path

import pytest

from pilein.cli import fight
from tests.cli.calling import printed

DUEL = str(Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml")


class Screen(io.StringIO):
    """A standard error stream that can pretend to be a terminal."""

    def __init__(self, *, is_terminal):
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self):
        return self._is_terminal


@pytest.fixture
def plain(capsys):
    return printed(capsys, "fight", DUEL, "--seed", "3")


@pytest.mark.parametrize(("patience", "is_terminal"), [(-1.0, True), (60.0, True), (-1.0, False)])
def test_only_a_long_phase_played_at_a_terminal_shows_its_progress(monkeypatch, capsys, plain, patience, is_terminal):
    monkeypatch.setattr(fight, "PATIENCE", patience)
    screen = Screen(is_terminal=is_terminal)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert printed(capsys, "fight", DUEL, "--seed", "3") == plain
    is_long = patience < 0
    assert ("clauses played" in screen.getvalue()) == (is_terminal and is_long)
