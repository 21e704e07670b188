"""SH-WP-04, SH-WP-05, SH-IN-09: attacks divided among a model's weapons and steps."""

from typing import Any

import pytest

from pilein.engine.script import Script
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.allocation import remove_casualties
from pilein.rulesets.scrollhammer.fight.directing import declare_attacks
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Battle
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.press import fight_out

AXE = Weapon("axe", "axe", I=-1)


def declared(made: Battle, answers: list[Any]) -> tuple[Battle, list[tuple[int, int]]]:
    """Declare the attacks of a step. Return the battle and the side's attacks as pairs of weapon index and number of
    attacks.
    """
    script = Script(RULESET, answers=answers)
    after = script.begin(made, declare_attacks)
    script.assert_used_up()
    own = [one for one in after.fight.exchange.declared if one.unit == 0]
    return after, [(one.weapon, one.attacks) for one in own]


def test_each_model_may_split_its_attacks_freely_between_a_quick_and_a_slow_weapon() -> None:
    """SH-WP-04, SH-R-46: one model makes all three attacks with the sword, and the other makes all three with the axe a
    step later.
    """
    armed = changed(GUARD, A=3, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 2)], at=[(10, 10), (11, 10)]), U("foe", 1, [(REAVER, 1)], at=[(10.5, 11, 180)])
    made = battle(*units).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [False, (3, 0), (0, 3)])
    _, slow = declared(after.fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 3)], [(1, 3)])


def test_a_model_first_engaged_in_the_second_step_makes_all_its_attacks_in_that_step() -> None:
    """SH-IN-09, SH-WP-04: the other model has declared all its attacks for the first step, in which the late model did
    not fight.
    """
    armed = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 2)], at=[(10, 10), (14, 10)]), U("foe", 1, [(REAVER, 1)], at=[(10, 11, 180)])
    made = battle(*units).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [(2, 0)])
    beside = after.plane.with_place(1, Place(11 * INCH, 10 * INCH, 0))
    _, slow = declared(after.on(beside).fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 2)], [(1, 2)])


def test_in_the_press_models_that_still_have_slow_attacks_are_removed_last() -> None:
    """SH-WP-04: all three identical models touch the enemy.

    The model that still has attacks to make is removed last (SH-AL-02).
    """
    armed = changed(GUARD, A=1, weapons=(HAND_WEAPON, AXE))
    units = U("own", 0, [(armed, 3)]), U("foe", 1, [(REAVER, 3)])
    made = battle(*units, pairs=[(0, 1)]).beginning(fight_of((0, 1), step=4))
    after, quick = declared(made, [False, (1, 0), (0, 1), (1, 0)])
    fewer = Script(RULESET, answers=[]).begin(after.with_hurt(0, ((0, 1),)), remove_casualties, 0, 1)
    assert fewer.living(0) == 2
    _, slow = declared(fewer.fighting(step=3).exchanging(declared=()), [])
    assert (quick, slow) == ([(0, 2)], [(1, 1)])


ARMED = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE))
FOE = changed(GUARD, A=2, Sv=7)


def strikes_in_the_press(
    own: int, foes: int, dice: list[int], answers: list[object], rulings: dict[str, str] | None = None
) -> list[tuple[str, int]]:
    """Return the weapons of the first unit, each with its number of attacks. One model of each side is in contact, and
    a second model stands behind it.
    """
    units = U("own", 0, [(ARMED, own)]), U("foe", 1, [(FOE, foes)])
    script = Script(RULESET, dice=dice, answers=answers)
    made = battle(*units, pairs=[(0, 1)], frontage=1, rulings=rulings)
    script.begin(made, fight_to_the_end, 0, 1, until=work_out.key)
    script.assert_used_up()
    told = [event for event in script.events if isinstance(event, Struck) and event.unit == "own"]
    return [(event.weapon, event.attacks) for event in told]


MISSED, ONE_FALLS, BOTH_FALL = [1] * 4, [6, 1, 1, 1, 6, 1], [6, 6, 1, 1, 6, 6, 1, 1]


@pytest.mark.parametrize(("fallen", "fresh"), [(ONE_FALLS, 2), (BOTH_FALL, 4)])
def test_in_the_press_a_model_that_steps_up_in_the_second_step_makes_all_its_attacks_in_that_step(
    fallen: list[int], fresh: int
) -> None:
    """SH-IN-09, SH-WP-04: the two front models make all their attacks with the sword.

    Models stepping into the gaps have made no attacks.
    """
    late = [1] * fresh
    struck = strikes_in_the_press(5, 2, [*MISSED, *fallen, *late], [True, (2, 0)])
    assert struck == [("hand weapon", 4), ("axe", fresh)]


@pytest.mark.parametrize("fallen", [ONE_FALLS, BOTH_FALL])
def test_in_the_press_no_model_steps_up_if_casualties_come_from_the_rear(fallen: list[int]) -> None:
    """SH-R-54 `rear-rank`: the models in front survive and have made all their attacks with the sword."""
    rear = {"SH-R-54": "rear-rank"}
    assert strikes_in_the_press(5, 2, [*MISSED, *fallen], [True, (2, 0)], rear) == [("hand weapon", 4)]


def test_in_the_press_no_model_steps_up_if_all_models_are_already_fighting() -> None:
    """SH-WP-04: two models fight and one falls. The survivor has made all its attacks with the sword."""
    assert strikes_in_the_press(2, 2, [*MISSED, *ONE_FALLS], [True, (2, 0)]) == [("hand weapon", 4)]


def test_in_the_press_models_that_still_have_slow_attacks_strike_alongside_those_that_step_up() -> None:
    """SH-IN-09, SH-WP-04: one model swings its axe twice in the later step, as declared.

    Together with the attacks of the newcomer, that makes four.
    """
    dice = [1, 1, *ONE_FALLS, *[1] * 4]
    struck = strikes_in_the_press(3, 2, dice, [False, (2, 0), (0, 2)])
    assert struck == [("hand weapon", 2), ("axe", 4)]


@pytest.mark.clause("SH-WP-05")
def test_a_unit_striking_with_only_one_weapon_of_a_pair_keeps_the_extra_attack() -> None:
    """The unit has two swords of one base type with different profiles, and makes two attacks, both with the plain
    sword.
    """
    flame = Weapon("flame sword", "hand weapon", AP=1)
    own = U("own", 0, [(changed(GUARD, weapons=(flame, HAND_WEAPON)), 1)])
    script = fight_out(own, U("foe", 1, [(changed(GUARD, A=0), 1)]), dice=[1, 1], answers=[(0, 2)])
    assert [(event.weapon, event.attacks) for event in script.events if isinstance(event, Struck)] == [
        ("hand weapon", 2)
    ]
