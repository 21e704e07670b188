"""The sentences of every text and its rulings name each other."""

import pytest

from pilein.engine.rulesets import ruleset_named
from tests.rulesets.texts import NAMES, TEXTS

every_text = pytest.mark.parametrize("name", NAMES)


def test_the_amount_of_text_is_stated_for_every_ruleset() -> None:
    assert set(TEXTS) == set(NAMES)


@every_text
def test_every_sentence_is_there(name: str) -> None:
    assert len(ruleset_named(name).sentences) == TEXTS[name].sentences


@every_text
def test_sentences_and_rulings_name_each_other(name: str) -> None:
    sentences, rulings = ruleset_named(name).sentences, ruleset_named(name).rulings
    of_sentences = {(key, ruling) for key, sentence in sentences.items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in rulings.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings
