"""Clauses read only the values that they need, so that few clauses have to be run and no outcome is missed.

If a bound is exceeded, a clause reads more than before. To find out what it reads, look at its tables:
`model.tables`, with their `mask` and `glimpses`.
"""

import pytest
from msgspec.structs import replace

from pilein.chain.explore.compiler import compiled
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from tests.enumeration import ends
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, OGRE, REAVER, U, battle, changed

RULES = ruleset_named("scrollhammer")
PICK = replace(HAND_WEAPON, name="pick", AP=1)


def lines(own, foe, frontage=5, formation="skirmish"):
    units = U("own", 0, own, formation=formation), U("foe", 1, foe, formation=formation)
    return battle(*units, pairs=[(0, 1)], frontage=frontage)


def commanded(traits, models):
    """Return kinds of models that add up to the given number, including a champion, a standard bearer and a
    musician.
    """
    armed = changed(traits, weapons=(PICK,))
    leader = changed(armed, A=2, Ld=traits.Ld + 1, champion=True)
    return [(armed, models - 3), (leader, 1), (changed(armed, standard=True), 1), (changed(armed, musician=True), 1)]


def chain_of(made, policy=sensible, phases=TO_THE_END):
    position = Position(made, ((close_combat_phase.key,),))
    return compiled(RULES, position, (policy, policy), phases=phases)


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (lines([(GUARD, 5)], [(REAVER, 5)]), 380),
        (lines([(GUARD, 20)], [(REAVER, 20)]), 1_400),
        (lines([(GUARD, 6)], [(changed(REAVER, I=4), 6)]), 780),
        (lines([(GUARD, 10)], [(OGRE, 3)]), 850),
        (lines(commanded(GUARD, 10), commanded(REAVER, 10), formation="ranks"), 1_850),
        (lines(commanded(GUARD, 12)[::-1], commanded(REAVER, 12)[::-1], formation="ranks"), 3_800),
    ],
    ids=["few", "many", "at one step", "several Wounds", "command behind", "command in front"],
)
def test_compiling_a_phase_runs_no_more_clauses_than_its_recorded_maximum(made, most):
    assert chain_of(made).model.runs <= most


@pytest.mark.parametrize(
    "made",
    [
        lines([(GUARD, 3)], [(changed(REAVER, I=4), 3)], frontage=1),
        lines([(changed(GUARD, Ld=9, champion=True), 1), (GUARD, 2)], [(REAVER, 2), (changed(REAVER, T=4), 1)]),
        lines([(GUARD, 3)], [(changed(OGRE, W=2), 1), (REAVER, 1)]),
    ],
    ids=["at one step", "unlike models", "several Wounds"],
)
def test_a_compiled_phase_has_the_same_final_states_as_one_played_with_every_value_visible(made):
    chain = chain_of(made, first, phases=1)
    states = [chain.state(node) for node in chain.ends.tolist()]
    law = {}
    for (end, _), chance in FractionSolver(chain).solved(1).at_the_end.items():
        law[states[end]] = law.get(states[end], 0) + chance
    assert law == {state: chance for (state, _), chance in ends(made, close_combat_phase).items()}
