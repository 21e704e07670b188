"""The vocabulary of a tiny ruleset, and scenarios in its notation, for tests of the notation."""

from typing import NamedTuple

import pytest

from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.kernel.rulings import Option, Ruling
from pilein.tabletop.loading import loads
from pilein.tabletop.scenario import Loaded
from pilein.tabletop.vocabulary import Key, Vocabulary, flag

RULINGS = (
    Ruling(
        "TO-R-01",
        "Whose reading wins?",
        "the toy's",
        ("TO-01",),
        (Option("fantasy-first", "the other game's"),),
    ),
    Ruling(
        "TO-R-02",
        "How far?",
        "the way",
        ("TO-02",),
        (Option("gap", "the gap"), Option("as-fantasy", "both", fantasy=True)),
    ),
    Ruling(
        "TO-R-03",
        "How long?",
        "for ever",
        ("TO-03",),
        (Option("limit", "so many rounds", number=True),),
        number=12,
    ),
    Ruling(
        "TO-R-04",
        "How many?",
        "all",
        ("TO-04",),
        (Option("some", "a number", number=True), Option("two-deep", "two", fantasy=True)),
    ),
    Ruling("TO-R-05", "What shape?", "square", ("TO-05",), (Option("round", "round bases"),)),
)

HOPLON = Vocabulary(
    ruleset="hoplon",
    characteristics=(
        Key("WS", "int", 0, 10, words="weapon skill"),
        Key("Sv", "int", 2, 6, default=None),
        Key("Mv", "number", 0, default=6),
        Key("size", "one of", default="small", options=("small", "large")),
    ),
    statuses=(
        flag("charged"),
        Key("fired_at", "unit", default=None),
        Key("markers", "int", 0, 20, default=0),
    ),
    member_keys=(flag("standard"), Key("lost", "int", 0, 9, default=0)),
    weapon_keys=(Key("S", "int", -5, 5, default=0), Key("tags", "texts", default=())),
    side_keys=(Key("momentum", "bool", default=False),),
    weapons={"hand weapon": {}, "spear": {"S": 1, "tags": ("long",)}},
    formations={"ranks": "block", "skirmish": "loose"},
    rules={"no-sweep": "never sweeps", "stubborn": "never runs"},
    default_base="1in square",
    bases={"TO-R-05": {"round": "25mm"}},
    rulings={ruling.id: ruling for ruling in RULINGS},
    presets={"TO-R-01": "fantasy-first"},
)

PRESS = """\
ruleset = "hoplon"
active = "red"

[profiles.guard]
WS = 4
base = "25mm"

[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 5
formation = "skirmish"
weapons = ["hand weapon"]

[[unit]]
name = "reavers"
side = "blue"
profile = "guard"
models = 5
formation = "skirmish"

[press]
pairs = [["guards", "reavers"]]
"""

TABLE = """\
ruleset = "hoplon"
active = "red"
round = 2

[table]
width = 48
depth = 36

[rulings]
"TO-R-02" = "gap"
TO-R-03 = { option = "limit", n = 4 }

[profiles.guard]
WS = 4
Sv = 5

[profiles."old centurion"]
WS = 6
base = "40mm"
rules = ["stubborn"]
size = "large"

[weapons.great_axe]
S = 2

[sides.red]
edge = "south"
momentum = true

[[terrain]]
kind = "impassable"
name = "the rock"
polygon = [[30, 30], [34, 30], [34, 34]]
blocks_sight = true

[[unit]]
name = "guards"
side = "red"
profile = "guard"
models = 9
formation = "ranks"
weapons = ["spear"]
place = { x = 24, y = 18, facing = 0, files = 5 }
charged = true

  [[unit.members]]
  profile = "guard"
  standard = true
  rules = ["no_sweep"]
  weapons = ["great axe", "hand-weapon"]

[[unit]]
name = "reavers"
side = "blue"
formation = "skirmish"
fired_at = "guards"
members = [
  { profile = "guard", models = 2 },
  { profile = "old centurion", lost = 1 },
]
facing = 180
positions = [
  [20, 25],
  [22, 25, 90.25],
  [24.5, 25],
]
"""


def hoplon(name: str) -> Vocabulary:
    if name != "hoplon":
        raise UnknownRule(name, "hoplon" if name[:1] == "h" else "", what="ruleset", remedy="known: hoplon")
    return HOPLON


def loaded(text: str) -> Loaded:
    return loads(text, hoplon, file="toy.toml")


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) >= 1, f"{old!r} is not in the text"
    return text.replace(old, new, 1)


class Bad(NamedTuple):
    """A valid text with `old` replaced by `new`, the location of the resulting fault, and parts of its message and its
    remedy.
    """

    old: str
    new: str
    line: int
    key: str
    message: str
    remedy: str


def fault_of(text: str) -> BadScenario:
    with pytest.raises(BadScenario) as caught:
        loaded(text)
    return caught.value


def assert_fault(text: str, bad: Bad) -> None:
    fault = fault_of(changed(text, bad.old, bad.new))
    assert (fault.file, fault.line, fault.key) == ("toy.toml", bad.line, bad.key), str(fault)
    assert bad.message in fault.message
    assert bad.remedy in fault.remedy
    assert str(fault).startswith(f"toy.toml:{bad.line}: ")
    assert str(fault).isprintable()
