"""WS-LD, WS-CY-03, WS-SU: Leadership, falling back, pursuit and removal of markers."""

import pytest

from pilein.dice import AnyPass, Test
from pilein.geometry.ticks import INCH
from pilein.rulesets.warstrike.cycle import half_cycle, swap_roles
from pilein.rulesets.warstrike.events import FellBack, FoughtOn, LdTested, LeftCombat, Recovered, Routed
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.leadership import check_leaderships, check_of, fight_on
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.state import NOBODY, Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import row, told, where
from tests.rulesets.warstrike.builder import SHOOTER, TROOPER, U, battle, changed, lines, play, table_of

IDLE = changed(TROOPER, weapons=())
CALM = Status()
FAIL, PASS = [6, 6], [1, 6]


def facing(*foes, own=IDLE, count=1, status=CALM, rulings=None, **options):
    """Return a battle of an attacking unit of `count` models and of defending units at the given positions."""
    units = [U("own", 0, [(own, count)], row(10, 10, count), status=status)]
    units += [U(f"foe {number}", 1, [(IDLE, len(spots))], spots) for number, spots in enumerate(foes, 1)]
    return battle(*units, fight=tuple(range(len(units))), rulings=rulings, **options)


def near(inches=2):
    return [(10, 11 + inches)]


@pytest.mark.clause("WS-CY-03", "WS-LD-01", "WS-LD-03")
def test_defending_units_take_their_leadership_checks_in_the_order_named():
    _, script = play(facing(near(), [(13, 12)]), check_leaderships, dice=[*PASS, *PASS], answers=[(2, 1)])
    assert [(event.unit, event.passed) for event in told(script, LdTested)] == [("foe 2", True), ("foe 1", True)]
    assert [event.unit for event in told(script, FoughtOn)] == ["foe 2", "foe 1"]


@pytest.mark.clause("WS-SU-02")
def test_a_passed_leadership_check_leaves_the_markers_in_place():
    after, _ = play(facing(near()).having(1, markers=3), fight_on, 1)
    assert after.status(1).markers == 3


@pytest.mark.clause("WS-SU-01")
def test_markers_carry_over_from_one_half_cycle_to_the_next():
    made = facing(near()).having(0, markers=2).having(1, markers=1)
    after, _ = play(made, swap_roles, 1, until="start_again")
    assert (after.status(0).markers, after.status(1).markers) == (2, 1)


@pytest.mark.clause("WS-LD-02")
def test_a_unit_falls_back_directly_away_from_the_nearest_enemy_if_it_fails_its_check():
    after, script = play(facing(near()), check_leaderships, dice=FAIL)
    assert [event.inches for event in told(script, FellBack)] == [6]
    assert where(after, 1) == (10, 19)
    assert after.status(1).broken_off


def test_the_models_of_a_unit_fall_back_along_parallel_lines_and_those_in_front_move_first():
    """WS-R-32: the model nearest to the enemy stands behind another model, so it moves after that model."""
    after, script = play(facing([(10, 12), (10, 13.1)]), fall_back, 1)
    assert [event.model for event in told(script, Moved)] == [2, 1]
    assert (where(after, 1), where(after, 2)) == ((10, 18), (10, 19.1))


def test_a_model_falling_back_stops_at_a_base_and_at_the_table_edge():
    """WS-R-32: a base, blocking terrain or the table edge stops a model."""
    other = U("block", 0, [(IDLE, 1)], [(10, 16)])
    units = U("own", 0, [(IDLE, 1)], [(10, 10)]), U("foe", 1, [(IDLE, 1)], [(10, 12)]), other
    after, _ = play(battle(*units, fight=(0, 1)), fall_back, 1)
    assert where(after, 1) == (10, 15)
    units = U("own", 0, [(IDLE, 1)], [(10, 44)]), U("foe", 1, [(IDLE, 1)], [(10, 46)])
    after, _ = play(battle(*units, fight=(0, 1)), fall_back, 1)
    assert where(after, 1) == (10, 47.5)


@pytest.mark.parametrize(
    ("reading", "edge", "dice", "expected"),
    [
        ("double-mv", "", [], (10, 25)),
        ("2d6", "", [1, 2], (10, 16)),
        ("own-edge", "east", [], (16, 13)),
        ("own-edge", "", [], (10, 19)),
    ],
)
def test_a_ruling_sets_the_distance_and_the_direction_of_a_fall_back(reading, edge, dice, expected):
    """WS-R-32: depending on the reading, the unit moves twice its Mv, or 2D6", or towards its own table edge."""
    made = facing(near(), rulings={"WS-R-32": reading}, edges=("", edge))
    after, _ = play(made, fall_back, 1, dice=dice)
    assert where(after, 1) == expected


def test_the_owner_chooses_among_equally_near_enemies_when_a_unit_falls_back():
    """WS-R-32: the direction of the fall back depends on the enemy that the owner names."""
    made = facing([(10.5, 11.5)], count=2)
    assert where(play(made, fall_back, 1, answers=[0])[0], 2)[0] > 10.5
    assert where(play(made, fall_back, 1, answers=[1])[0], 2)[0] < 10.5


