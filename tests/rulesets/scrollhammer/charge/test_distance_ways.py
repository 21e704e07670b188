"""SH-MV-03, SH-MV-05 to SH-MV-10: obstacles for a charging model, and its quickest path."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.distance import quickest_contact
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge.terms import aiming
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.terms import Sides
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, kinds, play, rank, reavers, under_way, where


def way(made, targets=(1,), limit=12.0, arcs=()):
    terms = aiming(made, made.preview_table(), 0, targets, Sides(tuple(zip(targets, arcs, strict=False))))
    route = quickest_contact(made, terms, 0, targets, limit * INCH)
    return None if route is None else round(route.length / INCH, 3)


def plain(*more, foes=((10, 16),), **options):
    return battle(guards([(10, 10)]), reavers(foes), *more, **options)


@pytest.mark.clause("SH-MV-10")
def test_the_quickest_charge_route_leads_straight_into_contact():
    assert way(plain()) == 5.0
    assert way(plain(foes=((14, 13), (10, 16)))) == pytest.approx(3.606, abs=0.001)


@pytest.mark.clause("SH-MV-10")
def test_a_charge_on_an_enemy_beyond_the_limit_has_no_route():
    assert way(plain(), limit=4.9) is None
    assert way(plain(), limit=5.1) == 5.0


@pytest.mark.clause("SH-MV-03")
def test_neither_difficult_nor_dangerous_ground_lengthens_a_charge_route():
    for kind in ("difficult", "dangerous"):
        made = plain(grounds=[(kind, [(9, 12), (11, 12), (11, 13), (9, 13)])])
        assert way(made) == 5.0


@pytest.mark.clause("SH-MV-05")
def test_a_charge_route_crosses_neither_impassable_ground_nor_the_table_edge():
    wall = [("impassable", [(9, 12), (11, 12), (11, 13), (9, 13)])]
    assert way(plain(grounds=wall)) > 5.5
    shut = [("impassable", [(0, 12), (11, 12), (11, 13), (0, 13)])]
    made = battle(guards([(0.5, 10)]), reavers([(0.5, 16)]), grounds=shut)
    assert way(made) is None
    corner = battle(guards([(2, 0.5)]), reavers([(0.5, 0.5)]))
    space = ground_for(corner.plane, aiming(corner, corner.preview_table(), 0, (1,)).bars, 0)
    assert not space.fits(corner.plane.shape(0).__class__(((0.0, 0.0),), INCH / 2, 0.0, 0.0, INCH / 2))


@pytest.mark.clause("SH-MV-06")
def test_charging_models_may_come_within_an_inch_of_enemies():
    assert way(plain()) == 5.0
    beside = reavers([(11.5, 13)], name="others")
    assert way(plain(beside)) == 5.0


@pytest.mark.clause("SH-MV-07")
def test_no_charging_model_passes_through_another_model():
    assert way(plain(guards([(10, 13)], name="friends"))) > 5.0
    assert way(plain(reavers([(10, 13)], name="others"))) > 5.0


@pytest.mark.clause("SH-MV-08")
def test_no_charging_model_passes_through_a_gap_narrower_than_its_base():
    narrow = guards([(9.1, 13), (10.9, 13)], name="friends")
    wide = guards([(9, 13), (11, 13)], name="friends")
    assert way(plain(narrow)) > 5.0
    assert way(plain(wide)) == 5.0


@pytest.mark.clause("SH-MV-09")
def test_no_charging_model_touches_a_unit_that_is_not_a_target():
    made = plain(reavers([(11, 15)], name="others"))
    assert way(made, (1, 2)) == 4.0
    after, script = play(under_way(made, range=7), (), None, charge_move)
    assert "ChargeMade" in kinds(script)
    assert after.plane.touched_units(0) == (1,)


def test_a_block_is_charged_only_on_the_named_side():
    made = battle(guards([(10, 10)]), rank(3, 14, 11, 0))
    assert way(made, arcs=("left",)) < way(made, arcs=("front",))
    assert where(made, 0) == (10, 10)


def test_the_quickest_charge_route_against_a_side_with_a_hole_ends_in_front_of_the_hole():
    made = battle(guards([(10, 16)]), rank(6, 10, 12, 0, files=3))
    holed = made.on(made.plane.without(frozenset({2})))
    shut = quickest_contact(
        holed, aiming(holed, holed.preview_table(), 0, (1,), Sides(((1, "front"),))), 0, (1,), 12 * INCH
    )
    assert round(shut.length / INCH, 3) == pytest.approx(3.536, abs=0.04)
