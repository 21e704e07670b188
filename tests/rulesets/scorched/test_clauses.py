"""The sentences of Scorched and its rulings name each other."""

from pathlib import Path

from pilein.cli.order_of_play import order_of_play
from pilein.rulesets.scorched.clauses import sentences
from pilein.rulesets.scorched.rulings import RULINGS


def test_every_sentence_is_there() -> None:
    assert len(sentences()) == 72


def test_sentences_and_rulings_name_each_other() -> None:
    of_sentences = {(key, ruling) for key, sentence in sentences().items() for ruling in sentence.rulings}
    of_rulings = {(clause, key) for key, ruling in RULINGS.items() for clause in ruling.clauses}
    assert of_sentences == of_rulings


def test_the_text_is_read_once() -> None:
    assert sentences() is sentences()


def test_the_committed_page_of_the_order_of_play_is_up_to_date() -> None:
    page = Path(__file__).parents[3] / "docs" / "order-of-play-scorched.md"
    assert page.read_text(encoding="utf-8") == order_of_play("scorched")
