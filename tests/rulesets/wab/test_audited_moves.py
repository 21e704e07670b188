"""Moves: what an audit of version 1 found, each finding by its number; lengths in inches."""

from itertools import combinations
from math import hypot, radians

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge_ways import LEFT, RIGHT, wheeled
from pilein.rulesets.wab.compulsory import compulsory_moves
from pilein.rulesets.wab.flight import away_from, middle, run_away
from pilein.rulesets.wab.move_steps import after_steps
from pilein.rulesets.wab.movement_events import Moved, RanAway
from pilein.rulesets.wab.mover import Mover
from pilein.rulesets.wab.moving import means_of, remaining_moves
from pilein.rulesets.wab.pursuit import pursued
from pilein.rulesets.wab.rallying import rallies
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Status
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.movement.moves import PLAIN, ahead, choice, front, moved, refusal

WAIT, STAY = ("wait", ()), ("stay", ())
FOE = U("foe", 1, ((PLAIN, 5),), block=(60, 40, 180, 5))


def in_file_order_from_the_rear(units: int = 2) -> Battle:
    """Blocks one behind the other, the rearmost first in the file."""
    places = [(f"block {number}", 18.4 + 1.6 * number) for number in range(units)]
    return battle(*(U(name, 0, ((PLAIN, 10),), block=(24, y, 0, 5), formation="close") for name, y in places), FOE)


def test_5_the_owner_has_his_units_move_in_any_order() -> None:
    """WAB-SEQ-04: the rear block waits for the front one, and has room."""
    state = in_file_order_from_the_rear()
    assert refusal(state, "normal", ahead(4))
    answers = [WAIT, ("normal", (ahead(4),)), ("normal", (ahead(4),))]
    after = fought(state, remaining_moves, answers=answers)
    assert [after.status(unit).move for unit in (0, 1)] == ["moved", "moved"]


def test_5_who_is_left_may_wait_till_all_others_have() -> None:
    """Three blocks wait in turn; the last of them may not, and with the next question two more may."""
    asked = []

    def always_waiting(choice):
        asked.append((choice.words.split(":")[0], choice.may_wait))
        return WAIT if choice.may_wait else STAY

    script = Script(RULESET, answers=None, policy=always_waiting)
    script.begin(in_file_order_from_the_rear(3), remaining_moves)
    waits = [may for _, may in asked]
    assert [name for name, may in asked if not may] == ["block 2", "block 1", "block 0"]
    assert waits == [True, True, False, True, False, False]


def in_flight(*names: str) -> Battle:
    """Units of ours that flee, side by side, and a far enemy."""
    crowds = (
        U(name, 0, ((WARRIOR, 5),), block=(12 + 8 * place, 20, 180, 5), status=Status(fleeing=True))
        for place, name in enumerate(names)
    )
    return battle(*crowds, FOE)


def test_5_the_owner_has_his_units_rally_in_any_order() -> None:
    """WAB-SEQ-04: the last is tried first; of the last one left nobody is asked."""
    after = fought(in_flight("a", "b", "c"), rallies, dice=[1, 1], answers=[2, True, (), 1, False, False])
    assert [after.status(unit).fleeing for unit in range(3)] == [True, True, False]


def test_5_the_owner_has_his_units_flee_in_any_order() -> None:
    script = Script(RULESET, dice=[1, 1, 1, 2, 1, 3], answers=[1, 0])
    script.begin(in_flight("a", "b", "c"), compulsory_moves)
    script.assert_used_up()
    assert [event.unit for event in script.events if isinstance(event, RanAway)] == ["b", "a", "c"]


FILE = 20 / 25.4  # the side of a base


@pytest.mark.parametrize(
    ("models", "files", "turn", "across", "behind"),
    [
        (12, 1, 1000, 1, 11),
        (18, 3, -1000, 3, 5),
        (5, 5, 1000, 5, 0),
        (13, 5, 1000, 5, 2),  # the last rank fills up from the left, which is the outer edge here
        (13, 5, -1000, 5, 1),
    ],
)
def test_9_a_wheel_costs_the_way_of_the_model_that_travels_furthest(models, files, turn, across, behind) -> None:
    """WAB-MN-03: in a column that is the model at its end, on the outer edge; where the last rank is short, before."""
    block = front(battle(U("ours", 0, ((PLAIN, models),), block=(24, 24, 0, files))))
    length = wheeled(block, RIGHT if turn > 0 else LEFT, turn).length / INCH
    assert length == pytest.approx(hypot(across, behind) * FILE * radians(10), rel=1e-3)


