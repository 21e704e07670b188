"""Scenarios in file notation, for phases that are played from the file."""

from msgspec import Struct

import pilein

HEAD = """
ruleset = "wwpd"
active = "red"
[table]
width = 48
depth = 48
[profiles.idle]
base = "1in"
rate = 0
[profiles.man]
base = "1in"
[profiles.brute]
base = "1in"
rate = 2
skill = 9
[profiles.tough]
base = "1in"
rate = 0
toughness = 1
armor = 1
[profiles.big]
base = "1in"
rate = 0
wounds = 2
[weapons.maul]
massive = 3
[weapons.pick]
ap = 2
"""


Spots = tuple[tuple[float, float], ...]


class Unit(Struct, frozen=True):
    """A unit of identical models, with its name, side, profile and positions, and with further keys of the scenario
    file.
    """

    name: str
    side: str
    profile: str
    at: Spots
    more: str = ""

    def text(self) -> str:
        head = f'\n[[unit]]\nname = "{self.name}"\nside = "{self.side}"\nprofile = "{self.profile}"\n'
        return f"{head}models = {len(self.at)}\npositions = {[list(spot) for spot in self.at]}\n{self.more}"


def red(*at: tuple[float, float], profile: str = "idle", more: str = "", name: str = "red") -> Unit:
    """Return a unit of the active side in scenario notation."""
    return Unit(name, "red", profile, at, more)


def blue(*at: tuple[float, float], profile: str = "idle", more: str = "", name: str = "blue") -> Unit:
    """Return a unit of the opposing side in scenario notation."""
    return Unit(name, "blue", profile, at, more)


def scenario_of(units: tuple[Unit, ...], terrain: str = "") -> pilein.Scenario:
    return pilein.Scenario.from_text(HEAD + terrain + "".join(unit.text() for unit in units))


LONG_WALL = '[[terrain]]\nkind = "impassable"\npolygon = [[4, 13], [24, 13], [24, 14], [4, 14]]\n'
