"""Worked examples of the register about charging blocks are played."""

from math import asin, cos, degrees, sin

import pytest
from msgspec.structs import replace

from pilein.engine.script import Script
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.attacks import attacks_of
from pilein.rulesets.scrollhammer.charge.range import places_fall_short, roll_charge_range
from pilein.rulesets.scrollhammer.charge_events import Overhung, SideStruck
from pilein.rulesets.scrollhammer.contact import engaged_models, opening
from pilein.rulesets.scrollhammer.nearness import gap_between
from pilein.rulesets.scrollhammer.ruleset import RULESET
from pilein.rulesets.scrollhammer.state import Charge
from tests.rulesets.scrollhammer.block_battles import Charged, guards, reavers
from tests.rulesets.scrollhammer.builder import battle, fight_of


def engaged(played, unit):
    """Return the number of a unit's engaged models when the Fight sub-phase begins, and the number of their attacks
    after the charge.
    """
    after = played.after.having(0, charged=True)
    table = Table(after.setup.readings)
    after = after.beginning(fight_of((0, 1), opened=opening(after, table, (0, 1))))
    ones = engaged_models(after, table, unit)
    return len(ones), sum(attacks_of(after, table, one) for one in ones)


def block_against_block(**rulings):
    return battle(guards(15, 20, 10, 0, 5), reavers(6, 20, 16, 180, 3), rulings=rulings)


@pytest.mark.example("SH-X-08")
def test_a_block_charging_a_block_in_example_x_08_makes_the_contacts_stated_in_the_text():
    played = Charged(block_against_block(), 6)
    assert played.told(SideStruck)[0].side == "front"
    assert played.told(Overhung)[0] == Overhung(unit="guards", left=1, right=1, clause="SH-MV-16")
    assert engaged(played, 0) == (10, 20)
    assert engaged(played, 1)[0] == 6


@pytest.mark.example("SH-X-08")
def test_under_the_edges_only_ruling_a_corner_in_example_x_08_does_not_count_as_contact():
    played = Charged(block_against_block(**{"SH-R-04": "edges-only"}), 6)
    assert engaged(played, 0) == (8, 16)
    assert engaged(played, 1)[0] == 6


@pytest.mark.example("SH-X-08")
def test_after_a_turn_of_45_degrees_example_x_08_has_the_contacts_stated_in_the_text():
    played = Charged(battle(guards(15, 27, 8, 315, 5), reavers(6, 20, 16, 180, 3)), 12)
    assert played.told(Overhung) == [Overhung(unit="guards", left=0, right=2, clause="SH-MV-16")]
    assert played.block.facing == 0


def nearest_corner(**rulings):
    """Return a battle of a block of five files that is turned by asin(3/5), so that its left front corner is 6 inches
    from the charged side and its right front corner is 9 inches from it.
    """
    turn = asin(3 / 5)
    x, y = 20 + 2.5 * cos(turn), 16 - 6 - 2.5 * sin(turn)
    return battle(guards(10, x, y, degrees(turn), 5), reavers(10, 22, 16, 180, 5), rulings=rulings)


@pytest.mark.example("SH-X-29")
def test_the_nearest_corner_decides_the_charge_of_example_x_29():
    made = nearest_corner()
    assert gap_between(made, 0, 1) == pytest.approx(6 * INCH, abs=200)
    played = Charged(made, 6)
    assert played.block.facing == 0
    assert played.after.plane.touched_units(0) == (1,)


@pytest.mark.example("SH-X-29")
def test_under_the_outer_corner_ruling_the_charge_of_example_x_29_fails():
    made = nearest_corner(**{"SH-R-21": "outer-corner"})
    charging = replace(made, charge=Charge(0, (1,), 6, arcs=("",)))
    assert places_fall_short(charging, Table(made.setup.readings), 1, 6 * INCH)
    assert Charged(made, 6).block == made.plane.standings[0]


def rolled(made, *dice):
    """Play a charge from the roll for its range onwards. Return the events and the final position of the charger."""
    script = Script(RULESET, dice=dice)
    begun = replace(made, charge=Charge(0, (1,), arcs=("",)))
    after = script.begin(begun, roll_charge_range, until="counter_attack")
    script.assert_used_up()
    return [type(event).__name__ for event in script.events], after


@pytest.mark.example("SH-X-29")
def test_example_x_29_ends_as_the_text_states_when_its_dice_are_rolled():
    events, after = rolled(nearest_corner(), 2, 4)
    assert "ChargeMade" in events
    assert after.plane.touched_units(0) == (1,)
    made = nearest_corner(**{"SH-R-21": "outer-corner"})
    events, after = rolled(made, 2, 4)
    assert "ChargeFailed" in events
    assert "ChargeMade" not in events
    assert after.plane.standings == made.plane.standings
