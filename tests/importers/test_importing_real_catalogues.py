"""Imports of real catalogues agree in every unit, profile and characteristic with independent code that reads the same
files.

The catalogues may not be redistributed, so `PILEIN_CATALOGUES` names a folder in which the user keeps some. If it is
not set, the tests are skipped.
"""

import os
import re
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET  # not our reader, on purpose

import pytest

import pilein

NAMED = os.environ.get("PILEIN_CATALOGUES")
FILES = sorted(path for path in Path(NAMED).rglob("*") if path.suffix in (".cat", ".gst", ".ros")) if NAMED else []
CATALOGUES = [path for path in FILES if path.suffix == ".cat"]
WITHOUT = "PILEIN_CATALOGUES names no folder of catalogues"
NAMES = {  # a characteristic of the ruleset: how catalogues call it
    "scrollhammer": ("WS", "BS", "S", "T", "W", "I", "A", "LD:Ld", "ArmourSave:Sv", "WardSave:Ward", "Type:type"),
    "wab": ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD:Ld", "ArmourSave:armour", "WardSave:ward", "Type:type"),
    "scorched": ("WS", "S", "T", "W", "ArmourSave:Sv", "WardSave:Inv"),
}
SECONDS = 2.0

pytestmark = pytest.mark.skipif(not FILES, reason=WITHOUT)


def tag(element: ET.Element) -> str:
    return element.tag.split("}")[-1]


def tops(path: Path) -> Iterator[ET.Element]:
    for part in ET.parse(path).getroot():  # noqa: S314 - files of our own choice
        if tag(part) in ("selectionEntries", "entryLinks", "entries"):
            yield from part


def profiles(path: Path) -> dict[str, tuple[str, dict[str, str]]]:
    """Map the ID of each profile in a catalogue to its name and characteristics."""
    found = {}
    for element in ET.parse(path).getroot().iter():  # noqa: S314 - files of our own choice
        if tag(element) == "profile":
            cells = {
                str(one.get("name")): (one.get("value") or one.text or "").strip()
                for one in element.iter()
                if tag(one) == "characteristic"
            }
            found[str(element.get("id"))] = ((element.get("name") or "").strip(), cells)
    return found


def lines(found: pilein.Imported, what: str) -> list[dict[str, Any]]:
    return [one for one in found.to_dict() if one["what"] == what]


@pytest.mark.parametrize("ruleset", ["scrollhammer", "wab", "scorched", "warstrike", "wwpd"])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_real_catalogue_is_imported_and_all_its_content_is_reported(path: Path, ruleset: str):
    found = pilein.import_units(path, ruleset=ruleset)
    own = list(tops(path)) if path.suffix == ".cat" else []
    assert len(lines(found, "unit")) == len(own)
    names = Counter((one.get("name") or "").strip() for one in own)
    assert Counter(one["name"] for one in lines(found, "unit")) == names
    taken = [one for one in lines(found, "unit") if one["fate"] != "left out"]
    assert len(taken) == (len(found.units.names) if found.units is not None else 0)
    assert [one for one in found.to_dict() if one["fate"] == "left out" and not one["why"]] == []
    assert [one for one in found.to_dict() if one["fate"] == "changed" and not one["why"] + one["changes"]] == []
    assert Counter(one["key"] for one in lines(found, "profile")) == Counter(profiles(path).keys())


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_every_characteristic_of_a_real_catalogue_matches_the_import_or_is_reported(path: Path, ruleset: str):
    found, original = pilein.import_units(path, ruleset=ruleset), profiles(path)
    written = found.units.to_dict()["profiles"] if found.units is not None else {}
    made, wrong = set(), []
    for line in lines(found, "profile"):
        for place in line["becomes"]:
            section, _, name = place.partition(".")
            if section == "profiles":
                made.add(name)
                cells = original[line["key"]][1]
                told = {(change["key"], change["before"], change["after"]) for change in line["changes"]}
                wrong += [(name, *one) for one in untold(cells, written[name], told, NAMES[ruleset])]
    assert wrong == []
    assert made == written.keys()


