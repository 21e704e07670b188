"""Every mutant of every kind of input is either played or refused in one sentence, quickly and with little memory.

A fault names its seed and the file of the mutant, and `python -m tests.fuzz KIND SEED 1` tries it again. `make soak`
tries PILEIN_SOAK times ten thousand mutants, beginning with the seed PILEIN_SEED.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import SOAK
from tests.fuzz.kinds import KINDS

ROOT = Path(__file__).parents[2]
DAILY = 5  # mutants of each kind
BATCH = 250
SOAKED = 10_000  # of all kinds together
START = int(os.environ.get("PILEIN_SEED", "1000"))


def _faults(kind: str, first: int, count: int, folder: Path) -> list[dict[str, object]]:
    (folder / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'src'}", "OPENBLAS_NUM_THREADS": "1"}
    arguments = [sys.executable, "-m", "tests.fuzz", kind, str(first), str(count)]
    ran = subprocess.run(
        arguments, capture_output=True, text=True, check=False, cwd=folder, env=environment, timeout=1800
    )
    died = (
        ""
        if ran.returncode == 0
        else f"died at {(folder / 'seed').read_text()}: {ran.returncode}\n{ran.stderr[-3000:]}"
    )
    assert not died, died
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("kind", KINDS)
def test_a_mutated_scenario_is_played_or_refused_in_one_sentence(kind: str, tmp_path: Path) -> None:
    assert _faults(kind, 0, DAILY, tmp_path) == []


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("batch", range(max(SOAK, 1) * SOAKED // len(KINDS) // BATCH + 1))
def test_many_mutated_scenarios_are_played_or_refused_in_one_sentence(kind: str, batch: int, tmp_path: Path) -> None:
    assert _faults(kind, START + batch * BATCH, BATCH, tmp_path) == []


SHELL = "import sys; from pilein.cli.main import main; sys.exit(main())"


@pytest.mark.parametrize(
    ("arguments", "typed"),
    [
        (["check", "-"], b""),
        (
            ["fight", "examples/scrollhammer/stand_and_shoot.toml", "--seed", "1", "--play", "ask"],
            b"\n?\n=\n{}\nmaybe\n",
        ),
        (["odds", "examples/scrollhammer/duel.toml", "--rule", "\udcff=x"], b""),
        (["simulate", "examples/scrollhammer/duel.toml", "-n", "\udce9"], b""),
    ],
)
def test_invalid_arguments_and_typed_input_are_refused_in_one_sentence_in_a_separate_process(
    arguments: list[str], typed: bytes, tmp_path: Path
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    line = [sys.executable, "-c", SHELL, *arguments]
    ran = subprocess.run(line, input=typed, capture_output=True, check=False, cwd=tmp_path, timeout=120)
    said = ran.stderr.decode()
    assert ran.returncode == 2
    assert "Traceback" not in said
    assert said.splitlines()[-1].startswith("pilein: ")
    assert all(one.isprintable() or one == "\n" for one in said)
