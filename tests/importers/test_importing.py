"""Hand-made catalogues in both formats become units that can fight."""

import json
from pathlib import Path
from typing import Any

import pytest

import pilein
from pilein.importers.reading import BadCatalogue
from pilein.kernel.errors import BadInput, UnknownRule
from tests.importers import samples
from tests.importers.samples import CATALOGUE, FORMAT_1, ROSTER, SYSTEM, SYSTEM_1, written


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "battles.gst", SYSTEM)
    written(tmp_path, "old.gstz", SYSTEM_1)
    return tmp_path


def imported(
    folder: Path, text: str = CATALOGUE, name: str = "levies.cat", ruleset: str = "scrollhammer"
) -> pilein.Imported:
    return pilein.import_units(written(folder, name, text), ruleset=ruleset)


def values(found: pilein.Imported) -> dict[str, Any]:
    assert found.units is not None
    return found.units.to_dict()


def line(found: pilein.Imported, what: str, name: str, of: str = "") -> dict[str, Any]:
    return next(one for one in found.to_dict() if (one["what"], one["name"]) == (what, name) and of in ("", one["of"]))


# --- formation ---------------------------------------------------------------------------------------------------


def test_an_imported_block_is_five_files_wide_if_it_has_enough_models(folder):
    units = values(imported(folder))["units"]
    wide = {name: (unit["min"], unit.get("files")) for name, unit in units.items()}
    assert {name: files for name, (least, files) in wide.items() if least >= 5 and files != 5} == {}
    assert {name: files for name, (least, files) in wide.items() if least == 1 and files is not None} == {}
    assert any(least >= 5 for least, _ in wide.values())
    loose = values(imported(folder, ruleset="scorched"))["units"]
    assert all("files" not in unit for unit in loose.values())


# --- units -------------------------------------------------------------------------------------------------------


def test_each_imported_unit_has_its_profile_its_number_of_models_and_its_price(folder: Path):
    found = imported(folder)
    assert found.units is not None
    assert found.units.names == ("Levy", "Riders", "Chariot", "Chief", "Levy (2)")
    levy = values(found)["units"]["Levy"]
    assert {key: levy[key] for key in ("profile", "min", "max", "points", "weapons", "armour", "rules")} == {
        "profile": "Levyman",
        "min": 10,
        "max": 40,
        "points": 4,
        "weapons": ["hand weapon"],
        "armour": ["light armour"],
        "rules": ["Stubborn"],
    }
    assert values(found)["profiles"]["Levyman"] == {
        "WS": 2, "BS": 3, "S": 3, "T": 3, "W": 1, "I": 3, "A": 1, "Ld": 5, "type": "infantry",
    }  # fmt: skip
    assert found.units.points("Levy") == 40
    assert found.units.points("Levy", models=20, options=["Shields", "Boss"]) == 20 * 5 + 12
    assert found.units.points("Riders") == 10 + 5 * 20


def test_imported_units_can_be_written_to_a_file_read_back_and_fought_with(folder: Path):
    found = imported(folder)
    units = pilein.Units.from_text(found.to_toml())
    assert units.to_dict() == values(found)
    played = pilein.play(units.duel("Riders", "Levy", charged="Riders"), seed=1)
    assert played.events


def test_a_rider_and_a_mount_are_merged_as_the_ruleset_prescribes(folder: Path):
    riders = values(imported(folder))["units"]["Riders"]
    assert (riders["profile"], riders["mount"], riders["weapons"]) == ("Rider", "Horse", ["lance"])
    found = imported(folder)
    assert found.units is not None
    rider = found.units.duel("Riders", "Levy").to_dict()["profiles"]["Rider with Horse"]
    assert (rider["type"], rider["T"], rider["A"], rider["Sv"]) == ("cavalry", 4, 2, 6)
    wab = imported(folder, ruleset="wab")
    assert wab.units is not None
    rider = wab.units.duel("Riders", "Levy").to_dict()["profiles"]["Rider with Horse"]
    assert (rider["type"], rider["M"], rider["mount"]) == ("cavalry", 8, "Horse")


