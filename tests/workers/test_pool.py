from functools import partial

import pytest

from pilein.engine.policies import first
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.workers.pool import CHUNK, sampled
from tests import canonical


def losses_of(seed, numbers):
    """Return the numbers of living models of each side at the end of each canonical game."""
    found = []
    for number in numbers:
        playing = Playing((first, first), Dice(stream(seed, number)), lambda _: None)
        found.append(playing.to_the_end(canonical.RULESET, canonical.opening(models=3), 0).state.field.counts)
    return found


def prepared(seed):
    return partial(losses_of, seed)


def whole(seed, count, **options):
    return [one for _, part in sampled(partial(prepared, seed), range(count), **options) for one in part]


def test_games_are_returned_in_order_and_each_has_its_own_dice():
    played = whole(3, 2 * CHUNK + 3)
    assert len(played) == 2 * CHUNK + 3
    assert played[CHUNK:] == losses_of(3, range(CHUNK, 2 * CHUNK + 3))
    assert len(set(played)) == 5


def test_games_are_the_same_for_any_number_of_workers():
    assert whole(3, 3 * CHUNK, workers=2) == whole(3, 3 * CHUNK)


def interrupted_at(number, numbers):
    if number in numbers:
        raise KeyboardInterrupt
    return list(numbers)


def test_games_finished_before_an_interruption_are_returned():
    given = []
    with pytest.raises(KeyboardInterrupt):
        given.extend(sampled(lambda: partial(interrupted_at, 2 * CHUNK), range(5 * CHUNK)))
    assert [numbers for numbers, _ in given] == [range(CHUNK), range(CHUNK, 2 * CHUNK)]
    assert all(list(numbers) == part for numbers, part in given)


def test_a_run_of_very_many_games_starts_immediately():
    """Each chunk of games is cut only when a worker needs it."""
    first, _ = next(sampled(lambda: len, range(10**15)))
    assert first == range(8)
