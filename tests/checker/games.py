"""The five games as the checker knows them: their reckonings, and what is still open in today's rules."""

from collections.abc import Callable

from tests.checker import scorched, scrollhammer, wab, warstrike, wwpd
from tests.checker.findings import Found
from tests.checker.trace import Trace

FINDINGS: dict[str, Callable[[Trace], Found]] = {
    "scorched": scorched.findings,
    "scrollhammer": scrollhammer.findings,
    "wab": wab.findings,
    "warstrike": warstrike.findings,
    "wwpd": wwpd.findings,
}

# Kinds of findings that are known and not mended yet. Whoever mends one takes it out; none is added without words.
OPEN: dict[str, dict[str, str]] = {
    "scorched": {
        "cited": "deaths by collision cite CP-SV-02",
        "push": "extra hits by Shred are told by no event",
    },
    "scrollhammer": {
        "few by corners": "D8: once in a thousand games a block could touch an enemy more (seed 1307)",
        "free enemy": "D1: a charger with edges on taken enemies alone does not take the free one at its corner (190)",
        "not close": "fifth stage: a nearer place by a straight way is not taken, once in a hundred games (seed 1527)",
        "split in flight": "a unit that could stay together ends its flight apart, once in a thousand games",
    },
    "wab": {
        "no room left": "1",
        "general": "2",
        "dragged in": "3",
        "not stepped up": "4",
        "order of moves": "5",
        "shares": "6",
        "too few": "7",
        "aside": "8: flights off the line straight away",
        "flight": "8: flights are longer than told",
        "wheel": "9",
        "one end": "11",
        "arc": "13",
        "one inch": "14",
        "fear": "15",
        "told": '16: "moved 0.00"',
    },
    "warstrike": {
        "merged": "N-1",
        "out of reach": "N-3",
        "by number": "N-4",
        "defended": "N-5",
        "on a wall": "N-7",
        "stays in": "N-8",
        "kills told": "N-10 b",
        "draw guard": "N-12",
    },
    "wwpd": {
        "who takes which": "N-2",
        "not away": "N-6",
    },
}
