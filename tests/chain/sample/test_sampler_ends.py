import numpy as np
import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.sample.phases import CHUNK, phase_distributions, phase_starts
from pilein.chain.sample.sampler import EndSampler
from pilein.chain.solve.floats import FloatSolver
from pilein.engine.policies import first
from tests import canonical

FIGHTS = 200_000
POLICIES = (first, first)


@pytest.fixture(scope="module")
def chain():
    return compiled(canonical.RULESET, canonical.opening(models=8), POLICIES)


@pytest.fixture(scope="module")
def bulk(chain):
    return EndSampler(chain)


def law_of(chain, phases=0):
    """Return the probability of each final state, with one row for each number of phases."""
    return np.array([part[0] for part in FloatSolver(chain).solved(phases).finished])


def shares(walks, shape):
    counts = np.zeros(shape)
    np.add.at(counts, (walks.phases - 1, walks.ends), 1)
    return counts / len(walks.ends)


def assert_within_five_errors(found, law, fights):
    errors = np.sqrt(law * (1 - law) / fights)
    assert (found[law == 0] == 0).all()
    assert (abs(found - law) <= 5 * errors + 5 / fights).all()


@pytest.mark.parametrize("phases", [0, 1, 2])
def test_sampled_fights_agree_with_the_solved_chain_within_five_standard_errors(chain, phases):
    law = law_of(chain, phases)
    walks = EndSampler(chain, phases).walks(FIGHTS, seed=11)
    assert_within_five_errors(shares(walks, law.shape), law, FIGHTS)


def test_equal_seeds_give_the_same_fights_and_different_seeds_give_different_fights(bulk):
    again, other = bulk.walks(2000, seed=3), bulk.walks(2000, seed=4)
    assert (again.ends == bulk.walks(2000, seed=3).ends).all()
    assert (again.ends != other.ends).any()


def test_a_fight_does_not_depend_on_fights_sampled_alongside_it(bulk):
    whole = bulk.walks(3 * CHUNK + 17, seed=3)
    part = bulk.walks(CHUNK, seed=3, first=1234)
    assert (whole.ends[1234 : 1234 + CHUNK] == part.ends).all()
    assert (whole.phases[1234 : 1234 + CHUNK] == part.phases).all()


def test_the_sampled_fights_are_the_same_for_any_number_of_workers(bulk, monkeypatch):
    monkeypatch.setattr("pilein.chain.sample.sampler.PIECE", 1000)
    alone, together = bulk.walks(4500, seed=5), bulk.walks(4500, seed=5, workers=3)
    assert (alone.ends == together.ends).all()
    assert (alone.phases == together.phases).all()


def test_sampling_zero_fights_returns_an_empty_result(bulk):
    assert len(bulk.walks(0).ends) == 0


def test_the_distribution_of_a_phase_matches_that_of_a_chain_solved_for_a_single_phase(chain):
    starts = phase_starts(chain)
    ends, chances = phase_distributions(chain, starts)[list(starts).index(chain.first)]
    law = law_of(chain, 1)[0]
    assert np.bincount(ends, chances, len(law)) == pytest.approx(law, abs=1e-15)


def test_the_probabilities_of_a_phase_sum_to_one_from_every_starting_position(chain):
    assert all(sum(chances) == pytest.approx(1) for _, chances in phase_distributions(chain, phase_starts(chain)))


def test_a_duel_without_casualties_lasts_until_its_last_round():
    """Neither line can hurt the other, so the fight ends after six rounds."""
    toothless = canonical.FIRST._replace(S=0)
    chain = compiled(canonical.RULESET, canonical.opening(toothless, toothless, 2), POLICIES)
    walks = EndSampler(chain).walks(100)
    assert set(walks.phases.tolist()) == {canonical.ROUNDS}


@pytest.mark.soak
def test_millions_of_canonical_fights_agree_with_the_solved_chain():
    chain = compiled(canonical.RULESET, canonical.opening(), POLICIES)
    law = law_of(chain)
    walks = EndSampler(chain).walks(20_000_000, seed=1)
    assert_within_five_errors(shares(walks, law.shape), law, 20_000_000)
