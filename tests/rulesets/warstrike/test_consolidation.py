"""WS-AC, WS-CM, WS-DO, WS-C3: consolidation moves."""

from itertools import islice

import pytest

from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import (
    FIRST,
    IN_CYCLE,
    consolidate,
    consolidate_in_cycle,
    first_consolidation,
    half_move,
)
from pilein.rulesets.warstrike.crossing import reach_left
from pilein.rulesets.warstrike.cycle import begin_cycle
from pilein.rulesets.warstrike.events import CombatEnded, DrawnIn, HalfCycleBegan
from pilein.rulesets.warstrike.state import Status
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, row, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, lines, play, table_of

IDLE = changed(TROOPER, weapons=())


def facing(*more, own=((10, 10),), foe=((10, 14),), own_traits=IDLE, status=None, **options):
    units = (
        U("own", 0, [(own_traits, len(own))], own, status=status or Status()),
        U("foe", 1, [(IDLE, len(foe))], foe),
    )
    return battle(*units, *more, **({"fight": (0, 1)} | options))


def to(model, x, y):
    return (model, ticks(x), ticks(y), 0)


def moved(made, *moves, occasion=IN_CYCLE):
    return play(made, consolidate, 0, occasion, answers=[tuple(moves)])[0]


def refused(made, *moves, reason=""):
    with pytest.raises(IllegalAnswer, match=reason):
        moved(made, *moves)


@pytest.mark.clause("WS-AC-01")
def test_each_attacking_unit_may_consolidate_before_the_cycle_without_a_test():
    second = U("second", 0, [(IDLE, 1)], [(13, 10)])
    made = facing(second, fight=(0, 1, 2))
    answers = [(2, 0), (to(1 + 1, 13, 11),), ()]
    after, script = play(made, first_consolidation, answers=answers)
    assert where(after, 2) == (13, 11)
    assert [event.clause for event in told(script, Moved)] == ["WS-AC-01"]


@pytest.mark.clause("WS-C3-01")
def test_even_the_engaged_models_of_a_unit_may_consolidate_after_its_attacks():
    made = facing(foe=((10, 11),))
    after, script = play(made, consolidate_in_cycle, 0, answers=[(to(0, 9, 9),)])
    assert where(after, 0) == (9, 9)
    assert [event.clause for event in told(script, Moved)] == ["WS-C3-01"]


@pytest.mark.clause("WS-CM-01")
@pytest.mark.parametrize(("movement", "inches"), [(6, 3), (5, 2), (3, 1)])
def test_a_consolidation_move_is_at_most_half_the_movement_value_rounded_down(movement, inches):
    made = facing(own_traits=changed(IDLE, Mv=movement))
    assert half_move(table_of(made), movement) == inches * INCH
    assert where(moved(made, to(0, 10 - inches, 10)), 0) == (10 - inches, 10)
    refused(made, to(0, 9.9 - inches, 10), reason="further away than")


def test_under_the_last_action_ruling_a_unit_that_went_at_the_double_consolidates_by_half_its_doubled_movement():
    """WS-R-39: by default, half of the printed Mv counts."""
    made = facing(status=Status(at_the_double=True), rulings={"WS-R-39": "last-action"})
    assert where(moved(made, to(0, 4, 10)), 0) == (4, 10)


@pytest.mark.clause("WS-CM-02")
def test_area_terrain_and_hills_do_not_slow_a_consolidation():
    rough = [ground("difficult", box(0, 5, 20, 13)), ground("open", box(0, 5, 20, 13), 2)]
    for ground_of_one_kind in rough:
        assert where(moved(facing(grounds=[ground_of_one_kind]), to(0, 10, 7)), 0) == (10, 7)
    assert where(moved(facing(grounds=rough), to(0, 10, 7)), 0) == (10, 7)


WALL = ground("obstacle", box(5, 11, 15, 11.3))


@pytest.mark.clause("WS-CM-03")
@pytest.mark.parametrize(("reading", "far"), [("default", 1), ("free", 3), ("impassable", 0)])
def test_crossing_a_wall_costs_half_of_the_consolidation_move(reading, far):
    """WS-R-40: the move starts 1.1 inches in front of the wall. Crossing the wall costs 3 of the 6 inches of
    movement.
    """
    made = facing(
        own=((10, 10),), foe=((20, 14),), grounds=[WALL], own_traits=changed(IDLE, Mv=12), rulings={"WS-R-40": reading}
    )
    if far:
        assert where(moved(made, to(0, 10, 12.5)), 0) == (10, 12.5)
    else:
        refused(made, to(0, 10, 12.5), reason="further away than")
    if far == 3:
        assert where(moved(made, to(0, 10, 15.5)), 0) == (10, 15.5)
    else:
        refused(made, to(0, 10, 15.5), reason="further away than")


