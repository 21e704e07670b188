"""SH-MV-12, SH-MV-24, SH-MV-26: legal places that lie between the candidates."""

import pytest

from pilein.geometry.ticks import INCH, turned
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.scrollhammer.charge import landings as charge_landings
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, under_way, where

RANGE = 8
STARTS = [(-1, 2), (1, 2.2), (0.2, 3.5)]  # seen from the middle of a front: to the right, ahead


def charging(made, inches=RANGE, answers=None):
    return play(under_way(made, 1, range=inches), (), answers, charge_move)


def to(model, x, y, facing=0):
    return model, round(x * INCH), round(y * INCH), facing * 100


def between():
    """Return a battle in which guard 1 reaches the free enemy only between x = 15.35, where it is in coherency with
    guard 0, and x = 15.99.

    The place in line with the enemy (16.1), the nearest place (15.1) and the ends of the enemy's face are all
    illegal.
    """
    return battle(guards([(18.2, 10), (11, 11.5)]), reavers([(18.2, 17), (16.1, 18.75)]))


@pytest.mark.clause("SH-MV-24")
def test_a_charger_may_end_anywhere_along_the_face_of_an_enemy_and_not_only_at_the_ends_of_the_face():
    after, _ = charging(between())
    assert after.charge.met == ((0, (2,)), (1, (3,)))
    x, y = where(after, 1)
    assert y == pytest.approx(17.75, abs=0.001)
    assert 15.34 <= x <= 15.99


@pytest.mark.clause("SH-MV-24")
def test_any_place_along_the_face_of_an_enemy_may_be_named_if_it_touches_as_many_free_enemies_as_possible():
    assert where(charging(between(), answers=[to(1, 15.7, 17.75)])[0], 1) == (15.7, 17.75)
    with pytest.raises(IllegalAnswer, match="that no other charging model touches: model 3"):
        charging(between(), answers=[to(1, 17.2, 16)])


def test_a_charge_place_that_the_search_missed_may_be_named(monkeypatch):
    """SH-MV-24: a model that touches a free enemy fulfils a higher duty than support or coherency."""
    monkeypatch.setattr(charge_landings, "nearest_contact", lambda *_: None)
    after, _ = charging(between(), answers=[to(1, 15.7, 17.75)])
    assert after.charge.met == ((0, (2,)), (1, (3,)))


@pytest.mark.clause("SH-MV-26")
def test_a_charging_model_turns_if_only_turning_keeps_it_in_coherency():
    """At its own facing, guard 1 comes no nearer to guard 0 than 2.1". With a corner turned towards guard 0, it comes
    within 1.9".
    """
    made = battle(guards([(12, 10), (12, 6.9)]), reavers([(12, 17)]))
    after, script = charging(made, 6)
    assert "OutOfCoherency" not in kinds(script)
    assert after.plane.place(1).facing % 9000 == 4500
    with pytest.raises(IllegalAnswer, match="out of coherency"):
        charging(made, 6, answers=[to(1, 12, 12.9)])


@pytest.mark.clause("SH-MV-25")
@pytest.mark.parametrize(("inches", "reached"), [(5, ()), (6, (0,))])
def test_a_charging_model_does_not_extend_its_reach_by_turning_a_corner_of_its_base_towards_a_friend(inches, reached):
    """SH-R-07: the gap is 5.06" because guard 1's corner points away. The path to a place in contact with guard 0 is
    4.97" long.
    """
    made = battle(guards([(15.29, 11.49, 270), (19.99, 12.34, 45)]), reavers([(15.29, 17.49)]))
    after, _ = charging(made, inches)
    assert after.plane.contacts.friends[1] == reached


def test_a_charge_place_is_found_even_if_the_base_does_not_fit_at_the_end_of_the_shortest_route():
    """SH-MV-26: a wall stands in front of the nearest place in coherency. The disc that represents the base on the way
    fits there, but a corner of the base does not.
    """
    wall = [("impassable", [(14.33, 14.32), (16.33, 14.32), (16.33, 14.62), (14.33, 14.62)])]
    made = battle(guards([(15.72, 15.5), (14.66, 9.38)]), reavers([(15.72, 17.93)]), grounds=wall)
    _, script = charging(made, 5)
    assert "OutOfCoherency" not in kinds(script)


@pytest.mark.clause("SH-MV-24")
@pytest.mark.parametrize("facing", [15, 45, 110, 200, 338.2])
def test_a_charger_may_take_a_place_exactly_one_base_wide_in_front_of_an_angled_block(facing):
    """Guards 0 and 1 face the outer two of three enemies. There is room in front of the middle enemy even though
    positions are rounded.
    """
    right, ahead = (turned(*way, round(facing * 100)) for way in ((1, 0), (0, 1)))
    starts = [(20.3 + x * right[0] + y * ahead[0], 20.7 + x * right[1] + y * ahead[1]) for x, y in STARTS]
    made = battle(guards(starts), rank(3, 20.3, 20.7, facing))
    after, _ = play(under_way(made, 1, range=RANGE, arcs=("front",)), (), None, charge_move)
    assert sorted(foes for _, foes in after.charge.met) == [(3,), (4,), (5,)]
