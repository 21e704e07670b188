"""Several routes lead to the same odds: every face of every die, the weights of rolls, and the compiled chain."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import pytest

from pilein.chain.chain import Chain
from pilein.chain.explore.compiler import compiled
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.fractions import FractionSolver
from pilein.engine.policies import first
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.position import Position
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.rulesets.wab.turn import player_turn
from tests.enumeration import ends, ends_face_by_face
from tests.rulesets.wab.builder import LEGIONARY, RIDER, WARRIOR, U, battle, changed

RULES = ruleset_named("wab")
FLIGHT = "broken_flee"
CHARGED = Status(charge="charged")
Kinds = Sequence[tuple[Traits, int]]


def lines(own: Kinds, foe: Kinds, files: int = 0, *, charged: bool = True, rulings: Mapping[str, str] | None = None):
    """Return a battle in the press of two units in contact, the first of which has charged. Units with files are in
    close order.
    """
    formation = "close" if files else "open"
    red = U("red", 0, own, formation=formation, files=files, status=CHARGED if charged else Status())
    return battle(red, U("blue", 1, foe, formation=formation, files=files), pairs=[(0, 1)], rulings=rulings)


def commanded(traits: Traits, models: int) -> Kinds:
    """Return kinds of models that add up to the given number and include a standard bearer and a musician."""
    return ((changed(traits, standard=True), 1), (changed(traits, musician=True), 1), (traits, models - 2))


def chain_of(made: Battle, phases: int) -> Chain:
    position = Position(made, ((player_turn.key,),))
    return compiled(RULES, position, (first, first), phases=phases)


@pytest.mark.parametrize(
    ("own", "foe", "rulings"),
    [
        ([(WARRIOR, 1)], [(WARRIOR, 1)], {"WAB-R-91": "began-five-or-more"}),
        ([(changed(RIDER, W=2), 1)], [(WARRIOR, 1)], {"WAB-R-78": "simultaneous", "WAB-R-93": "pursuit-must-exceed"}),
        ([(changed(WARRIOR, hates=("blue",)), 1)], [(changed(WARRIOR, rules=("Stubborn",)), 1)], {}),
    ],
    ids=["two men", "a rider", "hatred and stubbornness"],
)
def test_the_odds_of_a_turn_up_to_the_flight_agree_with_an_enumeration_of_all_faces(
    own: Kinds, foe: Kinds, rulings: Mapping[str, str]
) -> None:
    """The comparison stops at the flight, because a pursuit is shown together with its dice."""
    made = lines(own, foe, rulings=rulings)
    short = ends(made, (player_turn,), until=FLIGHT)
    assert ends_face_by_face(made, (player_turn,), until=FLIGHT) == short


@pytest.mark.parametrize(
    "made",
    [
        lines(commanded(LEGIONARY, 8), commanded(WARRIOR, 9), files=4),
        lines([(RIDER, 5)], [(changed(WARRIOR, rules=("Stubborn",)), 6)], charged=False),
        lines([(changed(RIDER, rules=("Fear",)), 7)], [(changed(WARRIOR, hates=("red",)), 5)]),
        lines([(changed(LEGIONARY, W=2), 5)], [(changed(WARRIOR, rules=("Frenzy",)), 5)]),
        lines([(WARRIOR, 6)], [(LEGIONARY, 2), (changed(WARRIOR, T=4), 4)], rulings={"WAB-R-85": "spread-wounds"}),
    ],
    ids=["ranks and command", "stubborn", "fear and hatred", "frenzy and wounds", "unlike models"],
)
def test_a_compiled_turn_has_the_same_odds_as_the_turn_played_clause_by_clause(made: Battle) -> None:
    chain = chain_of(made, 1)
    states = [chain.state(node) for node in chain.ends.tolist()]
    distribution: dict[Any, Fraction] = {}
    for (end, _), chance in FractionSolver(chain).solved(1).at_the_end.items():
        distribution[states[end]] = distribution.get(states[end], Fraction(0)) + Fraction(chance)
    assert distribution == {state: chance for (state, _), chance in ends(made, (player_turn,)).items()}


@pytest.mark.parametrize(
    ("made", "most"),
    [
        (lines([(LEGIONARY, 5)], [(WARRIOR, 5)]), 800),
        (lines(commanded(LEGIONARY, 20), commanded(WARRIOR, 20), files=5), 4_200),
        (lines([(changed(LEGIONARY, W=2), 6)], [(WARRIOR, 10)]), 2_000),
    ],
    ids=["few", "all bonuses", "several wounds"],
)
def test_compiling_a_fight_runs_no_more_rule_functions_than_expected(made: Battle, most: int) -> None:
    """If more rule functions run, a clause has begun to depend on more of the state."""
    assert chain_of(made, TO_THE_END).model.runs <= most
