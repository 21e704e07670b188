"""The result of a `pilein.Game` states the winner, the lead and the reason, in agreement with odds and battles."""

from pathlib import Path

import pytest

import pilein

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
PRESS = ROOT / "examples/warstrike/press.toml"
BATTLE = ROOT / "examples/wwpd/plain_men.toml"


def test_the_result_of_a_game_in_progress_is_not_final():
    found = pilein.Game(DUEL).result()
    assert (found.winner, found.lead, found.is_final) == ("", 0, False)
    assert found.reason == "the combat goes on"


@pytest.mark.parametrize("seed", range(6))
def test_the_winner_of_a_game_is_the_side_whose_enemies_are_beaten(seed):
    game = pilein.Game(PRESS, "sensible", seed=seed, phases="end")
    found, (one, other) = game.result(), game.view().sides
    assert found.is_final
    assert found.lead == (found.winner == one) - (found.winner == other)
    beaten = {unit.side for unit in game.view().units if unit.is_beaten}
    assert not found.winner or beaten == {one, other} - {found.winner}
    assert found.reason


def test_the_result_of_a_game_played_as_a_battle_agrees_with_that_of_the_battle_function():
    game = pilein.Game(BATTLE, "sensible", seed=3, battle=True)
    verdict = pilein.battle(BATTLE, seed=3).verdict
    assert (game.result().winner, game.result().reason) == (verdict.winner, verdict.why)


def test_the_mean_lead_of_many_rollouts_agrees_with_the_odds():
    game = pilein.Game(DUEL, dice="ask", phases=2)  # before the first roll
    exact = dict(pilein.odds(DUEL, "first", phases=2).figures.outcome)
    lead = exact["crusade wins"] - exact["reavers wins"]
    leads = [game.rollout("first", seed).lead for seed in range(400)]
    assert sum(leads) / len(leads) == pytest.approx(float(lead), abs=0.15)


def test_a_rollout_leaves_the_game_unchanged_and_needs_policies():
    game = pilein.Game(DUEL)
    before = game.position
    assert game.rollout(seed=1) == game.rollout(seed=1)
    assert game.position == before
    with pytest.raises(pilein.BadInput, match="the game stopped at a question that no policy answers"):
        game.rollout("ask")
    with pytest.raises(pilein.UnknownRule, match="did you mean 'sensible'"):
        game.rollout("sensibel")


def test_a_policy_may_play_one_side_of_a_forked_game():
    game = pilein.Game(DUEL)
    twin = game.fork(3, policy={"crusade": "first"})
    twin.run()
    assert twin.pending is None or twin.pending.side == "reavers"
    with pytest.raises(pilein.BadInput, match="there is no side"):
        game.fork(policy={"green": "first"})


def test_the_package_exports_policies_by_name():
    assert pilein.play(DUEL, pilein.policy("first", "scorched")).events == pilein.play(DUEL, "first").events
    with pytest.raises(pilein.UnknownRule):
        pilein.policy("firts", "scorched")
