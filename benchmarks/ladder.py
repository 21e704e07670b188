"""The ladder of bots: by how much each beats the one below, in fights of three rulesets. Tables of docs/agents.md.

Run by `python -m benchmarks.ladder exact|games`. A lead is the share of games won less that of games lost, in both
seats. `exact` computes it from all games that can happen, by `pilein.solve`, so that it has no interval. `games` plays
games with common dice and gives intervals of 95 %.
"""

import argparse
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pilein
from pilein.lab.figures import SURE

ROOT = Path(__file__).parents[1]
LADDER = ("random", "first", "sensible", "mcts:50")
STUBBORN = str(ROOT / "examples/scrollhammer/stubborn.toml")
POOL = {
    "scorched": ("pilein/parry-v0", "pilein/struck-v0"),
    "scrollhammer": ("pilein/pack-v0", "pilein/overseer-v0", STUBBORN),
    "wwpd": ("pilein/fall-back-v0", "pilein/stand-v0"),
}
GAMES = 200  # of each pair, seat and fight
SEED = 1


def exact() -> None:
    """Print the exact lead of each bot over the next lower one, in the fights of each ruleset and in all fights."""
    _head([*POOL, "mean"])
    found: dict[tuple[str, str], dict[str, list[float]]] = {pair: {} for pair in pairwise(LADDER)}
    for ruleset, fights in POOL.items():
        for fight in fights:
            solver = pilein.solve(fight, phases=None if fight.startswith("pilein/") else 1, exact=False, budget=None)
            for (worse, better), leads in found.items():
                lead = (float(solver.lead(better, worse)) - float(solver.lead(worse, better))) / 2
                leads.setdefault(ruleset, []).append(lead)
    for (worse, better), leads in found.items():
        means = [fmean(leads[ruleset]) for ruleset in POOL]
        print(f"| {better} | {worse} | " + " | ".join(f"{100 * one:+.2f}" for one in (*means, fmean(means))) + " |")


def games() -> None:
    """Print the lead of each bot over the next lower one in sampled games, with its interval."""
    _head(["games", "lead in %", "95 %"])
    for worse, better in pairwise(LADDER):
        leads = [lead for fights in POOL.values() for fight in fights for lead in _leads(better, worse, fight)]
        mean, error = fmean(leads), SURE * stdev(leads) / sqrt(len(leads))
        between = f"{100 * (mean - error):+.1f} to {100 * (mean + error):+.1f}"
        print(f"| {better} | {worse} | {2 * len(leads):,} | {100 * mean:+.1f} | {between} |", flush=True)


def _leads(better: str, worse: str, fight: str) -> Iterator[float]:
    """Return the lead of the better bot in each pair of games that share their dice. It takes each seat once."""
    played = pilein.tournament((better, worse), fight, phases=1, games=GAMES, seed=SEED, budget=None).leads
    return (fmean(two) for two in zip(played[::2], played[1::2], strict=True))


def _head(columns: list[str]) -> None:
    print(f"| better | worse | {' | '.join(columns)} |")
    print("| --- | --- |" + " ---: |" * len(columns))


TABLES = {"exact": exact, "games": games}


def main() -> None:
    """Print the table named on the command line."""
    parser = argparse.ArgumentParser(description="The ladder of bots.")
    parser.add_argument("table", choices=TABLES)
    TABLES[parser.parse_args().table]()


if __name__ == "__main__":
    main()
