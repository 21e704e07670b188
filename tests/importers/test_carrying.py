"""Equipment, rules and command figures are recognised by their profiles, special rules and names, and all other entries
are reported.
"""

from pathlib import Path
from typing import Any

import pytest

import pilein
from tests.importers.samples import (
    armour,
    bounds,
    catalogue,
    cost,
    entry,
    group,
    info,
    inside,
    link,
    profile,
    weapon,
    written,
)

ONCE = bounds(1, 1)
MAN = profile("p1", "Guard", "4|4|3|3|3|1|4|1|8|||Infantry")
HAND = weapon("w-hand", "Hand Weapon", "Combat", "As user")


def imported(folder: Path, *parts: str, ruleset: str = "scrollhammer", most: str = "") -> pilein.Imported:
    man = entry("m", "Guard", "model", bounds(10), inside("profiles", MAN), *parts, cost(8))
    unit = entry("u", "Guards", "unit", inside("selectionEntries", man), most)
    shared = (inside("sharedProfiles", HAND, weapon("w-two", "Two Hand Weapons", "Combat", "As user")),)
    return pilein.import_units(written(folder, "army.cat", catalogue(unit, shared=shared)), ruleset=ruleset)


def guards(found: pilein.Imported) -> dict[str, Any]:
    assert found.units is not None, str(found)
    unit: dict[str, Any] = found.units.to_dict()["units"]["Guards"]
    return unit


def line(found: pilein.Imported, name: str) -> dict[str, Any]:
    return next(one for one in found.to_dict() if one["name"] == name and one["what"] in ("entry", "rule", "option"))


def bare(name: str, *parts: str, taken: str = ONCE) -> str:
    return entry(f"e-{name}", name, "upgrade", taken, *parts)


def rule(name: str) -> str:
    return inside("rules", f'<rule id="r-{name}" name="{name}"><description>.</description></rule>')


@pytest.mark.parametrize(
    ("name", "weapons", "armour"),
    [
        ("Great weapon", ["great weapon"], []),
        ("Halberds (two-handed)", ["halberd"], []),
        ("Shield", [], ["shield"]),
        ("Light armour", [], ["light armour"]),
        ("Spear &amp; shield", ["spear"], ["shield"]),
        ("Hand weapon, shield and heavy armour", ["hand weapon"], ["shield", "heavy armour"]),
        ("1x Great weapon", ["great weapon"], []),
    ],
)
@pytest.mark.parametrize("is_rule", [False, True])
def test_an_entry_or_rule_without_a_profile_is_equipment_if_the_ruleset_knows_its_name(
    tmp_path: Path, name: str, weapons: list[str], armour: list[str], is_rule: bool
):
    inner = entry("e", "Gear", "upgrade", ONCE, rule(name)) if is_rule else bare(name)
    unit = guards(imported(tmp_path, inside("selectionEntries", inner)))
    assert (unit.get("weapons", []), unit.get("armour", [])) == (weapons, armour)


def test_an_entry_and_its_rule_of_the_same_name_count_as_one_piece_of_equipment(tmp_path: Path):
    unit = guards(imported(tmp_path, inside("selectionEntries", bare("Shield", rule("Shield"))), ruleset="wab"))
    assert unit["armour"] == ["shield"]


def test_a_name_that_stands_for_two_pieces_of_equipment_is_reported_if_one_of_the_two_is_unknown(tmp_path: Path):
    found = imported(tmp_path, inside("selectionEntries", bare("Halberd and lantern")))
    assert guards(found)["weapons"] == ["halberd"]
    assert (line(found, "Halberd and lantern")["fate"], line(found, "Halberd and lantern")["why"]) == (
        "changed",
        ["left out of it: lantern"],
    )


def test_a_catalogue_entry_unknown_to_the_ruleset_is_reported(tmp_path: Path):
    found = imported(tmp_path, inside("selectionEntries", bare("Drum of doom")))
    assert (line(found, "Drum of doom")["fate"], line(found, "Drum of doom")["of"]) == ("left out", "Guards")


def test_a_link_to_a_missing_catalogue_entry_is_reported(tmp_path: Path):
    found = imported(tmp_path, inside("entryLinks", link("nowhere", ONCE)))
    assert any("leads nowhere" in one["why"][0] for one in found.to_dict() if one["what"] == "option")


