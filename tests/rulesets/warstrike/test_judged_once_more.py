"""What readers found who played walls between odd bases, and floors beside floors; lengths in inches."""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.rulesets.warstrike.engaged import engaged
from tests.rulesets.fielding import ground
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, table_of

LONG = Base("rectangle", 5 * INCH, INCH)


@pytest.mark.clause("WS-EN-03")
@pytest.mark.parametrize(("x", "is_engaged"), [(10, True), (12.7, True), (13.4, True), (13.6, False)])
def test_a_wall_separates_a_long_base_from_one_right_across_it(x, is_engaged):
    """The wall is an inch long; the long base reaches beyond it, and leaves it at 13.5."""
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(x, 10.8)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 11, 10.3))])
    assert engaged(made, table_of(made), 0) == ({0: (1,)} if is_engaged else {})
    assert engaged(made, table_of(made), 1) == ({1: (0,)} if is_engaged else {})


@pytest.mark.clause("WS-EN-03")
def test_a_wall_does_not_separate_those_beside_each_other_on_one_side_of_it():
    own, foe = U("own", 0, [(TROOPER, 1)], [(10.5, 9.5)]), U("foe", 1, [(TROOPER, 1)], [(13.7, 9.5)], base=LONG)
    made = battle(own, foe, fight=(0, 1), grounds=[ground("obstacle", box(10, 10, 14, 10.3))])
    assert engaged(made, table_of(made), 0) == {}
