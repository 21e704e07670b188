"""If a word comes from another game, the error names the word to write instead."""

import re
from pathlib import Path

import pytest

import pilein
from pilein.kernel.errors import BadScenario

EXAMPLES = Path(__file__).parents[3] / "examples"
FIGHTS = {
    "scorched": "duel",
    "scrollhammer": "duel",
    "wab": "shooting",
    "warstrike": "press",
    "wwpd": "firefight",
}

WEAPONS = [
    ("wab", "Great Weapon", "the sheet has no weapons for close combat: all are alike and have no name."),
    ("wab", "additional hand weapon", 'a weapon in each hand: `weapons = ["hand weapon", "hand weapon"]`'),
    ("scrollhammer", "pike", '`weapons = ["spear"]` fights in three ranks'),
    ("scorched", "halberd", "no row of the table: describe it"),
    ("warstrike", "spear", "the text has no weapon cards: describe it under [weapons.NAME]"),
    ("wwpd", "shield", "the text has no shields: raise `melee_defense` of the profile"),
]
KEYS = [
    ("wab", "Sv", "the save is made of `armour`, `shield` and `barding` of the profile"),
    ("scrollhammer", "Inv", "`Ward` of the profile is the ward save"),
    ("warstrike", "Sv", "`Ar` of the profile is Armor"),
    ("wwpd", "Sv", "`save` of the profile is the Defensive Save"),
]


def changed(ruleset, pattern, by):
    text = (EXAMPLES / ruleset / f"{FIGHTS[ruleset]}.toml").read_text(encoding="utf-8")
    text, found = re.subn(pattern, by, text, count=1, flags=re.MULTILINE)
    assert found
    return text


@pytest.mark.parametrize(("ruleset", "weapon", "words"), WEAPONS)
def test_a_weapon_from_a_different_game_is_refused_with_advice_on_the_right_way_to_write_it(ruleset, weapon, words):
    with pytest.raises(BadScenario) as error:
        pilein.Scenario.from_text(changed(ruleset, r"^weapons = .*$", f'weapons = ["{weapon}"]'))
    assert error.value.message == f"there is no weapon '{weapon}'"
    assert error.value.remedy.startswith(words)


@pytest.mark.parametrize(("ruleset", "key", "words"), KEYS)
def test_a_characteristic_from_a_different_game_is_refused_with_the_key_that_takes_its_place(ruleset, key, words):
    with pytest.raises(BadScenario) as error:
        pilein.Scenario.from_text(changed(ruleset, r"^(\[profiles\..*)$", rf"\1\n{key} = 4"))
    assert f"has no key '{key}'" in error.value.message
    assert error.value.remedy.startswith(words)
