"""SH-MV-02, SH-MV-12, SH-MV-13, SH-MV-23 to SH-MV-26, SH-TE-04: obligations of each charging model."""

from typing import Any

import pytest
from msgspec.structs import replace

from pilein.dice import Roll
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.charge.choice import ChargeMove
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.duties import pairable
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.state import Battle, Status
from tests.rulesets.scrollhammer.builder import GUARD, OGRE, U, battle
from tests.rulesets.scrollhammer.charging import (
    charged,
    facing_off,
    guards,
    kinds,
    play,
    rank,
    reavers,
    under_way,
    where,
)

LARGE = Base("rectangle", 2 * INCH, 2 * INCH)


def charging(made, inches=7, answers=None, targets=(1,), **charge):
    return play(under_way(made, *targets, range=inches, **charge), (), answers, charge_move)


def to(model, x, y, facing=0):
    return model, round(x * INCH), round(y * INCH), facing * 100


def refused(made, *answers, words, inches=7, **charge):
    with pytest.raises(IllegalAnswer, match=words):
        charging(made, inches, answers=list(answers), **charge)


@pytest.mark.clause("SH-MV-02")
def test_a_charging_unit_engages_as_many_enemies_as_possible_with_as_many_models_as_possible():
    after, _ = charging(facing_off(5, own=5, foes=3))
    assert after.plane.contacts.enemies[0] == (5,)
    assert sorted(foe for _, foes in after.charge.met for foe in foes)[:3] == [5, 6, 7]


@pytest.mark.clause("SH-MV-24")
def test_a_charging_model_that_can_reach_an_untouched_enemy_must_touch_one():
    made = facing_off(5, own=2, foes=2)
    refused(made, 0, to(1, 9, 15), words="that no other charging model touches: model 3")
    refused(made, 0, to(1, 11.5, 13), words="that no other charging model touches: model 3")


@pytest.mark.clause("SH-MV-24")
def test_a_charging_model_must_touch_the_nearest_untouched_enemy():
    made = battle(guards([(10, 10), (11.8, 10)]), reavers([(10, 15), (11.8, 16), (13.2, 16)]))
    refused(made, to(1, 13, 15), words="model 3")
    assert where(charging(made)[0], 1) == (11.8, 15)


@pytest.mark.clause("SH-MV-23")
def test_a_charging_model_must_end_in_coherency_with_a_model_that_has_moved():
    made = battle(guards([(10, 10), (14, 10)]), reavers([(10, 15), (14, 15)]))
    refused(made, 0, to(1, 14, 14), words="out of coherency")
    after, _ = charging(made, answers=None)
    assert where(after, 1)[0] < 13.1


def test_the_coherency_distance_of_a_charging_horde_depends_on_a_ruling():
    foes = reavers([(10, 15), (12.8, 15)])
    wide = battle(guards([(10, 10), (12.8, 10)], formation="horde"), foes)
    assert where(charging(wide)[0], 1) == (12.8, 14)
    close = battle(guards([(10, 10), (12.8, 10)], formation="horde"), foes, rulings={"SH-R-06": "horde-1"})
    assert where(charging(close)[0], 1) != (12.8, 14)
    skirmish = battle(guards([(10, 10), (12.8, 10)]), foes, rulings={"SH-R-06": "skirmish-1"})
    assert where(charging(skirmish)[0], 1) != (12.8, 14)


@pytest.mark.clause("SH-MV-12")
def test_chargers_of_equal_base_size_touch_one_enemy_of_a_block_each():
    made = battle(guards([(9, 10), (10.5, 10)]), rank(5, 10, 15, 180))
    after, _ = charging(made, arcs=("front",))
    assert [len(foes) for _, foes in after.charge.met] == [1, 1]
    refused(made, 0, to(1, 10.5, 14.5), words="only one enemy", arcs=("front",))


@pytest.mark.clause("SH-MV-13")
def test_a_charging_model_on_a_larger_base_touches_as_many_enemies_as_it_spans():
    made = battle(guards([(10, 10)], base=LARGE), rank(6, 10, 15, 180))
    after, _ = charging(made, arcs=("front",))
    assert len(after.charge.met[0][1]) >= 2
    loose = battle(guards([(10, 10)], base=LARGE), reavers([(9.9, 15), (11, 15)]))
    after, _ = charging(loose)
    assert after.charge.met[0][1] == (1, 2)


