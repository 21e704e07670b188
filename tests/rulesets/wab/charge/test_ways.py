"""Routes of charging blocks to their targets."""

from math import cos, hypot, pi, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.blocks import Block, face, outline
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.arrivals import charge_reach, is_in_reach
from pilein.rulesets.wab.charge.ways import LEFT, RIGHT, is_one_wheel, signed, struck_side, ways, wheeled, wheels_to
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import Battle, Charge
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import FOOT, WARRIOR, G, U, battle, changed
from tests.rulesets.wab.charging import GO, block, charged
from tests.rulesets.wab.moves import PLAIN, front


def lines(x: float = 20, y: float = 16, facing: float = 180, *more: U, files: int = 5, theirs: int = 5) -> Battle:
    """Return a battle in which 10 warriors at (20, 10), with a charge reach of 10 inches, charge 10 enemies."""
    return battle(
        U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, files)),
        U("foes", 1, ((WARRIOR, 10),), block=(x, y, facing, theirs)),
        *more,
    )


def met(state: Battle) -> tuple[int, int]:
    enemies = state.plane.contacts.enemies
    ours = sum(1 for model in state.plane.models(0) if enemies[model])
    return ours, sum(1 for model in state.plane.models(1) if enemies[model])


def reach_of(state: Battle) -> bool:
    table = Table(state.setup.readings)
    return is_in_reach(state, table, Charge(0, 1, struck_arc(state, table, 0, 1)))


@pytest.mark.clause("WAB-CH-06", "WAB-MN-02")
def test_a_charging_block_wheels_to_line_up_with_its_target() -> None:
    state = lines(23, 16, 200)
    after = charged(state, answers=[GO, "hold"])
    assert block(after, 0).facing == 2000
    assert met(after) == (5, 5)
    assert not overlaps(outline(block(after, 0)), outline(block(after, 1)))
    assert reach_of(lines(25, 16))


@pytest.mark.clause("WAB-CH-07")
def test_a_charger_wheels_only_once_and_only_forwards() -> None:
    state = lines(23, 16, 200)
    for way in ways(state, Charge(0, 1), 10 * ticks(1)):
        assert 0 <= way.wheel.turn * way.wheel.corner <= 9000
    turns = ((RIGHT, 3000), (LEFT, -3000), (RIGHT, -1), (LEFT, 1), (RIGHT, 9100))
    assert [is_one_wheel(state, wheeled(block(state, 0), *turn)) for turn in turns] == [True] * 2 + [False] * 3


def test_a_wheel_costs_a_charger_the_distance_moved_by_its_outermost_model() -> None:
    """WAB-R-36: an enemy 9.9 inches away is in reach straight ahead, but not after a wheel."""
    assert reach_of(lines(20, 19.9))
    assert not reach_of(lines(25, 19.9))


def test_a_charge_brings_as_many_models_of_both_sides_into_contact_as_possible() -> None:
    """WAB-R-36: a narrow front lines up with the files of a wide one, so that each of its corners touches one more
    model.
    """
    state = lines(20.1, 16, 180, files=4, theirs=6)
    assert met(charged(state, answers=[GO, "hold"])) == (4, 6)
    assert met(charged(lines(21.5), answers=[GO, "hold"])) == (5, 5)


@pytest.mark.parametrize(
    ("x", "facing", "side"), [(20, 180, "front"), (23, 90, "right"), (17, 270, "left"), (20, 0, "rear")]
)
def test_the_place_where_a_charger_starts_decides_which_side_of_its_target_it_charges(
    x: float, facing: float, side: str
) -> None:
    state = lines(x, 16, facing)
    charge = Charge(0, 1, struck_arc(state, Table(state.setup.readings), 0, 1))
    assert struck_side(state, charge) == side


def test_friends_and_impassable_ground_in_the_path_block_a_charge() -> None:
    assert reach_of(lines())
    friend = U("friends", 0, ((WARRIOR, 5),), block=(20, 13, 0, 5))
    assert not reach_of(lines(20, 16, 180, friend))
    rock = G("impassable", ((18, 12), (22, 12), (22, 13), (18, 13)))
    state = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 16, 180, 5)),
        grounds=[rock],
    )
    assert not reach_of(state)


def test_two_units_may_charge_one_front_side_by_side() -> None:
    wide = battle(
        U("left", 0, ((WARRIOR, 8),), block=(18, 10, 0, 4)),
        U("right", 0, ((WARRIOR, 8),), block=(22, 10, 0, 4)),
        U("foes", 1, ((WARRIOR, 20),), block=(20, 16, 180, 10)),
    )
    after = charged(wide, answers=[(2, 0, 1), "hold"])
    assert after.plane.touched_units(2) == (0, 1)
    assert not overlaps(outline(block(after, 0)), outline(block(after, 1)))


