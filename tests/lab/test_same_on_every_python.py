"""No figure depends on the built-in `sum` of floats, which differs between versions of Python."""

import json
import subprocess
import sys

from pilein.lab.document import FORMAT

PROGRAM = """
import builtins, contextlib, io, json, sys

def naive(numbers, /, start=0):
    for one in numbers:
        start = start + one
    return start

def compensated(numbers, /, start=0):
    every = [start, *numbers]
    if not any(isinstance(one, float) for one in every):
        return naive(every)
    total, lost = 0.0, 0.0
    for one in map(float, every):
        added = total + one
        lost += (total - added) + one if abs(total) >= abs(one) else (one - added) + total
        total = added
    return total + lost

builtins.sum = {"naive": naive, "compensated": compensated}[sys.argv[1]]
from pilein.cli.main import main

for command in json.loads(sys.argv[2]):
    assert main([*command.split(), "--json"]) == 0, command
    print("END")
"""
END = "END\n"
COMMANDS = (
    "odds examples/scrollhammer/duel.toml --phases end",
    "odds examples/scrollhammer/duel.toml --phases forever --float",
    "odds examples/scrollhammer/duel.toml --phases 3 --float --play best",
    "odds examples/wwpd/plain_men.toml --phases 1 --float",
    "odds examples/wab/press.toml --phases 1 --float",
    "worth examples/scrollhammer/duel.toml --phases 1 --of noble --vary models,bearers",
    "simulate examples/scrollhammer/duel.toml -n 300 --seed 3 --phases end",
    "simulate examples/scrollhammer/stand_and_shoot.toml -n 8 --seed 3 --phases 1 --workers 1",
    "simulate examples/wab/shooting.toml -n 4 --seed 3 --phases 1 --workers 1",
)


def _documents(way_to_add: str) -> list[str]:
    arguments = [sys.executable, "-c", PROGRAM, way_to_add, json.dumps(COMMANDS)]
    ran = subprocess.run(arguments, capture_output=True, text=True, check=True, timeout=300)
    return ran.stdout.split(END)[:-1]


def test_figures_are_identical_to_the_last_digit_whichever_way_python_sums_floats() -> None:
    one, other = _documents("naive"), _documents("compensated")
    assert [json.loads(document)["format"] for document in one] == [FORMAT] * len(COMMANDS)
    assert one == other
