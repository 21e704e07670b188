"""Scenario files read as a game needs them: the words, then the table, then what the ruleset itself says to it."""

from collections.abc import Mapping
from pathlib import Path

from pilein.lab.rulesets import rules, vocabulary
from pilein.tabletop.checking import check
from pilein.tabletop.loaded import Loaded
from pilein.tabletop.loading import read
from pilein.tabletop.notation.rulings import with_rulings
from pilein.tabletop.scenario import Scenario


def load(path: str | Path, rulings: Mapping[str, str] | None = None) -> Scenario:
    """The scenario in a file, found good by its ruleset too; `rulings` takes other readings for once.

    Raises:
        BadScenario: it cannot be played; names file, line, key and remedy.
        UnknownRule: no such ruling or option.

    """
    loaded = read(path, vocabulary)
    if rulings:
        scenario = with_rulings(loaded.scenario, vocabulary(loaded.scenario.ruleset), rulings)
        loaded = Loaded(scenario, loaded.source)
    check(loaded)
    rules(loaded.scenario.ruleset).check(loaded)
    return loaded.scenario


def scenario_of(given: Scenario | str | Path, rulings: Mapping[str, str] | None) -> Scenario:
    """The scenario given, or that of a file, with other readings for once.

    Raises:
        BadScenario: the file cannot be played.
        UnknownRule: no such ruling or option.

    """
    if isinstance(given, Scenario):
        return with_rulings(given, vocabulary(given.ruleset), rulings or {})
    return load(given, rulings)
