"""A lookahead shows a searching policy the current position of the game, but never future rolls of the dice."""

from pathlib import Path

import pytest

import pilein
from pilein.engine.game import Game
from pilein.engine.lookahead import Lookahead, Playout, SearchPolicy, blind, paused
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.engine.sources import Dice

ROOT = Path(__file__).parents[2]
DUEL = ROOT / "examples/scorched/duel.toml"
BOARDING = ROOT / "examples/warstrike/boarding.toml"


class Watcher:
    """A policy that takes the first answer and checks that its lookahead shows the position in which the question is
    asked.
    """

    def __init__(self):
        self.seen = []

    def see(self, game):
        self.seen.append(game)

    def __call__(self, state, choice):
        game = self.seen[-1]
        assert game.position.state == state
        position, request = paused(game.rules, game.position)
        assert position == game.position
        assert request == choice
        return first(state, choice)


ASKED = {
    "play": lambda policy: pilein.play(DUEL, policy, seed=4).events,
    "simulate": lambda policy: pilein.simulate(DUEL, policy, n=40, phases=2, way="games").document(),
    "odds": lambda policy: pilein.odds(DUEL, policy, phases=1).document(),
    "best": lambda policy: pilein.best(DUEL, (policy, "best"), phases=1).document(),
    "table": lambda policy: pilein.play(BOARDING, policy, seed=1).events,
}


def figures(found):
    """Return the document of a result without its assumptions, because these name the policies."""
    return {key: value for key, value in found.items() if key != "assumptions"} if isinstance(found, dict) else found


@pytest.mark.parametrize("command", ASKED)
def test_every_function_that_plays_games_gives_a_searching_policy_its_lookahead(command):
    watcher = Watcher()
    assert isinstance(watcher, SearchPolicy)
    assert figures(ASKED[command](watcher)) == figures(ASKED[command]("first"))
    assert watcher.seen


def test_a_lookahead_holds_neither_the_dice_nor_the_seed():
    assert not {"seed", "dice", "source", "place"} & set(Lookahead.__struct_fields__)


def test_a_lookahead_has_the_same_position_whatever_dice_come_next():
    game = pilein.Game(DUEL, seed=4)
    others = [pilein.Game.load(game.save()).fork(seed) for seed in range(5)]
    assert {other._game.lookahead.position for other in others} == {game.position}
    assert len({other.rollout("first", seed).reason for seed, other in enumerate(others)}) >= 1


def test_a_game_can_be_continued_from_a_lookahead():
    game = pilein.Game(DUEL, seed=4)
    again = pilein.Game.at(game._game.lookahead)
    assert again.position == game.position
    assert again.options == game.options
    with pytest.raises(pilein.PileInError, match="no record"):
        _ = again.record
    assert pilein.Game.at(game._game.lookahead, "sensible").is_over


def test_a_playout_plays_the_same_game_as_the_engine():
    rules, scenario = ruleset_named("scorched"), pilein.Scenario.load(DUEL)
    game = pilein.Game(scenario, "first", seed=9, phases=2)
    state = Playout(rules, blind(first, first), Dice(9).die).to_the_end(rules.opened(scenario), 1, 2)
    assert state == game.state


def test_players_may_be_replaced_in_a_copy_of_the_engine():
    game = pilein.Game(DUEL, seed=4)
    assert isinstance(game._game, Game)
    twin = game.fork(policy=("first", "sensible"))
    twin.run()
    assert twin.is_over
    assert not game.is_over
