"""A battle compiled in arrays equals the same battle compiled one position at a time, and the compiler observes its
limits.
"""

import gc
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pilein.chain.explore import arrays, compiler, packing
from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import Limits
from pilein.chain.model import transition_model
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import TooManyPositions
from pilein.lab.questions import label
from pilein.lab.scenarios import load
from tests.chain import gambler

ROOT = Path(__file__).parents[3]
BATTLES = (
    ("tests/lab/figures/mirror.toml", 0),
    ("tests/lab/figures/lost_combat.toml", 1),
    ("examples/scorched/duel.toml", 1),
)


class Much:
    """An automaton whose state is a checksum of all symbols received so far, in order."""

    start = 0

    def after(self, state, said):
        return (7 * state + len(repr(said))) % 11


@cache
def opened(path):
    scenario = load(ROOT / path)
    found = ruleset_named(scenario.ruleset)
    return found, found.opened(scenario)


def chain_of(path, phases, **limits):
    found, position = opened(path)
    policy = named("sensible", found.name, seed=0, side=0)
    return compiled(found, position, (policy, policy), phases=phases, label=label(found), **limits)


def law(chain, phases, automaton=None):
    """Return the probability of each pair of a final state and the checksum of the labels on the way to it."""
    stepped = FractionSolver(chain, automaton).solved(phases)
    states = [chain.state(node) for node in chain.ends.tolist()]
    found = {}
    for (end, heard), chance in stepped.at_the_end.items():
        key = states[end], stepped.states[heard]
        found[key] = found.get(key, 0) + chance
    return found


@pytest.fixture
def in_arrays(monkeypatch):
    monkeypatch.setattr(compiler, "SMALL", 0)


@pytest.mark.parametrize(("path", "phases"), BATTLES)
def test_compiling_positions_in_arrays_gives_the_same_chain_as_compiling_them_one_by_one(path, phases, monkeypatch):
    one_by_one = chain_of(path, phases)
    monkeypatch.setattr(compiler, "SMALL", 0)
    together = chain_of(path, phases)
    assert len(together.positions) == len(one_by_one.positions)
    assert len(together.source) == len(one_by_one.source)
    automaton = Much()
    assert law(together, phases, automaton) == law(one_by_one, phases, automaton)


@pytest.mark.parametrize("small", [1, 5, 40, 200])
@pytest.mark.parametrize(("path", "phases"), BATTLES)
def test_the_chain_is_the_same_for_any_batch_size_at_which_the_compiler_switches_to_arrays(
    path, phases, small, monkeypatch
):
    one_by_one = chain_of(path, phases)
    monkeypatch.setattr(compiler, "SMALL", small)
    together = chain_of(path, phases)
    assert len(together.positions) == len(one_by_one.positions)
    assert len(together.source) == len(one_by_one.source)
    automaton = Much()
    assert law(together, phases, automaton) == law(one_by_one, phases, automaton)


def test_values_read_from_all_final_states_at_once_match_those_read_one_by_one(in_arrays):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    states = [chain.state(node) for node in chain.ends.tolist()]
    assert chain.read(lambda battle: battle.living(0)) == [battle.living(0) for battle in states]


def test_the_probabilities_of_a_compiled_chain_are_its_weights_divided_by_their_totals(in_arrays):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    wholes = [chain.wholes[node] for node in chain.source.tolist()]
    assert chain.chance.tolist() == [weight / whole for weight, whole in zip(chain.weights, wholes, strict=True)]
    assert all(not chain.wholes[end] for end in chain.ends.tolist())


def test_a_chain_that_contains_a_cycle_can_be_compiled(in_arrays):
    position = gambler.opened(1, 1, gambler.wait_for_a_six)
    chain = compiled(gambler.rules(), position, (gambler.plays, gambler.plays), phases=1)
    assert chain.chance.tolist() == [pytest.approx(5 / 6), pytest.approx(1 / 6)]


