"""Ground slows the moves that cross it, by an amount that depends on the formation of the unit."""

import pytest

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, free_run, surroundings
from pilein.rulesets.wab.going import cost, length_for, stretches
from tests.rulesets.wab.builder import WARRIOR, G, U, battle

AHEAD = (0.0, 1.0)


def bought(kind: str, formation: str, movement: float, *, option: str = "default", depth: float = 10) -> float:
    """Return the inches that a unit can move with the given movement if it starts 2" in front of ground of the given
    kind and depth.
    """
    ground = G(kind, ((0, 12), (40, 12), (40, 12 + depth), (0, 12 + depth)))
    ours = U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5), formation=formation)
    state = battle(
        ours, U("foes", 1, ((WARRIOR, 1),), block=(60, 40, 0, 1)), grounds=[ground], rulings={"WAB-R-54": option}
    )
    bodies = bodies_of(state, state.plane.standings[0])
    parts = stretches(state, Table(state.setup.readings), 0, bodies, AHEAD, 8 * INCH)
    far = length_for(parts, movement * INCH)
    assert cost(stretches(state, Table(state.setup.readings), 0, bodies, AHEAD, far)) <= movement * INCH + 1
    return round(far / INCH, 3)


@pytest.mark.clause("WAB-TE-01", "WAB-TE-02", "WAB-TE-03")
@pytest.mark.parametrize(("kind", "far"), [("open", 4), ("difficult", 3), ("very difficult", 2.5), ("dangerous", 2.5)])
def test_units_in_close_order_are_slowed_by_the_ground_under_them(kind: str, far: float) -> None:
    assert bought(kind, "close", 4) == far


@pytest.mark.clause("WAB-TE-04")
def test_crossing_an_obstacle_costs_twice_its_width_in_movement_but_at_least_an_inch() -> None:
    assert bought("obstacle", "close", 4, depth=1) == 3
    assert bought("obstacle", "close", 5, depth=1) == 4
    assert bought("obstacle", "close", 4, depth=0.25) == 3.25


@pytest.mark.clause("WAB-TE-05")
@pytest.mark.parametrize("formation", ["open", "skirmish"])
def test_units_in_open_order_are_slowed_only_by_very_difficult_ground(formation: str) -> None:
    assert bought("difficult", formation, 4) == 4
    assert bought("obstacle", formation, 4, depth=1) == 4
    assert bought("very difficult", formation, 4) == 3


def test_under_the_slowest_for_all_ruling_the_worst_ground_touched_slows_the_whole_move() -> None:
    """WAB-R-54 `slowest-for-all`: the slowest ground touched sets the rate for the whole move."""
    assert bought("difficult", "close", 4, option="slowest-for-all") == 2


def test_a_straight_move_ends_in_contact_with_friends_or_an_inch_in_front_of_enemies() -> None:
    state = battle(
        U("ours", 0, ((WARRIOR, 5),), block=(20, 10, 0, 5)),
        U("friends", 0, ((WARRIOR, 5),), block=(8, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), block=(20, 14, 180, 5)),
    )
    bodies = bodies_of(state, state.plane.standings[0])
    about = surroundings(state, 0)
    assert free_run(bodies, AHEAD, 8 * INCH, about) == pytest.approx(3 * INCH, abs=600)
    assert free_run(bodies, AHEAD, 2 * INCH, about) == 2 * INCH
    assert free_run(bodies, (-1.0, 0.0), 20 * INCH, about) == pytest.approx((12 - 100 / 25.4) * INCH, abs=600)