@pytest.mark.clause("WS-CM-03")
def test_a_consolidation_onto_a_different_level_costs_the_difference_in_height():
    house = ground("structure", box(9, 11, 11, 20), 2)
    made = facing(foe=((20, 14),), grounds=[house])
    refused(made, to(0, 10, 12), reason="further away than")
    assert where(moved(made, to(0, 10, 11)), 0) == (10, 11)
    assert reach_left(made, 6 * INCH, 2 * INCH, "default", has_crossed=True) == INCH


def test_a_detour_round_the_end_of_a_wall_costs_nothing_beyond_its_length():
    made = facing(own=((15, 10),), foe=((20, 14),), grounds=[WALL], own_traits=changed(IDLE, Mv=8))
    assert where(moved(made, to(0, 14.9, 12.0)), 0) == (14.9, 12.0)


@pytest.mark.clause("WS-CM-04")
def test_a_unit_may_consolidate_in_any_direction():
    assert where(moved(facing(), to(0, 10, 7.2)), 0) == (10, 7.2)


@pytest.mark.clause("WS-CM-05")
def test_a_consolidating_unit_may_leave_the_combat():
    made = facing(foe=((10, 16),))
    after, script = play(made, first_consolidation, answers=[(to(0, 10, 8),)])
    assert after.fight is None
    assert told(script, CombatEnded)[0].reason == "the sides have parted"


@pytest.mark.clause("WS-CM-06", "WS-EX-01")
def test_a_consolidating_unit_may_draw_new_enemies_into_the_combat():
    made = facing(U("late", 1, [(IDLE, 1)], [(19, 10)]))
    after, script = play(made, consolidate, 0, IN_CYCLE, answers=[(to(0, 12.5, 10),)])
    assert [event.unit for event in told(script, DrawnIn)] == ["late"]
    assert after.combat.units == (0, 1, 2)


@pytest.mark.clause("WS-CM-07", "WS-CM-08")
def test_a_consolidating_unit_may_move_near_enemies_and_into_contact():
    assert where(moved(facing(), to(0, 10, 12.6)), 0) == (10, 12.6)
    assert where(moved(facing(), to(0, 10, 13)), 0) == (10, 13)
    refused(facing(), to(0, 10, 13.1), reason="would overlap model 1 of foe")


@pytest.mark.clause("WS-DO-01")
def test_no_model_crosses_a_wall_near_an_enemy_that_touches_the_far_side_of_the_wall():
    """The enemy's base begins at x = 12, and the path crosses the wall at x = 11.5 or at x = 9.6. A detour by way of x
    = 10 is too long.
    """
    own, foe = ((11.5, 10.4),), ((12.5, 11.8),)
    made = facing(own=own, foe=foe, grounds=[WALL], own_traits=changed(IDLE, Mv=12))
    refused(made, to(0, 11.6, 12.4), reason="an enemy defends the obstacle")
    free = facing(own=((9.6, 10.4),), foe=foe, grounds=[WALL], own_traits=changed(IDLE, Mv=12))
    assert where(moved(free, to(0, 9.6, 12.4)), 0) == (9.6, 12.4)
    behind = facing(own=own, foe=((12.5, 11.9),), grounds=[WALL], own_traits=changed(IDLE, Mv=12))
    assert where(moved(behind, to(0, 11.6, 12.4)), 0) == (11.6, 12.4)


def test_under_the_from_start_ruling_the_two_inches_are_measured_from_the_start_of_the_move():
    """WS-R-41: by default, the distance is measured from the point where the path crosses the obstacle."""
    made = facing(
        own=((9.6, 10.4),),
        foe=((12.2, 11.8),),
        grounds=[WALL],
        own_traits=changed(IDLE, Mv=12),
        rulings={"WS-R-41": "from-start"},
    )
    refused(made, to(0, 9.6, 12.4), reason="an enemy defends the obstacle")


