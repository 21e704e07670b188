"""SH-RA, SH-TE-01, SH-TE-02, SH-FA-01 to SH-FA-03, SH-MC-01: the charge range, and whether it suffices."""

from fractions import Fraction

import pytest

from pilein.dice import chance
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.declaring import charge_sub_phase
from pilein.rulesets.scrollhammer.charge.distance import METHODS, Method, WithHighest, methods_of, roll_of
from pilein.rulesets.scrollhammer.charge.range import roll_charge_range
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, U, battle, changed
from tests.rulesets.scrollhammer.charging import facing_off, guards, kinds, play, rank, reavers, told, under_way, where
from tests.rulesets.scrollhammer.logs import Case, log_of

EDGES = ("south", "north")
NAMED = [(0, 1), "hold"]

WOOD = [("difficult", [(8, 12), (12, 12), (12, 13), (8, 13)])]


def rolling(made, dice, targets=(1,), answers=None):
    return play(under_way(made, *targets), dice, answers, roll_charge_range)


def roll(made, *, difficult=False):
    (method,) = methods_of(made, Table(made.setup.readings), 0, difficult=difficult)
    return roll_of(method)


def reaching(made, distance, *, difficult=False):
    """Return the probability of rolling at least the distance, computed from the clause's own roll."""
    return chance(roll(made, difficult=difficult).weights(), lambda total: total >= distance)


@pytest.mark.clause("SH-RA-01")
def test_the_charge_range_is_the_sum_of_2d6():
    _, script = rolling(facing_off(5), [3, 4])
    assert told(script, "RangeRolled").inches == 7
    made = facing_off(5)
    shown = [35, 33, 30, 26, 21, 15, 10, 6, 3, 1]
    assert [reaching(made, distance) for distance in range(3, 13)] == [Fraction(one, 36) for one in shown]


@pytest.mark.clause("SH-RA-02")
def test_one_roll_decides_whether_a_charge_is_in_range_and_limits_every_charge_move():
    made = battle(guards([(10, 10), (11.5, 10)]), reavers([(10, 16), (11.5, 17.5)]))
    after, _ = rolling(made, [2, 3])
    assert where(after, 0) == (10, 15)
    assert where(after, 1) != (11.5, 16.5)
    after, _ = rolling(made, [3, 4])
    assert where(after, 1) == (11.5, 16.5)


@pytest.mark.clause("SH-RA-03")
def test_a_unit_rolls_the_charge_dice_of_its_slowest_models_if_its_models_have_different_dice():
    swift, slow = changed(GUARD, rules=("Swift Charge",)), changed(GUARD, rules=("Slow Charge",))
    mixed = U("guards", 0, [(swift, 1), (slow, 1), (GUARD, 1)], at=[(10, 10), (11.5, 10), (13, 10)])
    made = battle(mixed, reavers([(10, 16)]))
    assert told(rolling(made, [4])[1], "RangeRolled").inches == 4
    made = battle(guards([(10, 10)], swift), reavers([(10, 16)]))
    assert told(rolling(made, [4, 1, 5])[1], "RangeRolled").inches == 9


def test_under_the_roll_all_ruling_the_dice_of_every_method_are_rolled_and_the_lowest_result_counts():
    swift = changed(GUARD, rules=("Swift Charge",))
    mixed = U("guards", 0, [(swift, 1), (GUARD, 1)], at=[(10, 10), (11.5, 10)])
    made = battle(mixed, reavers([(10, 20)]), rulings={"SH-R-18": "roll-all"})
    assert told(rolling(made, [5, 5, 1, 1, 2])[1], "RangeRolled").inches == 3


def through_a_wood(rulings=None, at=((10, 10),), foes=((10, 16),)):
    return battle(guards(at), reavers(foes), grounds=WOOD, rulings=rulings)


@pytest.mark.clause("SH-TE-01", "SH-TE-02")
def test_the_lowest_two_of_3d6_count_for_a_charge_through_difficult_ground():
    rolled = told(rolling(through_a_wood(), [6, 2, 5], answers=[False])[1], "RangeRolled")
    assert (rolled.inches, rolled.difficult) == (7, True)
    made = facing_off(5)
    shown = [200, 173, 139, 103, 69, 42, 23, 11, 4, 1]
    assert [reaching(made, far, difficult=True) for far in range(3, 13)] == [Fraction(one, 216) for one in shown]


@pytest.mark.clause("SH-TE-01")
def test_a_charge_is_in_range_if_the_route_of_any_model_is_in_range_except_under_the_initial_route_ruling():
    sides = {"at": ((10, 10), (13, 11)), "foes": ((10, 16), (13, 16))}
    assert told(rolling(through_a_wood(**sides), [1, 1, 1])[1], "RangeRolled").difficult
    only = through_a_wood({"SH-R-32": "initial-route"}, **sides)
    assert not told(rolling(only, [1, 1])[1], "RangeRolled").difficult


