"""Faults in a unit are reported."""

import pytest

from pilein.tabletop.notation.units import MOST_UNITS
from tests.tabletop.words import PRESS, TABLE, Bad, assert_fault, changed, fault_of

SKIRMISH = "models = 5\nformation = "
BAD_IN_PRESS = [
    Bad('name = "guards"\n', "", 8, "unit[1]", "the key 'name' is missing", "write name"),
    Bad('name = "guards"', 'name = ""', 9, "unit[1].name", "the name is empty", "at least one letter"),
    Bad('name = "guards"', 'name = " guards"', 9, "unit[1].name", "begins or ends with a space", "remove the space"),
    Bad('name = "guards"', 'name = "gu\\u0007ards"', 9, "unit[1].name", "cannot be displayed", "remove that"),
    Bad('name = "guards"', f'name = "{"g" * 81}"', 9, "unit[1].name", "81 characters", "at most 80"),
    Bad('name = "guards"', "name = 5", 9, "unit[1].name", "the value must be text in quotes, not the number 5", ""),
    Bad('name = "reavers"', 'name = "guards"', 17, "unit[2].name", "two units are named 'guards'", "of its own"),
    Bad('side = "red"\n', "", 8, "unit[1]", "the key 'side' is missing", "write side"),
    Bad("models = 5", "models = 0", 12, "unit[1].models", "0 is too small", "from 1 to 500"),
    Bad("models = 5", "models = 1000000", 12, "unit[1].models", "1000000 is too large", "from 1 to 500"),
    Bad("models = 5", f"models = 0x{'f' * 80}", 12, "unit[1].models", "more than eighteen digits", "to 500"),
    Bad("models = 5", "models = 5.0", 12, "unit[1].models", "the value must be a whole number", "write models = 5"),
    Bad("models = 5", 'models = "5"', 12, "unit[1].models", "the text '5'", "write models = 5"),
    Bad("models = 5", "models = 10.5", 12, "unit[1].models", "the value must be a whole number", "write models = 10"),
    Bad("models = 5", "models = -2.5", 12, "unit[1].models", "the value must be a whole number", "write models = 1"),
    Bad("models = 5", "models = 1e300", 12, "unit[1].models", "the value must be a whole number", "write models = 4"),
    Bad("models = 5", "models = true", 12, "unit[1].models", "the value must be a whole number, not true", ""),
    Bad("models = 5", "models = 1979-05-27", 12, "unit[1].models", "not a date or time", ""),
    Bad("models = 5\n", "", 8, "unit[1]", "the key 'models' is missing", "write models = 4"),
    Bad('profile = "guard"\n', "", 11, "unit[1].models", "the models have no profile", "write profile"),
    Bad('profile = "guard"\nmodels = 5\n', "", 8, "unit[1]", "the unit has no models", "write profile"),
    Bad('profile = "guard"', 'profile = "gaurd"', 11, "unit[1].profile", "no profile 'gaurd'", "'guard'?"),
    Bad('profile = "guard"', 'profile = "xyz"', 11, "unit[1].profile", "no profile", "define it under [profiles.xyz]"),
    Bad('["hand weapon"]', '["hand wepon"]', 14, "unit[1].weapons[1]", "no weapon", "'hand weapon'?"),
    Bad('["hand weapon"]', '["bazooka"]', 14, "unit[1].weapons[1]", "no weapon", "[weapons.NAME]"),
    Bad('["hand weapon"]', '"hand weapon"', 14, "unit[1].weapons", "a list of texts", "write weapons = ["),
    Bad(
        '["hand weapon"]',
        "[1]",
        14,
        "unit[1].weapons",
        "the value must be a list of texts in quotes, not a list of other values",
        "",
    ),
    Bad('"skirmish"', '"skirmisch"', 13, "unit[1].formation", "no formation", "'skirmish'?"),
    Bad('"skirmish"', '"qqqqq"', 13, "unit[1].formation", "no formation", "ranks, skirmish"),
    Bad('"skirmish"', "true", 13, "unit[1].formation", "the value must be a word in quotes, not true", ""),
    Bad('formation = "skirmish"\n', "", 8, "unit[1]", "the key 'formation' is missing", 'formation = "ranks"'),
    Bad(SKIRMISH, f"chraged = true\n{SKIRMISH}", 12, "unit[1].chraged", "no key 'chraged'", "'charged'?"),
    Bad(SKIRMISH, f"charged = 1\n{SKIRMISH}", 12, "unit[1].charged", "true or false", "charged = true"),
    Bad(SKIRMISH, f"markers = -1\n{SKIRMISH}", 12, "unit[1].markers", "-1 is too small", "from 0 to 20"),
    Bad(SKIRMISH, f"standard = true\n{SKIRMISH}", 12, "unit[1].standard", "no key", "members = [{ standard"),
    Bad(SKIRMISH, f"WS = 4\n{SKIRMISH}", 12, "unit[1].WS", "no key", "in the profile, under [profiles."),
    Bad(SKIRMISH, f"round = 2\n{SKIRMISH}", 12, "unit[1].round", "no key", "above the first heading in brackets"),
    Bad(SKIRMISH, f'fired_at = "reaver"\n{SKIRMISH}', 12, "unit[1].fired_at", "no unit", "'reavers'?"),
    Bad(SKIRMISH, f'rules = ["no-swep"]\n{SKIRMISH}', 12, "unit[1].rules[1]", "no special rule", "'no-sweep'?"),
    Bad(
        SKIRMISH,
        f"place = {{}}\n{SKIRMISH}",
        12,
        "unit[1].place",
        "cannot have a position",
        "[table] instead of [press]",
    ),
    Bad(SKIRMISH, f"positions = []\n{SKIRMISH}", 12, "unit[1].positions", "cannot have a position", "remove positions"),
    Bad(SKIRMISH, f"facing = 9\n{SKIRMISH}", 12, "unit[1].facing", "cannot have a position", "remove facing"),
    Bad(SKIRMISH, f"members = 3\n{SKIRMISH}", 12, "unit[1].members", "a list of tables", "members = [{"),
    Bad(SKIRMISH, f"members = [3]\n{SKIRMISH}", 12, "unit[1].members[1]", "the value must be a table", "members = [{"),
    Bad(SKIRMISH, f"members = [{{lots = 1}}]\n{SKIRMISH}", 12, "unit[1].members[1].lots", "no key", "'lost'?"),
    Bad(SKIRMISH, f"members = [{{lost = 10}}]\n{SKIRMISH}", 12, "unit[1].members[1].lost", "too large", "0 to 9"),
    Bad(SKIRMISH, f"members = [{{models = 499}}]\n{SKIRMISH}", 13, "unit[1].models", "504 models", "at most 500"),
    Bad("[[unit]]", "[unit]", 16, "", "invalid TOML", "write [[unit]]"),
    Bad("[press]", "[[unit]]\n[press]", 23, "unit[3]", "the key 'name' is missing", "write name"),
]

