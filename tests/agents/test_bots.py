"""Bots that search can be chosen by name, give legal and good answers, and never see future rolls of the dice."""

import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import pilein
from pilein.agents import expectimax
from pilein.agents.waiting import LatestFights
from pilein.chain.decide.evaluation import Requests
from pilein.engine.game import Game
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sources import Dice, Live

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
CHARGE = ROOT / "examples/wwpd/charge.toml"
FIRST = f"program:sh {ROOT / 'examples/agents/first.sh'}"
FLAT = f"program:node {ROOT / 'examples/agents/flat.mjs'}"
BOTS = ("expectimax:500", "mcts:6", "flat:6", FIRST)


@pytest.fixture(scope="module")
def solver():
    return pilein.solve(DUEL, phases=1)


def test_stronger_search_policies_have_less_regret_and_expectimax_has_none(solver):
    regrets = [float(solver.regret(policy).mean) for policy in ("first", "flat:4", "mcts:15", "expectimax")]
    assert all(more > less for more, less in pairwise(regrets))
    assert regrets[-1] == 0


@pytest.mark.parametrize("task", ["pilein/overseer-v0", "pilein/struck-v0"])
def test_expectimax_has_no_regret_in_a_game_that_is_solved_from_its_opening(task):
    """A task with two phases is included to show that the phases are solved together."""
    assert float(pilein.solve(task, exact=False).regret("expectimax").mean) == pytest.approx(0, abs=1e-12)


def test_expectimax_solves_one_phase_at_a_time_if_the_whole_game_is_too_large_to_solve(monkeypatch):
    monkeypatch.setattr(expectimax, "SOLVED", LatestFights())
    phases = []
    solved = expectimax._Solved.__init__

    def watched(self, seen, begun, number, limit):
        phases.append(number)
        solved(self, seen, begun, number, limit)

    monkeypatch.setattr(expectimax._Solved, "__init__", watched)
    assert pilein.play(DUEL, "expectimax:3000", seed=3, phases=3).game.is_over
    assert phases[:2] == [3, 1]
    assert 3 not in phases[1:]


def test_expectimax_searches_instead_of_solving_after_an_answer_that_was_not_offered(monkeypatch):
    def no_branch(*_):
        raise LookupError

    searched = pilein.play(DUEL, "mcts", seed=3, phases=1).events
    monkeypatch.setattr(Requests, "tree", no_branch)
    assert pilein.play(DUEL, "expectimax", seed=3, phases=1).events == searched


@pytest.mark.parametrize("bot", BOTS)
def test_no_bot_knows_the_next_roll(bot):
    rules, scenario = ruleset_named("scorched"), pilein.Scenario.load(DUEL)
    game = Game(rules, scenario, seed=4)
    game.run()
    choice = game.pending
    assert choice is not None
    answers = set()
    for seed in range(4):
        twin = game.fork(seed)
        twin.dice = Dice(seed * 1000 + 7)
        twin.source = Live(twin.players, twin.dice, twin.fixed)
        policy = named(bot, "scorched", seed=seed, side=choice.side)
        policy.see(twin.lookahead)
        answers.add(policy(twin.state, choice))
    assert len(answers) == 1


@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_can_play_a_game_and_be_used_in_a_simulation(bot):
    assert pilein.play(DUEL, (bot, "sensible"), seed=3).game.is_over
    assert pilein.simulate(DUEL, (bot, "first"), n=2, phases=1).figures.outcome


def test_bots_can_play_a_game_with_a_charge_on_a_table():
    assert pilein.play(CHARGE, ("mcts:2", "flat:2"), seed=3).game.is_over


def test_expectimax_reuses_no_results_computed_under_different_fixed_answers():
    free = pilein.play(DUEL, "expectimax", seed=3).events
    bound = pilein.play(DUEL, "expectimax", seed=3, fixed={"reavers:CP-SW-01": "none"}).events
    assert pilein.play(DUEL, "expectimax", seed=3).events == free
    assert pilein.play(DUEL, "expectimax", seed=3, fixed={"reavers:CP-SW-01": "none"}).events == bound


def test_the_exact_lead_of_the_expectimax_bot_does_not_exceed_that_of_the_best_answers():
    exact = dict(pilein.odds(DUEL, ("expectimax", "first"), phases=1).figures.outcome)
    best = dict(pilein.best(DUEL, ("best", "first"), phases=1).odds.figures.outcome)
    assert sum(exact.values()) == 1
    assert exact["crusade wins"] - exact["reavers wins"] <= best["crusade wins"] - best["reavers wins"]


def test_a_bot_written_in_javascript_can_play_and_request_playouts():
    if shutil.which("node") is None:
        pytest.skip("no Node is installed")
    assert pilein.play(DUEL, (FLAT, "first"), seed=3).game.is_over


def test_an_external_program_that_always_gives_the_first_answer_plays_like_the_policy_named_first():
    assert pilein.play(DUEL, FIRST, seed=5).events == pilein.play(DUEL, "first", seed=5).events


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("mcts:many", "'many' is not a valid setting for mcts; give mcts, mcts:1000"),
        ("mcts:0s", "is not a valid setting for mcts"),
        ("flat:0", "is not a valid setting for flat"),
        ("expectimax:-3", "is not a valid setting for expectimax"),
        ("program:", "give program:node bot.js"),
        ("program:/nowhere/to/be/found", "cannot be started"),
        ("program:true", "ended before it replied"),
        ("program:echo {}", "did not report that it was ready"),
        ("program:echo ready", "instead of a JSON object"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_and_the_reason_is_given(bot, words):
    with pytest.raises(pilein.BadInput, match=words):
        pilein.play(DUEL, bot, seed=3)


def test_the_error_for_a_misspelt_bot_suggests_the_right_name():
    with pytest.raises(pilein.UnknownRule, match="did you mean 'expectimax'"):
        pilein.play(DUEL, "expectimx")