def test_9_a_column_does_not_turn_on_the_spot() -> None:
    column = battle(U("ours", 0, ((PLAIN, 12),), block=(24, 24, 0, 1), formation="close"), FOE)
    assert "of movement is left" in refusal(column, "normal", ("wheel", 9000))


def thicket(*corners: tuple[float, float], kind: str = "very difficult") -> list[G]:
    return [G(kind, corners)]


def costs_inches(state: Battle, *steps: tuple[str | int, ...]) -> float:
    """Cost of steps out of a movement of 16 inches."""
    means = replace(means_of(state, Table(state.setup.readings), 0, 1), rate=16 * INCH)
    mover = Mover.of(state, Table(state.setup.readings), 0, "normal", means)
    return 16 - after_steps(mover, steps).left / INCH


def wheeling(**options) -> Battle:
    """Twenty in close order, five wide."""
    return battle(U("ours", 0, ((PLAIN, 20),), block=(24, 24, 0, 5), formation="close"), FOE, **options)


def test_12_a_wheel_costs_by_the_ground_that_its_outermost_model_goes_over() -> None:
    """WAB-R-54: it turns right, its inner rear corner stands 0.2" deep in a thicket."""
    turn, plain = ("wheel", 4000), hypot(5, 3) * FILE * radians(40)
    inner = thicket((25.8, 18), (28, 18), (28, 21.05), (25.8, 21.05))
    assert costs_inches(wheeling(grounds=inner), turn) == pytest.approx(plain, rel=1e-3)
    slowest = wheeling(grounds=inner, rulings={"WAB-R-54": "slowest-for-all"})
    assert costs_inches(slowest, turn) == pytest.approx(4 * plain, rel=1e-3)
    outer = thicket((18, 18), (23, 18), (23, 30), (18, 30))
    assert costs_inches(wheeling(grounds=outer), turn) == pytest.approx(4 * plain, rel=1e-2)
    late = thicket((10, 24), (23, 24), (23, 30), (10, 30))
    assert plain < costs_inches(wheeling(grounds=late), turn) < 3 * plain


def test_12_turning_about_and_new_ranks_take_their_part_of_the_movement_on_any_ground() -> None:
    """WAB-MN-05, WAB-MN-07: a quarter and a half, no way is gone."""
    everywhere = thicket((10, 10), (40, 10), (40, 40), (10, 40), kind="difficult")
    for step, cost in ((("about",), 1), (("files", 7), 2)):
        assert costs_inches(wheeling(grounds=everywhere), step) == cost


def test_12_a_wheel_does_not_march_over_an_obstacle_unnoticed() -> None:
    """WAB-MA-10: neither at its start nor at its end, but on the way."""
    wall = [G("obstacle", ((23.3, 26.2), (23.5, 26.2), (23.5, 26.3), (23.3, 26.3)))]
    line = U("ours", 0, ((changed(PLAIN, musician=True, M=8), 5),), block=(24, 24, 0, 5), formation="close")
    state = battle(line, FOE, grounds=wall)
    assert "WAB-MA-10" in refusal(state, "march", ("wheel", 9000))
    assert refusal(battle(line, FOE), "march", ("wheel", 9000)) == ""


def test_14_a_unit_that_stopped_an_inch_from_an_enemy_comes_no_nearer() -> None:
    """WAB-R-36: in the next turn neither."""
    ours = U("ours", 0, ((changed(PLAIN, M=3), 10),), block=(24, 20, 0, 5))
    state = battle(ours, U("foes", 1, ((WARRIOR, 10),), block=(24, 23, 180, 5)))
    gone = []
    for _ in range(3):
        _, answer = next(choice(state).candidates())
        after, script = moved(state, *answer[:1], *answer[1])
        gone += [event.inches for event in script.events if isinstance(event, Moved)]
        state = after.having(0, move="")
    assert gone == [2]


def broken(*others: U, foe: tuple[float, float, float, int] = (24, 20, 0, 5), grounds=(), **options) -> Battle:
    """A line of ten that flees from an enemy in contact below it."""
    enemy = U("foes", 1, ((WARRIOR, 20),), block=foe, formation="close")
    return battle(U("line", 0, ((WARRIOR, 10),), block=(24, 20, 180, 10)), enemy, *others, grounds=grounds, **options)