def test_equipment_listed_in_two_places_is_counted_once(tmp_path: Path):
    twice = entry("e", "Hand Weapon", "upgrade", ONCE, inside("infoLinks", info("w-hand")))
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntries", twice), ruleset="wab")
    assert guards(found)["weapons"] == ["hand weapon"]


def test_a_pair_of_hand_weapons_in_a_catalogue_is_imported_as_two_weapons(tmp_path: Path):
    found = imported(tmp_path, inside("infoLinks", info("w-two")), ruleset="wab")
    assert guards(found)["weapons"] == ["hand weapon", "hand weapon"]
    pair = bare("Hand weapon", taken=bounds(2, 2))
    assert guards(imported(tmp_path, inside("selectionEntries", pair)))["weapons"] == ["hand weapon", "hand weapon"]


def test_an_optional_weapon_adds_nothing_to_a_hand_weapon_if_the_ruleset_treats_it_as_a_hand_weapon(tmp_path: Path):
    option = bare("Great weapon", taken=bounds(None, 1))
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntries", option), ruleset="wab")
    assert "options" not in guards(found)
    assert line(found, "Great weapon")["why"] == [
        "in the ruleset's words, it adds nothing to what the unit already has"
    ]


def test_weapons_of_a_mount_are_not_given_to_its_rider_but_are_reported(tmp_path: Path):
    horse = profile("p2", "Drake", "8|3|0|3|-|-|3|1|5|||War Beast")
    barding = bare("Barding")
    fear = '<rules><rule id="r1" name="Swiftstride"/><rule id="r2" name="Killing Blow"/></rules>'
    mount = entry(
        "d", "Drake", "upgrade", ONCE, inside("profiles", horse), inside("infoLinks", info("w-hand")), fear,
        inside("selectionEntries", barding, bare("Claws")),
    )  # fmt: skip
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntries", mount))
    unit = guards(found)
    assert (unit["weapons"], unit["armour"], unit["rules"]) == (["hand weapon"], ["barding"], ["Swift Charge"])
    assert line(found, "Hand Weapon")["why"] == ["'Drake' has it, but the ruleset gives mounts no weapons"]
    assert line(found, "Claws")["fate"] == "left out"
    assert line(found, "Killing Blow")["why"] == ["a special rule of 'Drake', not of its rider"]


def test_a_command_figure_is_recognised_by_name_or_by_profile(tmp_path: Path):
    words = profile("p3", "Standard Bearer", "Carries it", "Command", ("Description",))
    ensign = entry("e", "Ensign", "model", bounds(None, 1), inside("profiles", words), cost(6))
    band = entry("b", "Musician", "upgrade", bounds(None, 1), cost(5))
    command = inside("selectionEntryGroups", group("g", "Command", inside("selectionEntries", ensign, band)))
    found = imported(tmp_path, most=command)
    assert guards(found)["options"] == {
        "Ensign": {"members": [{"standard": True}], "unit_points": 6},
        "Musician": {"members": [{"musician": True}], "unit_points": 5},
    }


def test_equipment_carried_by_every_model_is_not_a_command_figure(tmp_path: Path):
    found = imported(tmp_path, inside("selectionEntries", bare("Standard Bearer")))
    assert "members" not in guards(found)
    assert line(found, "Standard Bearer")["fate"] == "left out"


# --- weapons that a model has already -----------------------------------------------------------------------------


def test_a_rule_adds_no_copy_of_a_weapon_that_the_model_already_has(tmp_path: Path):
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), rule("Choppas"))
    assert guards(found)["weapons"] == ["hand weapon"]
    told = line(found, "Choppas")
    assert (told["of"], told["why"]) == ("Guards", ["the models already have it", "taken as 'hand weapon'"])


