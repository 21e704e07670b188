"""Findings of readers who played forty more sentences of the text, each in a plain case and in one at its edge."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from pilein.engine.script import Script
from pilein.kernel.events import Event
from pilein.kernel.requests import Answer, Choice, Split
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.combats import fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.enumeration import Distribution, chance, ends, ends_face_by_face
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, U, battle, changed

AXE = Weapon("axe", "axe", I=-1)
ARMED = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE))
FOE = changed(GUARD, A=2, Sv=7)


def strikes_in_the_press(
    own: int, foes: int, dice: list[int], answers: list[object], rulings: dict[str, str] | None = None
) -> list[tuple[str, int]]:
    """Weapon and attacks of the first unit where one model of a side has room to touch the enemy and one behind it."""
    units = U("own", 0, [(ARMED, own)]), U("foe", 1, [(FOE, foes)])
    script = Script(RULESET, dice=dice, answers=answers)
    made = battle(*units, pairs=[(0, 1)], frontage=1, rulings=rulings)
    script.begin(made, fight_to_the_end, 0, 1, until=work_out.key)
    script.assert_used_up()
    told = [event for event in script.events if isinstance(event, Struck) and event.unit == "own"]
    return [(event.weapon, event.attacks) for event in told]


MISSED, ONE_FALLS, BOTH_FALL = [1] * 4, [6, 1, 1, 1, 6, 1], [6, 6, 1, 1, 6, 6, 1, 1]


@pytest.mark.parametrize(("fallen", "fresh"), [(ONE_FALLS, 2), (BOTH_FALL, 4)])
def test_in_the_press_who_steps_up_at_the_second_step_makes_all_its_attacks_then(fallen: list[int], fresh: int) -> None:
    """SH-IN-09, SH-WP-04.

    The two in front make all theirs with the sword; those who step into the places of the fallen have made none.
    """
    late = [1] * fresh
    struck = strikes_in_the_press(5, 2, [*MISSED, *fallen, *late], [True, (2, 0)])
    assert struck == [("hand weapon", 4), ("axe", fresh)]


@pytest.mark.parametrize("fallen", [ONE_FALLS, BOTH_FALL])
def test_in_the_press_nobody_steps_up_where_casualties_come_from_the_rear(fallen: list[int]) -> None:
    """SH-R-54 `rear-rank`: those in front live on and have made all their attacks with the sword."""
    rear = {"SH-R-54": "rear-rank"}
    assert strikes_in_the_press(5, 2, [*MISSED, *fallen], [True, (2, 0)], rear) == [("hand weapon", 4)]


def test_in_the_press_nobody_steps_up_where_all_fight_already() -> None:
    """SH-WP-04. Of two models one falls: the other has made all its attacks with the sword."""
    assert strikes_in_the_press(2, 2, [*MISSED, *ONE_FALLS], [True, (2, 0)]) == [("hand weapon", 4)]


def test_in_the_press_those_with_slow_attacks_left_make_them_beside_who_steps_up() -> None:
    """SH-IN-09, SH-WP-04.

    One swings its axe twice at the later step, as it has declared; with the newcomer that is four attacks.
    """
    dice = [1, 1, *ONE_FALLS, *[1] * 4]
    struck = strikes_in_the_press(3, 2, dice, [False, (2, 0), (0, 2)])
    assert struck == [("hand weapon", 2), ("axe", 4)]


MAUL = Weapon("maul", "maul", I=-2)
THREE_SPEEDS = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE, MAUL))
TWICE = changed(GUARD, A=2, Sv=7, weapons=(HAND_WEAPON, AXE))


@pytest.mark.clause("SH-AL-02")
def test_in_the_press_who_touches_falls_before_who_stepped_up_behind_him_and_has_struck() -> None:
    """SH-WP-04.

    The one in front has kept his attacks for the maul and falls; who stepped up has made all his with the axe.

    SH-R-54: models that touch an enemy come first, whatever they have left. So the maul is swung by a newcomer alone.
    """
    own = U("own", 0, [(THREE_SPEEDS, 4)])
    foe = U("foe", 1, [(TWICE, 4)])
    swords = [1, 1, 6, 1, 6, 1]  # one falls, who struck
    axes = [1, 1, 6, 1, 6, 1]  # one falls, who touches
    mauls = [1, 1]
    answers = [False, (2, 0, 0), (0, 0, 2), True, (1, 1), (2, 0)]
    script = Script(RULESET, dice=[*swords, *axes, *mauls], answers=answers)
    script.begin(battle(own, foe, pairs=[(0, 1)], frontage=1), fight_to_the_end, 0, 1, until=work_out.key)
    script.assert_used_up()
    told = [event for event in script.events if isinstance(event, Struck) and event.unit == "own"]
    assert [(event.weapon, event.attacks) for event in told] == [("hand weapon", 2), ("axe", 2), ("maul", 2)]


THREE = 3  # speeds


def keeping_mauls(choice: Choice) -> Answer:
    """All split alike: the foes one attack and one; those who stand in front all late, who steps up all at once."""
    if not isinstance(choice, Split):
        return True
    if "of foe" in choice.words:
        return (1, 1)
    return (0, 0, choice.total) if len(choice.among) == THREE else (choice.total, 0)


@pytest.mark.clause("SH-AL-02")
def test_the_chance_that_mauls_kept_back_kill_worked_out_by_hand() -> None:
    """SH-WP-04.

    The foe kills with 1/4 at step 4 and with 1/4 at step 3; only mauls can wound it, with 1/2 x 5/6 = 5/12 each.

    Where nobody falls at step 4, two models swing four times: (7/12)^4 miss. Where one falls (1/4), the newcomer makes
    his two at step 3; then one model swings twice, the old one or, if he falls who touches, another newcomer: (7/12)^2.
    """
    heavy = Weapon("maul", "maul", S=7, I=-2)
    own = U("own", 0, [(changed(THREE_SPEEDS, Sv=7, weapons=(HAND_WEAPON, AXE, heavy)), 4)])
    made = battle(own, U("foe", 1, [(changed(TWICE, T=8), 1)]), pairs=[(0, 1)], frontage=1)
    distribution = ends(made, (fight_to_the_end, 0, 1), policy=keeping_mauls, until=work_out.key)
    survives = Fraction(3, 4) * Fraction(7, 12) ** 4 + Fraction(1, 4) * Fraction(7, 12) ** 2
    assert chance(distribution, lambda after: after.living(1) == 1) == survives == Fraction(4753, 27648)


def mauls(event: Event) -> int | None:
    """The attacks made with mauls."""
    return event.attacks if isinstance(event, Struck) and event.weapon == "maul" else None


@pytest.mark.clause("SH-AL-02")
@pytest.mark.parametrize("route", [ends, ends_face_by_face])
def test_how_many_mauls_are_left_by_two_routes(route: Callable[..., Distribution]) -> None:
    """SH-WP-04.

    One attack each: the foe kills with 1/4 at step 4, and then one maul is left, whoever falls at step 3.
    """
    own = U("own", 0, [(changed(THREE_SPEEDS, A=1, Sv=7), 4)])
    made = battle(own, U("foe", 1, [(changed(TWICE, T=8), 1)]), pairs=[(0, 1)], frontage=1)
    found = route(made, (fight_to_the_end, 0, 1), policy=keeping_mauls, until=work_out.key, notice=mauls)
    assert sum(share for (_, told), share in found.items() if told == (1,)) == Fraction(1, 4)
    assert sum(share for (_, told), share in found.items() if told == (2,)) == Fraction(3, 4)
