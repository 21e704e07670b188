"""SH-RE-03, SH-R-14: who flees ends an inch from enemies within its roll, and swerves no more than it must."""

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.scrollhammer.combat_events import Trapped
from pilein.rulesets.scrollhammer.falling_back import fall_back
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Charge
from pilein.tabletop.events import Moved
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle

CHARGER = U("charger", 0, [(GUARD, 1)], at=[(20, 14)])
EDGES = ("south", "north")


def fled(distance, reavers, *others, charger=CHARGER, edges=EDGES):
    """Where a unit of Reavers ends that flees north from a charger, and how far it is told to have moved."""
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
def test_who_begins_too_near_to_an_enemy_ahead_gets_an_inch_off_and_goes_on(distance, reavers):
    """It stood half an inch beside him, and could not stop before it had passed him."""
    after, inches = fled(distance, reavers, other(21.5, 21))
    x, y = place(after)
    assert inches == [pytest.approx(distance, abs=0.001)]
    assert 19.4 < x <= 19.5
    assert y > 20 + distance - 0.25


@pytest.mark.parametrize("reavers", [lone(), block_of_one()])
def test_who_cannot_stop_an_inch_off_straight_ahead_swerves_within_its_roll(reavers):
    """Only a fall back from combat is carried on, and only through enemies of that combat (SH-R-74)."""
    after, inches = fled(1, reavers, other(21.5, 20))
    x, y = place(after)
    assert inches == [pytest.approx(1, abs=0.001)]
    assert x == pytest.approx(19.5, abs=0.001)
    assert y > 20.8
    assert place(fled(2, reavers, other(21.5, 20))[0]) == (20, 22)


@pytest.mark.parametrize("reavers", [lone(), block_of_one()])
def test_who_rounds_an_enemy_stops_on_its_way_though_a_base_has_corners(reavers):
    """The disc that travels comes nearer to him than the base may stop."""
    _, inches = fled(1, reavers, other(21.5, 22))
    assert inches == [pytest.approx(1, abs=0.001)]


def test_a_block_behind_friends_goes_to_the_side():
    """No table edge: away from the charger there is no place an inch on, but to the left there is."""
    block = U("reavers", 1, [(REAVER, 3)], block=(20.75, 27.75, 0, 3), formation="ranks")
    spots = [(19, 28.5), (17.5, 30.1), (15.5, 30.1), (20.2, 31.7), (19.1, 31.7)]
    friends = U("friends", 1, [(REAVER, 5)], at=spots)
    charger = U("charger", 0, [(GUARD, 1)], at=[(26, 23.5)])
    after, inches = fled(1, block, friends, charger=charger, edges=("", ""))
    assert after.living(0) == 3
    assert inches == [pytest.approx(1, abs=0.001)]


def test_who_has_no_place_an_inch_off_within_its_roll_is_destroyed():
    """Enemies half an inch to its left and right: with an inch it gets off from neither, with two it does."""
    pair = U("pair", 0, [(GUARD, 2)], at=[(18.5, 20), (21.5, 20)])
    made = battle(lone(), CHARGER, pair, edges=EDGES)
    script = Script(RULESET)
    after = script.begin(replace(made, charge=Charge(1, (0,))), fall_back, 0, 1, 0)
    assert after.living(0) == 0
    assert [type(event) for event in script.events] == [Trapped]
    assert place(fled(2, lone(), pair)[0]) == (20, 22)
