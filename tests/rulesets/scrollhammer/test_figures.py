"""Exact figures of the register as fractions, each obtained by playing every outcome of the clauses involved."""

from fractions import Fraction

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge.dangerous_ground import dangerous_test
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge_events import LeadershipTested, RangeRolled
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_to_the_end
from pilein.rulesets.scrollhammer.phase import close_combat_phase
from pilein.rulesets.scrollhammer.profile import NO_SAVE, Weapon
from pilein.rulesets.scrollhammer.result.result import work_out
from tests.enumeration import chance, ends, mean, noticed, spread
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import guards, rank, reavers
from tests.rulesets.scrollhammer.figures import LEADERSHIP, LOWEST_TWO, MORALE, OPEN, ROUGH, TEN_ATTACKS, UNHARMED

BOW = Weapon("bow", "bow", melee=False, range=24 * INCH, shots=1, shot_S=3)
HARMLESS = changed(GUARD, A=0, I=1)
RESULT = "work_out"


def charging_over(inches, kind="", own=GUARD, foe=REAVER):
    """Return a battle of a Guard against a Reaver at the given distance, with ground of the given kind between them."""
    ground = [(kind, [(5, 10.6), (20, 10.6), (20, 11), (5, 11)])] if kind else []
    return battle(guards([(10, 10)], own), reavers([(10, 11 + inches)], foe), grounds=ground)


def range_rolled(event):
    return event.inches if isinstance(event, RangeRolled) else None


@pytest.mark.parametrize(("kind", "expected"), [("", OPEN), ("difficult", ROUGH)])
def test_the_probability_of_reaching_an_enemy_matches_figure_f_01(kind, expected):
    """The charge is played from its declaration to the end of the Charge sub-phase, and the enemy holds."""
    for inches, reached in expected.items():
        distribution = ends(charging_over(inches, kind), charge_sub_phase)
        assert chance(distribution, lambda made: made.status(0).charged) == reached, inches


def test_the_distributions_of_the_charge_range_match_figure_f_01():
    ranges = {inches: share for (inches,), share in noticed(ends_of_range("")).items()}
    assert mean(ranges) == 7
    ranges = {inches: share for (inches,), share in noticed(ends_of_range("difficult")).items()}
    assert ranges == LOWEST_TWO
    assert mean(ranges) == Fraction(133, 24)


def ends_of_range(kind):
    return ends(charging_over(12, kind), charge_sub_phase, notice=range_rolled, until="judge_range")


def fighting(own, foe):
    """Return the odds of the states at the end of a combat of two units in the press. The combat is played as a whole
    up to its result.
    """
    made = battle(U("own", 0, [own]), U("foe", 1, [foe]), pairs=[(0, 1)])
    return ends(made, (fight_to_the_end, 0, 1), until=RESULT)


def test_the_wounds_from_one_attack_by_a_guard_on_a_guard_match_figure_f_03():
    """The probabilities of hitting, of wounding and of failing the save are 1/2 each."""
    wounds = spread(fighting((GUARD, 1), (changed(HARMLESS, W=3), 1)), lambda made: made.fight.lead)
    assert wounds == {0: Fraction(7, 8), 1: Fraction(1, 8)}


def test_the_wounds_from_ten_attacks_by_guards_on_guards_match_figure_f_03():
    distribution = fighting((GUARD, 10), (HARMLESS, 20))
    wounds = spread(distribution, lambda made: made.fight.lead)
    assert {count: wounds[count] for count in TEN_ATTACKS} == TEN_ATTACKS
    assert mean(wounds) == Fraction(5, 4)
    assert all(made.living(1) == 20 - made.fight.lead for made, _ in distribution)


def losing(leadership, margin, **rulings):
    """Return the probability that a unit holds after losing by the margin, played from the combat result onwards."""
    brave = changed(GUARD, Ld=leadership)
    made = battle(U("guards", 0, [(brave, 20)]), U("foe", 1, [(REAVER, 20)]), pairs=[(0, 1)], rulings=rulings)
    distribution = ends(made.beginning(fight_of((0, 1), lead=-margin, met=((0, 1),))), work_out, until="sweep")
    return chance(distribution, lambda after: not after.status(0).falling_back and not after.fight.aftermath.broken)


