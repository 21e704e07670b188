"""The two sides and the active side are read from the file."""

import pytest

from pilein.tabletop.scenario import Side
from tests.tabletop.words import PRESS, TABLE, Bad, assert_fault, loaded

BAD = [
    Bad('active = "red"\n', "", 1, "", "whose turn", 'write active = "red"'),
    Bad('active = "red"', 'active = "rde"', 2, "active", "no side 'rde'", "'red'?"),
    Bad('active = "red"', 'active = "green"', 2, "active", "no side 'green'", "red"),
    Bad('active = "red"', "active = 1", 2, "active", "the value must be text in quotes, not the number 1", ""),
    Bad('side = "blue"', 'side = "red"', 10, "unit[1].side", "all units are on the side 'red'", "two sides"),
    Bad("[press]", "[sides.bleu]\n[press]", 23, "sides.bleu", "the side 'bleu' has no units", "'blue'?"),
    Bad("[press]", '[sides.blue]\nedge = "nort"\n[press]', 24, "sides.blue.edge", "no edge 'nort'", "'north'?"),
    Bad("[press]", '[sides.blue]\nedge = ""\n[press]', 24, "sides.blue.edge", "no edge ''", "north, south"),
    Bad("[press]", "[sides.blue]\nmomentum = 1\n[press]", 24, "sides.blue.momentum", "true or false", ""),
    Bad("[press]", "[sides.blue]\nhope = 1\n[press]", 24, "sides.blue.hope", "no key 'hope'", "edge"),
    Bad("[press]", "[sides]\nblue = 1\n[press]", 24, "sides.blue", "the value must be a table, not the number 1", ""),
]


@pytest.mark.parametrize("bad", BAD, ids=str)
def test_a_fault_in_the_sides_is_reported(bad: Bad) -> None:
    assert_fault(PRESS, bad)


def test_a_third_side_is_refused() -> None:
    third = '[[unit]]\nname = "x"\nside = "green"\nprofile = "guard"\nmodels = 1\nformation = "skirmish"\n[press]'
    assert_fault(PRESS, Bad("[press]", third, 25, "unit[3].side", "'green' is a third side", "two sides"))


def test_sides_are_listed_in_the_order_in_which_units_first_name_them() -> None:
    assert loaded(TABLE).scenario.sides == (
        Side("red", "south", {"momentum": True}),
        Side("blue", "", {"momentum": False}),
    )
    renamed = PRESS.replace('side = "blue"', 'side = "amber"')
    assert [side.name for side in loaded(renamed).scenario.sides] == ["red", "amber"]
