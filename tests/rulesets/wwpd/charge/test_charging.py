"""WW-DE, WW-CH: declarations of charges, and charge moves with the closest model first."""

import pytest

from pilein.geometry.gaps import gap
from pilein.geometry.ticks import INCH
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.wwpd.charging import declare, go_on, move_chargers
from pilein.rulesets.wwpd.events import Declared, StoodStill
from pilein.rulesets.wwpd.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import told, where
from tests.rulesets.wwpd.builder import U, battle, nearest, played


def lines(*reds, blues=((10, 20), (12, 20)), **more):
    """Return a battle of red models with blue models further up the table."""
    return battle(U("reds", 0, reds), U("blues", 1, blues), **more)


def touched(after, model):
    return after.plane.contacts.enemies[model]


@pytest.mark.clause("WW-DE-01", "WW-CH-01")
def test_the_active_player_names_all_charging_units_before_any_of_them_moves():
    made = battle(U("a", 0, [(10, 14)]), U("b", 0, [(20, 14)]), U("c", 1, [(10, 20), (20, 20)]))
    after, script = played(made, declare, answers=[(1,), nearest])
    assert told(script, Declared) == [Declared(units=("b",), clause="WW-DE-01")]
    assert touched(after, 1) == (3,)
    assert where(after, 0) == (10, 14)


@pytest.mark.clause("WW-DE-01")
def test_no_unit_has_to_charge():
    _, script = played(lines((10, 14)), declare, answers=[()])
    assert script.events == []
    assert script.asked[0].side == 0


@pytest.mark.clause("WW-CH-01")
def test_units_charge_one_after_another_in_the_order_named():
    made = battle(U("a", 0, [(10, 16)]), U("b", 0, [(10, 14)]), U("c", 1, [(10, 20)]))
    after, script = played(made, move_chargers, 1, 0, answers=[nearest, nearest])
    assert [event.unit for event in told(script, Moved)] == ["b", "a"]
    assert touched(after, 1) == (2,)
    assert touched(after, 0) == ()


def test_under_the_one_queue_ruling_the_closest_model_of_all_units_moves_first():
    made = battle(U("a", 0, [(10, 16)]), U("b", 0, [(10, 14)]), U("c", 1, [(10, 20)]), rulings={"WW-R-15": "one-queue"})
    _, script = played(made, move_chargers, 1, 0, answers=[nearest, nearest])
    assert [event.unit for event in told(script, Moved)] == ["a", "b"]


@pytest.mark.clause("WW-CH-02")
def test_a_model_that_fired_does_not_charge_but_the_other_models_of_its_unit_do():
    made = lines((10, 16), (11, 16), fired=(0,))
    after, script = played(made, declare, answers=[(0,), nearest])
    assert where(after, 0) == (10, 16)
    assert touched(after, 1)
    assert script.met.count("WW-R-35") == 1


@pytest.mark.clause("WW-CH-02")
def test_a_unit_is_not_asked_to_charge_if_every_one_of_its_models_has_fired():
    played(lines((10, 16), fired=(0,)), declare)


def test_under_the_whole_unit_ruling_a_unit_may_not_charge_if_one_of_its_models_fired():
    made = lines((10, 16), (11, 16), fired=(0,), rulings={"WW-R-35": "whole-unit"})
    played(made, declare)


def test_a_suppressed_unit_may_not_charge_unless_a_ruling_allows_it():
    unit = U("reds", 0, [(10, 16)], status=Status(suppressed=True))
    foe = U("blues", 1, [(10, 20)])
    played(battle(unit, foe), declare)
    played(battle(unit, foe, rulings={"WW-R-07": "allowed"}), declare, answers=[()])


def test_an_engaged_unit_charges_with_its_free_models_unless_a_ruling_allows_it_only_to_fight():
    units = U("reds", 0, [(10, 19), (14, 15)]), U("blues", 1, [(10, 20), (14, 20)])
    after, _ = played(battle(*units), declare, answers=[(0,), nearest])
    assert touched(after, 1) == (3,)
    played(battle(*units, rulings={"WW-R-18": "fight-only"}), declare)


