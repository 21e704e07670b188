"""SH-MO, SH-MU-07: losing units test whether they hold."""

from fractions import Fraction

import pytest

from pilein.dice import chance
from pilein.engine.script import Script
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import Broke, Held
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.result.morale import check, check_losers, morale_test
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, HAND_WEAPON, IMP, OGRE, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, PRESSED, foe, own, press

ONE_BLOW = "own strikes foe: 1 at 4+ and 4+"


def odds(distribution, outcome):
    return chance(distribution, lambda shown: shown == outcome)


def fought(*units, pairs=((0, 1),), rulings=None, active=0):
    made = battle(*units, pairs=pairs, rulings=rulings, active=active)
    return made.beginning(fight_of(tuple(range(len(units))), met=tuple(pairs)))


def duel(loser=GUARD, winner=REAVER, rulings=None):
    return fought(U("guards", 0, [(loser, 3)]), U("reavers", 1, [(winner, 3)]), rulings=rulings)


def penalised(leader, margin, reading="default"):
    made = duel(rulings={"SH-R-65": reading})
    return morale_test(Table(made.setup.readings), leader, margin)


def checked(made, margin, dice, answers=(), unit=0):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, check, unit, margin)
    script.assert_used_up()
    return after, script


@pytest.mark.clause("SH-MO-01", "SH-MO-03")
def test_a_unit_that_passes_its_morale_check_stays():
    after, script = checked(duel(), 2, [3, 3])
    assert script.events == [Held(unit="guards", margin=2, clause="SH-MO-03")]
    assert not after.status(0).falling_back
    assert after.fight.aftermath.broken == ()


@pytest.mark.clause("SH-MO-01", "SH-MO-02", "SH-MO-04")
def test_a_unit_that_fails_its_morale_check_leaves_the_fight_and_falls_back():
    after, script = checked(duel(), 2, [3, 4])
    assert script.events == [Broke(unit="guards", margin=2, clause="SH-MO-04")]
    assert after.status(0).falling_back
    assert after.fight.aftermath.broken == (0,)


@pytest.mark.clause("SH-MO-02")
def test_the_margin_of_defeat_is_subtracted_from_leadership():
    assert penalised(8, 3).need == 5
    # Ld 8 lost by 3: ten of 36 throws show 5 or less
    assert odds(penalised(8, 3).weights(), True) == Fraction(10, 36)


@pytest.mark.clause("SH-MO-05")
def test_a_natural_double_1_always_passes_a_morale_check():
    assert isinstance(checked(duel(), 7, [1, 1])[1].events[0], Held)
    assert isinstance(checked(duel(), 7, [1, 2])[1].events[0], Broke)
    assert odds(penalised(8, 7).weights(), True) == Fraction(1, 36)


def test_under_the_on_dice_ruling_the_margin_of_defeat_is_added_to_the_dice_and_a_double_1_may_fail():
    assert odds(penalised(8, 3, "on-dice").weights(), True) == Fraction(10, 36)
    assert odds(penalised(8, 7, "on-dice").weights(), True) == 0
    assert isinstance(checked(duel(rulings={"SH-R-65": "on-dice"}), 7, [1, 1])[1].events[0], Broke)


def test_under_the_off_dice_ruling_the_margin_of_defeat_lowers_the_roll_and_helps_the_loser():
    assert odds(penalised(8, 3, "off-dice").weights(), True) == Fraction(35, 36)
    assert isinstance(checked(duel(rulings={"SH-R-65": "off-dice"}), 3, [5, 6])[1].events[0], Held)


def test_the_best_leadership_of_a_unit_counts_in_its_morale_check_unless_a_ruling_uses_the_majority():
    units = U("mixed", 0, [(GUARD, 1), (REAVER, 2)]), U("foe", 1, [(REAVER, 1)])
    assert isinstance(checked(fought(*units), 1, [3, 4])[1].events[0], Held)
    assert isinstance(checked(fought(*units, rulings={"SH-R-67": "majority"}), 1, [3, 4])[1].events[0], Broke)


