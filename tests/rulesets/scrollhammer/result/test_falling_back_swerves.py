"""SH-RE-03, SH-R-14: a fleeing unit ends an inch from enemies within its roll and swerves no more than necessary."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import disc, way_length
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.scrollhammer.combat_events import LeftTable, Trapped
from pilein.rulesets.scrollhammer.result.falling_back import fall_back
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Charge
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.coherency import is_together
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle, fight_of

CHARGER = U("charger", 0, [(GUARD, 1)], at=[(20, 14)])
EDGES = ("south", "north")


def fled(distance, reavers, *others, charger=CHARGER, edges=EDGES):
    """Return the final position of a unit of Reavers that flees north from a charger, and the distance stated in the
    log.
    """
    made = battle(reavers, charger, *others, edges=edges)
    script = Script(RULESET)
    after = script.begin(replace(made, charge=Charge(1, (0,))), fall_back, 0, distance, 0)
    _is_lawful(made, after)
    return after, [event.inches for event in script.events if isinstance(event, Moved)]


def _is_lawful(before, after):
    for model in after.plane.models(0):
        body = after.plane.shape(model)
        others = [(other, one) for other, one in after.plane.shapes.items() if after.setup.unit_of[other] != 0]
        assert not any(overlaps(body, one) for _, one in others)
        enemies = [one for other, one in others if before.setup.side_of(other) == 0]
        assert min(gap(body, one) for one in enemies) >= INCH - CONTACT


def lone(x=20.0, y=20.0):
    return U("reavers", 1, [(REAVER, 1)], at=[(x, y, 180)])


def block_of_one():
    return U("reavers", 1, [(REAVER, 1)], block=(20, 19.5, 180, 1), formation="ranks")


def other(x, y):
    return U("other", 0, [(GUARD, 1)], at=[(x, y)])


def place(after):
    (x, y) = after.plane.shape(0).x / INCH, after.plane.shape(0).y / INCH
    return x, y


@pytest.mark.parametrize("reavers", [lone(), block_of_one()])
@pytest.mark.parametrize("distance", [1, 2, 3])
def test_a_fleeing_model_moves_an_inch_away_and_continues_if_it_starts_too_near_an_enemy(distance, reavers):
    """The model starts half an inch to one side of the enemy and can stop only after it has passed the enemy."""
    after, inches = fled(distance, reavers, other(21.5, 21))
    x, y = place(after)
    assert inches == [pytest.approx(distance, abs=0.001)]
    assert 19.4 < x <= 19.5
    assert y > 20 + distance - 0.25


@pytest.mark.parametrize("reavers", [lone(), block_of_one()])
def test_a_fleeing_model_swerves_if_it_cannot_stop_an_inch_from_enemies_by_moving_straight_ahead(reavers):
    """SH-R-74: only a fall back from combat is extended, and only through enemies of that combat."""
    after, inches = fled(1, reavers, other(21.5, 20))
    x, y = place(after)
    assert inches == [pytest.approx(1, abs=0.001)]
    assert x == pytest.approx(19.5, abs=0.001)
    assert y > 20.8
    assert place(fled(2, reavers, other(21.5, 20))[0]) == (20, 22)


@pytest.mark.parametrize("reavers", [lone(), block_of_one()])
def test_even_a_fleeing_model_on_a_square_base_may_stop_along_its_path_round_an_enemy(reavers):
    """The disc that stands for the base on the way comes nearer to the enemy than the base may be when it stops."""
    _, inches = fled(1, reavers, other(21.5, 22))
    assert inches == [pytest.approx(1, abs=0.001)]


def test_a_fleeing_block_behind_friends_moves_to_the_side():
    """The unit has no table edge. Directly away from the charger there is no place an inch clear of enemies, but there
    is one to the left.
    """
    block = U("reavers", 1, [(REAVER, 3)], block=(20.75, 27.75, 0, 3), formation="ranks")
    spots = [(19, 28.5), (17.5, 30.1), (15.5, 30.1), (20.2, 31.7), (19.1, 31.7)]
    friends = U("friends", 1, [(REAVER, 5)], at=spots)
    charger = U("charger", 0, [(GUARD, 1)], at=[(26, 23.5)])
    after, inches = fled(1, block, friends, charger=charger, edges=("", ""))
    assert after.living(0) == 3
    assert inches == [pytest.approx(1, abs=0.001)]


def test_a_fleeing_model_is_destroyed_if_no_place_within_its_roll_is_at_least_an_inch_from_enemies():
    """Enemies stand half an inch to the left and right of the model. A roll of one inch does not bring it clear of
    both, but a roll of two inches does.
    """
    pair = U("pair", 0, [(GUARD, 2)], at=[(18.5, 20), (21.5, 20)])
    made = battle(lone(), CHARGER, pair, edges=EDGES)
    script = Script(RULESET)
    after = script.begin(replace(made, charge=Charge(1, (0,))), fall_back, 0, 1, 0)
    assert after.living(0) == 0
    assert [type(event) for event in script.events] == [Trapped]
    assert place(fled(2, lone(), pair)[0]) == (20, 22)


def test_a_unit_with_no_table_edge_of_its_own_leaves_the_table_if_its_detour_crosses_a_side_edge():
    """A friend blocks the straight path to the side edge, and the detour crosses that edge."""
    friend = U("friend", 1, [(REAVER, 1)], at=[(45.2, 20)])
    made = battle(lone(43, 20), U("charger", 0, [(GUARD, 1)], at=[(36, 20)]), friend)
    script = Script(RULESET)
    after = script.begin(replace(made, charge=Charge(1, (0,))), fall_back, 0, 6, 0)
    assert after.living(0) == 0
    assert [type(event) for event in script.events] == [Moved, LeftTable]


def test_a_fleeing_model_hemmed_in_by_friends_goes_as_far_as_they_allow():
    """No path leads to the model's table edge, but the model has a place in which to end its move, so it is not
    trapped.
    """
    ring = [(x, y) for x in (18.6, 20, 21.4) for y in (18.6, 20, 21.4) if (x, y) != (20, 20)]
    friends = U("friends", 1, [(REAVER, 8)], at=ring)
    after, inches = fled(3, lone(), friends)
    assert inches == [pytest.approx(0.4 * 2**0.5, abs=0.01)]
    assert place(after)[1] > 20


def test_a_fleeing_model_ends_at_a_legal_free_place_if_its_unit_has_taken_the_nearest_places():
    """SH-SA-08: there is no room in front of the enemy. The model at the back would have to run past the final
    positions of the others.
    """
    own = [(24, 24, 200), (22.35, 21.7, 200), (22.6, 23.25, 200), (24.35, 25.15, 200), (23.75, 21.35, 200)]
    broken = U("reavers", 1, [(REAVER, 5)], at=own)
    foe = U("foe", 0, [(GUARD, 1)], at=[(24.35, 26.65)])
    fight = fight_of((0, 1), met=((0, 1),), broken=(0,))
    made = battle(broken, foe, other(21.1, 25.15), edges=EDGES)
    script = Script(RULESET)
    after = script.begin(made.beginning(fight), fall_back, 0, 8, 1)
    _is_lawful(made, after)
    assert max(event.inches for event in script.events if isinstance(event, Moved)) <= 8.001


def test_a_fleeing_block_in_contact_with_a_friend_does_not_move_over_it():
    """SH-SA-08: the block cannot go straight and passes two enemies on its right. Its base first slides along one of
    the two.
    """
    block = U("reavers", 1, [(REAVER, 4)], block=(24, 24, 180, 4), formation="ranks")
    foe = U("foe", 0, [(GUARD, 2)], at=[(26.5, 25), (22.5, 23.5)])
    others = U("others", 0, [(GUARD, 2)], at=[(25.85, 28.95, 90), (22.1, 27.25, 45)])
    friends = U("friends", 1, [(REAVER, 4)], at=[(24.75, 22.7), (25.05, 26.85, 45), (23.55, 25.5), (22.05, 21.65)])
    made = battle(block, foe, others, friends, edges=EDGES)
    script = Script(RULESET)
    after = script.begin(made.beginning(fight_of((0, 1), met=((0, 1),), broken=(0,))), fall_back, 0, 3, 1)
    _is_lawful(made, after)
    for event in script.events:
        if isinstance(event, Moved):
            assert not any(_passes_over(made, event.route, friend) for friend in after.plane.models(3))


def _passes_over(made, route, friend):
    """Return whether a disc as wide as the base overlaps a friend's model when it moves along the route."""
    (ax, ay), (bx, by) = route[0], route[1]
    steps = (disc(ax + (bx - ax) * part / 50, ay + (by - ay) * part / 50, INCH / 2 - CONTACT) for part in range(51))
    return any(overlaps(step, made.plane.shape(friend)) for step in steps)


