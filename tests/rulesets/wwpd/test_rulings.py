"""The rulings of WWPD, as the text's register lists them."""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.rulesets.wwpd.rulings import RULINGS


def test_every_ruling_is_there_with_a_question_and_a_default() -> None:
    assert list(RULINGS) == [f"WW-R-{number:02}" for number in range(1, 40)]
    assert all(ruling.question and ruling.default and ruling.clauses for ruling in RULINGS.values())


def test_options_have_names_of_their_own_and_words() -> None:
    for ruling in RULINGS.values():
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_some_questions_have_but_one_answer() -> None:
    settled = [key for key, ruling in RULINGS.items() if not ruling.options]
    assert settled == ["WW-R-21", "WW-R-22", "WW-R-24", "WW-R-38", "WW-R-39"]


def test_a_wrong_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'WW-R-33=keep-1'"):
        RULINGS["WW-R-33"].option("keep")
