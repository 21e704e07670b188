"""The number of models that makes a match even is found in a few attempts, or its absence is reported."""

from math import exp, log

import pytest

from pilein.lab.even import even


def _counted(score):
    tried = []

    def counted(models):
        assert models not in tried
        tried.append(models)
        return score(models)

    return counted, tried


@pytest.mark.parametrize("wanted", [1.5, 2.2, 7.9, 13.0, 40.3, 199.5])
@pytest.mark.parametrize("steepness", [1.0, 6.0, 40.0])
@pytest.mark.parametrize("guess", [1, 12, 200])
def test_the_search_for_an_even_match_finds_the_smallest_number_of_models_that_scores_half(wanted, steepness, guess):
    score, tried = _counted(lambda models: 1 / (1 + exp(-steepness * (log(models) - log(wanted)))))
    found = even(score, 1, 200, guess)
    assert found is not None
    assert found.models == -int(-wanted // 1)  # rounded up
    assert found.before < 0.5 <= found.score
    assert found.models - 1 < found.number <= found.models
    assert len(tried) <= 16


def test_the_number_of_models_for_an_even_match_is_interpolated_linearly():
    found = even({4: 0.2, 5: 0.4, 6: 0.8, 7: 0.9}.__getitem__, 4, 7, 4)
    assert found is not None
    assert (found.number, found.models, found.before, found.score) == (pytest.approx(5.25), 6, 0.4, 0.8)


@pytest.mark.parametrize("score", [0.0, 0.49, 0.5, 1.0])
def test_there_is_no_even_match_if_every_number_of_models_wins_or_none_does(score):
    found, _ = _counted(lambda _models: score)
    assert even(found, 3, 200, 10) is None


def test_an_even_match_is_found_even_if_the_score_jumps_from_zero_to_one():
    score, _ = _counted(lambda models: float(models >= 77))
    found = even(score, 1, 200, 5)
    assert found is not None
    assert (found.models, found.number) == (77, 76.5)
