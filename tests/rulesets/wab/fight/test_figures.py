"""Exact figures of close combat as fractions, obtained by playing every outcome of the clauses."""

from fractions import Fraction

import pytest

from pilein.rulesets.wab.result.break_tests import break_test
from pilein.rulesets.wab.result.giving_ground import give_grounds
from tests.enumeration import chance, ends
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed

ONCE = ["7/12", "5/12", "5/18", "1/6", "1/12", "1/36"]
TWICE = ["119/144", "95/144", "155/324", "11/36", "23/144", "71/1296"]
ORDINARY = changed(WARRIOR, Ld=8)
STUBBORN = changed(ORDINARY, rules=("Stubborn",))
FEARED = changed(RIDER, rules=("Fear",))


def beaten(traits, foe=WARRIOR, rulings=None, *, standard=False):
    """Return a battle in the press in which fifteen models are beaten by twenty, with or without a battle standard
    nearby.
    """
    bearer = [U("standard", 1, ((changed(WARRIOR, battle_standard=True), 5),))] if standard else []
    units = [U("red", 0, ((foe, 20),)), U("blue", 1, ((traits, 15),)), *bearer]
    return battle(*units, pairs=[(0, 1)], rulings=rulings)


def stands(state):
    return not state.status(1).fleeing


@pytest.mark.clause("WAB-LT-06")
@pytest.mark.parametrize("by", range(6))
def test_the_odds_of_break_tests_on_leadership_7_match_figure_f_01(by) -> None:
    once = chance(ends(beaten(WARRIOR), (break_test, 1, by)), stands)
    twice = chance(ends(beaten(WARRIOR, standard=True), (break_test, 1, by)), stands)
    assert (once, twice) == (Fraction(ONCE[by]), Fraction(TWICE[by]))


@pytest.mark.parametrize(
    ("traits", "foe", "rulings", "figure"),
    [
        (ORDINARY, WARRIOR, {}, "25/324"),
        (STUBBORN, WARRIOR, {}, "155/324"),
        (STUBBORN, WARRIOR, {"WAB-R-67": "every-failure"}, "1"),
        (STUBBORN, FEARED, {}, "1/4"),
    ],
)
def test_the_odds_of_surviving_two_defeats_by_three_points_each_match_figure_f_09(traits, foe, rulings, figure) -> None:
    rounds = [(break_test, 1, 3), (give_grounds,), (break_test, 1, 3), (give_grounds,)]
    assert chance(ends(beaten(traits, foe, rulings), *rounds), stands) == Fraction(figure)
