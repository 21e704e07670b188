"""Fixtures for all tests, and the number of examples in property tests. That number is fixed and low unless PILEIN_SOAK
is set.

PILEIN_SOAK is the number of examples in thousands: 1 means one thousand, and 5 means five thousand.
"""

import gc
import os
import signal
import sys
import threading

import hypothesis
import pytest

from pilein.engine import rulesets
from pilein.engine.rulesets import names, ruleset_named

pytest_plugins = ["tests.durations"]
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # further threads only spin: the matrices of the tests are small
SOAK = int(os.environ.get("PILEIN_SOAK", "0"))

hypothesis.settings.register_profile("daily", max_examples=60, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=1000 * max(SOAK, 1), deadline=None)
hypothesis.settings.load_profile("soak" if SOAK else "daily")

OURS = frozenset(names())
for ruleset in OURS:
    ruleset_named(ruleset)  # a clause names the next one by its key: all of them must be known

for number, usual in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGQUIT, signal.SIG_DFL),
    (signal.SIGHUP, signal.SIG_DFL),
):
    if threading.current_thread() is threading.main_thread() and signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)  # a shell has its background jobs ignore them


def pytest_collection() -> None:
    """Collect no garbage while tests are collected: there is hardly any."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt modules and tests, which stay until the end, from garbage collection, and collect garbage less often."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


@pytest.fixture
def apart(monkeypatch):
    """Isolate a test from installed rulesets, and forget all registered rulesets before and after it."""
    monkeypatch.setattr(rulesets, "_known", {name: one for name, one in rulesets._known.items() if name in OURS})
    monkeypatch.setattr(rulesets, "_folders", {})
    for name in _of_tests():
        monkeypatch.delitem(sys.modules, name)
    yield
    for name in _of_tests():
        del sys.modules[name]


def _of_tests():
    """Return the names of imported modules whose files were written by tests."""
    files = {name: getattr(module, "__file__", None) or "" for name, module in list(sys.modules.items())}
    return [name for name, file in files.items() if "/pytest-" in file]
