"""Sentences and rulings of every text refer to each other."""

import pytest

from pilein.engine.rulesets import ruleset_named
from tests.rulesets.texts import NAMES, TEXTS

every_text = pytest.mark.parametrize("name", NAMES)


def test_the_expected_number_of_sentences_is_recorded_for_every_ruleset() -> None:
    assert set(TEXTS) == set(NAMES)


@every_text
def test_every_rules_text_has_the_expected_number_of_sentences(name: str) -> None:
    assert len(ruleset_named(name).sentences) == TEXTS[name].sentences


@every_text
def test_a_sentence_names_a_ruling_if_and_only_if_the_ruling_names_the_sentence(name: str) -> None:
    sentences, rulings = ruleset_named(name).sentences, ruleset_named(name).rulings
    of_sentences = {(key, ruling) for key, sentence in sentences.items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in rulings.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings
