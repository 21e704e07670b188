"""The gaps between a model and the models of a unit are sorted, with the nearest first."""

from pilein.geometry.ticks import INCH
from pilein.tabletop.distances import gaps_from, gaps_from_units
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, reavers

FIELD = battle(guards([(10, 10)]), reavers([(10, 16), (10, 13), (10, 11)])).plane


def test_gaps_are_listed_with_the_nearest_model_first() -> None:
    assert gaps_from(FIELD, 0, 1) == ((0, 3), (2 * INCH, 2), (5 * INCH, 1))


def test_gaps_to_a_stationary_unit_are_computed_only_once() -> None:
    found = gaps_from(FIELD, 0, 1)
    assert gaps_from(FIELD.wounded(0, 0), 0, 1) is found


def test_gaps_to_several_units_are_merged_into_one_list() -> None:
    field = battle(guards([(10, 10)]), reavers([(10, 16)]), reavers([(10, 13)], name="others")).plane
    assert gaps_from_units(field, 0, (1, 2)) == ((2 * INCH, 2), (5 * INCH, 1))
    assert gaps_from_units(field, 0, (1,)) == gaps_from(field, 0, 1)
