"""The sensible policy of Scorched is tested decision by decision."""

import pytest

from pilein.engine.play import turned
from pilein.engine.script import Script
from pilein.kernel.position import Position
from pilein.kernel.requests import is_choice
from pilein.rulesets.scorched.phase import combat_phase
from pilein.rulesets.scorched.policy.sensible import sensible
from pilein.rulesets.scorched.ruleset import RULESET
from pilein.rulesets.scorched.state import NOBODY
from tests.rulesets.scorched.builder import M, battle

NONE = (-1, 0)
PSYKER = {"charges": 3, "rules": ("Psyker",)}


def decided(*units, dice, clause, **how):
    """Return the policy's answers to the questions of one sentence, in a phase played with the given dice."""
    position = Position(battle(*units, **how), ((combat_phase.key,),))
    left, answers = list(dice), []

    def ask(request):
        if not is_choice(request):
            return request.thrown(lambda _: left.pop(0))
        answer = sensible(position.state, request)
        assert request.why_not(answer) is None
        if request.clause == clause:
            answers.append(answer)
        return answer

    while position.agenda:
        position = turned(RULESET, position, ask).position
    assert left == []
    return answers


@pytest.mark.parametrize(("points", "partner"), [((10, 90), 2), ((90, 10), 1)])
def test_the_policy_pairs_a_model_with_the_enemy_it_gains_most_by_fighting(points, partner):
    """CP-PA-02: a model may be paired with either of two enemies."""
    units = (
        M("a", 0, WS=6, W=2),
        M("x", 1, WS=3, more={"points": points[0]}),
        M("y", 1, WS=3, more={"points": points[1]}),
    )
    assert decided(*units, dice=[1, 1, 6, 6], clause="CP-PA-02") == [partner]


def test_the_policy_leaves_an_enemy_to_a_weaker_model_that_can_fight_no_other_enemy():
    """The strong model can fight X or Y, and the weak model only X. The strong model leaves X to the weak model."""
    strong = M("strong", 0, WS=9, at=[(12, 10)])
    weak = M("weak", 0, WS=1, at=[(10, 10)])
    x, y = M("x", 1, at=[(11, 10)]), M("y", 1, at=[(13, 10)])
    assert decided(strong, weak, x, y, dice=[1, 1, 1, 6], clause="CP-PA-02", rulings={"CP-R-05": "maximal"}) == [3]


@pytest.mark.parametrize(("points", "joined"), [((10, 90), 4), ((90, 10), 3)])
def test_the_policy_sends_a_leftover_model_into_the_combat_against_the_most_valuable_enemy(points, joined):
    """CP-PA-03: the third model touches both enemies. It is left over because it fights worst."""
    units = (
        M("a", 0, at=[(10, 10), (14, 10)]),
        M("weak", 0, WS=0, at=[(12, 10)]),
        M("x", 1, at=[(11, 10)], more={"points": points[0]}),
        M("y", 1, at=[(13, 10)], more={"points": points[1]}),
    )
    assert decided(*units, dice=[1, 1, 1, 1, 1], clause="CP-PA-03") == [joined]


def test_the_policy_lets_a_leftover_enemy_join_the_combat_against_a_shielding_model():
    """The middle enemy X is worth least and is left over. The policy's two models are paired with the two outer
    enemies.
    """
    units = (
        M("plain", 0, at=[(11, 10)]),
        M("shield", 0, weapons=["shield"], at=[(13, 10)]),
        M("x", 1, at=[(12, 10)]),
        M("y", 1, at=[(10, 10)], more={"points": 9}),
        M("z", 1, at=[(14, 10)], more={"points": 9}),
    )
    assert decided(*units, dice=[1, 1, 1, 1, 1], clause="CP-PA-03") == [1]


def test_the_policy_fights_combats_of_mace_bearers_first():
    """CP-PA-05: the maces then push enemies before the other combats are fought."""
    units = (
        M("a", 0, at=[(10, 10)]),
        M("x", 1, at=[(11, 10)]),
        M("b", 0, weapons=["mace"], at=[(20, 10)]),
        M("y", 1, at=[(21, 10)]),
    )
    assert decided(*units, dice=[1, 1, 1, 1], clause="CP-PA-05") == [1]