@pytest.mark.clause("SH-MV-13")
def test_a_larger_base_charges_the_nearest_of_the_places_that_touch_equally_many_enemies():
    """SH-MV-21: the charger rounds the first enemy's corner to the front of the second instead of going the long way
    behind both.
    """
    after, _ = charging(battle(guards([(10, 10)], base=LARGE), reavers([(9, 15), (11, 16)])), 9)
    assert where(after, 0) == (10.5, 14.5)
    assert after.charge.met == ((0, (1, 2)),)


@pytest.mark.clause("SH-MV-13")
@pytest.mark.parametrize(
    ("at", "foes", "inches"),
    [
        ((10, 10), [(8.7, 16), (10, 16), (11.65, 16)], 8),
        ((8.5, 10), [(10, 16), (11.6, 16)], 5),
        ((22.27, 20.35), [(24.95, 23.53), (25.95, 23.53), (27.45, 23.53)], 10),
    ],
    ids=["neither in line nor half way", "half way is too far", "first contact is at a corner"],
)
def test_a_larger_base_shifts_sideways_to_touch_every_enemy_it_can_span(at, foes, inches):
    after, _ = charging(battle(guards([at], base=LARGE), reavers(foes)), inches)
    assert after.charge.met == ((0, tuple(range(1, 1 + len(foes)))),)


def test_a_larger_base_may_not_touch_fewer_enemies_than_it_can_span():
    unit = U("guards", 0, [(GUARD, 2)], at=[(9, 10), (13, 10)], base=LARGE)
    made = battle(unit, reavers([(9, 15), (12.6, 15), (13.7, 15)]))
    refused(made, 0, to(1, 12, 13.5), words="can touch 2 enemies")
    after, _ = charging(made)
    assert after.charge.met[1][1] == (3, 4)


@pytest.mark.clause("SH-MV-25")
def test_a_supporting_model_ends_squarely_facing_its_friend_and_as_near_to_it_as_its_range_allows():
    """SH-R-07: the friend ends 4.1" ahead. If the supporter's base were turned by 45 degrees, a corner would touch the
    friend after 3.9".
    """
    made = battle(guards([(10, 10), (10, 6.9)]), reavers([(10, 13)]))
    refused(made, to(1, 10, 10.792, 45), words="turning does not bring it closer", inches=4)
    refused(made, to(1, 10, 10.792, 45), words="square to that friend", inches=5)
    after, _ = charging(made, 5)
    assert where(after, 1) == (10, 11)


def test_a_charging_model_may_not_turn_a_corner_of_its_base_to_touch_an_enemy_beyond_its_range():
    """SH-MV-26: the second enemy is 4.1" from guard 1, and a corner of the guard's base, turned by 45 degrees, would
    touch it.
    """
    made = battle(guards([(9.9, 11.2), (12.6, 8.5)]), reavers([(9.9, 14.5), (12.6, 13.6)]))
    refused(made, to(1, 12.6, 12.3926, 45), words="model 3 is further away", inches=4)


@pytest.mark.clause("SH-MV-25")
def test_a_charging_model_supports_a_friend_in_contact_if_it_can_reach_no_free_enemy():
    made = facing_off(5, own=2, foes=1)
    after, _ = charging(made, 6)
    assert 0 in after.plane.contacts.friends[1]
    refused(made, to(1, 12, 14), words="behind or beside a friend", inches=6)


def test_a_supporting_model_may_end_behind_or_beside_its_friend_but_not_in_front():
    made = facing_off(5, own=2, foes=1)
    for x, y in ((11, 15), (10, 14), (10.4, 14), (11, 14), (11, 14.6)):
        assert where(charging(made, 6, answers=[to(1, x, y)])[0], 1) == (x, y)
    refused(made, to(1, 11, 16), words="behind or beside a friend")


