"""In two lines face to face, the models in contact and the models that reach the enemy through friends are counted
correctly.
"""

import pytest

from pilein.tabletop.frontage import Ranked, touching_a_line

WIDE = 100


@pytest.mark.parametrize(
    ("files", "line", "corners", "edges"),
    [(5, 5, 5, 5), (4, 8, 4, 4), (5, 4, 5, 4), (6, 4, 6, 4), (8, 4, 6, 4), (9, 4, 6, 4), (3, 0, 2, 0)],
)
def test_a_file_touches_the_enemy_in_front_of_it_and_its_corners_touch_one_more_enemy_on_each_side(
    files, line, corners, edges
):
    assert touching_a_line(files, WIDE, line * WIDE) == corners
    assert touching_a_line(files, WIDE, line * WIDE, corners=False) == edges


@pytest.mark.parametrize(
    ("files", "line", "corners", "edges"),
    [(9, 600, 7, 7), (8, 600, 8, 6), (10, 600, 8, 6), (4, 150, 2, 2), (5, 150, 3, 3), (8, 200, 4, 2), (3, 350, 3, 3)],
)
def test_lines_with_bases_of_different_sizes_are_centred_on_each_other(files, line, corners, edges):
    """Nine files face six, so one and a half files overhang on each side. The file that overhangs by only half still
    touches.
    """
    assert touching_a_line(files, WIDE, line, in_line=False) == corners
    assert touching_a_line(files, WIDE, line, in_line=False, corners=False) == edges


def test_a_model_touches_its_neighbours_in_rank_and_file_and_those_diagonally_at_its_corners():
    block = Ranked(files=10, fielded=30, abreast=6)
    assert [block.reaching(30, through) for through in (0, 1, 2)] == [6, 16, 30]
    assert [block.reaching(30, through, corners=False) for through in (0, 1, 2)] == [6, 14, 24]


def test_losses_come_from_the_last_rank_and_its_outermost_models_fall_last():
    block = Ranked(files=10, fielded=20, abreast=5)  # 7 of each rank reach the enemy, 3 stand out on the sides
    assert [block.reaching(models, 1) for models in (20, 19, 15, 13, 10)] == [14, 13, 9, 7, 7]


def test_the_last_rank_is_filled_from_the_left():
    """The second rank has three models for ten files. They stand on the left, so only one of the three is behind a file
    that reaches the enemy.
    """
    block = Ranked(files=10, fielded=13, abreast=4)  # files 2 to 7 reach the enemy
    assert block.reaching(13, 1) == 6 + 1


def test_a_front_rank_that_is_also_the_last_closes_up_from_one_side():
    block = Ranked(files=8, fielded=8, abreast=4)  # one stands out on each side
    assert [block.reaching(models, 1) for models in (8, 7, 6, 5, 4, 1)] == [6, 6, 5, 4, 4, 1]
