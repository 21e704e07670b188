"""A clock that counts rounds is not part of a position, and the results are the same as if it were."""

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from pilein.chain.explore import compiler
from pilein.chain.explore.compiler import compiled
from pilein.chain.sample.sampler import EndSampler
from pilein.chain.solve.absorbing import AbsorbingChain
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.lab.questions import label
from pilein.rulesets.warstrike.cycle import close_combat_phase
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.tabletop.ruleset import no_clock
from tests.rulesets.warstrike.builder import TROOPER, U, battle, changed

RULES = ruleset_named("warstrike")
WITHOUT = replace(RULES, clock=no_clock)


def opening(own=TROOPER, foe=TROOPER, models=(1, 1), limit=4):
    units = U("own", 0, [(own, models[0])]), U("foe", 1, [(foe, models[1])])
    made = battle(*units, pairs=[(0, 1)], rulings={"WS-R-04": ("default", limit)})
    return Position(made, ((close_combat_phase.key,),))


def chain_of(position, ruleset=RULES):
    return compiled(ruleset, position, (sensible, sensible), phases=1)


def told_in(chain):
    found = {}
    for (_, story), often in FractionSolver(chain).solved(1).expected_counts.items():
        for told in chain.labels[story]:
            found[told] = found.get(told, 0) + often
    return found


def law_of(chain, phases=1):
    law = {}
    for (end, _), chance in FractionSolver(chain).solved(phases).at_the_end.items():
        state = chain.state(int(chain.ends[end]))
        law[state] = law.get(state, Fraction(0)) + chance
    return law


@pytest.mark.parametrize(
    "position",
    [
        opening(),
        opening(limit=1),
        opening(models=(2, 1), limit=3),
        opening(models=(2, 2), limit=2),
        opening(changed(TROOPER, Nv=6, WS=0), changed(TROOPER, Nv=6, WS=0)),
        opening(changed(TROOPER, Ld=4), changed(TROOPER, Nv=6), limit=6),
    ],
    ids=["alike", "one round", "two on one", "two on two", "nothing happens", "stubborn"],
)
def test_a_clocked_chain_has_the_same_final_states_as_one_that_counts_rounds_in_positions(position):
    clocked, counted = chain_of(position), chain_of(position, WITHOUT)
    assert clocked.is_clocked
    assert not counted.is_clocked
    assert law_of(clocked) == law_of(counted)


@pytest.mark.parametrize("small", [0, 4, 20])
def test_a_clocked_battle_has_the_same_final_states_whether_compiled_in_arrays_or_one_position_at_a_time(
    small, monkeypatch
):
    position = opening(changed(TROOPER, Ld=1, Nv=2), changed(TROOPER, Ld=1, Nv=2), models=(2, 2), limit=3)
    one_by_one = chain_of(position)
    monkeypatch.setattr(compiler, "SMALL", small)
    in_arrays = chain_of(position)
    assert law_of(in_arrays) == law_of(one_by_one)
    assert len(in_arrays.positions) == len(one_by_one.positions)


def test_the_number_of_positions_of_a_clocked_fight_does_not_depend_on_the_round_limit():
    few, many = (chain_of(opening(limit=limit)) for limit in (40, 400))
    assert len(few.positions) == len(many.positions)


def test_events_are_as_frequent_with_a_clock_as_with_rounds_counted_in_positions():
    position = opening(models=(2, 1), limit=2)
    clocked, counted = (
        compiled(ruleset, position, (sensible, sensible), phases=1, label=label(ruleset))
        for ruleset in (RULES, WITHOUT)
    )
    assert told_in(clocked) == told_in(counted)


def test_a_clocked_fight_of_two_against_two_has_at_most_sixty_thousand_positions():
    """A clause that reads or remembers more than it needs would exceed this number."""
    chain = chain_of(opening(models=(2, 2), limit=50))
    assert len(chain.positions) <= 60_000
    assert chain.model.runs <= 1_500


def test_the_odds_of_a_clocked_fight_agree_in_floats_and_fractions():
    chain = chain_of(opening(models=(2, 2)))
    exactly = {end: chance for (end, _), chance in FractionSolver(chain).solved(1).at_the_end.items()}
    found = FloatSolver(chain).solved(1).at_the_end[0]
    for end, chance in enumerate(found.tolist()):
        assert abs(chance - exactly.get(end, 0)) < 1e-12


def test_a_clocked_fight_without_a_round_limit_is_ended_only_by_the_rules():
    """Each unit passes its test with probability 8/9, and neither can hurt the other, so the fight ends only when a
    unit fails its test.
    """
    idle = changed(TROOPER, Ld=2, Nv=4, weapons=())
    chain = chain_of(opening(idle, idle))
    settled = AbsorbingChain(chain, exact=True).solved()
    drawn = chain.read(lambda state: state.drawn)
    assert sum(chance for (end, _), chance in settled.at_the_end.items() if drawn[end]) == 0
    assert settled.phases == 1


def test_the_final_states_of_fights_sampled_in_bulk_agree_with_the_clocked_chain():
    chain = chain_of(opening())
    walks = EndSampler(chain, 1).walks(20_000, seed=4)
    met = np.bincount(walks.ends, minlength=len(chain.ends)) / 20_000
    assert np.abs(met - FloatSolver(chain).solved(1).at_the_end[0]).max() < 0.02


def test_a_battle_with_several_combats_has_no_common_clock():
    units = [U(name, side, [(TROOPER, 1)]) for name, side in (("a", 0), ("b", 1), ("c", 0), ("d", 1))]
    made = battle(*units, pairs=[(0, 1), (2, 3)])
    assert RULES.clock(Position(made, ((close_combat_phase.key,),))) is None