@pytest.mark.clause("WW-CH-03")
def test_a_charger_moves_to_the_nearest_unengaged_enemy_within_8_inches():
    after, script = played(lines((10, 14)), move_chargers, 0, answers=[nearest])
    assert where(after, 0) == (10, 19)
    assert told(script, Moved)[0].inches == pytest.approx(5, abs=0.01)


@pytest.mark.clause("WW-CH-03")
def test_a_charger_may_touch_its_enemy_at_any_point_and_may_touch_no_other_enemy():
    with pytest.raises(IllegalAnswer, match="nearest unengaged"):
        played(lines((10, 14)), move_chargers, 0, answers=[(0, 12 * 127000, 19 * 127000, 0)])
    after, _ = played(lines((10, 14)), move_chargers, 0, answers=[(0, 9 * 127000, 20 * 127000, 0)])
    assert touched(after, 0) == (1,)


WALL = ("impassable", ((8.5, 17), (11.5, 17), (11.5, 17.2), (8.5, 17.2)))
MARSH = ("difficult", ((4, 15), (16, 15), (16, 19), (4, 19)))
SLOWED = {"WW-R-34": "terrain-slows"}


@pytest.mark.parametrize(
    ("made", "spot", "reason"),
    [
        (lines((10, 14)), (10, 19.5), "there the model would overlap model 1 of blues"),
        (lines((10, 14), (9, 14), blues=[(10, 15.5)]), (9.2, 14.9), "there the model would overlap model 1 of reds"),
        (lines((10, 14)), (10, 0.3), "there the model would leave the table"),
        (lines((10, 14), blues=[(10, 21.5)]), (10, 22.5), 'the place is further away than 8"'),
        (lines((10, 14), grounds=[WALL], blues=[(10, 21.35)]), (11, 21.35), 'no path leads to the place within 8"'),
        (
            lines((10, 14), grounds=[WALL], blues=[(10, 21.35)]),
            (10, 17.2),
            "there the model would stand on impassable ground",
        ),
        (
            lines((10, 14), grounds=[MARSH], rulings=SLOWED),
            (10, 19),
            'the path counts as .*, but the model may move only 8" .WW-R-34.',
        ),
        (lines((10, 14), rulings={"WW-R-34": "straight-line"}, blues=[(10, 21.5)]), (10, 22.5), 'further away than 8"'),
    ],
)
def test_an_illegal_charge_place_is_refused_with_the_specific_reason(made, spot, reason):
    place = (0, round(spot[0] * 127000), round(spot[1] * 127000), 0)
    with pytest.raises(IllegalAnswer, match=reason):
        played(made, move_chargers, 0, answers=[place])


@pytest.mark.clause("WW-CH-03")
def test_the_player_chooses_among_equally_near_enemies():
    made = lines((11, 14))
    for x, foe in ((10, 1), (12, 2)):
        after, _ = played(made, move_chargers, 0, answers=[(0, x * 127000, 19 * 127000, 0)])
        assert touched(after, 0) == (foe,)


@pytest.mark.clause("WW-CH-03")
def test_a_charger_moves_as_far_as_its_player_chooses_towards_an_enemy_more_than_8_inches_away():
    made = lines((10, 10), blues=[(10, 20)])
    assert where(played(made, move_chargers, 0, answers=[nearest])[0], 0) == (10, 18)
    assert where(played(made, move_chargers, 0, answers=[(0, 10 * 127000, 13 * 127000, 0)])[0], 0) == (10, 13)
    with pytest.raises(IllegalAnswer, match="straight towards"):
        played(made, move_chargers, 0, answers=[(0, 8 * 127000, 13 * 127000, 0)])


SEALED_OFF = ("impassable", ((0, 20), (48, 20), (48, 20.5), (0, 20.5)))


@pytest.mark.clause("WW-CH-03")
@pytest.mark.parametrize("x", [10, 15])
def test_a_charger_moves_towards_its_enemy_even_if_no_route_leads_to_it(x):
    """The enemy stands behind a wall that crosses the whole table, so contact is impossible. The charger may move 8
    inches towards the enemy.
    """
    made = lines((x, 10), blues=[(10, 24)], grounds=[SEALED_OFF])
    after, _ = played(made, move_chargers, 0, answers=[nearest])
    assert gap(after.plane.shape(0), after.plane.shape(1)) <= gap(made.plane.shape(0), made.plane.shape(1)) - 7.9 * INCH
    short = (0, round((x + (10 - x) / 7) * INCH), 12 * INCH, 0)
    assert where(played(made, move_chargers, 0, answers=[short])[0], 0)[1] == 12
    with pytest.raises(IllegalAnswer, match="straight towards"):
        played(made, move_chargers, 0, answers=[(0, (x - 3) * INCH, 10 * INCH, 0)])
    held = lines((x, 10), blues=[(10, 24)], grounds=[SEALED_OFF], rulings={"WW-R-11": "contact-only"})
    assert where(played(held, move_chargers, 0)[0], 0) == (x, 10)


