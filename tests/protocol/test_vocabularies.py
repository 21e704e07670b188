"""Vocabularies for the page describe weapons without the keys of scenario files."""

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.protocol.from_page import AskWords
from pilein.protocol.vocabularies import weapon_in_words, words


@pytest.mark.parametrize(
    ("ruleset", "weapon", "expected"),
    [
        ("scrollhammer", "spear", "Strength added in the first round against cavalry: 1; ranks that fight with it: 3"),
        ("scrollhammer", "staff", "not a close combat weapon"),
        ("scrollhammer", "dagger", "nothing special"),
        ("wab", "thrown rocks", "range in inches: 4; long range makes it harder to hit: no"),
    ],
)
def test_a_weapon_is_described_by_the_meanings_of_its_keys(ruleset, weapon, expected):
    assert weapon_in_words(ruleset_named(ruleset).vocabulary, weapon) == expected


@pytest.mark.parametrize("ruleset", ["scrollhammer", "wab", "warstrike", "wwpd", "scorched"])
def test_no_description_of_a_weapon_contains_an_underscore(ruleset):
    found = words(AskWords(id=1, ruleset=ruleset)).words
    assert [one.name for one in found if one.topic == "weapons" and "_" in one.words] == []


@pytest.mark.parametrize(
    ("ruleset", "of_contact"),
    [
        ("scorched", {"charged"}),
        ("scrollhammer", {"charged", "counter_attacked", "files", "has_fought"}),
        (
            "wab",
            {"charged", "counter_charged", "files", "flank", "fought", "pursued", "rear", "sixes_only", "won"},
        ),
        ("warstrike", set()),
        ("wwpd", set()),
    ],
)
def test_the_page_is_told_which_statuses_only_a_unit_in_contact_can_have(ruleset, of_contact):
    unit = words(AskWords(id=1, ruleset=ruleset)).unit
    assert {field.key for field in unit if field.is_of_contact} == of_contact


@pytest.mark.parametrize("ruleset", ["scrollhammer", "wab"])
def test_the_page_is_told_that_only_a_unit_of_the_active_side_can_have_charged(ruleset):
    unit = words(AskWords(id=1, ruleset=ruleset)).unit
    assert [field.key for field in unit if field.is_of_own_turn] == ["charged"]
