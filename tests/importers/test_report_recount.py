"""The models, points and characteristics of every imported unit match a count of the XML by independent code.

The small hand-made army lists are always counted. The lists in the folder named by `PILEIN_CATALOGUES` are counted
if it is set.
"""

import os
import re
from pathlib import Path
from typing import Any

import pytest

import pilein
from pilein.importers.report import ReportLine
from tests.importers.recount import NUMBERS, List, Node, crew_attacks, models_in, number, saves_of, weapons_of
from tests.importers.samples import CATALOGUE, FORMAT_1, ROSTER, SYSTEM, SYSTEM_1, written

SAMPLES = {"levies.cat": CATALOGUE, "old.cat": FORMAT_1, "mine.ros": ROSTER}
NAMED = os.environ.get("PILEIN_CATALOGUES")
FILES = sorted(one for one in Path(NAMED).rglob("*") if one.suffix in (".cat", ".ros")) if NAMED else []
RULESETS = ("wab", "scrollhammer")
SCORES = {"light": 6, "heavy": 5, "partial plate": 4, "full plate": 3}  # WAB-AR-01
TOLD = ("one of ", "which are", "is without", "such units")  # notes that models are not as in the XML


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "battles.gst", SYSTEM)
    written(tmp_path, "old.gst", SYSTEM_1)
    return tmp_path


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", SAMPLES)
def test_imported_samples_match_an_independent_count_of_their_xml(folder: Path, name: str, ruleset: str):
    assert counted(written(folder, name, SAMPLES[name]), ruleset) >= 1


@pytest.mark.skipif(not FILES, reason="PILEIN_CATALOGUES names no folder of army lists")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_imported_army_lists_match_an_independent_count_of_their_xml(path: Path, ruleset: str):
    counted(path, ruleset)


def counted(path: Path, ruleset: str) -> int:
    """Compare the units of an army list with its XML, and return the number of units whose models were counted."""
    found = pilein.import_units(path, ruleset=ruleset)
    lines, nodes = found.report.of("unit"), list(List(path).units())
    assert [line.name for line in lines][: len(nodes)] == [node.name for node in nodes]
    wrong: list[tuple[Any, ...]] = []
    models = 0
    for line, node in zip(lines, nodes, strict=False):
        if line.fate != "left out" and found.units is not None:
            units = found.units
            name = line.becomes[0].partition(".")[2]
            wrong += _points(units, name, node)
            counts = models_in(node)
            models += counts is not None
            wrong += _models(units, name, line, counts)
            wrong += _characteristics(units, name, found.report.of("profile"), node)
            wrong += _rider(units, name, line, node)
            wrong += _weapons(units, name, node)
            wrong += _crew(units, name, node)
            wrong += _strangers(units, name, line, node)
            wrong += _saves(units, name, line, node)
    if found.units is not None:
        wrong += _unused(found.units)
    assert wrong == [], wrong
    return models


def _points(units: pilein.Units, name: str, node: Node) -> list[tuple[Any, ...]]:
    """Report units whose price differs from the sum of the prices of their compulsory parts."""
    seen, price = units.points(name), node.price() / (1 if not node.is_roster or node.kind != "unit" else node.count)
    return [(name, "points", seen, price)] if abs(seen - price) > 0.005 * max(1, units.unit(name).models) else []


def _models(units: pilein.Units, name: str, line: ReportLine, counts: int | None) -> list[tuple[Any, ...]]:
    """Report the unit if its number of models differs from the XML and the report line does not mention this."""
    is_told = any(word in why for why in line.why for word in TOLD)
    seen = units.unit(name).models
    return [] if counts is None or counts == seen or is_told else [(name, "models", seen, counts)]


def _characteristics(units: pilein.Units, name: str, lines: list[ReportLine], node: Node) -> list[tuple[Any, ...]]:
    """Report profiles of a unit and its members that match none of the unit's profiles in the XML and are not reported
    as changed.
    """
    file = units.to_dict()
    own = [cells for each in node.every() for _, cells in each.models]
    names = {file["units"][name]["profile"]} | {
        one["profile"] for one in file["units"][name].get("members", ()) if "profile" in one
    }
    told = {one: _told(lines, f"profiles.{one}") for one in names}
    return [
        (name, one, file["profiles"][one])
        for one in sorted(names)
        if not any(_is_same(file["profiles"][one], cells, told[one]) for cells in own)
    ]


def _told(lines: list[ReportLine], place: str) -> set[str]:
    return {NUMBERS.get(change.key, "") for line in lines if place in line.becomes for change in line.changes}


def _is_same(values: dict[str, Any], cells: dict[str, str], told: set[str]) -> bool:
    """Return whether a profile in the unit file matches one of the XML, with each number either equal or reported as
    changed.
    """
    both = [(NUMBERS[key], number(text)) for key, text in cells.items() if key in NUMBERS]
    return all(
        values.get(key) == value for key, value in both if value is not None and key in values and key not in told
    )