def test_under_the_contact_only_ruling_a_charger_that_cannot_make_contact_does_not_move():
    made = lines((10, 10), blues=[(10, 20)], rulings={"WW-R-11": "contact-only"})
    after, script = played(made, move_chargers, 0)
    assert where(after, 0) == (10, 10)
    assert isinstance(script.events[0], StoodStill)


@pytest.mark.clause("WW-CH-04")
def test_the_closest_of_the_remaining_models_charges_next():
    made = lines((10, 12), (12, 15), (14, 14), blues=[(10, 20), (12, 20), (14, 20)])
    _, script = played(made, move_chargers, 0, answers=[nearest] * 3)
    assert [event.model for event in told(script, Moved)] == [1, 2, 0]


def test_the_player_chooses_which_of_several_equally_near_models_charges_first():
    made = lines((10, 15), (12, 15))
    _, script = played(made, move_chargers, 0, answers=[(1, 12 * 127000, 19 * 127000, 0), nearest])
    assert [event.model for event in told(script, Moved)] == [1, 0]


@pytest.mark.clause("WW-CH-05")
def test_the_player_is_not_asked_to_choose_among_models_that_cannot_move():
    """Both models touch an engaged friend and have thereby joined it, so nothing is left to choose."""
    made = lines((10, 19), (9.133, 18.5), (10.867, 18.5), blues=[(10, 20)])
    after, script = played(made, move_chargers, 0)
    assert after == made
    assert [event.models for event in told(script, StoodStill)] == [(1,), (2,)]


def test_under_the_fixed_ruling_the_order_of_equally_close_chargers_is_chosen_only_once():
    made = lines((10, 15), (12, 15), rulings={"WW-R-10": "fixed"})
    _, script = played(made, move_chargers, 0, answers=[(1, 0), nearest, nearest])
    assert [event.model for event in told(script, Moved)] == [1, 0]


@pytest.mark.clause("WW-CH-05")
def test_a_charging_model_joins_an_engaged_friend_if_all_enemies_in_range_are_engaged():
    made = lines((10, 16), (10, 14), blues=[(10, 20)])
    after, _ = played(made, move_chargers, 0, answers=[nearest, nearest])
    assert touched(after, 1) == ()
    assert after.plane.contacts.friends[1] == (0,)


@pytest.mark.clause("WW-CH-05")
def test_a_charger_moves_as_near_as_possible_to_an_engaged_friend_that_it_cannot_reach():
    made = lines((10, 15), (10, 8), (12, 8), blues=[(10, 16), (10, 16.9)][:1])
    after, script = played(made, go_on, 1, answers=[nearest])
    assert where(after, 1) == (10, 14)
    barred = [("impassable", [(0, 10), (48, 10), (48, 11), (0, 11)])]
    made = battle(U("reds", 0, [(10, 15), (10, 8)]), U("blues", 1, [(10, 16)]), grounds=barred)
    after, script = played(made, go_on, 1, answers=[nearest])
    assert where(after, 1) == (10, 9.5)
    made = battle(U("reds", 0, [(10, 15), (10, 9.5)]), U("blues", 1, [(10, 16)]), grounds=barred)
    after, script = played(made, go_on, 1, answers=[])
    assert isinstance(script.events[0], StoodStill)


@pytest.mark.clause("WW-CH-06")
def test_all_charging_models_must_move():
    made = lines((10, 16), (12, 15.5), (14, 15), blues=[(10, 20), (12, 20), (14, 20)])
    after, script = played(made, move_chargers, 0, answers=[nearest] * 3)
    assert len(told(script, Moved)) == 3
    assert all(touched(after, model) for model in range(3))