@pytest.mark.clause("SH-TE-01")
@pytest.mark.parametrize(("named", "dice"), [(0, [6, 6, 6]), (1, [6, 6])])
def test_before_the_range_roll_the_player_names_the_one_of_two_equally_near_models_whose_route_counts(named, dice):
    """SH-R-32 `initial-route`, SH-R-26: only the first of two guards has the wood in front of it, and the question is
    asked once.
    """
    sides = {"at": ((10, 10), (13, 10)), "foes": ((10, 16), (13, 16))}
    made = through_a_wood({"SH-R-32": "initial-route"}, **sides)
    _, script = rolling(made, [*dice, 6, 6], answers=[named, first, True])
    assert [event.model for event in script.events if isinstance(event, Moved)] == [named, 1 - named]


def test_under_the_separate_test_ruling_the_higher_test_die_limits_the_charge_range():
    made = through_a_wood({"SH-R-32": "separate-test"})
    assert told(rolling(made, [6, 6, 6, 3, 2])[1], "RangeRolled").inches == 3


@pytest.mark.clause("SH-TE-01")
def test_only_difficult_ground_on_the_route_changes_the_charge_roll():
    aside = battle(guards([(16, 10)]), reavers([(16, 16)]), grounds=WOOD)
    assert not told(rolling(aside, [1, 1])[1], "RangeRolled").difficult
    assert told(rolling(through_a_wood(), [1, 1, 1])[1], "RangeRolled").difficult


@pytest.mark.clause("SH-FA-01", "SH-FA-03")
def test_a_charge_out_of_range_fails_and_no_model_moves():
    made = facing_off(7.0)
    after, script = rolling(made, [2, 4])
    assert told(script, "ChargeFailed").reason == "out of range"
    assert after.plane == made.plane
    assert not after.status(0).charged


def test_a_detour_on_a_charge_counts_at_its_full_length():
    friends = [(x, 13) for x in (8, 9, 10, 11, 12)]
    made = battle(guards([(10, 10)]), reavers([(10, 16)]), guards(friends, name="friends"))
    assert told(rolling(made, [3, 4])[1], "ChargeFailed")
    assert "ChargeMade" in kinds(rolling(made, [4, 4])[1])


def test_under_the_gap_ruling_the_charge_range_is_compared_with_the_straight_line_distance():
    friends = [(x, 13) for x in (8, 9, 10, 11, 12)]
    made = battle(guards([(10, 10)]), reavers([(10, 16)]), guards(friends, name="friends"), rulings={"SH-R-19": "gap"})
    assert told(rolling(made, [3, 4])[1], "ChargeFailed").reason == "there is no way to touch the enemy"


@pytest.mark.clause("SH-FA-02")
def test_a_block_fails_its_charge_if_every_model_is_too_far_away():
    block = rank(5, 10, 10, 0, GUARD, side=0, name="guards")
    made = battle(block, reavers([(10, 16.5)]))
    assert told(rolling(made, [2, 3])[1], "ChargeFailed").reason == "out of range"
    assert "ChargeMade" in kinds(rolling(made, [2, 4])[1])


def test_a_charging_block_is_in_range_if_its_nearest_model_is_in_range():
    """One front corner is 6 inches from the enemy's line and the other is 9 inches from it, because the block is turned
    by 36.87 degrees.
    """
    block = U("guards", 0, [(GUARD, 5)], block=(10, 10, 36.87, 5), formation="ranks")
    made = battle(block, rank(9, 10, 17.5, 180, files=9))
    assert told(rolling(made, [2, 3])[1], "ChargeFailed")
    assert "ChargeMade" in kinds(rolling(made, [2, 4])[1])


def two_targets(gap, rulings=None):
    return battle(
        guards([(10, 10), (11.5, 10)]),
        reavers([(10, 15)]),
        reavers([(11.5, 11 + gap)], name="others"),
        rulings=rulings,
    )


@pytest.mark.clause("SH-MC-01")
def test_a_charge_on_several_units_must_be_in_range_of_all_of_them():
    assert told(rolling(two_targets(6.5), [3, 3], (1, 2))[1], "ChargeFailed").reason == "out of range"
    assert "ChargeMade" in kinds(rolling(two_targets(6.0), [3, 3], (1, 2))[1])


def test_under_the_reach_any_ruling_targets_out_of_range_are_dropped():
    after, script = rolling(two_targets(6.5, {"SH-R-30": "reach-any"}), [3, 3], (1, 2))
    assert told(script, "TargetDropped").target == "others"
    assert "ChargeMade" in kinds(script)
    assert not after.status(0).charged_several


