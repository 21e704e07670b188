"""Columns bend along their path."""

from itertools import combinations, pairwise

import pytest

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.choice import may_charge
from pilein.rulesets.wab.columns import is_in_column, is_snaking, may_snake
from pilein.rulesets.wab.fight.who_fights import fighting_models
from pilein.rulesets.wab.movement.moves_choice import RemainingMove
from pilein.rulesets.wab.movement.moving import means_of
from pilein.rulesets.wab.movement_events import Moved
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose
from tests.rulesets.fielding import told
from tests.rulesets.wab.builder import WARRIOR, G, U, battle, changed
from tests.rulesets.wab.moves import MARCHER, ahead, alone, choice, moved, moved_in_turns, refusal


def file_of(models: int = 6, **more: object) -> Battle:
    return alone(models=models, files=1, **more)  # type: ignore[arg-type]


def bent(turn: int, inches: float, state: Battle | None = None) -> Battle:
    after, _ = moved(state or file_of(), "fast march", ("bend", turn, round(inches * INCH)))
    return after.having(0, move="")


@pytest.mark.clause("WAB-FM-11")
@pytest.mark.parametrize("turn", [9000, -9000, 3000, 13500])
def test_each_model_of_a_bent_fast_marching_file_follows_the_model_in_front_of_it(turn: int) -> None:
    after = bent(turn, 2)
    standing = after.plane.standings[0]
    assert isinstance(standing, Loose)
    assert standing.models == tuple(range(6))
    assert standing.places[0].facing == turn % 36000
    assert standing.places[-1].facing == 0
    bodies = [after.plane.shape(model) for model in range(6)]
    assert not any(overlaps(*pair) for pair in combinations(bodies, 2))
    assert all(gap(one, other) < INCH / 2 for one, other in pairwise(bodies))
    assert is_snaking(after, 0)
    assert is_in_column(after, Table(after.setup.readings), 0)


@pytest.mark.clause("WAB-FM-11")
def test_only_a_single_file_on_a_fast_march_may_bend() -> None:
    assert refusal(alone(models=12, files=3), "fast march", ("bend", 3000, INCH)).startswith("WAB-FM-11")
    assert refusal(file_of(), "march", ("bend", 3000, INCH)).startswith("WAB-FM-11")
    assert not may_snake(alone(models=12, files=3), 0, alone(models=12, files=3).plane.standings[0])


def test_a_bend_costs_a_column_the_distance_moved_by_its_head_including_the_turn() -> None:
    assert refusal(file_of(), "fast march", ("bend", 9000, round(10.7 * INCH))) == ""
    assert refusal(file_of(), "fast march", ("bend", 9000, round(10.8 * INCH))).startswith("WAB-FM-03")


def test_a_bent_column_may_move_at_any_pace_but_may_bend_further_only_in_a_fast_march() -> None:
    snake = bent(9000, 2)
    assert refusal(snake, "normal", ("bend", 0, INCH)) == ""
    assert refusal(snake, "normal", ("bend", 3000, INCH)).startswith("WAB-FM-11")
    assert refusal(snake, "fast march", ("bend", -9000, INCH)) == ""
    assert refusal(snake, "normal", ("shift", 0, INCH)).startswith("WAB-R-50")
    assert refusal(snake, "normal", ahead(1)).startswith("loose models")


def test_a_column_that_has_passed_its_bend_is_a_block_again() -> None:
    after = bent(0, 5, bent(9000, 2))
    standing = after.plane.standings[0]
    assert isinstance(standing, Block)
    assert (standing.facing, standing.files, standing.slots) == (9000, 1, tuple(range(6)))
    assert standing.x == pytest.approx(31 * INCH + 10 * 5000, abs=2)
    assert standing.y == pytest.approx(20 * INCH - 10 * 5000, abs=2)
    bodies = [after.plane.shape(model) for model in range(6)]
    assert all(gap(one, other) <= CONTACT for one, other in pairwise(bodies))


