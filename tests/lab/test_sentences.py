"""Events are reported as sentences."""

from typing import ClassVar

import pytest

from pilein.kernel.events import Event
from pilein.lab.sentences import sentence


class Crossed(Event, frozen=True, kw_only=True, tag=True):
    """An event: a unit has crossed a river and is either dry or wet."""

    template: ClassVar[str] = (
        "{unit} crossed with {count:model} {dry:and stayed dry|and got wet}, {inches:.1f} away: {dry}"
    )

    unit: str
    count: int
    dry: bool
    inches: float


@pytest.mark.parametrize(
    ("count", "dry", "words"),
    [
        (1, True, "foils crossed with 1 model and stayed dry, 2.0 away: yes"),
        (3, False, "foils crossed with 3 models and got wet, 2.0 away: no"),
    ],
)
def test_a_log_template_may_contain_plural_forms_and_words_for_true_and_false(
    count: int, dry: bool, words: str
) -> None:
    assert sentence(Crossed(clause="X-1", unit="foils", count=count, dry=dry, inches=2)) == words


class Swung(Event, frozen=True):
    template: ClassVar[str] = "{unit} swung {weapon}"
    unit: str
    weapon: str


def test_the_log_replaces_underscores_with_spaces_in_weapon_keys_but_not_in_unit_names() -> None:
    assert sentence(Swung(clause="X-1", unit="left_wing", weapon="power_sword")) == "left_wing swung power sword"
