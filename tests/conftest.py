"""Number of examples in property tests: few and always the same, or many with PILEIN_SOAK set.

PILEIN_SOAK is a whole number; 1 means a thousand examples, 5 five thousand.
"""

import os
import sys

import hypothesis
import pytest

from pilein.engine import rulesets
from pilein.engine.rulesets import names, ruleset_named

pytest_plugins = ["tests.durations"]
SOAK = int(os.environ.get("PILEIN_SOAK", "0"))

hypothesis.settings.register_profile("daily", max_examples=60, deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", max_examples=1000 * max(SOAK, 1), deadline=None)
hypothesis.settings.load_profile("soak" if SOAK else "daily")

for ruleset in names():
    ruleset_named(ruleset)  # a clause names the next one by its key: all of them must be known


@pytest.fixture
def apart(monkeypatch):
    """Forget after a test any ruleset that it installs."""
    monkeypatch.setattr(rulesets, "_known", dict(rulesets._known))
    monkeypatch.setattr(rulesets, "_folders", {})
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if not name.startswith(("pilein", "tests", "_")):
            file = getattr(sys.modules[name], "__file__", None) or ""
            if "/pytest-" in file:
                del sys.modules[name]