def _rider(units: pilein.Units, name: str, line: ReportLine, node: Node) -> list[tuple[Any, ...]]:
    """Report the unit if its mount has a better Leadership than its rider, or if the unit has the name of its mount."""
    file = units.to_dict()
    unit = file["units"][name]
    mount = file["mounts"].get(unit["mount"], {}).get("profile") if unit.get("mount") else None
    if mount is None or line.fate == "doubtful":
        return []
    rider, beast = file["profiles"][unit["profile"]], file["profiles"][mount]
    is_named = re.sub(r" \(\d+\)$", "", mount) == node.name
    return [(name, "rides", mount)] if beast.get("Ld", 0) > rider.get("Ld", 10) or is_named else []


def _weapons(units: pilein.Units, name: str, node: Node) -> list[tuple[Any, ...]]:
    """Report units or choices with too many hand weapons. A unit may have two if the list says so, and one
    otherwise.
    """
    unit, listed = units.to_dict()["units"][name], weapons_of(node)
    pairs = any("two" in one or "additional" in one or "brace" in one for one in listed)
    wrong = [(name, "hand weapons", unit["weapons"])] if _hands(unit) > 1 + pairs else []
    wrong += [
        (name, option, "hand weapons")
        for option, keys in unit.get("options", {}).items()
        if _hands(unit) and _hands(keys) and not re.search("two|additional", option.lower()) and "without" not in keys
    ]
    return wrong


def _hands(table: dict[str, Any]) -> int:
    return list(table.get("weapons", ())).count("hand weapon")


def _crew(units: pilein.Units, name: str, node: Node) -> list[tuple[Any, ...]]:
    """Report chariots whose attacks differ from those of their crew, and chariots that an option turns into another
    kind of model.
    """
    file, attacks = units.to_dict(), crew_attacks(node)
    unit, mounts = file["units"][name], file.get("mounts", {})
    if attacks is None or node.kind == "model":
        return []
    seen = file["profiles"][unit["profile"]].get("A")
    wrong: list[tuple[Any, ...]] = [(name, "attacks", seen, attacks)] if seen != attacks else []
    team = mounts.get(unit.get("mount"), {}).get("mounts", 9)
    options = [one for one in unit.get("options", {}).values() if "mount" in one]
    return wrong + [(name, one) for one in options if mounts[one["mount"]].get("mounts", 0) < team]


def _strangers(units: pilein.Units, name: str, line: ReportLine, node: Node) -> list[tuple[Any, ...]]:
    """Report units that carry arms belonging only to omitted models."""
    parts, told = list(node.every()), " ".join(line.why)
    gone = [each for each in parts if any(f"{one!r} is not among" in told for one, _ in each.models)]
    arms = [arm for each in gone for arm in _arms(each)]
    own = [arm for each in parts if each not in gone for arm in _arms(each)]
    held = [one.lower() for one in units.to_dict()["units"][name].get("weapons", ())]
    return [(name, "has", arm) for arm in held if arm in arms and arm not in own and (arm != "hand weapon" or not own)]


def _arms(node: Node) -> list[str]:
    return [name.lower() for name, cells in node.profiles if "Range" in cells]


def _saves(units: pilein.Units, name: str, line: ReportLine, node: Node) -> list[tuple[Any, ...]]:
    """Report saves that neither a model nor its mount has and that the unit's report line does not mention."""
    file = units.to_dict()
    unit = file["units"][name]
    used = [file["profiles"][one["profile"]] for one in (unit, *unit.get("members", ())) if "profile" in one]
    mounts = [file["mounts"][unit["mount"]]] if unit.get("mount") else []
    used += [file["profiles"][one["profile"]] for one in mounts if "profile" in one]
    has = {SCORES.get(one.get("armour"), one.get("Sv")) for one in used} | {one.get("Ward") for one in used}
    cells = [(key, text) for each in node.every() for _, own in each.models for key, text in saves_of(own).items()]
    told = " ".join(line.why)
    return [
        (name, key, text)
        for key, text in cells
        if number(text) not in has and text not in told and not re.fullmatch(r"-\d", text) and "not among" not in told
    ]


def _unused(units: pilein.Units) -> list[tuple[Any, ...]]:
    """Report weapons, armour, mounts and profiles in the file that no unit uses."""
    file = units.to_dict()
    tables = [*file["units"].values(), *file.get("mounts", {}).values()]
    tables += [one for unit in file["units"].values() for one in unit.get("options", {}).values()]
    tables += [one for table in tables for one in table.get("members", ())]
    lists = {key: {one for table in tables for one in table.get(key, ())} for key in ("weapons", "armour")}
    lists |= {f"{key}s": {table[key] for table in tables if key in table} for key in ("mount", "profile")}
    return [(key, one) for key, used in lists.items() for one in file.get(key, {}) if one not in used]
