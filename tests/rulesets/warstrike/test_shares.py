"""Choices for several identical models, made separately for each model."""

import pytest

from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.events import Shot, Struck
from pilein.rulesets.warstrike.melee import melee_attacks
from pilein.rulesets.warstrike.profile import Weapon
from pilein.rulesets.warstrike.shares import EachPicks
from pilein.rulesets.warstrike.shooting import close_combat_shooting
from tests.rulesets.fielding import told
from tests.rulesets.warstrike.builder import BLADE, TROOPER, U, armed, battle, changed, play
from tests.rulesets.warstrike.fights import two_targets


def test_each_of_two_identical_models_may_use_a_different_weapon() -> None:
    heavy = Weapon("heavy blade", WS=-1, Str=2, AP=4)
    foes = U("D", 1, [(changed(TROOPER, WS=5), 1), (changed(TROOPER, WS=1), 1)], [(20, 21), (24, 21)])
    own = U("A", 0, [(armed(BLADE, heavy), 2)], [(20, 20), (24, 20)])
    made = battle(own, foes, fight=(0, 1))
    _, script = play(made, melee_attacks, 0, dice=[1], answers=[True, (1, 0)])
    asked = next(one for one in script.asked if isinstance(one, EachPicks))
    assert [label for label, _ in asked.candidates()] == [
        "all blade",
        "all heavy blade",
        "leader 0: blade, A-0 1: heavy blade",
        "leader 0: heavy blade, A-0 1: blade",
    ]
    assert [(event.weapon, event.need) for event in told(script, Struck)] == [("heavy blade", 7), ("blade", 2)]


@pytest.mark.parametrize(("answer", "left"), [((0, 1), (2,)), ((1, 0), (3,))])
def test_either_of_two_identical_models_may_be_the_one_to_shoot(answer, left) -> None:
    after, script = play(two_targets(), close_combat_shooting, 0, answers=[True, answer])
    assert [(event.foe, event.shots) for event in told(script, Shot)] == [("P", 1), ("Q", 1)]
    assert after.models(1) == left
    assert after.living(2) == 0


@pytest.mark.parametrize("answer", [(0,), (0, 3), (0, True), 1])
def test_a_malformed_answer_about_targets_is_refused(answer) -> None:
    with pytest.raises(IllegalAnswer):
        play(two_targets(), close_combat_shooting, 0, answers=[True, answer])
