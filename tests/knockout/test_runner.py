"""The knock-out machinery finds the known gaps in the tests of a toy text."""

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.knockout.runner import Report

ROOT = Path(__file__).parents[2]

TOY = """
from functools import cache
from pilein.kernel.clauses import Clauses
from pilein.kernel.table import Table
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.vocabulary import Vocabulary

CLAUSES = Clauses()
TOY = Ruleset(
    name="toy", prefix="TY", version=1, clauses=CLAUSES, vocabulary=Vocabulary(ruleset="toy"), opened=lambda _: None
)
TABLE = Table({})

@CLAUSES("march", "TY-01")
def march(state, table):
    return state + 4

def needed(skill):
    return 7 - skill if TABLE.holds("TY-02") and TABLE.holds("TY-03") else 7

def goes_on(left):
    return left > 0 or not TABLE.holds("TY-04")

def unused():
    return int(TABLE.holds("TY-05"))

def unread():
    return int(TABLE.holds("TY-06"))

def doubted():
    return int(TABLE.holds("TY-07"))

@cache
def remembered(skill):
    return needed(skill)
"""

TESTS = """
import pytest
import toy

@pytest.mark.clause("TY-01")
def test_a_march_is_four_paces():
    assert toy.march(1, None) == 5

@pytest.mark.clause("TY-02")
@pytest.mark.parametrize("skill", [0, 3])
def test_a_higher_skill_lowers_the_score(skill):
    assert toy.remembered(skill) == 7 - skill

@pytest.mark.clause("TY-03", "TY-06")
def test_a_score_is_needed():
    assert toy.needed(4) > 0

@pytest.mark.clause("TY-04")
def test_a_toy_game_ends():
    left = 3
    while toy.goes_on(left):
        left -= 1

@pytest.mark.clause("TY-07")
def test_a_fault_from_the_start():
    assert toy.doubted() == 2

def test_a_toy_without_a_mark_passes():
    assert toy.unused()
"""

RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import msgspec, toy
from tests.knockout import runner
runner.CPU_SECONDS = 0.2
IDS = [f"TY-0{number}" for number in range(1, 8)]
sys.stdout.buffer.write(msgspec.json.encode(runner.knock_out(toy.TOY, [sys.argv[1]], IDS)))
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy.py").write_text(TOY)
    (folder / "test_toy.py").write_text(TESTS)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = clause\n")
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(folder)], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr.decode()
    return msgspec.json.decode(done.stdout, type=Report)


def test_the_knockout_report_names_the_test_that_fails_without_a_sentence(report: Report) -> None:
    assert report.missed["TY-01"].endswith("test_a_march_is_four_paces")


def test_a_sentence_counts_as_missed_if_one_case_of_a_test_fails_without_it(report: Report) -> None:
    assert report.missed["TY-02"].endswith("test_a_higher_skill_lowers_the_score[3]")


def test_a_sentence_is_reported_as_missed_if_a_game_never_ends_without_it(report: Report) -> None:
    assert report.missed["TY-04"] == "(does not end)"


def test_a_sentence_is_reported_as_a_survivor_if_its_tests_pass_without_it(report: Report) -> None:
    assert report.survivors == ("TY-03", "TY-06", "TY-07")


def test_a_sentence_that_no_test_names_is_reported_as_untested(report: Report) -> None:
    assert report.untested == ("TY-05",)


def test_a_test_that_cites_a_sentence_it_does_not_use_is_reported(report: Report) -> None:
    assert report.unheard == {"test_toy.py::test_a_score_is_needed": ("TY-06",)}


def test_a_test_that_fails_even_with_the_full_text_is_reported_as_failing(report: Report) -> None:
    assert report.failing == ("test_toy.py::test_a_fault_from_the_start",)
