import pytest

from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Base, Place, shape
from pilein.geometry.ticks import INCH, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.sides import (
    beside_last_rank,
    ground_held,
    holes,
    is_at_open_side,
    is_before,
    missing,
    models_on,
    ring_round,
    room_to_end,
    wraps,
)
from pilein.tabletop.movement.terms import Sides
from tests.tabletop.movement.fields import SQUARE, field, terms, with_block

FRONT = Sides(((1, "front"),))


def ranks(*gone: int):
    """Return a field of six models, numbered from 1 to 6, that stand in three files with their front to the south at y
    = 20. The models in `gone` leave holes.
    """
    plane = with_block(field((0, [(20, 15)]), (1, [(0, 0)] * 6)), 1, (20, 20, 180, 3))
    return plane.without(frozenset(gone))


def test_only_the_models_along_the_charged_side_of_a_block_can_be_touched() -> None:
    plane = ranks()
    front = terms(plane, 6, sides=FRONT)
    assert models_on(plane.standings[1], "front") == (1, 2, 3)
    assert models_on(plane.standings[1], "left") == (1, 4)
    assert [len(ring_round(plane, front, SQUARE, model)) for model in (1, 2, 3, 4, 5, 6)] == [1, 1, 1, 0, 0, 0]
    assert [is_at_open_side(plane, FRONT, model) for model in (2, 5)] == [True, False]


def test_the_empty_place_of_a_fallen_model_inside_the_ranks_still_belongs_to_the_block() -> None:
    plane = ranks(2)
    block = plane.standings[1]
    assert missing(block) == (1,)
    whole = ranks().standings[1]
    assert isinstance(block, Block)
    assert isinstance(whole, Block)
    assert ground_held(block).reach == ground_held(whole).reach
    body = ranks().shape(2)
    assert any(overlaps(body, cell_shape(block, slot)) for slot in holes(block))
    assert wraps(plane, FRONT, body, (1, 3))
    assert not wraps(plane, Sides(((1, "front"),), holes_are_open=True), body, (1, 3))


@pytest.mark.parametrize(("gone", "side", "behind"), [((1, 2, 3), "front", 4), ((1, 4), "left", 2)])
def test_the_place_of_a_fallen_model_in_the_front_rank_or_an_outer_file_is_no_hole(gone, side, behind) -> None:
    plane, body = ranks(*gone), ranks().shape(1)
    block = plane.standings[1]
    assert isinstance(block, Block)
    assert (bool(missing(block)), holes(block)) == (True, ())
    assert not any(overlaps(body, cell_shape(block, slot)) for slot in holes(block))
    assert not wraps(plane, Sides(((1, side),)), body, (behind,))


def test_only_holes_that_reach_the_charged_side_are_open() -> None:
    """Model 4 stood at the left end of the second rank, behind model 1."""
    body = ranks().shape(4)
    front, left = (Sides(((1, side),), holes_are_open=True) for side in ("front", "left"))
    plane = with_block(field((0, [(20, 15)]), (1, [(0, 0)] * 9)), 1, (20, 20, 180, 3))
    assert wraps(plane.without(frozenset({4})), front, body, (5,))
    assert not wraps(plane.without(frozenset({1, 4})), front, body, (5,))
    assert not wraps(plane.without(frozenset({4})), left, body, (5,))


def test_an_enemy_may_stand_in_an_open_hole_but_not_beside_it() -> None:
    """The hole is the place of model 1, at the left end of the front. A model beside the hole would overlap a corner of
    model 4.
    """
    plane, hole = ranks(1), ranks().shape(1)
    beside = shape(SQUARE, Place(round(hole.x) + INCH, round(hole.y), 0))
    sides = Sides(((1, "front"),), holes_are_open=True)
    room = room_to_end(plane, terms(plane, 6, sides=sides), 0)
    assert [wraps(plane, sides, body, (4,)) for body in (hole, beside)] == [False, True]
    assert [room.fits(body) for body in (hole, beside)] == [True, False]


