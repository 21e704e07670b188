"""Wherever charges come from: who arrives stands in contact, overlaps nobody, and has come no further than it may."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.blocks import Block, outline
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import CONTACT, ticks
from pilein.kernel.table import Table
from pilein.rulesets.wab.arrivals import arrival, charge_reach, gap_between
from pilein.rulesets.wab.charge_choice import charge_at
from pilein.rulesets.wab.charge_ways import ways
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle


def scene(x: float, y: float, facing: float, files: int) -> Battle:
    return battle(
        U("ours", 0, ((RIDER, 6),), block=(30, 15, 0, 3), base=HORSE),
        U("foes", 1, ((WARRIOR, 12),), block=(30 + x, 15 + y, facing, files)),
        U("others", 1, ((WARRIOR, 6),), block=(36, 24, 200, 3)),
        U("friends", 0, ((WARRIOR, 6),), block=(26, 18, 10, 3)),
    )


places = st.tuples(st.floats(-12, 12), st.floats(1, 16), st.floats(0, 359.99), st.integers(3, 8))


@given(places)
def test_a_unit_that_arrives_touches_its_target_and_overlaps_nobody(place: tuple[float, float, float, int]) -> None:
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
def test_no_way_is_shorter_than_the_gap_nor_longer_than_allowed(place: tuple[float, float, float, int]) -> None:
    state = scene(*place)
    table = Table(state.setup.readings)
    far = gap_between(state, 0, 1)
    for way in ways(state, charge_at(state, table, 0, 1), ticks(16)):
        assert far - 2 * CONTACT <= way.length <= ticks(16)
