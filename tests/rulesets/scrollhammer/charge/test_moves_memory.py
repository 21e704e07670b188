"""Fields with identical positions share cached results during charges and pile-ins."""

from pilein.geometry.shapes import Place
from pilein.tabletop.movement import memory
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.ways import ROUTES
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charge.test_moves import charging
from tests.rulesets.scrollhammer.charging import facing_off, guards, reavers

HERE, THERE = Place(10 * 127000, 11 * 127000), Place(10 * 127000, 12 * 127000)


def test_battlefields_with_models_in_the_same_places_share_their_cached_routes():
    field = battle(guards([(10, 10), (12, 10)]), reavers([(10, 16)])).plane
    one, other, third = moved_to(field, 0, HERE), moved_to(field, 0, HERE), moved_to(field, 0, THERE)
    assert one == other
    assert ROUTES.on(one) is ROUTES.on(other)
    assert ROUTES.on(one) is not ROUTES.on(third)


def test_the_least_recently_used_battlefield_is_dropped_from_the_cache_first(monkeypatch):
    monkeypatch.setattr(memory, "MOST", 2)
    field = battle(guards([(10, 10), (12, 10)]), reavers([(10, 16)])).plane
    one, other = moved_to(field, 0, HERE), moved_to(field, 0, THERE)
    routes = [ROUTES.on(each) for each in (one, other)]
    assert ROUTES.on(moved_to(field, 0, HERE)) is routes[0]
    moved_to(field, 1, HERE)
    assert ROUTES.on(moved_to(field, 0, HERE)) is routes[0]
    assert ROUTES.on(moved_to(field, 0, THERE)) is not routes[1]


def test_replaying_a_charge_with_cached_routes_gives_the_same_outcome():
    made = facing_off(5, own=4, foes=4)
    first, script = charging(made)
    again, repeated = charging(made)
    afresh, _ = charging(facing_off(5, own=4, foes=4))
    assert again == first
    assert repeated.events == script.events
    assert again.plane.standings == afresh.plane.standings


def test_routes_cached_for_a_longer_charge_range_are_not_used_for_a_shorter_one():
    made = facing_off(5, own=3, foes=1)
    played = [charging(made, inches=inches)[0].plane.standings for inches in (11, 6, 11)]
    afresh = [charging(facing_off(5, own=3, foes=1), inches=inches)[0].plane.standings for inches in (11, 6, 11)]
    assert played == afresh


def test_battlefields_whose_models_have_lost_different_numbers_of_wounds_are_cached_separately():
    field = battle(guards([(10, 10), (12, 10)]), reavers([(10, 16)])).plane
    whole, hurt = moved_to(field, 0, HERE), moved_to(field.wounded(1, 1), 0, HERE)
    assert (whole.wounds_lost(1), hurt.wounds_lost(1)) == (0, 1)
    assert moved_to(field, 0, HERE).wounds_lost(1) == 0


def test_moving_a_model_to_the_same_place_again_reuses_the_computed_contacts():
    field = battle(guards([(10, 10), (12, 10)]), reavers([(10, 13)])).plane
    first = moved_to(field, 0, THERE)
    assert first.contacts.enemies[0] == (2,)
    again = moved_to(field, 0, THERE)
    assert again.contacts is first.contacts
    assert again.standings[0] is first.standings[0]
