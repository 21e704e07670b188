"""The odds agree with those that icepool computes for the same fights. Run these tests with `make bench-check`."""

from fractions import Fraction

import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.policies import first
from tests import canonical
from tests.canonical import FIRST, FRONTAGE, ROUNDS, SECOND, Fighter

icepool = pytest.importorskip("icepool", reason="icepool is not installed: requirements/bench.txt has it")

ELITE = Fighter(WS=5, S=5, T=4, save=3, I=5, Ld=9)
RABBLE = Fighter(WS=2, S=3, T=3, save=7, I=2, Ld=5)


def wounding(striker, struck):
    """Return one attack as a die that shows 1 if the attack causes a wound, and 0 otherwise."""
    hit = Fraction(4 if striker.WS > struck.WS else 3, 6)
    wound = Fraction(7 - (4 - striker.S + struck.T), 6)
    save = Fraction(7 - struck.save, 6)
    chance = hit * wound * (1 - save)
    return icepool.Die({1: chance.numerator, 0: chance.denominator - chance.numerator})


class ByIcepool:
    """A fight in icepool, represented by a die whose faces are the pairs of the numbers of living models. Every round
    maps the pairs to new ones.
    """

    def __init__(self, one, other):
        self._fighters = one, other
        self._attacks = wounding(one, other), wounding(other, one)

    def law(self, models):
        states = icepool.Die([(models, models)])
        for _ in range(ROUNDS):
            states = states.map(self._fought, star=True)
        return {state: states.probability(state) for state in states.outcomes()}

    def _fought(self, *living):
        if not all(living):
            return living
        order = [fighter.I for fighter in self._fighters]
        if order[0] == order[1]:
            both = icepool.tupleize(self._wounds(0, living[0]), self._wounds(1, living[1]))
            return both.map(lambda taken, lost: self._tested(living, lost, taken), star=True)
        return self._in_turn(living, order.index(max(order)))

    def _wounds(self, side, living):
        return min(FRONTAGE, living) @ self._attacks[side] if living else icepool.Die([0])

    def _in_turn(self, living, striker):
        def struck_back(taken):
            back = self._wounds(1 - striker, max(0, living[1 - striker] - taken))
            lost = (lambda one: (one, taken)) if striker == 0 else (lambda one: (taken, one))
            return back.map(lambda one: self._tested(living, *lost(one)))

        return self._wounds(striker, living[striker]).map(struck_back)

    def _tested(self, living, lost, taken):
        left = max(0, living[0] - lost), max(0, living[1] - taken)
        if lost == taken or not all(left):
            return left
        gone = (0, left[1]) if lost > taken else (left[0], 0)
        need = self._fighters[lost < taken].Ld - abs(lost - taken)
        return (icepool.d6 + icepool.d6 <= need).map({True: left, False: gone})


@pytest.mark.parametrize(
    ("one", "other", "models"),
    [
        (FIRST, SECOND, 5),
        (FIRST, SECOND, 12),
        (SECOND, FIRST, 6),
        (FIRST, FIRST, 6),
        (ELITE, RABBLE, 8),
        (RABBLE, ELITE, 4),
        (ELITE, ELITE, 4),
        (SECOND, RABBLE, 7),
    ],
)
def test_the_odds_of_compiled_fights_match_the_fractions_computed_by_icepool(one, other, models):
    chain = compiled(canonical.RULESET, canonical.opening(one, other, models), (first, first))
    counts = chain.read(lambda battle: tuple(map(int, battle.field.counts)))
    found = {}
    for (end, _), chance in FractionSolver(chain).solved(0).at_the_end.items():
        found[counts[end]] = found.get(counts[end], 0) + chance
    assert found == ByIcepool(one, other).law(models)
