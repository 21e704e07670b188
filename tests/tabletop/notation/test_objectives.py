"""The turns and objectives of a battle are read from the file."""

import msgspec
import pytest

from pilein.geometry.ticks import INCH
from pilein.tabletop.objectives import Break, Destroy, Hold
from pilein.tabletop.scenario import Scenario
from tests.tabletop.words import PRESS, TABLE, Bad, assert_fault, loaded

AIMS = """
[[objective]]
kind = "break"
share = 50
of = "units"
side = "blue"

[[objective]]
kind = "destroy"
points = 2

[[objective]]
kind = "hold"
name = "the ford"
x = 24
y = 18
radius = 6
points = 3
each_turn = true
"""
BAD_TABLE = [
    Bad("turns = 6", "turns = 0", 4, "turns", "0 is too small", "from 1 to 100"),
    Bad("turns = 6", 'turns = "end"', 4, "turns", "the text 'end'", "write turns = 4"),
    Bad('"hold"', '"take"', 80, "objective[3].kind", "no kind 'take'", "break, destroy, hold"),
    Bad('kind = "hold"\n', "", 79, "objective[3]", "the key 'kind' is missing", 'write kind = "break"'),
    Bad("x = 24\n", "x = 60\n", 82, "objective[3].x", "the objective is off the table", "move it onto the table"),
    Bad("y = 18\n", "y = 37\n", 83, "objective[3].y", "the objective is off the table", "move it onto the table"),
    Bad("radius = 6\n", "", 79, "objective[3]", "the key 'radius' is missing", "write radius = 4"),
    Bad("points = 3", "points = 0", 85, "objective[3].points", "0 is too small", "from 1 to 1000"),
    Bad("share = 50", "share = 101", 71, "objective[1].share", "101 is too large", "from 1 to 100"),
    Bad("share = 50\n", "", 69, "objective[1]", "the key 'share' is missing", "write share = 4"),
    Bad('"units"', '"men"', 72, "objective[1].of", "no of 'men'", "models, units"),
    Bad('side = "blue"\n\n[[obj', 'side = "bleu"\n\n[[obj', 73, "objective[1].side", "no side 'bleu'", "'blue'?"),
    Bad("points = 2", "radius = 2", 77, "objective[2].radius", "no key 'radius'", ""),
]


def on_the_table() -> str:
    return TABLE.replace("round = 2", "round = 2\nturns = 6") + AIMS


def test_objectives_are_read_in_the_order_of_the_file() -> None:
    scenario = loaded(on_the_table()).scenario
    ford = Hold(24 * INCH, 18 * INCH, 6 * INCH, points=3, each_turn=True, name="the ford")
    assert scenario.turns == 6
    assert scenario.objectives == (Break(50, of="units", side="blue"), Destroy(points=2), ford)


def test_a_scenario_with_objectives_survives_a_round_trip_through_json() -> None:
    scenario = loaded(on_the_table()).scenario
    assert msgspec.convert(msgspec.to_builtins(scenario), Scenario) == scenario


def test_a_scenario_that_states_no_turn_limit_and_no_objectives_has_neither() -> None:
    scenario = loaded(PRESS).scenario
    assert (scenario.turns, scenario.objectives) == (None, ())


def test_objectives_to_be_held_are_refused_in_the_press() -> None:
    hold = '\n[[objective]]\nkind = "hold"\nx = 1\ny = 1\nradius = 1\n'
    assert_fault(
        PRESS + hold,
        Bad("x = 1", "x = 2", 26, "objective[1]", "a fight in the press cannot have objectives to hold", "[table]"),
    )


@pytest.mark.parametrize("bad", BAD_TABLE, ids=str)
def test_a_fault_in_the_turn_limit_or_the_objectives_is_reported(bad: Bad) -> None:
    assert_fault(on_the_table(), bad)
