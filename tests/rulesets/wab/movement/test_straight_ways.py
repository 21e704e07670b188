import pytest

from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.movement_events import Moved
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import FOOT, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.moves import MARCHER, PLAIN, ahead, alone, choice, moved, refusal

DEEP = FOOT.depth / INCH


def foe(y: float, *, x: float = 24) -> U:
    return U("foes", 1, ((WARRIOR, 5),), block=(x, y, 180, 5))


def test_a_straight_move_stops_an_inch_from_enemies() -> None:
    """WAB-R-36: units stop 1" from enemies that they may not touch."""
    assert refusal(alone(foe(24)), "normal", ahead(3)) == ""
    assert refusal(alone(foe(24)), "normal", ahead(3.1)).startswith("WAB-R-36")


def test_a_straight_move_may_end_in_contact_with_friends_but_not_pass_through_them() -> None:
    state = alone(U("friends", 0, ((WARRIOR, 5),), block=(24, 22 + DEEP, 0, 5)))
    assert refusal(state, "normal", ahead(2)) == ""
    assert refusal(state, "normal", ahead(2.1)).startswith("WAB-R-36")


def test_no_straight_move_leaves_the_table_or_enters_impassable_ground() -> None:
    edge = battle(U("ours", 0, ((MARCHER, 5),), block=(24, 46, 0, 5)))
    assert refusal(edge, "normal", ahead(2)) == ""
    assert refusal(edge, "normal", ahead(2.1)).startswith("WAB-R-36")
    rock = alone(grounds=[G("impassable", ((20, 22), (28, 22), (28, 23), (20, 23)))])
    assert refusal(rock, "normal", ahead(2.5)).startswith("WAB-R-36")


def near_an_enemy() -> Battle:
    """Return a battle of a unit that has an enemy less than an inch away."""
    return alone(foe(20.5), formation="open")


def test_a_unit_already_within_an_inch_of_an_enemy_may_not_touch_it() -> None:
    """WAB-R-36: its starting position does not permit it to make contact."""
    assert refusal(near_an_enemy(), "normal", ahead(0.5)).startswith("WAB-R-36: a unit may come into contact")
    assert refusal(near_an_enemy(), "normal", ahead(0.4)) == ""
    assert refusal(near_an_enemy(), "normal", ("about",), ahead(4)) == ""


@pytest.mark.parametrize("inches", [0, -1])
def test_a_straight_move_of_zero_inches_is_refused(inches: float) -> None:
    assert refusal(alone(), "normal", ahead(inches)) == "a move must have a length greater than zero"


def test_a_straight_move_beyond_the_movement_of_the_unit_is_refused() -> None:
    assert refusal(alone(), "normal", ahead(3), ahead(3)) == 'WAB-SEQ-04: the unit can go only 1.00" that way'


def test_a_unit_that_has_stopped_an_inch_from_an_enemy_does_not_move_nearer_in_later_turns() -> None:
    """WAB-R-36: the distance must be kept in later turns too."""
    ours = U("ours", 0, ((changed(PLAIN, M=3), 10),), block=(24, 20, 0, 5))
    state = battle(ours, U("foes", 1, ((WARRIOR, 10),), block=(24, 23, 180, 5)))
    gone = []
    for _ in range(3):
        _, answer = next(choice(state).candidates())
        after, script = moved(state, *answer[:1], *answer[1])
        gone += [event.inches for event in script.events if isinstance(event, Moved)]
        state = after.having(0, move="")
    assert gone == [2]