def test_under_the_each_may_stay_ruling_any_charging_model_may_stay_in_place():
    stay = (0, 10 * 127000, 16 * 127000, 0)
    with pytest.raises(IllegalAnswer):
        played(lines((10, 16)), move_chargers, 0, answers=[stay])
    after, _ = played(lines((10, 16), rulings={"WW-R-12": "each-may-stay"}), move_chargers, 0, answers=[stay])
    assert where(after, 0) == (10, 16)


def test_coherency_is_ignored_in_a_charge_unless_a_ruling_requires_it():
    units = U("reds", 0, [(10, 16), (12, 16)]), U("blues", 1, [(18, 18)])
    assert touched(played(battle(*units), go_on, 1, answers=[nearest])[0], 1) == (2,)
    kept = battle(*units, rulings={"WW-R-09": "coherent"})
    assert where(played(kept, go_on, 1, answers=[nearest])[0], 1)[0] < 13.1


def test_the_8_inches_of_a_charge_are_measured_along_the_route_unless_a_ruling_measures_a_straight_line():
    wall = [("impassable", [(6, 14), (14, 14), (14, 15), (6, 15)])]
    units = U("reds", 0, [(10, 12)]), U("blues", 1, [(10, 20)])
    after, _ = played(battle(*units, grounds=wall), move_chargers, 0, answers=[nearest])
    assert touched(after, 0) == ()
    straight = battle(*units, grounds=wall, rulings={"WW-R-34": "straight-line"})
    assert touched(played(straight, move_chargers, 0, answers=[nearest])[0], 0) == (1,)


def left_to_the_mate(**readings):
    """Return the distance in inches between the final position of a charger and the engaged model of its unit that it
    cannot reach, under the given readings.
    """
    rulings = {key.replace("_", "-"): option for key, option in readings.items()}
    walls = [("impassable", [(8.4, 9), (14.4, 9), (14.4, 9.5), (8.4, 9.5)])]
    walls += [("difficult", [(15, 4), (16, 4), (16, 9.5), (15, 9.5)])]
    units = U("reds", 0, [(19.9, 6), (19.9, 4)]), U("blues", 1, [(7.5, 15.6)]), U("mates", 0, [(6.9, 14.8)])
    after, _ = played(battle(*units, grounds=walls, rulings=rulings), go_on, 0, answers=[nearest])
    return gap(after.plane.shape(0), after.plane.shape(3)) / INCH


@pytest.mark.clause("WW-CH-05")
def test_a_charger_moves_as_near_to_an_engaged_friend_as_it_can_even_if_a_ruling_limits_its_move():
    """A path of 7 inches straight through the bog counts as 8. A path of 8 inches that goes past the bog ends 0.86
    inches nearer.
    """
    assert left_to_the_mate(WW_R_34="terrain-slows") < 6.86
    assert left_to_the_mate(WW_R_34="straight-line") < 6.705
    assert left_to_the_mate(WW_R_09="coherent") < 12.905


def test_under_the_terrain_slows_ruling_terrain_slows_a_charge():
    bog = [("difficult", [(6, 14), (14, 14), (14, 17), (6, 17)])]
    units = U("reds", 0, [(10, 12)]), U("blues", 1, [(10, 20)])
    assert touched(played(battle(*units, grounds=bog), move_chargers, 0, answers=[nearest])[0], 0) == (1,)
    slowed = battle(*units, grounds=bog, rulings={"WW-R-34": "terrain-slows"})
    assert where(played(slowed, move_chargers, 0, answers=[nearest])[0], 0) == (10, 17)


@pytest.mark.clause("WW-CH-03")
def test_a_charge_may_go_round_terrain_that_would_slow_it():
    """WW-R-34 `terrain-slows`: a path of 6 inches, 3 of them through the bog, counts as 9. The path past the end of the
    bog is shorter than 8 inches.
    """
    bog = [("difficult", [(9.5, 14), (20, 14), (20, 17), (9.5, 17)])]
    made = lines((10, 12), blues=[(10, 19)], grounds=bog, rulings={"WW-R-34": "terrain-slows"})
    after, script = played(made, move_chargers, 0, answers=[nearest])
    assert touched(after, 0) == (1,)
    assert told(script, Moved)[0].inches < 8
