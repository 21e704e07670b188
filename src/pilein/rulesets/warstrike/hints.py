"""What players of WarStrike often mean otherwise than they write it."""

from collections.abc import Iterator

from pilein.tabletop import hinting
from pilein.tabletop.scenario import Scenario

NEAR = 6  # inches: close combat arises within them (WS-WH-01)


def hints(scenario: Scenario) -> Iterator[str]:
    """The hints on a scenario, a line each."""
    yield from hinting.out_of_reach(scenario, NEAR)
