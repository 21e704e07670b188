"""The compiled chain of a large fight agrees with a sample of played games."""

import numpy as np
import pytest

from benchmarks.presses import plain
from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.floats import FloatSolver
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.engine.sampler import Playing, stream
from pilein.engine.sources import Dice
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.tabletop.loading import loads
from tests import canonical


def solved(rules_, position, policy, reading):
    """Return the distribution of (value read at the end, number of phases) in the compiled chain."""
    chain = compiled(rules_, position, (policy, policy), phases=0)
    read, law = chain.read(reading), {}
    for phase, part in enumerate(FloatSolver(chain).solved(0).finished, 1):
        for end in np.flatnonzero(part[0]):
            law[read[end], phase] = law.get((read[end], phase), 0) + part[0, end]
    return law


def sampled(rules_, position, policy, reading, games):
    shares = {}
    for number in range(games):
        playing = Playing((policy, policy), Dice(stream(1, number)), lambda _: None)
        state, phases = playing.to_the_end(rules_, position, 0)
        key = reading(state), phases
        shares[key] = shares.get(key, 0) + 1 / games
    return shares


def assert_agreed(law, shares, games):
    assert set(shares) <= set(law)
    for key, chance in law.items():
        assert shares.get(key, 0) == pytest.approx(
            chance, abs=5 * (chance * abs(1 - chance) / games) ** 0.5 + 5 / games
        )


def alive(battle):
    return tuple(int(battle.field.living(unit)) for unit in (0, 1))


def canonical_agrees(games):
    law = solved(canonical.RULESET, canonical.opening(), first, alive)
    assert_agreed(law, sampled(canonical.RULESET, canonical.opening(), first, alive, games), games)


def scrollhammer_agrees(games):
    scrollhammer = ruleset_named("scrollhammer")
    opening = scrollhammer.opened(loads(plain(20), vocabulary).scenario)
    law = solved(scrollhammer, opening, sensible, alive)
    assert_agreed(law, sampled(scrollhammer, opening, sensible, alive, games), games)


def test_the_sampled_canonical_fight_agrees_with_its_exact_odds():
    canonical_agrees(500)


def test_the_odds_of_a_scrollhammer_fight_of_twenty_against_twenty_match_sampled_games():
    scrollhammer_agrees(100)


@pytest.mark.soak
def test_many_samples_of_the_canonical_fight_agree_with_its_exact_odds():
    canonical_agrees(50_000)


@pytest.mark.soak
def test_the_odds_of_a_scrollhammer_fight_of_twenty_against_twenty_match_many_sampled_games():
    scrollhammer_agrees(10_000)
