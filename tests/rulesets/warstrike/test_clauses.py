"""The sentences of WarStrike and its rulings name each other."""

from pilein.rulesets.warstrike.clauses import sentences
from pilein.rulesets.warstrike.rulings import RULINGS

UNUSED = {16, 23, 53, 56, 58}


def test_every_sentence_and_every_ruling_is_there() -> None:
    assert len(sentences()) == 91
    assert list(RULINGS) == [f"WS-R-{number:02}" for number in range(1, 62) if number not in UNUSED]


def test_sentences_and_rulings_name_each_other() -> None:
    of_sentences = {(key, ruling) for key, sentence in sentences().items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in RULINGS.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings


def test_options_have_names_of_their_own_and_words() -> None:
    for ruling in RULINGS.values():
        assert ruling.question
        assert ruling.default
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_only_the_endless_combat_takes_a_number() -> None:
    assert {key: ruling.number for key, ruling in RULINGS.items() if ruling.number is not None} == {"WS-R-04": 50}
