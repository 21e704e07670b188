"""Choices in a catalogue become options with their prices, the equipment they replace, and the models they belong
to.
"""

from pathlib import Path
from typing import Any

import pilein
from tests.importers.samples import bounds, catalogue, cost, entry, group, info, inside, link, profile, weapon, written

MAN = profile("p1", "Guard", "4|4|3|3|3|1|4|1|8|5+||Infantry")
BOSS = profile("p2", "Captain", "4|6|5|4|3|1|6|2|9|4+||Infantry")
SHARED = inside(
    "sharedProfiles", weapon("w-pistol", "Crossbow", '30"', "4"), weapon("w-hand", "Hand Weapon", "Combat", "As user")
)


def imported(folder: Path, *parts: str, shared: str = "", inner: str = "") -> pilein.Imported:
    man = entry("m", "Guard", "model", bounds(10), inside("profiles", MAN), inner, cost(8))
    unit = entry("u", "Guards", "unit", inside("selectionEntries", man), *parts)
    text = catalogue(unit, shared=(inside("sharedSelectionEntries", shared), SHARED))
    return pilein.import_units(written(folder, "army.cat", text), ruleset="scrollhammer")


def options(found: pilein.Imported) -> dict[str, Any]:
    assert found.units is not None, str(found)
    table: dict[str, Any] = found.units.to_dict()["units"]["Guards"].get("options", {})
    return table


def why(found: pilein.Imported, name: str) -> list[str]:
    return next(one.why for one in found.report.of("option") if one.name == name)


def test_the_costs_of_a_link_and_of_its_target_are_added_together(tmp_path: Path):
    captain = entry("cap", "Captain", "upgrade", bounds(None, 1), inside("profiles", BOSS), cost(91))
    found = imported(tmp_path, inside("entryLinks", link("cap", cost(-24))), shared=captain)
    assert options(found)["Captain"]["unit_points"] == 67


def test_a_link_that_adds_entries_to_its_own_target_does_not_form_a_cycle(tmp_path: Path):
    relics = group("rel", "Relics", inside("selectionEntries", entry("b", "Halberd", "upgrade", bounds(None, 1))))
    own = '<entryLink id="l1" targetId="rel" type="selectionEntryGroup">{}</entryLink>'
    nested = own.format(inside("entryLinks", own.format("")))
    man = entry("m", "Guard", "model", bounds(10), inside("profiles", MAN), cost(8))
    unit = entry("u", "Guards", "unit", inside("selectionEntries", man), inside("entryLinks", nested))
    text = catalogue(unit, shared=(inside("sharedSelectionEntryGroups", relics),))
    found = pilein.import_units(written(tmp_path, "army.cat", text), ruleset="scrollhammer")
    assert list(options(found)) == ["Halberd", "Halberd (2)"]


def test_the_weapons_of_an_option_for_a_champion_are_given_only_to_the_champion(tmp_path: Path):
    gun = entry("g", "Crossbow", "upgrade", bounds(1, 1), inside("infoLinks", info("w-pistol")))
    captain = entry(
        "c", "Captain", "upgrade", bounds(None, 1), inside("profiles", BOSS), inside("selectionEntries", gun), cost(9)
    )
    group_ = inside("selectionEntryGroups", group("g1", "Leaders", inside("selectionEntries", captain)))
    found = imported(tmp_path, group_, inner=inside("infoLinks", info("w-hand")))
    assert options(found)["Captain"] == {
        "members": [{"profile": "Captain", "weapons": ["hand weapon", "crossbow"]}],
        "unit_points": 9,
    }


def test_a_unit_nested_in_a_unit_is_not_one_of_its_options(tmp_path: Path):
    others = entry("o", "Archers", "upgrade", bounds(5), inside("profiles", BOSS), cost(7))
    wing = entry("w", "Wing", "upgrade", bounds(None, 1), inside("selectionEntries", others))
    found = imported(tmp_path, inside("selectionEntryGroups", group("g", "Others", inside("selectionEntries", wing))))
    assert options(found) == {}
    assert why(found, "Wing") == ["it brings 5 models: a unit of its own, not a choice of this one"]


def test_an_option_for_one_kind_of_model_is_not_given_to_the_rest_of_the_unit(tmp_path: Path):
    spear = entry("s", "Spear", "upgrade", bounds(None, 1), cost(2))
    boss = entry(
        "b", "Captain", "model", bounds(1, 1), inside("profiles", BOSS), inside("selectionEntries", spear), cost(20)
    )
    found = imported(tmp_path, inside("selectionEntryGroups", group("g", "More", inside("selectionEntries", boss))))
    assert options(found) == {}
    assert why(found, "Spear") == ["only 'Captain' can choose it, but options are for the ordinary models"]


def test_conditional_prices_in_a_catalogue_are_reported(tmp_path: Path):
    modifier = '<modifiers><modifier type="increment" field="points" value="1"/></modifiers>'
    armour = entry("a", "Light armour", "upgrade", bounds(None, 1), modifier, cost(0))
    found = imported(tmp_path, inside("selectionEntryGroups", group("g", "More", inside("selectionEntries", armour))))
    assert options(found) == {"Light armour": {"armour": ["light armour"]}}
    assert why(found, "Light armour") == ["conditional changes to its price are left out"]


def test_an_imported_option_names_its_omitted_choices(tmp_path: Path):
    banner = entry("x", "Old banner", "upgrade", bounds(None, 1), cost(25))
    bearer = entry("s", "Standard Bearer", "upgrade", bounds(None, 1), inside("selectionEntries", banner), cost(10))
    found = imported(
        tmp_path, inside("selectionEntryGroups", group("g", "Command", inside("selectionEntries", bearer)))
    )
    assert why(found, "Standard Bearer") == ["the choices within it are left out: Old banner"]
