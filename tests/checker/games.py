"""The five games as the checker knows them: their reckonings, and what is still open in today's rules."""

from collections.abc import Callable

from tests.checker import choosing, scorched, scrollhammer, wab, warstrike, wwpd
from tests.checker.findings import Found
from tests.checker.trace import Trace

RECKONED: dict[str, Callable[[Trace], Found]] = {
    "scorched": scorched.findings,
    "scrollhammer": scrollhammer.findings,
    "wab": wab.findings,
    "warstrike": warstrike.findings,
    "wwpd": wwpd.findings,
}


def _with_choices(reckoned: Callable[[Trace], Found]) -> Callable[[Trace], Found]:
    def findings(trace: Trace) -> Found:
        yield from reckoned(trace)
        yield from choosing.findings(trace)

    return findings


FINDINGS = {name: _with_choices(reckoned) for name, reckoned in RECKONED.items()}

# Kinds of findings that are known and not mended yet. Whoever mends one takes it out; none is added without words.
OPEN: dict[str, dict[str, str]] = {
    "scorched": {},
    "scrollhammer": {},
    "wab": {},
    "warstrike": {},
    "wwpd": {},
}