@pytest.mark.parametrize(("skill", "foes", "answer"), [(4, 1, False), (6, 1, True), (3, 2, True)])
def test_the_policy_shields_with_an_outclassed_or_outnumbered_model(skill, foes, answer):
    units = M("a", 0, weapons=["shield"]), M("b", 1, WS=skill, models=foes)
    assert decided(*units, dice=[6, *[1] * foes], clause="CP-SH-01") == [answer]


@pytest.mark.parametrize(("armour", "skill", "answer"), [(3, 6, True), (5, 6, False), (3, 5, False)])
def test_the_policy_wields_a_weapon_with_both_hands_against_armour(armour, skill, answer):
    units = M("a", 0, WS=skill, weapons=["hand-and-a-half weapon"]), M("b", 1, more={"Sv": armour})
    assert decided(*units, dice=[1, 6], clause="CP-HH-01") == [answer]


@pytest.mark.parametrize(("dice", "answer"), [([3, 6, 1], (1, 6)), ([3, 3, 1], (1, 3)), ([4, 3], NONE)])
def test_the_policy_parries_the_highest_die_with_a_model_that_is_not_winning(dice, answer):
    assert decided(M("a", 0, weapons=["sword"]), M("b", 1), dice=dice, clause="CP-SW-01") == [answer]


def test_the_policy_announces_a_parry_against_the_strongest_enemy():
    units = M("a", 0, weapons=["sword"]), M("b", 1), M("c", 1, WS=6)
    answers = decided(*units, dice=[1, 3, 2, 1], clause="CP-SW-01", rulings={"CP-R-14": "before-dice"})
    assert answers == [2]


@pytest.mark.parametrize(
    ("rulings", "answer", "dice"),
    [
        ({}, 0, []),
        ({"CP-R-02": "wound-chart"}, 2, [1, 1, 1, 1, 1]),
        ({"CP-R-47": "instant-death"}, 1, []),
    ],
)
def test_the_policy_spends_psychic_charges_only_if_they_matter(rulings, answer, dice):
    """CP-FW-01: two charges raise S 4 to S 6, which wounds T 4 on 2+."""
    units = M("a", 0, weapons=["force weapon"], more=PSYKER), M("b", 1)
    assert decided(*units, dice=[6, 1, *dice], clause="CP-FW-01", rulings=rulings) == [answer]


def test_the_policy_supports_the_friend_with_the_fewest_dice():
    """CP-SP-01: the fewer dice a model has, the more an extra die helps it."""
    units = (
        M("rich", 0, W=3, at=[(10, 10)]),
        M("poor", 0, at=[(11, 10)]),
        M("s", 0, weapons=["spear"], at=[(10.5, 9.1339)]),
        M("x", 1, at=[(10, 11)]),
        M("y", 1, at=[(11, 11)]),
    )
    answers = decided(*units, dice=[1, 1, 1, 1, 1, 1, 1], clause="CP-SP-01")
    assert answers == [NOBODY]


def test_the_policy_names_the_best_weapon_to_strike():
    units = M("a", 0, weapons=["axe", "power weapon"]), M("b", 1)
    assert decided(*units, dice=[1, 1], clause="CP-DD-01", rulings={"CP-R-18": "named-weapon"}) == [1]


def test_the_policy_makes_the_largest_of_several_pushes_first():
    """CP-R-37: the pushes of two maces may be made in either order."""
    units = (
        M("one", 0, weapons=["mace"], at=[(10, 10)]),
        M("foe", 1, W=9, at=[(10, 11)], more={"Sv": 2}),
        M("two", 0, WS=6, weapons=["mace"], at=[(9, 11)]),
    )
    answers = decided(*units, dice=[1, 1, *[1] * 9, *[6] * 6], clause="CP-MA-01")
    assert answers == [1]


def test_the_policy_wields_one_weapon_in_each_hand_against_enemies_without_armour():
    units = M("a", 0, weapons=["hand-and-a-half+mace", "hand-and-a-half+axe"]), M("b", 1)
    script = Script(RULESET, dice=[6, 1], answers=None, policy=lambda choice: sensible(battle(*units), choice))
    script.begin(battle(*units), combat_phase)
    assert "TookBothHands" not in [type(event).__name__ for event in script.events]
