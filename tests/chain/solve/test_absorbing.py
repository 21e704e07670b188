"""Endless games agree with textbook results on the gambler's ruin."""

from fractions import Fraction

import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.absorbing import AbsorbingChain
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.fractions import FractionSolver
from pilein.chain.solve.monitors import Eventually
from pilein.kernel.errors import PileInError
from tests.chain.gambler import leaves_it, opened, plays, rules, toss, wait_for_a_six


def chain_of(one, other, *clauses, policy=plays, limit=None, label=lambda _event: None, first=toss):
    return compiled(rules(first, limit), opened(one, other, *clauses), (policy, policy), label=label)


def purses(chain):
    return chain.read(lambda state: state.field.coins)


@pytest.mark.parametrize("exact", [True, False])
def test_the_richer_player_is_ruined_less_often(exact):
    """A player with k of n coins wins all of them with probability k/n, after k(n-k) tosses on average."""
    chain = chain_of(3, 7)
    settled = AbsorbingChain(chain, exact=exact).solved()
    won = sum(chance for (end, _), chance in settled.at_the_end.items() if purses(chain)[end] == (10, 0))
    assert won == pytest.approx(Fraction(3, 10), abs=1e-12)
    assert settled.phases == pytest.approx(21, abs=1e-9)
    assert settled.closed == []
    if exact:
        assert (won, settled.phases) == (Fraction(3, 10), 21)


def test_the_expected_number_of_occurrences_of_an_event_is_computed_for_endless_play():
    chain = chain_of(2, 2, label=lambda event: event.unit)
    settled = AbsorbingChain(chain, exact=True).solved()
    told = {chain.labels[story]: often for (_, story), often in settled.expected_counts.items() if chain.labels[story]}
    assert sum(often for story, often in told.items() if "one" in story) == 2


def test_the_probability_that_an_event_ever_occurs_in_endless_play_is_computed():
    chain = chain_of(1, 2, label=lambda event: event.unit)
    settled = AbsorbingChain(chain, Eventually("one"), exact=True).solved()
    ever = sum(chance for (_, state), chance in settled.at_the_end.items() if settled.states[state])
    assert ever == Fraction(1, 2)


@pytest.mark.parametrize("exact", [True, False])
def test_a_game_that_never_ends_stays_in_a_closed_group_of_states_with_probability_one(exact):
    settled = AbsorbingChain(chain_of(2, 2, policy=leaves_it), exact=exact).solved()
    assert [one.chance for one in settled.closed] == [1]
    assert settled.at_the_end == {}


def test_a_limit_of_four_tosses_leaves_a_quarter_of_the_games_unresolved():
    """Each player has two coins, so every second toss ends the game with probability 1/2."""
    chain = chain_of(2, 2, limit=4)
    finished = FractionSolver(chain).solved().finished
    undecided = {end for end, coins in enumerate(purses(chain)) if all(coins)}
    assert [sum(part.values()) for part in finished] == [0, Fraction(1, 2), 0, Fraction(1, 2)]
    assert sum(chance for (end, _), chance in finished[3].items() if end in undecided) == Fraction(1, 4)


def test_a_round_limit_does_not_apply_to_endless_play():
    assert AbsorbingChain(chain_of(2, 2, limit=4), exact=True).solved().phases == 4


def test_odds_in_floats_and_in_fractions_agree_in_every_phase():
    chain = chain_of(4, 5, limit=12)
    floats, fractions = FloatSolver(chain).solved(), FractionSolver(chain).solved()
    for own, exact in zip(floats.finished, fractions.finished, strict=True):
        for end in range(len(chain.ends)):
            assert own[0, end] == pytest.approx(float(exact.get((end, 0), 0)), abs=1e-15)


def test_a_cycle_within_a_phase_is_followed_until_play_leaves_the_cycle():
    chain = chain_of(1, 1, wait_for_a_six, toss)
    ended = FloatSolver(chain).solved(1).at_the_end[0]
    assert sum(ended) == pytest.approx(1, abs=1e-12)
    assert {purses(chain)[end]: chance for end, chance in enumerate(ended)} == pytest.approx({(2, 0): 0.5, (0, 2): 0.5})


def test_cycles_within_a_phase_can_be_solved_in_fractions_only_for_endless_play():
    chain = chain_of(1, 1, wait_for_a_six, toss)
    with pytest.raises(PileInError, match="cycles within one phase"):
        FractionSolver(chain)
    assert AbsorbingChain(chain, exact=True).solved().phases == 1


def test_every_final_state_of_the_gambling_game_has_the_initial_number_of_coins():
    chain = chain_of(3, 4)
    assert {sum(coins) for coins in purses(chain)} == {7}
