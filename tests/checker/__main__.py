"""Print the checker's findings: `python -m tests.checker RULESET FIRST_SEED [GAMES]`.

The exit code is 1 if there are any findings. A known finding is printed together with its reason.
"""

import sys
from collections import Counter

from tests.checker.games import FINDINGS, KNOWN, OPEN
from tests.checker.playing import random_game
from tests.checker.trace import Trace

MOST = 10  # findings of a kind that are shown


def main(name: str, first: int, games: int) -> int:
    kinds: Counter[str] = Counter()
    for seed in range(first, first + games):
        for one in FINDINGS[name](Trace(random_game(name, seed))):
            kinds[one.kind] += 1
            if kinds[one.kind] <= MOST:
                known = KNOWN.get((name, seed, one.kind), "")
                print(f"seed {seed}: {one}{f' (known: {known})' if known else ''}")  # noqa: T201 - it is a program
    for kind, count in kinds.most_common():
        print(f"{count:6}  {kind}  {OPEN[name].get(kind, '')}".rstrip())  # noqa: T201 - it is a program
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