def test_a_unit_that_starts_a_consolidation_in_coherency_must_end_it_in_coherency():
    """WS-R-38: at the end of the move, the gaps in the chain of models must be at most 2"."""
    made = facing(own=row(10, 10, 2, 2.9))
    refused(made, to(0, 9, 10), reason="coherency")
    assert where(moved(facing(own=row(10, 10, 2, 2.9), rulings={"WS-R-38": "free"}), to(0, 9, 10)), 0) == (9, 10)
    assert where(moved(facing(own=row(10, 10, 2, 4.0)), to(0, 9, 10)), 0) == (9, 10)


def test_the_models_of_a_unit_stay_within_the_awareness_of_their_leader():
    """WS-R-38: to be in coherency, a model must also be within Aw of its leader."""
    made = facing(own=row(10, 10, 3), own_traits=changed(IDLE, Aw=2))
    refused(made, to(2, 13, 10), reason="coherency")
    assert where(moved(made, to(2, 12, 10)), 2) == (12, 10)


def test_models_of_a_consolidating_unit_move_one_after_another():
    made = facing(own=row(10, 10, 2), foe=((10, 15),))
    refused(made, to(0, 11, 10), reason="would overlap model 1 of own")
    after = moved(made, to(1, 12, 10), to(0, 11, 10))
    assert (where(after, 0), where(after, 1)) == ((11, 10), (12, 10))


@pytest.mark.parametrize("answer", [5, ((1, 2),), (to(0, 10, 10), to(0, 10, 9)), (to(1, 10, 10),), (to(0, -5, 10),)])
def test_malformed_answers_about_a_consolidation_are_refused(answer):
    with pytest.raises(IllegalAnswer):
        play(facing(), consolidate, 0, FIRST, answers=[answer])


def test_the_options_of_a_consolidation_are_first_to_close_in_then_to_stay_and_then_to_move_as_one_body():
    made = facing(own=row(10, 10, 3), foe=row(10, 13, 3))
    _, script = play(made, consolidate, 0, FIRST, answers=[lambda asked: next(asked.candidates())[1]])
    (asked,) = script.asked
    offered = list(islice(asked.candidates(), 4))
    labels = [label for label, _ in offered]
    assert labels == ["close in", "stay", "towards the enemy as one", "away from the enemy"]
    assert len(offered[0][1]) == 3
    assert all(asked.why_not(answer) is None for _, answer in offered)


def test_models_behind_other_models_move_round_them_into_contact():
    made = facing(own=[(10, 10), (10, 9)], foe=[(10, 11)], own_traits=changed(IDLE, Mv=8))
    after, _ = play(made, consolidate, 0, FIRST, answers=[lambda asked: next(asked.candidates())[1]])
    assert len(after.plane.contacts.enemies[2]) == 2


@pytest.mark.clause("WS-CM-01")
@pytest.mark.parametrize("movement", [0, 1])
def test_half_of_a_movement_of_one_inch_or_less_counts_as_zero(movement: int) -> None:
    assert half_move(table_of(lines(TROOPER, TROOPER)), movement) == 0


STEADY = changed(TROOPER, weapons=(), Nv=6, Ld=2)


def facing_to(model, x, y, facing=0):
    return (model, ticks(x), ticks(y), facing)


@pytest.mark.parametrize("facing", [0, 9000])
def test_moving_a_model_to_its_current_position_does_not_keep_an_idle_combat_going(facing) -> None:
    units = U("own", 0, [(STEADY, 1)], [(10, 10)]), U("foe", 1, [(STEADY, 1)], [(10, 16)])
    answers = [(facing_to(0, 10, 10, facing),), (facing_to(1, 10, 16, facing),)]
    _, script = play(battle(*units, fight=(0, 1)), begin_cycle, answers=answers)
    assert [event.number for event in told(script, HalfCycleBegan)] == [1, 2]
    assert [event.reason for event in told(script, CombatEnded)] == ["a draw, for it would never end (WS-R-04)"]


def test_a_move_of_even_half_an_inch_keeps_the_combat_going() -> None:
    units = U("own", 0, [(STEADY, 1)], [(10, 10)]), U("foe", 1, [(STEADY, 1)], [(10, 16)])
    after, _ = play(battle(*units, fight=(0, 1)), consolidate, 0, FIRST, answers=[(facing_to(0, 10, 10.5),)])
    assert after.combat.stirred
