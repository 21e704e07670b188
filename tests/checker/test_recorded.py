"""The checker finds the faults that audits reported in version 0.1.0 when it reads logs written by that version."""

import json
from pathlib import Path

import pytest

from tests.checker.games import FINDINGS
from tests.checker.trace import Trace, read

FILES = sorted(Path(__file__).with_name("recorded_0_1_0").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_checker_finds_the_known_deviation_in_an_old_record(path: Path) -> None:
    trace: Trace = read(path)
    due = json.loads(path.read_text("utf-8"))["shows"]
    found = {one.kind for one in FINDINGS[trace.army.ruleset](trace)}
    assert set(due) <= found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_recorded_logs_of_the_checker_come_from_version_0_1_0(path: Path) -> None:
    assert json.loads(path.read_text("utf-8"))["version"] == "0.1.0"


def test_an_unusual_but_harmless_order_of_tests_in_an_old_record_is_not_reported() -> None:
    """In the audit's second WAB record, the General's unit is tested last, which is not a fault."""
    trace = read(Path(__file__).with_name("recorded_0_1_0") / "wab_02_others.json")
    assert list(FINDINGS["wab"](trace)) == []
