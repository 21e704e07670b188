"""Places in contact: units that charge together leave each other room."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice, OneOf, first
from pilein.rulesets.wab.charge.moves import move_chargers
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import LEGIONARY, U, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.charging import block, charged, declared

PLAIN = changed(LEGIONARY, WS=3, armour="none", shield="none")
HERE, FRIEND, FOE = 0, 1, 2
RANK = 20 / 25.4


def together(width: int, left: float, right: float, *more: U) -> Battle:
    """Return a battle in which two blocks of twenty, five wide, charge one unit of `width` files together."""
    return fielded(
        U("left", 0, ((PLAIN, 20),), block=(left, 14, 0, 5), formation="close"),
        U("right", 0, ((PLAIN, 20),), block=(right, 14, 0, 5), formation="close"),
        U("charged", 1, ((PLAIN, 2 * width),), block=(24, 20, 180, width), formation="close"),
        *more,
    )


def touching(state: Battle, unit: int) -> int:
    return len(state.plane.touching(unit))


@pytest.mark.parametrize("answer", [(FOE, HERE, FRIEND), (FOE, FRIEND, HERE)], ids=["left first", "right first"])
def test_units_charging_together_leave_room_for_each_other(answer) -> None:
    """CH-05, WAB-R-36: four files of each charger end in front of the eight enemy files."""
    after = charged(together(8, 21.9, 26.1), answers=[answer, "hold"])
    assert [after.status(unit).charge for unit in (HERE, FRIEND)] == ["charged"] * 2
    assert [touching(after, unit) for unit in (HERE, FRIEND, FOE)] == [5, 5, 8]
    assert [abs(block(after, unit).x / INCH - x) < 0.2 for unit, x in ((HERE, 21.9), (FRIEND, 26.1))] == [True] * 2


def test_a_unit_charging_with_room_on_both_sides_goes_straight_ahead() -> None:
    left, right = 24 - 2.5 * RANK, 24 + 2.5 * RANK
    after = charged(together(10, left, right), answers=[(FOE, HERE, FRIEND), "hold"])
    assert [touching(after, unit) for unit in (HERE, FRIEND, FOE)] == [5, 5, 10]
    assert [block(after, unit).x / INCH for unit in (HERE, FRIEND)] == pytest.approx([left, right], abs=0.001)


def test_three_units_charging_one_enemy_together_all_arrive() -> None:
    third = U("third", 0, ((PLAIN, 10),), block=(24, 12.5, 0, 4))
    state = together(14, 20, 28, third)
    after = charged(state, answers=[(FOE, HERE, FRIEND, 3), "hold"])
    assert [after.status(unit).charge for unit in (HERE, FRIEND, 3)] == ["charged"] * 3


def test_a_charging_unit_does_not_take_the_only_path_that_its_friend_can_take() -> None:
    """CH-05: the unit on the right has room to pass only on the left. Its friend therefore takes a place in which one
    model fewer is in contact.
    """
    edge = 24 + 1.5 * RANK
    way = edge + 0.3 + 2.5 * RANK
    state = fielded(
        U("left", 0, ((PLAIN, 10),), block=(24 - RANK, 14, 0, 5)),
        U("right", 0, ((PLAIN, 10),), block=(way, 13, 0, 5)),
        U("charged", 1, ((PLAIN, 3),), block=(24, 18, 180, 3)),
        U("further", 1, ((PLAIN, 10),), block=(way, 20, 180, 5)),
        U("watching", 0, ((PLAIN, 20),), block=(way + 5.2 * RANK, 18, 0, 5)),
    )
    after = charged(state, answers=[(2, 0), "hold", (3, 1), "hold"])
    assert [after.status(unit).charge for unit in (0, 1)] == ["charged"] * 2
    assert touching(after, 0) + touching(after, 2) == 7
    alone = charged(state, answers=[(2, 0), "hold", ()])
    assert touching(alone, 0) + touching(alone, 2) == 8


def test_the_owner_chooses_between_equally_good_charge_places() -> None:
    """CH-06: the nearest place is offered first, and all places that are offered bring the same number of models into
    contact.
    """
    state = fielded(
        U("ours", 0, ((PLAIN, 10),), block=(24, 14, 0, 5)),
        U("theirs", 1, ((PLAIN, 10),), block=(24, 20, 180, 10)),
    )
    after, _ = declared(state, answers=[(1, 0), "hold"])
    asked: list[Choice] = []

    def nearest(choice: Choice) -> Answer:
        asked.append(choice)
        return first(choice)

    moved = [
        Script(RULESET, answers=None, policy=nearest).begin(after, move_chargers),
        Script(RULESET, answers=[3]).begin(after, move_chargers),
    ]
    (choice,) = asked
    assert isinstance(choice, OneOf)
    assert (choice.clause, choice.about, len(choice.options)) == ("WAB-CH-06", 0, 4)
    places = [block(state, 0).x / INCH for state in moved]
    assert abs(places[0] - 24) < abs(places[1] - 24)
    assert [len(state.plane.touching(0) + state.plane.touching(1)) for state in moved] == [12, 12]


def beside(*others: float) -> Battle:
    """Return a battle of five models facing five, with further enemies in line with them at the given distances to the
    right.
    """
    return fielded(
        U("ours", 0, ((PLAIN, 10),), block=(24, 14, 0, 5)),
        U("charged", 1, ((PLAIN, 10),), block=(24, 20, 180, 5)),
        *(U(f"others {x}", 1, ((PLAIN, 10),), block=(24 + x, 20, 180, 5)) for x in others),
    )


def test_a_charging_block_stays_clear_of_the_neighbours_of_its_target() -> None:
    """WAB-R-36: a charger touches an enemy that is not its target only if it has no alternative."""
    after = charged(beside(5 * RANK), answers=[(1, 0), "hold"])
    assert after.plane.touched_units(0) == (1,)
    assert block(after, 0).x / INCH == pytest.approx(24 - RANK, abs=0.01)
    assert touching(after, 0) + touching(after, 1) == 10


def test_a_charger_draws_neighbours_of_its_target_into_the_fight_if_it_cannot_avoid_touching_them() -> None:
    after = charged(beside(5 * RANK, -5 * RANK), answers=[(1, 0), "hold"])
    assert set(after.plane.touched_units(0)) == {1, 2, 3}
    assert block(after, 0).x / INCH == pytest.approx(24, abs=0.01)
