"""Every sentence of Scorched is missed by its tests when it is struck out, and is at work in them."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.knockout.runner import Report

ROOT = Path(__file__).parents[2]


def knocked_out(*arguments: str) -> Report:
    done = subprocess.run(
        [sys.executable, "-m", "tests.knockout.runner", "scorched", *arguments],
        cwd=ROOT,
        env={key: value for key, value in os.environ.items() if key != "PILEIN_SOAK"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout, type=Report)


def assert_missed(report: Report) -> None:
    assert report.failing == ()
    assert report.untested == ()
    assert report.unheard == {}
    assert report.survivors == ()
    assert report.missed


def test_a_tenth_of_the_sentences_are_missed() -> None:
    assert_missed(knocked_out("--share", "10"))


@pytest.mark.soak
def test_every_sentence_is_missed() -> None:
    assert_missed(knocked_out())
