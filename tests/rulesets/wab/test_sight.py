"""Arcs of vision, and the arc from which a charge or a shot comes."""

import pytest

from pilein.kernel.table import Table
from pilein.rulesets.wab.sight import is_frontal_shot, sees, struck_arc
from pilein.rulesets.wab.state import Battle
from tests.rulesets.fielding import row
from tests.rulesets.wab.builder import WARRIOR, U, battle

BAND = ((WARRIOR, 12),)


def standing(x: float, y: float, facing: float, option: tuple[str, str] = ("WAB-R-39", "default")) -> Battle:
    """Return a battle of a unit at (30, 20) that faces up the table, and of an enemy with its front centre at
    (x, y).
    """
    ours = U("ours", 0, BAND, block=(30, 20, 0, 4))
    return battle(ours, U("theirs", 1, BAND, block=(x, y, facing, 4)), rulings=dict([option]))


def table(state: Battle) -> Table:
    return Table(state.setup.readings)


@pytest.mark.parametrize(
    ("x", "y", "seen"),
    [(30, 26, True), (37, 24, True), (42, 24, False), (30, 14, False), (18, 24, False)],
)
def test_a_block_sees_only_enemies_in_the_arc_of_90_degrees_that_opens_from_its_front_corners(
    x: float, y: float, seen: bool
) -> None:
    """WAB-R-39: under `arc-180`, the block sees the whole area in front of it."""
    state = standing(x, y, 180)
    assert sees(state, table(state), 0, 1) is seen


def test_a_wide_enemy_is_seen_even_if_its_corners_are_outside_the_arc_of_vision_on_both_sides() -> None:
    wide = U("wide", 1, ((WARRIOR, 30),), block=(30, 20.2, 180, 30))
    state = battle(U("ours", 0, ((WARRIOR, 1),), block=(30, 20, 0, 1)), wide)
    assert sees(state, table(state), 0, 1)


@pytest.mark.parametrize(("option", "seen"), [("default", False), ("arc-180", True)])
def test_under_the_arc_180_ruling_enemies_anywhere_ahead_of_the_front_are_seen(option: str, seen: bool) -> None:
    state = standing(42, 24, 180, ("WAB-R-39", option))
    asked = table(state)
    assert sees(state, asked, 0, 1) is seen
    assert asked.met == ["WAB-R-39"]


def test_skirmishers_see_all_round_and_have_no_flank() -> None:
    loose = U("loose", 0, ((WARRIOR, 3),), at=row(30, 20, 3), formation="skirmish")
    state = battle(loose, U("theirs", 1, BAND, block=(30, 10, 0, 4)))
    assert sees(state, table(state), 0, 1)
    assert struck_arc(state, table(state), 1, 0) == "front"
    assert is_frontal_shot(state, table(state), 1, 0)


@pytest.mark.parametrize(
    ("x", "y", "facing", "arc"),
    [
        (30, 26, 180, "front"),
        (40, 24, 270, "front"),
        (40, 20, 270, "flank"),
        (20, 16, 90, "flank"),
        (30, 10, 0, "rear"),
    ],
)
def test_a_charge_is_frontal_only_if_it_starts_entirely_ahead_of_the_front_rank(
    x: float, y: float, facing: float, arc: str
) -> None:
    """WAB-R-87: a charger at least partly behind the line of the front rank attacks the flank or the rear."""
    state = standing(x, y, facing)
    assert struck_arc(state, table(state), 1, 0) == arc


def test_under_the_zone_90_ruling_the_arc_in_which_a_charger_stands_decides_which_side_it_hits() -> None:
    state = standing(42, 23, 270, ("WAB-R-87", "zone-90"))
    assert struck_arc(state, table(state), 1, 0) == "flank"
    assert struck_arc(standing(42, 23, 270), table(standing(42, 23, 270)), 1, 0) == "front"


@pytest.mark.parametrize(
    ("x", "y", "option", "frontal"),
    [
        (30, 26, "default", True),
        (42, 23, "default", False),
        (42, 23, "front-180", True),
        (42, 15, "front-180", False),
        (30, 8, "default", False),
    ],
)
def test_a_shot_from_the_front_arc_is_frontal(x: float, y: float, option: str, frontal: bool) -> None:
    """WAB-R-87: a shot is classed by the arc from which it comes."""
    state = standing(x, y, 180, ("WAB-R-87", option))
    assert is_frontal_shot(state, table(state), 1, 0) is frontal
