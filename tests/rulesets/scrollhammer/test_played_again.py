"""Sentences drawn by lot once more and played: torn units, models far behind, fleeing units without Initiative."""

from typing import Any

import pytest

from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.charge_choice import ChargeMove
from pilein.rulesets.scrollhammer.combats import fight_sub_phase
from pilein.rulesets.scrollhammer.declaring import charge_sub_phase
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, changed
from tests.rulesets.scrollhammer.charging import guards, play, reavers, where
from tests.rulesets.scrollhammer.drawn import Case, told
from tests.rulesets.scrollhammer.pile_ins import asked, fight, moves, piled, why_not

BARE, IDLE = changed(GUARD, Sv=7), changed(GUARD, Sv=7, A=0)


@pytest.mark.clause("SH-SA-02")
@pytest.mark.parametrize(
    ("slow", "dice", "fate"), [(3, [1, 3], "foe destroyed"), (3, [3, 1], "foe gets away"), (4, [3], "foe destroyed")]
)
def test_a_fleeing_unit_rolls_unless_none_of_it_has_initiative(slow: int, dice: list[int], fate: str) -> None:
    """SH-R-72 `majority`: most have none, so it adds nothing to its die; SH-R-75: if none has any, it rolls none."""
    foes = [(changed(IDLE, I=0), slow), (changed(IDLE, I=5), 4 - slow)]
    units = U("own", 0, [(changed(BARE, I=1), 1)]), U("foe", 1, [kind for kind in foes if kind[1]])
    made = battle(*units, pairs=[(0, 1)], rulings={"SH-R-72": "majority"})
    assert fate in told(Case(made, (), [6, 6, 6, 6, *dice], [(1,)] if slow < 4 else []), fight_sub_phase)


TORN = [(10, 10), (15.5, 10), (17.5, 10)]  # one fights, two are left behind


@pytest.mark.clause("SH-PI-08")
def test_a_unit_that_closes_up_to_a_mate_that_fights_need_not_wait_for_those_behind() -> None:
    """It ends an inch and a half from the mate that fights, so in coherency; who is behind it then follows."""
    made = fight(U("own", 0, [(GUARD, 3)], at=TORN), U("foe", 1, [(REAVER, 1)], at=[(10, 11)]))
    assert why_not(asked(made), 1, 12.5, 10) is None
    _, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0), ("SH-PI-08", 2, 3.0)]


@pytest.mark.clause("SH-PI-06")
def test_a_unit_that_can_touch_a_mate_that_fights_does_so_though_more_are_left_behind() -> None:
    behind = [(14, 14), (15.5, 14), (17, 14)]
    foe = U("foe", 1, [(changed(REAVER, I=4), 5)], at=[(10, 11), (11, 11), *behind])
    made = fight(U("own", 0, [(GUARD, 1)], at=[(10, 10)]), foe)
    choice = asked(made)
    assert choice.clause == "SH-PI-06"
    assert why_not(choice, 3, 12, 12) is None


def last_to_move(made: Any, dice: list[int]) -> ChargeMove:
    """The last question of a charge about where a model ends."""
    _, script = play(made, dice, None, charge_sub_phase)
    moved = [choice for choice in script.asked if isinstance(choice, ChargeMove)]
    return moved[-1]


@pytest.mark.clause("SH-MV-26")
@pytest.mark.parametrize(("y", "refused"), [(8.0, False), (7.5, True)])
def test_a_unit_that_cannot_come_into_coherency_comes_straight_up_behind(y: float, refused: bool) -> None:
    """SH-R-07: turning brings nobody nearer; the four inches straight on are as near as any."""
    made = battle(guards([(10, 10), (10, 4)]), reavers([(10, 14)]))
    choice = last_to_move(made, [2, 2])
    assert (choice.why_not((1, ticks(10), ticks(y), 0)) is not None) == refused
    after, _ = play(made, [2, 2], None, charge_sub_phase)
    assert where(after, 1) == (10.0, 8.0)


@pytest.mark.clause("SH-PI-08")
def test_a_part_torn_off_comes_up_as_a_whole() -> None:
    """Two are left seven inches behind: the first comes three inches nearer to its unit, and the other after it."""
    own = U("own", 0, [(GUARD, 3)], at=[(10, 10), (18, 10), (19.5, 10)])
    made = fight(own, U("foe", 1, [(REAVER, 1)], at=[(10, 11)]))
    assert why_not(asked(made), 1, 15, 10) is None
    assert why_not(asked(made), 1, 16.5, 10) == "it must come as close to the combat as it can, in coherency"
    _, script = piled(made)
    assert moves(script) == [("SH-PI-08", 1, 3.0), ("SH-PI-08", 2, 3.0)]
