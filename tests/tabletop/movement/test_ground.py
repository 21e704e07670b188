"""A refusal of a place gives the reason why the model does not fit."""

from pilein.geometry.shapes import Place, shape
from pilein.geometry.ticks import INCH, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.ground import why_no_room
from pilein.tabletop.movement.terms import Bars, clearances
from tests.tabletop.movement.fields import SQUARE, field

WALL = ((30, 30), (34, 30), (34, 34), (30, 34))


def reason(x: float, y: float, *, enemies: int = 0, size: tuple[float, float] | None = (48, 48)) -> str | None:
    """Return the reason why a red model may not stand at (x, y) if another model of its unit is at (20, 15) and an
    enemy at (20, 25).
    """
    plane = field((0, [(20, 10), (20, 15)]), (1, [(20, 25)]), walls=[WALL], size=size)
    bars = Bars(clearances(plane.setup, 0, enemies=enemies))
    return why_no_room(plane, bars, 0, shape(SQUARE, Place(ticks(x), ticks(y))), kept_off="a stranger")


def test_a_place_with_enough_room_is_accepted() -> None:
    assert reason(10, 10) is None
    assert reason(20, 10.2) is None  # where it stands itself
    assert reason(20, 24) is None


def test_a_place_off_the_table_is_refused() -> None:
    assert reason(0.3, 10) == "there the model would leave the table"
    assert reason(0.3, 10, size=None) is None


def test_a_place_overlapping_a_friend_or_an_enemy_is_refused() -> None:
    assert reason(20.5, 15.5) == "there the model would overlap model 1 of unit 0"
    assert reason(20, 24.5, enemies=CONTACT + 1) == "there the model would overlap model 2 of unit 1"


def test_a_place_touching_or_near_a_unit_that_must_be_avoided_is_refused() -> None:
    assert reason(20, 24, enemies=CONTACT + 1) == "there the model would touch model 2 of unit 1, a stranger"
    assert reason(20, 23.5, enemies=INCH) == 'there the model would be within 1" of model 2 of unit 1'


def test_a_place_on_impassable_ground_is_refused() -> None:
    assert reason(32, 32) == "there the model would stand on impassable ground"