def test_a_column_stops_when_its_tail_has_no_room_to_follow() -> None:
    wall = G("impassable", ((24.5, 20), (25, 20), (25, 22), (24.5, 22)))
    assert refusal(file_of(grounds=[wall]), "fast march", ("bend", 0, 4 * INCH)) == ""
    assert refusal(file_of(grounds=[wall]), "fast march", ("bend", 4500, 4 * INCH)).startswith("WAB-R-36")


def test_the_tail_of_a_bending_column_needs_room_behind_it_only_if_the_bend_pushes_it_back() -> None:
    behind = U("friends", 0, ((MARCHER, 2),), block=(24, 20 - 120 / 25.4, 0, 2))
    assert refusal(file_of(), "fast march", ("bend", 13500, INCH // 4)) == ""
    close = alone(behind, models=6, files=1)
    assert (
        refusal(close, "fast march", ("bend", 13500, INCH // 4))
        == "WAB-R-36: there is no room for the column to follow its head"
    )


def test_bends_are_among_the_moves_offered_to_a_column_that_may_make_them() -> None:
    foe = U("foes", 1, ((MARCHER, 1),), block=(44, 30, 180, 1))
    state = alone(foe, models=6, files=1)
    assert any(steps[0][0] == "bend" for _, (_, steps) in choice(state).candidates() if steps)
    snake = bent(9000, 2, state)
    offered = [answer for _, answer in choice(snake).candidates()]
    assert {steps[0][0] for _, steps in offered if steps} == {"bend", "reform"}
    assert {pace for pace, _ in offered} == {"normal", "march", "fast march", "stay", "reform"}


def test_loose_models_never_form_a_bent_column() -> None:
    loosely = battle(U("ours", 0, ((MARCHER, 3),), at=((20, 20), (21, 20), (22, 20)), formation="skirmish"))
    assert not is_snaking(loosely, 0)


def test_only_the_head_of_a_fast_marching_bent_column_fights() -> None:
    """WAB-FM-10: only the front rank of a fast-marching unit fights."""
    assert fighting_models(bent(9000, 2).having(0, move="fast marched"), 0) == (0,)
    assert fighting_models(bent(9000, 2), 0) == tuple(range(6))


def test_a_bent_column_declares_no_charge() -> None:
    """WAB-R-50: columns may not charge."""
    snake = bent(9000, 2)
    assert not may_charge(snake, Table(snake.setup.readings), 0)


FOES = U("foes", 1, ((WARRIOR, 5),), block=(60, 40, 180, 5))


@pytest.mark.clause("WAB-FM-11")
def test_a_column_may_bend_several_times_in_one_fast_march() -> None:
    """A column that has already been bent may bend again."""
    column = U("column", 0, ((WARRIOR, 9), (changed(WARRIOR, musician=True), 1)), block=(20, 10, 0, 1))
    state = battle(column, FOES)
    choice = RemainingMove(0, "WAB-SEQ-04", "", state, 0, means_of(state, Table(state.setup.readings), 0, 1))
    there, back = ("bend", 4500, 3 * INCH), ("bend", -4500, 3 * INCH)
    assert choice.why_not(("fast march", (there, back))) is None
    assert choice.why_not(("fast march", (there, ("shift", 0, INCH)))) is not None
    after = moved_in_turns(state, ("fast march", (there, back)))
    assert after.plane.place(0).facing == 0


def test_the_log_gives_the_distance_moved_by_the_head_of_a_bent_column() -> None:
    column = U("ours", 0, ((MARCHER, 8),), block=(24, 20, 0, 1))
    state = battle(column)
    assert refusal(state, "fast march", ("bend", 9000, 8 * INCH)) == ""
    _, script = moved(state, "fast march", ("bend", 9000, 8 * INCH))
    assert [event.inches for event in told(script, Moved)] == [8]
