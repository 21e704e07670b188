"""What players of WWPD often mean otherwise than they write it."""

from collections.abc import Iterator

from pilein.tabletop import hinting
from pilein.tabletop.scenario import Scenario

LONGEST_CHARGE = 8  # inches (WW-CH-03)


def hints(scenario: Scenario) -> Iterator[str]:
    """The hints on a scenario, a line each."""
    yield from hinting.out_of_reach(scenario, LONGEST_CHARGE)
