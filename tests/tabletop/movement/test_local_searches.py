"""A cached search is affected by nearby models but not by distant ones."""

import pytest

from pilein.geometry.looked import EVERYWHERE
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH, ticks
from pilein.kernel.table import note, noting
from pilein.tabletop.movement import local_searches
from pilein.tabletop.movement.landings import Landing, nearest_landing
from pilein.tabletop.movement.local_searches import LocalSearches, Searched, looked_by
from pilein.tabletop.plane import Plane
from tests.tabletop.movement.fields import field, terms, with_block

SEARCHES = LocalSearches[Landing | None]("searches of tests")
MOVER, GOAL, MATE, FAR = 0, 2, 1, 3


class _Seeker:
    """A search for the path of the first red model to the first blue model. `searched` counts the searches made."""

    def __init__(self) -> None:
        self.searched = 0

    def at(self, plane: Plane) -> Landing | None:
        move = terms(plane, 6)

        def search() -> Landing | None:
            self.searched += 1
            note("X-01")
            return nearest_landing(plane, move, MOVER, (GOAL, FAR), move.reach)

        reach = plane.shape(MOVER).reach
        asked = Searched(MOVER, move, ((GOAL, FAR),), reach, reach, 0.0)
        return SEARCHES.found(plane, asked, search)


def _plane() -> Plane:
    """Return a plane with a mover three inches from its goal, another model of its unit behind it and a distant
    enemy.
    """
    return field((0, [(20, 20), (20, 17)]), (1, [(20, 24), (40, 40)]))


def _moved(plane: Plane, model: int, x: float, y: float) -> Plane:
    return plane.with_place(model, Place(ticks(x), ticks(y)))


def test_a_cached_search_is_reused_after_a_distant_model_has_moved() -> None:
    seeker, plane = _Seeker(), _plane()
    found = seeker.at(plane)
    assert seeker.at(_moved(plane, FAR, 44, 44)) == found
    assert seeker.at(_moved(plane, FAR, 40, 41)) == found
    assert seeker.searched == 1


@pytest.mark.parametrize(
    ("model", "x", "y"),
    [(MOVER, 20.5, 20), (GOAL, 20.2, 24), (MATE, 20, 22), (FAR, 21.1, 24)],
    ids=["mover", "goal", "mate in the way", "another goal beside the first"],
)
def test_a_cached_search_is_repeated_after_a_nearby_model_has_moved(model: int, x: float, y: float) -> None:
    seeker, plane = _Seeker(), _plane()
    seeker.at(plane)
    changed = _moved(plane, model, x, y)
    found = seeker.at(changed)
    assert seeker.searched == 2
    assert found == nearest_landing(changed, terms(changed, 6), MOVER, (GOAL, FAR), 6 * INCH)


def test_a_cached_search_is_repeated_if_a_unit_in_ranks_has_come_near() -> None:
    seeker, plane = _Seeker(), field((0, [(20, 20)]), (0, [(5, 5), (6, 5)]), (1, [(20, 24)]), (1, [(40, 40)]))
    far, near = (with_block(plane, 1, (x, y, 0, 2)) for x, y in ((6, 6), (22, 22)))
    for one in (far, near, with_block(plane, 1, (8, 8, 0, 2))):
        seeker.at(one)
    assert seeker.searched == 2


def test_a_cached_search_marks_its_rule_sentences_as_used_each_time_it_is_requested() -> None:
    seeker, plane = _Seeker(), _plane()
    seeker.at(plane)
    used: dict[str, None] = {}
    with noting(used):
        seeker.at(_moved(plane, FAR, 44, 44))
    assert list(used) == ["X-01"]


def test_a_cached_search_reports_having_looked_at_the_same_places_as_a_new_search() -> None:
    seeker, plane = _Seeker(), _plane()
    seeker.at(plane)
    alike = _moved(plane, FAR, 44, 44)
    seeker.at(alike)
    box, other = looked_by(plane, MOVER).box, looked_by(alike, MOVER).box
    assert box is not None
    assert other is not None
    assert all(abs(one - two) <= local_searches.STEP for one, two in zip(box, other, strict=True))


def test_a_search_that_looked_at_the_whole_table_is_not_cached() -> None:
    seeker, plane = _Seeker(), _plane()
    looked_by(plane, MOVER).at(0.0, 0.0, EVERYWHERE)
    seeker.at(plane)
    seeker.at(plane)
    assert seeker.searched == 2


def test_a_full_cache_drops_the_oldest_searches_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_searches, "MOST", 4)
    seeker, plane = _Seeker(), _plane()
    for step in range(6):
        seeker.at(_moved(plane, MOVER, 20 + step / 10, 20))
    assert seeker.searched == 6
    seeker.at(_moved(plane, MOVER, 20.5, 20))
    assert seeker.searched == 6
    seeker.at(_moved(plane, MOVER, 20, 20))
    assert seeker.searched == 7
