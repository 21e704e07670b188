"""SH-MV-05, SH-MV-14, SH-TE-05: routes of charging blocks around walls, friends and the table edge."""

import pytest

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.charge.moves import charge_move
from pilein.rulesets.scrollhammer.charge_events import GroundBraved
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, U, battle
from tests.rulesets.scrollhammer.charging import charged, play, rank, reavers, under_way

BOULDER = ("impassable", [(12.2, 13.5), (13.6, 13.5), (13.6, 15.5), (12.2, 15.5)])
ASIDE = [(15.7, 11.2), (16.3, 11.2), (16.3, 12.2), (15.7, 12.2)]
STRAIGHT_ON = [(13.7, 14), (13.9, 14), (13.9, 14.4), (13.7, 14.4)]


@pytest.mark.clause("SH-TE-05")
@pytest.mark.parametrize(("bog", "tested"), [(ASIDE, [1]), (STRAIGHT_ON, [])])
def test_models_of_a_charging_block_are_tested_for_the_ground_on_their_actual_route(
    bog: list[tuple[float, float]], tested: list[int]
) -> None:
    """A boulder blocks the straight line, so the block first goes six inches to the side and then straight ahead."""
    own = U("guards", 0, [(GUARD, 3)], block=(10, 10, 0, 3), formation="ranks")
    made = battle(own, rank(3, 16, 19, 180), grounds=[BOULDER, ("dangerous", bog)])
    _, script = play(under_way(made, 1, range=12, arcs=("front",)), [6] * len(tested), None, charge_move)
    braved = [event for event in script.events if isinstance(event, GroundBraved)]
    assert [event.model for event in braved] == tested


@pytest.mark.clause("SH-MV-05")
def test_a_block_turning_beside_the_table_edge_stays_on_the_table() -> None:
    """If it turned about its centre, the block would swing four inches off the table. Instead, it wheels about its
    right corner, and its centre moves north.
    """
    own = U("guards", 0, [(GUARD, 10)], block=(20, 1, 0, 10), formation="ranks")
    made = battle(own, rank(10, 30, 8, 270))
    _, script = play(under_way(made, 1, range=12, arcs=("front",)), (), None, charge_move)
    (way,) = [event.route for event in script.events if isinstance(event, Moved)]
    assert way[0] == (20 * INCH, INCH // 2)
    assert max(y for x, y in way if x <= 25 * INCH) > 5 * INCH


def aslant(*more, **options):
    red = U("guards", 0, [(GUARD, 15)], block=(30, 16, 315, 5), formation="ranks")
    return battle(red, rank(6, 24, 24, 180, files=3), *more, **options)


def friends():
    return U("friends", 0, [(GUARD, 4)], block=(28.6, 19.5, 0, 2), formation="ranks")


def test_a_block_does_not_charge_through_friends_or_enemies_or_walls() -> None:
    """If there is a route around obstacles, the log shows that route. The block's rectangle touches no obstacle on the
    way.
    """
    (straight,) = [event for event in charged(aslant(), inches=10)[1].events if isinstance(event, Moved)]
    assert len(straight.route) == 2
    for made in (
        aslant(friends()),
        aslant(reavers([(28.2, 19), (29.2, 19.6)], name="others")),
        aslant(grounds=[("impassable", [(27.6, 17.9), (36, 18.3), (36, 18.6), (27.6, 18.2)])]),
    ):
        _, script = charged(made, inches=10)
        ways = [event.route for event in script.events if isinstance(event, Moved)]
        assert all(way != straight.route for way in ways)


def test_the_corners_of_a_charging_block_make_contact_with_loose_models() -> None:
    red = U("guards", 0, [(GUARD, 15)], block=(24, 16, 0, 5), formation="ranks")
    foes = reavers([(20, 24), (21.5, 25.2), (23, 24), (24.5, 25.2), (26, 24), (27.5, 25.2)])
    after, _ = charged(battle(red, foes), inches=12)
    enemies = after.plane.contacts.enemies
    standing = after.plane.standings[0]
    assert isinstance(standing, Block)
    front = standing.slots[:5]
    assert len({foe for model in front for foe in enemies[model]}) == 3
    assert sum(bool(enemies[model]) for model in front) == 5
