"""Hints: what is legal in a scenario, but was probably meant otherwise."""

from pilein.engine.rulesets import ruleset_named
from pilein.tabletop.scenario import Scenario


def hints(scenario: Scenario) -> tuple[str, ...]:
    """A line for each thing that was probably meant otherwise: those of every ruleset, then the ruleset's own."""
    ruleset = ruleset_named(scenario.ruleset)
    return tuple(ruleset.hints(scenario))
