"""The same fight on a table and in the press has the same odds, where geometry does not matter: as fractions."""

import pytest

from pilein.lab.odds import odds
from pilein.lab.rulesets import vocabulary
from pilein.tabletop.loading import loads
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
    """In the middle of a table: nobody who falls back comes to its edge."""
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
}
FEW_ROUNDS = """
[rulings]
"WS-R-04" = { option = "default", n = %d }
"""  # half-cycles: on a table each is a position of its own


def of_another(ruleset, guards, reavers, *, on_table, rulings=""):
    """Two lines, each model of the shorter against one of the longer: everybody fights."""
    guard, reaver, weapons = OTHERS[ruleset]
    text = f'ruleset = "{ruleset}"\nactive = "red"\n{rulings}'
    text += f'[profiles.guard]\n{guard}\nbase = "1in square"\n[profiles.reaver]\n{reaver}\nbase = "1in square"\n'
    lines = (("guards", "red", "guard", guards, 30, 0), ("reavers", "blue", "reaver", reavers, 31, 180))
    for (name, side, profile, models, y, facing), weapon in zip(lines, weapons, strict=True):
        text += f'[[unit]]\nname = "{name}"\nside = "{side}"\nprofile = "{profile}"\nmodels = {models}\n'
        text += f'weapons = ["{weapon}"]\n'
        if on_table:
            text += f"facing = {facing}\npositions = {[[30 + place, y] for place in range(models)]}\n"
    return text + (TABLE if on_table else PRESS)


def assert_alike(press, table):
    """The same outcomes, fates, losses, results and clauses that decide, as fractions."""
    one, other = (odds(loads(text, vocabulary).scenario, exact=True).figures for text in (press, table))
    assert other.outcome == one.outcome
    assert other.margin == one.margin
    assert other.decided == one.decided
    assert [(unit.losses, dict(unit.fates)) for unit in other.units] == [
        (unit.losses, dict(unit.fates)) for unit in one.units
    ]


@pytest.mark.parametrize(
    "fight",
    [
        {"guards": 1, "reavers": 1, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 2, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 1, "weapon": "great weapon"},
    ],
)
def test_a_phase_has_the_same_outcomes_fates_losses_and_results(fight):
    assert_alike(in_the_press(**fight), on_a_table(**fight))


@pytest.mark.parametrize(
    ("ruleset", "guards", "reavers", "rulings"),
    [
        ("scorched", 1, 1, ""),
        ("scorched", 2, 1, ""),
        ("scorched", 2, 2, ""),
        ("warstrike", 1, 1, FEW_ROUNDS % 3),
        ("warstrike", 2, 1, FEW_ROUNDS % 2),
        ("wwpd", 1, 1, ""),
        ("wwpd", 2, 1, ""),
        ("wwpd", 2, 2, ""),
    ],
)
def test_so_it_has_under_every_ruleset(ruleset, guards, reavers, rulings):
    fight = {"ruleset": ruleset, "guards": guards, "reavers": reavers, "rulings": rulings}
    assert_alike(of_another(**fight, on_table=False), of_another(**fight, on_table=True))
