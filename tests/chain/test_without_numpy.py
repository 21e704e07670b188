"""Where numpy is missing, small chains have the same odds, and what cannot be done says so in one sentence."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HIDDEN = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "numpy":
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")

sys.meta_path.insert(0, Hidden())
"""
FIGURES = """
import json, sys
import pilein
from pilein.chain.numeric import HAS_NUMPY

found = {"numpy": HAS_NUMPY}
for name, asked in json.loads(sys.argv[1]):
    odds = pilein.odds(name, **asked)
    figures = odds.figures
    found[f"{name} {asked}"] = {
        "is sampled": bool(figures.games),
        "outcome": [[words, float(chance)] for words, chance in figures.outcome],
        "losses": [[[value, float(chance)] for value, chance in unit.losses.chances] for unit in figures.units],
        "phases": [[value, float(chance)] for value, chance in figures.phases.chances],
        "events": [[one.event, one.clause, float(one.chance), float(one.expected)] for one in odds.events],
    }
print(json.dumps(found))
"""
ASKED = (
    ("examples/scrollhammer/duel.toml", {}),
    ("examples/scrollhammer/duel.toml", {"exact": False}),
    ("examples/scrollhammer/duel.toml", {"phases": "forever", "exact": False}),
    ("examples/scorched/duel.toml", {"phases": 1}),
    ("examples/wwpd/plain_men.toml", {"phases": 2}),
)


def python(code, *arguments):
    """A program, run by itself in the checkout."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def run(code, *arguments):
    done = python(code, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pilein(*arguments):
    """The command line without numpy: exit code and what it says."""
    done = python(HIDDEN + "from pilein.cli.main import main\nsys.exit(main(sys.argv[1:]))", *arguments)
    return done.returncode, done.stdout, done.stderr


def numbers(found):
    if isinstance(found, dict):
        return [one for key in sorted(found) if key != "numpy" for one in numbers(found[key])]
    if isinstance(found, list):
        return [one for part in found for one in numbers(part)]
    return [found]


def test_the_odds_of_small_chains_are_the_same():
    asked = json.dumps(ASKED)
    there, missing = (json.loads(run(code + FIGURES, asked)) for code in ("", HIDDEN))
    assert (there["numpy"], missing["numpy"]) == (True, False)
    assert [one for one in numbers(missing) if isinstance(one, str)] == [
        one for one in numbers(there) if isinstance(one, str)
    ]
    for one, other in zip(numbers(missing), numbers(there), strict=True):
        if not isinstance(one, str):
            assert one == pytest.approx(other, abs=1e-12)


def test_chains_that_are_too_large_without_it_say_so():
    code = """
from pilein.chain.explore import compiler
compiler.SMALL_WITHOUT_NUMPY = 50
import pilein
print(pilein.odds("examples/scrollhammer/duel.toml").note)
"""
    assert run(HIDDEN + code) == (
        "sampled (1,000 games): more than 50 states without numpy are too many to solve exactly; "
        "use `simulate -n` for more\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("fight", "examples/wwpd/charge.toml", "--seed", "1"),
        ("simulate", "examples/wwpd/charge.toml", "-n", "3", "--seed", "1"),
        ("charge", "examples/wwpd/charge.toml"),
        ("check", "examples/wwpd/charge.toml"),
    ],
)
def test_play_simulations_and_charges_need_no_numpy(arguments):
    code, said, error = pilein(*arguments)
    assert (code, error) == (0, "")
    assert said


def test_walks_say_that_they_need_it():
    code, _, error = pilein("simulate", "examples/scrollhammer/duel.toml", "-n", "10", "--way", "walks")
    assert code == 2
    assert "numpy" in error
    assert len(error.splitlines()) == 1


def test_the_lab_says_that_it_needs_it():
    code, _, error = pilein("lab", "matchup", "examples/scrollhammer/units/ten.toml")
    assert code == 2
    assert error == "pilein: this needs numpy, which is not installed; install it with `pip install numpy`\n"
