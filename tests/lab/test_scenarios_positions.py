"""Positions of one scenario are equal, whichever process opened it."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.lab.scenarios import load

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*/*.toml"))
OPENED = """
import pickle, sys
from pilein.engine.rulesets import ruleset_named
from pilein.lab.scenarios import load
scenario = load(sys.argv[1])
sys.stdout.buffer.write(pickle.dumps(ruleset_named(scenario.ruleset).opened(scenario)))
"""


def _opened(path: Path) -> Position:
    scenario = load(path)
    return ruleset_named(scenario.ruleset).opened(scenario)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_opening_a_scenario_twice_gives_equal_positions(path: Path) -> None:
    one, other = _opened(path), _opened(path)
    assert one == other
    assert len({one, other, pickle.loads(pickle.dumps(one))}) == 1


@pytest.mark.parametrize("path", [EXAMPLES[0], EXAMPLES[-1]], ids=lambda path: path.stem)
def test_a_position_unpickled_from_a_different_process_has_the_same_hash(path: Path) -> None:
    program = [sys.executable, "-c", OPENED, str(path)]
    theirs = pickle.loads(subprocess.run(program, capture_output=True, check=True).stdout)
    assert {_opened(path): "known"}[theirs] == "known"


def test_positions_of_different_scenarios_differ() -> None:
    assert len({_opened(path) for path in EXAMPLES}) == len(EXAMPLES)