def test_a_chariot_crew_takes_missing_values_from_its_chariot_and_its_team(folder: Path):
    profile = values(imported(folder))["profiles"]["Chariot"]
    assert (profile["WS"], profile["T"], profile["W"], profile["Sv"]) == (3, 4, 4, 5)
    wab = values(imported(folder, ruleset="wab"))
    assert wab["mounts"][wab["units"]["Chariot"]["mount"]] == {
        "profile": "Horse (2)",
        "mounts": 2,
        "type": "light chariot",
    }
    assert wab["profiles"]["Chariot"]["M"] == 8


def test_a_choice_in_a_group_replaces_the_default_choice(folder: Path):
    options = values(imported(folder))["units"]["Riders"]["options"]
    assert options == {"Great weapon": {"weapons": ["great weapon"], "unit_points": 2, "without": ["lance"]}}


def test_a_catalogue_weapon_is_described_in_the_unit_file_if_the_ruleset_has_keys_for_it(folder: Path):
    assert values(imported(folder))["weapons"] == {"Old axe": {"S": 3, "hands": 2}}
    assert line(imported(folder), "profile", "Old axe")["why"] == ["left out of it: Glows in the dark"]


def test_duplicate_names_of_imported_units_are_made_unique(folder: Path):
    assert line(imported(folder), "unit", "Levy")["becomes"] == ["units.Levy"]
    doubled = [one for one in imported(folder).to_dict() if one["what"] == "unit" and one["name"] == "Levy"]
    assert doubled[1]["becomes"] == ["units.Levy (2)"]
    assert doubled[1]["fate"] == "changed"


def test_profiles_with_the_same_name_and_different_values_are_kept_apart(folder: Path):
    chief = samples.CHIEF.replace("Chief", "Levyman").replace('id="p-chief"', 'id="p-other"')
    found = values(imported(folder, samples.catalogue(samples.LEVY, chief)))
    assert found["profiles"]["Levyman"]["WS"] == 2
    assert found["profiles"]["Levyman (2)"]["WS"] == 6
    assert found["units"]["Levyman"]["profile"] == "Levyman (2)"


def test_weapons_that_need_more_than_two_hands_are_omitted_from_an_import(folder: Path):
    chief = samples.CHIEF.replace(
        "<selectionEntries>",
        samples.inside("infoLinks", *map(samples.info, ("w-hand", "w-great"))) + "<selectionEntries>",
        1,
    )
    found = imported(folder, samples.catalogue(chief), ruleset="scorched")
    assert values(found)["units"]["Chief"]["weapons"] == ["sword"]
    assert line(found, "unit", "Chief")["why"] == [
        "without 'two-handed weapon': the unit cannot hold all its weapons at once"
    ]


def test_models_listed_as_upgrades_count_as_models_of_the_unit(folder: Path):
    archers = samples.LEVY.replace('type="model"', 'type="upgrade"')
    levy = values(imported(folder, samples.catalogue(archers)))["units"]["Levy"]
    assert (levy["min"], levy["max"], levy["points"]) == (10, 40, 4)
    assert levy["options"]["Boss"] == {"members": [{"profile": "Levy boss", "champion": True}], "unit_points": 12}


def test_models_of_two_kinds_form_one_unit_at_the_total_price(folder: Path):
    herder = samples.entry(
        "herder",
        "Herder",
        "model",
        samples.bounds(3),
        samples.inside("profiles", samples.profile("p-herder", "Herder", "4|3|3|3|3|1|3|1|6|||Infantry")),
        samples.cost(6),
    )
    text = samples.catalogue(samples.LEVY.replace("<selectionEntries>", f"<selectionEntries>{herder}", 1))
    found = imported(folder, text)
    assert found.units is not None
    levy = values(found)["units"]["Levy"]
    assert (levy["profile"], levy["min"], levy["max"]) == ("Levyman", 13, 43)
    assert levy["members"] == [{"profile": "Herder", "models": 3, "points": 2}]
    assert found.units.points("Levy") == 10 * 4 + 3 * 6


# --- the report --------------------------------------------------------------------------------------------------


