"""The compiled core gives the same results as the plain one, to the last bit. The tests are skipped if the core has not
been compiled.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.tables import TABLES
from pilein.fast.twin import ASKING, home
from tests.conftest import SOAK

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples" / "scrollhammer").glob("*.toml"))
CROWDS = 20 if not SOAK else 3000 * SOAK
PHASES = 1 if not SOAK else 20 * SOAK
QUESTIONS = 100  # at least so many in each phase

needs_the_twin = pytest.mark.skipif(
    not home().is_dir(), reason="these sources have not been compiled: `make fast` compiles and tests them"
)


def answers(asked: str, *arguments: str) -> list[str]:
    """Return the output of a separate program that uses either the plain or the compiled geometry."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, ASKING: asked},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def both(*arguments: str) -> tuple[list[str], list[str]]:
    """Return the outputs of a program with the plain and with the compiled geometry."""
    return answers("0", *arguments), answers("1", *arguments)


def test_the_compiled_twin_runs_only_on_request() -> None:
    assert answers("0", "-m", "tests.fast.reckoning", "0", "0") == ["plain"]


@needs_the_twin
def test_compiled_and_plain_geometry_give_identical_results_to_the_last_bit() -> None:
    plain, compiled = both("-m", "tests.fast.reckoning", "0", str(CROWDS))
    assert (plain[0], compiled[0]) == ("plain", "compiled")
    assert len(plain) > CROWDS
    assert [pair for pair in zip(plain[1:], compiled[1:], strict=True) if pair[0] != pair[1]] == []


@needs_the_twin
@pytest.mark.parametrize("table", TABLES)
def test_every_question_captured_in_a_game_has_identical_answers_to_the_last_bit(table: str) -> None:
    plain, compiled = both("-m", "tests.fast.captured", table, "1", str(1 + PHASES))
    assert (plain[0], compiled[0]) == ("plain", "compiled")
    assert len(plain) > QUESTIONS * PHASES
    assert [pair for pair in zip(plain[1:], compiled[1:], strict=True) if pair[0] != pair[1]] == []


@needs_the_twin
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_fought_identically_with_compiled_and_plain_geometry(example: Path) -> None:
    plain, compiled = both("-m", "pilein.cli.main", "fight", str(example), "--seed", "7")
    assert plain == compiled
