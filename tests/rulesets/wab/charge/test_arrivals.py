"""Charges from any direction: the charger ends in contact, overlaps no model, and moves no further than allowed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.blocks import Block, outline
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import ticks
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import arrival, charge_reach, gap_between, is_in_reach
from pilein.rulesets.wab.charge.choice import charge_at
from pilein.rulesets.wab.charge.ways import ways
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed
from tests.rulesets.wab.playing import table_of


def scene(x: float, y: float, facing: float, files: int) -> Battle:
    return battle(
        U("ours", 0, ((RIDER, 6),), block=(30, 15, 0, 3), base=HORSE),
        U("foes", 1, ((WARRIOR, 12),), block=(30 + x, 15 + y, facing, files)),
        U("others", 1, ((WARRIOR, 6),), block=(36, 24, 200, 3)),
        U("friends", 0, ((WARRIOR, 6),), block=(26, 18, 10, 3)),
    )


places = st.tuples(st.floats(-12, 12), st.floats(1, 16), st.floats(0, 359.99), st.integers(3, 8))


@given(places)
def test_an_arriving_charger_touches_its_target_and_overlaps_no_unit(place: tuple[float, float, float, int]) -> None:
    state = scene(*place)
    table = Table(state.setup.readings)
    end = arrival(state, table, charge_at(state, table, 0, 1), charge_reach(state, table, 0))
    if end is None:
        return
    after = state.on(state.plane.with_standing(0, end))
    assert 1 in after.plane.touched_units(0)
    bodies = [outline(standing) for standing in after.plane.standings if isinstance(standing, Block)]
    clear_before = [outline(standing) for standing in state.plane.standings if isinstance(standing, Block)]
    for other, body in enumerate(bodies[1:], 1):
        assert not overlaps(bodies[0], body) or overlaps(clear_before[0], clear_before[other])


@given(places)
def test_no_charge_route_is_shorter_than_the_gap_or_longer_than_allowed(place: tuple[float, float, float, int]) -> None:
    state = scene(*place)
    table = Table(state.setup.readings)
    far = gap_between(state, 0, 1)
    for way in ways(state, charge_at(state, table, 0, 1), ticks(16)):
        assert far - 2 * CONTACT <= way.length <= ticks(16)


FILE = 20 / 25.4  # inches of a model side by side with others on foot


@pytest.mark.parametrize(
    ("far", "reading", "arrives"),
    [(7, "default", True), (7, "flush-paid", True), (8.3, "default", True), (8.3, "flush-paid", False)],
)
def test_a_charging_block_lines_up_with_its_target_at_no_cost_unless_a_ruling_makes_it_pay(
    far, reading, arrives
) -> None:
    """WAB-R-96: the target stands at an angle of 30 degrees, so the charger touches it with one front corner first and
    then has to bring up the other front corner.
    """
    state = battle(
        U("ours", 0, ((changed(WARRIOR, M=4), 10),), block=(30, 20, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(30, 20 + far, 210, 5)),
        rulings={"WAB-R-96": reading},
    )
    table = table_of(state)
    assert is_in_reach(state, table, charge_at(state, table, 0, 1)) is arrives


@pytest.mark.parametrize(("reading", "arrives"), [("default", True), ("charged-only", False)])
def test_a_charging_block_may_touch_an_uncharged_enemy_if_it_has_no_other_place_unless_a_ruling_forbids_it(
    reading, arrives
) -> None:
    """WAB-R-97: the target, two models wide, stands between two further units."""
    state = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(30, 16, 0, 5)),
        U("foes", 1, ((WARRIOR, 2),), block=(30, 20, 180, 2)),
        U("left", 1, ((WARRIOR, 5),), block=(30 - 3.52 * FILE, 20, 180, 5)),
        U("right", 1, ((WARRIOR, 5),), block=(30 + 3.52 * FILE, 20, 180, 5)),
        rulings={"WAB-R-97": reading},
    )
    table = table_of(state)
    assert is_in_reach(state, table, charge_at(state, table, 0, 1)) is arrives
