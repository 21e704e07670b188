"""Profiles and weapons are read with their keys."""

import pytest
from msgspec.structs import replace

from pilein.kernel.errors import BadScenario
from pilein.tabletop.loading import loads
from pilein.tabletop.vocabulary import Key
from tests.tabletop.words import HOPLON, PRESS, TABLE, Bad, assert_fault, changed, loaded

BAD = [
    Bad("WS = 4", "WS = 11", 14, "profiles.guard.WS", "11 is too large", "from 0 to 10"),
    Bad("WS = 4", "WS = -1", 14, "profiles.guard.WS", "-1 is too small", "from 0 to 10"),
    Bad("WS = 4", "WS = true", 14, "profiles.guard.WS", "the value must be a whole number, not true", ""),
    Bad("WS = 4", "WS = 4.5", 14, "profiles.guard.WS", "the number 4.5", ""),
    Bad("WS = 4", "WS = nan", 14, "profiles.guard.WS", "the number nan", ""),
    Bad("WS = 4", 'WS = "4+"', 14, "profiles.guard.WS", "the text '4+'", "write WS = 4"),
    Bad("WS = 4", "WS = [4]", 14, "profiles.guard.WS", "not a list", ""),
    Bad("WS = 4", "WS = []", 14, "profiles.guard.WS", "not an empty list", ""),
    Bad("WS = 4", "WS.x = 4", 14, "profiles.guard.WS", "not a table", ""),
    Bad("WS = 4", "ws = 4", 14, "profiles.guard.ws", "'guard' has no key 'ws'", "'WS'?"),
    Bad("WS = 4\n", "", 13, "profiles.guard", "the key 'WS' is missing", "write WS = 4 (weapon skill)"),
    Bad("Sv = 5", "Sv = 1", 15, "profiles.guard.Sv", "1 is too small", "from 2 to 6"),
    Bad("Sv = 5", "Mv = -0.5", 15, "profiles.guard.Mv", "-0.5 is too small", "at least 0"),
    Bad("Sv = 5", "Mv = inf", 15, "profiles.guard.Mv", "inf is not a finite number", "write a finite number"),
    Bad("Sv = 5", "Mv = 1e99", 15, "profiles.guard.Mv", "1e+99 is too large", ""),
    Bad('"large"', '"lagre"', 21, "profiles.old centurion.size", "no size 'lagre'", "'large'?"),
    Bad('["stubborn"]', '["stubborm"]', 20, "profiles.old centurion.rules[1]", "no special rule", "'stubborn'?"),
    Bad("[profiles.guard]", '[profiles.""]', 13, "profiles.", "the name is empty", "at least one letter"),
    Bad("S = 2", "S = 9", 24, "weapons.great_axe.S", "9 is too large", "from -5 to 5"),
    Bad("S = 2", "AP = 2", 24, "weapons.great_axe.AP", "no key 'AP'", "use one of S, tags"),
    Bad(
        "S = 2",
        "tags = [[]]",
        24,
        "weapons.great_axe.tags",
        "the value must be a list of texts in quotes, not a list of other values",
        "",
    ),
    Bad("[weapons.great_axe]", "[weapons.great_axe]\n[weapons.great-axe]", 24, "weapons.great-axe", "already", ""),
    Bad("[weapons.great_axe]", "[weapons]", 24, "weapons.S", "the value must be a table, not the number 2", ""),
]


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_a_fault_in_a_profile_or_weapon_is_reported(bad: Bad) -> None:
    assert_fault(TABLE, bad)


def test_a_profile_given_as_a_word_is_refused() -> None:
    bad = Bad(
        "[profiles.guard]\nWS = 4\nbase = ", "profiles.guard = ", 4, "profiles.guard", "the value must be a table", ""
    )
    assert_fault(PRESS, bad)


def test_a_profile_in_a_file_has_a_value_for_every_characteristic() -> None:
    profiles = loaded(TABLE).scenario.profiles
    assert profiles["guard"].values == {"WS": 4, "Sv": 5, "Mv": 6, "size": "small"}
    assert profiles["old centurion"].values == {"WS": 6, "Sv": None, "Mv": 6, "size": "large"}
    assert profiles["old centurion"].rules == ("stubborn",)


def test_a_weapon_in_the_file_may_change_a_weapon_of_the_ruleset() -> None:
    text = changed(PRESS, "[press]", "[weapons.hand-weapon]\nS = -1\n[press]")
    assert loaded(text).scenario.weapons == {"hand weapon": {"S": -1, "tags": ()}}


def test_weapons_carried_by_no_model_are_omitted_unless_the_file_describes_them() -> None:
    assert set(loaded(TABLE).scenario.weapons) == {"great_axe", "hand weapon", "spear"}
    text = changed(PRESS, "[press]", "[weapons.club]\n[press]")
    assert loaded(text).scenario.weapons == {"hand weapon": {"S": 0, "tags": ()}, "club": {"S": 0, "tags": ()}}


def with_rules(rules: str) -> tuple[str, ...]:
    keys = (*HOPLON.weapon_keys, Key("rules", "texts", default=()))
    vocabulary = replace(HOPLON, weapon_keys=keys)
    text = changed(PRESS, "[press]", f"[weapons.club]\nrules = {rules}\n[press]")
    found = loads(text, lambda _: vocabulary).scenario.weapons["club"]["rules"]
    assert isinstance(found, tuple)
    return found


def test_the_special_rules_of_a_weapon_are_stored_in_the_spelling_of_the_ruleset() -> None:
    assert with_rules('["No Sweep", "stubborn"]') == ("no-sweep", "stubborn")
    assert with_rules("[]") == ()


def test_an_unknown_special_rule_of_a_weapon_is_refused() -> None:
    with pytest.raises(BadScenario, match=r"no special rule 'stubborm'; did you mean 'stubborn'"):
        with_rules('["stubborm"]')
