"""A stream counts as a terminal only if it is one or the environment says so, and commands that do not print to a
terminal import no terminal library.
"""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest

from pilein.cli.progress import FORCED, may_be_terminal

DUEL = Path(__file__).parents[2] / "examples" / "scrollhammer" / "duel.toml"
CODE = "import sys; from pilein.cli.main import main; main(['odds', sys.argv[1], '--phases', '1']); print(*sys.modules)"


def test_a_stream_counts_as_a_terminal_without_being_one_only_if_the_environment_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in FORCED:
        monkeypatch.delenv(name, raising=False)
    assert not may_be_terminal(StringIO())
    monkeypatch.setenv(FORCED[0], "1")
    assert may_be_terminal(StringIO())


def test_printing_odds_to_a_pipe_imports_neither_rich_nor_an_http_client() -> None:
    """Importing these libraries takes longer than computing the odds of a duel."""
    done = subprocess.run([sys.executable, "-c", CODE, str(DUEL)], check=True, capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "pilein.lab.odds" in loaded
    assert not loaded & {"rich.console", "http.client", "urllib.request"}
