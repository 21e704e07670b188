"""SH-SA, SH-MU-08 to SH-MU-10: victors sweep broken units."""

from fractions import Fraction
from typing import Any

import pytest

from pilein.dice import chance
from pilein.engine.script import Script
from pilein.rulesets.scrollhammer.charge_events import Slain
from pilein.rulesets.scrollhammer.combat_events import Caught, GotAway
from pilein.rulesets.scrollhammer.fight.sub_phase import fight_sub_phase
from pilein.rulesets.scrollhammer.result.sweep import AWAY, BEATEN, EQUALLED, NO_DIE, NO_SWEEP, Pursuit, is_free, sweep
from pilein.rulesets.scrollhammer.ruleset import RULESET
from tests.rulesets.scrollhammer.builder import GUARD, IMP, REAVER, U, battle, changed, fight_of
from tests.rulesets.scrollhammer.charging import guards, reavers
from tests.rulesets.scrollhammer.logs import Case, log_of
from tests.rulesets.scrollhammer.press import BARE, IDLE, foe, own, press

LOST = ("step 4", "own strikes foe: 3 at 4+ and 4+", "foe loses 1")

SLOW = changed(REAVER, I=0)


def odds(distribution, outcome):
    return chance(distribution, lambda shown: shown == outcome)


def fought(winners, losers, pairs, broken, rulings=None):
    """Return a combat in which the winners belong to side 0 and are numbered first. `pairs` lists the numbers of units
    in contact.
    """
    units = [U(f"w{n}", 0, kinds) for n, kinds in enumerate(winners)]
    units += [U(f"l{n}", 1, kinds) for n, kinds in enumerate(losers)]
    made = battle(*units, pairs=pairs, rulings=rulings)
    made = made.beginning(fight_of(tuple(range(len(units))), met=tuple(pairs), broken=tuple(broken)))
    for unit in broken:
        made = made.having(unit, falling_back=True)
    return made


def duel(winner=GUARD, loser=REAVER, rulings=None):
    return fought([[(winner, 3)]], [[(loser, 3)]], [(0, 1)], [1], rulings)


def swept(made, dice, answers=()):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, sweep, 0)
    script.assert_used_up()
    return after, script


def fates(script):
    return [
        (event.unit, event.fate if isinstance(event, Caught) else "away")
        for event in script.events
        if isinstance(event, Caught | GotAway)
    ]


@pytest.mark.clause("SH-SA-01", "SH-SA-02", "SH-SA-04", "SH-SA-05", "SH-SA-06")
def test_a_broken_unit_with_the_lower_sweep_total_is_destroyed_at_once():
    after, script = swept(duel(), [3, 3])  # 3 + 3 against 3 + 4
    assert script.events == [
        Caught(unit="l0", fate="destroyed", clause="SH-SA-06"),
        Slain(unit="l0", count=3, models=(3, 4, 5), cause="sweeping advance", clause="SH-SA-06"),
    ]
    assert after.living(1) == 0


@pytest.mark.clause("SH-SA-04", "SH-MU-09")
def test_a_broken_unit_is_destroyed_even_if_the_sweep_totals_are_equal():
    after, script = swept(duel(), [4, 3])  # 4 + 3 against 3 + 4
    assert fates(script) == [("l0", "destroyed")]
    assert after.living(1) == 0


@pytest.mark.clause("SH-SA-07")
def test_a_broken_unit_with_the_higher_sweep_total_escapes():
    after, script = swept(duel(), [5, 3])
    assert script.events == [GotAway(unit="l0", pursued=True, clause="SH-SA-07")]
    assert after.living(1) == 3
    assert after.fight.aftermath.broken == (1,)


def test_under_the_equal_stays_ruling_a_broken_unit_with_an_equal_sweep_total_stays_locked():
    rulings = {"SH-R-70": "equal-stays"}
    after, script = swept(duel(rulings=rulings), [4, 3])
    assert fates(script) == [("l0", "it stays locked")]
    assert after.living(1) == 3
    assert after.fight.aftermath.broken == ()
    assert not after.status(1).falling_back
    assert fates(swept(duel(rulings=rulings), [3, 3])[1]) == [("l0", "destroyed")]


def test_no_sweep_is_rolled_if_no_unit_broke():
    made = fought([[(GUARD, 3)]], [[(REAVER, 3)]], [(0, 1)], [])
    assert swept(made, [])[1].events == []


@pytest.mark.clause("SH-SA-03")
def test_the_highest_initiative_of_a_unit_counts_in_the_sweep():
    mixed = [(changed(REAVER, I=2), 2), (changed(REAVER, I=5), 1)]
    made = fought([[(GUARD, 3)]], [mixed], [(0, 1)], [1])
    assert fates(swept(made, [3, 3])[1]) == [("l0", "away")]  # 3 + 5 against 3 + 4
    majority = fought([[(GUARD, 3)]], [mixed], [(0, 1)], [1], {"SH-R-72": "majority"})
    assert fates(swept(majority, [3, 3])[1]) == [("l0", "destroyed")]


