"""A rider and its mount each fight with their own profile, whatever the order of the profiles in the catalogue."""

from pathlib import Path
from typing import Any

import pytest

import pilein
from tests.importers.samples import bounds, catalogue, cost, entry, inside, profile, written

RIDER, HORSE = "4|5|3|4|3|1|5|1|9|||{}", "8|3|0|3|3|1|3|1|5|||{}"
ONCE = bounds(1, 1)


def imported(folder: Path, *entries: str, ruleset: str = "wab", shared: tuple[str, ...] = ()) -> pilein.Imported:
    text = catalogue(*entries, shared=shared)
    found = pilein.import_units(written(folder, "army.cat", text), ruleset=ruleset)
    assert found.units is not None, str(found)
    return found


def fights(found: pilein.Imported, unit: str, option: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the profiles of a member and of its mount. The member is the first that differs from the ordinary models
    or, if every member is ordinary, an ordinary model.
    """
    assert found.units is not None
    duel = found.units.duel(unit, unit, options=([option] if option else [], [])).to_dict()
    own = duel["unit"][0]
    name = own["members"][0].get("profile") if own.get("members") else own["profile"]
    return duel["profiles"][name], duel["profiles"].get(duel["profiles"][name].get("mount", ""), {})


def unit(*parts: str, name: str = "Lancers") -> str:
    return entry("u", name, "unit", *parts)


def profiles(*each: str) -> str:
    return inside("profiles", *each)


def model(name: str, *parts: str) -> str:
    return entry(f"m-{name}", name, "model", bounds(5), *parts, cost(20))


@pytest.mark.parametrize("kinds", [("", ""), ("-", "-"), ("Cavalry", ""), ("Cavalry", "-"), ("Infantry", "War Beast")])
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("name", ["Lancer", "Man of the plains"])
def test_the_rider_fights_on_the_horse_wherever_the_two_are_listed(
    tmp_path: Path, kinds: tuple[str, str], order: tuple[int, int], name: str
):
    both = [
        profile("p1", name, RIDER.format(kinds[0])),
        profile("p2", "Shadowmane", HORSE.format(kinds[1])),
    ]
    found = imported(
        tmp_path, unit(profiles(*(both[one] for one in order)), inside("selectionEntries", model("Lancers")))
    )
    rider, mount = fights(found, "Lancers")
    assert (rider["WS"], rider["M"], rider["type"], mount["WS"]) == (5, 8, "cavalry", 3)
    assert pilein.Units.from_text(found.to_toml()).doubtful == {}


def test_the_profile_named_after_the_unit_is_the_one_that_fights(tmp_path: Path):
    litter = profile("p1", "Litter", "7|3|0|5|4|1|2|2|4|||")
    lord = profile("p2", "Warlord", "-|6|5|4|3|1|6|2|9|||")
    found = imported(tmp_path, unit(profiles(litter, lord), cost(120), name="Warlord"))
    rider, _ = fights(found, "Warlord")
    assert (rider["WS"], rider["A"], rider["M"]) == (6, 2, 7)


def test_a_champion_with_an_obligatory_mount_rides_that_mount(tmp_path: Path):
    horse = entry("h", "Warhorse", "upgrade", ONCE, profiles(profile("p3", "Warhorse", HORSE.format(""))))
    captain = entry(
        "c", "Captain", "upgrade", bounds(None, 1), profiles(profile("p2", "Captain", "4|6|5|4|3|1|6|2|9|||")),
        inside("selectionEntries", horse), cost(26),
    )  # fmt: skip
    rider = profiles(profile("p1", "Rider", RIDER.format("")))
    found = imported(tmp_path, unit(rider, inside("selectionEntries", model("Rider"), captain)))
    champion, mount = fights(found, "Lancers", "Captain")
    assert (champion["WS"], champion["A"], mount["WS"]) == (6, 2, 3)


def test_a_champion_of_a_mounted_unit_rides_the_mount_of_the_unit(tmp_path: Path):
    captain = entry(
        "c", "Captain", "upgrade", bounds(None, 1), profiles(profile("p2", "Captain", "4|6|5|4|3|1|6|2|9|||"))
    )
    horse = entry("h", "Warhorse", "upgrade", ONCE, profiles(profile("p3", "Warhorse", HORSE.format("War Beast"))))
    riders = model("Rider", profiles(profile("p1", "Rider", RIDER.format("Infantry"))))
    found = imported(tmp_path, unit(inside("selectionEntries", riders, captain, horse)))
    champion, mount = fights(found, "Lancers", "Captain")
    assert (champion["WS"], mount["WS"]) == (6, 3)


def test_the_profile_of_an_option_is_not_used_as_the_profile_of_the_unit(tmp_path: Path):
    both = profiles(profile("p1", "Guard", RIDER.format("")), profile("p2", "Captain", "4|6|3|4|3|1|6|2|9|||"))
    captain = entry("c", "Captain", "upgrade", bounds(None, 1), cost(10))
    found = imported(tmp_path, unit(both, inside("selectionEntries", model("Guards"), captain), name="Guards"))
    assert fights(found, "Guards")[0]["WS"] == 5
    assert fights(found, "Guards", "Captain")[0]["WS"] == 6
    assert found.units is not None
    assert found.units.points("Guards", options=["Captain"]) == 110


def test_a_mount_listed_beside_the_models_of_a_unit_is_ridden_by_them(tmp_path: Path):
    riders = model("Riders", profiles(profile("p1", "Rider", RIDER.format("Cavalry"))))
    steeds = entry("s", "Steeds", "model", bounds(5), profiles(profile("p2", "Steed", HORSE.format("-"))), cost(3))
    found = imported(tmp_path, unit(inside("selectionEntries", riders, steeds)))
    rider, mount = fights(found, "Lancers")
    assert (rider["WS"], mount["WS"]) == (5, 3)
    assert found.units is not None
    assert found.units.unit("Lancers").models == 5
    assert found.units.points("Lancers") == 5 * 20 + 5 * 3


def test_handlers_and_hounds_are_both_imported_as_models(tmp_path: Path):
    handler = entry(
        "h", "Handler", "model", ONCE, profiles(profile("p1", "Handler", RIDER.format("Infantry"))), cost(8)
    )
    hounds = entry(
        "d", "Hounds", "model", bounds(6), profiles(profile("p2", "Hound", HORSE.format("War Beast"))), cost(5)
    )
    found = imported(tmp_path, unit(inside("selectionEntries", handler, hounds), name="Pack"))
    assert found.units is not None
    assert (found.units.unit("Pack").models, found.units.points("Pack")) == (7, 8 + 30)


def test_a_beast_with_a_crew_in_its_howdah_fights_and_is_marked_doubtful(tmp_path: Path):
    beast = profile("p1", "Great Beast", "7|4|-|5|6|8|4|8|5|4+||Monster")
    crew = entry("c", "Crew", "upgrade", bounds(8, 8), profiles(profile("p2", "Crewman", "-|2|3|3|-|-|2|1|6|||-")))
    found = imported(tmp_path, unit(profiles(beast), inside("selectionEntries", crew), name="Great Beast"))
    own, _ = fights(found, "Great Beast")
    assert (own["WS"], own["W"], own["A"]) == (4, 8, 8)
    assert pilein.Units.from_text(found.to_toml()).doubtful == {"Great Beast": ("'Crewman' is not among its models",)}


def test_a_rider_and_a_mount_that_cannot_be_told_apart_are_marked_doubtful(tmp_path: Path):
    first = profile("p1", "Sky Horse", "8|3|0|3|3|1|3|1|5|||")
    second = profile("p2", "Sea Horse", "9|3|1|3|3|1|3|1|5|||")
    found = imported(tmp_path, unit(profiles(first, second), name="Twins"))
    assert found.report.of("unit")[0].fate == "doubtful"


def test_the_troop_type_may_be_given_in_the_profile_of_the_unit_or_in_its_category(tmp_path: Path):
    kind = profile("p2", "Knights Unit", "Heavy cavalry|5+", "Unit", ("Troop Type", "Unit Size"))
    bare = profile("p1", "Knight", "4|5|3|4|3|1|5|1|9", names=("M", "WS", "BS", "S", "T", "W", "I", "A", "LD"))
    man = model("Knight", profiles(bare))
    found = imported(tmp_path, unit(profiles(kind), inside("selectionEntries", man), name="Knights"))
    assert fights(found, "Knights")[0]["type"] == "cavalry"
    link = '<categoryLinks><categoryLink id="k" name="Light Cavalry" targetId="none"/></categoryLinks>'
    found = imported(tmp_path, unit(link, inside("selectionEntries", man), name="Knights"))
    assert fights(found, "Knights")[0]["type"] == "cavalry"


def test_unconditional_changes_made_by_a_link_are_applied_and_reported(tmp_path: Path):
    up = '<modifier type="increment" field="t-A" value="1"/><modifier type="set" field="name" value="Sergeant"/>'
    link = f'<infoLink id="i" targetId="p1" type="profile">{inside("modifiers", up)}</infoLink>'
    sergeant = entry("s", "Sergeant", "upgrade", bounds(None, 1), inside("infoLinks", link), cost(5))
    man = model("Guard", profiles(profile("p1", "Guard", RIDER.format("Infantry"))))
    found = imported(tmp_path, unit(inside("selectionEntries", man, sergeant), name="Guards"))
    assert (fights(found, "Guards")[0].get("A", 1), fights(found, "Guards", "Sergeant")[0]["A"]) == (1, 2)
    told = [one for line in found.report.of("profile") for one in line.changes]
    assert [(one.key, one.before, one.after) for one in told] == [("A", "1", 2)]