def test_a_rule_adds_no_weapon_of_the_same_base_type_as_one_that_the_model_already_has(tmp_path: Path):
    found = imported(tmp_path, rule("Choppas"), inside("selectionEntries", bare("Axe")))
    assert guards(found)["weapons"] == ["axe"]
    assert line(found, "Choppas")["why"] == ["the models already have it", "taken as 'axe'"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("ruleset", ["scrollhammer", "wab"])
def test_an_additional_hand_weapon_is_added_to_a_hand_weapon_whichever_is_listed_first(
    tmp_path: Path, order: tuple[int, int], ruleset: str
):
    both = bare("Hand weapon"), bare("Additional hand weapon")
    found = imported(tmp_path, inside("selectionEntries", *(both[one] for one in order)), ruleset=ruleset)
    assert guards(found)["weapons"] == ["hand weapon", "hand weapon"]


def test_an_additional_hand_weapon_on_its_own_becomes_two_hand_weapons(tmp_path: Path):
    alone = inside("selectionEntries", bare("Additional hand weapon"))
    assert guards(imported(tmp_path, alone))["weapons"] == ["hand weapon", "hand weapon"]
    beside = inside("selectionEntries", bare("Additional hand weapon"), bare("Axe"))
    assert guards(imported(tmp_path, beside))["weapons"] == ["hand weapon", "axe"]
    both = inside("selectionEntries", bare("Additional hand weapon"), bare("Great weapon"))
    assert guards(imported(tmp_path, both))["weapons"] == ["hand weapon", "great weapon", "hand weapon"]


def test_an_optional_weapon_is_not_added_if_the_models_already_have_it(tmp_path: Path):
    inner = inside("selectionEntries", bare("Hand weapon"), bare("Shield"))
    shields = entry("s", "Shields", "upgrade", bounds(None, 1), inner, cost(1))
    found = imported(tmp_path, rule("Choppas"), inside("selectionEntries", bare("Great weapon"), shields))
    assert guards(found)["weapons"] == ["great weapon", "hand weapon"]
    assert guards(found)["options"] == {"Shields": {"armour": ["shield"], "points": 1}}


@pytest.mark.parametrize(
    ("ruleset", "weapons"),
    [
        ("wab", ["hand weapon", "War spear (thrown)"]),
        ("scrollhammer", ["War spear (melee)", "War spear (thrown)"]),
    ],
)
def test_two_weapons_with_different_effects_are_both_carried_if_their_names_differ_only_in_brackets(
    tmp_path: Path, ruleset: str, weapons: list[str]
):
    both = weapon("w1", "War spear (melee)", "Combat", "+1"), weapon("w2", "War spear (thrown)", '8"', "4")
    assert guards(imported(tmp_path, inside("profiles", *both), ruleset=ruleset))["weapons"] == weapons


@pytest.mark.parametrize(
    ("name", "ruleset", "weapons"),
    [
        ("Spear (thrown)", "scrollhammer", ["spear", "Spear (thrown)"]),
        ("Spear", "scrollhammer", ["spear", "Spear (shot)"]),
        ("Spear (thrown)", "wab", ["hand weapon", "Spear (thrown)"]),
    ],
)
def test_a_thrown_weapon_is_kept_apart_from_a_hand_weapon_of_the_same_name(
    tmp_path: Path, name: str, ruleset: str, weapons: list[str]
):
    both = weapon("w1", "Spear (hand)", "Combat", "As user"), weapon("w2", name, '8"', "As user")
    found = imported(tmp_path, inside("profiles", *both), ruleset=ruleset)
    assert guards(found)["weapons"] == weapons
    pilein.Units.from_text(found.to_toml())


def test_a_weapon_listed_twice_with_the_same_effects_is_one_weapon_even_if_only_one_name_has_brackets(tmp_path: Path):
    both = weapon("w1", "War spear (page 8)", "Combat", "+1"), weapon("w2", "War spear", "Combat", "+1")
    assert guards(imported(tmp_path, inside("profiles", *both)))["weapons"] == ["War spear (page 8)"]


def test_pieces_of_armour_are_all_worn_if_their_names_differ_only_in_brackets(tmp_path: Path):
    both = armour("a1", "Hide (thick)", "5+"), armour("a2", "Hide (scaly)", "-1")
    found = imported(tmp_path, inside("profiles", *both))
    assert guards(found)["armour"] == ["hide", "hide (2)"]


def test_extra_words_after_an_armour_save_are_reported(tmp_path: Path):
    found = imported(tmp_path, inside("profiles", armour("a1", "Silver Mail", "2+ no improvement")))
    assert guards(found)["armour"] == ["silver mail"]
    mail = next(one for one in found.report.of("profile") if one.name == "Silver Mail")
    assert mail.why == ["left out of it: no improvement"]


def test_weapon_characteristics_unused_by_the_ruleset_are_reported(tmp_path: Path):
    pike = profile("w1", "Long Pike", "Combat|+1|-|2", "Weapon", ("Range", "Strength", "Special Rules", "Damage"))
    found = imported(tmp_path, inside("profiles", pike))
    assert guards(found)["weapons"] == ["Long Pike"]
    assert next(one.why for one in found.report.of("profile") if one.name == "Long Pike") == [
        "left out of it: damage 2"
    ]


def test_characteristics_listed_next_to_the_troop_type_of_a_unit_are_reported(tmp_path: Path):
    own = profile("x1", "Guards", "Infantry|6+|-", "Unit", ("Troop Type", "Bravery", "Notes"))
    found = imported(tmp_path, inside("profiles", own))
    assert next(one.why for one in found.report.of("profile") if one.key == "x1") == [
        "its troop type is used for the models of its unit",
        "left out of it: Bravery 6+",
    ]


def test_rules_that_differ_only_in_brackets_each_have_their_own_line_in_the_report(tmp_path: Path):
    two = '<rules><rule id="r1" name="Regeneration (4+)"/><rule id="r2" name="Regeneration (6+)"/></rules>'
    found = imported(tmp_path, two)
    assert [one.name for one in found.report.of("rule")] == ["Regeneration (4+)", "Regeneration (6+)"]


def test_an_option_removes_only_the_gear_it_replaces(tmp_path: Path):
    pair = bare("Two hand weapons", taken=bounds(None, 1))
    great = entry("gw", "Great weapon", "upgrade", bounds(None, 1), cost(2))
    choice = group("g", "Arms", bounds(1, 1), inside("selectionEntries", pair, great), default="e-Two hand weapons")
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntryGroups", choice))
    assert guards(found)["weapons"] == ["hand weapon", "hand weapon"]
    assert guards(found)["options"]["Great weapon"] == {
        "weapons": ["hand weapon", "great weapon"],
        "points": 2,
        "without": ["hand weapon"],
    }


# --- arms of models left out --------------------------------------------------------------------------------------


def test_weapons_of_a_howdah_crew_are_given_to_no_model(tmp_path: Path):
    crewman = profile("p3", "Howdah Crew", "-|2|3|3|-|-|2|1|6|||-")
    crew = entry("k", "Crew", "upgrade", bounds(8, 8), inside("profiles", crewman, weapon("w1", "Bow", '24"', "3")))
    beast = profile("p2", "Mammoth", "7|4|0|5|3|1|4|4|4|||Monster")
    mount = entry(
        "d",
        "Mammoth",
        "upgrade",
        bounds(None, 1),
        inside("profiles", beast),
        inside("selectionEntries", crew),
        cost(50),
    )
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntries", mount))
    assert guards(found)["options"]["Mammoth"] == {"mount": "Mammoth", "points": 50}
    assert line(found, "Bow")["why"] == ["'Howdah Crew' has it, and is left out"]
    why = "without 8 'Howdah Crew'"
    assert (line(found, "Mammoth")["fate"], line(found, "Mammoth")["why"]) == ("doubtful", [why])
    assert guards(found)["doubtful"] == [f"with 'Mammoth': {why}"]


def test_a_gun_is_not_carried_by_every_member_of_its_crew(tmp_path: Path):
    gun = profile("p3", "Cannon", "-|-|-|-|7|3|-|-|-|||War Machine")
    engine = entry("k", "Cannon", "upgrade", ONCE, inside("profiles", gun, weapon("w1", "Ball", '60"', "10")))
    found = imported(tmp_path, inside("infoLinks", info("w-hand")), inside("selectionEntries", engine))
    assert guards(found)["weapons"] == ["hand weapon"]
    ball = next(one for one in found.report.of("profile") if one.name == "Ball")
    assert ball.why == ["a weapon of 'Cannon', whose crew fights without the engine"]