def test_under_the_optional_ruling_victors_may_decline_to_sweep():
    optional = {"SH-R-71": "optional"}
    assert fates(swept(duel(rulings=optional), [], [()])[1]) == [("l0", "away")]
    assert fates(swept(duel(rulings=optional), [3, 3], [(0,)])[1]) == [("l0", "destroyed")]


@pytest.mark.clause("SH-SA-10", "SH-SA-11", "SH-MU-10")
def test_a_winner_locked_with_a_standing_enemy_may_not_sweep():
    made = fought([[(GUARD, 3)]], [[(REAVER, 3)], [(REAVER, 3)]], [(0, 1), (0, 2)], [1])
    assert swept(made, [])[1].events == [GotAway(unit="l0", pursued=False, clause="SH-SA-11")]


@pytest.mark.clause("SH-MU-10")
def test_a_winner_is_free_to_sweep_if_all_its_enemies_have_fallen_back_or_been_wiped_out():
    made = fought([[(GUARD, 3)]], [[(REAVER, 3)], [(REAVER, 3)]], [(0, 1), (0, 2)], [1])
    assert fates(swept(made, [])[1]) == [("l0", "away")]
    made = made.on(made.field.without(frozenset(made.field.models(2))))
    assert fates(swept(made, [3, 3])[1]) == [("l0", "destroyed")]


def test_under_the_before_checks_ruling_a_winner_with_two_enemies_is_not_free_to_sweep():
    pairs, losers = [(0, 1), (0, 2)], [[(REAVER, 3)], [(REAVER, 3)]]
    made = fought([[(GUARD, 3)]], losers, pairs, [1, 2], {"SH-R-76": "before-checks"})
    assert fates(swept(made, [])[1]) == [("l0", "away"), ("l1", "away")]
    single = fought([[(GUARD, 3)]], losers[:1], pairs[:1], [1], {"SH-R-76": "before-checks"})
    assert fates(swept(single, [3, 3])[1]) == [("l0", "destroyed")]


@pytest.mark.clause("SH-SA-12", "SH-SA-11")
def test_one_model_that_may_not_sweep_keeps_its_unit_from_sweeping():
    held = [(GUARD, 3), (changed(GUARD, rules=(NO_SWEEP,)), 1)]
    made = fought([held], [[(REAVER, 3)]], [(0, 1)], [1])
    assert swept(made, [])[1].events == [GotAway(unit="l0", pursued=False, clause="SH-SA-11")]


def test_a_winner_may_sweep_even_if_its_friend_may_not():
    held = [(changed(GUARD, rules=(NO_SWEEP,)), 1)]
    made = fought([held, [(GUARD, 1)]], [[(REAVER, 3)]], [(0, 2), (1, 2)], [2])
    assert fates(swept(made, [3, 3])[1]) == [("l0", "destroyed")]


def test_a_unit_without_initiative_neither_sweeps_nor_escapes():
    assert fates(swept(duel(winner=SLOW), [])[1]) == [("l0", "away")]
    assert fates(swept(duel(loser=SLOW), [1])[1]) == [("l0", "destroyed")]


@pytest.mark.clause("SH-MU-08", "SH-MU-09")
def test_a_winner_compares_one_sweep_roll_with_the_roll_of_every_broken_unit_it_was_engaged_with():
    made = fought([[(GUARD, 3)]], [[(REAVER, 3)], [(REAVER, 3)]], [(0, 1), (0, 2)], [1, 2])
    script = swept(made, [6, 2, 3])[1]  # 9 and 5 against 7
    assert fates(script) == [("l0", "away"), ("l1", "destroyed")]
    script = swept(made, [2, 2, 1])[1]  # 5 and 5 against 5
    assert fates(script) == [("l0", "destroyed"), ("l1", "destroyed")]


def test_a_broken_unit_is_destroyed_if_any_one_of_several_winners_catches_it():
    made = fought([[(GUARD, 1)], [(GUARD, 1)]], [[(REAVER, 3)]], [(0, 2), (1, 2)], [2])
    assert fates(swept(made, [5, 1, 4])[1]) == [("l0", "destroyed")]  # 8 against 5 and 8


def test_a_winner_sweeps_only_broken_enemies_it_was_engaged_with():
    made = fought([[(GUARD, 1)], [(GUARD, 1)]], [[(REAVER, 1)], [(REAVER, 1)]], [(0, 2), (1, 3)], [2])
    assert fates(swept(made, [6, 1])[1]) == [("l0", "away")]


@pytest.mark.clause("SH-MU-08")
def test_in_two_separate_pairs_each_winner_compares_its_sweep_roll_only_with_that_of_its_own_enemy():
    made = fought([[(GUARD, 1)], [(GUARD, 1)]], [[(REAVER, 1)], [(REAVER, 1)]], [(0, 2), (1, 3)], [2, 3])
    script = swept(made, [5, 5, 1, 6])[1]  # 8 and 8 against 5 and 10
    assert fates(script) == [("l0", "away"), ("l1", "destroyed")]


