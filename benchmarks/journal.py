"""What it costs to keep a game after every answer of a person, over a long game. Run by `make bench`.

A battle is played to its end, every question answered as the sensible policy would; each answer is written to the
journal and is on the disk before the next question. `disk` is what the disk alone takes for as many lines of that
length, `line` what it costs to find the last line of the game. The limit is 5 ms an answer above the disk.
"""

import os
import sys
import tempfile
from pathlib import Path
from statistics import mean, quantiles
from time import perf_counter

from pilein.agents.named import named
from pilein.cli.journals import Journal
from pilein.engine.game import Game
from pilein.engine.journal import Noted, line
from pilein.lab.rulesets import rules
from pilein.lab.scenarios import load

LIMIT_MS = 5.0
BATTLE = Path(__file__).parents[1] / "examples" / "wab" / "two_armies.toml"


def main() -> int:
    """Measure, print, and say by the exit code whether the limit is kept."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("JOURNALS")) as folder:
        scenario = Path(folder) / "battle.toml"
        scenario.write_bytes(BATTLE.read_bytes())
        took, writing = measured(str(scenario))
        disk = mean(alone(Path(folder) / "disk", len(took)))
    usual, worst = mean(took), quantiles(took, n=20)[-1]
    print("| answers | mean ms | 95 % ms | disk ms | line ms |\n| --- | --- | --- | --- | --- |")
    print(f"| {len(took)} | {usual:.2f} | {worst:.2f} | {disk:.2f} | {writing:.2f} |")
    return int(usual - disk > LIMIT_MS)


def alone(path: Path, lines: int) -> list[float]:
    """The time that the disk takes for each of so many lines, in milliseconds."""
    took = []
    with path.open("ab", buffering=0) as opened:
        for _ in range(lines):
            began = perf_counter()
            opened.write(b"x" * 300)
            getattr(os, "fdatasync", os.fsync)(opened.fileno())
            took.append(1000 * (perf_counter() - began))
    return took


def measured(scenario: str) -> tuple[list[float], float]:
    """The time of each answer's line, and that of the last one without the disk, in milliseconds."""
    found = load(scenario)
    game = Game(rules(found.ruleset), found, seed=5, battle=True)
    policies = [named("sensible", found.ruleset, seed=5, side=side) for side in (0, 1)]
    journal, took, before = Journal(scenario), [], Noted()
    game.run()
    while (choice := game.pending) is not None:
        before = line(before, game)[1]
        game.answer(policies[choice.side](game.state, choice))
        began = perf_counter()
        journal.note(game)
        took.append(1000 * (perf_counter() - began))
        game.run()
    began = perf_counter()
    line(before, game)
    writing = 1000 * (perf_counter() - began)
    journal.remove()
    return took, writing


if __name__ == "__main__":
    sys.exit(main())
