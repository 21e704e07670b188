"""No characteristic is dropped silently. The loss of a save is reported in the line of its profile, and the loss of any
other characteristic in a line of its own.
"""

from pathlib import Path

import pytest

import pilein
from tests.importers.samples import bounds, catalogue, cost, entry, inside, profile, written

HORSE = "8|3|0|3|3|1|3|1|5|{}||War Beast"


def imported(folder: Path, saves: str, *parts: str, ruleset: str = "wab") -> pilein.Imported:
    man = profile("p1", "Guard", f"4|4|3|3|3|1|4|1|8|{saves}|Infantry")
    unit = entry("u", "Guards", "model", inside("profiles", man), *parts, cost(8))
    found = pilein.import_units(written(folder, "army.cat", catalogue(unit, shared=())), ruleset=ruleset)
    assert found.units is not None, str(found)
    return found


def doubts(found: pilein.Imported) -> list[str]:
    assert found.units is not None
    return list(found.units.doubtful.get("Guards", ()))


@pytest.mark.parametrize(
    ("saves", "armour", "doubt"),
    [
        ("4+|", "partial plate", []),
        ("1+|", "full plate", ["'Guard': ArmourSave '1+' is full plate here"]),
        ("7+|", None, ["'Guard': ArmourSave '7+' is left out"]),
        ("see rules|", None, ["'Guard': ArmourSave 'see rules' is left out"]),
        ("|6+", None, ["'Guard': WardSave '6+' is left out"]),
        ("-|-", None, []),
    ],
)
def test_a_save_unknown_to_the_ruleset_makes_the_unit_doubtful(
    tmp_path: Path, saves: str, armour: str | None, doubt: list[str]
):
    found = imported(tmp_path, saves)
    assert found.units is not None
    assert found.units.to_dict()["profiles"]["Guard"].get("armour") == armour
    assert doubts(found) == doubt
    told = [(one.before, one.after) for line in found.report.of("profile") for one in line.changes]
    assert told == [(one, armour) for one in saves.split("|") if one not in ("", "-")]


def test_a_save_better_than_the_ruleset_allows_is_marked_doubtful(tmp_path: Path):
    assert doubts(imported(tmp_path, "1+|", ruleset="scrollhammer")) == ["'Guard': ArmourSave '1+' is 2 here"]


def test_the_doubtful_save_of_a_chariot_with_a_crew_is_reported(tmp_path: Path):
    tank = profile("p2", "Tank", "-|-|-|6|6|10|-|-|-|1+||Chariot")
    crew = profile("p3", "Engineer", "4|3|4|3|-|-|3|1|7|||-")
    unit = entry("u", "Tank", "model", inside("profiles", tank, crew), cost(250))
    found = pilein.import_units(written(tmp_path, "a.cat", catalogue(unit, shared=())), ruleset="wab")
    assert found.units is not None
    assert found.units.doubtful == {"Tank": ("'Tank': ArmourSave '1+' is full plate here",)}


@pytest.mark.parametrize(
    ("ruleset", "text", "doubt"),
    [
        ("wab", "-1", []),
        ("wab", "-3", ["with 'Horse': the ruleset has no -3 for its rider's save"]),
        ("wab", "3+, -1 to rider", ["with 'Horse': of ArmourSave '3+, -1 to rider' only -1 counts, for the rider"]),
        ("scrollhammer", "-1", []),
    ],
)
def test_a_save_that_a_mount_gives_to_its_rider_is_marked_doubtful_unless_all_of_it_applies(
    tmp_path: Path, ruleset: str, text: str, doubt: list[str]
):
    horse = inside("profiles", profile("p2", "Horse", HORSE.format(text)))
    option = inside("selectionEntries", entry("h", "Horse", "upgrade", bounds(None, 1), horse, cost(12)))
    found = imported(tmp_path, "|", option, ruleset=ruleset)
    assert doubts(found) == doubt
    line = next(one for one in found.report.of("profile") if one.name == "Horse")
    assert text in [one.before for one in line.changes]


def test_characteristics_unknown_to_the_ruleset_each_have_one_line_in_the_report(tmp_path: Path):
    found = imported(tmp_path, "5+|4+", ruleset="scorched")
    lines = {one.name: (one.fate, one.why) for one in found.report.of("characteristic")}
    assert lines.keys() == {"M", "BS", "I", "A", "LD", "Type"}
    assert lines["A"] == ("left out", ["the ruleset has no such characteristic; profiles with it: 1"])
    assert "CHARACTERISTICS: 6 left out\n" in str(found)
