"""The line and branch coverage of the rules in a test run: `pytest -p tests.rules_coverage`, as in `make test`.

A line is instrumented only until it has run once, so a run takes just a few seconds longer, and tests of time limits
are not affected. Code that tests run in separate processes (commands and knock-outs) does not count. The run fails
if too little is covered.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import slipcover
from _pytest.terminal import TerminalReporter

RULES = Path(__file__).parents[1] / "src" / "pilein" / "rulesets"
LINES, BRANCHES = 90.0, 80.0  # per cent; raise them to what `make test` prints
KEY = "rules_coverage"
WORST = 5  # files that are named

_measured = slipcover.Slipcover(branch=True, source=[str(RULES)])
slipcover.ImportManager(_measured, slipcover.FileMatcher(sources=[RULES])).__enter__()
_of_workers: list[dict[str, Any]] = []


class Covered(NamedTuple):
    """The coverage as a percentage, and the files with the most missed lines and branches."""

    lines: float
    branches: float
    worst: tuple[str, ...]


def pytest_testnodedown(node: Any) -> None:
    """Store the coverage that a worker has measured."""
    found = getattr(node, "workeroutput", {}).get(KEY)
    if found:
        _of_workers.append(json.loads(found))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Pass this worker's measurements to the main process, which fails a run that covers too little."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[KEY] = json.dumps(_measured.get_coverage())
    elif not session.exitstatus and not _is_enough(covered()):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: TerminalReporter, exitstatus: int) -> None:
    """Report the coverage, unless the run was aborted before the workers passed on their measurements."""
    if exitstatus == pytest.ExitCode.INTERRUPTED:
        return
    found = covered()
    words = f"rules covered: {found.lines:.1f} % of lines, {found.branches:.1f} % of branches"
    terminalreporter.write_line(f"{words} (at least {LINES:g} and {BRANCHES:g})", green=_is_enough(found))
    terminalreporter.write_line(f"most is missing in: {', '.join(found.worst)}")


def covered() -> Covered:
    """Return the coverage measured by all workers together, or by this process if there are no workers."""
    whole, *others = _of_workers or [_measured.get_coverage()]
    for other in others:
        slipcover.merge_coverage(whole, other)
    del _of_workers[1:]
    files = whole["files"]
    missing = {name: len(one["missing_lines"]) + len(one["missing_branches"]) for name, one in files.items()}
    worst = sorted((name for name in missing if missing[name]), key=lambda name: -missing[name])[:WORST]
    named = tuple(f"{Path(name).resolve().relative_to(RULES).as_posix()} {missing[name]}" for name in worst)
    return Covered(_share(files, "lines"), _share(files, "branches"), named)


def _share(files: dict[str, Any], what: str) -> float:
    seen = sum(len(one[f"executed_{what}"]) for one in files.values())
    return 100 * seen / max(seen + sum(len(one[f"missing_{what}"]) for one in files.values()), 1)


def _is_enough(found: Covered) -> bool:
    return found.lines >= LINES and found.branches >= BRANCHES
