"""Bases are read from descriptions in words."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, MM
from pilein.tabletop.notation.profiles import base_of
from pilein.tabletop.notation.values import Fault
from tests.tabletop.words import PRESS, Bad, assert_fault, changed, loaded

GOOD = {
    "25mm": Base("round", 25 * MM, 25 * MM),
    "25 mm round": Base("round", 25 * MM, 25 * MM),
    "28.5mm": Base("round", 142_500, 142_500),
    "25mm square": Base("rectangle", 25 * MM, 25 * MM),
    "25x50mm": Base("rectangle", 25 * MM, 50 * MM),
    "25 x 50 mm": Base("rectangle", 25 * MM, 50 * MM),
    "1in": Base("round", INCH, INCH),
    "1in square": Base("rectangle", INCH, INCH),
    "2IN Square": Base("rectangle", 2 * INCH, 2 * INCH),
    "1x2in": Base("rectangle", INCH, 2 * INCH),
    '1"': Base("round", INCH, INCH),
    "60x35mm oval": Base("oval", 60 * MM, 35 * MM),
}

BAD = [
    Bad('"25mm"', '"25"', 6, "profiles.guard.base", "'25' is not a base", '"25mm" (round)'),
    Bad('"25mm"', '""', 6, "profiles.guard.base", "'' is not a base", '"25x50mm"'),
    Bad('"25mm"', '"-25mm"', 6, "profiles.guard.base", "'-25mm' is not a base", '"25mm"'),
    Bad('"25mm"', '"0mm"', 6, "profiles.guard.base", "0mm is too small or too large", "from 5mm to 20in"),
    Bad('"25mm"', '"9999in"', 6, "profiles.guard.base", "too small or too large", "from 5mm to 20in"),
    Bad('"25mm"', '"25mm oval"', 6, "profiles.guard.base", "one measurement cannot be 'oval'", "width x depth"),
    Bad('"25mm"', '"25mm hex"', 6, "profiles.guard.base", "one measurement cannot be 'hex'", '"25mm"'),
    Bad('"25mm"', '"25x50mm square"', 6, "profiles.guard.base", "two measurements cannot be 'square'", "write oval"),
    Bad('"25mm"', "25", 6, "profiles.guard.base", "the value must be a base, not the number 25", '"25mm"'),
    Bad('"25mm"', "[25, 50]", 6, "profiles.guard.base", "the value must be a base, not a list", '"25mm"'),
]


@pytest.mark.parametrize("words", GOOD)
def test_a_base_is_read_from_its_description(words: str) -> None:
    assert base_of(words) == GOOD[words]


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_the_error_for_an_invalid_base_explains_the_fault(bad: Bad) -> None:
    assert_fault(PRESS, bad)


def test_a_base_description_with_an_unknown_character_is_refused() -> None:
    assert isinstance(base_of("²5mm"), Fault)


def test_a_profile_without_a_base_gets_the_base_of_the_ruleset() -> None:
    guard = loaded(changed(PRESS, 'base = "25mm"\n', "")).scenario.profiles["guard"]
    assert (guard.base, guard.is_base_given) == (Base("rectangle", INCH, INCH), False)


def test_the_default_base_of_a_ruleset_follows_the_ruling_in_force() -> None:
    text = changed(PRESS, 'base = "25mm"\n', '[rulings]\n"TO-R-05" = "round"\n')
    assert loaded(text).scenario.profiles["guard"].base == Base("round", 25 * MM, 25 * MM)
