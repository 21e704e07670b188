"""Every sentence in the text of a ruleset is used by at least one test that fails if the sentence is struck."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.knockout.runner import Report
from tests.rulesets.texts import NAMES

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.parametrize("name", NAMES)


def assert_missed(*arguments: str) -> None:
    """Strike sentences in a separate process, and assert that the tests miss each of them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.knockout.runner", *arguments],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "PILEIN_SOAK"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    report = msgspec.json.decode(done.stdout, type=Report)
    assert report.failing == ()
    assert report.untested == ()
    assert report.unheard == {}
    assert report.survivors == ()
    assert report.missed


def test_striking_any_sentence_in_a_sample_of_one_in_ten_makes_some_test_fail(name: str) -> None:
    assert_missed(name, "--share", "10")


@pytest.mark.soak
def test_striking_any_sentence_makes_some_test_fail(name: str) -> None:
    assert_missed(name)
