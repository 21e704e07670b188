"""Strike every sentence from a text in turn and run the tests that name it, to find sentences that no test misses.

    python -m tests.knockout.runner RULESET [--share N] [ID ...]

prints one JSON document: the sentences that no test misses, the marked tests that name a sentence without ever using
it, and the marked tests that fail on the whole text. The tests are collected once. Every sentence is struck in a
forked process of its own, so that no run affects the next.
"""

import argparse
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from time import process_time
from typing import NoReturn, TypeVar

import msgspec
import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct

from pilein.cli.marked_tests import checkout, marked_tests
from pilein.engine.rulesets import ruleset_named
from pilein.tabletop.ruleset import Ruleset
from tests.knockout.striking import listening, struck_out

CPU_SECONDS = 10.0  # a text that lacks a sentence may never end
REAL_ERRORS = os.dup(2)  # before pytest captures what is printed
Result = TypeVar("Result")


class Trial(Struct, frozen=True):
    """One test on the whole text, with its outcome, its duration and the sentences it used."""

    test: str
    passed: bool
    seconds: float
    heard: tuple[str, ...]


class Report(Struct, frozen=True):
    """The results for a ruleset. `missed` maps each sentence to the first test that fails without it, and `survivors`
    are the sentences without which every test passes.

    `untested` are the sentences that no test names. `unheard` maps tests to the sentences that they name but never
    use. `failing` lists the tests that fail on the whole text.
    """

    missed: dict[str, str]
    survivors: tuple[str, ...]
    untested: tuple[str, ...]
    unheard: dict[str, tuple[str, ...]]
    failing: tuple[str, ...]


class KnockOut:
    """A plugin for pytest that runs the collected tests sentence by sentence."""

    def __init__(self, ruleset: Ruleset, ids: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.ids = ids
        self.report: Report | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the marked tests on the whole text first, and then with each sentence in turn struck from the text."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        items = [item for item in session.items if _named(item) & set(self.ids)]
        trials = _in_child(lambda: [self._tried(item, following) for item, following in _paired(items)], list[Trial])
        assert trials is not None, "a test that is marked brought the process down"
        sound = [(item, trial) for item, trial in zip(items, trials, strict=True) if trial.passed]
        missed = {one: self._first_to_miss(one, sound) for one in self.ids}
        tested = set[str]().union(*map(_named, items))
        self.report = Report(
            missed={one: test for one, test in missed.items() if test},
            survivors=tuple(one for one, test in missed.items() if not test and one in tested),
            untested=tuple(one for one in self.ids if one not in tested),
            unheard=_unheard(items, trials),
            failing=tuple(trial.test for trial in trials if not trial.passed),
        )
        return True

    def _tried(self, item: pytest.Item, following: pytest.Item | None) -> Trial:
        start = process_time()
        with listening(self.ruleset.clauses) as heard:
            passed = _passes(item, following)
        return Trial(item.nodeid, passed, process_time() - start, tuple(sorted(heard)))

    def _first_to_miss(self, one: str, sound: Iterable[tuple[pytest.Item, Trial]]) -> str:
        """Return the first test that fails without a sentence. The tests that name the fewest sentences and take the
        least time are tried first.
        """
        naming = [(len(_named(item)), trial.seconds, item) for item, trial in sound if one in _named(item)]
        items = [item for *_, item in sorted(naming, key=lambda entry: entry[:2])]
        found = _in_child(lambda: self._failing_without(one, items), str, seconds=CPU_SECONDS) if items else ""
        return "(does not end)" if found is None else found

    def _failing_without(self, one: str, items: Sequence[pytest.Item]) -> str:
        with struck_out(self.ruleset.clauses, one):
            return next((item.nodeid for item, following in _paired(items) if not _passes(item, following)), "")


def knock_out(ruleset: Ruleset, files: Iterable[str | Path], ids: Sequence[str]) -> Report:
    """Strike each of the sentences in turn and, among the tests in the files, run those that name the sentence."""
    plugin = KnockOut(ruleset, ids)
    with redirect_stdout(sys.stderr):
        code = pytest.main(["-q", "-p", "no:cacheprovider", *map(str, files)], plugins=[plugin])
    if plugin.report is None:
        sys.exit(f"pytest stopped with {code}")
    return plugin.report


def _passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def _named(item: pytest.Item) -> set[str]:
    return {one for mark in item.iter_markers("clause") for one in mark.args}


def _paired(items: Sequence[pytest.Item]) -> Iterable[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _unheard(items: Sequence[pytest.Item], trials: Sequence[Trial]) -> dict[str, tuple[str, ...]]:
    """Map each test function to the sentences that it names and that none of its cases uses."""
    named: dict[str, set[str]] = {}
    heard: dict[str, set[str]] = {}
    for item, trial in zip(items, trials, strict=True):
        test = item.nodeid.partition("[")[0]
        named.setdefault(test, set()).update(_named(item))
        heard.setdefault(test, set()).update(trial.heard)
    return {test: tuple(sorted(named[test] - heard[test])) for test in named if named[test] - heard[test]}


def _in_child(work: Callable[[], Result], kind: type[Result], *, seconds: float = 0) -> Result | None:
    """Return the result of the work done in a forked process, or None if the process takes more than `seconds` or
    dies.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        _work_and_leave(work, writing, seconds)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        written = pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or written, "the work came to no result: its traceback is above"
    return msgspec.msgpack.decode(written, type=kind) if written else None


def _work_and_leave(work: Callable[[], object], writing: int, seconds: float) -> NoReturn:
    """Do the work of the child process and exit, so that the code of the parent is not run again."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.msgpack.encode(work()))
    except BaseException:  # noqa: BLE001 - it would go on as the parent
        os.write(REAL_ERRORS, traceback.format_exc().encode())
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and print the report."""
    parser = argparse.ArgumentParser(description="Strike sentences out and see which tests miss them.")
    parser.add_argument("ruleset")
    parser.add_argument("ids", nargs="*", metavar="ID", help="sentences; left out: all that code carries")
    parser.add_argument("--share", type=int, default=1, metavar="N", help="every Nth of them only")
    asked = parser.parse_args(arguments)
    root = checkout()
    assert root is not None, "the tests are in a checkout only"
    ruleset = ruleset_named(asked.ruleset)
    ids = (asked.ids or sorted(ruleset.sentences))[:: asked.share]
    files = dict.fromkeys(test.file for test in marked_tests([root / "tests"]) if set(test.ids) & set(ids))
    report = knock_out(ruleset, files, ids) if files else Report({}, (), tuple(ids), {}, ())
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")


if __name__ == "__main__":
    main()
