"""SH-SA-08, SH-R-14, SH-R-74: routes of broken and fleeing units."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH, ticks
from pilein.rulesets.scrollhammer.charge_events import LeftApart
from pilein.rulesets.scrollhammer.combat_events import LeftTable, Trapped
from pilein.rulesets.scrollhammer.result.falling_back import fall_back, fall_back_from_combat
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Charge
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed, fight_of

SOUTH = ("south", "north")


def guards(at, traits=GUARD, **more):
    return U("guards", 0, [(traits, len(at))], at=at, **more)


def reavers(at, name="reavers"):
    return U(name, 1, [(REAVER, len(at))], at=at)


def fought(*units, met=((0, 1),), broken=(0,), **more):
    """Return a battle in which the first two units, or those in `met`, are in one combat."""
    inside = tuple(sorted({unit for pair in met for unit in pair}))
    return battle(*units, **{"edges": SOUTH, **more}).beginning(fight_of(inside, met=met, broken=broken))


def fell_back(made, distance, *, from_combat=True, dice=(), answers=(), unit=0):
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(made, fall_back, unit, distance, int(from_combat))
    script.assert_used_up()
    return after, script.events


def places(made, unit=0):
    spots = [made.plane.place(model) for model in made.plane.models(unit)]
    return [(round(spot.x / INCH, 2), round(spot.y / INCH, 2)) for spot in spots]


def moved_inches(events):
    return [round(event.inches, 2) for event in events if isinstance(event, Moved)]


def test_a_unit_falls_back_straight_towards_its_own_edge_with_its_models_together():
    after, events = fell_back(fought(guards(row(10, 10, 3)), reavers(row(10, 11, 3))), 5)
    assert places(after) == [(10, 5), (11, 5), (12, 5)]
    assert moved_inches(events) == [5, 5, 5]


def test_a_unit_falling_back_runs_through_its_enemies_until_it_is_an_inch_clear_of_them():
    after, events = fell_back(fought(guards(row(10, 10, 3)), reavers(row(10, 9, 3))), 2)
    assert places(after) == [(10, 7), (11, 7), (12, 7)]
    assert moved_inches(events) == [3, 3, 3]


def test_models_that_touch_the_table_edge_while_falling_back_are_removed():
    after, events = fell_back(fought(guards([(10, 3), (10, 5)]), reavers([(10, 6)])), 3)
    assert places(after) == [(10, 2)]
    assert events[-1] == LeftTable(unit="guards", count=1, models=(0,), clause="SH-MO-05")


def test_under_the_unit_lost_ruling_the_whole_unit_is_lost_with_its_first_model():
    made = fought(guards([(10, 3), (10, 5)]), reavers([(10, 6)]), rulings={"SH-R-74": "unit-lost"})
    after, events = fell_back(made, 3)
    assert after.living(0) == 0
    assert events[-1] == LeftTable(unit="guards", count=2, models=(0, 1), clause="SH-MO-05")


def test_a_unit_falling_back_passes_enemies_outside_the_combat_at_a_distance_of_an_inch():
    made = fought(guards([(10, 10)]), reavers([(10, 11)]), reavers([(10, 8)], "others"))
    after, events = fell_back(made, 6)
    (x, y), inches = places(after)[0], moved_inches(events)[0]
    assert inches == 6
    assert abs(x - 10) >= 2 - 0.01
    assert y > 4


@pytest.mark.parametrize("aside", [0, 0.25, 0.5])
def test_a_unit_falling_back_goes_no_further_if_its_roll_takes_it_to_exactly_an_inch_from_enemies(aside):
    """An enemy outside the combat stands an inch behind the unit. Moving two inches to the side, the unit ends an inch
    from the enemy it fought.
    """
    made = fought(guards([(20, 20)]), reavers([(20, 21)]), reavers([(20 - aside, 18)]))
    after, events = fell_back(made, 2)
    assert moved_inches(events) == [2]
    assert after.plane.place(0).y == 20 * INCH
    assert abs(after.plane.place(0).x - 20 * INCH) == 2 * INCH


def test_a_unit_falling_back_passes_friends_as_closely_as_possible():
    wall = U("wall", 0, [(GUARD, 5)], at=row(8, 8, 5))
    after, events = fell_back(fought(guards([(10, 10)]), reavers([(10, 11)]), wall), 6)
    assert places(after) == [(7, 5.97)], "or (13, 5.97), round the other end: both are as near"
    assert moved_inches(events) == [6]


def test_a_unit_falling_back_may_end_in_contact_with_friends_and_walls():
    """SH-R-74: only enemies lengthen a move. Shoulder to shoulder with a deeper friend, the unit moves exactly the
    rolled distance.
    """
    friend = U("deep", 0, [(GUARD, 12)], block=(28, 20, 0, 3), formation="ranks")
    after, events = fell_back(fought(block((24, 20)), reavers([(24, 20.5)]), friend), 2)
    assert places(after)[0] == (22, 17.5)
    assert moved_inches(events) == [2]
    beside = U("beside", 0, [(GUARD, 3)], at=[(11, 10), (11, 9), (11, 8)])
    wall = [("impassable", [(7, 5), (9.5, 5), (9.5, 12), (7, 12)])]
    after, events = fell_back(fought(guards([(10, 10)]), reavers([(10, 11)]), beside, grounds=wall), 2)
    assert places(after) == [(10, 8)]
    assert moved_inches(events) == [2]


def test_a_model_falling_back_past_a_friend_stops_at_the_end_of_its_roll():
    beside = U("beside", 0, [(GUARD, 5)], at=[(11, y) for y in (9, 8, 7, 6, 5)])
    wall = [("impassable", [(7, 6), (9, 6), (9, 7), (7, 7)])]
    after, events = fell_back(fought(guards([(10, 10), (8.9, 10)]), reavers([(10, 11)]), beside, grounds=wall), 4)
    assert places(after)[0] == (10, 6)
    assert moved_inches(events)[0] == 4


def test_a_unit_stays_together_if_it_is_forced_into_a_detour_while_falling_back():
    wall = U("wall", 0, [(GUARD, 5)], at=row(8, 8, 5))
    after, _ = fell_back(fought(guards(row(10, 10, 3)), reavers([(10, 11)]), wall), 6)
    spots = places(after)
    assert all(y < 7 for _, y in spots)
    assert all(abs(x - spots[0][0]) < 3 for x, _ in spots)


def test_models_end_side_by_side_rather_than_in_a_file_when_they_fall_back_through_enemies():
    """SH-MO-04, SH-R-74: friends leave a gap beyond the enemies. If the models ran one by one in a file, the last model
    would end 8.7" away from the others.
    """
    own = guards([(25.5, 8.06), (23.5, 6.5), (24.5, 7.5), (23.5, 8.5)])
    foes = reavers([(25, 5.5), (25.5, 6.5), (26.25, 5.5)])
    at = [(28.25, 7), (29.92, 7), (29.25, 9), (30.25, 10.57), (30.92, 7), (27.25, 7), (28.25, 10.59)]
    friends = U("friends", 0, [(GUARD, 7)], at=at, base=Base("rectangle", INCH, 2 * INCH))
    after, events = fell_back(fought(own, foes, friends, edges=("east", "west")), 2)
    assert max(moved_inches(events)) < 6
    assert is_together(after.plane, 0, 2 * INCH)


def test_the_log_reports_models_that_are_held_up_and_left_behind_when_their_unit_falls_back():
    """SH-R-29: the log reports that a flight has left models apart if the unit is no longer together, and only then."""
    wall = [("impassable", [(9, 5), (11, 5), (11, 8), (9, 8)])]
    own = guards([(10, 10), (11.5, 10), (13, 10)])
    after, events = fell_back(fought(own, reavers([(10, 11)]), grounds=wall, edges=("south", "")), 8)
    apart = LeftApart(unit="guards", move="flight", clause="SH-SA-08")
    assert (apart in events) == (not is_together(after.plane, 0, 2 * INCH))
    alone, told = fell_back(fought(own, reavers([(10, 11)]), edges=("south", "")), 8)
    assert is_together(alone.plane, 0, 2 * INCH)
    assert not any(isinstance(event, LeftApart) for event in told)


def test_a_unit_without_a_route_to_fall_back_is_destroyed():
    wall = [("impassable", [(0, 5), (48, 5), (48, 6), (0, 6)])]
    after, events = fell_back(fought(guards([(10, 10)]), reavers([(10, 11)]), grounds=wall), 6)
    assert after.living(0) == 0
    assert events == [Trapped(unit="guards", count=1, models=(0,), clause="SH-MO-05")]


def test_a_unit_falling_back_is_tested_for_dangerous_ground_but_is_not_slowed_by_difficult_ground():
    grounds = [
        ("dangerous", [(0, 7), (48, 7), (48, 8), (0, 8)]),
        ("difficult", [(0, 8), (48, 8), (48, 9), (0, 9)]),
    ]
    made = fought(guards(row(10, 10, 2)), reavers(row(10, 11, 2)), grounds=grounds)
    after, events = fell_back(made, 5, dice=[1, 3, 2])
    assert places(after) == [(11, 5)]
    assert moved_inches(events) == [5, 5]


def test_a_unit_without_its_own_edge_falls_back_to_the_nearest_edge_and_its_owner_chooses_if_two_are_equally_near():
    made = fought(guards([(10, 12)]), reavers([(10, 13)]), edges=("", "north"))
    assert places(fell_back(made, 4)[0]) == [(6, 12)]
    tied = fought(guards([(10, 10)]), reavers([(10, 11)]), edges=("", "north"))
    assert places(fell_back(tied, 4, answers=["south"])[0]) == [(10, 6)]
    assert places(fell_back(tied, 4, answers=["west"])[0]) == [(6, 10)]


def test_under_the_from_victor_ruling_a_unit_falls_back_directly_away_from_the_victor():
    made = fought(guards([(20, 20)]), reavers([(21, 20)]), rulings={"SH-R-74": "from-victor"})
    assert places(fell_back(made, 5)[0]) == [(15, 20)]
    wall = U("wall", 0, [(GUARD, 1)], at=[(17, 20)])
    made = fought(guards([(20, 20)]), reavers([(21, 20)]), wall, rulings={"SH-R-74": "from-victor"})
    ((x, y),) = places(fell_back(made, 5)[0])
    assert x < 15.5
    assert y != 20


@pytest.mark.clause("SH-SA-08")
def test_units_fall_back_2d6_inches_in_the_order_the_active_side_chooses():
    units = guards(row(10, 10, 2)), U("more", 0, [(GUARD, 1)], at=[(12, 10)]), reavers(row(10, 11, 3))
    made = fought(*units, met=((0, 2), (1, 2)), broken=(0, 1), active=1)
    script = Script(RULESET, dice=[1, 2, 3, 3], answers=[(1, 0)])
    after = script.begin(made, fall_back_from_combat)
    script.assert_used_up()
    assert script.asked[0].side == 1
    assert places(after, 1) == [(12, 7)]
    assert places(after, 0) == [(10, 4), (11, 4)]


@pytest.mark.parametrize(
    ("kind", "reading", "dice"),
    [
        ("cavalry", "cavalry-3d6", [1, 1, 1]),
        ("beast", "cavalry-3d6", [1, 1, 1]),
        ("cavalry", "default", [1, 2]),
        ("infantry", "cavalry-3d6", [1, 2]),
    ],
)
def test_a_ruling_decides_whether_cavalry_and_beasts_fall_back_3d6_instead_of_2d6_inches(kind, reading, dice):
    made = fought(guards([(10, 10)], changed(GUARD, type=kind)), reavers([(10, 11)]), rulings={"SH-R-74": reading})
    script = Script(RULESET, dice=dice)
    assert places(script.begin(made, fall_back_from_combat)) == [(10, 7)]
    script.assert_used_up()


def test_a_destroyed_unit_does_not_fall_back():
    made = fought(guards([(10, 10)]), reavers([(10, 11)]))
    made = made.on(made.plane.without(frozenset((0,))))
    assert Script(RULESET).begin(made, fall_back_from_combat) == made


def block(at, models=10, files=5):
    return U("guards", 0, [(GUARD, models)], block=(*at, 0, files), formation="ranks")


def test_a_block_falls_back_in_formation():
    after, events = fell_back(fought(block((24, 20)), reavers([(24, 20.5)])), 6)
    assert places(after)[0] == (22, 13.5)
    assert moved_inches(events) == [6]
    assert (after.plane.standings[0].x, after.plane.standings[0].y) == (ticks(24), ticks(14))


@pytest.mark.parametrize(("facing", "distance", "left"), [(180, 5, 0), (180, 4, 2), (0, 5, 0), (0, 4, 2)])
def test_a_block_leaves_the_table_whatever_its_facing_if_it_falls_back_over_the_edge(facing, distance, left):
    """SH-SA-08, SH-MO-04: the block's near rank is 4 inches from the edge, and its far rank is 5 inches from it."""
    y = 4 if facing == 180 else 6
    block = U("guards", 0, [(GUARD, 4)], block=(10, y, facing, 2), formation="ranks")
    after, _ = fell_back(battle(block, reavers([(30, 30)]), edges=SOUTH), distance, from_combat=False)
    assert after.living(0) == left