def test_under_the_initial_only_ruling_the_initial_charger_must_be_in_range_of_each_target():
    """The leader is 4 inches from the reavers and 5.1 from the second target. The other guard is 5 inches from the
    second target.
    """
    assert "ChargeMade" in kinds(rolling(two_targets(5.0), [2, 3], (1, 2))[1])
    only = two_targets(5.0, {"SH-R-30": "initial-only"})
    assert told(rolling(only, [2, 3], (1, 2))[1], "ChargeFailed")
    assert "ChargeMade" in kinds(rolling(only, [3, 3], (1, 2))[1])


@pytest.mark.clause("SH-FA-01")
@pytest.mark.parametrize(
    ("facing", "dice", "made"), [(90, [2, 3], False), (90, [3, 3], True), (0, [2, 3], True), (0, [2, 2], False)]
)
def test_a_long_base_does_not_extend_the_reach_of_its_charge_by_turning_end_on(facing, dice, made):
    """SH-R-07: the rider, whose base is 1 by 2 inches, is 6.3" from the enemy, centre to centre. Its side is 5.3" from
    the enemy. If the base were turned end on, the gap would be 4.8".
    """
    rider = guards([(10, 10, facing)], base=Base("rectangle", INCH, 2 * INCH))
    _, script = rolling(battle(rider, reavers([(10, 16.3)])), dice)
    assert ("ChargeMade" in kinds(script)) is made


@pytest.mark.clause("SH-FA-01")
@pytest.mark.parametrize(("dice", "made"), [([2, 3], False), ([2, 4], True)])
def test_a_model_does_not_extend_the_reach_of_its_charge_by_turning_a_corner_of_its_base_towards_the_enemy(dice, made):
    """SH-R-07: the gap is 5.05". If its corner pointed to the enemy, the base would touch after 4.88"."""
    table = battle(guards([(19, 10, 30)]), reavers([(14, 13.8)]))
    assert ("ChargeMade" in kinds(rolling(table, dice)[1])) is made


@pytest.mark.clause("SH-FA-01")
@pytest.mark.parametrize(("dice", "made"), [([3, 3], False), ([3, 4], True)])
def test_under_the_initial_only_ruling_one_of_the_possible_initial_chargers_must_reach_every_target(dice, made):
    """Each of the two possible leaders is 4 inches from its own target and 6.4 inches from the other's target."""
    both = battle(
        guards([(10, 10), (16, 10)]),
        reavers([(10, 15)]),
        reavers([(16, 15)], name="others"),
        rulings={"SH-R-30": "initial-only", "SH-R-06": "default"},
    )
    assert ("ChargeMade" in kinds(rolling(both, dice, (1, 2))[1])) is made


def test_the_enemy_with_the_shortest_route_counts_as_the_nearest_even_if_another_is_closer_in_a_straight_line():
    """The enemy straight ahead is 4.0" away. The other enemy, turned by 45 degrees, is 4.1" away but
    reached by a path of 3.9".
    """
    made = battle(guards([(10, 10)]), reavers([(10.9, 15), (9.55, 15.30711, 45)]))
    assert "ChargeMade" in kinds(rolling(made, [2, 2])[1])


def test_under_the_initial_only_ruling_only_the_initial_charger_has_to_reach_each_target():
    """The initial charger is 4.5 and 5.48 inches from the two targets. The other model is nearer to the second
    target, but behind a wall.
    """
    wall = [("impassable", [(11.4, 12), (18.5, 12), (18.5, 12.4), (11.4, 12.4)])]
    targets = reavers([(9, 15.5)]), reavers([(13.2, 16)], name="others")
    rulings = {"SH-R-30": "initial-only"}
    made = battle(guards([(10, 10), (13, 10)]), *targets, grounds=wall, rulings=rulings)
    assert "ChargeMade" in kinds(rolling(made, [3, 3], (1, 2))[1])


def test_under_the_failed_move_ruling_a_unit_stumbles_forwards_by_the_highest_die_if_its_charge_fails():
    made = facing_off(9.0, own=2, rulings={"SH-R-36": "failed-move"})
    after, script = rolling(made, [2, 4])
    assert (where(after, 0), where(after, 1)) == ((10, 14), (11.5, 14))
    assert kinds(script)[-2:] == ["Moved", "Moved"]


def test_a_stumbling_unit_stops_an_inch_from_the_enemy():
    made = facing_off(6.0, rulings={"SH-R-36": "failed-move"})
    after, _ = rolling(made, [1, 4])
    assert where(after, 0) == (10, 14)
    near = facing_off(6.0, rulings={"SH-R-36": "failed-move", "SH-R-32": "default"})
    assert where(rolling(near, [2, 3])[0], 0) == (10, 13)


def test_a_stumbling_block_moves_in_the_direction_it_faces():
    block = U("guards", 0, [(GUARD, 3)], block=(10, 10, 90, 3), formation="ranks")
    made = battle(block, reavers([(10, 20)]), rulings={"SH-R-36": "failed-move"})
    after, _ = rolling(made, [1, 3])
    assert after.plane.standings[0].x == 13 * 127000


