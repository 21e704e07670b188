import pytest

from pilein.geometry.contact_locus import (
    Arc,
    Line,
    contact_locus,
    distance,
    ends,
    facing_at,
    middle,
    nearest,
    outward,
    turns_to,
)
from pilein.geometry.shapes import Base, Place, shape
from pilein.geometry.ticks import INCH
from tests.geometry.crowds import DISC, SQUARE

HALF = INCH // 2


def test_the_contact_locus_of_two_squares_runs_along_each_face_out_to_its_corners() -> None:
    faces = contact_locus(SQUARE, shape(SQUARE, Place(0, 0)))
    assert len(faces) == 4
    bottom = next(face for face in faces if isinstance(face, Line) and face.facing == 0)
    assert ends(bottom) == ((-INCH, -INCH), (INCH, -INCH))
    assert middle(bottom) == (0, -INCH)


def test_a_square_stands_flush_with_the_faces_of_a_turned_target() -> None:
    faces = contact_locus(SQUARE, shape(SQUARE, Place(0, 0, 1234)))
    facings = sorted(face.facing for face in faces if isinstance(face, Line))
    assert facings == [1234, 10234, 19234, 28234]


def test_the_contact_locus_of_two_discs_is_a_closed_circle() -> None:
    faces = contact_locus(DISC, shape(DISC, Place(0, 0)))
    assert [type(face) for face in faces] == [Arc, Arc]
    assert distance(faces[0], 0, 300000) == pytest.approx(175000)
    assert distance(faces[1], 0, -300000) == pytest.approx(175000)
    assert facing_at(faces[0], 0, 125000) == 18000


def test_the_contact_locus_of_a_disc_is_rounded_at_the_corners_of_a_square() -> None:
    faces = contact_locus(DISC, shape(SQUARE, Place(0, 0)))
    assert [type(face) for face in faces] == [Line, Arc] * 4
    far = min(distance(face, 4 * INCH, 4 * INCH) for face in faces)
    assert far == pytest.approx(3.5 * 2**0.5 * INCH - 62500)


def test_the_contact_locus_of_a_rectangle_lies_half_the_depth_of_the_rectangle_from_each_face_of_the_target() -> None:
    long = Base("rectangle", 125000, 250000)
    faces = contact_locus(long, shape(SQUARE, Place(0, 0)))
    for face in faces:
        x, y = middle(face)
        assert abs(x) + abs(y) == HALF + 125000


def test_the_nearest_point_of_an_arc_that_faces_away_is_one_of_its_ends() -> None:
    arc = Arc((0.0, 0.0), 10.0, (1.0, 0.0), (0.0, 1.0))
    assert nearest(arc, 20.0, 0.0) == (10.0, 0.0)
    assert nearest(arc, -20.0, 1.0) == (0.0, 10.0)
    assert nearest(arc, 1.0, -20.0) == (10.0, 0.0)


def test_the_outward_direction_at_a_point_or_a_line_leads_away_from_the_target():
    assert outward(Line((5.0, 5.0), (5.0, 5.0), 0), 5.0, 5.0) == (0.0, -1.0)
    assert outward(Line((5.0, 5.0), (5.0, 5.0), 9000), 5.0, 5.0) == (-1.0, 0.0)
    assert outward(Line((5.0, 5.0), (9.0, 5.0), 0), 7.0, 5.0) == (0.0, -1.0)


def test_an_arc_reports_its_ends_its_angle_and_the_directions_it_contains() -> None:
    arc = Arc((10.0, 20.0), 5.0, (0.0, 1.0), (-1.0, 0.0))
    assert ends(arc) == ((10.0, 25.0), (5.0, 20.0))
    assert (arc.first, arc.turn) == (1.0, 1.0)
    assert turns_to(arc, -1.0, 1.0)
    assert not turns_to(arc, 1.0, 1.0)
    assert arc == Arc((10.0, 20.0), 5.0, (0.0, 1.0), (-1.0, 0.0))