def test_under_the_fresh_dice_ruling_every_pair_of_units_rolls_separately_in_a_sweep():
    rulings = {"SH-R-75": "fresh-dice"}
    made = fought([[(GUARD, 1)], [(GUARD, 1)]], [[(REAVER, 3)]], [(0, 2), (1, 2)], [2], rulings)
    assert fates(swept(made, [6, 1, 5, 3])[1]) == [("l0", "away")]  # 9 v 5, 8 v 7


def test_the_odds_of_a_sweep_agree_with_a_count_of_all_possible_dice_results():
    # I3 against I4: the chaser is ahead in 21, level in 5, behind in 10 of 36 throws
    distribution = Pursuit((3,), (4,), ((0, 0),)).weights()
    assert [odds(distribution, (outcome,)) for outcome in (AWAY, EQUALLED, BEATEN)] == [
        Fraction(10, 36),
        Fraction(5, 36),
        Fraction(21, 36),
    ]
    assert Pursuit((NO_DIE,), (4,), ((0, 0),)).weights() == (((BEATEN,), 1),)


def test_fleeing_units_escape_less_often_under_the_fresh_dice_ruling_than_with_shared_dice():
    # away from both with one die each: 36 of 216 for I3 from I4 twice; with fresh dice (10/36) squared
    shared = Pursuit((3,), (4, 4), ((0, 0), (0, 1)))
    fresh = Pursuit((3,), (4, 4), ((0, 0), (0, 1)), fresh=True)
    assert odds(shared.weights(), (AWAY,)) == Fraction(0 + 0 + 1 + 4 + 9 + 16, 216)
    assert odds(fresh.weights(), (AWAY,)) == Fraction(10, 36) ** 2


def test_under_the_before_checks_ruling_a_winner_is_free_to_sweep_if_its_locked_enemies_have_died() -> None:
    """SH-SA-10, SH-R-76 `before-checks`: the winner reached the broken unit only through a friend, and every enemy it
    touched has fallen.
    """
    units: list[Any] = [guards([(10, 10)]), guards([(11, 10)], name="friends"), reavers([(11.5, 11)], IMP)]
    made = battle(*units, rulings={"SH-R-76": "before-checks"})
    made = made.beginning(fight_of((0, 1, 2), broken=(2,), reached=((0, 2), (1, 2)), met=((1, 2),)))
    assert is_free(made, made.preview_table(), 0)


@pytest.mark.clause("SH-SA-02")
@pytest.mark.parametrize(
    ("slow", "dice", "fate"), [(3, [1, 3], "foe destroyed"), (3, [3, 1], "foe gets away"), (4, [3], "foe destroyed")]
)
def test_a_fleeing_unit_rolls_a_die_in_the_sweep_unless_none_of_its_models_has_initiative(
    slow: int, dice: list[int], fate: str
) -> None:
    """SH-R-72 `majority`: most models have no Initiative, so nothing is added to the die. SH-R-75: if no model has any,
    no die is rolled.
    """
    foes = [(changed(IDLE, I=0), slow), (changed(IDLE, I=5), 4 - slow)]
    units = U("own", 0, [(changed(BARE, I=1), 1)]), U("foe", 1, [kind for kind in foes if kind[1]])
    made = battle(*units, pairs=[(0, 1)], rulings={"SH-R-72": "majority"})
    assert fate in log_of(Case(made, (), [6, 6, 6, 6, *dice], [(1,)] if slow < 4 else []), fight_sub_phase)


LOGS: dict[str, Case] = {
    "SH-SA-04 equal is caught": Case(
        press(own(3), foe(2)),
        (*LOST, "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 1, 1, 6, 6, 6, 3, 3],
    ),
    "SH-SA-05 beaten is destroyed": Case(
        press(own(3), foe(2)),
        (*LOST, "red wins by 1", "foe breaks", "foe destroyed", "foe loses 1"),
        [6, 1, 1, 6, 6, 6, 3, 4],
    ),
    "SH-SA-01 one better gets away": Case(
        press(own(3), foe(2)), (*LOST, "red wins by 1", "foe breaks", "foe gets away"), [6, 1, 1, 6, 6, 6, 3, 2]
    ),
    "SH-SA-11 the winner is held by another": Case(
        press(own(3), foe(2), foe(2, name="other")),
        (*LOST, "red wins by 1", "foe breaks", "other holds", "foe is not pursued"),
        [6, 1, 1, 6, 6, 6, 3, 3],
        [(3, 0)],
    ),
    "SH-MU-09 one die of the winner against that of each": Case(
        press(own(3), foe(3), foe(3, name="other")),
        (*LOST, "red wins by 1", "foe breaks", "other breaks", "foe destroyed", "foe loses 2", "other gets away"),
        [6, 1, 1, 6, 6, 6, 6, 6, 3, 4, 3],
        [(3, 0)],
    ),
}


@pytest.mark.clause("SH-MU-09", "SH-SA-01", "SH-SA-04", "SH-SA-05", "SH-SA-11")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_sweep(name: str) -> None:
    assert log_of(LOGS[name], fight_sub_phase) == LOGS[name].told
