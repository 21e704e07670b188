"""The terrain of a set-up is split into convex parts."""

from tests.rulesets.scrollhammer.builder import GUARD, U, battle

L_SHAPED = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)]
BOG = [(10, 10), (12, 10), (12, 12), (10, 12)]
SETUP = battle(
    U("guards", 0, [(GUARD, 1)], at=[(20, 20)]), grounds=[("impassable", L_SHAPED), ("difficult", BOG), ("open", BOG)]
).setup


def test_terrain_of_one_or_more_kinds_is_divided_into_convex_parts() -> None:
    assert len(SETUP.parts_of("impassable")) > 1
    assert len(SETUP.parts_of("difficult")) == 1
    assert len(SETUP.parts_of("difficult", "open")) == 2
    assert SETUP.parts_of("dangerous") == ()


def test_the_convex_parts_of_the_terrain_in_a_setup_are_computed_only_once() -> None:
    assert SETUP.parts_of("impassable") is SETUP.parts_of("impassable")
