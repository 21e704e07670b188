"""Small unit files: custom units for Scrollhammer, and two units for each other ruleset."""

import pilein

SOLDIER = """
ruleset = "scrollhammer"

[profiles.soldier]
WS = 3
S = 3
T = 3
W = 1
I = 3
A = 1
Ld = 7
base = "25mm square"
"""
UNIT = """
[units.{name}]
profile = "soldier"
models = {models}
weapons = ["hand weapon"]
formation = "ranks"
files = 5
points = {points}
"""
GREAT_WEAPONS = """
[units.{name}.options.{option}]
weapons = ["great weapon"]
without = ["hand weapon"]
points = 1
"""


def units_of(*units: tuple[str, int, float], option: str = "") -> pilein.Units:
    """Return units of equal soldiers, given as (name, models, points per model)."""
    parts = [UNIT.format(name=name, models=models, points=points) for name, models, points in units]
    return pilein.Units.from_text(SOLDIER + "".join(parts) + option)


OTHERS = {
    "wab": """
ruleset = "wab"
[profiles.warrior]
M = 4
WS = 4
S = 3
T = 3
I = 3
A = 1
Ld = 8
armour = "light"
base = "20mm square"
[units.legionaries]
profile = "warrior"
models = 6
points = 8
formation = "close"
files = 3
[units.tribesmen]
profile = "warrior"
models = 6
points = 6
formation = "open"
files = 3
""",
    "scorched": """
ruleset = "scorched"
[profiles.trooper]
WS = 3
W = 1
Sv = 4
base = "25mm"
[profiles.cultist]
WS = 3
W = 1
Sv = 6
base = "25mm"
[units.troopers]
profile = "trooper"
models = 1
points = 12
weapons = ["sword"]
[units.cultists]
profile = "cultist"
models = 2
points = 6
weapons = ["axe"]
""",
    "wwpd": """
ruleset = "wwpd"
[profiles.brute]
skill = 3
rate = 2
toughness = 1
Ld = 4
base = "32mm"
[profiles.militia]
skill = 3
rate = 1
Ld = 4
base = "25mm"
[units.brutes]
profile = "brute"
models = 2
points = 10
weapons = ["hand weapon"]
[units.militia]
profile = "militia"
models = 4
points = 4
weapons = ["hand weapon"]
""",
    "warstrike": """
ruleset = "warstrike"
[profiles.trooper]
Mv = 6
WS = 3
Str = 3
Ar = 2
Ld = 2
Nv = 3
[weapons.bayonet]
AP = 2
[units.guards]
profile = "trooper"
models = 3
points = 9
weapons = ["bayonet"]
[units.conscripts]
profile = "trooper"
models = 3
points = 5
""",
}
