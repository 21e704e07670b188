import pytest

from pilein.geometry.routes import shortest
from pilein.geometry.ticks import INCH
from pilein.placement.paths import PathTree
from pilein.placement.zones import FAR
from tests.geometry.crowds import chances
from tests.placement.tables import FORMS, SIZE, crowded, move_on, soaked


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(8), *soaked(range(8, 100))])
def test_the_path_tree_gives_the_length_of_the_shortest_path_to_every_point(seed: int, form: str) -> None:
    move, chance = move_on(crowded(seed, form)), chances(seed)
    limit = 8.0 * INCH
    tree = PathTree(move.space, move.here, limit)
    for _ in range(60):
        x, y = move.here[0] + chance.uniform(-8, 8) * INCH, move.here[1] + chance.uniform(-8, 8) * INCH
        if 0 < x < SIZE and 0 < y < SIZE and not move.space.holders(x, y):
            route = shortest(move.space, move.here, (x, y), limit)
            assert tree.length_to(x, y) == pytest.approx(FAR if route is None else route.length, abs=0.01)
            assert tree.length_to(x, y) == tree.length_to(x, y)


def test_a_point_off_the_table_or_beyond_the_limit_has_no_path_in_the_tree() -> None:
    move = move_on(crowded(1))
    tree = PathTree(move.space, move.here, 2.0 * INCH)
    assert tree.length_to(-1.0, move.here[1]) == FAR
    assert tree.length_to(move.here[0] + 3 * INCH, move.here[1]) == FAR
    assert tree.length_to(*move.here) == 0.0
