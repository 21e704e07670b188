"""Wherever loose models charge and are charged: nobody overlaps, outruns its reach, or touches whom nobody charged."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.arrivals import arrival, charge_reach, is_in_reach
from pilein.rulesets.wab.charge_choice import charge_at
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.loose_charge import closed_up_to
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.wab.builder import HORSE, RIDER, WARRIOR, U, battle, changed

HERO = changed(WARRIOR, type="character")
EIGHT = st.lists(st.tuples(st.integers(0, 11), st.integers(0, 5)), min_size=1, max_size=8, unique=True)
PLACES = st.tuples(st.floats(-8, 8), st.floats(2, 12), st.floats(0, 359.99))


def crowd(spots: list[tuple[int, int]], x: float, y: float) -> list[tuple[float, float]]:
    return [(x + 0.85 * across, y + 0.85 * along) for across, along in spots]


def is_clear(state: Battle) -> bool:
    bodies = state.plane.shapes.values()
    return not any(overlaps(one, other) for one, other in combinations(bodies, 2))


@given(EIGHT, PLACES, st.integers(1, 6))
def test_loose_chargers(spots, place, files) -> None:
    x, y, facing = place
    state = battle(
        U("ours", 0, ((WARRIOR, len(spots)),), at=crowd(spots, 26, 10), formation="skirmish"),
        U("foes", 1, ((WARRIOR, 12),), block=(30 + x, 16 + y, facing, files)),
        U("hero", 1, ((HERO, 1),), at=[(22, 18)], formation="skirmish"),
        U("friends", 0, ((WARRIOR, 6),), block=(40, 17, 10, 3)),
    )
    table = Table(state.setup.readings)
    if not is_clear(state):
        return
    for target in (1, 2):
        charge = charge_at(state, table, 0, target)
        reach = charge_reach(state, table, 0)
        end = arrival(state, table, charge, reach)
        assert (end is not None) is is_in_reach(state, table, charge)
        if end is not None:
            after = state.on(state.plane.with_standing(0, end))
            assert is_clear(after)
            assert after.plane.touched_units(0) == (target,)
            for model in after.plane.models(0):
                here, there = state.plane.place(model), after.plane.place(model)
                assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= (reach + 2 * CONTACT) ** 2


@given(EIGHT, st.floats(-4, 4), st.floats(3, 9))
def test_loose_targets_close_up(spots, x, y) -> None:
    state = battle(
        U("ours", 0, ((RIDER, 6),), block=(30 + x, 12 + y, 0, 3), base=HORSE),
        U("foes", 1, ((WARRIOR, len(spots)),), at=crowd(spots, 26, 22), formation="skirmish"),
        U("others", 0, ((WARRIOR, 6),), block=(38, 25, 270, 3)),
    )
    table = Table(state.setup.readings)
    end = arrival(state, table, Charge(0, 1), charge_reach(state, table, 0))
    if end is None or not is_clear(state):
        return
    before = state.on(state.plane.with_standing(0, end))
    closed = closed_up_to(before, table, 1, foes(before, 1), rate(before, table, 1))
    after = before if closed is None else before.on(before.plane.with_standing(1, closed))
    assert is_clear(after)
    assert set(before.plane.touching(1)) <= set(after.plane.touching(1))
    assert after.plane.touched_units(1) == before.plane.touched_units(1)
    far = rate(state, table, 1)
    for model in after.plane.models(1):
        here, there = before.plane.place(model), after.plane.place(model)
        assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= (far + 2 * CONTACT) ** 2
    assert far == 5 * INCH
