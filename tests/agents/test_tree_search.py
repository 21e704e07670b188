"""Playout searches give the same answer in the same position, keep to their time limits, and estimate the values of
states.
"""

import time
from pathlib import Path

import pytest

import pilein
from pilein.agents.tree_search import TIE, UNDECIDED, TreeSearch, worth
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
PACK = ROOT / "src/pilein/lab/task_scenarios/pack.toml"
PRESS = ROOT / "examples/warstrike/press.toml"


def asked():
    game = Game(ruleset_named("scorched"), pilein.Scenario.load(DUEL), seed=4)
    game.run()
    return game


def test_repeating_a_tree_search_on_the_same_question_gives_the_same_answer():
    game = asked()
    answers = set()
    for _ in range(2):
        search = TreeSearch(20)
        search.see(game.lookahead)
        answers.add(search(game.state, game.pending))
    assert len(answers) == 1


def test_a_tree_search_with_a_time_limit_stops_in_time():
    game, search = asked(), TreeSearch(10**9, 0.2)
    search.see(game.lookahead)
    began = time.monotonic()
    assert game.pending.why_not(search(game.state, game.pending)) is None
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("seed", range(5))
def test_a_tree_search_values_a_win_more_highly_than_a_lead_in_models_in_an_undecided_game(seed):
    rules = ruleset_named("warstrike")
    game = pilein.Game(PRESS, "sensible", seed=seed)
    found = worth(rules, game.state, is_over=False)
    assert found == game.result().lead or abs(found) <= UNDECIDED
    assert worth(rules, pilein.Game(PRESS, dice="ask").state, is_over=False) == 0


def test_a_tree_search_with_twenty_playouts_has_less_regret_than_the_sensible_policy():
    solver = pilein.solve(DUEL, phases=1)
    lost = [float(solver.regret(policy).mean) for policy in ("sensible", "mcts:20", "mcts:200")]
    assert lost[0] > 2 * lost[1] > 4 * lost[2]


def test_a_tree_search_reuses_no_results_computed_under_different_fixed_answers():
    answers = [
        pilein.play(DUEL, "mcts:8", seed=3, fixed=fixed).events for fixed in ({}, {"reavers:CP-SW-01": "none"}, {})
    ]
    assert answers[0] == answers[2]


def test_a_drawn_game_is_worth_nothing_to_a_tree_search_however_many_models_are_left():
    rules = ruleset_named("scrollhammer")
    games = [pilein.Game(PACK, "sensible", seed=seed) for seed in range(20)]
    drawn = [game.state for game in games if game.result().lead == 0]
    assert max(abs(worth(rules, state, is_over=False)) for state in drawn) > 0.1
    assert max(abs(worth(rules, state, is_over=True)) for state in drawn) <= TIE


def test_a_tree_search_keeps_the_model_that_saves_a_draw_rather_than_more_fighters():
    solver = pilein.solve("pilein/pack-v0")
    assert solver.regret("sensible").mean > 0.01
    assert solver.regret("mcts:50").mean == 0


def test_the_first_games_of_all_answers_share_their_dice_and_so_do_the_second_games():
    game, dice = asked(), []
    search = TreeSearch()._search(game.lookahead, game.pending)
    seed = search._rng.seed
    search._rng.seed = lambda number: (dice.append(number), seed(number))
    for _ in range(200):
        search.play()
    assert sorted(dice) == sorted(number for games in search.root.games for number in range(games))
    assert sum(games > 1 for games in search.root.games) > 1
