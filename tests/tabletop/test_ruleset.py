"""Rulesets are plain values."""

import pytest
from msgspec.structs import replace

from pilein.kernel.errors import UnknownRule
from tests.duel import RULESET, VOCABULARY, salute


def test_a_clause_is_found_by_its_key() -> None:
    assert RULESET.find("salute") is salute


def test_an_unknown_clause_key_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownRule, match=r"no clause 'slaute'; did you mean 'salute'\?"):
        RULESET.find("slaute")


def test_the_rulings_and_sentences_of_a_ruleset_are_those_of_its_vocabulary() -> None:
    assert RULESET.rulings is VOCABULARY.rulings
    assert RULESET.sentences == {}


def test_the_home_of_a_ruleset_is_the_name_of_its_module() -> None:
    assert RULESET.home == "tests.duel"


def test_a_vocabulary_of_a_different_ruleset_is_refused() -> None:
    with pytest.raises(AssertionError, match="belongs to duel"):
        replace(RULESET, name="joust")
