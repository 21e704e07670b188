"""Scenarios built without a file are checked as strictly as those in a file."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from pilein.engine.rulesets import vocabulary
from pilein.geometry.shapes import Base
from pilein.kernel.errors import BadScenario
from pilein.kernel.rulings import Reading
from pilein.tabletop.loading import read
from pilein.tabletop.objectives import Break, Destroy, Hold
from pilein.tabletop.scenario import Press, Scenario, TableSize
from pilein.tabletop.validation.scenario import assert_valid
from tests.tabletop.words import HOPLON, PRESS, TABLE, loaded

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*/*.toml"))
ON_TABLE, IN_PRESS = loaded(TABLE).scenario, loaded(PRESS).scenario
NOT = "..."  # taken out


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_passes_validation_before_and_after_a_round_trip_through_json(path):
    scenario = read(path, vocabulary).scenario
    assert_valid(scenario, vocabulary(scenario.ruleset))
    again = msgspec.convert(msgspec.json.decode(msgspec.json.encode(scenario)), Scenario)
    assert_valid(again, vocabulary(scenario.ruleset))


def with_value(scenario, path, value):
    """Return the scenario with the value at a path replaced, in the form that it has in JSON."""
    plain = msgspec.json.decode(msgspec.json.encode(scenario))
    inner = plain
    for step in path[:-1]:
        inner = inner[step]
    if value == NOT:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return msgspec.convert(plain, Scenario)


GUARDS, REAVERS = ("units", 0), ("units", 1)
FAULTS = [
    (("ruleset",), "phalanx", "ruleset", "the scenario is for phalanx, not for hoplon"),
    (("active",), "green", "active", "there is no side 'green'"),
    (("round",), 0, "round", "cannot be 0"),
    (("turns",), 101, "turns", "cannot be 101"),
    (("sides", 0, "name"), "blue", "sides", "the sides of the scenario are blue, blue"),
    (("sides", 0, "name"), "\x07", "sides.\\x07", "cannot be displayed"),
    (("sides", 0, "values", "momentum"), 1, "sides.red.momentum", "the value must be true or false, not the number 1"),
    (("rulings", "TO-R-99"), {"option": "gap"}, "rulings.TO-R-99", "there is no ruling"),
    (("rulings", "TO-R-02", "option"), "gapp", "rulings.TO-R-02", "there is no option 'gapp'"),
    (("rulings", "TO-R-02", "option"), "as_fantasy", "rulings.TO-R-02", "there is no option 'as_fantasy'"),
    (("rulings", "TO-R-02", "number"), 3, "rulings.TO-R-02", "takes no number"),
    (("rulings", "TO-R-03", "number"), -3, "rulings.TO-R-03", "is out of bounds"),
    (("struck",), ["TO-99"], "rulings.TO-99", "there is no sentence 'TO-99'"),
    (("weapons", "a\nb"), {"S": 1, "tags": []}, "weapons.a\\nb", "cannot be displayed"),
    (("weapons", "spear", "S"), 6, "weapons.spear.S", "6 is too large"),
    (("weapons", "spear", "S"), True, "weapons.spear.S", "the value must be a whole number, not true"),
    (("weapons", "spear", "S"), NOT, "weapons.spear", "the key 'S' is missing"),
    (("weapons", "spear", "Q"), 1, "weapons.spear", "there is no key 'Q'"),
    (("profiles", "guard", "values", "WS"), None, "profiles.guard.WS", "is missing"),
    (("profiles", "guard", "values", "Mv"), 1e300, "profiles.guard.Mv", "is too large"),
    (("profiles", "guard", "values", "size"), "Small", "profiles.guard.size", "there is no size 'Small'"),
    (("profiles", "guard", "base", "width"), 0, "profiles.guard.base", "too small or too large"),
    (("profiles", "guard", "base", "kind"), "round", NOT, ""),
    (("profiles", "old centurion", "base", "depth"), 125000, "profiles.old centurion.base", "round base differ"),
    (("profiles", "old centurion", "rules"), ["flies"], "profiles.old centurion.rules[1]", "no special rule 'flies'"),
    (("profiles", "old centurion", "rules"), ["stubborn"] * 2, "profiles.old centurion.rules", "named twice"),
    ((*GUARDS, "name"), "reavers", "unit[2].name", "two units are named 'reavers'"),
    ((*GUARDS, "name"), "x" * 81, "unit[1].name", "the name is 81 characters long, more than 80"),
    ((*GUARDS, "name"), "a\u202eb", "unit[1].name", "cannot be displayed"),
    ((*GUARDS, "side"), "green", "sides.red", "the side 'red' has no units"),
    ((*GUARDS, "formation"), "wedge", "unit[1].formation", "there is no formation 'wedge'"),
    ((*GUARDS, "members"), [], "unit[1].models", "no models"),
    ((*GUARDS, "members", 0, "models"), 0, "unit[1].members[1].models", "no models"),
    ((*GUARDS, "members", 0, "models"), 10**4000, "unit[1].members[1].models", "the unit has more than 500 models"),
    ((*GUARDS, "members", 0, "models"), 500, "unit[1].models", "the unit has more than 500 models"),
    ((*GUARDS, "members", 0, "profile"), "nobody", "unit[1].members[1].profile", "there is no profile 'nobody'"),
    ((*GUARDS, "members", 0, "weapons"), ["bow"], "unit[1].members[1].weapons", "there is no weapon 'bow'"),
    ((*GUARDS, "members", 0, "values", "lost"), 10, "unit[1].members[1].lost", "10 is too large"),
    ((*GUARDS, "statuses", "markers"), 21, "unit[1].markers", "21 is too large"),
    ((*REAVERS, "statuses", "fired_at"), "nobody", "unit[2].fired_at", "there is no unit 'nobody'"),
    ((*GUARDS, "place"), None, "unit[1].place", "a block on a table needs a place"),
    ((*GUARDS, "place", "files"), 0, "unit[1].place.files", "0 files for 10 models"),
    ((*GUARDS, "place", "files"), 11, "unit[1].place.files", "11 files for 10 models"),
    ((*GUARDS, "place", "x"), 10**12, "unit[1].place", "is out of range"),
    ((*GUARDS, "place", "facing"), 36000, "unit[1].place.facing", "a facing cannot be 36000"),
    ((*REAVERS, "positions"), [], "unit[2].positions", "0 positions for 3 models"),
    ((*REAVERS, "positions"), None, "unit[2].positions", "loose models on a table need positions"),
    (("table",), None, "table", "either a table or a press"),
    (("table", "width"), 0, "table.width", "0 is out of bounds"),
    (("terrain", 0, "polygon"), [[0, 0], [1, 1]], "terrain[1].polygon", "at least three corners"),
    (("terrain", 0, "polygon"), [[one, 0] for one in range(101)], "terrain[1].polygon", "the polygon has 101 corners"),
    (("terrain", 0, "polygon", 0, 0), 10**12, "terrain[1].polygon", "out of bounds"),
    (("terrain", 0, "height"), -1, "terrain[1].height", "out of bounds"),
    (("terrain", 0, "name"), "\x1b", "terrain[1].name", "cannot be displayed"),
]


@pytest.mark.parametrize(("path", "value", "key", "words"), FAULTS, ids=lambda value: str(value)[:40])
def test_values_are_refused_with_their_path_if_no_file_can_hold_them(path, value, key, words):
    changed = with_value(ON_TABLE, path, value)
    if key == NOT:
        assert_valid(changed, HOPLON)
        return
    with pytest.raises(BadScenario) as error:
        assert_valid(changed, HOPLON)
    assert error.value.key == key
    assert words in error.value.message


@pytest.mark.parametrize(
    ("press", "words"),
    [
        (Press((("guards", "nobody"),)), "there is no unit 'nobody'"),
        (Press((("guards", "guards"),)), "are both on the side 'red'"),
        (Press((("guards", "reavers"), ("reavers", "guards"))), "are paired twice"),
        (Press(()), "the unit 'guards' is in no pair"),
        (Press((("guards", "reavers"),), 0), "0 is out of bounds"),
        (Press((("guards", "reavers"),), 501), "501 is out of bounds"),
    ],
)
def test_a_press_is_refused_if_no_file_could_hold_it(press, words):
    assert_valid(IN_PRESS, HOPLON)
    with pytest.raises(BadScenario, match=words):
        assert_valid(replace(IN_PRESS, press=press), HOPLON)


@pytest.mark.parametrize(
    ("objective", "words"),
    [
        (Break(0), "0 per cent"),
        (Break(50, points=-1), "-1 points"),
        (Destroy(points=0), "0 points"),
        (Destroy(side="green"), "there is no side 'green'"),
        (Hold(10**9, 0, 127000), "the objective is off the table"),
        (Hold(0, 0, 0), "0 is out of bounds"),
        (Hold(0, 0, 127000, name="\n"), "the name is empty"),
    ],
)
def test_an_objective_is_refused_if_no_file_could_hold_it(objective, words):
    assert_valid(replace(ON_TABLE, objectives=(Break(50), Destroy(), Hold(0, 0, 127000, name="hill"))), HOPLON)
    with pytest.raises(BadScenario, match=words):
        assert_valid(replace(ON_TABLE, objectives=(objective,)), HOPLON)


def test_a_scenario_that_exceeds_a_limit_or_contradicts_itself_is_refused_with_the_reason():
    piece, unit = ON_TABLE.terrain[0], ON_TABLE.units[1]
    many = tuple(replace(unit, name=f"reavers {number}") for number in range(201))
    for changed, words in (
        (replace(ON_TABLE, terrain=(piece,) * 101), "pieces of terrain"),
        (replace(ON_TABLE, objectives=(Destroy(),) * 51), "objectives"),
        (replace(ON_TABLE, units=(*ON_TABLE.units, replace(unit, name="x", side="green"))), "there is no side 'green'"),
        (replace(ON_TABLE, units=()), "the side 'red' has no units"),
        (replace(ON_TABLE, units=(ON_TABLE.units[0], *many)), "the scenario has 202 units"),
        (replace(IN_PRESS, terrain=(piece,)), "a fight in the press cannot have terrain"),
        (replace(IN_PRESS, table=TableSize(127000, 127000)), "either a table or a press"),
    ):
        with pytest.raises(BadScenario, match=words):
            assert_valid(changed, HOPLON)


def test_a_ruling_that_needs_a_number_is_refused_without_one():
    with pytest.raises(BadScenario, match="needs a number"):
        assert_valid(replace(ON_TABLE, rulings={"TO-R-04": Reading("some")}), HOPLON)


def test_a_base_constructed_in_python_is_validated():
    wide = replace(ON_TABLE.profiles["guard"], base=Base("rectangle", 10**9, 10**9))
    with pytest.raises(BadScenario, match="too small or too large"):
        assert_valid(replace(ON_TABLE, profiles={**ON_TABLE.profiles, "guard": wide}), HOPLON)
