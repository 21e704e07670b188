"""The weapons that there are in a scenario, and the ways to hold them."""

from pilein.tabletop.scenario import Scenario
from pilein.tabletop.vocabulary import Values, Vocabulary, ways_to_be_armed, weapons_of

Arms = dict[str, tuple[str, ...]]  # the name of a way to be armed, the weapons held


def weapons_in(scenario: Scenario, words: Vocabulary) -> dict[str, Values]:
    """Every weapon that the ruleset knows or the scenario describes; what the scenario says of one goes."""
    return weapons_of(words) | scenario.weapons


def arms_in(scenario: Scenario, words: Vocabulary) -> Arms:
    """The ways that the ruleset lists, or each weapon that it knows alone; and each of the scenario's own alone."""
    return ways_to_be_armed(words) | {name: (name,) for name in scenario.weapons if name not in words.weapons}
