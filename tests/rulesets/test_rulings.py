"""Every text has the rulings that its register lists."""

import pytest

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import UnknownRule
from tests.rulesets.texts import NAMES, TEXTS

pytestmark = pytest.mark.parametrize("name", NAMES)


def test_every_ruling_has_a_question_and_a_default(name: str) -> None:
    book = ruleset_named(name)
    assert list(book.rulings) == [f"{book.prefix}-R-{number:02}" for number in TEXTS[name].rulings]
    assert all(ruling.question and ruling.default and ruling.clauses for ruling in book.rulings.values())


def test_option_names_are_unique_and_every_option_has_a_description(name: str) -> None:
    for ruling in ruleset_named(name).rulings.values():
        names = [option.name for option in ruling.options]
        assert len(set(names) | {"default"}) == len(names) + 1, ruling.id
        assert all(option.words for option in ruling.options), ruling.id


def test_only_the_ruling_on_endless_combats_takes_a_number(name: str) -> None:
    numbers = {key: ruling.number for key, ruling in ruleset_named(name).rulings.items() if ruling.number is not None}
    assert numbers == dict(TEXTS[name].endless)


def test_the_error_for_a_misspelled_option_suggests_the_right_one(name: str) -> None:
    slip, meant = TEXTS[name].slip
    key, _, option = slip.partition("=")
    with pytest.raises(UnknownRule, match=f"did you mean '{meant}'"):
        ruleset_named(name).rulings[key].option(option)
