"""Movement that armour costs."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.armour import movement_penalty
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.profile import Armour, Barding, Shield
from tests.rulesets.wab.builder import RIDER, WARRIOR, U, battle, changed

CASES = [
    pytest.param("none", "shield", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("none", "pavise", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("light", "large shield", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("heavy", "none", "none", 5, marks=pytest.mark.clause("WAB-AR-14")),
    pytest.param("heavy", "large shield", "none", 4, marks=pytest.mark.clause("WAB-AR-14")),
    pytest.param("heavy", "buckler", "none", 5, marks=pytest.mark.clause("WAB-AR-15")),
    pytest.param("partial plate", "shield", "none", 4, marks=pytest.mark.clause("WAB-AR-13")),
    pytest.param("full plate", "none", "none", 4, marks=pytest.mark.clause("WAB-AR-13")),
]


def rate_of(traits, rulings=None) -> float:
    state = battle(U("ours", 0, ((traits, 3),)), U("foe", 1, ((WARRIOR, 1),)), rulings=rulings, pairs=((0, 1),))
    return rate(state, Table(state.setup.readings), 0) / INCH


@pytest.mark.parametrize(("armour", "shield", "barding", "inches"), CASES)
def test_plate_and_heavy_armour_with_a_shield_slow_those_on_foot(
    armour: Armour, shield: Shield, barding: Barding, inches: int
) -> None:
    assert rate_of(changed(WARRIOR, armour=armour, shield=shield, barding=barding)) == inches


@pytest.mark.parametrize(
    ("barding", "inches"), [("half cloth", 8), ("full cloth", 8), ("half plate", 7), ("full plate", 7)]
)
@pytest.mark.clause("WAB-AR-13", "WAB-AR-15")
def test_plate_barding_slows_a_horse_and_cloth_does_not(barding: Barding, inches: int) -> None:
    assert rate_of(changed(RIDER, barding=barding)) == inches


@pytest.mark.parametrize(("option", "inches"), [("default", 6), ("cumulative-saves-only", 7), ("rider-free", 7)])
@pytest.mark.clause("WAB-AR-13")
def test_full_plate_on_full_plate_barding_slows_twice(option: str, inches: int) -> None:
    """WAB-R-22."""
    knight = changed(RIDER, armour="full plate", barding="full plate")
    assert rate_of(knight, {"WAB-R-22": option}) == inches


@pytest.mark.clause("WAB-AR-14")
def test_a_buckler_slows_heavy_armour_under_another_reading() -> None:
    fencer = changed(WARRIOR, armour="heavy", shield="buckler")
    assert rate_of(fencer, {"WAB-R-86": "buckler_counts_as_shield_for_penalty"}) == 4


def test_without_the_sentence_on_what_weighs_nothing_no_armour_still_weighs_nothing() -> None:
    lacking = Table({}, struck=frozenset({"WAB-AR-15"}))
    assert movement_penalty(changed(WARRIOR, shield="none"), lacking) == 0
    assert movement_penalty(changed(WARRIOR, shield="none", armour="heavy"), lacking) == 0
    assert movement_penalty(changed(WARRIOR, shield="shield"), lacking) == 1


def test_a_unit_is_as_fast_as_its_slowest() -> None:
    slow = changed(WARRIOR, M=4)
    state = battle(U("ours", 0, ((slow, 1), (WARRIOR, 3))), U("foe", 1, ((WARRIOR, 1),)), pairs=((0, 1),))
    assert rate(state, Table(state.setup.readings), 0) == 4 * INCH
    gone = state.on(state.field.without(frozenset(state.field.models(0))))
    assert rate(gone, Table(state.setup.readings), 0) == 0
