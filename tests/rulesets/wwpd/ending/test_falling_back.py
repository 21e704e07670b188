"""WW-FB: units that fall back from their enemies."""

import pytest

from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.rulesets.wwpd.events import Cornered, Destroyed, LeftPress
from pilein.rulesets.wwpd.falling_back import ROUND, all_fall_back, fall_back
from pilein.rulesets.wwpd.flight_ways import Flight, flown, worth_of
from pilein.rulesets.wwpd.involved import is_engaged
from pilein.rulesets.wwpd.leadership import take_tests
from pilein.rulesets.wwpd.phase import end_moves
from pilein.rulesets.wwpd.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import row, told, where
from tests.rulesets.wwpd.builder import U, battle, man, played

GOING = Status(falls_back=True)


def fleeing(*blues, reds=((20, 20),), **more):
    return battle(U("reds", 0, reds, status=GOING), U("blues", 1, blues), **more)


@pytest.mark.clause("WW-FB-01")
def test_a_unit_falls_back_by_a_normal_move_away_from_the_enemy():
    after, script = played(fleeing((20, 21)), fall_back, 0)
    assert where(after, 0) == (20, 14)
    assert told(script, Moved)[0].inches == pytest.approx(6)


@pytest.mark.clause("WW-FB-01")
def test_a_unit_falls_back_in_formation():
    after, _ = played(fleeing((20, 21), (21, 21), reds=row(20, 20, 2)), fall_back, 0)
    first, second = where(after, 0), where(after, 1)
    assert (round(second[0] - first[0], 2), round(second[1] - first[1], 2)) == (1, 0)


@pytest.mark.clause("WW-FB-02")
def test_a_unit_ends_as_far_as_possible_from_its_enemies_if_it_can_fall_back_from_all_of_them():
    """All directions down the table lead away from both enemies, but the one straight away from the nearer enemy is
    best.
    """
    after, _ = played(fleeing((20, 21.5), (20, 30)), fall_back, 0)
    assert where(after, 0) == (20, 14)


@pytest.mark.clause("WW-FB-02")
def test_a_unit_falling_back_takes_the_direction_that_leads_furthest_from_the_nearest_enemy():
    made = fleeing((20, 21.2), (21.3, 20.4), (12, 20))
    after, _ = played(made, fall_back, 0)
    flight = Flight(made, 0, 6 * 127000)
    shapes = after.plane.shapes
    found = round(min(gap(shapes[0], shapes[foe]) for foe in (1, 2, 3)))
    ends = [worth_of(flight, {0: (x * 6 * 127000, y * 6 * 127000)}) for x, y in ROUND]
    best = max(end.enemies_left_behind for end in ends)
    assert abs(found - max(end.nearest for end in ends if end.enemies_left_behind == best)) <= 2


def test_a_unit_falling_back_stops_at_bases_and_impassable_ground_and_the_table_edge():
    made = fleeing((20, 4), reds=((20, 3),), rulings={"WW-R-28": "nearest-enemy"})
    after, _ = played(made, fall_back, 0)
    assert where(after, 0) == (20, 0.5)
    wall = [("impassable", [(0, 16), (48, 16), (48, 17), (0, 17)])]
    after, _ = played(fleeing((20, 21), grounds=wall, rulings={"WW-R-28": "nearest-enemy"}), fall_back, 0)
    assert where(after, 0) == (20, 17.5)
    friend = U("friend", 0, [(20, 17)])
    made = battle(
        U("reds", 0, [(20, 20)], status=GOING), U("blues", 1, [(20, 21)]), friend,
        rulings={"WW-R-28": "nearest-enemy"},
    )  # fmt: skip
    assert where(played(made, fall_back, 0)[0], 0) == (20, 18)


def test_under_the_own_edge_ruling_a_unit_falling_back_makes_for_its_own_table_edge():
    made = fleeing((20, 21), edges=("west", ""), rulings={"WW-R-28": "own-edge"})
    assert where(played(made, fall_back, 0)[0], 0) == (14, 20)


def test_under_the_terrain_4_ruling_the_normal_move_is_shorter_in_terrain():
    bog = [("difficult", [(18, 18), (22, 18), (22, 20), (18, 20)])]
    made = fleeing((20, 21), grounds=bog, rulings={"WW-R-32": "terrain-4"})
    assert where(played(made, fall_back, 0)[0], 0) == (20, 16)
    made = fleeing((20, 21), grounds=bog)
    assert where(played(made, fall_back, 0)[0], 0) == (20, 14)


def surrounded(rulings=None):
    ring = [(20, 21), (20, 19), (21, 20), (19, 20)]
    return fleeing(*ring, rulings=rulings)


def test_a_ruling_decides_whether_a_unit_stays_engaged_or_is_destroyed_if_it_cannot_get_away():
    after, script = played(surrounded(), fall_back, 0)
    assert told(script, Cornered)
    assert is_engaged(after, 0)
    after, script = played(surrounded({"WW-R-37": "destroyed"}), fall_back, 0)
    assert told(script, Destroyed)[0].count == 1
    assert after.living(0) == 0


def test_in_the_press_a_unit_falling_back_leaves_the_combat():
    made = battle(U("reds", 0, kinds=[(man(), 3)], status=GOING), U("blues", 1, kinds=[(man(), 3)]), pairs=[(0, 1)])
    after, script = played(made, all_fall_back)
    assert told(script, LeftPress)
    assert not is_engaged(after, 1)


