"""A chariot is imported with the attacks of its crew and the number of its beasts, and a unit that the ruleset cannot
express exactly is marked doubtful.
"""

from pathlib import Path
from typing import Any

import pytest

import pilein
from tests.importers.samples import bounds, catalogue, cost, entry, inside, profile, weapon, written

CART = profile("p1", "War Cart", "-|-|-|5|4|3|-|-|-|5+||Chariot")
CREW = profile("p2", "Driver", "-|3|3|3|-|-|3|1|7|||-")
WOLF = profile("p3", "Wolf", "9|3|0|3|-|-|3|1|-|||War Beast")
CHIEF = profile("p4", "Chief", "4|5|3|4|4|3|4|4|8|||Infantry")


def taken(name: str, number: int, *parts: str) -> str:
    return entry(f"e-{name}", name, "upgrade", bounds(number, number), *parts)


def further(name: str, *parts: str) -> str:
    return entry(f"o-{name}", name, "upgrade", bounds(None, 1), *parts, cost(5))


def profiles(*each: str) -> str:
    return inside("profiles", *each)


def cart(*choices: str, crew: int = 3) -> str:
    parts = taken("Crew", crew, profiles(CREW)), taken("Steeds", 2, profiles(WOLF)), *choices
    return entry("u", "War Cart", "unit", profiles(CART), inside("selectionEntries", *parts), cost(60))


def imported(folder: Path, text: str, ruleset: str) -> pilein.Imported:
    found = pilein.import_units(written(folder, "army.cat", catalogue(text, shared=())), ruleset=ruleset)
    assert found.units is not None, str(found)
    return found


def unit(found: pilein.Imported) -> dict[str, Any]:
    assert found.units is not None
    table: dict[str, Any] = found.units.to_dict()["units"][found.units.names[0]]
    return table


def fights(found: pilein.Imported, *options: str) -> dict[str, Any]:
    assert found.units is not None
    name = found.units.names[0]
    duel = found.units.duel(name, name, options=(list(options), [])).to_dict()
    values: dict[str, Any] = duel["profiles"][duel["unit"][0]["profile"]]
    return values


@pytest.mark.parametrize("ruleset", ["wab", "scrollhammer"])
def test_the_attacks_of_all_members_of_a_crew_are_added_together(tmp_path: Path, ruleset: str):
    found = imported(tmp_path, cart(), ruleset)
    assert fights(found)["A"] == 3
    changes = [one for line in found.report.of("profile") for one in line.changes if one.key == "A"]
    assert [(one.before, one.after, one.why) for one in changes] == [("1", 3, "of 3 'Driver' together")]


@pytest.mark.parametrize("ruleset", ["wab", "scrollhammer"])
def test_a_crew_and_a_team_listed_as_models_belong_to_the_chariot(tmp_path: Path, ruleset: str):
    chariot = entry("c", "War Cart", "model", bounds(1, 1), profiles(CART), cost(60))
    crew = entry("k", "Driver", "model", bounds(2, 2), profiles(CREW))
    team = entry("t", "Wolf", "model", bounds(2, 2), profiles(WOLF))
    found = imported(
        tmp_path, entry("u", "War Carts", "unit", inside("selectionEntries", chariot, crew, team)), ruleset
    )
    assert found.units is not None
    assert (found.units.unit("War Carts").models, found.units.points("War Carts")) == (1, 60)
    values = fights(found)
    assert (values["WS"], values["T"], values["A"]) == (3, 4, 2)
    assert values.get("mounts") == (2 if ruleset == "wab" else None)


def test_a_crew_without_a_number_of_attacks_is_marked_doubtful(tmp_path: Path):
    found = imported(tmp_path, cart(), "scorched")
    assert (
        "3 'Driver' have the attacks of a single model: the ruleset has no number of attacks"
        in found.report.of("unit")[0].why
    )
    assert found.report.of("unit")[0].fate == "doubtful"


def test_an_additional_beast_harnessed_to_a_chariot_counts_as_one_more_beast(tmp_path: Path):
    text = cart(further("One more wolf", profiles(WOLF)))
    found = imported(tmp_path, text, "wab")
    assert (fights(found)["mounts"], fights(found)["type"]) == (2, "light chariot")
    more = fights(found, "One more wolf")
    assert (more["mounts"], more["type"], more["A"]) == (3, "light chariot", 3)
    without = imported(tmp_path, text, "scrollhammer")
    assert "options" not in unit(without)
    assert without.report.of("option")[0].why == ["'Wolf' is left out: chariots have no beasts here"]


def test_a_beast_of_a_different_kind_harnessed_to_a_chariot_is_omitted(tmp_path: Path):
    bear = profile("p5", "Cave Bear", "6|4|0|5|-|-|3|2|-|||War Beast")
    found = imported(tmp_path, cart(further("Bear", profiles(bear))), "wab")
    why = ["'Cave Bear' is left out: it is not like the beasts before 'War Cart'"]
    assert (found.report.of("option")[0].fate, found.report.of("option")[0].why) == ("left out", why)