@pytest.mark.parametrize("facing", [0, 10, -14])
def test_a_charging_block_lines_up_with_a_row_of_loose_models(facing: int) -> None:
    """WAB-R-36: as many models as possible are brought into contact."""
    spots = [(17 + 1.5 * one, 17) for one in range(5)]
    state = battle(
        U("spears", 0, ((WARRIOR, 15),), block=(20, 10, facing, 5)),
        U("screen", 1, ((WARRIOR, 5),), at=spots, formation="skirmish"),
    )
    after = charged(state, answers=[GO, "hold"])
    assert met(after)[1] >= 3


def test_a_block_charges_straight_into_loose_models() -> None:
    state = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 5),), at=row(18.4, 15, 5, 0.8, 180), formation="skirmish"),
    )
    after = charged(state, answers=[GO, "hold"])
    assert met(after)[1] == 5
    aside = battle(
        U("ours", 0, ((WARRIOR, 10),), block=(20, 10, 0, 5)),
        U("foes", 1, ((WARRIOR, 3),), at=row(25, 16, 3, 1.2, 180), formation="skirmish"),
    )
    after = charged(aside, answers=[GO, "hold"])
    assert after.plane.touched_units(0) == (1,)
    assert 0 < block(after, 0).facing < 9000


def test_the_slowest_model_of_a_unit_sets_its_charge_reach() -> None:
    state = battle(
        U("ours", 0, ((WARRIOR, 5), (changed(WARRIOR, M=4), 5)), block=(20, 10, 0, 5), base=FOOT),
        U("foes", 1, ((WARRIOR, 10),), block=(20, 16, 180, 5)),
    )
    assert charge_reach(state, Table(state.setup.readings), 0) == ticks(8)


BLOCK = Block(10 * INCH, 10 * INCH, 0, 4, INCH, INCH, tuple(range(8)))


@pytest.mark.parametrize(("corner", "turn"), [(RIGHT, 3000), (LEFT, -3000)])
def test_in_a_wheel_one_front_corner_stays_in_place_and_the_opposite_one_circles_round_it(
    corner: int, turn: int
) -> None:
    wheel = wheeled(BLOCK, corner, turn)
    here, there = face(BLOCK, "front"), face(wheel.block, "front")
    fixed = 1 if corner == RIGHT else 0
    assert there[fixed] == pytest.approx(here[fixed], abs=2)
    assert wheel.length == pytest.approx(hypot(4, 1) * INCH * pi / 6, rel=1e-9)  # the second rank outside
    assert wheel.block.facing == turn % 36000


@given(
    x=st.integers(-20 * INCH, 40 * INCH),
    y=st.integers(12 * INCH, 40 * INCH),
    part=st.sampled_from((0, 0.5, 1)),
)
def test_after_a_wheel_the_target_point_lies_straight_ahead_of_the_chosen_point_of_the_front(
    x: int, y: int, part: float
) -> None:
    for wheel in wheels_to(BLOCK, (x, y), part):
        left, right = face(wheel.block, "front")
        start = left[0] + part * (right[0] - left[0]), left[1] + part * (right[1] - left[1])
        angle = radians(wheel.block.facing / 100)
        aside = (x - start[0]) * cos(angle) - (y - start[1]) * sin(angle)
        assert abs(aside) < 60 * INCH * 2e-4 + 2


def test_a_turn_to_the_right_by_more_than_half_a_circle_is_treated_as_a_turn_to_the_left() -> None:
    assert [signed(angle) for angle in (0, 9000, 27000, -9000, 36000)] == [0, 9000, -9000, -9000, 0]


def test_a_wheel_of_zero_degrees_costs_no_movement() -> None:
    assert wheeled(BLOCK, LEFT, 0) == (LEFT, 0, 0.0, BLOCK)


FILE = 20 / 25.4  # the side of a base


@pytest.mark.parametrize(
    ("models", "files", "turn", "across", "behind"),
    [
        (12, 1, 1000, 1, 11),
        (18, 3, -1000, 3, 5),
        (5, 5, 1000, 5, 0),
        (13, 5, 1000, 5, 2),  # the last rank fills up from the left, which is the outer edge here
        (13, 5, -1000, 5, 1),
    ],
)
def test_a_wheel_costs_the_distance_moved_by_the_model_that_travels_furthest(
    models, files, turn, across, behind
) -> None:
    """WAB-MN-03: in a column, the last model on the outer edge travels furthest, unless the last rank is incomplete.
    Then a model further forward does.
    """
    block = front(battle(U("ours", 0, ((PLAIN, models),), block=(24, 24, 0, files))))
    length = wheeled(block, RIGHT if turn > 0 else LEFT, turn).length / INCH
    assert length == pytest.approx(hypot(across, behind) * FILE * radians(10), rel=1e-3)
