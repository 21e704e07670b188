"""The sentences of WWPD and its rulings name each other."""

from pilein.rulesets.wwpd.clauses import sentences
from pilein.rulesets.wwpd.rulings import RULINGS


def test_every_sentence_is_there() -> None:
    assert len(sentences()) == 39


def test_sentences_and_rulings_name_each_other() -> None:
    of_sentences = {(key, ruling) for key, sentence in sentences().items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in RULINGS.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings


def test_the_text_is_read_once() -> None:
    assert sentences() is sentences()
