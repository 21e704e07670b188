"""The rulings of Scrollhammer, as the text's register lists them."""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.kernel.rulings import Reading, readings
from pilein.rulesets.scrollhammer.rulings import RULINGS


def test_every_ruling_is_there_with_a_question_and_a_default() -> None:
    assert list(RULINGS) == [f"SH-R-{number:02}" for number in range(1, 89)]
    assert all(ruling.question and ruling.default and ruling.clauses for ruling in RULINGS.values())


def test_options_have_names_of_their_own_and_words() -> None:
    for ruling in RULINGS.values():
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_readings_from_fantasy_are_marked() -> None:
    marked = {
        key: option.name for key, ruling in RULINGS.items() for option in reversed(ruling.options) if option.fantasy
    }
    assert marked == {
        "SH-R-06": "skirmish-1",
        "SH-R-14": "from-charger",
        "SH-R-15": "ride-down",
        "SH-R-23": "roll-tie",
        "SH-R-36": "failed-move",
        "SH-R-54": "rear-rank",
        "SH-R-61": "ranks-before",
    }


def test_only_the_endless_combat_takes_a_number() -> None:
    assert {key: ruling.number for key, ruling in RULINGS.items() if ruling.number is not None} == {"SH-R-69": 20}
    assert readings(RULINGS, {"SH-R-69": Reading("break_off", 6)})["SH-R-69"] == Reading("break-off", 6)


def test_a_wrong_option_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match="did you mean 'SH-R-19=gap'"):
        RULINGS["SH-R-19"].option("gaps")
