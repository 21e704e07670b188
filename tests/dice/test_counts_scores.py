from itertools import product

import pytest

from pilein.dice.counts import RE_ROLLS, check_re_roll, faces_distribution, thrown_faces
from tests.dice.enumeration import Faces


@pytest.mark.parametrize(("need", "re_roll"), list(product(range(1, 8), RE_ROLLS)))
def test_the_distribution_of_a_rerolled_face_matches_an_enumeration_of_both_rolls(need: int, re_roll: str) -> None:
    counts = [0] * 6
    for pair in product(range(1, 7), repeat=2):
        (face,) = thrown_faces(Faces(*pair), 1, need, re_roll)
        counts[face - 1] += 1
    distribution = faces_distribution(need, re_roll)
    assert [weight * 36 for weight in distribution] == [count * sum(distribution) for count in counts]


def test_dice_are_rerolled_only_after_all_dice_have_been_rolled_once() -> None:
    assert thrown_faces(Faces(1, 5, 3, 6, 1), 3, 4, "failures") == [6, 5, 1]
    assert thrown_faces(Faces(1, 5, 3, 6), 3, 4, "ones") == [6, 5, 3]
    assert thrown_faces(Faces(1, 5, 3, 2), 3, 4, "successes") == [1, 2, 3]


def test_the_error_for_an_unknown_kind_of_reroll_names_the_kind() -> None:
    with pytest.raises(ValueError, match="'misses'"):
        check_re_roll("misses")
