"""A small unit file for tests, together with its text."""

MUSTER = """
ruleset = "scrollhammer"

[profiles.guard]
WS = 4
S = 3
T = 3
W = 1
I = 4
A = 1
Ld = 8
points = 5

[profiles.captain]
WS = 5
S = 4
T = 3
W = 2
I = 5
A = 3
Ld = 9
points = 20

[profiles.horse]
WS = 3
S = 3
T = 3
W = 1
I = 3
A = 1
Ld = 5

[weapons.pike]
ranks = 3
points = 1

[armour.mail]
Sv = 5
points = 2

[armour.buckler]
Sv = "-1"
weapons = ["shield"]
rules = ["Parry"]
points = 1

[mounts.horse]
profile = "horse"
points = 6

[units.guards]
profile = "guard"
models = 10
min = 5
max = 30
weapons = ["hand weapon"]
armour = ["mail", "buckler"]
formation = "ranks"
files = 5

[units.guards.options.pikes]
weapons = ["pike"]
without = ["hand weapon", "buckler"]

[units.guards.options.captain]
members = [{ profile = "captain", champion = true }]
unit_points = 3

[units.riders]
profile = "guard"
models = 6
armour = ["mail"]
mount = "horse"
formation = "skirmish"
"""


def changed(*pairs: tuple[str, str]) -> str:
    """Return the unit file with some words replaced."""
    text = MUSTER
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text