@pytest.mark.clause("WS-LD-04", "WS-LD-05")
def test_the_winners_consolidate_and_run_down_units_within_six_inches_if_all_enemies_fall_back():
    """One unit falls back to a distance of 8 inches, and the other to a distance of 9. The attacker comes 3 inches
    nearer.
    """
    made = facing([(10, 13), (10, 14.1)])
    after, _ = play(made, fall_back, 1)
    moved = [(0, 10 * INCH, 13 * INCH - 127 * 100, 0)]
    after, script = play(after, pursue, answers=[tuple(moved)])
    assert after.models(1) == (2,)
    assert [event.clause for event in told(script, Moved)] == ["WS-LD-04"]


@pytest.mark.clause("WS-LD-04")
def test_no_unit_pursues_while_a_defender_remains():
    """WS-R-34: pursuit requires that no defending unit is left in the combat."""
    after, _ = play(facing(near(), [(13, 12)]), fall_back, 1)
    assert play(after, pursue)[0] == after


def test_under_the_per_unit_ruling_each_unit_that_breaks_is_pursued_at_once():
    made = facing(near(), [(13, 12)], rulings={"WS-R-34": "per-unit"})
    after, _ = play(made, fall_back, 1, answers=[((0, 10 * INCH, 13 * INCH, 0),)])
    assert (after.living(1), after.living(2)) == (0, 1)


@pytest.mark.clause("WS-SU-03")
def test_the_winners_may_remove_a_marker_for_each_unit_that_falls_back():
    made = facing(near(), status=Status(markers=2))
    after, script = play(made, fall_back, 1, answers=[True])
    assert after.status(0).markers == 1
    assert len(told(script, Recovered)) == 1
    assert play(made, fall_back, 1, answers=[False])[0].status(0).markers == 2


@pytest.mark.clause("WS-SU-04")
def test_winners_may_remove_a_marker_even_if_they_are_still_fighting_further_enemies():
    made = facing(near(), [(13, 12)], status=Status(markers=2))
    assert play(made, fall_back, 1, answers=[True])[0].status(0).markers == 1


def two_winners(reading):
    units = (
        U("one", 0, [(IDLE, 1)], [(10, 10)], status=Status(markers=1)),
        U("two", 0, [(IDLE, 1)], [(13, 10)], status=Status(markers=1)),
        U("foe", 1, [(IDLE, 1)], [(10, 13)]),
    )
    return battle(*units, fight=(0, 1, 2), rulings={"WS-R-30": reading})


@pytest.mark.parametrize(
    ("reading", "answers", "expected"),
    [("default", [True, True], (0, 0)), ("hitters-only", [True], (1, 0)), ("one-unit", [0, True], (0, 1))],
)
def test_a_ruling_decides_which_unit_is_credited_with_beating_an_enemy(reading, answers, expected):
    """WS-R-30: under `hitters-only`, only units that hit the enemy in this half-cycle count."""
    after, _ = play(two_winners(reading).fighting(hitters=((2, 1),)), fall_back, 2, answers=answers)
    assert (after.status(0).markers, after.status(1).markers) == expected


@pytest.mark.clause("WS-SU-03")
@pytest.mark.parametrize(("reading", "expected"), [("default", (1, 0)), ("hitters-only", (0, 1))])
def test_under_the_hitters_only_ruling_a_unit_that_hit_an_enemy_and_moved_away_is_credited_with_beating_it(
    reading, expected
):
    """WS-R-30 `hitters-only`: the first unit shoots from 5 inches away and then moves more than 6 inches away. The
    second unit is near but hits no enemy.
    """
    units = (
        U("one", 0, [(SHOOTER, 1)], [(10, 10)], status=Status(markers=1)),
        U("two", 0, [(IDLE, 1)], [(14, 12)], status=Status(markers=1)),
        U("foe", 1, [(IDLE, 1)], [(10, 16)]),
    )
    made = battle(*units, fight=(0, 1, 2), rulings={"WS-R-30": reading})
    away = ((0, 10 * INCH, 8 * INCH, 0),)
    after, _ = play(made, half_cycle, 1, dice=[4, 4, *FAIL], answers=[0, True, away, (), True], until="run")
    assert (after.status(0).markers, after.status(1).markers) == expected


@pytest.mark.parametrize(
    ("reading", "markers", "routs"),
    [
        ("default", 9, False),
        ("at-nerve", 3, False),
        ("at-nerve", 4, True),
        ("at-nerve-plus-ld", 5, False),
        ("at-nerve-plus-ld", 6, True),
    ],
)
def test_a_ruling_sets_the_number_of_markers_at_which_a_unit_routs(reading, markers, routs):
    """WS-R-31: the unit has Nv 4 and Ld 2."""
    made = facing(near(), rulings={"WS-R-31": reading}).having(1, markers=markers)
    after, script = play(made, fall_back, 1)
    assert bool(told(script, Routed)) == routs
    assert after.living(1) == 1 - routs


