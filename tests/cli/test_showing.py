"""How the log is laid out at a terminal."""

import io

import pytest
from rich.console import Console

from pilein.cli import showing
from pilein.cli.showing import Show
from pilein.engine.game import Game
from tests.duel import RULESET, scenario


def test_a_long_line_hangs_below_itself_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    terminal = Console(file=out, width=40, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(showing, "Console", lambda **_: terminal)
    show = Show(Game(RULESET, scenario()))
    show.line("  one two three four five six seven eight nine ten eleven")
    lines = out.getvalue().splitlines()
    assert len(lines) > 1
    assert lines[0].startswith("  one")
    assert all(line.startswith(" " * 6) and line[6] != " " for line in lines[1:])
    assert all(len(line) <= 40 for line in lines)


def test_a_file_has_no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    file = Console(file=out, width=40, force_terminal=False, highlight=False)
    monkeypatch.setattr(showing, "Console", lambda **_: file)
    Show(Game(RULESET, scenario())).line("word " * 30)
    assert len(out.getvalue().splitlines()) == 1
