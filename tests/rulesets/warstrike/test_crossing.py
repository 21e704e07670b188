"""WS-CM-03, WS-DO-01: walls and obstacles on the path of a consolidation."""

import pytest

from pilein.geometry.ticks import ticks
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told, where
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, play
from tests.rulesets.warstrike.fights import goes


def over_a_corner(
    start: tuple[float, float], end: tuple[float, float], enemy: tuple[float, float]
) -> tuple[float, float]:
    """Return the final position of a model that consolidates over the northern arm of an obstacle whose second arm
    leads south.
    """
    bent = ground("obstacle", [(5, 11), (14.6, 11), (14.6, 5), (15, 5), (15, 11.4), (5, 11.4)])
    units = U("own", 0, [(changed(TROOPER, Mv=8), 1)], [start]), U("foe", 1, [(TROOPER, 1)], [enemy])
    moves = ((0, ticks(end[0]), ticks(end[1]), 0),)
    made = battle(*units, fight=(0, 1), grounds=[bent])
    return where(play(made, consolidate, 0, IN_CYCLE, answers=[moves])[0], 0)


@pytest.mark.clause("WS-DO-01")
def test_an_enemy_inside_the_corner_of_an_obstacle_defends_both_arms_of_the_obstacle() -> None:
    """The enemy touches the far side of the second arm, inside the corner. An enemy that stands further away, or on the
    outer side of that arm, does not defend.
    """
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        over_a_corner((13.5, 11.9), (13, 10.4), (14.1, 9.5))
    assert over_a_corner((13.5, 11.9), (13, 10.4), (14.1, 8.2)) == (13, 10.4)
    assert over_a_corner((14, 11.9), (14, 10.4), (15.5, 10.8)) == (14, 10.4)


IDLE = changed(TROOPER, weapons=())


def round_a_corner(defender):
    """Return a battle with a path past the eastern end of a wall, over its corner. Crossing costs nothing (WS-R-40),
    but the path round the wall is too long.
    """
    units = U("own", 0, [(changed(IDLE, Mv=4), 1)], [(14.2, 10.4)]), U("foe", 1, [(IDLE, 1)], [defender])
    walls = [ground("obstacle", box(5, 11, 15, 11.8))]
    made = battle(*units, fight=(0, 1), grounds=walls, rulings={"WS-R-40": "free"})
    return play(made, consolidate, 0, IN_CYCLE, answers=[goes(0, 15.6, 11.6)])[0]


@pytest.mark.clause("WS-DO-01")
def test_no_model_cuts_the_corner_of_a_defended_wall():
    """The path enters the wall on the near side and comes out at the end. The enemy touches the far side."""
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        round_a_corner((13.5, 12.3))
    assert where(round_a_corner((12.5, 12.3)), 0) == (15.6, 11.6)
    assert where(round_a_corner((13.1, 10.5)), 0) == (15.6, 11.6)


def past_the_end(defender, movement, **rulings):
    """Return a battle with a path straight ahead on which half of the base would pass over the end of a wall."""
    units = U("own", 0, [(changed(IDLE, Mv=movement), 1)], [(15.2, 10.4)]), U("foe", 1, [(IDLE, 1)], [defender])
    walls = [ground("obstacle", box(5, 11, 15, 11.8))]
    made = battle(*units, fight=(0, 1), grounds=walls, rulings=rulings)
    return told(play(made, consolidate, 0, IN_CYCLE, answers=[goes(0, 15.2, 12.4)])[1], Moved)[0].inches


@pytest.mark.clause("WS-DO-01", "WS-CM-03")
def test_a_base_that_passes_over_the_end_of_a_wall_counts_as_crossing_the_wall():
    """WS-R-40: under `free`, crossing costs nothing. By default, the path leads round the end of the wall."""
    free = {"WS-R-40": "free"}
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        past_the_end((14, 12.3), 4, **free)
    assert past_the_end((12, 12.3), 4, **free) == 2
    assert 2 < past_the_end((12, 12.3), 6) < 3


FAST = changed(IDLE, Mv=20)
DEFENDED = "an enemy defends the obstacle that it would cross"


def spot(model, x, y):
    return (model, ticks(x), ticks(y), 0)


def moved(made, *moves):
    return play(made, consolidate, 0, IN_CYCLE, answers=[tuple(moves)])[0]


WALL_AND_HOUSE = [ground("obstacle", box(10, 22, 19.7, 22.4)), ground("impassable", box(20, 22, 30, 30))]


def defended(start, foe=(19.4, 22.9), movement=20, **options):
    units = U("A", 0, [(changed(IDLE, Mv=movement), 1)], [start]), U("D", 1, [(IDLE, 1)], [foe])
    return battle(*units, fight=(0, 1), grounds=WALL_AND_HOUSE, **options)


@pytest.mark.parametrize(
    ("start", "end", "movement"), [((20.9, 20.6), (16.9, 23.2), 20), ((18.9, 20.6), (18, 23.5), 16)]
)
def test_a_defended_wall_may_not_be_crossed_even_near_the_ends_of_its_defended_part(start, end, movement) -> None:
    """The enemy touches the far side of the wall, about 0.6 inches from the point where either path crosses it."""
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(defended(start, movement=movement), spot(0, *end))


def test_a_defended_wall_may_be_crossed_more_than_two_inches_from_the_enemy() -> None:
    assert where(moved(defended((14.9, 20.6)), spot(0, 14.9, 23.2)), 0) == (14.9, 23.2)


@pytest.mark.parametrize("foe", [(17.4, 21.5), (20.2, 21.75)])
def test_an_enemy_on_the_near_side_of_a_wall_or_beside_its_end_does_not_defend_the_wall(foe) -> None:
    made = battle(
        U("A", 0, [(FAST, 1)], [(18.9, 20.6)]),
        U("D", 1, [(IDLE, 1)], [foe]),
        fight=(0, 1),
        grounds=[ground("obstacle", box(10, 22, 19.7, 22.4))],
    )
    assert where(moved(made, spot(0, 18.9, 23.2)), 0) == (18.9, 23.2)


def test_an_enemy_on_the_far_side_of_a_wall_defends_it_whichever_way_the_path_crosses_it() -> None:
    made = defended((16.9, 23.2), foe=(18.9, 21.5), movement=14)
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(made, spot(0, 17.5, 20.6))


def test_a_path_that_bends_inside_a_wide_obstacle_may_not_leave_it_on_a_defended_side() -> None:
    """The path would turn round a block in the middle of the wall, and the enemy stands where it would come out."""
    grounds = [ground("obstacle", box(10, 22, 30, 26)), ground("impassable", box(19, 23.4, 21, 24.6))]
    units = U("A", 0, [(changed(IDLE, Mv=12), 1)], [(20.4, 21.3)]), U("D", 1, [(IDLE, 1)], [(22, 26.5)])
    made = battle(*units, fight=(0, 1), grounds=grounds, rulings={"WS-R-40": "free"})
    with pytest.raises(IllegalAnswer, match=DEFENDED):
        moved(made, spot(0, 20.4, 26.6))


def test_a_path_made_too_long_by_a_wall_is_reported_as_too_long() -> None:
    with pytest.raises(
        IllegalAnswer, match='further away than 5", which is all the movement that walls and levels leave'
    ):
        moved(defended((14.9, 20.6)), spot(0, 14.9, 26.2))
