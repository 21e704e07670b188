"""SH-SA-08, SH-R-14: routes of units that fall back over dangerous ground, around walls and around friends."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import first
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from pilein.rulesets.scrollhammer.result.falling_back import fall_back
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Status
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle


def columns(**ground):
    """Return a battle of two blocks of five files. Blue is broken, and its table edge is the northern one."""
    red = U("red", 0, [(GUARD, 5)], block=(24, 20, 0, 5), formation="ranks")
    blue = U("blue", 1, [(REAVER, 5)], block=(24, 20, 180, 5), formation="ranks", status=Status(falling_back=True))
    return battle(red, blue, edges=("south", "north"), **ground)


@pytest.mark.parametrize(("left", "tested"), [(21.6, 6), (25.6, 8)])
def test_each_model_of_a_fleeing_block_is_tested_for_the_ground_it_crosses(left, tested) -> None:
    patch = ("dangerous", [(left, 22.5), (left + 0.8, 22.5), (left + 0.8, 23.5), (left, 23.5)])
    made = columns(grounds=[patch])
    script = Script(RULESET, dice=[6], answers=None, policy=first)
    script.begin(made, fall_back, 1, 4, 0)
    script.assert_used_up()
    assert [event.model for event in script.events if isinstance(event, GroundBraved)] in ([5], [9], [tested])


def test_a_fleeing_unit_goes_round_the_end_of_a_wall() -> None:
    red = U("red", 0, [(GUARD, 1)], at=[(24, 19)])
    blue = U("blue", 1, [(REAVER, 2)], at=[(22.8, 20), (25.2, 20)], status=Status(falling_back=True))
    wall = ("impassable", [(20, 22), (28, 22), (28, 22.5), (20, 22.5)])
    made = battle(red, blue, grounds=[wall], edges=("south", "north"))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(made, fall_back, 1, 8, 1)
    assert is_together(after.plane, 1, 2 * INCH)
    assert len([event for event in script.events if isinstance(event, Moved)]) == 2


def test_a_unit_fleeing_round_a_block_of_friends_may_end_beside_it() -> None:
    """In an earlier version of the code, the last of three models stopped 3.29" short and apart from the others,
    because it seemed to need slightly more room beside the block.
    """
    blue = U("blue", 1, [(REAVER, 3)], at=[(23.948, 22.4), (24.948, 22.4), (24.948, 23.4)])
    block = U("block", 1, [(REAVER, 6)], block=(26.172, 25.6, 180, 2), formation="ranks")
    made = battle(U("red", 0, [(GUARD, 1)], at=[(22.448, 22.4)]), blue, block, edges=("south", "north"))
    script = Script(RULESET, answers=None, policy=first)
    after = script.begin(made, fall_back, 1, 6, 1)
    assert is_together(after.plane, 1, 2 * INCH)


def test_a_fleeing_unit_turns_to_face_the_direction_it_runs() -> None:
    blue = U("blue", 1, [(REAVER, 1)], at=[(24, 20, 0)], status=Status(falling_back=True))
    made = battle(U("red", 0, [(GUARD, 1)], at=[(24, 24, 180)]), blue, edges=("north", "south"))
    after = Script(RULESET, answers=None, policy=first).begin(made, fall_back, 1, 5, 0)
    assert after.plane.place(1).facing == 18000
    assert abs(after.plane.place(1).y - ticks(15)) <= CONTACT
