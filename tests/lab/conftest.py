"""Fixtures with scenarios of Brawl, the hand-made rules text."""

import pytest

from pilein.engine.rulesets import rulesets_from
from tests.lab.brawls import BRAWL, ON_A_TABLE, TEXTS


@pytest.fixture
def brawls(apart, tmp_path, monkeypatch):
    """Register the ruleset, and return its two scenarios, one in the press and one on a table."""
    rulesets_from(TEXTS)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "press.toml").write_text(BRAWL)
    (tmp_path / "table.toml").write_text(ON_A_TABLE)
    return tmp_path
