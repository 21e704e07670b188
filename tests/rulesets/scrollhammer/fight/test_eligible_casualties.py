"""SH-AL-02: models that may be removed as casualties, and their order."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from pilein.engine.script import Script
from pilein.kernel.events import Event
from pilein.kernel.requests import Answer, Choice, Split, first
from pilein.rulesets.scrollhammer.combat_events import Struck
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase, fight_to_the_end
from pilein.rulesets.scrollhammer.profile import Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.enumeration import Distribution, chance, ends, ends_face_by_face
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, U, battle, changed
from tests.rulesets.scrollhammer.charging import play, told
from tests.rulesets.scrollhammer.press import BARE, IDLE

AXE = Weapon("axe", "axe", I=-1)


@pytest.mark.clause("SH-AL-02")
def test_a_model_falls_before_the_rest_of_its_unit_if_it_touches_an_enemy_that_struck_in_this_step() -> None:
    """SH-R-54: one guard strikes with the sword, and the other will strike later with the axe. The enemy in front of
    the first guard takes the wound.
    """
    armed = changed(BARE, weapons=(HAND_WEAPON, AXE))
    foes = U("foe", 1, [(changed(IDLE, I=1), 2)], at=[(10, 11), (14, 11)])
    made = battle(U("own", 0, [(armed, 2)], at=[(10, 10), (14, 10)]), foes)
    answers = [False, (1, 0), (0, 1), False, first]
    after, script = play(made, [6, 6, 1, 1, 1], answers, fight_sub_phase)
    assert told(script, "Slain").models == (2,)
    assert after.living(1) == 1


MAUL = Weapon("maul", "maul", I=-2)
THREE_SPEEDS = changed(GUARD, A=2, weapons=(HAND_WEAPON, AXE, MAUL))
TWICE = changed(GUARD, A=2, Sv=7, weapons=(HAND_WEAPON, AXE))


@pytest.mark.clause("SH-AL-02")
def test_in_the_press_models_in_contact_fall_before_models_that_have_stepped_up_and_struck() -> None:
    """SH-WP-04: the model in front has kept its attacks for the maul and falls. Its replacement has made all its
    attacks with the axe.

    SH-R-54: models touching an enemy fall first, whatever attacks they have left, so only a newcomer can swing the
    maul.
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
    """Answer every question so that enemies make one attack with each weapon, models in front keep all their attacks
    for later, and replacements make all of theirs at once.
    """
    if not isinstance(choice, Split):
        return True
    if "of foe" in choice.words:
        return (1, 1)
    return (0, 0, choice.total) if len(choice.among) == THREE else (choice.total, 0)


@pytest.mark.clause("SH-AL-02")
def test_the_odds_of_a_kill_by_mauls_striking_in_a_later_step_match_a_calculation_by_hand() -> None:
    """SH-WP-04: the foe kills a model with probability 1/4 in step 4 and with probability 1/4 in step 3. Only mauls can
    wound the foe, and each maul attack does so with probability 1/2 x 5/6 = 5/12.

    If no model falls in step 4, two models make four maul attacks, which all fail with probability (7/12)^4. With
    probability 1/4, one model falls in step 4, and its replacement makes its two attacks in step 3. Only one model
    then has maul attacks left, and its two attacks both fail with probability (7/12)^2. It is the old model or, if
    the model in contact falls in step 3, a second replacement.
    """
    heavy = Weapon("maul", "maul", S=7, I=-2)
    own = U("own", 0, [(changed(THREE_SPEEDS, Sv=7, weapons=(HAND_WEAPON, AXE, heavy)), 4)])
    made = battle(own, U("foe", 1, [(changed(TWICE, T=8), 1)]), pairs=[(0, 1)], frontage=1)
    distribution = ends(made, (fight_to_the_end, 0, 1), policy=keeping_mauls, until=work_out.key)
    survives = Fraction(3, 4) * Fraction(7, 12) ** 4 + Fraction(1, 4) * Fraction(7, 12) ** 2
    assert chance(distribution, lambda after: after.living(1) == 1) == survives == Fraction(4753, 27648)


def mauls(event: Event) -> int | None:
    """Return the number of maul attacks in an event, or None if the event is of a different kind."""
    return event.attacks if isinstance(event, Struck) and event.weapon == "maul" else None


@pytest.mark.clause("SH-AL-02")
@pytest.mark.parametrize("route", [ends, ends_face_by_face])
def test_weights_and_enumeration_give_the_same_probabilities_for_the_number_of_mauls_left(
    route: Callable[..., Distribution],
) -> None:
    """SH-WP-04: every model makes one attack.

    With probability 1/4, the enemy kills a model in step 4, and then one maul is left, whichever model falls in step
    3.
    """
    own = U("own", 0, [(changed(THREE_SPEEDS, A=1, Sv=7), 4)])
    made = battle(own, U("foe", 1, [(changed(TWICE, T=8), 1)]), pairs=[(0, 1)], frontage=1)
    found = route(made, (fight_to_the_end, 0, 1), policy=keeping_mauls, until=work_out.key, notice=mauls)
    assert sum(share for (_, told), share in found.items() if told == (1,)) == Fraction(1, 4)
    assert sum(share for (_, told), share in found.items() if told == (2,)) == Fraction(3, 4)
