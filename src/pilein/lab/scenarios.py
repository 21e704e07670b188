"""Scenario files read as a game needs them: the words, then the table, then what the ruleset itself says to it."""

from collections.abc import Mapping
from pathlib import Path

from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.lab.files import contents
from pilein.tabletop.checking import check
from pilein.tabletop.loading import read
from pilein.tabletop.notation.rulings import with_rulings
from pilein.tabletop.scenario import Loaded, Scenario
from pilein.tabletop.validation.scenario import assert_valid


def load(path: str | Path, rulings: Mapping[str, str] | None = None) -> Scenario:
    """The scenario in a file, found good by its ruleset too; `rulings` takes other readings for once.

    Raises:
        BadScenario: it cannot be played; names file, line, key and remedy.
        UnknownRule: no such ruling or option.

    """
    loaded = read(path, vocabulary, contents)
    if rulings:
        scenario = with_rulings(loaded.scenario, vocabulary(loaded.scenario.ruleset), rulings)
        loaded = Loaded(scenario, loaded.source)
    check(loaded)
    ruleset_named(loaded.scenario.ruleset).check(loaded)
    return loaded.scenario


def scenario_of(given: Scenario | str | Path, rulings: Mapping[str, str] | None) -> Scenario:
    """The scenario given, or that of a file, with other readings for once.

    A scenario made in Python is judged as one in a file is.

    Raises:
        BadScenario: it cannot be played.
        UnknownRule: no such ruling or option.

    """
    if isinstance(given, Scenario):
        found = with_rulings(given, vocabulary(given.ruleset), rulings or {})
        assert_playable(found)
        return found
    return load(given, rulings)


def assert_playable(scenario: Scenario) -> None:
    """Pass a scenario made in Python that a file could hold and a game could have come to.

    Raises:
        BadScenario: the first thing that is wrong, without a line.

    """
    assert_valid(scenario, vocabulary(scenario.ruleset))
    check(Loaded(scenario))
    ruleset_named(scenario.ruleset).check(Loaded(scenario))
