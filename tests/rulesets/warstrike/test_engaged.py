"""WS-EN: engaged and unengaged models."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.warstrike.engaged import engaged, engaged_with, unengaged
from pilein.rulesets.warstrike.events import Struck
from pilein.rulesets.warstrike.melee import melee_attacks
from tests.rulesets.fielding import ground, told
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, lines, play, table_of
from tests.rulesets.warstrike.fights import lines_at

MISS = [1]


@pytest.mark.clause("WS-EN-01", "WS-ME-01")
def test_models_touching_an_enemy_are_engaged_and_may_attack():
    made = lines_at([(10, 10), (11.5, 10)], [(10, 11)])
    _, script = play(made, melee_attacks, 0, dice=MISS, answers=[True])
    assert [event.attacks for event in told(script, Struck)] == [1]
    _, script = play(made, melee_attacks, 0, answers=[False])
    assert told(script, Struck) == []


@pytest.mark.clause("WS-EN-02")
def test_models_touching_no_enemy_are_unengaged():
    made = lines_at([(10, 10), (11.5, 10)], [(10, 11)])
    assert unengaged(made, table_of(made), 0) == (1,)


def test_without_the_sentence_on_contact_no_model_is_engaged_on_a_table_or_in_the_press():
    for made in (lines_at([(10, 10)], [(10, 11)]), lines(TROOPER, TROOPER)):
        assert engaged(made, table_of(made), 0) == {0: (1,)}
        assert engaged(made, table_of(made, "WS-EN-01"), 0) == {}
        assert engaged_with(made, table_of(made), 1, 0) == (1,)
        assert engaged_with(made, table_of(made, "WS-EN-01"), 1, 0) == ()


WALL = ground("obstacle", box(0, 10.5, 20, 11))


@pytest.mark.clause("WS-EN-03")
@pytest.mark.parametrize(("thick", "expected"), [(0.5, 1), (1.0, 1), (1.2, 0)])
def test_models_that_touch_opposite_sides_of_a_wall_are_engaged_if_they_are_within_an_inch_of_each_other(
    thick, expected
):
    made = lines_at([(10, 10)], [(10, 11 + thick)], grounds=[ground("obstacle", box(0, 10.5, 20, 10.5 + thick))])
    assert len(engaged(made, table_of(made), 0)) == expected


def test_models_on_the_same_side_of_a_wall_are_not_engaged_across_it():
    made = lines_at([(10, 10)], [(11.5, 10)], grounds=[WALL])
    assert engaged(made, table_of(made), 0) == {}


def test_under_the_per_half_cycle_ruling_engagement_is_fixed_at_the_start_of_the_half_cycle():
    made = lines_at([(10, 10)], [(10, 11)], rulings={"WS-R-44": "per-half-cycle"}).fighting(engaged=())
    assert engaged(made, table_of(made), 0) == {}
    assert engaged(made.fighting(engaged=((0, (1, 2)),)), table_of(made), 0) == {0: (1,)}


LONG = Base("rectangle", 5 * INCH, INCH)


@pytest.mark.clause("WS-EN-03")
@pytest.mark.parametrize(("x", "is_engaged"), [(10, True), (12.7, True), (13.4, True), (13.6, False)])
def test_a_long_base_is_engaged_with_an_enemy_across_a_wall_only_if_the_wall_is_directly_between_them(x, is_engaged):
    """The wall is an inch long. The long base extends beyond it, to x = 13.5."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(x, 10.8)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 11, 10.3))])
    assert engaged(made, table_of(made), 0) == ({0: (1,)} if is_engaged else {})
    assert engaged(made, table_of(made), 1) == ({1: (0,)} if is_engaged else {})


def test_a_long_base_is_not_engaged_across_a_wall_with_an_enemy_on_the_same_side_of_that_wall():
    """WS-EN-03: the sentence covers only models on opposite sides of a wall."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(13.7, 9.5)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 14, 10.3))])
    assert engaged(made, table_of(made), 0) == {}