def fleeing(state: Battle, *dice: int) -> tuple[Battle, Script]:
    script = Script(RULESET, dice=dice, answers=None, policy=first)
    after = script.begin(state.having(0, fleeing=True), run_away, 0, 1)
    return after, script


def extent(state: Battle, unit: int = 0) -> tuple[float, float, float, float]:
    """The box about a unit: left, right, bottom, top."""
    points = [point for model in state.plane.models(unit) for point in state.plane.shape(model).core]
    xs, ys = [x / INCH for x, _ in points], [y / INCH for _, y in points]
    return min(xs), max(xs), min(ys), max(ys)


def test_8_a_broken_line_flees_as_a_rough_mass() -> None:
    """WAB-FL-05: about as wide as deep, out of ranks, facing where it runs; its front has gone as far as it rolled."""
    after, _ = fleeing(broken(), 3, 4)
    (left, right, bottom, top), began = extent(after), extent(broken())
    assert right - left < 5
    assert 0.5 < (right - left) / (top - bottom) < 2
    assert top == pytest.approx(began[3] + 7, abs=0.01)
    places = [after.plane.place(model) for model in after.plane.models(0)]
    assert {one.facing for one in places} == {0}
    assert len({one.y for one in places}) > 4
    bodies = [after.plane.shape(model) for model in after.plane.models(0)]
    assert not any(overlaps(*pair) for pair in combinations(bodies, 2))


def test_8_a_mass_comes_through_where_the_line_would_not() -> None:
    walls = [G("impassable", ((x, 22), (x + 8, 22), (x + 8, 23), (x, 23))) for x in (12.5, 27.5)]
    after, script = fleeing(broken(grounds=walls), 6, 4)
    assert [event.inches for event in script.events if isinstance(event, RanAway)] == [10]
    assert middle(after, 0)[0] == pytest.approx(24 * INCH, abs=100)


@pytest.mark.parametrize("x", [20.2, 22.03, 25])
def test_8_a_unit_flees_straight_away_from_the_side_in_contact(x) -> None:
    """WAB-BR-07: wherever along the line the enemy stands."""
    state = broken(foe=(x, 20, 0, 5))
    after, _ = fleeing(state, 6, 6)
    assert middle(after, 0)[0] == pytest.approx(middle(state, 0)[0], abs=100)


def test_8_a_unit_struck_in_the_flank_flees_from_the_flank() -> None:
    state = broken(foe=(24 + 5 * FILE, 20.3, 270, 4))
    after, _ = fleeing(state, 3, 3)
    assert extent(after)[1] == pytest.approx(24 + 5 * FILE - 6, abs=0.01)
    assert away_from(state, 0, 1) == 27000


def test_8_from_an_enemy_that_is_not_in_contact_it_flees_along_the_shortest_line() -> None:
    assert away_from(broken(foe=(20.5, 16, 0, 5)), 0, 1) == 0
    corner = broken(foe=(24 + 5 * FILE + 3 + 2.5 * FILE, 17, 0, 5))
    assert away_from(corner, 0, 1) == 31500


def test_8_flights_are_told_as_far_as_they_went() -> None:
    """WAB-R-102 through-friends: it rolled 3 and went on to come out behind its friends."""
    friends = U("friends", 0, ((WARRIOR, 10),), block=(24, 24, 0, 10))
    state = broken(friends, rulings={"WAB-R-102": "through-friends"})
    after, script = fleeing(state, 1, 2)
    (told,) = [event for event in script.events if isinstance(event, RanAway)]
    assert told.inches > 3
    assert extent(after)[2] == pytest.approx(20 + told.inches, abs=0.01)


def test_8_pursuers_face_where_they_run() -> None:
    """Aside of its enemy's rear, a pursuer turns; where a friend stands in the way of that, it keeps its facing."""
    alone = (
        U("riders", 0, ((WARRIOR, 5),), block=(20, 20, 0, 5)),
        U("runners", 1, ((WARRIOR, 5),), block=(28, 32, 0, 5)),
    )
    for more, facing in ((), 3228), ((U("friend", 0, ((WARRIOR, 5),), block=(18.5, 21.2, 0, 5)),), 0):
        state = battle(*alone, *more)
        after = pursued(state, Table(state.setup.readings), 0, 1, 3)
        assert front(after).facing == pytest.approx(facing, abs=200)
