"""The length of a battle without a limit agrees with known results for the gambler's ruin."""

import numpy as np
import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.absorbing import AbsorbingChain
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.hitting import HittingProbability
from pilein.chain.solve.horizon import durations
from pilein.chain.solve.spans import UNBOUNDED, NotAbsorbed
from pilein.tabletop.ruleset import MOST_PHASES
from tests.chain.gambler import leaves_it, opened, plays, rules, toss, wait_for_a_six


def chain_of(one, other, *clauses, policy=plays, limit=None):
    return compiled(rules(toss, limit), opened(one, other, *clauses), (policy, policy))


def test_a_game_with_two_coins_per_player_ends_at_every_second_toss_with_probability_one_half():
    found = durations(chain_of(2, 2))
    assert found[:6] == pytest.approx((0, 1 / 2, 0, 1 / 4, 0, 1 / 8))
    assert sum(found) == pytest.approx(1, abs=1e-8)


def test_the_mean_duration_of_gamblers_ruin_matches_its_formula():
    found = durations(chain_of(3, 7))
    assert sum(phase * chance for phase, chance in enumerate(found, 1)) == pytest.approx(21, abs=1e-4)


def test_a_round_limit_does_not_affect_the_duration_of_a_fight():
    assert durations(chain_of(2, 2, limit=4)) == durations(chain_of(2, 2))


def test_a_phase_counts_once_however_often_play_cycles_within_it():
    assert durations(chain_of(1, 1, wait_for_a_six, toss)) == pytest.approx((1,))


def test_the_distribution_of_durations_leaves_out_endless_fights():
    chain = chain_of(2, 2, policy=leaves_it)
    assert durations(chain, 1.0) == (0,)
    assert durations(chain) == (0,) * MOST_PHASES


@pytest.mark.parametrize(("one", "other"), [(1, 1), (2, 2), (3, 7)])
def test_a_game_solved_phase_by_phase_has_the_same_final_states_as_one_solved_as_a_whole(one, other):
    chain = chain_of(one, other, limit=4)
    settled, stepped = AbsorbingChain(chain, exact=False).solved(), FloatSolver(chain).solved(UNBOUNDED)
    for end, chance in enumerate(stepped.at_the_end[0].tolist()):
        assert chance == pytest.approx(settled.at_the_end.get((end, 0), 0), abs=1e-12)
    mean = sum(phase * chance for phase, chance in enumerate(stepped.durations, 1))
    assert mean == pytest.approx(settled.phases, abs=1e-9)


def test_fights_that_last_too_long_are_not_solved_phase_by_phase():
    for chain in (chain_of(2, 2, policy=leaves_it), chain_of(30, 30)):
        with pytest.raises(NotAbsorbed):
            FloatSolver(chain).solved(UNBOUNDED)
        with pytest.raises(NotAbsorbed):
            HittingProbability(chain, UNBOUNDED).of(np.zeros(len(chain.labels), dtype=bool))
