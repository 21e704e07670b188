"""Known strengths and prices of units are recovered from the scores of their fights."""

from itertools import combinations
from math import exp, log, sqrt

import numpy as np
import pytest

from pilein.lab.figures import SURE
from pilein.lab.strength import (
    Interval,
    expected,
    mean_interval,
    price_intervals,
    prices,
    strength_intervals,
    strengths,
)

KNOWN = np.array([0.25, 0.5, 1.0, 2.0, 4.0])  # their geometric mean is 1


def _scores(known):
    return known[:, None] / (known[:, None] + known[None, :])


def _known(found: tuple[Interval | None, ...]) -> list[Interval]:
    known = [one for one in found if one]
    assert len(known) == len(found)
    return known


def test_strengths_of_units_are_recovered_from_the_scores_they_predict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pilein.lab.strength.PRIOR", 0.0)
    assert strengths(_scores(KNOWN)) == pytest.approx(KNOWN, rel=1e-8)


def test_the_prior_of_strengths_pulls_them_slightly_towards_the_average() -> None:
    found = strengths(_scores(KNOWN))
    assert found == pytest.approx(KNOWN, rel=0.06)
    assert np.all((found < KNOWN) == (KNOWN > 1 + 1e-9)) or found[2] == pytest.approx(1)


def test_strengths_of_two_units_match_the_calculation_by_hand() -> None:
    """The strength s of the first unit solves s = (0.75 + 0.05) / (1 / (s + 1 / s) + 0.1 / (s + 1)). The unit scores
    3/4 in one fight, and it is credited with 1/2 in a tenth of a fight against a unit of strength 1.
    """
    one, other = strengths(np.array([[np.nan, 0.75], [0.25, np.nan]]))
    assert one * other == pytest.approx(1)
    assert pytest.approx(one * (1 / (one + other) + 0.1 / (one + 1)), rel=1e-6) == 0.80


def test_a_unit_that_always_wins_has_a_finite_strength_greater_than_that_of_any_unit_it_beats() -> None:
    scores = np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.5]])
    found = strengths(scores)
    assert np.all(np.isfinite(found))
    assert found[0] > found[1] > found[2]


def test_strengths_are_found_even_if_some_pairs_have_not_met() -> None:
    scores = _scores(KNOWN)
    scores[0, 4] = scores[4, 0] = np.nan
    assert strengths(scores) == pytest.approx(KNOWN, rel=0.08)


def test_the_interval_of_a_strength_is_wide_if_one_strength_cannot_explain_all_scores() -> None:
    regular = _known(strength_intervals(_scores(KNOWN)))
    assert all(one.high / one.low < 1.1 for one in regular)
    cyclic = _scores(KNOWN)
    for one, other in ((0, 4), (1, 3)):
        cyclic[one, other], cyclic[other, one] = cyclic[other, one], cyclic[one, other]
    odd = _known(strength_intervals(cyclic))
    assert all(one.high / one.low > 2 for place, one in enumerate(odd) if place != 2)
    assert all(one.low <= one.value <= one.high for one in (*regular, *odd))


def test_a_strength_found_from_two_opponents_has_no_interval() -> None:
    assert all(one.low == one.value == one.high for one in _known(strength_intervals(_scores(KNOWN[:3]))))


def test_prices_recovered_from_consistent_ratios_have_intervals_of_zero_width() -> None:
    ratios = KNOWN[:, None] / KNOWN[None, :]
    assert prices(ratios) == pytest.approx(KNOWN)
    assert all(one.high == pytest.approx(one.low) == pytest.approx(one.value) for one in price_intervals(ratios))


def test_prices_are_recovered_from_ratios_that_form_a_chain_of_pairs() -> None:
    ratios = np.full((5, 5), np.nan)
    for one in range(4):
        ratios[one + 1, one] = 2.0
    assert prices(ratios) == pytest.approx(KNOWN)


def test_two_disagreeing_ratios_of_one_pair_are_averaged_by_their_logarithms() -> None:
    """One measurement gives the ratio 4, and the other gives 1. A model of one unit is therefore worth 2 models of the
    other.
    """
    ratios = np.array([[np.nan, 4.0], [1.0, np.nan]])
    one, other = prices(ratios)
    assert one / other == pytest.approx(2)


@pytest.mark.parametrize(("one", "other"), list(combinations((0.5, 1.0, 3.0), 2)))
def test_the_expected_scores_of_two_units_against_each_other_sum_to_one(one: float, other: float) -> None:
    assert expected(one, other) + expected(other, one) == pytest.approx(1)
    assert expected(one, other) < 0.5


def test_a_unit_without_opponents_has_no_strength_and_does_not_affect_the_others() -> None:
    """Three of the four units have met each other, and the fourth has fought only itself."""
    scores = np.full((4, 4), np.nan)
    scores[:3, :3] = _scores(KNOWN[:3])
    scores[3, 3] = 0.5
    assert strength_intervals(scores) == (*strength_intervals(_scores(KNOWN[:3])), None)


def test_units_have_no_strength_if_no_two_of_them_have_met() -> None:
    assert strength_intervals(np.full((2, 2), np.nan)) == (None, None)


def test_a_mean_over_opponents_has_an_interval_only_if_there_are_at_least_three_opponents() -> None:
    """By the jackknife, the error of a mean is the standard deviation divided by the square root of the number of
    opponents.
    """
    few = mean_interval([log(2), log(8)])
    assert few.value == few.low == few.high == pytest.approx(4)
    found = mean_interval([log(2), log(4), log(8)])
    assert found.value == pytest.approx(4)
    error = log(2) / sqrt(3)
    assert (found.low, found.high) == pytest.approx((4 * exp(-SURE * error), 4 * exp(SURE * error)))
