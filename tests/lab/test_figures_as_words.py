"""Exact figures are printed to two decimals, and sampled figures as precisely as their intervals allow."""

from fractions import Fraction

import pytest

from pilein.lab.figures import Estimate, share
from pilein.lab.figures_as_words import (
    bar,
    decimals_known,
    difference,
    fraction,
    mean,
    percent,
    percent_give_or_take,
    points,
    ways_in_short,
)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (Fraction(1, 3), "33.33 %"),
        (0.0, "0.00 %"),
        (-1e-17, "0.00 %"),
        (1.0, "100.00 %"),
        (1e-9, "< 0.01 %"),
        (1 - 1e-9, "> 99.99 %"),
    ],
)
def test_an_exact_probability_is_printed_with_two_decimals(number, words):
    assert percent(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (share(5, 10), "50 % (24 to 76)"),
        (share(0, 10), "0 % (0 to 28)"),
        (share(1, 1), "100 % (21 to 100)"),
        (share(320, 500), "64 % (60 to 68)"),
        (share(0, 1000), "0.0 % (0.0 to 0.4)"),
        (share(2500, 10_000), "25.0 % (24.2 to 25.9)"),
        (share(1000, 1000), "100.0 % (99.6 to 100.0)"),
        (share(250_000, 1_000_000), "25.00 % (24.92 to 25.08)"),
    ],
)
def test_a_sampled_probability_is_printed_with_its_interval_and_without_uncertain_decimals(number, words):
    assert percent(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (Fraction(7, 2), "3.50"),
        (3.25, "3.25"),
        (Estimate(3.894, 0.9), "4 (2 to 6)"),
        (Estimate(3.894, 0.2), "3.9 (3.5 to 4.3)"),
        (Estimate(3.894, 0.02), "3.89 (3.85 to 3.93)"),
        (Estimate(0.1, 0.2), "0.1 (0.0 to 0.5)"),
    ],
)
def test_a_mean_is_printed_as_precisely_as_its_error_allows_and_never_as_negative(number, words):
    assert mean(number) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (Fraction(-31, 100), "-31.00"),
        (0.0, "0.00"),
        (-1e-9, "0.00"),
        (Estimate(-0.31, 0.07), "-31 (-45 to -17)"),
        (Estimate(0.0, 0.03), "0 (-6 to +6)"),
        (Estimate(0.9, 0.1), "+90 (+70 to +100)"),
    ],
)
def test_a_sampled_difference_of_probabilities_is_printed_with_its_interval(number, words):
    assert points(number) == words


def test_a_difference_of_means_is_printed_within_its_possible_range():
    assert difference(Fraction(3, 2)) == "+1.50"
    assert difference(Estimate(-1.5, 0.6), most=2) == "-1.5 (-2.0 to -0.3)"


def test_a_cell_of_a_large_table_is_printed_with_half_the_width_of_its_interval():
    assert percent_give_or_take(Fraction(2, 3)) == "67"
    assert percent_give_or_take(share(5, 10)) == "50 ± 27"
    assert percent_give_or_take(share(0, 1000)) == "0 ± 1"


def test_the_share_of_a_kind_of_victory_is_printed_as_precisely_as_its_error_allows():
    assert ways_in_short((("destroyed", Fraction(1, 100)), ("fled", 1e-9))) == "destroyed in combat 1.0 %, fled <0.1 %"
    assert ways_in_short((("destroyed", share(5, 10)),)) == "destroyed in combat 50 ± 27 %"


@pytest.mark.parametrize(("width", "decimals"), [(30, 0), (2, 0), (1.9, 1), (0.2, 1), (0.19, 2), (0.0001, 2)])
def test_the_number_of_decimals_printed_depends_on_half_the_width_of_the_interval(width, decimals):
    assert decimals_known(width) == decimals


def test_a_short_fraction_is_printed_beside_its_probability():
    assert fraction(Fraction(7, 12)) == "7/12"
    assert fraction(0.25) == ""
    assert fraction(Fraction(1, 6**40)) == ""


def test_the_length_of_a_printed_bar_is_proportional_to_its_probability():
    assert len(bar(1.0)) == 24
    assert bar(0.5) == "█" * 12
    assert bar(0.0) == ""
