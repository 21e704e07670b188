"""SH-FS-06, SH-R-03, SH-WO-06: the order of saves in a step, and the question of which wounds to save first."""

import pytest

from pilein.rulesets.scrollhammer.combat_events import Suffered
from pilein.rulesets.scrollhammer.profile import Weapon
from tests.rulesets.scrollhammer.builder import GUARD, U, changed
from tests.rulesets.scrollhammer.fight.test_striking import declared, press


def test_under_the_saves_per_group_ruling_even_saves_taken_one_by_one_follow_each_attack_group():
    """SH-R-03 `saves-per-group`: two attacks with the sword, then one with the flame sword, meet a target with a choice
    of saves.

    By default all attacks hit and wound first, and the attacker is asked which wounds are saved first.
    """
    weapons = Weapon("sword", "sword"), Weapon("flame sword", "flame sword", AP=2)
    own = U("own", 0, [(changed(GUARD, A=3, S=3, weapons=weapons), 1)])
    foe = U("foe", 1, [(changed(GUARD, I=1, Sv=4, Ward=5), 4)])
    saves = {"SH-R-03": "saves-per-group"}
    dice = [6, 6, 6, 6, 4, 3, 6, 6, 4]
    after, script = declared(press(own, foe, step=4, rulings=saves), dice, [(2, 1), "armour", "ward"])
    assert after.living(1) == 2
    assert [event.wounds for event in script.events if isinstance(event, Suffered)] == [2]
    together = [6, 6, 6, 6, 6, 6, 4, 3, 4]
    after, _ = declared(press(own, foe, step=4), together, [(2, 1), 0, "armour", "ward"])
    assert after.living(1) == 2


@pytest.mark.clause("SH-FS-06")
def test_the_saves_of_the_enemy_against_its_own_backfire_are_rolled_before_those_of_the_active_side():
    """SH-R-03: the enemy's save against its own Backfire comes before the active side's saves. A roll of 2 fails, and a
    5 succeeds.
    """
    own = U("own", 0, [(changed(GUARD, Sv=5, I=1), 3)])
    wild = U("wild", 1, [(changed(GUARD, A=2, Sv=4, rules=("Backfire",)), 1)])
    after, _ = declared(press(own, wild, step=4), [1, 6, 6, 2, 5])
    assert (after.living(0), after.living(1)) == (3, 0)


@pytest.mark.clause("SH-WO-06")
def test_the_question_about_the_order_of_wounds_states_how_they_differ():
    ruin = Weapon("ruin", "ruin", rules=("No armour",))
    own = U("own", 0, [(changed(GUARD, A=3, weapons=(Weapon("plain", "plain"), ruin)), 1)])
    foe = U("foe", 1, [(changed(GUARD, W=3, Sv=3, I=1), 2)])
    _, script = declared(press(own, foe, step=4), [6, 6, 6, 6, 6, 6, 2], [(1, 2), 1])
    asked = next(asked for asked in script.asked if getattr(asked, "clause", "") == "SH-AL-01")
    assert asked.labels == ("1 by own, AP 0", "2 by own, AP 0, no armour save")
