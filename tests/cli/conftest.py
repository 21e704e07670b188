"""Fixtures that register the duel as a ruleset and write scenario files for it."""

from pathlib import Path

import pytest

from pilein.engine import rulesets
from tests.duel import ON_A_TABLE, RULESET, SAMPLE


@pytest.fixture(autouse=True)
def _duel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the duel as a ruleset, and let internal errors show their traceback."""
    monkeypatch.setitem(rulesets._known, "duel", RULESET)
    monkeypatch.setenv("PILEIN_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "100")


@pytest.fixture
def press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "press.toml").write_text(SAMPLE)
    return "press.toml"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "table.toml").write_text(ON_A_TABLE)
    return "table.toml"
