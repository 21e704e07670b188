"""Random answers are legal, have equal chances, and are drawn without listing the options."""

from collections import Counter
from random import Random

import numpy as np
import pytest

import pilein
from pilein.kernel.requests import OneOf, Several, Split
from pilein.lab.sampling import sampled

CHOICES = (
    OneOf(0, "X-1", "which?", (3, 5, 8)),
    Several(0, "X-1", "which?", ("a", "b", "c", "d"), 1, 3),
    Several(0, "X-1", "in which order?", ("a", "b", "c"), 3, 3),
    Split(0, "X-1", "how many?", 4, ("a", "b", "c")),
    Split(0, "X-1", "how many?", 4, ("a",)),
)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: type(choice).__name__)
def test_random_answers_to_a_question_are_drawn_with_equal_probability(choice):
    rng, games = Random(1), 6000  # noqa: S311 - a test that can be repeated
    drawn = Counter(sampled(choice, rng) for _ in range(games))
    offered = {answer for _, answer in choice.candidates()}
    assert offered <= set(drawn)
    assert all(choice.why_not(answer) is None for answer in drawn)
    even = games / len(drawn)
    assert max(drawn.values()) < even * 1.35
    assert min(drawn.values()) > even * 0.65


def test_random_answers_may_be_drawn_with_a_numpy_generator():
    assert sampled(CHOICES[0], np.random.default_rng(1)) in (3, 5, 8)
    with pytest.raises(pilein.BadInput, match="cannot draw random numbers"):
        sampled(CHOICES[0], 7)


def test_a_random_answer_to_a_question_with_very_many_candidates_is_drawn_at_once():
    vast = pilein.Question(Several(0, "X-1", "which?", tuple(range(60)), 0, 60), ("red", "blue"))
    answer = vast.sample(Random(3))  # noqa: S311 - a test that can be repeated
    assert vast.why_not(answer) is None
