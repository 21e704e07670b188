"""The same fight on a table and in the press has the same odds, where geometry does not matter: as fractions."""

import pytest

from pilein.lab.odds import odds
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


@pytest.mark.parametrize(
    "fight",
    [
        {"guards": 1, "reavers": 1, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 2, "weapon": "hand weapon"},
        {"guards": 2, "reavers": 1, "weapon": "great weapon"},
    ],
)
def test_a_phase_has_the_same_outcomes_fates_losses_and_results(fight, tmp_path):
    found = []
    for name, text in (("press", in_the_press(**fight)), ("table", on_a_table(**fight))):
        path = tmp_path / f"{name}.toml"
        path.write_text(text)
        found.append(odds(path, exact=True).figures)
    press, table = found
    assert table.outcome == press.outcome
    assert table.margin == press.margin
    assert table.decided == press.decided
    assert [(unit.losses, dict(unit.fates)) for unit in table.units] == [
        (unit.losses, dict(unit.fates)) for unit in press.units
    ]
