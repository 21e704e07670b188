"""Flights, and the compulsory moves."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.rulesets.wab.compulsory import compulsory_moves
from pilein.rulesets.wab.flight import middle, run_away
from pilein.rulesets.wab.movement_events import LeftTheTable
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from pilein.tabletop.plane import Loose
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, G, U, battle, changed

RUNNING = Status(fleeing=True)


def runners(traits=WARRIOR, grounds=(), rulings=None, others=(), y: float = 20) -> Battle:
    """Five who flee at (20, y), an enemy straight up the table from them."""
    return battle(
        U("runners", 0, ((traits, 5),), block=(20, y, 0, 5), base=HORSE, status=RUNNING),
        U("foes", 1, ((WARRIOR, 5),), block=(20, y + 9, 180, 5)),
        *others,
        grounds=grounds,
        rulings=rulings,
    )


def ran(state: Battle, dice: list[int], answers=(), clause=run_away) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice, answers=answers)
    after = script.begin(state, clause, *((0, 1) if clause is run_away else ()))
    script.assert_used_up()
    return after, script


def run_of(before: Battle, after: Battle, way: str = "south") -> tuple[float, float]:
    """Run of a unit: its middle aside, its front along the way."""
    (x, y), (to_x, to_y) = middle(before, 0), middle(after, 0)
    if way == "west":
        to_x, x = (min(p for m in one.plane.models(0) for p, _ in one.plane.shape(m).core) for one in (after, before))
    else:
        to_y, y = (min(p for m in one.plane.models(0) for _, p in one.plane.shape(m).core) for one in (after, before))
    return round((to_x - x) / INCH, 2) + 0, round((to_y - y) / INCH, 2) + 0


@pytest.mark.clause("WAB-FL-01")
def test_the_slow_flee_on_two_dice_and_the_fast_on_three() -> None:
    for movement, dice, far in ((5, [3, 4], 7), (6, [3, 4], 7), (7, [3, 4, 2], 9)):
        state = runners(changed(WARRIOR, M=movement))
        assert run_of(state, ran(state, dice)[0]) == (0, -far)


@pytest.mark.clause("WAB-FL-05", "WAB-FL-06")
def test_a_crowd_is_loose_and_moves_as_one() -> None:
    state = runners()
    after = ran(state, [2, 2])[0]
    crowd = after.plane.standings[0]
    assert isinstance(crowd, Loose)
    assert {one.facing for one in crowd.places} == {18000}
    assert run_of(state, after) == (0, -4)
    again = ran(after, [2, 2])[0].plane.standings[0]
    assert isinstance(again, Loose)
    steps = [(there.x - here.x, there.y - here.y) for here, there in zip(crowd.places, again.places, strict=True)]
    assert max(max(abs(x), abs(y + 4 * INCH)) for x, y in steps) < 50  # once in a mass all go alike


@pytest.mark.clause("WAB-FL-03")
def test_in_its_own_turn_it_makes_for_the_nearest_edge() -> None:
    state = battle(
        U("runners", 0, ((WARRIOR, 5),), block=(12, 20, 0, 5), status=RUNNING),
        U("foes", 1, ((WARRIOR, 5),), block=(12, 11, 0, 5)),
    )
    after, _ = ran(state, [3, 4], clause=compulsory_moves)
    assert run_of(state, after, "west") == (-7, 0)
    assert after.status(0).move == "fled"
    gone, script = ran(state, [6, 6], clause=compulsory_moves)
    assert gone.living(0) == 0
    assert script.events[-1] == LeftTheTable(unit="runners", clause="WAB-FL-03")


def test_a_unit_that_flees_off_the_table_may_return_under_another_reading() -> None:
    """WAB-R-45."""
    for option, absent in (("default", []), ("fleers-may-return", [0])):
        state = runners(rulings={"WAB-R-45": option}, y=6)
        assert [one.unit for one in ran(state, [6, 6])[0].absent] == absent


@pytest.mark.clause("WAB-FL-04")
def test_it_keeps_clear_of_what_bars_its_way() -> None:
    wall = G("impassable", ((19, 12), (21, 12), (21, 13), (19, 13)))
    aside = []
    for answer in (0, 1):
        state = runners(grounds=(wall,))
        after, _ = ran(state, [6, 6], [lambda choice, answer=answer: choice.options[answer]])
        aside.append(run_of(state, after)[0])
        assert -12 * INCH < middle(after, 0)[1] - middle(state, 0)[1] < 0
    assert aside[0] * aside[1] < 0
    enclosed = G("impassable", ((4, 12), (40, 12), (40, 13), (4, 13)))
    walls = [
        enclosed,
        G("impassable", ((4, 12), (5, 12), (5, 40), (4, 40))),
        G("impassable", ((39, 12), (40, 12), (40, 40), (39, 40))),
    ]
    state = runners(grounds=walls)
    after, _ = ran(state, [6, 6], [lambda choice: choice.options[0]] if asks(state) else [])
    assert min(after.plane.place(model).y for model in range(5)) >= 13 * INCH


@pytest.mark.parametrize(("dice", "far"), [([6, 6], 12), ([2, 3], 6.75), ([1, 1], 2)])
def test_it_may_run_through_friends_and_on_where_it_would_stop_among_them(dice: list[int], far: float) -> None:
    """WAB-R-102 through-friends."""
    friends = U("friends", 0, ((WARRIOR, 10),), block=(20, 15, 0, 5))
    state = runners(others=(friends,), rulings={"WAB-R-102": "through-friends"})
    assert run_of(state, ran(state, dice)[0]) == (0, -far)


@pytest.mark.parametrize("reading", ["default", "through-friends"])
def test_if_friends_stand_too_deep_to_run_through_it_goes_round_them(reading: str) -> None:
    """WAB-R-102."""
    deep = U("friends", 0, ((WARRIOR, 60),), block=(20, 15, 0, 5))
    state = runners(others=(deep,), rulings={"WAB-R-102": reading})
    after, _ = ran(state, [2, 3], [lambda choice: choice.options[0]])
    across, up = run_of(state, after)
    assert across
    assert up < 0


def asks(state: Battle) -> bool:
    script = Script(RULESET, dice=[6, 6], answers=None, policy=first)
    script.begin(state, run_away, 0, 1)
    return len(script.asked) > 1


def test_it_stays_an_inch_from_enemies_on_its_way() -> None:
    other = U("others", 1, ((WARRIOR, 2),), block=(20, 10, 0, 2))
    state = runners(others=(other,))
    after, _ = ran(state, [6, 4], [lambda choice: choice.options[0]])
    assert after.plane.touched_units(0) == ()
    assert run_of(state, after)[0] != 0


def test_a_unit_that_disengages_draws_back_by_its_rate_facing_the_enemy() -> None:
    """WAB-R-34."""
    state = battle(
        U("ours", 0, ((RIDER, 5),), block=(20, 20, 0, 5), base=HORSE, status=Status(move="disengaging")),
        U("foes", 1, ((WARRIOR, 5),), block=(20, 20, 180, 5)),
    )
    after, _ = ran(state, [], clause=compulsory_moves)
    assert run_of(state, after) == (0, -8)
    assert after.status(0).move == "disengaged"
    assert after.plane.place(2).facing == 0
