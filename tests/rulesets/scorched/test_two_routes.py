"""Exact fractions show that two routes lead to the same odds: the weights of whole rolls, and every face of
every die.
"""

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
def test_the_odds_of_a_duel_agree_with_an_enumeration_of_every_face(own, other, more):
    made = battle(M("a", 0, weapons=own), M("b", 1, weapons=other, **more))
    short = ends(made, combat_phase, policy=policy)
    assert ends_face_by_face(made, combat_phase, policy=policy) == short


def test_the_odds_of_two_against_one_in_the_press_agree_with_an_enumeration_of_every_face():
    made = battle(M("a", 0, models=2), M("b", 1, WS=5))
    assert ends_face_by_face(made, combat_phase, policy=policy) == ends(made, combat_phase, policy=policy)


LATE = {"CP-R-42": "after-roll", "CP-R-22": "after-dice", "CP-R-23": "double-dice"}


@pytest.mark.parametrize(
    ("own", "other", "wounds"),
    [
        (["hand-and-a-half weapon", "axe"], ["sword"], 2),
        (["bastard sword", "bastard sword"], [], 1),
        (["daemon+hand-and-a-half", "daemon+hand-and-a-half"], ["sword"], 1),
        (["shield"], ["sword"], 1),
    ],
)
def test_the_odds_of_a_duel_with_declarations_after_the_roll_agree_with_an_enumeration_of_every_face(
    own, other, wounds
):
    """CP-R-22, CP-R-23, CP-R-42: shields and both hands are declared after the roll, and dice are doubled."""
    made = battle(M("a", 0, W=wounds, weapons=own), M("b", 1, weapons=other), rulings=LATE)
    short = ends(made, combat_phase, policy=first)
    assert ends_face_by_face(made, combat_phase, policy=first) == short
