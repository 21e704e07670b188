"""WS-DO-01: paths that cross a defended wall at an undefended part, or go round the wall."""

from math import hypot

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.errors import IllegalAnswer
from pilein.rulesets.warstrike.consolidation import IN_CYCLE, consolidate
from pilein.tabletop.events import Moved
from tests.rulesets.fielding import ground, told
from tests.rulesets.warstrike.builder import TROOPER, U, battle, box, changed, play
from tests.rulesets.warstrike.fights import goes

IDLE = changed(TROOPER, weapons=())
LONG_WALL = ground("obstacle", box(2, 11, 28, 11.2))


def crossing(end, *walls, movement=12, foe=(10, 11.7), **rulings):
    """Return a consolidation from (11, 10.4) to the far side of a wall that an enemy touches. Crossing costs nothing by
    default.
    """
    units = U("A", 0, [(changed(IDLE, Mv=movement), 1)], [(11, 10.4)]), U("D", 1, [(IDLE, 1)], [foe])
    grounds = [LONG_WALL, *walls]
    made = battle(*units, fight=(0, 1), grounds=grounds, rulings={"WS-R-40": "free"} | rulings)
    _, script = play(made, consolidate, 0, IN_CYCLE, answers=[goes(0, *end)])
    (event,) = told(script, Moved)
    return event


@pytest.mark.clause("WS-DO-01", "WS-CM-04")
def test_a_defended_wall_is_crossed_at_an_undefended_part():
    """A path that keeps more than 2 inches away from the enemy's base is 3.4 inches long, compared with 3.3 inches for
    the path straight ahead.
    """
    event = crossing((13.5, 12.5))
    assert 3.38 < event.inches < 3.39
    assert all(hypot(x / INCH - 10, y / INCH - 11.7) > 2.5 for x, y in event.route[1:])
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        crossing((13.5, 12.5), **{"WS-R-41": "from-start"})


@pytest.mark.clause("WS-DO-01", "WS-CM-04")
def test_a_path_leads_along_a_wall_to_an_undefended_part():
    """The path reaches the wall at a narrow angle, slightly more than 2 inches from the enemy's base."""
    units = U("A", 0, [(changed(IDLE, Mv=20), 1)], [(14, 10.5)]), U("D", 1, [(IDLE, 1)], [(13, 11.7)])
    made = battle(*units, fight=(0, 1), grounds=[LONG_WALL])
    _, script = play(made, consolidate, 0, IN_CYCLE, answers=[goes(0, 10.3, 12)])
    (event,) = told(script, Moved)
    assert 4.3 < event.inches < 4.6
    assert all(hypot(x / INCH - 13, y / INCH - 11.7) > 2.5 for x, y in event.route[1:])


@pytest.mark.clause("WS-DO-01")
def test_a_detour_that_is_too_long_is_refused():
    """By way of x = 12.4, the path is 4.8 inches long and leads straight over the wall."""
    assert 4.7 < crossing((10, 13)).inches < 4.8
    with pytest.raises(IllegalAnswer, match="an enemy defends the obstacle"):
        crossing((10, 13), movement=8)


@pytest.mark.clause("WS-DO-01")
def test_a_path_crosses_one_wall_and_goes_round_a_second():
    """WS-CM-03: the enemy touches the far side of the second wall, which is short enough to go round."""
    short = ground("obstacle", box(8, 13.1, 10.9, 13.3))
    event = crossing((11.2, 14.2), short, foe=(9.2, 13.8))
    assert 3.8 < event.inches < 4