def test_the_import_report_lists_every_profile_as_used_or_gives_the_reason_for_its_omission(folder: Path):
    found = imported(folder)
    fates = {one["name"]: (one["fate"], one["why"]) for one in found.to_dict() if one["what"] == "profile"}
    assert (
        len([one for one in found.to_dict() if one["what"] == "profile"]) == CATALOGUE.count("<profile ") - 2
    )  # doubled levy
    assert fates["Levyman"] == ("taken", [])
    assert fates["Dragon"] == ("left out", ["a mount with W 6: the ruleset allows at most 1"])
    assert fates["Old relic"] == ("left out", ["the ruleset has no words for it"])
    assert fates["Ogre"] == ("left out", ["unit 'Ogre' is left out: 'Ogre' has no A (the catalogue has A 'special')"])
    assert fates["Horse"][0] == "changed"


def test_the_import_report_lists_each_changed_value_with_its_reason(folder: Path):
    changes = line(imported(folder), "profile", "Horse")["changes"]
    assert {"key": "Type", "before": "War Beast", "after": "beast", "why": "the nearest type of the ruleset"} in changes
    assert {
        "key": "T",
        "before": "-",
        "after": 3,
        "why": "its rider's, or the highest that a mount may have",
    } in changes


def test_omitted_units_and_options_and_rules_are_reported_with_the_reason(folder: Path):
    found = imported(folder)
    assert line(found, "unit", "- Army size")["why"] == ["a choice of the army list, not a unit"]
    assert line(found, "option", "Old relic")["why"] == ["it contains nothing that the ruleset has words for"]
    assert line(found, "rule", "Wanders off")["why"] == ["the ruleset has no such rule"]
    assert line(found, "rule", "Stubborn (page 9)")["why"] == ["taken as 'Stubborn'"]
    assert line(found, "unit", "Levy")["of"] == "Core"  # by the category link, whose name is in the game system


def test_the_import_report_can_be_printed_and_converted_to_json(folder: Path):
    found = imported(folder)
    assert "UNITS: 3 taken, 1 changed, 1 doubtful, 2 left out\n" in str(found)
    assert "  left out  Ogre: 'Ogre' has no A (the catalogue has A 'special')\n" in str(found)
    document = json.loads(json.dumps(found.document()))
    assert document["format"] == 1
    assert document["counts"]["unit"] == {"taken": 3, "changed": 1, "doubtful": 1, "left out": 2}
    assert document["units"] == ["Levy", "Riders", "Chariot", "Chief", "Levy (2)"]


def test_a_catalogue_without_the_characteristics_of_the_ruleset_yields_no_units_and_the_reason_is_reported(
    folder: Path,
):
    found = imported(folder, ruleset="wwpd")
    assert found.units is None
    why = "none of its profiles has the characteristics of a model under this ruleset"
    assert line(found, "unit", "Levy")["why"] == [why]
    with pytest.raises(BadCatalogue, match="no unit in this file can fight under wwpd; see the report"):
        found.to_toml()


# --- formats and links -------------------------------------------------------------------------------------------


def test_a_catalogue_in_format_1_can_be_imported(folder: Path):
    found = imported(folder, FORMAT_1, "old.cat")
    levy = values(found)["units"]["Levy"]
    assert (levy["min"], levy["max"], levy["points"], levy["unit_points"]) == (10, 40, 4, 10)
    assert levy["options"] == {
        "Standard Bearer": {"members": [{"standard": True}], "unit_points": 8},
        "Halberds": {"weapons": ["halberd"], "points": 1},
    }
    assert values(found)["profiles"]["Levyman"]["Ld"] == 5
    assert line(found, "unit", "Levy")["of"] == "Core"
    assert line(found, "profile", "Levyman")["type"] == "Model"  # by the profile types of the game system


def test_a_roster_is_imported_with_the_chosen_options_at_its_price(folder: Path):
    found = imported(folder, ROSTER, "mine.rosz")
    assert found.units is not None
    levy = values(found)["units"]["Levy"]
    assert (levy["min"], levy["max"], levy["points"], levy["armour"]) == (20, 20, 5, ["shield"])
    assert levy["members"] == [{"profile": "Levy boss", "models": 1, "champion": True, "points": 12}]
    assert found.units.points("Levy") == 80 + 20 + 12