def test_a_block_falling_back_loses_the_ranks_that_touch_the_edge():
    made = fought(block((24, 6)), reavers([(24, 6.5)]))
    after, events = fell_back(made, 4)
    assert after.living(0) == 5
    assert events[-1] == LeftTable(unit="guards", count=5, models=(5, 6, 7, 8, 9), clause="SH-MO-05")
    lost = fought(block((24, 6)), reavers([(24, 6.5)]), rulings={"SH-R-74": "unit-lost"})
    assert fell_back(lost, 4)[0].living(0) == 0


def test_a_block_takes_a_detour_of_its_full_distance_if_it_cannot_fall_back_straight():
    """The block, five inches wide, passes the end of the wall without overlapping it."""
    wall = U("wall", 0, [(GUARD, 5)], at=row(22, 15, 5))
    after, events = fell_back(fought(block((24, 20)), reavers([(24, 20.5)]), wall), 6)
    assert moved_inches(events) == [6]
    assert places(after)[0][0] == pytest.approx(17, abs=0.01)
    shapes = after.plane.shapes
    assert not any(overlaps(shapes[model], shapes[other]) for model in range(10) for other in after.plane.models(2))


def test_a_block_on_a_detour_spends_the_rest_of_its_move_leaving_the_table():
    pillar = [("impassable", [(23, 7), (25, 7), (25, 7.5), (23, 7.5)])]
    made = fought(block((24, 10), 4, 2), reavers([(24, 10.5)]), grounds=pillar)
    after, events = fell_back(made, 12)
    assert after.living(0) == 0
    assert moved_inches(events) == [12]


