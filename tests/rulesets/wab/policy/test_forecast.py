"""The policy's forecast of a round equals the average result of the clauses."""

from fractions import Fraction
from typing import Any

import pytest

from pilein.rulesets.wab.fight.striking import strike
from pilein.rulesets.wab.policy.forecast import in_contact, lead_of_charge, wounds
from pilein.rulesets.wab.policy.previews import preview_table
from pilein.rulesets.wab.profile import Mount
from pilein.rulesets.wab.state import Fight
from tests.enumeration import ends, mean, spread
from tests.rulesets.wab.builder import LEGIONARY, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, lacking, line


@pytest.mark.parametrize(
    ("own", "foe"),
    [
        (LEGIONARY, WARRIOR),
        (changed(WARRIOR, hates=("blue",)), LEGIONARY),
        (changed(RIDER, S=5, rules=("Frenzy",)), changed(LEGIONARY, T=4)),
    ],
)
def test_the_policy_forecasts_the_mean_number_of_wounds_over_all_dice_rolls(own: Any, foe: Any) -> None:
    state = facing(line(own, 3), line(foe, 12)).changed(fight=Fight((0, 1)))
    distribution = spread(ends(state, (strike, 0, 0, 1, 0, 3)), lambda after: 12 - after.living(1))
    assert abs(wounds(state, preview_table(state), 0, 1, 3) - float(mean(distribution))) < 1e-9


def test_the_forecast_of_the_policy_includes_the_attacks_of_mounts() -> None:
    horse = Mount("horse", 3, 3, 2, 1)
    state = facing(line(changed(RIDER, mount=horse), 2), line(WARRIOR, 12))
    plain = facing(line(RIDER, 2), line(WARRIOR, 12))
    assert wounds(state, preview_table(state), 0, 1, 2) == 2 * wounds(plain, preview_table(plain), 0, 1, 2)


def test_the_forecast_of_the_policy_never_counts_more_models_slain_than_there_are() -> None:
    state = facing(line(changed(WARRIOR, A=9, WS=9, S=9), 9), line(WARRIOR, 1))
    assert wounds(state, preview_table(state), 0, 1, 9) == 1


def test_the_forecast_of_the_policy_counts_only_as_many_models_in_contact_as_have_room() -> None:
    wide = facing(line(WARRIOR, 20, files=10), line(WARRIOR, 4))
    assert in_contact(wide, 0, "front", 1, "front") == 5  # four opposite, and a corner
    assert in_contact(wide, 1, "front", 0, "front") == 4
    assert in_contact(wide, 1, "front", 0, "flank") == 3  # two ranks, and a corner


def test_the_policy_forecasts_the_lead_as_the_difference_in_wounds_plus_the_bonuses() -> None:
    """Six models with WS 4 fight six models with WS 3. The survivors strike back, hitting and wounding on 4+ against a
    save of 3+. Close order and Momentum add two points.
    """
    red = U("red", 0, ((LEGIONARY, 6),), block=(24, 16, 0, 6), formation="close")
    state = battle(red, U("blue", 1, ((WARRIOR, 6),), block=(24, 22, 180, 6)))
    dealt = Fraction(6) * Fraction(2, 3) * Fraction(1, 2) * Fraction(5, 6)
    taken = (6 - dealt) * Fraction(1, 2) * Fraction(1, 2) * Fraction(1, 3)
    assert abs(lead_of_charge(state, (0,), 1) - float(dealt - taken + 2)) < 1e-9


def test_the_forecast_of_the_policy_gives_no_bonus_for_a_sentence_that_is_switched_off() -> None:
    red = U("red", 0, ((LEGIONARY, 6),), block=(24, 16, 0, 6), formation="close")
    state = battle(red, U("blue", 1, ((WARRIOR, 6),), block=(24, 22, 180, 6)))
    no_close_order = lacking(state, "WAB-CR-02")
    assert lead_of_charge(no_close_order, (0,), 1) == pytest.approx(lead_of_charge(state, (0,), 1) - 1)


def test_the_policy_values_a_charge_into_the_flank_above_one_into_the_front() -> None:
    blue = U("blue", 1, ((WARRIOR, 20),), block=(24, 22, 180, 5))
    front = battle(U("red", 0, ((LEGIONARY, 6),), block=(24, 16, 0, 6)), blue)
    flank = battle(U("red", 0, ((LEGIONARY, 6),), block=(32, 23, 270, 6)), blue)
    assert lead_of_charge(flank, (0,), 1) > lead_of_charge(front, (0,), 1) + 0.5
