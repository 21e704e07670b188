"""The rulings of the sheet, as its register lists them."""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.rulesets.wab.rulings import RULINGS


def test_every_ruling_is_there_with_a_question_and_a_default() -> None:
    assert list(RULINGS) == [f"WAB-R-{number:02}" for number in range(1, 96)]
    assert all(ruling.question and ruling.default and ruling.clauses for ruling in RULINGS.values())


def test_options_have_names_of_their_own_and_words() -> None:
    for ruling in RULINGS.values():
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_there_are_as_many_readings_to_choose_from_as_the_register_has() -> None:
    assert sum(len(ruling.options) for ruling in RULINGS.values()) == 131


def test_four_defaults_have_a_name_of_their_own() -> None:
    assert {key: ruling.also for key, ruling in RULINGS.items() if ruling.also} == {
        "WAB-R-10": "reduction-subtract",
        "WAB-R-34": "disengage-faster",
        "WAB-R-51": "open-both-free",
        "WAB-R-53": "reform-minus1-near",
    }
    assert RULINGS["WAB-R-51"].option("open_both_free") == "default"


def test_only_the_endless_combat_takes_a_number() -> None:
    assert {key: ruling.number for key, ruling in RULINGS.items() if ruling.number is not None} == {"WAB-R-83": 30}


def test_a_wrong_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'WAB-R-39=arc-180'"):
        RULINGS["WAB-R-39"].option("arc-18")