def test_the_odds_do_not_change_if_positions_need_more_words_than_planned(in_arrays, monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(packing, "WORD", 24)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_the_odds_do_not_change_if_positions_outgrow_their_words_before_arrays_are_used(monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(packing, "WORD", 24)
    monkeypatch.setattr(compiler, "WORDS", 1)
    monkeypatch.setattr(compiler, "SMALL", 20)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_a_hash_collision_during_compilation_is_resolved_with_a_new_hash(in_arrays, monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    tried, hashed = [], packing.hash_columns

    def collide(columns, multiplier):
        tried.append(multiplier)
        return np.zeros(columns.shape[1], np.int64) if multiplier == arrays.MULTIPLIER else hashed(columns, multiplier)

    monkeypatch.setattr(packing, "hash_columns", collide)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected
    assert len(set(tried)) == 2


def test_the_table_of_agendas_grows_when_full(in_arrays, monkeypatch):
    expected = law(chain_of("tests/lab/figures/mirror.toml", 0), 0)
    monkeypatch.setattr(packing, "TABLE_BITS", 3)
    assert law(chain_of("tests/lab/figures/mirror.toml", 0), 0) == expected


def test_more_agendas_than_can_be_numbered_are_refused(monkeypatch):
    monkeypatch.setattr(transition_model, "TABLES", 15)
    with pytest.raises(TooManyPositions, match="more than 15 sequences of pending steps"):
        chain_of("tests/lab/figures/mirror.toml", 0)


@pytest.mark.parametrize("small", [0, 1000])
def test_each_clause_runs_once_for_equal_positions_at_any_batch_size(small, monkeypatch):
    monkeypatch.setattr(compiler, "SMALL", small)
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    assert chain.model.runs <= 520


@pytest.mark.parametrize("small", [0, 1000])
def test_compilation_stops_soon_after_it_reaches_a_limit(small, monkeypatch):
    monkeypatch.setattr(compiler, "SMALL", small)
    found, position = opened("tests/lab/figures/mirror.toml")
    policy = named("sensible", "scrollhammer", seed=0, side=0)
    model = TransitionModel(found, (policy, policy))
    with pytest.raises(TooManyPositions):
        compiler.Compiler(model, Limits(runs=200)).compiled(position)
    assert model.runs < 260


def test_the_compiler_counts_outcomes_of_deferred_draws_towards_its_limit():
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    assert chain.model.tried > chain.model.runs
    with pytest.raises(TooManyPositions, match="outcomes to try"):
        chain_of("tests/lab/figures/mirror.toml", 0, most_runs=chain.model.runs)


def test_a_state_with_a_single_outcome_counts_towards_the_limit_on_the_number_of_states(in_arrays):
    chain = chain_of("tests/lab/figures/mirror.toml", 0)
    with pytest.raises(TooManyPositions, match="states"):
        chain_of("tests/lab/figures/mirror.toml", 0, limit=len(chain.positions))


def test_a_compilation_that_exceeds_its_limits_is_refused(in_arrays):
    with pytest.raises(TooManyPositions, match="more than 20 states"):
        chain_of("tests/lab/figures/mirror.toml", 0, limit=20)
    with pytest.raises(TooManyPositions, match="more than 5 outcomes to try"):
        chain_of("tests/lab/figures/mirror.toml", 0, most_runs=5)


def test_the_error_for_exceeding_a_compilation_limit_states_how_much_work_was_done(in_arrays):
    with pytest.raises(TooManyPositions, match="more than 50 clauses to run") as refused:
        chain_of("tests/lab/figures/mirror.toml", 0, most_clauses=50)
    assert 50 < refused.value.work < 200


def test_compiling_does_not_unfreeze_objects_that_the_caller_has_frozen(monkeypatch):
    monkeypatch.setattr(compiler, "MANY_VALUES", 0)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 1)
    monkeypatch.setattr(gc, "unfreeze", lambda: pytest.fail("objects of the caller become unfrozen"))
    chain_of(*BATTLES[2])
    assert gc.isenabled()


def test_the_next_garbage_collection_of_young_objects_skips_the_values_of_a_large_compilation(monkeypatch):
    unfrozen = []
    monkeypatch.setattr(compiler, "MANY_VALUES", 0)
    monkeypatch.setattr(gc, "get_freeze_count", lambda: 0)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(gc, "unfreeze", lambda: unfrozen.append(gc.isenabled()))
    chain_of(*BATTLES[2])
    assert unfrozen == [False]


def test_a_small_compilation_does_not_count_the_objects_that_the_caller_has_frozen(monkeypatch):
    monkeypatch.setattr(gc, "get_freeze_count", lambda: pytest.fail("counting millions of objects takes 0.1 seconds"))
    chain_of(*BATTLES[2])
    assert gc.isenabled()
