"""Show what the checker finds: `python -m tests.checker RULESET FIRST_SEED [GAMES]`."""

import sys
from collections import Counter

from tests.checker.games import FINDINGS, OPEN
from tests.checker.playing import random_game
from tests.checker.trace import Trace

MOST = 10  # findings of a kind that are shown


def main(name: str, first: int, games: int) -> None:
    """Print the findings, and how many there are of each kind."""
    kinds: Counter[str] = Counter()
    for seed in range(first, first + games):
        for one in FINDINGS[name](Trace(random_game(name, seed))):
            kinds[one.kind] += 1
            if kinds[one.kind] <= MOST:
                print(f"seed {seed}: {one}")  # noqa: T201 - it is a program
    for kind, count in kinds.most_common():
        print(f"{count:6}  {kind}  {OPEN[name].get(kind, 'NOT KNOWN')}")  # noqa: T201 - it is a program


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1)
