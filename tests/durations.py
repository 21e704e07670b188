"""The CPU time of every test, and the marker `slow` for tests recorded in the table of durations.

The table `tests/durations.json` contains each test that took half a CPU second or more, including its child
processes, when it was last measured (`make durations`). Recorded tests are marked `slow`, and so are tests with a
fixture that alone takes seconds, such as a browser. `make test` leaves them out, and `make test-all` runs them. To
keep the table correct, a run fails if an unmarked test takes far longer than the limit, and a run of all tests fails
if a recorded test no longer exists.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter

TABLE = Path(__file__).with_name("durations.json")
SLOW = 0.5  # CPU seconds from which a test is recorded
TOLERATED = 8.0  # a test that is not marked may take this many times as long: machines differ, and caches are cold
DEAR = frozenset({"browser", "cluster", "site", "unpacked", "wheel"})  # fixtures
KEY = "durations"

_taken: dict[str, float] = {}  # seconds by test, of this process and, in the end, of all workers
_collected: set[str] = set()
_marked: set[str] = set()
_left_out = 0


def recorded() -> dict[str, float]:
    """Return the CPU seconds of each slow test, by its ID."""
    found: dict[str, float] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites the table of durations."""
    parser.addoption("--record-durations", action="store_true", help="write tests/durations.json anew after the run")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the recorded tests, and tests with an expensive fixture, as slow."""
    table = recorded()
    for item in items:
        _collected.add(item.nodeid)
        if item.nodeid in table or not DEAR.isdisjoint(getattr(item, "fixturenames", ())):
            _marked.add(item.nodeid)
            item.add_marker(pytest.mark.slow)


def pytest_deselected(items: list[pytest.Item]) -> None:
    """Count the slow tests that are left out."""
    global _left_out  # noqa: PLW0603 - hooks share nothing else
    _left_out += sum(item.get_closest_marker("slow") is not None for item in items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    """Record the CPU seconds of a test and its child processes, without those of shared fixtures.

    Tests that only `make soak` runs may take any length of time.
    """
    before = _cpu()
    result = yield
    if item.get_closest_marker("soak") is None:
        _taken[item.nodeid] = _taken.get(item.nodeid, 0.0) + _cpu() - before
    return result


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Collect the measurements of a worker."""
    global _left_out  # noqa: PLW0603 - hooks share nothing else
    found = getattr(node, "workeroutput", {}).get(KEY)
    if found:
        taken, collected, marked, left_out = json.loads(found)
        _taken.update(taken)
        _collected.update(collected)
        _marked.update(marked)
        _left_out = left_out  # every worker collects all tests and leaves out the same ones


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Pass this worker's measurements to the main process, which either records them or fails a run that contradicts
    the table.
    """
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[KEY] = json.dumps([_taken, sorted(_collected), sorted(_marked), _left_out])
    elif session.config.getoption("--record-durations"):
        files = {_file(name) for name in _collected}
        kept = {
            name: seconds
            for name, seconds in recorded().items()
            if name in _collected - _taken.keys() or (_file(name) not in files and _exists(name))
        }
        slow = kept | {name: round(seconds, 2) for name, seconds in _taken.items() if seconds >= SLOW}
        TABLE.write_text(json.dumps(slow, indent=0, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    elif not session.exitstatus and faults(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def faults(config: pytest.Config) -> list[str]:
    """Return messages about slow tests that are not recorded and, in a run of all folders, about recorded tests that no
    longer exist.
    """
    table = recorded()
    found = [
        f"{name} takes {seconds:.1f} CPU seconds and is not recorded as slow: make it cheaper, or run `make durations`"
        for name, seconds in _taken.items()
        if seconds > SLOW * TOLERATED and name not in _marked
    ]
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        files = {_file(name) for name in _collected}  # not those whose tests need something that is not installed
        gone = (name for name in table if name not in _collected and (_file(name) in files or not _exists(name)))
        found += [f"{name} is recorded as slow and is gone: run `make durations`" for name in gone]
    return found


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Report how many slow tests were skipped, and any faults in the table."""
    if _left_out:
        terminalreporter.write_line(f"{_left_out} slow tests were left out: `make test-all` runs them")
    for fault in faults(terminalreporter.config):
        terminalreporter.write_line(fault, red=True)


def _file(name: str) -> str:
    return name.split("::", maxsplit=1)[0]


def _exists(name: str) -> bool:
    return (TABLE.parents[1] / _file(name)).exists()


def _cpu() -> float:
    return sum(os.times()[:4])