def test_units_that_leave_a_melee_are_attacked_only_under_the_free_attacks_ruling():
    after, script = played(fleeing((20, 21)), all_fall_back)
    assert "suffer_parting_blows" not in script.played
    made = fleeing((20, 21), rulings={"WW-R-27": "free-attacks"})
    after, script = played(made, all_fall_back, dice=[4, 2, 4])
    assert after.living(0) == 0
    after, script = played(made, all_fall_back, dice=[3])
    assert where(after, 0) == (20, 14)


def test_the_units_of_a_side_fall_back_in_the_order_its_player_chooses():
    made = battle(U("a", 0, [(10, 20)], status=GOING), U("b", 0, [(20, 20)], status=GOING), U("x", 1, [(15, 22)]))
    _, script = played(made, all_fall_back, answers=[(1, 0)])
    assert [event.unit for event in told(script, Moved)] == ["b", "a"]


def test_under_the_alternate_ruling_the_sides_take_turns_to_fall_back():
    names = (("a", 0, 10), ("b", 0, 20), ("x", 1, 30), ("y", 1, 40))
    units = [U(name, side, [(x, 20)], status=GOING) for name, side, x in names]
    made = battle(*units, rulings={"WW-R-31": "alternate"})
    _, script = played(made, all_fall_back, answers=[(0, 1), (2, 3)])
    assert [event.unit for event in told(script, Moved)] == ["a", "x", "b", "y"]


def test_no_model_falling_back_ends_on_top_of_a_stopped_model_of_its_own_unit():
    """A friend stops the first red man, and the man behind him stops short of him."""
    made = battle(
        U("reds", 0, [(20, 18), (20, 19)], status=GOING), U("blues", 1, [(20, 20)]), U("friend", 0, [(20, 16)]),
        rulings={"WW-R-28": "nearest-enemy"},
    )  # fmt: skip
    after, _ = played(made, fall_back, 0)
    assert (where(after, 0), where(after, 1)) == ((20, 17), (20, 18))


def test_a_unit_falling_back_from_a_single_enemy_moves_directly_away_from_it():
    made = fleeing((20, 21))
    ends = flown(Flight(made, 0, 6 * 127000), ROUND)
    assert ends[0].y == 14 * 127000


SUPPRESSED = Status(suppressed=True, took_part_in_firefight=True)


def after_a_failed_test(reds, blues):
    """Return the battle, on a table of 30 by 30 inches, after a Suppressed unit has failed its test following a
    Firefight and has fallen back.
    """
    made = battle(U("reds", 0, reds, status=SUPPRESSED), U("blues", 1, blues), size=(30, 30))
    tested, _ = played(made, take_tests, dice=[1])
    return played(tested, end_moves)[0]


def gaps(after, reds, blues):
    """Return the distance in inches from each enemy to the nearest model of the unit."""
    shapes = after.plane.shapes
    own, foes = range(len(reds)), range(len(reds), len(reds) + len(blues))
    return [min(gap(shapes[model], shapes[foe]) for model in own) / INCH for foe in foes]


@pytest.mark.clause("WW-FB-02")
def test_a_unit_falls_back_in_the_direction_that_takes_its_models_furthest_if_they_block_each_other():
    """N-6: a direction of 135 degrees, in which one model would have ended on another of its unit, led only 4.72 inches
    away. A direction of 60 degrees leads 5.395 inches away.
    """
    reds, blues = [(26.201, 26.72), (27.224, 25.01)], [(26.088, 23.34)]
    after = after_a_failed_test(reds, blues)
    assert where(after, 0) == pytest.approx((27.806, 29.5), abs=0.01)
    assert where(after, 1) == pytest.approx((29.5, 28.95), abs=0.01)
    assert gaps(after, reds, blues)[0] == pytest.approx(5.395, abs=0.01)


@pytest.mark.clause("WW-FB-01")
def test_enemies_left_behind_by_a_fall_back_are_counted_at_the_final_positions_of_the_models():
    """N-6: version 1 left only two of the three enemies behind, whereas a direction of 220 degrees leaves all three
    behind.
    """
    reds, blues = [(2.327, 22.527), (5.09, 23.231)], [(2.183, 27.439), (4.29, 20.129), (20.217, 17.127)]
    before = gaps(battle(U("reds", 0, reds), U("blues", 1, blues), size=(30, 30)), reds, blues)
    after = gaps(after_a_failed_test(reds, blues), reds, blues)
    assert all(now > then for now, then in zip(after, before, strict=True))


@pytest.mark.clause("WW-FB-01")
def test_an_enemy_still_in_contact_after_a_fall_back_does_not_count_as_left_behind():
    """In the direction straight up the table, version 1 counted nine enemies as left behind, although the unit still
    touched one of them by two ticks. A direction of 40 degrees frees the unit.
    """
    reds = [(22.547, 26.5), (22.673, 22.5), (25.4, 28.402)]
    blues = [(15.726, 22.5), (17.708, 22.5), (19.69, 22.5), (21.673, 22.5)]
    blues += [(24.444, 25.5), (23.061, 25.6422), (20.226, 26.5), (25.4178, 27.4022), (29.299, 22.5), (31.69, 22.5)]
    friends = U("friends", 0, [(18.699, 22.6339), (19.226, 26.5)])
    made = battle(U("reds", 0, reds, status=Status(falls_back=True)), U("blues", 1, blues), friends)
    after, script = played(made, fall_back, 0)
    assert where(after, 1) == (27.27, 26.36)
    assert min(gaps(after, reds, blues)) > 1
    assert told(script, Cornered) == []