@pytest.mark.parametrize(("distance", "living"), [(5, 12), (6, 12), (7, 0)])
def test_a_block_ends_a_detour_an_inch_from_enemies_even_if_its_front_has_left_the_table(distance, living):
    """On the shortest route, the block's last ranks, still on the table, would be half an inch from enemies."""
    others = reavers([(24.3, 1.2), (25.3, 1.2)], "others")
    after, _ = fell_back(fought(block((25, 6), 12, 4), reavers([(25, 6.5)]), others), distance)
    shapes = after.plane.shapes
    assert after.living(0) == living
    for model in after.plane.models(0):
        assert min(gap(shapes[model], shapes[other]) for other in after.plane.models(2)) >= INCH


def test_a_block_falling_back_along_the_side_edge_stays_on_the_table():
    made = fought(block((2.5, 20)), reavers([(2.5, 20.5)]))
    assert fell_back(made, 6)[0].living(0) == 10


def test_a_block_without_a_route_to_fall_back_is_destroyed():
    wall = [("impassable", [(0, 5), (48, 5), (48, 6), (0, 6)])]
    assert fell_back(fought(block((24, 10)), reavers([(24, 10.5)]), grounds=wall), 6)[0].living(0) == 0


def fleeing(*units, charger=1, **more):
    return replace(battle(*units, **more), charge=Charge(charger, (0,)))