@pytest.mark.parametrize(("leadership", "margin"), MORALE)
def test_the_probability_of_holding_after_a_defeat_matches_figure_f_05(leadership, margin):
    assert losing(leadership, margin) == MORALE[leadership, margin]


@pytest.mark.parametrize(("leadership", "margin"), MORALE)
def test_under_the_on_dice_ruling_only_checks_that_need_less_than_2_differ_from_figure_f_05(leadership, margin):
    """SH-R-65 `on-dice`: a double 1 no longer passes automatically."""
    hopeless, expected = leadership - margin < 2, MORALE[leadership, margin]
    assert losing(leadership, margin, **{"SH-R-65": "on-dice"}) == (0 if hopeless else expected)
    assert not hopeless or expected == Fraction(1, 36)


@pytest.mark.parametrize(("models", "save"), UNHARMED)
def test_the_losses_in_dangerous_terrain_match_figure_f_07(models, save):
    crossing = changed(GUARD, Sv=4 if save else NO_SAVE)
    made = battle(guards([(5 + 2 * place, 10) for place in range(models)], crossing), reavers([(5, 20)]))
    tests = [(dangerous_test, model, 1, 0) for model in range(models)]
    lost = spread(ends(made, *tests), lambda after: models - after.living(0))
    assert lost[0] == UNHARMED[models, save]
    assert mean(lost) == Fraction(models, 12 if save else 6)


def standing_and_shooting(leadership):
    archers = changed(REAVER, BS=4, Ld=leadership, weapons=(BOW,))
    return battle(guards([(10, 10)]), rank(2, 10, 12.5, 180, archers))


def counter_attacking(leadership):
    return charging_over(2, "difficult", foe=changed(REAVER, Ld=leadership))


def regrouping(leadership):
    return charging_over(2, foe=changed(REAVER, Ld=leadership)).having(1, falling_back=True)


def whether_passed(event):
    return event.passed if isinstance(event, LeadershipTested) else None


@pytest.mark.parametrize("made", [standing_and_shooting, counter_attacking, regrouping])
@pytest.mark.parametrize(("leadership", "expected"), LEADERSHIP.items())
def test_the_odds_of_an_unmodified_leadership_test_match_figure_f_09(made, leadership, expected):
    """Each test is played from the declaration of the charge, whose distance of 2 inches is always in range."""
    distribution = noticed(ends(made(leadership), charge_sub_phase, notice=whether_passed))
    assert distribution == {(True,): expected, (False,): 1 - expected}


def test_the_odds_of_five_against_five_equal_models_match_figure_f_11():
    distribution = fighting((GUARD, 5), (GUARD, 5))
    for unit in (0, 1):
        kills = spread(distribution, lambda made, unit=unit: 5 - made.living(unit))
        assert [kills[count] * 32768 for count in range(6)] == [16807, 12005, 3430, 490, 35, 1]
    assert chance(distribution, lambda made: made.fight.lead == 0) == Fraction(109650375, 268435456)
    assert chance(distribution, lambda made: made.fight.lead > 0) == Fraction(158785081, 536870912)
    assert chance(distribution, lambda made: made.fight.lead < 0) == Fraction(158785081, 536870912)


@pytest.mark.parametrize(("attempts", "expected"), [(False, Fraction(1, 6)), (True, Fraction(19, 72))])
def test_the_average_effect_of_a_counter_attack_on_the_score_matches_figure_f_13(attempts, expected):
    """The full phase is played up to the result. The Guard does not strike, and has two Wounds so that both attacks on
    it can score.
    """
    made = charging_over(2, "difficult", own=changed(GUARD, W=2, A=0))

    def policy(choice):
        return attempts if choice.clause == "SH-TE-03" else first(choice)

    distribution = ends(made, close_combat_phase, until=RESULT, policy=policy)
    assert mean(spread(distribution, lambda after: -after.fight.lead)) == expected
