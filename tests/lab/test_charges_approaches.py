"""A unit is moved to a given distance in a straight line."""

from pathlib import Path

import pytest

from pilein.engine.rulesets import vocabulary
from pilein.geometry.ticks import INCH, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.lab.charges import brought, distance
from pilein.lab.scenarios import load
from pilein.tabletop.loading import loads
from tests.lab.press import ON_A_TABLE

CHARGE = load(Path(__file__).parent / "figures" / "charge.toml")


@pytest.mark.parametrize("inches", [0, 0.5, 1, 3, 7.25, 20])
def test_an_approaching_unit_is_placed_at_the_given_distance_from_an_unmoved_target(inches):
    found = brought(CHARGE, 0, 1, ticks(inches))
    assert distance(found, 0, 1) == pytest.approx(inches * INCH, abs=CONTACT)
    assert found.units[1] == CHARGE.units[1]


def test_all_models_of_an_approaching_unit_move_equally_and_keep_their_facing():
    scenario = loads(ON_A_TABLE, vocabulary).scenario
    found = brought(scenario, 0, 1, ticks(5))
    before, after = scenario.units[0].positions, found.units[0].positions
    shifts = {(new.x - old.x, new.y - old.y, new.facing - old.facing) for old, new in zip(before, after, strict=True)}
    assert len(shifts) == 1


def test_an_approaching_unit_moves_along_the_line_between_the_nearest_models():
    scenario = loads(ON_A_TABLE.replace("[10, 13], [11, 13]", "[20, 20], [21.5, 20]"), vocabulary).scenario
    found = brought(scenario, 0, 1, ticks(2))
    old, new = scenario.units[0].positions[2], found.units[0].positions[2]
    assert (new.x - old.x) * 10 == pytest.approx((new.y - old.y) * 8, abs=100)


def test_an_approaching_block_keeps_its_facing():
    scenario = load(Path(__file__).parent / "figures" / "stand_and_shoot.toml")
    found = brought(scenario, 1, 0, ticks(6))
    assert found.units[1].place.facing == scenario.units[1].place.facing
    assert distance(found, 0, 1) == pytest.approx(6 * INCH, abs=CONTACT)
