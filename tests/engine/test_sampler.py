from functools import partial

import pytest

from pilein.engine import sampler
from pilein.engine.game import Game
from pilein.engine.log import Told
from pilein.engine.players import Player
from pilein.engine.policies import Random, first
from pilein.engine.sampler import CHUNK, Playing, sampled, stream
from pilein.engine.sources import Dice
from pilein.kernel.errors import IllegalAnswer
from tests import canonical, duel

SCENARIO = duel.scenario()


def losses_of(seed, numbers):
    """What one game after the other of the canonical fight leaves alive."""
    found = []
    for number in numbers:
        playing = Playing((first, first), Dice(stream(seed, number)), lambda _: None)
        found.append(playing.to_the_end(canonical.RULESET, canonical.opening(models=3), 0).state.field.counts)
    return found


def prepared(seed):
    return partial(losses_of, seed)


def whole(seed, count, **options):
    return [one for _, part in sampled(partial(prepared, seed), range(count), **options) for one in part]


@pytest.mark.parametrize("phases", [0, 1, 3])
def test_a_sampled_game_is_the_game_that_is_played_with_its_seed(phases):
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


def test_an_answer_that_the_rules_do_not_allow_is_refused():
    playing = Playing((lambda *_: "sideways",) * 2, Dice(1), lambda _: None)
    with pytest.raises(IllegalAnswer, match="sideways"):
        playing.to_the_end(duel.RULESET, duel.opened(SCENARIO), 1)


def test_the_answers_of_trusted_policies_are_judged_only_if_the_environment_says_so(monkeypatch):
    def played():
        playing = Playing((lambda *_: "sideways",) * 2, Dice(1), lambda _: None, trusted=True)
        playing.to_the_end(duel.RULESET, duel.opened(SCENARIO), 1)

    with pytest.raises(Exception, match="sideways") as unjudged:
        played()
    assert not isinstance(unjudged.value, IllegalAnswer)
    monkeypatch.setattr(sampler, "JUDGED", True)
    with pytest.raises(IllegalAnswer, match="sideways"):
        played()


def test_games_come_in_order_each_on_dice_of_its_own():
    played = whole(3, 2 * CHUNK + 3)
    assert len(played) == 2 * CHUNK + 3
    assert played[CHUNK:] == losses_of(3, range(CHUNK, 2 * CHUNK + 3))
    assert len(set(played)) == 5


def test_workers_change_nothing():
    assert whole(3, 3 * CHUNK, workers=2) == whole(3, 3 * CHUNK)


def interrupted_at(number, numbers):
    if number in numbers:
        raise KeyboardInterrupt
    return list(numbers)


def test_an_interruption_leaves_the_first_part():
    given = []
    with pytest.raises(KeyboardInterrupt):
        given.extend(sampled(lambda: partial(interrupted_at, 2 * CHUNK), range(5 * CHUNK)))
    assert [numbers for numbers, _ in given] == [range(CHUNK), range(CHUNK, 2 * CHUNK)]
    assert all(list(numbers) == part for numbers, part in given)


def test_no_number_of_games_is_too_many_to_begin_with():
    """Chunks are cut when they are wanted."""
    first, _ = next(sampled(lambda: len, range(10**15)))
    assert first == range(8)
