"""Imports of rosters and catalogues keep the kind, the number and the price of every model, or report what is lost."""

from pathlib import Path
from typing import Any

import pilein
from tests.importers.samples import bounds, catalogue, cost, entry, group, inside, profile, written

MAN = profile("p1", "Guard", "4|4|3|3|3|1|4|1|8|5+||Infantry")
BOSS = profile("p2", "Sergeant", "4|4|3|3|3|1|4|2|8|5+||Infantry")
BROKEN = profile("p3", "Ghost", "4|4|3|3||1|4|1|7|5+||Infantry")


def selection(name: str, number: int, kind: str, *parts: str) -> str:
    start = f'<selection id="s-{name}-{number}" name="{name}" number="{number}" type="{kind}">'
    return f"{start}{''.join(parts)}</selection>"


def roster(folder: Path, *units: str, ruleset: str = "scrollhammer") -> pilein.Imported:
    inner = inside("selections", *units)
    text = f'<roster id="r" name="Mine"><forces><force id="f">{inner}</force></forces></roster>'
    return pilein.import_units(written(folder, "mine.ros", text), ruleset=ruleset)


def guards(number: int, *parts: str, points: float = 0) -> str:
    return selection(
        "Guard", number, "model", inside("profiles", MAN), cost(points or number * 8), inside("selections", *parts)
    )


def unit(*parts: str, name: str = "Guards") -> str:
    return selection(name, 1, "unit", inside("selections", *parts))


def values(found: pilein.Imported, name: str = "Guards") -> dict[str, Any]:
    assert found.units is not None, str(found)
    table: dict[str, Any] = found.units.to_dict()["units"][name]
    return table


def test_models_with_different_weapons_in_a_squad_are_imported_as_members(tmp_path: Path):
    axes, spears = selection("Great weapon", 3, "upgrade", cost(6)), selection("Spear", 7, "upgrade", cost(7))
    found = roster(tmp_path, unit(guards(10, axes, spears)))
    assert found.units is not None
    assert (found.units.unit("Guards").models, found.units.points("Guards")) == (10, 80 + 6 + 7)
    table = values(found)
    assert (table["weapons"], table["members"]) == (
        ["great weapon"],
        [{"profile": "Guard", "models": 7, "weapons": ["spear"], "points": -1}],
    )


def test_a_squad_with_more_pieces_of_equipment_than_models_is_marked_doubtful(tmp_path: Path):
    both = selection("Great weapon", 6, "upgrade"), selection("Spear", 6, "upgrade")
    found = roster(tmp_path, unit(guards(10, *both)))
    assert found.units is not None
    assert found.units.unit("Guards").models == 10
    assert found.units.doubtful == {"Guards": ("6 of 10 have 'Spear': it is not known which ones",)}


def test_a_roster_selection_that_is_a_unit_by_itself_keeps_its_number_of_models(tmp_path: Path):
    found = roster(tmp_path, guards(6))
    assert found.units is not None
    assert (found.units.unit("Guard").models, found.units.points("Guard")) == (6, 48)


def test_several_roster_selections_of_the_same_model_form_a_single_unit(tmp_path: Path):
    found = roster(
        tmp_path, unit(guards(9, selection("Spear", 9, "upgrade")), guards(1, selection("Halberd", 1, "upgrade")))
    )
    assert found.units is not None
    assert (found.units.unit("Guards").models, found.units.points("Guards")) == (10, 80)
    assert values(found)["members"] == [{"profile": "Guard", "models": 1, "weapons": ["halberd"]}]


def test_the_price_of_a_sergeant_is_added_to_that_of_the_squad(tmp_path: Path):
    boss = selection("Veteran", 1, "model", inside("profiles", BOSS), cost(14))
    found = roster(tmp_path, unit(guards(9), boss))
    assert found.units is not None
    assert (found.units.unit("Guards").models, found.units.points("Guards")) == (10, 72 + 14)
    assert values(found)["members"] == [{"profile": "Sergeant", "models": 1, "points": 6}]


def test_a_squad_in_which_most_models_cannot_fight_is_omitted(tmp_path: Path):
    boss = selection("Sergeant", 1, "model", inside("profiles", BOSS))
    ghosts = selection("Ghosts", 4, "model", inside("profiles", BROKEN), cost(48))
    found = roster(tmp_path, unit(boss, ghosts, name="Watch"), unit(guards(5)))
    why = found.report.of("unit")[0]
    assert (why.fate, why.why) == (
        "left out",
        ["4 of its models, 'Ghosts', cannot fight: 'Ghost' has no T (the catalogue has T '')"],
    )


def test_a_squad_in_which_some_models_cannot_fight_is_marked_doubtful(tmp_path: Path):
    ghosts = selection("Ghosts", 2, "model", inside("profiles", BROKEN), cost(20))
    found = roster(tmp_path, unit(guards(8), ghosts))
    line = found.report.of("unit")[0]
    assert (line.fate, line.why) == (
        "doubtful",
        ["it lacks 2 'Ghosts': 'Ghost' has no T (the catalogue has T '')"],
    )
    assert found.units is not None
    assert found.units.points("Guards") == 64


def test_steeds_listed_next_to_their_riders_in_a_roster_are_ridden(tmp_path: Path):
    steed = profile("p4", "Steed", "8|3|0|3|3|1|3|1|5|||-")
    found = roster(tmp_path, unit(guards(5), selection("Steeds", 5, "upgrade", inside("profiles", steed), cost(10))))
    assert found.units is not None
    assert (found.units.unit("Guards").models, found.units.points("Guards")) == (5, 50)
    assert values(found)["mount"] == "Steed"


def test_a_group_that_requires_ten_models_is_imported_as_ten_models(tmp_path: Path):
    one = entry("a", "Guard", "model", inside("profiles", MAN), cost(8))
    two = entry("b", "Veteran", "model", bounds(None, 2), inside("profiles", BOSS), cost(12))
    models = inside("selectionEntryGroups", group("g", "Models", bounds(10, 20), inside("selectionEntries", one, two)))
    found = pilein.import_units(
        written(tmp_path, "a.cat", catalogue(entry("u", "Guards", "unit", models), shared=())), ruleset="scrollhammer"
    )
    table = values(found)
    assert (table["min"], table["max"], table["points"]) == (10, 20, 8)
    assert table["options"]["Veteran"]["members"] == [{"profile": "Sergeant", "points": 4}]


def test_an_engine_and_crew_listed_as_models_are_imported_as_an_engine_with_its_crew(tmp_path: Path):
    engine = entry(
        "e",
        "Cannon",
        "model",
        bounds(1, 1),
        inside("profiles", profile("p5", "Cannon", "-|-|-|-|7|3|-|-|-|||War Machine")),
    )
    crew = entry("c", "Crew", "model", bounds(3, 3), inside("profiles", MAN))
    text = catalogue(entry("u", "Cannon", "unit", inside("selectionEntries", engine, crew), cost(90)), shared=())
    found = pilein.import_units(written(tmp_path, "a.cat", text), ruleset="scrollhammer")
    assert found.units is not None
    assert (found.units.unit("Cannon").models, found.units.points("Cannon")) == (3, 90)
    assert found.report.of("unit")[0].why == ["'Cannon' is left out: a model has one profile here"]
