from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadInput
from pilein.lab.altering import altered

LINES = pilein.load("examples/scrollhammer/horde_against_ranks.toml")
TABLE = pilein.load("examples/scrollhammer/flank.toml")


def test_a_change_to_a_scenario_may_set_a_number_or_a_ruling_or_strike_a_sentence():
    found = altered(LINES, {"SH-CR-04": 2, "SH-R-19": "gap", "SH-CR-06": "struck"})
    assert found.numbers == {"SH-CR-04": 2}
    assert found.rulings["SH-R-19"].option == "gap"
    assert found.struck == ("SH-CR-06",)
    assert altered(found, {"SH-CR-04": None, "SH-CR-06": None}).numbers == {}


def test_a_change_to_a_scenario_may_set_keys_of_units_profiles_and_weapons_and_keys_at_the_top_level():
    unit, profile = LINES.units[0].name, LINES.units[0].members[0].profile
    found = altered(
        LINES,
        {
            f"units.{unit}.models": 7,
            f"profiles.{profile}.S": 5,
            "weapons.great weapon.S": 1,
            "press.frontage": 3,
            "turns": 4,
        },
    )
    assert found.units[0].members[-1].models == 7  # its champion is one more
    assert found.profiles[profile].values["S"] == 5
    assert (found.press.frontage, found.turns) == (3, 4)
    assert altered(found, {"press.frontage": None}).press.frontage == "files"  # as in a file without it


@pytest.mark.parametrize(
    ("scenario", "key", "value", "words"),
    [
        (LINES, "units.ghosts.models", 3, "units.ghosts.models: the scenario has no unit 'ghosts'"),
        (LINES, "profiles.ghost.S", 3, "profiles.ghost.S: the scenario has no profile 'ghost'"),
        (LINES, "weapons.spoon.S", 3, "weapons.spoon.S: the scenario has no weapon 'spoon'"),
        (
            LINES,
            "SH-CR-4",
            3,
            "SH-CR-4: neither the rules nor the scenario has a key 'SH-CR-4'; did you mean 'SH-CR-04'?",
        ),
        (LINES, "SH-CR-04", 99, "SH-CR-04: '99' cannot be used: 99 is out of bounds; give a number from 0 to 5"),
        (LINES, "SH-CR-03", 3, "SH-CR-03: there is no number 'SH-CR-03'; the sentence contains these"),
        (LINES, "SH-R-19", "spoon", "SH-R-19: there is no option 'SH-R-19=spoon'"),
        (LINES, "turns", 0, "turns: '0' cannot be used: 0 is too small"),
        (LINES, "table.width", 48, "table.width: a scenario in the press has no such key"),
        (TABLE, "press.frontage", 5, "press.frontage: a scenario on a table has no such key"),
        (
            LINES,
            "nonsense",
            1,
            "nonsense: neither the rules nor the scenario has a key 'nonsense'; give a key such as SH-CR-04",
        ),
    ],
)
def test_a_change_with_an_unknown_key_or_a_wrong_value_is_refused_and_a_remedy_is_given(scenario, key, value, words):
    with pytest.raises(BadInput) as caught:
        altered(scenario, {key: value})
    assert str(caught.value).startswith(words)
    assert caught.value.remedy


def test_a_changed_scenario_can_be_written_to_a_file_and_read_back(tmp_path):
    found = altered(LINES, {"SH-CR-04": 2, "press.frontage": 3})
    path = Path(tmp_path / "altered.toml")
    path.write_text(found.to_toml())
    assert pilein.load(path) == found