@pytest.mark.clause("SH-MV-25")
@pytest.mark.parametrize(("reading", "y"), [("default", 9), ("edges-only", 9.004)])
def test_a_supporting_model_touches_only_part_of_the_edge_of_its_friend_if_no_more_of_the_edge_is_in_reach(reading, y):
    """SH-R-04: the places beside and behind the friend are out of range, and contact with just a corner is not
    required.
    """
    made = battle(guards([(10, 9), (17.3, 4.7)]), reavers([(10, 11, 180)]), rulings={"SH-R-04": reading})
    after, _ = charging(made, 8)
    assert where(after, 1) == (11, y)


def test_under_the_in_line_ruling_a_supporting_model_ends_straight_behind_its_friend():
    made = facing_off(5, own=2, foes=1, rulings={"SH-R-28": "in-line"})
    assert where(charging(made, 6)[0], 1) == (10, 14)
    refused(made, to(1, 11, 15), words="behind or beside a friend", inches=6)


def test_under_the_edges_only_ruling_touching_a_friend_with_a_corner_is_no_support():
    made = facing_off(5, own=2, foes=1, rulings={"SH-R-04": "edges-only"})
    refused(made, to(1, 11, 14), words="behind or beside a friend", inches=6)
    after, _ = charging(made, 6)
    assert where(after, 1) in {(10, 14), (11, 15)}


@pytest.mark.clause("SH-MV-26")
def test_a_charging_model_that_can_neither_engage_nor_support_must_stay_in_coherency():
    made = battle(guards([(10, 10), (10, 7.5), (10, 5)]), reavers([(10, 16)]))
    after, _ = charging(made, 5)
    assert where(after, 0) == (10, 15)
    assert where(after, 2)[1] > 9
    refused(made, to(1, 10, 12), to(2, 10, 7), words="out of coherency", inches=5)


def test_a_charging_model_that_cannot_regain_coherency_must_come_as_near_to_it_as_possible():
    made = battle(guards([(10, 10), (24, 10)]), reavers([(10, 16)]))
    refused(made, to(1, 24, 10), words="as close to coherency")


@pytest.mark.clause("SH-TE-04")
def test_difficult_ground_does_not_release_a_charging_model_from_its_duty_to_engage():
    bog = [("difficult", [(11, 11.5), (14, 11.5), (14, 12.5), (11, 12.5)])]
    made = battle(guards([(10, 10), (12, 10)]), reavers([(10, 15), (12, 15)], formation="horde"), grounds=bog)
    assert where(charging(made)[0], 1) == (12, 14)


def test_a_charge_move_must_name_an_unmoved_model_and_a_free_place_in_range():
    made = facing_off(5, own=2, foes=2)
    refused(made, 0, "there", words="whole numbers")
    refused(made, 0, to(0, 11.5, 15), words="not one of the models that may move now")
    refused(made, 0, to(1, 10.2, 15), words="overlap")
    refused(made, 0, to(1, 11.5, 18), words="no path leads to the place")
    refused(made, 0, to(1, 11.5, 14.95, 45), words="overlap|square|touching")


def test_a_charging_model_must_end_squarely_facing_the_enemy():
    made = battle(guards([(10, 10), (12, 10)]), reavers([(10, 16), (12, 16)], base=Base("rectangle", INCH, INCH)))
    turned = 16 - 0.5 - 0.5**0.5
    refused(made, 0, to(1, 12, turned, 45), words="square to the enemy")


def test_under_the_global_ruling_a_model_leaves_an_enemy_to_a_model_that_can_reach_no_other_enemy():
    """The second guard is nearer than the third guard to the only enemy in the third guard's reach, but can take a
    different enemy.
    """
    own, foes = guards([(10, 10), (11.8, 10), (13.9, 8.9)]), reavers([(10, 15), (12.6, 15), (11.3, 16.2)])
    after, _ = charging(battle(own, foes), 6)
    assert after.charge.met == ((0, (3,)), (1, (4,)))
    after, _ = charging(battle(own, foes, rulings={"SH-R-22": "global"}), 6)
    assert after.charge.met == ((0, (3,)), (1, (5,)), (2, (4,)))


