"""Try mutants of one kind, starting from a given seed: `python -m tests.fuzz KIND FIRST COUNT`, in an empty folder.

Each mutant that is not handled properly is reported in one line, and its file is left in the folder.
"""

import json
import resource
import sys
from pathlib import Path
from random import Random

from tests.fuzz.calling import assert_quiet, fault_of
from tests.fuzz.kinds import KINDS

MOST_BYTES = 6 * 2**30  # of addresses; few of them are used


def main(kind: str, first: int, count: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    assert_quiet()
    for seed in range(first, first + count):
        Path("seed").write_text(f"{kind} {seed}")
        _try(kind, seed)


def _try(kind: str, seed: int) -> None:
    mutant = KINDS[kind](Random(f"{kind} {seed}"))  # noqa: S311 - a seed that can be named
    path = Path(mutant.file)
    path.write_bytes(mutant.content)
    for call in mutant.calls:
        fault = fault_of(call)
        if fault:
            kept = path.with_stem(f"{kind}-{seed}")
            kept.write_bytes(mutant.content)
            found = {
                "kind": kind,
                "seed": seed,
                "arguments": call.arguments,
                "fault": fault,
                "file": str(kept.resolve()),
            }
            sys.stdout.write(json.dumps(found) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
