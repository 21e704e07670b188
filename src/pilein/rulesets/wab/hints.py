"""What players of the WAB quick reference sheet often mean otherwise than they write it."""

from collections.abc import Iterator

from pilein.tabletop import hinting
from pilein.tabletop.scenario import Scenario


def hints(scenario: Scenario) -> Iterator[str]:
    """The hints on a scenario, a line each."""
    yield from hinting.nobody_charged(scenario, "fought", "pursued")
    yield from hinting.heroes_alone(scenario, "W")