def untold(
    cells: dict[str, str], values: dict[str, Any], told: set[tuple[str, str, Any]], names: tuple[str, ...]
) -> Iterator[tuple[str, str, Any]]:
    """Yield the characteristics that differ from the catalogue although no line in the report mentions the
    difference.
    """
    for both in names:
        theirs, _, ours = both.partition(":")
        text, value = cells.get(theirs, ""), values.get(ours or theirs)
        bare = re.sub(r" *\(.*", "", text).lower() if theirs == "Type" else text
        number = re.fullmatch(r"(\d+)\+?", bare)
        same = int(number[1]) if number else bare if theirs == "Type" else None
        is_none = bare in ("", "-") and value in (None, 0)
        is_told = any(key == theirs and before == text and after in (value, None) for key, before, after in told)
        if value != same and not is_told and not is_none:
            yield theirs, text, value


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_characteristics_missing_from_the_ruleset_are_listed(path: Path, ruleset: str):
    found, original = pilein.import_units(path, ruleset=ruleset), profiles(path)
    taken = [one for one in lines(found, "profile") if any(place.startswith("profiles.") for place in one["becomes"])]
    cells = {name for one in taken for name, text in original[one["key"]][1].items() if text not in ("", "-")}
    known = {one.partition(":")[0] for one in NAMES[ruleset]}
    listed = {one["name"] for one in lines(found, "characteristic")}
    assert listed >= cells - known
    assert listed <= cells | {"WardSave"}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_imported_units_of_a_single_model_cost_their_catalogue_price(path: Path):
    found = pilein.import_units(path, ruleset="wab")
    prices = {}
    for top in tops(path):
        costs = [float(one.get("value") or 0) for part in top if tag(part) == "costs" for one in part]
        is_fixed = not any(tag(one) == "constraint" and one.get("type") == "min" for one in top.iter())
        if top.get("type") == "model" and is_fixed:
            prices[(top.get("name") or "").strip()] = sum(costs)
    for line in lines(found, "unit"):
        if line["name"] in prices and line["becomes"] and found.units is not None:
            assert found.units.points(line["becomes"][0].partition(".")[2]) == prices[line["name"]]


def least(entry: ET.Element) -> int:
    """Return the minimum number of an entry according to its own constraints."""
    bounds = [one for part in entry if tag(part) == "constraints" for one in part]
    own = [one for one in bounds if (one.get("type"), one.get("scope")) == ("min", "parent")]
    return max((int(float(one.get("value") or 0)) for one in own), default=0)


def price(entry: ET.Element) -> float:
    return sum(float(one.get("value") or 0) for part in entry if tag(part) == "costs" for one in part)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_the_smallest_imported_unit_of_one_kind_of_model_costs_its_catalogue_price(path: Path):
    found, prices = pilein.import_units(path, ruleset="scrollhammer"), {}
    for top in tops(path):
        below = [one for part in top if tag(part) == "selectionEntries" for one in part]
        groups = [one for part in top if tag(part) == "selectionEntryGroups" for one in part]
        taken = [one for one in below if least(one)]
        inner = [one for entry in taken for one in entry.iter() if one is not entry and least(one)]
        is_model = any(tag(part) == "profiles" for part in top)
        if not is_model and len(taken) == 1 and least(taken[0]) > 1 and not inner and not any(map(least, groups)):
            prices[(top.get("name") or "").strip()] = (least(taken[0]), price(top) + least(taken[0]) * price(taken[0]))
    checked = [line for line in lines(found, "unit") if line["name"] in prices and line["becomes"]]
    for line in checked:
        assert found.units is not None
        unit = found.units.unit(line["becomes"][0].partition(".")[2])
        assert (unit.name, unit.models, unit.points) == (unit.name, *prices[line["name"]])
    if not checked:
        pytest.skip("no unit of the catalogue is of one kind of model")


@pytest.mark.parametrize("ruleset", NAMES)
@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.name)
def test_the_unit_file_written_from_a_real_catalogue_can_be_read_back_and_played(path: Path, ruleset: str):
    found = pilein.import_units(path, ruleset=ruleset)
    if found.units is not None:
        again = pilein.Units.from_text(found.to_toml())
        assert again.to_dict() == found.units.to_dict()
        first, second = again.names[0], again.names[-1]
        assert pilein.play(again.duel(first, second), seed=1).events


def test_the_largest_catalogue_is_imported_in_less_than_two_seconds():
    largest = max(FILES, key=lambda path: path.stat().st_size)
    began = time.process_time()
    pilein.import_units(largest, ruleset="scrollhammer")
    assert time.process_time() - began < SECONDS