@pytest.mark.clause("SH-MO-06")
def test_a_unit_that_cannot_hurt_its_enemy_may_fail_its_morale_check_on_purpose():
    after, script = checked(duel(IMP, OGRE), 1, [], [True])
    assert script.events == [Broke(unit="guards", margin=1, by_choice=True, clause="SH-MO-04")]
    assert after.fight.aftermath.broken == (0,)
    assert script.asked[0].side == 0
    assert isinstance(checked(duel(IMP, OGRE), 1, [1, 2], [False])[1].events[0], Held)


@pytest.mark.clause("SH-MO-06")
def test_a_unit_that_can_hurt_its_enemy_must_roll_for_its_morale_check():
    assert checked(duel(), 1, [1, 2])[1].answers == []
    checked(duel(IMP, OGRE), 1, [1, 2], [False])
    strong = changed(HAND_WEAPON, S=2)
    assert checked(duel(changed(IMP, weapons=(strong,)), OGRE), 1, [1, 2])[1].answers == []
    rending = changed(IMP, rules=("Rending",))
    assert checked(duel(rending, OGRE), 1, [1, 2])[1].answers == []


def test_a_unit_unable_to_strike_cannot_hurt_any_enemy():
    checked(duel(changed(GUARD, WS=0)), 1, [1, 2], [False])


def test_under_the_six_wounds_ruling_every_enemy_can_be_hurt():
    assert checked(duel(IMP, OGRE, {"SH-R-53": "six-wounds"}), 1, [1, 2])[1].answers == []


def test_a_unit_that_can_hurt_only_some_enemies_may_fail_a_check_on_purpose_only_under_the_one_suffices_ruling():
    units = U("imps", 0, [(IMP, 3)]), U("ogres", 1, [(OGRE, 1)]), U("guards", 1, [(GUARD, 1)])
    pairs = ((0, 1), (0, 2))
    checked(fought(*units, pairs=pairs), 1, [1, 2])
    checked(fought(*units, pairs=pairs, rulings={"SH-R-68": "one-suffices"}), 1, [1, 2], [False])


@pytest.mark.clause("SH-MU-07")
def test_all_units_of_the_losing_side_check_morale_with_the_same_penalty_in_the_chosen_order():
    units = U("a", 1, [(GUARD, 3)]), U("b", 1, [(GUARD, 3)]), U("foe", 0, [(REAVER, 3)])
    made = fought(*units, pairs=((0, 2), (1, 2)))
    script = Script(RULESET, dice=[3, 4, 3, 3], answers=[(1, 0)])
    after = script.begin(made, check_losers, 1, 2)
    script.assert_used_up()
    assert [type(event) for event in script.events] == [Broke, Held]
    assert after.fight.aftermath.broken == (1,)
    assert script.asked[0].side == 0


@pytest.mark.parametrize(
    ("leader", "row"),
    [(5, (6, 3, 1, 1, 1, 1)), (7, (15, 10, 6, 3, 1, 1)), (8, (21, 15, 10, 6, 3, 1)), (10, (30, 26, 21, 15, 10, 6))],
)
def test_the_odds_of_a_morale_check_match_figure_f_05(leader, row):
    """Figure F-05 gives the odds in 36ths."""
    found = tuple(odds(penalised(leader, margin).weights(), True) * 36 for margin in range(1, 7))
    assert found == row


def test_a_stubborn_unit_takes_its_morale_check_without_the_penalty():
    stubborn = changed(GUARD, rules=("Stubborn",))
    assert isinstance(checked(duel(stubborn), 7, [4, 4])[1].events[0], Held)
    assert isinstance(checked(duel(stubborn), 7, [4, 5])[1].events[0], Broke)


LOGS: dict[str, Case] = {
    "SH-MO-05 a double 1 holds whatever the margin": Case(
        press(own(A=10), foe(12)),
        ("step 4", "own strikes foe: 10 at 4+ and 4+", "foe loses 9", "red wins by 9", "foe holds"),
        [6] * 9 + [1] + [6] * 9 + [1, 1],
    ),
    "SH-MO-06 who never strikes hurts nobody": Case(
        battle(U("own", 0, [(BARE, 1)]), U("foe", 1, [(changed(BARE, I=0), 2)]), pairs=PRESSED),
        ("step 4", ONE_BLOW, "foe loses 1", "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 6, 1],
        [True],
    ),
}


@pytest.mark.clause("SH-MO-05", "SH-MO-06")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_morale_check(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