@pytest.mark.parametrize("ruleset", ["wab", "scrollhammer"])
def test_a_character_does_not_ride_the_beasts_of_their_chariot(tmp_path: Path, ruleset: str):
    wolves = taken("Team", 3, profiles(WOLF), inside("rules", '<rule id="r" name="Swiftstride"/>'))
    chariot = taken("Chariot", 1, profiles(CART), inside("selectionEntries", wolves))
    page = taken("Page", 1, profiles(CREW, weapon("w", "Hand Weapon", "Combat", "As user")))
    text = entry("u", "Chief", "model", profiles(CHIEF), inside("selectionEntries", page, chariot), cost(285))
    found = imported(tmp_path, text, ruleset)
    values = fights(found)
    assert (values["WS"], values["A"], values.get("type", "infantry")) == (5, 4, "infantry")
    assert unit(found).keys().isdisjoint({"mount", "weapons", "rules"})
    doubts = ["'Driver' is not among its models", "without 'War Cart' and 3 'Wolf': a model has one profile here"]
    assert (found.report.of("unit")[0].fate, found.report.of("unit")[0].why) == ("doubtful", doubts)
    assert unit(found)["doubtful"] == doubts


def test_a_rider_on_one_of_several_beasts_is_marked_doubtful(tmp_path: Path):
    text = entry(
        "u", "Chief", "model", profiles(CHIEF), inside("selectionEntries", taken("Steeds", 2, profiles(WOLF))), cost(90)
    )
    found = imported(tmp_path, text, "wab")
    assert found.report.of("unit")[0].why == ["it rides one of 2 'Wolf'"]


def test_each_chariot_in_a_roster_is_imported_as_a_model_with_its_own_crew(tmp_path: Path):
    def chosen(name: str, number: int, *parts: str) -> str:
        return f'<selection id="{name}" name="{name}" number="{number}" type="upgrade">{"".join(parts)}</selection>'

    both = chosen("Crew", 6, profiles(CREW)), chosen("Steeds", 4, profiles(WOLF))
    carts = inside("selections", chosen("Cart", 2, inside("selections", *both), cost(120)))
    own = f'<selection id="s" name="War Carts" number="1" type="unit">{profiles(CART)}{carts}</selection>'
    text = f'<roster id="r" name="Mine"><forces><force id="f">{inside("selections", own)}</force></forces></roster>'
    found = pilein.import_units(written(tmp_path, "mine.ros", text), ruleset="wab")
    assert found.units is not None
    assert (found.units.unit("War Carts").models, found.units.points("War Carts")) == (2, 120)
    assert (fights(found)["A"], fights(found)["mounts"]) == (3, 2)


def test_each_chariot_listed_as_a_model_in_a_roster_has_its_own_crew(tmp_path: Path):
    def chosen(name: str, number: int, kind: str, *parts: str) -> str:
        return f'<selection id="{name}" name="{name}" number="{number}" type="{kind}">{"".join(parts)}</selection>'

    both = chosen("Crew", 6, "upgrade", profiles(CREW)), chosen("Steeds", 4, "upgrade", profiles(WOLF))
    carts = chosen("Cart", 2, "model", profiles(CART), inside("selections", *both), cost(120))
    text = inside("selections", chosen("War Carts", 1, "unit", inside("selections", carts)))
    text = f'<roster id="r" name="Mine"><forces><force id="f">{text}</force></forces></roster>'
    found = pilein.import_units(written(tmp_path, "mine.ros", text), ruleset="wab")
    assert found.units is not None
    assert (found.units.unit("War Carts").models, found.units.points("War Carts")) == (2, 120)
    assert (fights(found)["A"], fights(found)["mounts"]) == (3, 2)


def test_a_unit_that_may_have_several_chariots_is_imported_with_one_and_the_report_says_so(tmp_path: Path):
    inner = inside("selectionEntries", taken("Crew", 3, profiles(CREW)), taken("Steeds", 2, profiles(WOLF)))
    carts = entry("c", "Cart", "upgrade", bounds(1, 3), inner, cost(60))
    text = entry("u", "War Carts", "unit", profiles(CART), inside("selectionEntries", carts))
    found = imported(tmp_path, text, "wab")
    assert [(one.name, one.why) for one in found.report.of("option")] == [("Cart", ["the unit has 1 of up to 3"])]


def test_a_long_reason_is_shortened_in_the_unit_file_and_given_in_full_in_the_report(tmp_path: Path):
    name = "Lord of the very high and very distant mountains beyond the last of the seas"
    found = imported(tmp_path, cart().replace("Driver", name), "scorched")
    doubt = unit(found)["doubtful"][0]
    assert (len(doubt), doubt[-3:]) == (80, "...")
    assert any("the ruleset has no number of attacks" in one for one in found.report.of("unit")[0].why)
    pilein.Units.from_text(found.to_toml())