def test_models_in_front_of_an_open_last_rank_are_touched_from_the_rear() -> None:
    """Five models stand in three files. No model stands behind the third model of the front rank, and the end of the
    shorter rank is to the west of that place.
    """
    plane = with_block(field((0, [(20, 15)]), (1, [(0, 0)] * 5)), 1, (20, 20, 180, 3))
    block = plane.standings[1]
    assert isinstance(block, Block)
    assert beside_last_rank(block) == (5,)
    place = ranks().shape(6)
    beside = shape(SQUARE, Place(round(place.x) - INCH, round(place.y) - 30 * CONTACT, 0))
    shut, rear = (Sides(((1, "rear"),), last_rank_is_open=is_open) for is_open in (False, True))
    assert [is_at_open_side(plane, sides, 3) for sides in (shut, rear)] == [False, True]
    assert [len(ring_round(plane, terms(plane, 6, sides=sides), SQUARE, 3)) for sides in (shut, rear)] == [0, 1]
    assert [wraps(plane, sides, place, (3, 5)) for sides in (shut, rear)] == [True, False]
    assert [room_to_end(plane, terms(plane, 6, sides=sides), 0).fits(place) for sides in (shut, rear)] == [False, True]
    assert wraps(plane, rear, beside, (3,))
    assert not room_to_end(plane, terms(plane, 6, sides=rear), 0).fits(beside)
    assert wraps(plane, Sides(((1, "front"),), last_rank_is_open=True), place, (3, 5))


def test_no_model_may_stand_round_the_corner_from_the_charged_side() -> None:
    plane = field((0, [(20, 19.5), (22, 20.5)]), (1, [(0, 0)] * 6))
    plane = with_block(plane, 1, (20, 20, 180, 3))
    before, beside = plane.shape(0), plane.shape(1)
    block = plane.standings[1]
    assert isinstance(block, Block)
    assert is_before(block, "front", before)
    assert not wraps(plane, FRONT, before, (3,))
    assert wraps(plane, FRONT, beside, (4,))
    assert not wraps(plane, Sides(), beside, (4,))


def test_a_final_place_must_be_clear_of_the_sides_that_were_not_charged() -> None:
    plane = ranks()
    front = terms(plane, 12, sides=FRONT)
    assert room_to_end(plane, terms(plane, 12), 0) is ground_for(plane, front.bars, 0)
    room = room_to_end(plane, front, 0)
    assert len(room.shapes) == len(ground_for(plane, front.bars, 0).shapes) + 1
    assert room is room_to_end(plane, front, 0)


def test_a_side_is_slightly_shorter_at_both_ends_if_corners_do_not_count_as_contact() -> None:
    plane = field((0, [(20, 15)]), (1, [(20, 20)]))
    whole = ring_round(plane, terms(plane, 6), SQUARE, 1)
    less = ring_round(plane, terms(plane, 6, by_edges=True), SQUARE, 1)
    assert [abs(one.end[0] - one.start[0]) + abs(one.end[1] - one.start[1]) for one in whole] == [2 * INCH] * 4
    for one in less:
        length = abs(one.end[0] - one.start[0]) + abs(one.end[1] - one.start[1])
        assert 2 * INCH - 6 * CONTACT < length < 2 * INCH - 2 * CONTACT
    long = Base("rectangle", ticks(2), INCH)
    assert len(ring_round(plane, terms(plane, 6, by_edges=True), long, 1)) == 4


def test_a_disc_at_a_corner_is_in_front_of_the_side_whose_quarter_contains_its_centre() -> None:
    """The corner is the south-east one, at (21.5, 20), between the front to the south and the left side to the east."""
    block = ranks().standings[1]
    assert isinstance(block, Block)
    for x, y, sides in ((0.3, -0.4, {"front"}), (0.4, -0.3, {"left"}), (0.3536, -0.3536, {"front", "left"})):
        body = shape(Base("round", INCH, INCH), Place(ticks(21.5 + x), ticks(20 + y), 0))
        assert {side for side in ("front", "left", "right", "rear") if is_before(block, side, body)} == sides
