"""What players of Scrollhammer often mean otherwise than they write it."""

from collections.abc import Iterator

from pilein.tabletop import hinting
from pilein.tabletop.scenario import Scenario

LONGEST_CHARGE = 12  # inches: 2D6 (SH-RA-01)


def hints(scenario: Scenario) -> Iterator[str]:
    """The hints on a scenario, a line each."""
    yield from hinting.nobody_charged(scenario, "has_fought")
    yield from hinting.on_foot(scenario, "lance", "type", ("cavalry", "beast", "monster"))
    yield from hinting.long_bases_on_foot(scenario, "type", "infantry", "cavalry")
    yield from hinting.heroes_alone(scenario, "W")
    yield from hinting.out_of_reach(scenario, LONGEST_CHARGE)
