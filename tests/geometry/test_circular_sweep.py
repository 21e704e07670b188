from math import asin, pi

import pytest

from pilein.geometry.circular_sweep import clear_arcs
from pilein.geometry.contact_locus import Arc
from pilein.geometry.rounded import sweep
from pilein.geometry.shapes import disc
from tests.geometry.crowds import DISC, SQUARE

ARC = Arc((0.0, 0.0), 200000.0, (1.0, 0.0), (-1.0, 0.0))


def test_an_arc_without_obstacles_is_free_from_end_to_end() -> None:
    assert clear_arcs(ARC, SQUARE, (), None) == [ARC]


def test_a_disc_in_the_path_of_a_turning_disc_blocks_the_angle_calculated_by_hand() -> None:
    """Both centres are 200,000 ticks from the middle of the turn, and they are 125,000 ticks apart when the discs
    touch, so the sine of half the angle between them is 0.3125.
    """
    left = clear_arcs(ARC, DISC, (disc(0, 200000, 62500),), None)
    assert len(left) == 2
    ux, uy = left[0].end
    assert sweep(uy, ux) == pytest.approx(pi / 2 - 2 * asin(0.3125), abs=1e-6)


def test_an_arc_blocked_along_its_whole_length_has_no_free_interval() -> None:
    assert clear_arcs(ARC, SQUARE, (disc(0, 0, 190000),), None) == []
