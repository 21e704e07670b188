"""In a round of close combat, models attack in the order that the rules prescribe."""

import pytest

from pilein.rulesets.wab.fight.combat_phase import close_combat_phase, fight_combat
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import LEGIONARY, WARRIOR, U, battle, changed
from tests.rulesets.wab.fights import facing, fought, line

BEARER = changed(LEGIONARY, standard=True)
CHIEFTAIN = changed(WARRIOR, standard=True)
ROUND = [3, 5, 1, 6, 2, 4, 4, 6, 2, 5, 6, 3, 2, 4, 2, 6, 1, 5, 3, 2, 2, 2]


def in_lines(charge="charged", **more):
    """Return a battle in which 24 legionaries charge the front of 30 warriors in six files."""
    red = U("legionaries", 0, ((BEARER, 1), (LEGIONARY, 23)), block=(24, 16, 0, 6), formation="close")
    blue = U("warriors", 1, ((CHIEFTAIN, 1), (WARRIOR, 29)), block=(24, 16, 180, 6))
    return battle(red, blue, **more).having(0, charge=charge)


def in_the_press():
    red = U(
        "legionaries", 0, ((BEARER, 1), (LEGIONARY, 23)), formation="close", files=6, status=Status(charge="charged")
    )
    blue = U("warriors", 1, ((CHIEFTAIN, 1), (WARRIOR, 29)), files=6)
    return battle(red, blue, pairs=[(0, 1)])


@pytest.mark.example("WAB-EX-14")
@pytest.mark.clause("WAB-CC-15", "WAB-CC-01", "WAB-CC-02", "WAB-CC-04", "WAB-CC-07", "WAB-CC-08", "WAB-CC-09")
@pytest.mark.clause("WAB-CC-10", "WAB-CC-11", "WAB-CC-12", "WAB-CC-13", "WAB-CC-14", "WAB-CR-01", "WAB-CR-02")
@pytest.mark.clause("WAB-CR-03", "WAB-CR-04", "WAB-CR-07", "WAB-CR-10", "WAB-BR-01", "WAB-BR-02", "WAB-BR-03")
@pytest.mark.parametrize("made", [in_lines, in_the_press])
def test_in_example_ex14_the_chargers_strike_first_and_win_by_three(made) -> None:
    after = fought(made(), close_combat_phase, dice=ROUND)
    assert [after.living(unit) for unit in (0, 1)] == [23, 28]
    assert [after.status(unit).won for unit in (0, 1)] == [True, False]
    assert not after.status(1).fleeing
    assert after.status(0).fought == (1,)


@pytest.mark.clause("WAB-CC-04")
def test_slow_chargers_strike_before_quick_defenders() -> None:
    state = facing(line(WARRIOR, 1), line(changed(WARRIOR, I=5), 1)).having(0, charge="charged")
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [1, 0]


def test_standard_bearers_strike_with_their_unit_and_characters_strike_after_it() -> None:
    """WAB-R-95: bearers' dice are rolled with their unit's dice, and characters' dice afterwards."""
    lord = changed(WARRIOR, WS=10, type="character", general=True)
    kinds = ((lord, 1), (changed(WARRIOR, general=True), 1), (changed(WARRIOR, standard=True), 1), (WARRIOR, 3))
    red = U("red", 0, kinds, block=(24, 20, 0, 6))
    blue = U("blue", 1, ((changed(WARRIOR, A=0), 10),), block=(24, 20, 180, 10))
    state = battle(red, blue).having(0, charge="charged")
    # five that need a 4, then the lord, who needs a 3
    after = fought(state, fight_combat, 0, 1, dice=[3, 3, 3, 3, 3, 3, 4, 1])
    assert after.living(1) == 9


@pytest.mark.clause("WAB-CC-05")
def test_units_that_have_not_charged_strike_in_descending_order_of_initiative() -> None:
    quick = changed(WARRIOR, I=5)
    state = facing(line(WARRIOR, 1), line(quick, 1))
    # the quick one hits, wounds and kills before the other strikes
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [0, 1]
    assert after.status(1).won


@pytest.mark.clause("WAB-CC-06")
def test_at_equal_initiative_the_side_with_momentum_strikes_first() -> None:
    state = facing(line(WARRIOR, 1), line(WARRIOR, 1)).having(1, won=True)
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1])
    assert [after.living(unit) for unit in (0, 1)] == [0, 1]


@pytest.mark.parametrize(("dice", "left"), [([3, 3, 5, 2, 4, 4, 1], (1, 0)), ([1, 2, 4, 4, 1], (0, 1))])
def test_without_momentum_a_roll_decides_which_of_two_sides_with_equal_initiative_strikes_first(dice, left) -> None:
    """WAB-R-78: each side rolls a D6, and the side with the higher roll strikes first. Ties are rerolled."""
    after = fought(facing(line(WARRIOR, 1), line(WARRIOR, 1)), fight_combat, 0, 1, dice=dice)
    assert (after.living(0), after.living(1)) == left


def test_under_the_simultaneous_ruling_both_sides_strike_at_the_same_time() -> None:
    """WAB-R-78 `simultaneous`: losses are removed after both sides have struck."""
    state = facing(line(WARRIOR, 1), line(WARRIOR, 1), rulings={"WAB-R-78": "simultaneous"})
    after = fought(state, fight_combat, 0, 1, dice=[4, 4, 1, 4, 4, 1])
    assert (after.living(0), after.living(1)) == (0, 0)
