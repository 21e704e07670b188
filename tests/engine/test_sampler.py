import pytest

from pilein.engine import sampler
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.engine.players import Player
from pilein.engine.policies import Random
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import IllegalAnswer
from tests import duel

SCENARIO = duel.scenario()


@pytest.mark.parametrize("phases", [0, 1, 3])
def test_a_sampled_game_equals_the_game_played_with_its_seed(phases):
    for number in range(8):
        seed, events = stream(5, number), []
        players = tuple(Player("random", Random(seed, side)) for side in (0, 1))
        game = Game(duel.RULESET, SCENARIO, seed=seed, players=players, phases=phases)
        game.run()
        policies = tuple(Random(seed, side) for side in (0, 1))
        playing = Playing(policies, Dice(seed), events.append)
        ended = playing.to_the_end(duel.RULESET, duel.opened(SCENARIO), phases)
        assert ended.phases == game.phase
        assert ended.state.field.bodies == game.state.field.bodies
        assert events == [entry.event for entry in game.log if isinstance(entry, Told)]


def test_an_answer_forbidden_by_the_rules_is_refused_during_sampling():
    playing = Playing((lambda *_: "sideways",) * 2, Dice(1), lambda _: None)
    with pytest.raises(IllegalAnswer, match="sideways"):
        playing.to_the_end(duel.RULESET, duel.opened(SCENARIO), 1)


def test_the_answers_of_trusted_policies_are_checked_only_if_an_environment_variable_is_set(monkeypatch):
    def played():
        playing = Playing((lambda *_: "sideways",) * 2, Dice(1), lambda _: None, trusted=True)
        playing.to_the_end(duel.RULESET, duel.opened(SCENARIO), 1)

    with pytest.raises(Exception, match="sideways") as unjudged:
        played()
    assert not isinstance(unjudged.value, IllegalAnswer)
    monkeypatch.setattr(sampler, "JUDGES_OUR_OWN", True)
    with pytest.raises(IllegalAnswer, match="sideways"):
        played()
