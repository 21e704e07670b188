"""Meaningless calls in Python are refused in one clear sentence before any game is played."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pilein
from pilein import BadInput, PileInError, Scenario

EXAMPLES = Path(__file__).parents[2] / "examples"
DUEL = EXAMPLES / "scrollhammer" / "duel.toml"
BOARDING = EXAMPLES / "warstrike" / "boarding.toml"
CALLS: Mapping[str, Callable[..., Any]] = {
    name: getattr(pilein, name)
    for name in ("Game", "play", "battle", "odds", "simulate", "best", "charge", "matrix", "worth")
}
WITH_BUDGET = ("odds", "simulate", "best", "matrix", "worth")


@pytest.mark.parametrize("given", [None, 5, {}, object(), ["duel.toml"], b"duel.toml"])
@pytest.mark.parametrize("name", CALLS)
def test_every_call_refuses_a_value_that_is_neither_a_scenario_nor_a_path(name, given):
    with pytest.raises(
        BadInput,
        match=r"^this argument must be a scenario or the path of its file, not a value of type \w+; "
        "give a scenario or a path",
    ):
        CALLS[name](given)


@pytest.mark.parametrize("rulings", [5, [], "SH-R-65=on-dice", {"SH-R-65": 5}, {5: "on-dice"}])
@pytest.mark.parametrize("name", [*CALLS, "with_rulings"])
def test_rulings_that_are_not_a_mapping_of_ids_to_options_are_refused(name, rulings):
    with pytest.raises(
        BadInput,
        match=r'^rulings: .* (is not a|does not assign the name of an) .*; give a mapping like {"SH-R-19": "gap"}$',
    ):
        Scenario.load(DUEL).with_rulings(rulings) if name == "with_rulings" else CALLS[name](DUEL, rulings=rulings)


@pytest.mark.parametrize("name", WITH_BUDGET)
def test_a_number_without_a_unit_of_time_or_memory_is_refused_as_a_budget(name):
    with pytest.raises(BadInput, match=r"^budget: 5 is not a limit on time or memory; write a limit like 60s"):
        CALLS[name](DUEL, budget=5)


@pytest.mark.parametrize("seed", [1.5, "a", None])
@pytest.mark.parametrize("name", ["Game", "play", "battle", "simulate"])
def test_a_seed_that_is_not_an_integer_is_refused(name, seed):
    with pytest.raises(BadInput, match=r"^seed: .* is not a whole number; give a whole number instead$"):
        CALLS[name](DUEL, seed=seed)


def test_an_integer_from_numpy_is_accepted_as_a_seed():
    assert str(pilein.play(DUEL, seed=np.int64(3))) == str(pilein.play(DUEL, seed=3))


@pytest.mark.parametrize(("key", "value"), [("limit", -1), ("limit", 1.5), ("workers", 0), ("workers", 1.5)])
def test_a_limit_passed_to_the_odds_function_is_refused_if_it_is_not_an_integer(key, value):
    with pytest.raises(BadInput, match=f"^{key}: "):
        pilein.odds(DUEL, **{key: value})


@pytest.mark.parametrize("limit", [-1, 1.5, "x"])
def test_a_limit_passed_to_the_function_named_best_is_refused_if_it_is_not_an_integer(limit):
    with pytest.raises(BadInput, match=r"^limit: "):
        pilein.best(DUEL, limit=limit, phases=1)


@pytest.mark.parametrize(("key", "value"), [("n", 1.5), ("n", "x"), ("workers", "x")])
def test_a_number_of_games_or_workers_is_refused_if_it_is_not_an_integer(key, value):
    with pytest.raises(BadInput, match=f"^{key}: .* is (not|neither) a whole number"):
        pilein.simulate(DUEL, **{key: value})


def test_the_error_for_a_value_that_cannot_become_a_scenario_ends_with_a_remedy():
    for call in (
        lambda: Scenario.from_dict(5),
        lambda: Scenario.from_dict({5: 6}),
        lambda: Scenario.from_text(5),
        lambda: Scenario.load(DUEL).with_profile(5),
        lambda: pilein.load(5),
    ):
        with pytest.raises(PileInError, match=r"; (give|did you mean|write)"):
            call()


@pytest.mark.parametrize("weapons", [{"sword"}, object(), None])
def test_a_value_impossible_in_a_scenario_file_is_refused_and_its_type_is_named(weapons):
    duel = Scenario.load(DUEL).to_dict()
    duel["unit"][0]["weapons"] = weapons
    with pytest.raises(BadInput, match=f"not a value of the type {type(weapons).__name__}"):
        Scenario.from_dict(duel)


@pytest.mark.parametrize("index", ["x", 1.0, None])
def test_an_index_of_an_option_or_outcome_is_refused_if_it_is_not_an_integer(index):
    game = pilein.Game(BOARDING, seed=1)
    with pytest.raises(BadInput, match=r"^options: .* is not a whole number"):
        game.choose(index)
    rolling = pilein.Game(BOARDING, "first", dice="ask")
    with pytest.raises(BadInput, match=r"^outcomes: .* is not a whole number"):
        rolling.with_outcome(index)


def test_a_fork_with_a_wrong_seed_or_wrong_dice_is_refused():
    game = pilein.Game(BOARDING, seed=1)
    with pytest.raises(BadInput, match=r"^seed: 'x' is not a whole number"):
        game.fork(seed="x")
    with pytest.raises(BadInput, match=r"^dice: the dice of a copy cannot be \[1\]"):
        game.fork(dice=[1])


def test_answering_a_question_while_a_roll_is_pending_is_refused_with_a_remedy():
    rolling = pilein.Game(BOARDING, "first", dice="ask")
    for call in (lambda: rolling.choose(0), lambda: rolling.answer(1), lambda: rolling.with_answer(1)):
        with pytest.raises(
            BadInput, match="the game is waiting for a roll, not for an answer; choose one of the `outcomes`"
        ):
            call()


def test_dice_and_answers_that_are_not_lists_are_refused():
    with pytest.raises(BadInput, match=r"^dice: 5 is not a list of dice faces"):
        pilein.play(DUEL, dice=5)
    with pytest.raises(BadInput, match=r"^answers: 5 is not a list"):
        pilein.play(DUEL, answers=5)


@pytest.mark.parametrize(
    ("given", "words"), [({"policy": "ask"}, "a question is waiting"), ({"dice": "ask"}, "a roll is waiting")]
)
def test_the_play_function_refuses_human_answers_and_open_dice_and_points_to_the_game_class(given, words):
    with pytest.raises(BadInput, match=f"{words}.*pilein.Game"):
        pilein.play("examples/scrollhammer/demo.toml", **given)
