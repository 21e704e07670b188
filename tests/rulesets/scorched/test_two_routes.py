"""Two ways to the same chances: the weights of the rolls, and every face of every die. Equal as fractions."""

import pytest

from pilein.kernel.requests import first
from pilein.rulesets.scorched.phase import combat_phase
from tests.enumeration import ends, ends_face_by_face
from tests.rulesets.scorched.builder import M, battle

NEVER = {"CP-SH-01": False}


def policy(choice):
    return NEVER.get(choice.clause, first(choice))


DUELS = [
    ([], [], {}),
    (["sword"], ["dagger"], {}),
    (["sword"], ["daemon weapon"], {}),
    (["chain weapon"], [], {"more": {"Sv": 5}, "WS": 6}),
    (["two-handed weapon"], ["dagger", "dagger"], {}),
    (["axe"], ["sword", "shield"], {}),
]


@pytest.mark.parametrize(("own", "other", "more"), DUELS)
def test_a_duel(own, other, more):
    made = battle(M("a", 0, weapons=own), M("b", 1, weapons=other, **more))
    short = ends(made, combat_phase, policy=policy)
    assert ends_face_by_face(made, combat_phase, policy=policy) == short


def test_two_against_one_in_the_press():
    made = battle(M("a", 0, models=2), M("b", 1, WS=5))
    assert ends_face_by_face(made, combat_phase, policy=policy) == ends(made, combat_phase, policy=policy)
