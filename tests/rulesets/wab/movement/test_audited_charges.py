"""Charges: what an audit of version 1 found, each finding by its number; lengths in inches."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer, Choice, OneOf, first
from pilein.rulesets.wab.charge_moves import move_chargers
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, LEGIONARY, RIDER, WARRIOR, U, changed
from tests.rulesets.wab.builder import battle as fielded
from tests.rulesets.wab.movement.charging import block, charged, declared, reactions_told

PLAIN = changed(LEGIONARY, WS=3, armour="none", shield="none")
FEARED = changed(PLAIN, rules=("Fear",))
HERE, FRIEND, FOE = 0, 1, 2
RANK = 20 / 25.4


def together(width: int, left: float, right: float, *more: U) -> Battle:
    """Two blocks of twenty, five wide, that charge one of so many files together."""
    return fielded(
        U("left", 0, ((PLAIN, 20),), block=(left, 14, 0, 5), formation="close"),
        U("right", 0, ((PLAIN, 20),), block=(right, 14, 0, 5), formation="close"),
        U("charged", 1, ((PLAIN, 2 * width),), block=(24, 20, 180, width), formation="close"),
        *more,
    )


def touching(state: Battle, unit: int) -> int:
    return len(state.plane.touching(unit))


@pytest.mark.parametrize("answer", [(FOE, HERE, FRIEND), (FOE, FRIEND, HERE)], ids=["left first", "right first"])
def test_1_units_that_charge_together_leave_each_other_room(answer) -> None:
    """CH-05, WAB-R-36: four files of each against the eight."""
    after = charged(together(8, 21.9, 26.1), answers=[answer, "hold"])
    assert [after.status(unit).charge for unit in (HERE, FRIEND)] == ["charged"] * 2
    assert [touching(after, unit) for unit in (HERE, FRIEND, FOE)] == [5, 5, 8]
    assert [abs(block(after, unit).x / INCH - x) < 0.2 for unit, x in ((HERE, 21.9), (FRIEND, 26.1))] == [True] * 2


def test_1_whoever_has_room_goes_straight_on() -> None:
    left, right = 24 - 2.5 * RANK, 24 + 2.5 * RANK
    after = charged(together(10, left, right), answers=[(FOE, HERE, FRIEND), "hold"])
    assert [touching(after, unit) for unit in (HERE, FRIEND, FOE)] == [5, 5, 10]
    assert [block(after, unit).x / INCH for unit in (HERE, FRIEND)] == pytest.approx([left, right], abs=0.001)


def test_1_three_that_charge_together_all_arrive() -> None:
    third = U("third", 0, ((PLAIN, 10),), block=(24, 12.5, 0, 4))
    state = together(14, 20, 28, third)
    after = charged(state, answers=[(FOE, HERE, FRIEND, 3), "hold"])
    assert [after.status(unit).charge for unit in (HERE, FRIEND, 3)] == ["charged"] * 3


def test_1_whoever_charges_beside_is_left_its_way() -> None:
    """CH-05: the right has one way only, past the left; so that takes a place with one model less in contact."""
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


def test_1_the_owner_chooses_between_places_that_are_as_good() -> None:
    """CH-06: the nearest is offered first; none with fewer models in contact is."""
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
    """Five before five who have others beside them in the same line, so far to their right."""
    return fielded(
        U("ours", 0, ((PLAIN, 10),), block=(24, 14, 0, 5)),
        U("charged", 1, ((PLAIN, 10),), block=(24, 20, 180, 5)),
        *(U(f"others {x}", 1, ((PLAIN, 10),), block=(24 + x, 20, 180, 5)) for x in others),
    )


def test_3_a_block_keeps_off_the_neighbours_of_whom_it_charges() -> None:
    """WAB-R-36."""
    after = charged(beside(5 * RANK), answers=[(1, 0), "hold"])
    assert after.plane.touched_units(0) == (1,)
    assert block(after, 0).x / INCH == pytest.approx(24 - RANK, abs=0.01)
    assert touching(after, 0) + touching(after, 1) == 10


def test_3_where_it_cannot_help_it_they_fight_too() -> None:
    after = charged(beside(5 * RANK, -5 * RANK), answers=[(1, 0), "hold"])
    assert set(after.plane.touched_units(0)) == {1, 2, 3}
    assert block(after, 0).x / INCH == pytest.approx(24, abs=0.01)


def test_3_loose_chargers_drag_in_nobody_whom_nobody_charged() -> None:
    """WAB-R-36: the eighth model finds no place at the hero, and keeps off the block."""
    runner = changed(PLAIN, M=5, Ld=7)
    hero = changed(PLAIN, type="character")
    state = fielded(
        U("loose", 0, ((runner, 8),), at=[(20.5 + one, 14) for one in range(8)], formation="skirmish"),
        U("hero", 1, ((hero, 1),), at=[(24, 20, 180)], formation="skirmish"),
        U("block", 1, ((PLAIN, 20),), block=(28, 17.6, 180, 5), formation="close"),
    )
    after = charged(state, answers=[(1, 0), "hold"])
    assert after.plane.touched_units(0) == (1,)
    assert touching(after, 0) >= 4


@pytest.mark.parametrize(("many", "fighting"), [(3, 3), (4, 4), (8, 8)])
def test_7_as_many_loose_chargers_as_possible_touch_a_single_enemy(many, fighting) -> None:
    """WAB-R-36: four at its sides, four at its corners."""
    state = fielded(
        U("loose", 0, ((changed(PLAIN, M=5), many),), at=[(21 + one, 16) for one in range(many)], formation="skirmish"),
        U("hero", 1, ((changed(PLAIN, type="character"), 1),), at=[(24, 20, 180)], formation="skirmish"),
    )
    assert touching(charged(state, answers=[(1, 0), "hold"]), 0) == fighting


def test_7_the_front_of_a_block_is_filled_to_its_end() -> None:
    """WAB-R-36: seven have room before six files; five went there while places known twice hid those at the end."""
    column = [(19.913 + 0.956 * (one % 2), 20.606 - 0.956 * (one // 2)) for one in range(12)]
    state = fielded(
        U("loose", 0, ((changed(PLAIN, M=5), 12),), at=column, formation="skirmish"),
        U("block", 1, ((PLAIN, 10),), block=(17.8117, 25.6684, 147.29, 6), formation="open"),
    )
    assert touching(charged(state, answers=[(1, 0), "hold"]), 0) >= 7


SCATTERED = [
    (20.5, 18.354),
    (21.5, 18.155),
    (22.5, 18.594),
    (23.5, 18.232),
    (24.5, 18.1),
    (25.5, 18.602),
    (26.5, 19.377),
    (27.5, 19.201),
]


def test_7_a_loose_target_closes_up_to_the_block_that_charges_it() -> None:
    """WAB-R-99 close-up: five files of the block, and as many as there is room for before them."""
    state = fielded(
        U("block", 0, ((changed(PLAIN, Ld=10), 20),), block=(24, 12, 0, 5)),
        U("loose", 1, ((changed(PLAIN, M=5, Ld=10, I=2), 8),), at=SCATTERED, formation="skirmish"),
        rulings={"WAB-R-99": "close-up"},
    )
    after = charged(state, answers=[(1, 0), "hold"])
    assert touching(after, 0) >= 5
    assert touching(after, 1) >= 6


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
