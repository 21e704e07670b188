"""WW-RS-01, WW-R-01 to WW-R-04: scores to hit, to wound and to save, and losses that suppress or break a unit."""

import pytest

from pilein.kernel.numbers import set_to
from pilein.kernel.rulings import Reading
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.events import Suppressed
from pilein.rulesets.wwpd.losing import score_to_hit, score_to_save, score_to_wound, settled
from pilein.rulesets.wwpd.profile import Weapon
from pilein.rulesets.wwpd.vocabulary import NUMBERS, RULINGS
from tests.rulesets.fielding import told
from tests.rulesets.wwpd.builder import man
from tests.rulesets.wwpd.fights import fought, lines


def table(**rulings):
    readings = {key: Reading() for key in RULINGS} | set_to(NUMBERS, {})
    return Table(readings | {key.replace("_", "-"): Reading(option) for key, option in rulings.items()})


def test_the_score_to_hit_is_4_for_equal_skills_and_changes_by_one_for_each_point_of_difference():
    expected = {-4: 7, -3: 7, -2: 6, -1: 5, 0: 4, 1: 3, 2: 2, 3: 1, 4: 1}
    assert {ahead: score_to_hit(table(), 5 + ahead, 5) for ahead in expected} == expected


def test_a_ruling_may_take_scores_to_hit_from_a_chart_or_fix_them_at_4():
    ws = table(WW_R_01="wh40k-ws")
    assert [score_to_hit(ws, own, other) for own, other in ((4, 3), (3, 3), (3, 6), (3, 7))] == [3, 4, 4, 5]
    assert score_to_hit(table(WW_R_01="flat-4"), 1, 9) == 4


@pytest.mark.clause("WW-RS-04")
@pytest.mark.parametrize(
    ("levels", "weapon", "score"),
    [
        ((0, 0), (0, 0), 2),
        ((1, 0), (0, 0), 3),
        ((1, 2), (0, 0), 5),
        ((1, 0), (1, 0), 2),
        ((1, 2), (1, 0), 4),
        ((1, 0), (2, 1), 2),
        ((1, 2), (2, 1), 3),
        ((3, 4), (0, 0), 7),
    ],
)
def test_by_default_the_score_to_wound_depends_on_the_toughness_and_armour_of_the_target_and_on_the_weapon(
    levels, weapon, score
):
    target = man(toughness=levels[0], armor=levels[1])
    assert score_to_wound(table(), Weapon("any", *weapon), target) == score


def test_under_the_wh40k_wound_ruling_scores_to_wound_are_taken_from_a_chart():
    chart = table(WW_R_03="wh40k-wound", WW_R_02="automatic")
    scores = [score_to_wound(chart, Weapon("any"), man(toughness=one, armor=5)) for one in range(5)]
    assert scores == [4, 5, 6, 6, 8]
    assert score_to_wound(chart, Weapon("any", massive=4), man()) == 2


@pytest.mark.clause("WW-RS-05")
def test_the_score_to_save_is_5_minus_the_defense_of_the_target_plus_the_offense_of_the_weapon():
    assert score_to_save(table(), Weapon("any"), man()) == 5
    assert score_to_save(table(), Weapon("any"), man(melee_defense=1)) == 4
    assert score_to_save(table(), Weapon("any", melee_offense=3), man()) == 7


def test_rulings_may_replace_the_save_with_an_armour_save_or_remove_it():
    armour = table(WW_R_04="armour-save")
    assert score_to_save(armour, Weapon("any", ap=1), man(armor=4)) == 4
    assert score_to_save(armour, Weapon("any"), man()) == 8
    assert score_to_wound(armour, Weapon("any"), man(armor=4, toughness=1)) == 3
    assert score_to_save(table(WW_R_04="none"), Weapon("any"), man()) == 8


def test_a_score_beyond_the_faces_of_a_die_needs_two_rolls_unless_a_ruling_treats_it_differently():
    assert [settled(table(), need) for need in (-2, 1, 2, 6, 7, 9)] == [1, 1, 2, 6, 7, 7]
    assert [settled(table(WW_R_02="automatic"), need) for need in (1, 7)] == [0, 8]
    assert [settled(table(WW_R_02="clamped"), need) for need in (0, 8)] == [2, 6]


def test_a_unit_is_suppressed_if_it_takes_as_many_wounds_as_it_has_models():
    after, script = fought(lines(2, 2), [4, 4, 2, 2, 5, 5])
    assert told(script, Suppressed) == [Suppressed(unit="blues", clause="WW-EN-02")]
    assert after.status(1).suppressed
    assert not fought(lines(2, 2), [4, 4, 2, 1, 5])[0].status(1).suppressed


@pytest.mark.parametrize(("reading", "flag"), [("half-models", "suppressed"), ("any-wound", "wounded")])
def test_rulings_may_suppress_a_unit_after_fewer_wounds_than_it_has_models(reading, flag):
    after, _ = fought(lines(2, 2, rulings={"WW-R-08": reading}), [4, 4, 2, 1, 5])
    assert getattr(after.status(1), flag)


def test_under_the_firefight_only_ruling_wounds_in_a_melee_do_not_suppress_a_unit():
    after, _ = fought(lines(2, 2, rulings={"WW-R-08": "firefight-only"}), [4, 4, 2, 2, 5, 5])
    assert not after.status(1).suppressed


def test_a_unit_below_half_its_starting_strength_is_eligible_to_break():
    dice = [4, 4, 4, 2, 2, 2, 4, 4]
    after, _ = fought(lines(3, 3), [*dice, 6])
    assert after.status(1).may_break
    after, _ = fought(lines(3, 3), [*dice[:6], 4, 6, 6])
    assert not after.status(1).may_break
