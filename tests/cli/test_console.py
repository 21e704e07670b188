"""The log is laid out to fit the width of the terminal."""

import io

import pytest
from rich.console import Console

from pilein.cli import console
from pilein.cli.console import Show
from pilein.dice import FacesGroup
from pilein.engine.game import Game
from pilein.engine.log import LogEntry, Thrown, Told
from pilein.lab.log_lines import Rolled, gathered
from pilein.rulesets.wab.combat_events import Struck
from tests.duel import RULESET, scenario


def test_a_long_line_is_wrapped_with_a_hanging_indent_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    terminal = Console(file=out, width=40, force_terminal=True, color_system=None, highlight=False)
    monkeypatch.setattr(console, "Console", lambda **_: terminal)
    show = Show(Game(RULESET, scenario()))
    show.line("  one two three four five six seven eight nine ten eleven")
    lines = out.getvalue().splitlines()
    assert len(lines) > 1
    assert lines[0].startswith("  one")
    assert all(line.startswith(" " * 6) and line[6] != " " for line in lines[1:])
    assert all(len(line) <= 40 for line in lines)


def test_a_log_written_to_a_file_is_not_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    file = Console(file=out, width=40, force_terminal=False, highlight=False)
    monkeypatch.setattr(console, "Console", lambda **_: file)
    Show(Game(RULESET, scenario())).line("word " * 30)
    assert len(out.getvalue().splitlines()) == 1


def test_each_volley_of_dice_in_a_log_is_shown_with_the_name_of_the_unit_that_rolls_it() -> None:
    """The name comes from the event that follows the volley. A roll that is not followed by such an event has
    no name.
    """
    hits = (FacesGroup("hit", 4, (5, 3)),)
    entries: list[LogEntry] = [
        Thrown("strike", "blows", "Pool", hits),
        Told("strike", Struck(unit="guards", foe="raiders", attacks=2, hit=4, wound=4, clause="WAB-CC-07")),
        Thrown("strike", "blows", "Pool", hits),
        Told("strike", Struck(unit="raiders", foe="guards", attacks=2, hit=4, wound=4, clause="WAB-CC-07")),
        Thrown("elsewhere", "blows", "Pool", hits),
    ]
    assert [one.by for one in gathered(entries) if isinstance(one, Rolled)] == ["guards", "raiders", ""]
