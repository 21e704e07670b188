"""What players of Scorched often mean otherwise than they write it."""

from collections.abc import Iterator

from pilein.tabletop import hinting
from pilein.tabletop.scenario import Scenario

LANCE = "lance"  # what matters most of a charge


def hints(scenario: Scenario) -> Iterator[str]:
    """The hints on a scenario, a line each."""
    carried = {weapon for unit in scenario.units for member in unit.members for weapon in member.weapons}
    if any(scenario.weapons[weapon].get("shape") == LANCE for weapon in carried):
        yield from hinting.nobody_charged(scenario)