@pytest.mark.clause("SH-MV-24")
def test_under_the_global_ruling_a_model_takes_the_only_enemy_it_can_reach():
    """The second guard is also near enough to a different enemy, but would be out of coherency there. The third guard
    reaches no enemy.
    """
    own, foes = guards([(10, 10), (12.2, 10), (13.6, 8.8)]), reavers([(10.5, 15), (13.1, 15), (15.7, 15), (16.7, 15)])
    after, _ = charging(battle(own, foes, rulings={"SH-R-22": "global"}), 5)
    assert after.charge.met == ((0, (3,)), (1, (4,)))


@pytest.mark.clause("SH-MV-02")
def test_under_the_global_ruling_enemies_that_no_charger_can_touch_are_ignored():
    """Two enemies are within the second guard's range, but one of them is walled off. The first guard leaves the
    reachable enemy to the second guard.
    """
    own, foes = guards([(10.6, 9.2), (10.9, 8.2), (12.4, 10.8)]), reavers([(15.4, 15.3), (14, 15.2), (11.4, 15.7)])
    after, _ = charging(battle(own, foes, rulings={"SH-R-22": "global"}), 7)
    assert [model for model, _ in after.charge.met] == [2, 0, 1]
    assert where(after, 1) == (11.4, 14.7)


def test_each_charger_is_offered_the_enemies_that_allow_the_most_chargers_to_be_paired():
    wishes = {1: (10, 11), 2: (10,)}
    assert pairable(1, wishes) == (11,)
    assert pairable(2, wishes) == (10,)
    assert pairable(3, {**wishes, 3: (10, 11)}) == (10, 11)
    assert pairable(1, {1: (), 2: (10,)}) == ()


def test_under_the_large_first_ruling_the_larger_bases_move_first():
    def unlike(rulings=None):
        unit = U("guards", 0, [(GUARD, 2), (OGRE, 1)], at=[(10, 10), (11.5, 10), (14, 9)])
        made = battle(unit, reavers([(10, 15), (11.5, 15), (14, 15)]), rulings=rulings)
        small, large, *others = made.setup.kinds
        setup = replace(made.setup, kinds=(small, replace(large, base=LARGE), *others))
        return replace(made, setup=setup, field=replace(made.plane, setup=setup))

    assert charging(unlike())[0].charge.moved == (0, 1, 2)
    assert charging(unlike({"SH-R-25": "large-first"}))[0].charge.moved == (0, 2, 1)


@pytest.mark.clause("SH-MV-13", "SH-MV-22")
def test_a_larger_base_shifts_along_the_front_of_a_line_without_going_behind_it():
    """SH-R-25: behind the line, the charger would touch three enemies. In front of the line, two enemies are free and
    the path is shorter.
    """
    unit = U("guards", 0, [(GUARD, 2), (OGRE, 1)], at=[(10, 10.6), (8.5, 10.5), (12, 9.8)])
    made = battle(unit, reavers([(10, 14), (11, 14), (12, 14), (13, 14)]))
    small, large, *others = made.setup.kinds
    setup = replace(made.setup, kinds=(small, replace(large, base=LARGE), *others))
    after, _ = charging(replace(made, setup=setup, field=replace(made.plane, setup=setup)), 9)
    assert where(after, 2)[1] == 12.5
    assert dict(after.charge.met)[2] == (5, 6)


CHARGED, LOCKED = Status(charged=True, declared=True), Status(has_fought=True)


def after_a_second_charge(before: Status, foes: list[tuple[float, float]]) -> Battle:
    """Return the battle after two guards have charged reavers. A friend from a different unit already touches the
    second reaver.
    """
    vanguard = guards([(11.5, 16)], name="vanguard", status=before)
    made = battle(guards([(10, 10), (11.5, 10)]), reavers(foes), vanguard)
    after, _ = play(under_way(made, 1, range=7), (), None, charge_move)
    return after


@pytest.mark.clause("SH-MV-24")
@pytest.mark.parametrize(("before", "touched"), [(CHARGED, 4), (LOCKED, 3)])
def test_an_enemy_counts_as_taken_if_a_friendly_unit_that_charged_this_turn_touches_it(
    before: Status, touched: int
) -> None:
    """A friend that charged this turn takes the enemy it touches. A friend that has been fighting its enemy since an
    earlier turn does not take that enemy.
    """
    after = after_a_second_charge(before, [(10, 15), (11.5, 15), (12.75, 15.4)])
    assert after.plane.contacts.enemies[1] == (touched,)


