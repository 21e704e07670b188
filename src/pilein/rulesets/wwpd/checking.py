"""Checks that look for impossible statuses in a WWPD scenario."""

from collections.abc import Iterator

from pilein.kernel.remedies import line
from pilein.rulesets.wwpd.opening import opened
from pilein.tabletop import hinting
from pilein.tabletop.sanity_checks import check_lost
from pilein.tabletop.scenario import Loaded, Scenario, Unit

LONGEST_CHARGE = 8  # inches (WW-CH-03)


def check(loaded: Loaded) -> None:
    """Check that the scenario could occur in a game under these rules.

    Raises:
        BadScenario: a unit could not occur in a game. The error gives file, line, key and remedy for the first
            such unit.
    """
    check_lost(loaded, "wounds")
    for number, unit in enumerate(loaded.scenario.units):
        _check_strength(loaded, number, unit)
        _check_firefight(loaded, number, unit)
    opened(loaded.scenario)


def _check_strength(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that a unit has no more models than it began with."""
    strength = unit.statuses["starting_strength"]
    if isinstance(strength, int) and 0 < strength < unit.models:
        message = f"{unit.name!r} began with {strength} models but now have {unit.models}"
        remedy = f"write starting_strength = {unit.models} or more, or remove it"
        raise loaded.fault(message, "unit", number, "starting_strength", remedy=remedy)


def _check_firefight(loaded: Loaded, number: int, unit: Unit) -> None:
    """Check that a unit that took hits in a Firefight took part in it (WW-R-25)."""
    if unit.statuses["hit_in_firefight"] and not unit.statuses["took_part_in_firefight"]:
        message = f"{unit.name!r} were hit in a Firefight but took part in none"
        remedy = line("took_part_in_firefight") + ", or remove hit_in_firefight"
        raise loaded.fault(message, "unit", number, "hit_in_firefight", remedy=remedy)


def hints(scenario: Scenario) -> Iterator[str]:
    """Yield a line for each choice that is legal but probably unintended."""
    yield from hinting.out_of_reach(scenario, LONGEST_CHARGE)