@pytest.mark.parametrize("name", ["levies.cat", "levies.catz"])
def test_a_zipped_catalogue_gives_the_same_units_as_an_unzipped_one(folder: Path, name: str):
    assert values(imported(folder, name=name)) == values(imported(folder))


def test_a_linked_catalogue_is_read_from_the_same_folder(folder: Path):
    shared = '<catalogueLink id="k" name="Shared" targetId="shared" importRootEntries="true"/>'
    head = samples.inside("catalogueLinks", shared)
    written(folder, "shared.catz", samples.catalogue(samples.CHIEF, key="shared"))
    found = imported(folder, samples.catalogue(samples.LEVY, shared=(), links=head))
    assert found.units is not None
    assert found.units.names == ("Levy", "Chief")
    assert values(found)["units"]["Levy"]["armour"] == ["light armour"]


def test_a_missing_linked_catalogue_is_reported(tmp_path: Path):
    head = '<catalogueLinks><catalogueLink id="k" name="Shared" targetId="shared"/></catalogueLinks>'
    found = imported(tmp_path, samples.catalogue(samples.LEVY, shared=(), links=head))
    assert line(found, "file", "catalogue 'Shared'")["why"] == [
        "it was neither given nor found in the folder, so links into it lead nowhere"
    ]
    assert [one["name"] for one in found.to_dict() if one["what"] == "file" and one["fate"] == "left out"] == [
        "game system 'sys'",
        "catalogue 'Shared'",
    ]
    assert found.units is not None


def test_several_catalogue_files_form_one_army(folder: Path):
    one = written(folder, "one.cat", samples.catalogue(samples.LEVY))
    two = written(folder, "two.cat", samples.catalogue(samples.CHIEF, key="cat2"))
    found = pilein.import_units(one, two, folder / "battles.gst", ruleset="scrollhammer")
    assert found.units is not None
    assert found.units.names == ("Levy", "Chief")
    assert line(found, "file", "battles.gst")["why"] == ["game system without profiles"]


def test_catalogue_values_with_brackets_or_out_of_bounds_are_adjusted_and_the_change_is_reported(folder: Path):
    text = CATALOGUE.replace(
        '<characteristic name="WS" typeId="t-WS">6<', '<characteristic name="WS" typeId="t-WS">12<'
    ).replace('<characteristic name="A" typeId="t-A">3<', '<characteristic name="A" typeId="t-A">3(4)<')
    found = imported(folder, text)
    assert (values(found)["profiles"]["Chief"]["WS"], values(found)["profiles"]["Chief"]["A"]) == (10, 3)
    assert line(found, "profile", "Chief")["changes"] == [
        {"key": "WS", "before": "12", "after": 10, "why": "the ruleset has 0 to 10"},
        {"key": "A", "before": "3(4)", "after": 3, "why": "the number before the brackets"},
    ]


def test_names_are_adapted_if_a_unit_file_cannot_contain_them(folder: Path):
    text = CATALOGUE.replace('name="Chief" hidden', f'name="  Chi&#x202E;ef  {"x" * 90}" hidden')
    found = imported(folder, text)
    assert found.units is not None
    name = next(one for one in found.units.names if one.startswith("Chi"))
    assert len(name) == 60
    pilein.Units.from_text(found.to_toml())


def test_an_import_without_files_or_with_an_unknown_ruleset_is_refused(folder: Path):
    with pytest.raises(BadInput, match="no file to import is named"):
        pilein.import_units(ruleset="wab")
    with pytest.raises(UnknownRule, match="did you mean 'wab'"):
        imported(folder, ruleset="wabb")


def test_the_lines_of_an_import_report_can_be_converted_to_a_data_frame(folder, monkeypatch):
    monkeypatch.setattr("pilein.lab.importing.as_frame", list)
    found = imported(folder)
    assert found.to_frame() == found.to_dict()
