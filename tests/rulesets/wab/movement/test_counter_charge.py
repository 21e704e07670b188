"""Counter-charges."""

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.table import Table
from pilein.rulesets.wab.profile import Traits
from pilein.rulesets.wab.reactions import may_counter_charge
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.movement.charging import GO, block, charged, horse_at_horse

CART = changed(RIDER, type="light chariot", mounted=False)
HEAVY_CART = changed(RIDER, type="heavy chariot", mounted=False)
CATAPHRACT = changed(RIDER, rules=("Cataphract",))


def may(state: Battle, arc: str = "front") -> bool:
    met = state.changed(charges=(Charge(0, 1, arc),))  # type: ignore[arg-type]
    return may_counter_charge(met, Table(state.setup.readings), 1)


def lines(ours: Traits, theirs: Traits, option: str = "default", facing: float = 180, files: int = 5) -> Battle:
    return battle(
        U("chargers", 0, ((ours, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((theirs, 10),), block=(30, 22, facing, files), base=HORSE),
        rulings={"WAB-R-38": option},
    )


@pytest.mark.clause("WAB-RX-02")
@pytest.mark.parametrize(
    ("theirs", "option", "allowed"),
    [
        (RIDER, "default", True),
        (CART, "default", True),
        (WARRIOR, "default", False),
        (HEAVY_CART, "default", False),
        (HEAVY_CART, "cc-any-chariot", False),
        (CATAPHRACT, "default", True),
        (CATAPHRACT, "cc-any-chariot", False),
    ],
)
def test_cavalry_and_light_chariots_may_counter_charge(theirs: Traits, option: str, allowed: bool) -> None:
    assert may(lines(RIDER, theirs, option)) is allowed


@pytest.mark.clause("WAB-RX-03")
@pytest.mark.parametrize(
    ("ours", "option", "allowed"),
    [
        (CART, "default", True),
        (WARRIOR, "default", False),
        (HEAVY_CART, "default", False),
        (HEAVY_CART, "cc-any-chariot", True),
    ],
)
def test_they_meet_cavalry_and_light_chariots(ours: Traits, option: str, allowed: bool) -> None:
    assert may(lines(ours, RIDER, option)) is allowed


@pytest.mark.clause("WAB-RX-03")
def test_they_meet_only_a_charge_into_their_front_that_they_see() -> None:
    assert not may(lines(RIDER, RIDER), "flank")
    assert not may(lines(RIDER, RIDER, facing=0))


@pytest.mark.parametrize(("option", "allowed"), [("default", False), ("column-may-charge", True)])
def test_not_in_march_column(option: str, allowed: bool) -> None:
    """WAB-R-50."""
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(30, 22, 180, 2), base=HORSE),
        rulings={"WAB-R-50": option},
    )
    assert may(state) is allowed


@pytest.mark.parametrize(("option", "inches"), [("default", 4), ("cc-full-rate", 8)])
def test_it_moves_half_its_rate_then_the_charger_charges_home(option: str, inches: int) -> None:
    """WAB-R-38."""
    state = horse_at_horse(12, rulings={"WAB-R-38": option})
    after = charged(state, answers=[GO, "counter"])
    assert block(after, 1).y == ticks(22 - inches)
    assert block(after, 0).y == ticks(22 - inches)
    assert (after.status(0).charge, after.status(1).charge) == ("charged", "counter")
    assert after.plane.touched_units(1) == (0,)


def test_it_goes_less_far_if_it_touches_him_sooner() -> None:
    """WAB-R-38."""
    state = horse_at_horse(3, rulings={"WAB-R-38": "cc-any-distance"})
    after = charged(state, answers=[GO, "counter"])
    assert after.plane.touched_units(1) == (0,)
    assert block(after, 0) == block(state, 0)
    assert abs(block(after, 1).y - ticks(10)) < 10
    assert (after.status(0).charge, after.status(1).charge) == ("charged", "counter")


def test_out_of_reach_it_moves_an_inch_and_the_charge_fails() -> None:
    """WAB-R-38."""
    after = charged(horse_at_horse(16.5), answers=[GO, "counter"])
    assert block(after, 1).y == ticks(25.5)
    assert block(after, 0).y == ticks(18)
    assert (after.status(0).charge, after.status(1).charge) == ("", "")


def test_it_wheels_to_face_him_first() -> None:
    """WAB-R-38."""
    state = battle(
        U("chargers", 0, ((RIDER, 10),), block=(24, 10, 0, 5), base=HORSE),
        U("charged", 1, ((RIDER, 10),), block=(30, 21, 180, 5), base=HORSE),
    )
    after = charged(state, answers=[GO, "counter"])
    assert 18000 < block(after, 1).facing < 22000
    assert after.plane.touched_units(1) == (0,)
    gone = (block(after, 1).y - block(state, 1).y) / INCH
    assert -5 < gone < -3


def test_skirmishing_riders_counter_charge_loosely() -> None:
    loose = U("others", 1, ((RIDER, 2),), at=((29, 24, 180), (31, 24, 180)), base=HORSE, formation="skirmish")
    state = battle(U("riders", 0, ((RIDER, 10),), block=(30, 10, 0, 5), base=HORSE), loose)
    after = charged(state, answers=[GO, "counter"])
    assert after.plane.place(10).y == ticks(20)
    assert after.plane.touched_units(1) == (0,)