PLACE = "place = { x = 24, y = 18, facing = 0, files = 5 }"
POSITIONS = "positions = [\n  [20, 25],\n  [22, 25, 90.25],\n  [24.5, 25],\n]"
BAD_ON_TABLE = [
    Bad(PLACE, "", 36, "unit[1]", "has no position on the table", "write place = {"),
    Bad(PLACE, "positions = [[1, 2]]", 43, "unit[1].positions", "a block needs a place on the table", "write place"),
    Bad(PLACE, f"facing = 1\n{PLACE}", 43, "unit[1].facing", "a block needs a place on the table", "instead of facing"),
    Bad(PLACE, "place = [24, 18]", 43, "unit[1].place", "the value must be a table, not a list", "write place = {"),
    Bad("files = 5", "files = 0", 43, "unit[1].place.files", "0 is too small", "from 1"),
    Bad("files = 5", "files = 11", 43, "unit[1].place.files", "11 files for 10 models", "at most 10"),
    Bad("files = 5", "ranks = 5", 43, "unit[1].place.ranks", "a place has no key 'ranks'", ""),
    Bad(", files = 5", "", 43, "unit[1].place", "the key 'files' is missing", "files = 4"),
    Bad("x = 24", 'x = "24"', 43, "unit[1].place.x", "the text '24'", "write x = 24"),
    Bad("x = 24", "x = nan", 43, "unit[1].place.x", "nan is not a finite number", "a finite number, such as 4"),
    Bad("x = 24", "x = -inf", 43, "unit[1].place.x", "-inf is not a finite number", "a finite number, such as 4"),
    Bad("x = 24", "x = 1e300", 43, "unit[1].place.x", "1e+300 is too large", "to 1000"),
    Bad("facing = 0", 'facing = "north"', 43, "unit[1].place.facing", "the text 'north'", ""),
    Bad("facing = 0", "facing = 0.125", 43, "unit[1].place.facing", "more than two decimals", "write 0.12"),
    Bad("facing = 180", "facing = 999", 61, "unit[2].facing", "999 is too large", "-360 to 360"),
    Bad("facing = 180", "place = {}", 61, "unit[2].place", "needs a position", "positions = [[x, y], ...]"),
    Bad(POSITIONS, "", 52, "unit[2]", "has no position on the table", "one position for each of the 3 models"),
    Bad("  [24.5, 25],\n", "", 62, "unit[2].positions", "2 positions for 3 models", "members first"),
    Bad("[24.5, 25]", "[24.5]", 65, "unit[2].positions[3]", "a list of 1", "[x, y] or [x, y, facing]"),
    Bad("[24.5, 25]", "[1, 2, 3, 4]", 65, "unit[2].positions[3]", "a list of 4", "[x, y, facing]"),
    Bad("[24.5, 25]", "{ x = 1 }", 65, "unit[2].positions[3]", "this position must be a point, not a table", "[x, y]"),
    Bad("[24.5, 25]", "[true, 25]", 65, "unit[2].positions[3]", "the value must be a number, not true", "inches"),
    Bad("[24.5, 25]", "[nan, 25]", 65, "unit[2].positions[3]", "out of range", "at most 1000"),
    Bad("[24.5, 25]", "[-1001, 25]", 65, "unit[2].positions[3]", "out of range", "at most 1000"),
    Bad("90.25", "361", 64, "unit[2].positions[2]", "a facing cannot be 361", "clockwise"),
    Bad("90.25", "90.2534", 64, "unit[2].positions[2]", "more than two decimals", "90.25"),
    Bad(POSITIONS, 'positions = "here"', 62, "unit[2].positions", "a list of points", "[[x, y], ...]"),
]


