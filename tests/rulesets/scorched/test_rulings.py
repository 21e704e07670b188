"""The rulings of Scorched, as the text's register lists them."""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.rulesets.scorched.rulings import RULINGS

UNUSED = (54, 55)


def test_every_ruling_is_there_with_a_question_and_a_default() -> None:
    assert list(RULINGS) == [f"CP-R-{number:02}" for number in range(1, 61) if number not in UNUSED]
    assert all(ruling.question and ruling.default and ruling.clauses for ruling in RULINGS.values())


def test_options_have_names_of_their_own_and_words() -> None:
    for ruling in RULINGS.values():
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_the_usual_reading_of_ap_has_a_name_of_its_own() -> None:
    assert RULINGS["CP-R-01"].option("modifier") == "default"


def test_a_wrong_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'CP-R-01=threshold'"):
        RULINGS["CP-R-01"].option("treshold")