@pytest.mark.clause("SH-MV-25")
def test_a_charging_model_supports_a_friend_if_friends_have_charged_every_enemy() -> None:
    """The model ends beside the first guard rather than straight ahead in contact with an enemy."""
    after = after_a_second_charge(CHARGED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == (0,)
    after = after_a_second_charge(LOCKED, [(10, 15), (11.5, 15)])
    assert after.plane.contacts.friends[1] == ()


def test_a_charging_model_passes_a_taken_enemy_to_end_in_line_with_the_free_enemy_behind_it() -> None:
    """SH-MV-12, SH-MV-24: beside the taken enemy, the model would touch the free enemy only with a corner."""
    made = battle(guards([(21, 10), (22, 10)]), reavers([(21, 16, 180), (21, 17, 180)]))
    after, script = play(under_way(made, range=9), (), None, charge_move)
    assert where(after, 1) == (22, 17)
    assert after.plane.edge_contacts.enemies[1] == (3,)
    beside = (1, ticks(22), ticks(16), 0)
    asked = script.asked[-1]
    assert not isinstance(asked, Roll)
    assert asked.why_not(beside) == "the model must stand in line with the enemy, not merely touch it at a corner"


def last_to_move(made: Any, dice: list[int]) -> ChargeMove:
    """Return the last question that a charge asks about a model's final place."""
    _, script = play(made, dice, None, charge_sub_phase)
    moved = [choice for choice in script.asked if isinstance(choice, ChargeMove)]
    return moved[-1]


@pytest.mark.clause("SH-MV-26")
@pytest.mark.parametrize(("y", "refused"), [(8.0, False), (7.5, True)])
def test_a_charging_model_that_cannot_regain_coherency_moves_straight_up_behind_another_model(
    y: float, refused: bool
) -> None:
    """SH-R-07: turning does not bring the model nearer to coherency, so the model ends four inches straight ahead."""
    made = battle(guards([(10, 10), (10, 4)]), reavers([(10, 14)]))
    choice = last_to_move(made, [2, 2])
    assert (choice.why_not((1, ticks(10), ticks(y), 0)) is not None) == refused
    after, _ = play(made, [2, 2], None, charge_sub_phase)
    assert where(after, 1) == (10.0, 8.0)


def test_a_charging_model_touches_a_free_enemy_rather_than_one_already_touched_by_a_corner() -> None:
    made = battle(guards([(20, 20), (22.5, 19.5)]), reavers([(22, 24, 180), (24, 24, 180)]))
    after, _ = charged(made, inches=6)
    enemies = after.plane.contacts.enemies
    assert {foe for model in (0, 1) for foe in enemies[model]} == {2, 3}
    assert all(after.plane.edge_contacts.enemies[model] for model in (0, 1))


@pytest.mark.parametrize("rulings", [{}, {"SH-R-22": "global"}])
def test_a_loose_enemy_touched_only_by_a_corner_counts_as_taken(rulings) -> None:
    """The range is too short to move up in line. The first charger ends in contact by a corner, and the second takes
    the remaining enemy.
    """
    made = battle(guards([(20, 20), (22.5, 19.5)]), reavers([(22, 24, 180), (24, 24, 180)]), rulings=rulings)
    after, script = charged(made, inches=4)
    enemies = after.plane.contacts.enemies
    assert 2 in enemies[0] or 3 in enemies[0]
    assert len({foe for model in (0, 1) for foe in enemies[model]}) == len([m for m in (0, 1) if enemies[m]])
    assert "ChargeMade" in kinds(script)


def test_enemies_in_a_block_that_are_touched_only_by_corners_stay_free() -> None:
    made = battle(guards([(19, 15), (20, 15), (21, 15)]), rank(3, 20, 20, 180))
    after, _ = charged(made, inches=8, arcs=("front",))
    assert [len(after.plane.edge_contacts.enemies[model]) for model in range(3)] == [1, 1, 1]
