"""Gaps of a model from those of a unit, the nearest first."""

from pilein.geometry.ticks import INCH
from pilein.tabletop.gaps import gaps_from
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers

FIELD = battle(guards([(10, 10)]), reavers([(10, 16), (10, 13), (10, 11)])).plane


def test_the_nearest_model_comes_first() -> None:
    assert gaps_from(FIELD, 0, 1) == ((0, 3), (2 * INCH, 2), (5 * INCH, 1))


def test_they_are_worked_out_once_for_a_unit_that_stands_still() -> None:
    found = gaps_from(FIELD, 0, 1)
    assert gaps_from(FIELD.wounded(0, 0), 0, 1) is found
