"""Fates of units and the words that describe them."""

from pilein.rulesets.scrollhammer.unit_status import BEATEN, fate
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, U, battle


def in_the_press():
    return battle(U("own", 0, [(GUARD, 2)]), U("foe", 1, [(REAVER, 2)]), pairs=[(0, 1)])


def test_a_unit_touching_an_enemy_is_reported_as_locked():
    assert fate(in_the_press(), 0) == "locked in combat"


def test_a_scrollhammer_unit_without_models_is_reported_as_destroyed():
    made = in_the_press()
    made = made.on(made.field.without(frozenset(made.field.models(1))))
    assert fate(made, 1) == "destroyed"
    assert fate(made, 0) == "standing"


def test_a_unit_falling_back_is_reported_as_such_and_counts_as_beaten():
    made = in_the_press().having(0, falling_back=True)
    assert fate(made, 0) == "falling back"
    assert fate(made, 0) in BEATEN


def test_a_scrollhammer_unit_that_touches_no_enemy_is_reported_as_standing():
    made = battle(U("own", 0, [(GUARD, 2)], at=row(5, 5, 2)), U("foe", 1, [(REAVER, 2)], at=row(5, 20, 2)))
    assert fate(made, 0) == "standing"
