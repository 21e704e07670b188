"""Random answers are legal and equally likely, and they are drawn without listing the options."""

from collections import Counter
from random import Random

import numpy as np
import pytest

import pilein
from pilein.kernel.requests import ByModel, OneOf, Several, Split
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


def test_a_random_answer_to_a_question_with_very_many_candidates_is_drawn_immediately():
    vast = pilein.Question(Several(0, "X-1", "which?", tuple(range(60)), 0, 60), ("red", "blue"))
    answer = vast.sample(Random(3))  # noqa: S311 - a test that can be repeated
    assert vast.why_not(answer) is None


def move_asked(task):
    """Play a game with random answers until it asks for the next mover and its place, and return that question."""
    rng = Random(1)  # noqa: S311 - a test that can be repeated
    for seed in range(20):
        game = pilein.Game(pilein.task(task).scenario, seed=seed)
        while game.pending is not None:
            if isinstance(game.pending.choice, ByModel):
                return game.pending
            game.answer(game.pending.sample(rng))
    raise AssertionError("no move was asked for")


@pytest.mark.parametrize("task", ["pilein/lines-v0", "pilein/charge-v0", "pilein/fall-back-v0"])
def test_a_sampled_move_is_legal_and_any_model_may_be_drawn(task):
    asked, rng = move_asked(task), Random(2)  # noqa: S311 - a test that can be repeated
    drawn = [asked.sample(rng) for _ in range(12)]
    assert all(asked.why_not(answer) is None for answer in drawn)
    assert (len({answer[0] for answer in drawn}) > 1) == (len(asked.choice.movers) > 1)


@pytest.mark.parametrize("task", ["pilein/charge-v0", "pilein/fall-back-v0"])
def test_the_candidates_for_a_move_are_all_places_to_which_any_of_the_models_may_move(task):
    choice = move_asked(task).choice
    by_model = {answer for model in choice.movers for _, answer in choice.places_of(model)}
    assert by_model == {answer for _, answer in choice.candidates()}


def test_a_move_is_sampled_without_searching_for_the_places_of_every_model(monkeypatch):
    asked, searched = move_asked("pilein/lines-v0"), []
    kind = type(asked.choice)
    places_of = kind.places_of
    monkeypatch.setattr(kind, "places_of", lambda *given: searched.append(given) or places_of(*given))
    monkeypatch.setattr(kind, "candidates", None)
    asked.sample(Random(1))  # noqa: S311 - a test that can be repeated
    assert len(searched) < len(asked.choice.movers)