def test_a_fleeing_model_runs_straight_ahead_as_far_as_it_may_even_if_another_model_is_hemmed_in():
    """One model has a fifth of an inch of room in front of it. The others stay with it, but none of them moves back to
    do so.
    """
    own = [(22, 16.5), (24, 17.7), (22, 18.9), (20.9, 16)]
    first = [(19, 14.5), (16.3, 15.7), (13.6, 15.2), (17.8, 16.1), (19.3, 16.1), (12.5, 16.4)]
    second = [(23.25, 16.5), (20.55, 18.1), (22.15, 17.7), (18.55, 18.1), (25.25, 17.7), (23.75, 18.9)]
    friends = U("friends", 1, [(REAVER, 12)], at=[*first, *second])
    charger = U("charger", 0, [(GUARD, 4)], block=(23.25, 13.5, 0, 2), formation="ranks")
    after, inches = fled(2, U("reavers", 1, [(REAVER, 4)], at=own), friends, charger=charger)
    assert sorted(inches) == [pytest.approx(one, abs=0.001) for one in (0.2, 0.2, 1.1, 1.5)]
    assert is_together(after.plane, 0, 2 * INCH)
    assert all(after.plane.shape(model).y > y * INCH for model, (_, y) in enumerate(own))


def test_a_hemmed_in_fleeing_model_is_reported_as_moving_exactly_the_length_of_its_path():
    """SH-SA-08: enemies, friends and a wall hem in the fleeing model."""
    broken = U("reavers", 1, [(REAVER, 3)], at=[(24, 24, 180), (25.2, 23.85, 180), (25.15, 25.45, 180)])
    foe = U("foe", 0, [(GUARD, 1)], at=[(24, 25)])
    others = U("others", 0, [(GUARD, 3)], at=[(21.35, 26.1), (23.3, 26.1), (23.3, 21.3)])
    near = [(22.4, 24.45), (27.45, 27.05), (26.85, 25.1), (27.35, 23.3), (22.95, 22.95), (24.75, 21.65)]
    friends = U("friends", 1, [(REAVER, 8)], at=[*near, (22.95, 27.3), (26.25, 22.05)])
    wall = [("impassable", [(24.6, 26.65), (26.6, 26.65), (26.6, 27.15), (24.6, 27.15)])]
    made = battle(broken, foe, others, friends, grounds=wall, edges=EDGES)
    script = Script(RULESET)
    after = script.begin(made.beginning(fight_of((0, 1), met=((0, 1),), broken=(0,))), fall_back, 0, 10, 1)
    _is_lawful(made, after)
    for event in script.events:
        if isinstance(event, Moved):
            assert event.inches * INCH == pytest.approx(way_length(event.route), abs=200)
