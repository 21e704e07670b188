"""Check whether a side on a table should play a policy other than `sensible`, by playing games of every example.

Run by `python -m benchmarks.seats [EXAMPLE ...]`; `--games 40` and `--seconds 60` limit the games of two policies.
In each seat of an example `sensible`, `first` and `random` play to the end against `sensible`. The table shows the
lead of `sensible`, which is its chance to win minus the enemy's. It also shows the excess of this lead over the
leads of the other policies, with the interval that contains the true value in 95 of 100 cases. A line is marked if
the whole interval is below zero.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from time import process_time
from typing import NamedTuple

import pilein
from benchmarks.regret import EXAMPLES

SENSIBLE = "sensible"
RIVALS = ("first", "random")
AT_A_TIME = 5  # games
SURE = 1.96  # standard errors
WORSE = " **worse**"


class Lead(NamedTuple):
    """Games that a side has won and lost, and the number of games."""

    won: int = 0
    lost: int = 0
    games: int = 0

    @property
    def of_the_enemy(self) -> "Lead":
        """Lead of the enemy in the same games."""
        return Lead(self.lost, self.won, self.games)

    @property
    def mean(self) -> float:
        """Share of games won minus the share of games lost."""
        return (self.won - self.lost) / self.games

    @property
    def error(self) -> float:
        """Standard error of the mean, with one more win and one more loss added, so that nothing is certain."""
        decided = (self.won + self.lost + 2) / (self.games + 2)
        return sqrt(max(0.0, decided - self.mean**2) / self.games)


def played(scenario: pilein.Scenario, policies: tuple[str, str], *, games: int, seconds: float) -> Lead:
    """Return the lead of the first side over this many games, or over as many as fit into the time."""
    started, found = process_time(), Lead()
    wins = [f"{side.name} wins" for side in scenario.sides]
    while found.games < games and (not found.games or process_time() - started < seconds):
        number = min(AT_A_TIME, games - found.games)
        done = pilein.simulate(scenario, policies, n=number, seed=found.games, phases="end", budget=None)
        shares = done.document()["outcome"]
        won, lost = (round(number * shares[win]["decimal"]) if win in shares else 0 for win in wins)
        found = Lead(found.won + won, found.lost + lost, found.games + number)
    return found


def compared(own: Lead, other: Lead) -> str:
    """Format the excess of one lead over another in per cent, with its interval."""
    more, error = own.mean - other.mean, SURE * sqrt(own.error**2 + other.error**2)
    shown = f"{100 * more:+.0f} ({100 * (more - error):+.0f} to {100 * (more + error):+.0f})"
    return shown + (WORSE if more + error < 0 else "")


def rows(path: Path, *, games: int, seconds: float) -> Iterator[str]:
    """Yield the lines of the table for an example, one line for each side."""
    scenario = pilein.Scenario.load(path)
    if scenario.press is not None:
        return

    def lead(one: str, other: str) -> Lead:
        return played(scenario, (one, other), games=games, seconds=seconds)

    own = lead(SENSIBLE, SENSIBLE)
    rivals = (
        [lead(rival, SENSIBLE) for rival in RIVALS],
        [lead(SENSIBLE, rival).of_the_enemy for rival in RIVALS],
    )
    for side, leads in zip(scenario.sides, rivals, strict=True):
        more = " | ".join(compared(own, other) for other in leads)
        yield f"| {path.parent.name}/{path.stem} | {side.name} | {own.games} | {100 * own.mean:+.0f} | {more} |"
        own = own.of_the_enemy


def main() -> None:
    """Print the table of leads."""
    parser = argparse.ArgumentParser(description="Sensible against first and random, by games, in each seat.")
    parser.add_argument("examples", nargs="*", type=Path, default=sorted(EXAMPLES.glob("*/*.toml")), metavar="EXAMPLE")
    parser.add_argument("--games", type=int, default=40, help="of each pair of policies (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="of the processor, at most, for each pair")
    asked = parser.parse_args()
    print("| example | side | games | lead of sensible | more than first | more than random |")
    print("| --- | --- | ---: | ---: | ---: | ---: |")
    for path in asked.examples:
        for row in rows(path, games=asked.games, seconds=asked.seconds):
            print(row, flush=True)


if __name__ == "__main__":
    main()