def test_recording_the_highest_die_of_a_charge_roll_does_not_change_the_distribution_of_the_roll():
    for method in (Method(2, 2), *METHODS.values()):
        plain = dict(roll_of(method).weights())
        shown: dict[int, int] = {}
        for (total, _), weight in WithHighest(method).weights():
            shown[total] = shown.get(total, 0) + weight
        assert {total: Fraction(weight, sum(shown.values())) for total, weight in shown.items()} == {
            total: Fraction(weight, sum(plain.values())) for total, weight in plain.items()
        }


ROUTE = 5  # inches to the enemy through the wood


@pytest.mark.clause("SH-TE-02")
@pytest.mark.parametrize(("dice", "inches"), [([6, 6, 6], 12), ([4, 6, 4], 8), ([1, 1, 6], 2), ([3, 5, 5], 8)])
def test_only_one_die_is_dropped_from_3d6_if_several_show_the_highest_number(dice: list[int], inches: int) -> None:
    _, script = rolling(through_a_wood(), dice, answers=[False] if inches >= ROUTE else None)
    assert told(script, "RangeRolled").inches == inches


WOOD_BESIDE = ("difficult", [(23, 18.5), (25, 18.5), (25, 19.8), (23, 19.8)])


@pytest.mark.clause("SH-TE-01")
@pytest.mark.parametrize(("reading", "dice"), [("default", [1, 1, 1]), ("ranks-only", [1, 1])])
def test_only_difficult_ground_on_the_route_to_the_charged_side_affects_the_charge_range(
    reading: str, dice: list[int]
) -> None:
    """SH-R-27: one of four models is beside the block. Its route to the front rounds a wood, while the ground to the
    flank is open.
    """
    own = guards([(19, 12), (20, 12), (21, 12), (26, 20.5)])
    made = battle(own, rank(10, 20, 20, 180, files=5), grounds=[WOOD_BESIDE], rulings={"SH-R-27": reading})
    _, script = play(under_way(made, 1, arcs=("front",)), dice, None, roll_charge_range)
    assert told(script, "RangeRolled").difficult == (len(dice) == 3)


LOGS: dict[str, Case] = {
    "SH-FA-01 SH-RA-02 as far as the roll, every model": Case(
        battle(guards([(10, 10), (10, 8.5)]), reavers([(10, 17)])),
        ("guards rolls 6", "guards 0 charged 6.0", "guards 1 charged 6.0"),
        [3, 3],
        NAMED,
    ),
    "SH-FA-01 an inch short": Case(
        battle(guards([(10, 10), (10, 8.5)]), reavers([(10, 17)])), ("guards rolls 5", "guards fails"), [3, 2], NAMED
    ),
    "SH-FA-02 an inch short of the nearest corner": Case(
        battle(rank(10, 10, 10, 0, GUARD, 5, side=0, name="guards"), rank(5, 10, 16, 180)),
        ("guards rolls 5", "guards fails"),
        [2, 3],
        NAMED,
    ),
    "SH-RA-03 the slow one among swift ones": Case(
        battle(
            U(
                "guards",
                0,
                [(changed(GUARD, rules=(f"{one} Charge",)), 1) for one in ("Swift", "Slow")],
                at=[(10, 10), (11, 10)],
            ),
            reavers([(10, 14)]),
        ),
        ("guards rolls 2", "guards fails"),
        [2],
        NAMED,
    ),
    "SH-MC-01 one that has fled too far spoils the charge": Case(
        battle(guards([(10, 10), (20, 10)]), reavers([(10, 14)]), reavers([(20, 14)], name="far"), edges=EDGES),
        ("far flees 5", "far 3 fell back 5.0", "guards rolls 7", "guards fails"),
        [5, 3, 4],
        [(0, 1, 2), "hold", "flee"],
    ),
    "SH-MV-08 a gap a little narrower than the base": Case(
        battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(9.01, 12), (10.99, 12)], name="friends")),
        ("guards rolls 5", "guards fails"),
        [2, 3],
        NAMED,
    ),
    "SH-MV-08 a gap as wide as the base": Case(
        battle(guards([(10, 10)]), reavers([(10, 15)]), guards([(9, 12), (11, 12)], name="friends")),
        ("guards rolls 5", "guards 0 charged 4.0"),
        [2, 3],
        NAMED,
    ),
}


@pytest.mark.clause("SH-FA-01", "SH-FA-02", "SH-MC-01", "SH-MV-08", "SH-RA-02", "SH-RA-03")
@pytest.mark.parametrize("name", LOGS)
def test_the_log_describes_a_range_roll(name: str) -> None:
    assert log_of(LOGS[name], charge_sub_phase) == LOGS[name].told
