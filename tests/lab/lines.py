"""Scenarios of two lines face to face, on a table and in the press. Every model fights, so positions do not matter."""

from tests.lab.troops import GUARD, REAVER

HEAD = """
ruleset = "scrollhammer"
active = "red"
round = 2
"""
UNITS = """
[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = {guards}
formation = "skirmish"
weapons = ["hand weapon"]
{red}
[[unit]]
name = "reavers"
side = "blue"
profile = "reaver"
models = {reavers}
formation = "skirmish"
weapons = ["{weapon}"]
{blue}
"""
FIGHT = HEAD + (GUARD + REAVER).format(base="1in square")
PRESS = '[press]\npairs = [["guards", "reavers"]]\n'
TABLE = "[table]\nwidth = 60\ndepth = 60\n"


def in_the_press(**fight):
    return FIGHT + UNITS.format(red="", blue="", **fight) + PRESS


def on_a_table(**fight):
    """Return a scenario in the middle of a table so large that no unit falling back reaches its edge."""
    red = [[30 + place, 30] for place in range(fight["guards"])]
    blue = [[30 + place, 31] for place in range(fight["reavers"])]
    places = {"red": f"positions = {red}", "blue": f"facing = 180\npositions = {blue}"}
    return FIGHT + UNITS.format(**places, **fight) + TABLE


OTHERS = {
    "scorched": ("WS = 4\nW = 2\nS = 4\nT = 4\nSv = 4", "WS = 5\nW = 1\nS = 3\nT = 3\nSv = 5", ("sword", "axe")),
    "warstrike": (
        "Mv = 6\nAw = 12\nWS = 3\nStr = 4\nAr = 2\nLd = 2\nNv = 4",
        "Mv = 6\nAw = 12\nWS = 4\nStr = 3\nAr = 3\nLd = 2\nNv = 3",
        ("close combat weapon", "close combat weapon"),
    ),
    "wwpd": (
        "skill = 3\nrate = 2\nLd = 4",
        "skill = 4\nrate = 1\nLd = 3\ntoughness = 1",
        ("hand weapon", "hand weapon"),
    ),
    "wab": (
        'M = 4\nWS = 4\nS = 3\nT = 3\nI = 4\nLd = 8\narmour = "light"',
        'M = 5\nWS = 3\nS = 4\nT = 3\nI = 3\nLd = 7\nshield = "shield"',
        ("hand weapon", "hand weapon"),
    ),
}
FORMATIONS = {"wab": 'formation = "skirmish"\n'}  # where a unit must have one
FEW_MEN = """
[rulings]
"WAB-R-91" = "began-five-or-more"
"""  # units of less than five test too
FEW_ROUNDS = """
[rulings]
"WS-R-04" = { option = "default", n = %d }
"""  # half-cycles: on a table each is a position of its own


def of_another(ruleset, guards, reavers, *, on_table, rulings=""):
    """Return a scenario of two lines under another ruleset. The models of the shorter line are spaced so that every
    model fights.
    """
    guard, reaver, weapons = OTHERS[ruleset]
    text = f'ruleset = "{ruleset}"\nactive = "red"\n{rulings}'
    text += f'[profiles.guard]\n{guard}\nbase = "1in square"\n[profiles.reaver]\n{reaver}\nbase = "1in square"\n'
    lines = (("guards", "red", "guard", guards, 30, 0), ("reavers", "blue", "reaver", reavers, 31, 180))
    for (name, side, profile, models, y, facing), weapon in zip(lines, weapons, strict=True):
        text += f'[[unit]]\nname = "{name}"\nside = "{side}"\nprofile = "{profile}"\nmodels = {models}\n'
        text += f'{FORMATIONS.get(ruleset, "")}weapons = ["{weapon}"]\n'
        if on_table:
            text += f"facing = {facing}\npositions = {[[30 + place, y] for place in range(models)]}\n"
    return text + (TABLE if on_table else PRESS)
