"""Distributions of integers have a mean, a standard deviation and quantiles."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.lab.figures import SURE, Distribution, Estimate, share

DIE = Distribution(tuple((face, Fraction(1, 6)) for face in range(1, 7)))


def test_the_mean_of_a_distribution_in_fractions_is_a_fraction():
    assert DIE.mean == Fraction(7, 2)
    assert DIE.deviation == pytest.approx((35 / 12) ** 0.5)


def test_the_mean_of_a_distribution_in_floats_is_a_float():
    assert Distribution(((0, 0.25), (4, 0.75))).mean == pytest.approx(3.0)


def test_the_mean_of_a_sampled_distribution_has_a_standard_error():
    mean = Distribution(((0, Estimate(0.5, 0.05)), (2, Estimate(0.5, 0.05))), games=100).mean
    assert mean == Estimate(1.0, 0.1)


def test_the_mean_of_identical_samples_still_has_a_standard_error():
    mean = Distribution(((2, share(100, 100)),), games=100).mean
    assert isinstance(mean, Estimate)
    low, high = mean.interval
    assert low < 2 < high
    assert high - 2 == pytest.approx(1.96**2 / (100 + 1.96**2), rel=1e-3)  # as likely as the unseen may be


def test_the_interval_of_a_difference_stays_between_minus_one_and_one():
    assert Estimate(1.0, 0.03).interval == pytest.approx((0.9412, 1.0588), abs=1e-4)
    assert Estimate(1.0, 0.03).interval_within(1) == pytest.approx((0.9412, 1.0), abs=1e-4)
    assert Estimate(-0.99, 0.03).interval_within(1) == pytest.approx((-1.0, -0.9312), abs=1e-4)


def test_a_sampled_proportion_has_a_wilson_interval():
    """The ends p of a Wilson interval solve (p - share)^2 = 1.96^2 p (1 - p) / n."""
    for count, games in ((10, 20), (0, 10), (10, 10), (1, 1000)):
        found = share(count, games)
        for end in found.interval:
            assert (end - found.value) ** 2 == pytest.approx(SURE**2 * end * (1 - end) / games, abs=1e-12)
    assert share(0, 10).interval == pytest.approx((0, SURE**2 / (10 + SURE**2)))


def test_a_quantile_is_the_smallest_value_whose_cumulative_probability_is_large_enough():
    assert [DIE.quantile(share) for share in (0.01, 1 / 6, 0.17, 0.5, 1)] == [1, 1, 2, 3, 6]


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12), st.floats(0.01, 1))
def test_the_probability_up_to_a_quantile_is_at_least_its_share_for_any_distribution(weights, share):
    distribution = Distribution(tuple((value, Fraction(weight, sum(weights))) for value, weight in enumerate(weights)))
    found = distribution.quantile(share)
    assert float(sum(chance for value, chance in distribution.chances if value <= found)) >= share - 1e-9
    assert float(sum(chance for value, chance in distribution.chances if value < found)) < share