@pytest.mark.parametrize("bad", BAD_IN_PRESS, ids=str)
def test_a_fault_in_a_unit_in_the_press_is_reported(bad: Bad) -> None:
    assert_fault(PRESS, bad)


@pytest.mark.parametrize("bad", BAD_ON_TABLE, ids=str)
def test_a_fault_in_a_unit_on_the_table_is_reported(bad: Bad) -> None:
    assert_fault(TABLE, bad)


def test_a_scenario_without_units_is_refused() -> None:
    head = PRESS[: PRESS.index("[[unit]]")] + "[press]\n"
    assert "the scenario has no units" in fault_of(head).message


def test_a_single_table_in_place_of_the_list_of_units_is_refused() -> None:
    head = PRESS[: PRESS.index("[[unit]]")] + "[unit]\n[press]\n"
    assert "two brackets" in fault_of(head).remedy


def test_too_many_units_are_refused() -> None:
    fault = fault_of(PRESS + "[[unit]]\n" * MOST_UNITS)
    assert f"the scenario has {MOST_UNITS + 2} units" in fault.message


def test_too_many_models_in_total_are_refused() -> None:
    block = '[[unit]]\nname = "N"\nside = "red"\nprofile = "guard"\nmodels = 500\nformation = "skirmish"\n'
    many = "".join(block.replace("N", f"horde {number}") for number in range(4))
    fault = fault_of(changed(PRESS, "[press]", f"{many}[press]"))
    assert (fault.message, fault.remedy) == ("the scenario has 2010 models, more than 2000", "use at most 2000")
