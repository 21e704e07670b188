"""Playout searches give the same answer in the same position, keep to their time limits, and estimate the values of
states.
"""

import time
from pathlib import Path

import pytest

import pilein
from pilein.agents.tree_search import UNDECIDED, TreeSearch, _Tried, worth
from pilein.engine.game import Game
from pilein.engine.rulesets import ruleset_named

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
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
def test_a_tree_search_values_an_undecided_lead_in_models_below_a_win(seed):
    rules = ruleset_named("warstrike")
    game = pilein.Game(PRESS, "sensible", seed=seed)
    found = worth(rules, game.state)
    assert found == game.result().lead or abs(found) <= UNDECIDED
    assert worth(rules, pilein.Game(PRESS, dice="ask").state) == 0


def test_a_tree_search_with_twenty_playouts_has_less_regret_than_the_sensible_policy():
    solver = pilein.solve(DUEL, phases=1)
    lost = [float(solver.regret(policy).mean) for policy in ("sensible", "mcts:20", "mcts:200")]
    assert lost[0] > 2 * lost[1] > 4 * lost[2]


def test_a_tree_search_reuses_no_results_computed_under_different_fixed_answers():
    answers = [
        pilein.play(DUEL, "mcts:8", seed=3, fixed=fixed).events for fixed in ({}, {"reavers:CP-SW-01": "none"}, {})
    ]
    assert answers[0] == answers[2]


def _tried(games, worth, side=0):
    node = _Tried(side, list(range(len(games))))
    node.games, node.worth = list(games), [float(one) for one in worth]
    return node


def test_one_of_many_answers_is_preferred_to_the_sensible_one_on_a_table_only_if_luck_cannot_explain_its_lead():
    many = _tried([30, 2, *[1] * 18], [-12, 2, *[0] * 18])
    assert many.best() == 1
    assert many.proven() == 0
    proven = _tried([25, 25, *[1] * 18], [-12, 20, *[0] * 18])
    assert proven.proven() == 1
    assert _tried([25, 25, *[1] * 18], [12, -20, *[0] * 18], side=1).proven() == 1


def test_the_better_of_two_answers_on_a_table_is_preferred_without_a_margin():
    assert _tried([25, 25], [2, 3]).proven() == 1
    assert _tried([25, 25], [3, 2]).proven() == 0
    assert _tried([25, 0], [3, 0]).proven() == 0
