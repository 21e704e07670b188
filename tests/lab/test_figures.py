"""Distributions of whole numbers: mean, deviation, quantiles."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.lab.figures import Distribution, Estimate

DIE = Distribution(tuple((face, Fraction(1, 6)) for face in range(1, 7)))


def test_the_mean_of_fractions_is_a_fraction():
    assert DIE.mean == Fraction(7, 2)
    assert DIE.deviation == pytest.approx((35 / 12) ** 0.5)


def test_the_mean_of_floats_is_a_float():
    assert Distribution(((0, 0.25), (4, 0.75))).mean == pytest.approx(3.0)


def test_the_mean_of_samples_has_a_standard_error():
    mean = Distribution(((0, Estimate(0.5, 0.05)), (2, Estimate(0.5, 0.05))), games=100).mean
    assert mean == Estimate(1.0, 0.1)


def test_a_quantile_is_the_least_value_that_is_likely_enough():
    assert [DIE.quantile(share) for share in (0.01, 1 / 6, 0.17, 0.5, 1)] == [1, 1, 2, 3, 6]


@given(st.lists(st.integers(1, 50), min_size=1, max_size=12), st.floats(0.01, 1))
def test_at_least_so_much_lies_up_to_a_quantile(weights, share):
    distribution = Distribution(tuple((value, Fraction(weight, sum(weights))) for value, weight in enumerate(weights)))
    found = distribution.quantile(share)
    assert float(sum(chance for value, chance in distribution.chances if value <= found)) >= share - 1e-9
    assert float(sum(chance for value, chance in distribution.chances if value < found)) < share
