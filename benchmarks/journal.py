"""Measure the cost of saving a long game after each answer of a person. Run by `make bench`.

A battle is played to its end, and the sensible policy answers every question; each answer is written to the journal
and is on the disk before the next question. `own` leaves out the time spent waiting for the disk, which depends on
the machine: less than a millisecond on an idle solid-state disk, ten or more on a busy one. The limit is 5 ms of own
time per answer.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter
from unittest.mock import patch

from pilein.cli.journals import Journal
from pilein.engine.game import Game
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.lab.scenarios import load

LIMIT_MS = 5.0
BATTLE = Path(__file__).parents[1] / "examples" / "wab" / "two_armies.toml"
SYNC = "fdatasync" if hasattr(os, "fdatasync") else "fsync"


def main() -> int:
    """Measure and print the costs. The exit code reports whether the limit is kept."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = Path(folder) / "battle.toml"
        scenario.write_bytes(BATTLE.read_bytes())
        took = measured(str(scenario))
        with patch.object(os, SYNC):
            own = measured(str(scenario))
    print("| answers | mean ms | 95 % ms | own mean ms | own 95 % ms |\n| --- | --- | --- | --- | --- |")
    print(f"| {len(took)} | {' | '.join(f'{part:.2f}' for one in (took, own) for part in _usual_and_worst(one))} |")
    return int(mean(own) > LIMIT_MS)


def measured(scenario: str) -> list[float]:
    """Return the milliseconds that writing the line of each answer takes."""
    found = load(scenario)
    game = Game(ruleset_named(found.ruleset), found, seed=5, battle=True)
    policies = [named("sensible", found.ruleset, seed=5, side=side) for side in (0, 1)]
    journal, took = Journal(scenario), []
    game.run()
    while (choice := game.pending) is not None:
        game.answer(policies[choice.side](game.state, choice))
        began = perf_counter()
        journal.note(game)
        took.append(1000 * (perf_counter() - began))
        game.run()
    journal.remove()
    return took


def _usual_and_worst(took: list[float]) -> tuple[float, float]:
    return mean(took), quantiles(took, n=20)[-1]


if __name__ == "__main__":
    sys.exit(main())
