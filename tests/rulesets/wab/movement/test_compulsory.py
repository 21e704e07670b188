"""Compulsory moves, in which fleeing units run on and disengaging units draw back."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import ticks
from pilein.rulesets.wab.movement.compulsory import compulsory_moves, draw_back
from pilein.rulesets.wab.movement_events import RanAway
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, battle
from tests.rulesets.wab.charging import block
from tests.rulesets.wab.moves import in_flight


@pytest.mark.clause("WAB-TE-03", "WAB-TE-05")
@pytest.mark.parametrize(("formation", "inches"), [("close", 2), ("open", 4)])
def test_slow_ground_shortens_the_move_of_a_disengaging_unit(formation: str, inches: float) -> None:
    """WAB-R-34: riders with a movement rate of 8 are in very thick woods, with infantry in front of them."""
    woods = G("very difficult", ((20, 0), (40, 0), (40, 20.4), (20, 20.4)))
    state = battle(
        U("riders", 0, ((RIDER, 10),), block=(30, 20, 0, 5), base=HORSE, formation=formation),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20, 180, 5)),
        grounds=[woods],
    ).having(0, move="disengaging")
    after: Battle = Script(RULESET).begin(state, draw_back, 0)
    assert block(after, 0).y == pytest.approx(ticks(20 - inches), abs=10)


def test_the_owner_chooses_the_order_in_which_fleeing_units_move() -> None:
    script = Script(RULESET, dice=[1, 1, 1, 2, 1, 3], answers=[1, 0])
    script.begin(in_flight("a", "b", "c"), compulsory_moves)
    script.assert_used_up()
    assert [event.unit for event in script.events if isinstance(event, RanAway)] == ["b", "a", "c"]
