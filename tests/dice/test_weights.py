from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice.weights import (
    binomial,
    capped,
    chance,
    check,
    convolved,
    distribution_of,
    distribution_of_row,
    mean,
    multinomial,
    reduced,
    together,
    total,
)

rows = st.lists(st.integers(0, 50), min_size=1, max_size=6).filter(any).map(tuple)


@given(st.integers(0, 12), st.integers(0, 9), st.integers(0, 9))
def test_binomial_weights_sum_to_the_total_weight_of_one_trial_raised_to_the_number_of_trials(
    trials: int, good: int, bad: int
) -> None:
    assert sum(binomial(trials, good, bad)) == (good + bad) ** trials


@given(rows, rows)
def test_convolution_does_not_depend_on_the_order_of_its_arguments(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    assert convolved(first, second) == convolved(second, first)
    assert sum(convolved(first, second)) == sum(first) * sum(second)


@given(rows, st.integers(0, 8))
def test_capping_a_distribution_keeps_its_total_weight(row: tuple[int, ...], most: int) -> None:
    assert sum(capped(row, most)) == sum(row)
    assert len(capped(row, most)) == min(len(row), most + 1)


@given(rows, st.integers(1, 1000))
def test_reducing_weights_removes_any_common_factor(row: tuple[int, ...], factor: int) -> None:
    assert reduced(weight * factor for weight in row) == reduced(row)


@given(st.integers(0, 5), st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_a_multinomial_distribution_matches_an_enumeration_of_single_draws(trials: int, parts: list[int]) -> None:
    kinds = tuple(((place, place % 2), weight) for place, weight in enumerate(parts))
    sums: dict[tuple[int, ...], int] = {}
    for draws in product(kinds, repeat=trials):
        key = (sum(vector[0] for vector, _ in draws), sum(vector[1] for vector, _ in draws))
        weight = 1
        for _, more in draws:
            weight *= more
        sums[key] = sums.get(key, 0) + weight
    assert multinomial(trials, kinds) == distribution_of(sums)


def test_the_outcomes_of_several_independent_rolls_are_sorted() -> None:
    distribution = together([distribution_of_row((1, 2)), distribution_of_row((1, 1, 1)), distribution_of_row((0, 1))])
    check(distribution)
    assert total(distribution) == 9
    assert chance(distribution, lambda flags: flags[0] == 1) == Fraction(2, 3)


def test_a_distribution_made_from_a_mapping_is_sorted_and_has_no_zero_weights() -> None:
    assert distribution_of({3: 4, 1: 2, 2: 0}) == ((1, 1), (3, 2))


def test_the_mean_of_a_distribution_is_a_fraction() -> None:
    assert mean(distribution_of_row((1, 1, 1), start=1)) == 2
    assert mean(((False, 1), (True, 2))) == Fraction(2, 3)


@pytest.mark.parametrize(
    ("weights", "reason"),
    [
        ((), "at least one outcome"),
        (((1, 0),), "above zero"),
        (((1, 1.0),), "whole number"),
        (((2, 1), (1, 1)), "sorted"),
        (((1, 1), (1, 1)), "sorted"),
    ],
)
def test_weights_that_are_not_a_distribution_fail_the_check(weights: tuple[tuple[int, int], ...], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        check(weights)
