"""The compiled clauses of the canonical fight agree with two calculations by hand."""

import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.floats import FloatSolver
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.policies import first
from tests import canonical

WINS = {(True, False): 0.9119772628597, (False, True): 0.0875327797207, (True, True): 0.00048995742}


def standing(battle):
    return tuple(map(bool, battle.field.counts))


def test_the_canonical_fight_has_its_three_known_probabilities():
    chain = compiled(canonical.RULESET, canonical.opening(), (first, first), phases=0)
    law = dict.fromkeys(WINS, 0.0)
    for who, chance in zip(chain.read(standing), FloatSolver(chain).solved(0).at_the_end[0], strict=True):
        law[who] += chance
    assert law == {who: pytest.approx(chance, abs=1e-10) for who, chance in WINS.items()}


def test_a_smaller_canonical_fight_has_the_same_odds_in_floats_and_fractions():
    chain = compiled(canonical.RULESET, canonical.opening(models=4), (first, first), phases=0)
    exact = FractionSolver(chain).solved(0).at_the_end
    floats = FloatSolver(chain).solved(0).at_the_end[0]
    assert {end: float(chance) for (end, _), chance in exact.items()} == {
        end: pytest.approx(float(chance), abs=1e-12) for end, chance in enumerate(floats) if chance
    }


def test_a_mirror_match_favours_neither_side():
    chain = compiled(
        canonical.RULESET, canonical.opening(canonical.FIRST, canonical.FIRST, 5), (first, first), phases=0
    )
    law = dict.fromkeys([*WINS, (False, False)], 0)
    for (end, _), chance in FractionSolver(chain).solved(0).at_the_end.items():
        law[chain.read(standing)[end]] += chance
    assert law[True, False] == law[False, True] > law[True, True] > 0
