"""Small chains have the same odds without numpy, and functions that need numpy say in one sentence that it is
missing.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import pilein
from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.plain_floats import PlainFloatSolver
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named

ROOT = Path(__file__).parents[3]
HIDDEN = "import sys; sys.modules['numpy'] = None\n"
SMALL: dict[str, int | str] = {"scrollhammer/duel": "end", "scorched/duel": 1, "wwpd/plain_men": 1}  # phases


def without_numpy(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", HIDDEN + program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def as_json(file, phases):
    return json.loads(json.dumps(pilein.odds(file, phases=phases, exact=False).document()))


def by_name(document):
    """Return the document with its events keyed by name, because rounding decides the order of equally
    frequent events.
    """
    events = {f"{one.get('event')} {one.get('unit')} {one.get('clause')}": one for one in document["events"]}
    return {**document, "events": events}


def flat(value, path=""):
    if isinstance(value, dict):
        for key, one in value.items():
            yield from flat(one, f"{path}.{key}")
    elif isinstance(value, list):
        for place, one in enumerate(value):
            yield from flat(one, f"{path}.{place}")
    else:
        yield path, value


@pytest.mark.parametrize("name", SMALL)
def test_odds_without_numpy_match_those_with_numpy_to_nine_digits(name) -> None:
    file = f"examples/{name}.toml"
    odds = f"pilein.odds(sys.argv[1], phases={SMALL[name]!r}, exact=False)"
    done = without_numpy(f"import json, pilein\nprint(json.dumps({odds}.document()))", file)
    assert done.returncode == 0, done.stderr
    here, there = (dict(flat(by_name(one))) for one in (as_json(file, SMALL[name]), json.loads(done.stdout)))
    assert here.keys() == there.keys()
    for key, value in here.items():
        if isinstance(value, float):
            assert there[key] == pytest.approx(value, rel=1e-9, abs=1e-12), key
        else:
            assert there[key] == value, key


def test_odds_in_fractions_need_no_numpy() -> None:
    program = "import pilein\nprint(dict(pilein.odds(sys.argv[1], exact=True).figures.outcome))"
    done = without_numpy(program, "examples/scrollhammer/duel.toml")
    assert done.returncode == 0, done.stderr
    found = pilein.odds("examples/scrollhammer/duel.toml", exact=True)
    assert done.stdout.strip() == str(dict(found.figures.outcome))


def test_a_game_on_a_table_can_be_simulated_without_numpy() -> None:
    program = "import pilein\nprint(dict(pilein.simulate(sys.argv[1], n=4, seed=5, phases=1).figures.outcome))"
    done = without_numpy(program, "examples/warstrike/boarding.toml")
    assert done.returncode == 0, done.stderr
    found = pilein.simulate("examples/warstrike/boarding.toml", n=4, seed=5, phases=1)
    assert done.stdout.strip() == str(dict(found.figures.outcome))


def test_the_note_on_odds_sampled_for_lack_of_numpy_says_that_numpy_is_not_installed(tmp_path) -> None:
    program = (
        "from pilein.chain.explore import compiler\ncompiler.MOST_WITHOUT_NUMPY = 40\n"
        "import pilein\nprint(pilein.odds(sys.argv[1]).note)"
    )
    done = without_numpy(program, "examples/scrollhammer/slaves.toml")
    assert done.returncode == 0, done.stderr
    assert "more than 40 states are too many to solve without numpy, which is not installed here" in done.stdout


def test_a_command_that_needs_numpy_reports_in_one_sentence_that_numpy_is_missing() -> None:
    program = "from pilein.cli.start import start\nsys.argv[0] = 'pilein'\nsys.exit(start())"
    done = without_numpy(program, "odds", "examples/scrollhammer/duel.toml", "--phases", "forever")
    assert done.returncode == 2, done.stderr
    assert "odds without a last phase need numpy, which is not installed here" in done.stderr
    assert "Traceback" not in done.stderr
    points = without_numpy(program, "lab", "points", "examples/scrollhammer/units/ten.toml")
    assert points.returncode == 2, points.stderr
    assert "this command needs numpy, which is not installed here" in points.stderr
    assert "Traceback" not in points.stderr


def test_a_python_call_that_needs_numpy_raises_an_error_that_names_the_missing_package() -> None:
    program = "import pilein\ntry:\n    pilein.fair_points\nexcept pilein.PileInError as error:\n    print(error)"
    assert "fair_points needs numpy, which is not installed here" in without_numpy(program).stdout


@pytest.mark.parametrize("phases", [0, 1, 3])
def test_solving_a_chain_in_plain_floats_agrees_with_solving_it_in_arrays(phases):
    scenario = pilein.load("examples/scrollhammer/slaves.toml")
    rules = ruleset_named(scenario.ruleset)
    policies = tuple(named("sensible", scenario.ruleset, seed=0, side=side) for side in (0, 1))
    chain = compiled(rules, rules.opened(scenario), policies, phases=phases)
    plain = PlainFloatSolver(chain).solved(phases).at_the_end
    arrays = FloatSolver(chain).solved(phases).at_the_end
    assert sum(plain.values()) == pytest.approx(1, abs=1e-12)
    for (end, state), chance in plain.items():
        assert arrays[state, end] == pytest.approx(chance, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    "arguments",
    [
        ("fight", "examples/wwpd/charge.toml", "--seed", "1"),
        ("simulate", "examples/wwpd/charge.toml", "-n", "3", "--seed", "1"),
        ("charge", "examples/wwpd/charge.toml"),
        ("check", "examples/wwpd/charge.toml"),
    ],
)
def test_games_and_simulations_and_charges_need_no_numpy(arguments) -> None:
    done = without_numpy("from pilein.cli.main import main\nsys.exit(main(sys.argv[1:]))", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_sampled_walks_report_that_they_need_numpy() -> None:
    program = "from pilein.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    done = without_numpy(program, "simulate", "examples/scrollhammer/duel.toml", "-n", "10", "--way", "walks")
    assert done.returncode == 2
    assert "'walks' needs numpy" in done.stderr
    assert len(done.stderr.splitlines()) == 1
