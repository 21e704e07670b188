"""The steps of a move: whatever is legal leaves everybody where he may stand."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, is_on_table
from pilein.rulesets.wab.move_steps import after_steps
from pilein.rulesets.wab.mover import Mover, Progress, Refused
from pilein.rulesets.wab.state import Battle
from tests.rulesets.wab.builder import WARRIOR, G, U, battle
from tests.rulesets.wab.movement.moves import MARCHER, choice

AROUND = (
    U("friends", 0, ((WARRIOR, 10),), block=(29, 22, 1500, 5)),
    U("foes", 1, ((WARRIOR, 10),), block=(22, 26, 17000, 5)),
    U("others", 1, ((WARRIOR, 3),), at=((19, 22), (18, 21), (19.5, 20.2)), formation="skirmish"),
)
ROCK = G("impassable", ((26, 14), (27, 14), (27, 18), (26, 18)))
WOOD = G("difficult", ((20, 21), (24, 21), (24, 24), (20, 24)))
DENSE = battle(U("ours", 0, ((MARCHER, 14),), block=(24, 20, 500, 5), formation="open"), *AROUND, grounds=[ROCK, WOOD])
FILE = battle(U("ours", 0, ((MARCHER, 6),), block=(34, 36, 500, 1), formation="open"), *AROUND, grounds=[ROCK])
TURNS = st.integers(-12000, 12000)
LENGTHS = st.integers(-INCH, 6 * INCH)
STEPS = st.one_of(
    st.tuples(st.just("ahead"), LENGTHS),
    st.tuples(st.just("wheel"), TURNS),
    st.tuples(st.just("about")),
    st.tuples(st.just("files"), st.integers(0, 15)),
    st.tuples(st.just("bend"), TURNS, LENGTHS),
)
PACES = st.sampled_from(("normal", "march", "fast march"))


def attempt(state: Battle, pace: str, steps: list[tuple[str | int, ...]]) -> Progress | None:
    """How unit 0 stands after its steps; None where they are refused."""
    mover = Mover.of(state, Table(state.setup.readings), 0, pace, choice(state).means)
    try:
        return after_steps(mover, steps)
    except Refused:
        return None


def others(state: Battle, side: int) -> list[Shape]:
    units = [unit for unit in state.standing_units(side) if unit]
    return [body for unit in units for body in bodies_of(state, state.plane.standings[unit])]


@settings(max_examples=60, deadline=None)
@given(state=st.sampled_from((DENSE, FILE)), pace=PACES, steps=st.lists(STEPS, min_size=1, max_size=4))
def test_nobody_overlaps_anybody_leaves_the_table_or_comes_near_an_enemy(
    state: Battle, pace: str, steps: list[tuple[str | int, ...]]
) -> None:
    after = attempt(state, pace, steps)
    if after is None:
        return
    ours = bodies_of(state, after.standing)
    size = state.setup.size
    assert size is not None
    assert all(is_on_table(body, size) for body in ours)
    assert not any(overlaps(*pair) for pair in product(ours, others(state, 0)))
    assert all(gap(*pair) >= INCH - 5 * CONTACT for pair in product(ours, others(state, 1)))


@pytest.mark.parametrize("pace", ["normal", "march", "fast march"])
def test_a_way_costs_at_least_its_length(pace: str) -> None:
    state = battle(U("ours", 0, ((MARCHER, 6),), block=(30, 10, 0, 2)))
    after = attempt(state, pace, [("ahead", 2 * INCH), ("wheel", 2000), ("ahead", INCH)])
    assert after is not None
    assert after.left < choice(state).means.movement(pace) - 3 * INCH
    assert len(after.route) == 4


def test_a_unit_that_may_move_on_may_also_stop_half_way() -> None:
    for inches in (1, 2, 3, 4):
        state = battle(U("ours", 0, ((MARCHER, 6),), block=(30, 10, 0, 2)))
        assert attempt(state, "normal", [("ahead", inches * INCH)]) is not None
