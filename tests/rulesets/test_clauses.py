"""The sentences of every text and its rulings name each other."""

import pytest

from pilein.lab import rulebooks
from pilein.lab.rulesets import rules
from tests.rulesets.texts import NAMES, TEXTS

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_every_sentence_is_there(name: str) -> None:
    assert len(rulebooks.sentences(name)) == TEXTS[name].sentences


def test_sentences_and_rulings_name_each_other(name: str) -> None:
    sentences, rulings = rulebooks.sentences(name), rules(name).rulebook.rulings
    of_sentences = {(key, ruling) for key, sentence in sentences.items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in rulings.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings
