"""The sentences of a text are read from the ruleset's folder."""

from pilein.kernel.rulings import Sentence, read_sentences


def test_the_sentences_of_a_text_can_be_looked_up_by_id_and_keep_the_order_of_the_text() -> None:
    sentences = read_sentences("pilein.rulesets.scrollhammer")
    assert all(key == sentence.id for key, sentence in sentences.items())
    assert next(iter(sentences)) == "SH-CP-01"
    assert list(sentences)[-1] == "SH-LK-04"
    assert sentences["SH-CH-06"] == Sentence(
        "SH-CH-06",
        "Charge sub-phase: declaring",
        "A unit that is already locked in combat may not declare a charge.",
        "auto",
        ("SH-R-37",),
    )


def test_the_text_of_a_ruleset_is_read_only_once() -> None:
    assert read_sentences("pilein.rulesets.scrollhammer") is read_sentences("pilein.rulesets.scrollhammer")
