import pytest

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import ticks
from pilein.tabletop.movement import memory
from pilein.tabletop.movement.memory import FieldMemo, moved_to
from tests.tabletop.movement.fields import field

WAYS = FieldMemo[str, str]("ways of tests")
NEW = Place(ticks(21), ticks(20))


def test_two_planes_with_equal_positions_share_their_cached_results() -> None:
    plane = field((0, [(20, 20)]), (1, [(30, 30)]))
    one, other = moved_to(plane, 0, NEW), moved_to(plane, 0, NEW)
    WAYS.on(one)["key"] = "known"
    assert WAYS.on(other) == {"key": "known"}
    assert WAYS.on(plane) == {}


def test_fields_with_equal_positions_share_contacts_and_shapes_but_not_wounds() -> None:
    plane = field((0, [(20, 20)]), (1, [(30, 30)]))
    first = moved_to(plane, 0, NEW)
    assert first.contacts is moved_to(plane, 0, NEW).contacts
    hurt = moved_to(plane.wounded(0, 1), 0, NEW)
    assert hurt.wounds_lost(0) == 1
    assert first.wounds_lost(0) == 0
    assert hurt.shapes is first.shapes


@pytest.mark.parametrize(("room", "kept"), [(0, 3), (8, 4), (1000, 6)])
def test_the_least_recently_used_field_is_dropped_first(monkeypatch: pytest.MonkeyPatch, room: int, kept: int) -> None:
    for name, number in (("FEWEST", 3), ("MOST", 6), ("ROOM", room)):
        monkeypatch.setattr(memory, name, number)
    plane = field((0, [(20, 20)]), (1, [(30, 30)]))
    for others, is_known in ((kept - 1, True), (kept, False)):
        WAYS.on(moved_to(plane, 0, NEW))["key"] = "known"
        for step in range(others):
            moved_to(plane, 0, Place(step, 0))
        assert bool(WAYS.on(moved_to(plane, 0, NEW))) is is_known
