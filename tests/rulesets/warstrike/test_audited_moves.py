"""Moves of models: findings of an audit of version 1, each finding by its number; lengths in inches, bases 1 inch."""

import pytest

from pilein.geometry.ticks import CONTACT, inches, ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.rulesets.warstrike.falling_back import fall_back
from pilein.rulesets.warstrike.leadership import take_check
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, play

IDLE = changed(TROOPER, weapons=())
FAST = changed(IDLE, Mv=20)
DEFENDED = "an enemy defends the obstacle that it would cross"


def to(model, x, y):
    return (model, ticks(x), ticks(y), 0)


def moved(made, *moves):
    return play(made, consolidate, 0, IN_CYCLE, answers=[tuple(moves)])[0]


# --- N-5: the far side of a wall is the side by which the way leaves it -------------------------------------------


WALL_AND_HOUSE = [ground("obstacle", box(10, 22, 19.7, 22.4)), ground("impassable", box(20, 22, 30, 30))]


def defended(start, foe=(19.4, 22.9), movement=20, **options):
    units = U("A", 0, [(changed(IDLE, Mv=movement), 1)], [start]), U("D", 1, [(IDLE, 1)], [foe])
    return battle(*units, fight=(0, 1), grounds=WALL_AND_HOUSE, **options)


@pytest.mark.parametrize(
    ("start", "end", "movement"), [((20.9, 20.6), (16.9, 23.2), 20), ((18.9, 20.6), (18, 23.5), 16)]
)
def test_n5_a_defended_wall_is_not_crossed_near_its_end_either(start, end, movement) -> None:
    """The enemy touches the far side of the wall, about 0.6 inches from where either way crosses it."""
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(defended(start, movement=movement), to(0, *end))


def test_n5_more_than_two_inches_from_the_enemy_it_is_crossed() -> None:
    assert where(moved(defended((14.9, 20.6)), to(0, 14.9, 23.2)), 0) == (14.9, 23.2)


@pytest.mark.parametrize("foe", [(17.4, 21.5), (20.2, 21.75)])
def test_n5_an_enemy_on_the_near_side_or_beside_the_end_defends_nothing(foe) -> None:
    made = battle(
        U("A", 0, [(FAST, 1)], [(18.9, 20.6)]),
        U("D", 1, [(IDLE, 1)], [foe]),
        fight=(0, 1),
        grounds=[ground("obstacle", box(10, 22, 19.7, 22.4))],
    )
    assert where(moved(made, to(0, 18.9, 23.2)), 0) == (18.9, 23.2)


def test_n5_on_the_way_back_the_sides_are_the_other_way_round() -> None:
    made = defended((16.9, 23.2), foe=(18.9, 21.5), movement=14)
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(made, to(0, 17.5, 20.6))


def test_n5_a_way_that_bends_inside_a_wide_obstacle_leaves_it_by_its_last_side() -> None:
    """A block in the middle of the wall is gone round inside it; the enemy stands where the way comes out."""
    grounds = [ground("obstacle", box(10, 22, 30, 26)), ground("impassable", box(19, 23.4, 21, 24.6))]
    units = U("A", 0, [(changed(IDLE, Mv=12), 1)], [(20.4, 21.3)]), U("D", 1, [(IDLE, 1)], [(22, 26.5)])
    made = battle(*units, fight=(0, 1), grounds=grounds, rulings={"WS-R-40": "free"})
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(made, to(0, 20.4, 26.6))


def test_n10f_what_is_too_far_because_of_a_wall_is_said_to_be_too_far() -> None:
    with pytest.raises(IllegalAnswer, match='further than 5", which is what walls and levels leave'):
        moved(defended((14.9, 20.6)), to(0, 14.9, 26.2))


# --- N-7: nobody ends on a wall by falling back -------------------------------------------------------------------


BREAKING = changed(IDLE, Ld=1, Nv=1)


def breaking(*grounds, movement=6, spots=((20, 21), (21.5, 21)), rulings=None):
    units = U("A", 0, [(IDLE, 1)], [(20, 20)]), U("D", 1, [(changed(BREAKING, Mv=movement), len(spots))], spots)
    return battle(*units, fight=(0, 1), grounds=grounds, rulings=rulings)


def test_n7_who_would_end_on_a_wall_stops_before_it() -> None:
    after, script = play(breaking(ground("obstacle", box(10, 26.8, 30, 27.3))), take_check, 1, dice=[6])
    assert len(told(script, Moved)) == 2
    for model, x in ((1, 20), (2, 21.5)):
        place = after.plane.place(model)
        assert inches(place.x) == x
        assert abs(place.y - ticks(26.3)) <= CONTACT


@pytest.mark.parametrize("low", [22, 25.2, 25.9])
def test_n7_a_wall_that_is_passed_does_not_stop_them(low) -> None:
    made = breaking(ground("obstacle", box(10, low, 30, low + 0.4)))
    assert where(play(made, fall_back, 1)[0], 1) == (20, 27)


def test_n7_walls_that_nobody_crosses_stop_them() -> None:
    """WS-R-40."""
    made = breaking(ground("obstacle", box(10, 22, 30, 22.4)), rulings={"WS-R-40": "impassable"})
    assert where(play(made, fall_back, 1)[0], 1) == pytest.approx((20, 21.5), abs=0.01)


def test_n7_who_leans_on_a_wall_runs_along_it_or_over_it() -> None:
    along = ground("obstacle", [(20.5, 20), (20.9, 20), (20.9, 40), (20.5, 40)])
    assert where(play(breaking(along, spots=((20, 21),)), fall_back, 1)[0], 1) == (20, 27)
    over = ground("obstacle", box(10, 21.5, 30, 21.9))
    assert where(play(breaking(over, spots=((20, 21),)), fall_back, 1)[0], 1) == (20, 27)
    stuck = play(breaking(over, spots=((20, 21),), movement=1), fall_back, 1)[0]
    assert where(stuck, 1) == pytest.approx((20, 21), abs=0.003)
