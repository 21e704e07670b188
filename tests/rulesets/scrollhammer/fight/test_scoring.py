"""SH-CR-01, SH-CR-02, SH-CR-10 to SH-CR-13: the Wounds that count in the combat score of each side."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.scoring import EFFECT, GROUND, scored, wounds_really_lost
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, U, battle, fight_of

GUARDS, OGRES = 0, 1


def lines(*, active=0, rulings=None, on_table=False):
    """Return a battle of three Guards of side 0 (models 0 to 2) against two Ogres with three Wounds each (models 3 and
    4).
    """
    at = ([], []) if not on_table else (row(10, 10, 3), row(10, 11, 2))
    units = U("guards", 0, [(GUARD, 3)], at=at[0]), U("ogres", 1, [(OGRE, 2)], at=at[1])
    made = battle(*units, pairs=None if on_table else [(0, 1)], active=active, rulings=rulings)
    return made.beginning(fight_of((0, 1), met=((0, 1),)))


def lead(made, unit, by, hurt=None, cause="blows"):
    """Return the lead of the active side after models of the unit have lost the given number of Wounds in a step."""
    table = Table(made.setup.readings)
    lost = wounds_really_lost(made, table, tuple((hurt or {}).items()))
    return scored(made, table, unit, by, lost, cause).fight.lead


@pytest.mark.clause("SH-CR-01")
def test_each_side_scores_the_wounds_it_inflicts_on_the_enemy():
    assert lead(lines(), OGRES, GUARDS, {3: 2}) == 2
    assert lead(lines(), GUARDS, OGRES, {0: 1, 1: 1}) == -2
    assert lead(lines(active=1), GUARDS, OGRES, {0: 1, 1: 1}) == 2


@pytest.mark.clause("SH-CR-02")
def test_wounds_from_special_effects_are_scored_like_wounds_from_attacks():
    assert lead(lines(), OGRES, GUARDS, {3: 1}, cause=EFFECT) == 1


def test_under_the_pile_in_terrain_ruling_wounds_from_dangerous_ground_during_a_pile_in_are_scored():
    assert lead(lines(), OGRES, OGRES, {3: 1}, cause=GROUND) == 0
    assert lead(lines(rulings={"SH-R-60": "pile-in-terrain"}), OGRES, OGRES, {3: 1}, cause=GROUND) == 1


@pytest.mark.clause("SH-CR-10")
def test_only_unsaved_wounds_are_scored():
    assert lead(lines(), OGRES, GUARDS) == 0
    assert lead(lines(), OGRES, GUARDS, {3: 1}) == 1


@pytest.mark.clause("SH-CR-11")
def test_no_more_wounds_are_scored_for_a_slain_model_than_it_had_left():
    for on_table in (False, True):
        hurt = lines(on_table=on_table)
        hurt = hurt.on(hurt.field.after({3: 1}, frozenset()))
        assert lead(hurt, OGRES, GUARDS, {3: 2}) == 2
        assert lead(hurt, OGRES, GUARDS, {3: 5}) == 2


@pytest.mark.clause("SH-CR-12")
def test_all_wounds_of_a_model_slain_outright_are_scored():
    for on_table in (False, True):
        assert lead(lines(on_table=on_table), OGRES, GUARDS, {3: 3}) == 3


@pytest.mark.clause("SH-CR-13")
def test_wounds_a_side_inflicts_on_itself_are_scored_by_the_enemy():
    assert lead(lines(), OGRES, OGRES, {3: 1}) == 1
    assert lead(lines(), GUARDS, GUARDS, {0: 1}) == -1


def test_no_wounds_are_scored_outside_a_fight():
    made = lines()
    idle = made.beginning(None)
    assert scored(idle, Table(made.setup.readings), OGRES, GUARDS, 2) == idle
