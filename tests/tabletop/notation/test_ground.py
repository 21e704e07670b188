"""The table, the terrain and the press are read from the notation."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.tabletop.notation.written import written
from tests.tabletop.words import HOPLON, PRESS, TABLE, Bad, assert_fault, changed, fault_of, loaded

PAIRS = '[["guards", "reavers"]]'
BAD_PRESS = [
    Bad(PAIRS, "[]", 24, "press.pairs", "the press has no pairs", "write pairs = [["),
    Bad(f"pairs = {PAIRS}\n", "", 23, "press", "the press has no pairs", "write pairs = [["),
    Bad(PAIRS, '"guards"', 24, "press.pairs", "the press has no pairs", "write pairs = [["),
    Bad(PAIRS, '["guards", "reavers"]', 24, "press.pairs[1]", "a pair must name two units", "write pairs = [["),
    Bad(PAIRS, '[["guards"]]', 24, "press.pairs[1]", "a pair must name two units", "write pairs = [["),
    Bad(PAIRS, '[["guards", 2]]', 24, "press.pairs[1]", "a pair must name two units", ""),
    Bad(PAIRS, '[["guards", "reaver"]]', 24, "press.pairs[1]", "no unit 'reaver'", "'reavers'?"),
    Bad(PAIRS, '[["guards", "guards"]]', 24, "press.pairs[1]", "both on the side 'red'", "different sides"),
    Bad(PAIRS, f'{PAIRS[:-1]}, ["reavers", "guards"]]', 24, "press.pairs[2]", "paired twice", "remove one"),
    Bad(PAIRS, f"{PAIRS}\nfrontage = 0", 25, "press.frontage", "0 is too small", "from 1 to"),
    Bad(PAIRS, f"{PAIRS}\nfrontage = 2.5", 25, "press.frontage", "the value must be a whole number", ""),
    Bad(PAIRS, f'{PAIRS}\nfrontage = "al"', 25, "press.frontage", "the frontage cannot be 'al'", "'all'?"),
    Bad(PAIRS, f'{PAIRS}\nfrontage = "wide"', 25, "press.frontage", "the frontage cannot be 'wide'", 'write "all"'),
    Bad(PAIRS, f"{PAIRS}\nfront = 2", 25, "press.front", "the press has no key 'front'", "'frontage'?"),
    Bad(PAIRS, f"{PAIRS}\n[table]", 23, "press", "both [table] and [press]", "remove one"),
    Bad(
        PAIRS,
        f'{PAIRS}\n[[terrain]]\nkind = "open"',
        25,
        "terrain[1]",
        "a fight in the press cannot have terrain",
        "[table]",
    ),
    Bad("[press]\n", "[presss]\n", 23, "presss", "a scenario has no key 'presss'", "'press'?"),
    Bad("[press]\n", "[[press]]\n", 23, "press", "the value must be a table, not a list", "write [press]"),
]

BAD_TABLE = [
    Bad("width = 48", "width = 0", 6, "table.width", "0 is too small", "from 1 to 200"),
    Bad("width = 48", "width = 201", 6, "table.width", "201 is too large", "from 1 to 200"),
    Bad("width = 48", "width = inf", 6, "table.width", "inf is not a finite number", ""),
    Bad("width = 48", 'width = "48"', 6, "table.width", "the text '48'", "write width = 48"),
    Bad("width = 48\n", "", 5, "table", "the key 'width' is missing", "write width = 4"),
    Bad("depth = 36", "height = 36", 7, "table.height", "no key 'height'", "width, depth"),
    Bad('"impassable"', '"impasable"', 31, "terrain[1].kind", "no kind 'impasable'", "'impassable'?"),
    Bad('"impassable"', '"lava"', 31, "terrain[1].kind", "no kind 'lava'", "difficult"),
    Bad('kind = "impassable"\n', "", 30, "terrain[1]", "the key 'kind' is missing", 'kind = "open"'),
    Bad("polygon", "polygone", 33, "terrain[1].polygone", "no key", "'polygon'?"),
    Bad("polygon = [[30, 30], [34, 30], [34, 34]]\n", "", 30, "terrain[1]", "has no polygon", "[[x, y]"),
    Bad(", [34, 34]]", "]", 33, "terrain[1].polygon", "three corners", "in order"),
    Bad("[34, 34]]", "[34, 34], [34, 34]]", 33, "terrain[1].polygon", "same point", "in order"),
    Bad("[34, 34]]", "[30, 34], [34, 34]]", 33, "terrain[1].polygon", "crosses", "around the polygon"),
    Bad("[34, 34]]", "[38, 30]]", 33, "terrain[1].polygon", "no area", "in order"),
    Bad("[34, 34]]", "[34, 34, 1]]", 33, "terrain[1].polygon[3]", "a list of 3", "write [x, y]"),
    Bad("[34, 34]]", "[34, inf]]", 33, "terrain[1].polygon[3]", "out of range", "inches"),
    Bad("blocks_sight = true", 'blocks_sight = "yes"', 34, "terrain[1].blocks_sight", "true or false", "= true"),
    Bad("[[terrain]]", "[terrain]", 30, "terrain", "the value must be a list of tables, not a table", "two brackets"),
]


@pytest.mark.parametrize("bad", BAD_PRESS, ids=str)
def test_a_fault_in_the_press_section_is_reported(bad: Bad) -> None:
    assert_fault(PRESS, bad)


@pytest.mark.parametrize("bad", BAD_TABLE, ids=str)
def test_a_fault_in_the_table_or_the_terrain_is_reported(bad: Bad) -> None:
    assert_fault(TABLE, bad)


def test_a_scenario_without_places_or_pairs_for_its_units_is_refused() -> None:
    fault = fault_of(PRESS[: PRESS.index("[press]")])
    assert "so the units have no place" in fault.message
    assert "[press]" in fault.remedy
    assert "[table]" in fault.remedy


def test_a_unit_in_the_press_is_refused_if_it_belongs_to_no_pair() -> None:
    third = '[[unit]]\nname = "idlers"\nside = "red"\nprofile = "guard"\nmodels = 1\nformation = "skirmish"\n\n[press]'
    bad = Bad("[press]", third, 31, "press.pairs", "the unit 'idlers' is in no pair", "remove it")
    assert_fault(PRESS, bad)


def test_a_polygon_with_too_many_corners_is_refused() -> None:
    many = ", ".join(f"[{number}, {number * number / 100}]" for number in range(101))
    assert (
        "the polygon has 101 corners" in fault_of(changed(TABLE, "[[30, 30], [34, 30], [34, 34]]", f"[{many}]")).message
    )


def test_too_many_pieces_of_terrain_are_refused() -> None:
    assert "the scenario has 101 pieces of terrain" in fault_of(TABLE + "[[terrain]]\n" * 100).message


def test_the_measurements_of_the_table_and_the_terrain_are_converted_to_ticks() -> None:
    scenario = loaded(TABLE).scenario
    assert scenario.table is not None
    assert (scenario.table.width, scenario.table.depth) == (48 * INCH, 36 * INCH)
    rock = scenario.terrain[0]
    assert (rock.kind, rock.name, rock.blocks_sight) == ("impassable", "the rock", True)
    assert rock.polygon[1] == (34 * INCH, 30 * INCH)


def test_the_press_section_may_state_a_frontage() -> None:
    press = loaded(changed(PRESS, PAIRS, f"{PAIRS}\nfrontage = 4")).scenario.press
    assert press is not None
    assert (press.pairs, press.frontage) == ((("guards", "reavers"),), 4)


@pytest.mark.parametrize(
    ("words", "frontage", "written_as"),
    [("", "files", {}), ('frontage = "files"', "files", {}), ('frontage = "all"', None, {"frontage": "all"})],
)
def test_the_number_of_fighters_in_the_press_is_limited_by_files_unless_the_frontage_is_set_to_all(
    words, frontage, written_as
) -> None:
    scenario = loaded(changed(PRESS, PAIRS, f"{PAIRS}\n{words}")).scenario
    assert scenario.press is not None
    assert scenario.press.frontage == frontage
    assert written(scenario, HOPLON)["press"] == {"pairs": [["guards", "reavers"]], **written_as}


def test_terrain_may_be_an_obstacle_or_a_structure_and_may_have_a_height() -> None:
    polygon = "polygon = [[30, 30], [34, 30], [34, 34]]"
    text = TABLE + "".join(
        f'[[terrain]]\nkind = "{kind}"\n{polygon}\n{height}\n'
        for kind, height in (("obstacle", ""), ("structure", "height = 2"))
    )
    wall, house = loaded(text).scenario.terrain[-2:]
    assert (wall.kind, wall.height) == ("obstacle", 0)
    assert (house.kind, house.height) == ("structure", 2 * INCH)


def test_terrain_may_be_very_difficult_and_give_cover() -> None:
    polygon = "polygon = [[30, 30], [34, 30], [34, 34]]"
    text = f'{TABLE}[[terrain]]\nkind = "very difficult"\ncover = "soft"\n{polygon}\n'
    open_ground, thicket = loaded(text).scenario.terrain
    assert (open_ground.cover, thicket.kind, thicket.cover) == ("none", "very difficult", "soft")
