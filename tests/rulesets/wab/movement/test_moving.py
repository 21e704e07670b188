"""Units move in the last step of the movement phase."""

import pytest

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.moving import means_of, remaining_moves
from pilein.rulesets.wab.movement_events import ChangedFormation, Moved, Reformed, TurnedAbout, Wheeled
from pilein.rulesets.wab.ruleset import RULESET
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.status import Move, Status
from tests.rulesets.fielding import told
from tests.rulesets.wab.builder import WARRIOR, G, U, battle
from tests.rulesets.wab.fights import fought
from tests.rulesets.wab.moves import FAR_FOE, PLAIN, ahead, alone, front, moved, refusal

STAY = ("stay", ())


@pytest.mark.parametrize(
    ("move", "moves"),
    [("", True), ("returned", True), ("declared", False), ("still", False), ("rallied", False), ("disengaged", False)],
)
def test_any_unit_that_has_not_acted_this_turn_may_move(move: Move, moves: bool) -> None:
    script = Script(RULESET, answers=[STAY] if moves else [])
    script.begin(alone(status=Status(move=move)), remaining_moves)
    script.assert_used_up()


def test_no_unit_moves_if_it_is_fleeing_or_fighting_or_if_it_is_the_turn_of_the_enemy() -> None:
    fighting = alone(U("foes", 1, ((WARRIOR, 5),), block=(24, 20, 180, 5)))
    for state in (fighting, alone(status=Status(fleeing=True)), alone().changed(active=1)):
        script = Script(RULESET)
        assert script.begin(state, remaining_moves) == state


def test_units_are_asked_for_their_moves_in_the_order_of_the_scenario_file() -> None:
    state = alone(U("friends", 0, ((WARRIOR, 5),), block=(24, 30, 0, 5)))
    script = Script(RULESET, answers=[("normal", (ahead(4),)), STAY])
    after = script.begin(state, remaining_moves)
    assert [after.status(unit).move for unit in (0, 1)] == ["moved", ""]


def test_the_log_describes_the_moves_of_a_unit() -> None:
    _, script = moved(alone(), "normal", ("about",), ("wheel", -1000), ahead(1))
    assert told(script, TurnedAbout) == [TurnedAbout(unit="ours", clause="WAB-MN-04")]
    assert told(script, Wheeled) == [Wheeled(unit="ours", degrees=-10.0, clause="WAB-MN-01")]
    (way,) = told(script, Moved)
    assert (way.manner, len(way.route), way.clause) == ("moved", 4, "WAB-SEQ-04")
    _, script = moved(alone(), "normal", ("files", 4))
    assert told(script, ChangedFormation) == [ChangedFormation(unit="ours", files=4, clause="WAB-MN-07")]
    _, script = moved(alone(), "reform", ("reform", 4500, 3), dice=[1, 1])
    assert told(script, Reformed) == [Reformed(unit="ours", files=3, facing=45.0, clause="WAB-MN-10")]
    _, script = moved(alone(), "march", ahead(8))
    (way,) = told(script, Moved)
    assert (way.manner, way.inches, way.clause) == ("marched", 8.0, "WAB-MA-02")


def test_under_the_reform_fail_free_ruling_a_unit_that_fails_its_reform_test_may_still_move() -> None:
    """WAB-R-53: by default, such a unit stays where it is."""
    state = alone(rulings={"WAB-R-53": "reform-fail-free"})
    script = Script(RULESET, dice=[6, 6], answers=[("reform", (("reform", 0, 3),)), ("normal", (ahead(4),))])
    after = script.begin(state, remaining_moves)
    script.assert_used_up()
    assert (front(after).y, after.status(0).move) == (24 * INCH, "moved")
    means = means_of(state, Table(state.setup.readings), 0, 0)
    assert means.no_reform.startswith("WAB-R-53")


def test_rulings_on_moves_are_consulted_only_if_the_move_depends_on_them() -> None:
    plain = alone()
    table = Table(plain.setup.readings)
    means_of(plain, table, 0, 1)
    assert table.met == []
    loose_order = alone(formation="open")
    table = Table(loose_order.setup.readings)
    means_of(loose_order, table, 0, 1)
    assert table.met == ["WAB-R-51"]
    loosely = battle(U("ours", 0, ((WARRIOR, 2),), at=((20, 20), (22, 20)), formation="skirmish"))
    table = Table(loosely.setup.readings)
    means_of(loosely, table, 0, 1)
    assert table.met == []


def test_under_the_slowest_for_all_ruling_a_path_that_crosses_slow_ground_is_slow_for_its_whole_length() -> None:
    wood = [G("difficult", ((20, 22), (28, 22), (28, 23), (20, 23)))]
    for option, inches in (("default", 3), ("slowest-for-all", 2)):
        state = alone(grounds=wood, rulings={"WAB-R-54": option})
        assert refusal(state, "normal", ahead(inches)) == ""
        assert refusal(state, "normal", ahead(inches + 0.1)).startswith("WAB-SEQ-04")


def test_all_models_of_a_loose_unit_make_the_same_move() -> None:
    state = battle(U("ours", 0, ((WARRIOR, 3),), at=((20, 20), (22, 20), (21, 22)), formation="skirmish"))
    after, _ = moved(state, "normal", ("shift", 9000, 5 * INCH))
    for model in range(3):
        before, now = state.plane.place(model), after.plane.place(model)
        assert (now.x - before.x, now.y - before.y, now.facing) == (5 * INCH, 0, before.facing)


WAITING, STAYING = ("wait", ()), ("stay", ())


def in_file_order_from_the_rear(units: int = 2) -> Battle:
    """Return a battle of blocks that stand one behind another. The rearmost block is the first in the scenario file."""
    places = [(f"block {number}", 18.4 + 1.6 * number) for number in range(units)]
    return battle(*(U(name, 0, ((PLAIN, 10),), block=(24, y, 0, 5), formation="close") for name, y in places), FAR_FOE)


def test_the_owner_chooses_the_order_in_which_units_move() -> None:
    """WAB-SEQ-04: the rear block waits until the front block has moved and left it room."""
    state = in_file_order_from_the_rear()
    assert refusal(state, "normal", ahead(4))
    answers = [WAITING, ("normal", (ahead(4),)), ("normal", (ahead(4),))]
    after = fought(state, remaining_moves, answers=answers)
    assert [after.status(unit).move for unit in (0, 1)] == ["moved", "moved"]


def test_a_unit_may_wait_until_all_its_friends_have_moved() -> None:
    """Every block waits whenever it may. In each round of questions, the last block may not wait, so the blocks finish
    one by one.
    """
    asked = []

    def always_waiting(choice):
        asked.append((choice.words.split(":")[0], choice.may_wait))
        return WAITING if choice.may_wait else STAYING

    script = Script(RULESET, answers=None, policy=always_waiting)
    script.begin(in_file_order_from_the_rear(3), remaining_moves)
    waits = [may for _, may in asked]
    assert [name for name, may in asked if not may] == ["block 2", "block 1", "block 0"]
    assert waits == [True, True, False, True, False, False]


def test_the_log_of_a_reform_mentions_no_move_of_zero_inches() -> None:
    _, script = moved(alone(), "reform", ("reform", 9000, 3), dice=[4, 4])
    assert len(told(script, Reformed)) == 1
    assert told(script, Moved) == []
    _, script = moved(alone(), "reform", ahead(2), ("reform", 9000, 3), dice=[4, 4])
    assert [event.inches for event in told(script, Moved)] == [2]