def test_under_the_stays_in_ruling_a_unit_that_has_fallen_back_stays_in_the_combat_if_an_enemy_is_near():
    """WS-R-33 `stays-in`: an enemy is near if it is within 6"."""
    made = facing(near(), rulings={"WS-R-33": "stays-in"})
    slow = battle(
        U("own", 0, [(IDLE, 1)], [(10, 10)]),
        U("foe", 1, [(changed(IDLE, Mv=2), 1)], [(10, 13)]),
        fight=(0, 1),
        rulings={"WS-R-33": "stays-in"},
    )
    assert play(made, fall_back, 1)[0].status(1).broken_off
    assert not play(slow, fall_back, 1)[0].status(1).broken_off


def test_a_unit_with_no_enemy_near_it_leaves_the_combat_without_a_test():
    """WS-R-48: by default, the unit removes no markers either."""
    made = facing(near(), [(30, 30)])
    after, script = play(made, check_leaderships, dice=PASS, answers=[(1, 2)])
    assert [event.unit for event in told(script, LeftCombat)] == ["foe 2"]
    assert after.combat.units == (0, 1)
    made = facing(near(), [(30, 30)], rulings={"WS-R-48": "tests"})
    play(made, check_leaderships, dice=[*PASS, *PASS], answers=[(1, 2)])


def test_under_the_both_test_ruling_both_sides_take_leadership_checks():
    """WS-R-35 `both-test`: the defending side tests first."""
    made = facing(near(), rulings={"WS-R-35": "both-test"})
    _, script = play(made, check_leaderships, dice=[*PASS, *FAIL])
    assert [(event.unit, event.passed) for event in told(script, LdTested)] == [("foe 1", True), ("own", False)]


def test_attackers_pursue_instead_of_leaving_the_combat_if_their_enemies_have_left_it():
    """WS-R-35, WS-R-48: a defending unit leaves, and its attackers consolidate after it (WS-LD-04)."""
    rulings = {"WS-R-35": "both-test"}
    for made in (facing(near(), rulings=rulings), lines(IDLE, IDLE, rulings=rulings)):
        after, script = play(made, check_leaderships, dice=FAIL)
        assert [event.unit for event in told(script, LdTested)] == [made.name(1)]
        assert told(script, LeftCombat) == []
        assert after.attackers == (0,)


def test_in_the_press_no_unit_is_caught_if_no_pursuer_remains():
    """WS-LD-05, WS-R-35, WS-R-48: both sides test, whether or not an enemy is near, and both break."""
    made = lines(IDLE, IDLE, rulings={"WS-R-35": "both-test", "WS-R-48": "tests"})
    after, _ = play(made, check_leaderships, dice=[*FAIL, *FAIL])
    after, _ = play(after, pursue)
    assert after.living(1) == 1


def check(made):
    return check_of(made, table_of(made), 1)


def test_a_leadership_check_rolls_one_die_for_each_point_of_leadership():
    """WS-R-03, WS-R-52: the unit has Ld 2 and Nv 4."""
    made = lines(TROOPER, TROOPER)
    assert [check(made.having(1, markers=markers)).most for markers in (0, 1, 2, 5, 9)] == [4, 4, 3, 0, 0]
    assert check(made.having(1, leader=NOBODY)) == AnyPass(1, 4, label="Ld")


def test_rulings_change_the_dice_of_a_leadership_check_and_the_effect_of_markers_on_it():
    """WS-R-03: depending on the reading, markers have a different effect, or 2D6 are rolled against Ld."""
    made = lines(TROOPER, TROOPER, rulings={"WS-R-03": "zero-auto"})
    assert not check(made).is_thrown
    assert check(made.having(1, markers=1)).most == 4
    made = lines(TROOPER, TROOPER, rulings={"WS-R-03": "every-marker"})
    assert [check(made.having(1, markers=markers)).most for markers in (0, 1, 2)] == [4, 3, 2]
    made = lines(TROOPER, changed(TROOPER, Ld=8), rulings={"WS-R-03": "2d6-under"})
    assert [check(made.having(1, markers=markers)) for markers in (0, 3)] == [
        Test(8, 2, label="Ld"),
        Test(6, 2, label="Ld"),
    ]
    assert check(made.having(1, markers=9)).most == 0


def test_in_the_press_a_breaking_unit_is_caught_if_it_has_not_fallen_back_far_enough():
    """WS-R-32: a fall back of 6 inches less a pursuit of 3 leaves the unit within 6 inches, but a fall back of 12
    inches does not.
    """
    for reading, left in (("default", 0), ("double-mv", 3)):
        made = lines(IDLE, IDLE, foe_count=3, rulings={"WS-R-32": reading})
        after, _ = play(made, fall_back, 1)
        after, _ = play(after, pursue, answers=[True])
        assert after.living(1) == left
