"""Fields on which everybody stands alike share what is known of them."""

from pilein.rulesets.wwpd import moving
from pilein.rulesets.wwpd.moving import moved_to
from tests.rulesets.fielding import place
from tests.rulesets.wwpd.builder import U, battle


def standing():
    return battle(U("reds", 0, [(10, 10), (12, 10)]), U("blues", 1, [(10, 20)]))


def test_the_same_moves_in_any_order_come_to_a_field_that_knows_the_same():
    plane = standing().plane
    one = moved_to(moved_to(plane, 0, place(10, 12)), 1, place(12, 12))
    other = moved_to(moved_to(plane, 1, place(12, 12)), 0, place(10, 12))
    assert one is not other
    assert one == other
    assert all(one.__dict__[name] is other.__dict__[name] for name in moving.KNOWN)


def test_what_is_longest_unused_is_forgotten(monkeypatch):
    monkeypatch.setattr(moving, "KEPT", 2)
    plane = standing().plane
    first = moved_to(plane, 0, place(10, 11))
    for y in (12, 13):
        moved_to(plane, 0, place(10, y))
    assert moved_to(plane, 0, place(10, 11)).__dict__["aims"] is not first.__dict__["aims"]
