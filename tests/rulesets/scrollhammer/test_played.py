"""What readers found who played forty more sentences of the text, each in a plain case and in one at its edge."""

import pytest

from pilein.engine.script import Script
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.combats import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, U, battle, changed

AXE = Weapon("axe", "axe", I=-1)
ARMED = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE))
FOE = changed(GUARD, A=2, Sv=7)


def strikes_in_the_press(own: int, foes: int, dice: list[int], answers: list[object]) -> list[tuple[str, int]]:
    """Weapon and attacks of the first unit where one model of a side has room to touch the enemy and one behind it."""
    units = U("own", 0, [(ARMED, own)]), U("foe", 1, [(FOE, foes)])
    script = Script(RULESET, dice=dice, answers=answers)
    script.begin(battle(*units, pairs=[(0, 1)], frontage=1), fight_to_the_end, 0, 1, until=work_out.key)
    script.assert_used_up()
    told = [event for event in script.events if isinstance(event, Struck) and event.unit == "own"]
    return [(event.weapon, event.attacks) for event in told]


MISSED, ONE_FALLS, BOTH_FALL = [1] * 4, [6, 1, 1, 1, 6, 1], [6, 6, 1, 1, 6, 6, 1, 1]


@pytest.mark.clause("SH-WP-04", "SH-IN-09")
@pytest.mark.parametrize(("fallen", "fresh"), [(ONE_FALLS, 2), (BOTH_FALL, 4)])
def test_in_the_press_who_steps_up_at_the_second_step_makes_all_its_attacks_then(fallen: list[int], fresh: int) -> None:
    """The two in front make all theirs with the sword; those who step into the places of the fallen have made none."""
    late = [1] * fresh
    struck = strikes_in_the_press(5, 2, [*MISSED, *fallen, *late], [True, (2, 0)])
    assert struck == [("hand weapon", 4), ("axe", fresh)]


@pytest.mark.clause("SH-WP-04")
def test_in_the_press_nobody_steps_up_where_all_fight_already() -> None:
    """Of two models one falls: the other has made all its attacks with the sword."""
    assert strikes_in_the_press(2, 2, [*MISSED, *ONE_FALLS], [True, (2, 0)]) == [("hand weapon", 4)]


@pytest.mark.clause("SH-WP-04", "SH-IN-09")
def test_in_the_press_those_with_slow_attacks_left_make_them_beside_who_steps_up() -> None:
    """One swings its axe twice at the later step, as it has declared; with the newcomer that is four attacks."""
    dice = [1, 1, *ONE_FALLS, *[1] * 4]
    struck = strikes_in_the_press(3, 2, dice, [False, (2, 0), (0, 2)])
    assert struck == [("hand weapon", 2), ("axe", 4)]