def test_a_unit_fleeing_from_a_charge_runs_towards_its_own_edge():
    made = fleeing(guards(row(10, 10, 2)), reavers(row(10, 17, 2)), edges=SOUTH)
    assert places(fell_back(made, 5, from_combat=False)[0]) == [(10, 5), (11, 5)]


def test_a_unit_fleeing_from_a_charge_goes_round_all_enemies_including_the_charger():
    made = fleeing(guards([(10, 10)]), reavers([(10, 7)]), edges=SOUTH)
    ((x, _),) = places(fell_back(made, 6, from_combat=False)[0])
    assert abs(x - 10) >= 2 - 0.01


def test_a_unit_without_an_edge_flees_from_the_nearest_charging_model_or_from_the_centre():
    units = guards([(20, 20)]), reavers([(20, 25), (28, 20), (36, 20)])
    assert places(fell_back(fleeing(*units), 5, from_combat=False)[0]) == [(20, 15)]
    ((x, y),) = places(fell_back(fleeing(*units, rulings={"SH-R-14": "from-charger"}), 5, from_combat=False)[0])
    assert (x, y) == (15.11, 18.98)  # from (28, 21 2/3) to (20, 20), and five inches on


def test_under_the_from_charger_ruling_even_a_unit_with_an_edge_flees_from_the_charger():
    units = guards([(20, 20)]), reavers([(25, 20)])
    made = fleeing(*units, edges=SOUTH, rulings={"SH-R-14": "from-charger"})
    assert places(fell_back(made, 5, from_combat=False)[0]) == [(15, 20)]


def test_round_and_oval_bases_fall_back_as_rectangular_ones_do():
    for base in (Base("round", INCH, INCH), Base("oval", INCH, 2 * INCH)):
        made = fought(guards([(10, 10)], base=base), reavers([(10, 12)]))
        assert places(fell_back(made, 5)[0]) == [(10, 5)]


def test_the_fleeing_model_with_the_shorter_path_round_a_wall_goes_first():
    """SH-RE-03: if it went second, it would stop an inch and a half short of its six inches. If it goes first, it moves
    all six, and the other model moves half an inch less than six.
    """
    wall = [("impassable", [(0, 5), (10.6, 5), (10.6, 6), (0, 6)])]
    made = fleeing(guards([(10, 7), (11, 7)]), reavers([(10, 9)]), grounds=wall, edges=SOUTH)
    _, events = fell_back(made, 6, from_combat=False)
    lengths = {event.model: round(event.inches, 1) for event in events if isinstance(event, Moved)}
    assert lengths == {0: 5.5, 1: 6.0}
