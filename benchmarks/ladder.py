"""Ladder of bots for the tables of docs/agents.md: the lead of each bot over the next lower one.

Run by `python -m benchmarks.ladder [exact|games]`; without a name both tables are printed. A lead is the share of
games won less the share of games lost, over both seats. `exact` computes it from all possible games, by
`pilein.solve`, so it has no interval; the lead of the highest bot is too small to measure in any other way. `games`
plays games in pairs with common dice, one game in each seat, until the 95 % interval excludes 0 or the time is up.
The interval is checked at most five times, and is widened by Pocock's factor to allow for these checks.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, variance

import pilein

ROOT = Path(__file__).parents[1]
LADDER = ("random", "first", "sensible", "mcts:50", "expectimax")
STUBBORN = str(ROOT / "examples/scrollhammer/stubborn.toml")
SOLVED = {
    "scorched": ("pilein/parry-v0", "pilein/struck-v0"),
    "scrollhammer": ("pilein/pack-v0", "pilein/overseer-v0", STUBBORN),
    "wwpd": ("pilein/fall-back-v0", "pilein/stand-v0", "pilein/converge-v0"),
}
TABLES_OF_UNITS = {
    "warstrike": (str(ROOT / "examples/warstrike/boarding.toml"),),
    "wab": (str(ROOT / "examples/wab/panic.toml"),),
}
QUICK = LADDER[:4]  # on a table of many models `expectimax` is `mcts`
PAIRS = 25  # of games in each fight before the first look; each look has twice as many as the one before
LOOKS, WIDE = 5, 2.413  # standard errors of an interval that is looked at five times
MOST_SECONDS = 30.0  # CPU time of a row, after which there is no further look
SEED = 1


def exact() -> None:
    """Print the exact lead of each bot over the one below it, in the fights of each ruleset and in all of them."""
    _head([*SOLVED, "mean"])
    found: dict[tuple[str, str], dict[str, list[float]]] = {pair: {} for pair in pairwise(LADDER)}
    for ruleset, fights in SOLVED.items():
        for fight in fights:
            solver = pilein.solve(fight, phases=None if fight.startswith("pilein/") else 1, exact=False, budget=None)
            for (worse, better), leads in found.items():
                lead = (float(solver.lead(better, worse)) - float(solver.lead(worse, better))) / 2
                leads.setdefault(ruleset, []).append(lead)
    for (worse, better), leads in found.items():
        means = [fmean(leads[ruleset]) for ruleset in SOLVED]
        print(f"| {better} | {worse} | " + " | ".join(f"{100 * one:+.2f}" for one in (*means, fmean(means))) + " |")


def games() -> None:
    """Print the lead of each bot over the one below it in games of each ruleset, with its interval."""
    _head(["ruleset", "games", "lead in %", "95 %"])
    for pools, bots in ((SOLVED, LADDER[:-1]), (TABLES_OF_UNITS, QUICK)):
        for worse, better in pairwise(bots):
            for ruleset, fights in pools.items():
                count, mean, error = _played(better, worse, fights)
                between = f"{100 * (mean - error):+.1f} to {100 * (mean + error):+.1f}"
                print(f"| {better} | {worse} | {ruleset} | {count:,} | {100 * mean:+.1f} | {between} |", flush=True)


def _played(better: str, worse: str, fights: tuple[str, ...]) -> tuple[int, float, float]:
    """Play games until the interval shows which bot is better. Returns the number of games, the mean lead and half the
    interval's width.
    """
    leads: list[list[float]] = [[] for _ in fights]
    began = time.process_time()
    for look in range(LOOKS):
        for found, fight in zip(leads, fights, strict=True):
            found.extend(_leads(better, worse, fight, PAIRS * 2**look - len(found), SEED + look))
        mean = fmean(map(fmean, leads))
        error = WIDE * sqrt(sum(variance(one) / len(one) for one in leads)) / len(leads)
        if abs(mean) > error > 0 or time.process_time() - began > MOST_SECONDS:
            break
    return 2 * sum(map(len, leads)), mean, error


def _leads(better: str, worse: str, fight: str, pairs: int, seed: int) -> Iterator[float]:
    """Return the mean lead in each pair of games that share their dice, with the bots in swapped seats."""
    played = pilein.tournament((better, worse), fight, phases=1, games=pairs, seed=seed, budget=None).leads
    return (fmean(two) for two in zip(played[::2], played[1::2], strict=True))


def _head(columns: list[str]) -> None:
    print(f"| better | worse | {' | '.join(columns)} |")
    print("| --- | --- |" + " ---: |" * len(columns))


TABLES = {"exact": exact, "games": games}


def main() -> None:
    """Print the named table, or both."""
    parser = argparse.ArgumentParser(description="The ladder of bots.")
    parser.add_argument("table", choices=TABLES, nargs="?")
    named = parser.parse_args().table
    for name in (named,) if named else TABLES:
        TABLES[name]()
        print()


if __name__ == "__main__":
    main()
