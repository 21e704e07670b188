"""Charges: what an audit of version 1 found, each finding by its number; lengths in inches."""

import pytest

from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, LEGIONARY, RIDER, WARRIOR, U, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.movement.charging import declared, reactions_told

PLAIN = changed(LEGIONARY, WS=3, armour="none", shield="none")
FEARED = changed(PLAIN, rules=("Fear",))
HERE, FRIEND, FOE = 0, 1, 2


def feared_by_two() -> Battle:
    """Ten of Ld 7, charged by eight and by twenty that they fear."""
    return fielded(
        U("eight", 0, ((FEARED, 8),), block=(21, 14, 0, 4)),
        U("twenty", 0, ((FEARED, 20),), block=(27, 14, 0, 5)),
        U("charged", 1, ((changed(PLAIN, Ld=7), 10),), block=(24, 20, 180, 10)),
    )


@pytest.mark.parametrize(
    ("first", "then", "dice", "flees"),
    [
        (HERE, FRIEND, [6, 6, 6, 6, 1, 1], True),
        (HERE, FRIEND, [6, 6, 1, 1], False),
        (HERE, FRIEND, [1, 1, 6, 6, 1, 1], True),
        (FRIEND, HERE, [6, 6, 1, 1], True),
        (FRIEND, HERE, [1, 1, 6, 6], False),
    ],
)
def test_15_a_unit_is_tested_against_each_charger_it_fears_in_whatever_order(first, then, dice, flees):
    """WAB-FE-01, WAB-R-61: it flees if it fails against the twenty, who outnumber it; of flights 1, 1 is rolled."""
    after, _ = declared(feared_by_two(), dice, [(FOE, first, then), "hold"])
    assert after.status(FOE).fleeing is flees
    assert after.status(FOE).sixes_only is (not flees)


def test_15_a_counter_charge_is_judged_by_the_charger_it_meets() -> None:
    """WAB-R-38: cavalry comes from 12 inches, infantry from 3."""
    state = fielded(
        U("foot", 0, ((WARRIOR, 5),), block=(28, 19, 0, 5)),
        U("riders", 0, ((RIDER, 5),), block=(23, 10, 0, 5), base=HORSE),
        U("others", 1, ((RIDER, 5),), block=(24, 22, 180, 5), base=HORSE),
    )
    after, script = declared(state, (), [(FOE, HERE, FRIEND), "counter"])
    assert reactions_told(script) == ["counter-charge"]
    assert after.status(FOE).reaction == "counter"
