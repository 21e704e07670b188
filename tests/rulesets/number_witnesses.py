"""Games whose course depends on a number in a rules text, found by playing and stored in `number_witnesses.json`. The
command

    python -m tests.rulesets.number_witnesses [RULESET ...]

searches for missing witnesses: it plays scenarios, notes the numbers that the rules read, and replays each game with
other values of those numbers until a replay differs from the original.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pilein
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import PileInError
from pilein.kernel.numbers import Number
from pilein.kernel.table import Table
from pilein.tabletop.setup import Setup

ROOT = Path(__file__).parents[2]
FILE = Path(__file__).with_suffix(".json")
SEEDS, PHASES, TRIES = 4, 4, 16
LONG = ("battle", "two_armies", "demo")
POLICIES = ("sensible", "random")
Witness = dict[str, Any]  # scenario, rulings, policy, seed, value


def witnesses() -> dict[str, Witness]:
    """Load the witnesses as a mapping from each number to the game that depends on it."""
    found: dict[str, Witness] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def trace_of(witness: Witness, numbers: dict[str, str]) -> str:
    """Return a digest of the game that a witness plays."""
    played = pilein.play(
        ROOT / witness["scenario"],
        witness["policy"],
        seed=witness["seed"],
        phases=PHASES,
        rulings={**witness["rulings"], **numbers},
    )
    return played.record.trace


def values_of(number: Number) -> Iterator[int]:
    """Yield the values to try for a number: first its neighbours, and then its bounds."""
    near = (number.default + 1, number.default - 1, number.most, number.least)
    bounds = range(number.least, number.most + 1)
    yield from dict.fromkeys(value for value in near if value in bounds and value != number.default)


def differs(witness: Witness, key: str, value: int, before: str) -> bool:
    """Return whether the game changes if the number has a different value. The answer is False if the scenario cannot
    be played with that value.
    """
    try:
        return trace_of(witness, {key: str(value)}) != before
    except PileInError:
        return False


def search(ruleset: str) -> None:
    """Search for missing witnesses and store those found."""
    known, tries = ruleset_named(ruleset).numbers, Counter[str]()
    for witness in candidates(ruleset):
        missing = [key for key in known if key not in witnesses()]
        if not missing:
            return
        asked: set[str] = set()
        before = ""
        with suppress(PileInError), noting_numbers(asked):
            before = trace_of(witness, {})
        for key in sorted(asked.intersection(missing)):
            tries[key] += 1
            if tries[key] > TRIES:
                continue
            value = next((one for one in values_of(known[key]) if differs(witness, key, one, before)), None)
            if value is not None:
                found = witnesses() | {key: {**witness, "value": value}}
                FILE.write_text(json.dumps(dict(sorted(found.items())), indent=1) + "\n", encoding="utf-8")
    missing = [key for key in known if key not in witnesses()]
    sys.stdout.write(f"{ruleset}: {len(known) - len(missing)} found, missing {missing}\n")
    sys.stdout.flush()


def candidates(ruleset: str) -> Iterator[Witness]:
    """Yield candidate games: every example unchanged, and then every example under each option of each ruling."""
    scenarios = sorted((ROOT / "examples" / ruleset).glob("*.toml"))
    scenarios.sort(key=lambda path: path.stem in LONG)
    sources = [path.relative_to(ROOT).as_posix() for path in scenarios]
    sources += [f"src/pilein/rulesets/{ruleset}/{name}.toml" for name in ("sample_press", "sample")]
    for policy in POLICIES:
        for seed in range(SEEDS):
            for source in sources:
                yield {"scenario": source, "rulings": {}, "policy": policy, "seed": seed}
    for ruling in ruleset_named(ruleset).rulings.values():
        for option in ruling.options:
            for source in sources if not option.number else ():
                yield {"scenario": source, "rulings": {ruling.id: option.name}, "policy": "sensible", "seed": 1}


class noting_numbers:  # noqa: N801 - a context
    """Open a context that records every number that the rules look up."""

    def __init__(self, asked: set[str]) -> None:
        self.asked = asked

    def __enter__(self) -> None:
        self.before = Table.number, Setup.number
        of_table, of_setup = self.before

        def table_number(table: Table, key: str) -> int:
            self.asked.add(key)
            return of_table(table, key)

        def setup_number(setup: Setup, key: str) -> int:
            self.asked.add(key)
            return of_setup(setup, key)

        Table.number, Setup.number = table_number, setup_number  # type: ignore[assignment, method-assign]

    def __exit__(self, *_: object) -> None:
        Table.number, Setup.number = self.before  # type: ignore[method-assign]


if __name__ == "__main__":
    for name in sys.argv[1:] or ("scrollhammer", "scorched", "wab", "warstrike", "wwpd"):
        search(name)
