"""The distance that bodies can move straight ahead before an obstacle stops them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.ticks import INCH, heading
from pilein.rulesets.wab import clearance
from pilein.rulesets.wab.clearance import bodies_of, free_run, surroundings
from tests.rulesets.wab.builder import WARRIOR, U, battle

BAND = ((WARRIOR, 6),)


@given(
    spots=st.lists(st.tuples(st.integers(6, 40), st.integers(6, 40), st.integers(0, 359)), min_size=1, max_size=4),
    bearing=st.integers(0, 35999),
    inches=st.integers(1, 18),
)
def test_skipping_bodies_beside_a_path_does_not_change_how_far_a_unit_can_run(
    spots: list[tuple[int, int, int]], bearing: int, inches: int
) -> None:
    sides = (0, 1, 1, 0)
    others = (U(f"other {n}", sides[n], BAND, block=(x, y, facing, 3)) for n, (x, y, facing) in enumerate(spots))
    ours = ((20.0, 20.0), (21.0, 20.5), (22.5, 20.0), (20.0, 21.5), (21.5, 22.0), (23.0, 21.5))
    state = battle(U("ours", 0, BAND, at=ours), *others)
    bodies, way = bodies_of(state, state.plane.standings[0]), heading(bearing)
    about = surroundings(state, 0)
    found = free_run(bodies, way, inches * INCH, about)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(clearance, "about_the_way", lambda _bodies, _way, _wanted, things, _clearance: list(things))
        assert free_run(bodies, way, inches * INCH, about) == found


@pytest.mark.parametrize(("far", "side"), [(0, 1), (5, 0)])
def test_a_fleeing_unit_does_not_run_through_a_hole_in_the_ranks_of_a_block(far: int, side: int) -> None:
    """WAB-FL-04: the block has ranks of three and of one. The hole behind the right-hand model of the front rank has no
    model beside it.
    """
    foot = 20 / 25.4
    state = battle(
        U("few", 0, ((WARRIOR, 1),), at=[(30 + foot, 30 - 1.5 * foot)], formation="skirmish"),
        U("block", 1, ((WARRIOR, 4),), block=(30, 30, 0, 3)),
    )
    bodies = bodies_of(state, state.plane.standings[0])
    way = (0.0, 1.0) if side else (1.0, 0.0)
    assert free_run(bodies, way, 5 * INCH, surroundings(state, 0)) == pytest.approx(far * INCH, abs=2)
