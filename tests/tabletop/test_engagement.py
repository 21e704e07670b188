"""The table and the press answer the same queries about contact, and they agree wherever both can represent the
battle.
"""

import pytest

from pilein.geometry.shapes import Base
from pilein.geometry.ticks import INCH
from pilein.tabletop.engagement import first_of_each_kind
from tests.rulesets.scrollhammer.builder import GUARD, U, battle

FILES = 3
ROUND = Base("round", INCH, INCH)
ALL, FEWER, NONE = frozenset[int](), frozenset((2, 5, 8)), frozenset((6, 7, 8))  # the fallen


def line(rank, models):
    """Return models side by side that do not touch each other. The models of the next rank stand directly behind
    them.
    """
    return [(10 + 1.1 * place, 10 + rank) for place in range(models)]


def on_table():
    """Return a battle of six red models in two ranks, with three blue models in front of them and two far away."""
    units = [
        U("reds", 0, [(GUARD, 2 * FILES)], at=[*line(1, FILES), *line(0, FILES)], base=ROUND),
        U("blues", 1, [(GUARD, FILES)], at=line(2, FILES), base=ROUND),
        U("others", 1, [(GUARD, 2)], at=[(30, 30), (32, 30)], base=ROUND),
    ]
    return battle(*units).field


def in_press(frontage=FILES):
    units = [U("reds", 0, [(GUARD, 2 * FILES)]), U("blues", 1, [(GUARD, FILES)]), U("others", 1, [(GUARD, 2)])]
    return battle(*units, pairs=[(0, 1)], frontage=frontage).field


@pytest.mark.parametrize(("gone", "frontage"), [(ALL, 3), (FEWER, 2), (NONE, 3)])
@pytest.mark.parametrize("unit", [0, 1, 2])
def test_a_line_against_a_line_has_the_same_contacts_on_a_table_and_in_the_press(gone, frontage, unit):
    table, press = on_table().without(gone), in_press(frontage).without(gone)
    assert table.touched_units(unit) == press.touched_units(unit)
    assert table.touching(unit) == press.touching(unit)
    assert table.enemies_touching(unit) == press.enemies_touching(unit)
    assert table.units_met(unit) == press.units_met(unit)
    assert len(table.supporters(unit)) == len(press.supporters(unit))
    for field in (table, press):
        assert tuple(field.enemies_met(unit)) == tuple(field.units_met(unit)) == field.touching(unit)
        met_by = {model: field.units_met_by(model) for model in field.models(unit)}
        assert {model: units for model, units in met_by.items() if units} == field.units_met(unit)


def test_each_model_behind_the_front_supports_the_friend_in_front_of_it():
    behind = {3: (0,), 4: (1,), 5: (2,)}
    assert on_table().supporters(0) == in_press().supporters(0) == behind
    assert on_table().supporters(1) == in_press().supporters(1) == {}
    assert on_table().supporters(2) == in_press().supporters(2) == {}


def test_a_model_touches_one_enemy_on_a_table_but_every_enemy_at_the_front_in_the_press():
    assert on_table().enemies_met(0) == {0: (6,), 1: (7,), 2: (8,)}
    assert in_press().enemies_met(0) == dict.fromkeys((0, 1, 2), (6, 7, 8))


def test_without_a_frontage_every_model_in_the_press_touches_the_enemy_and_none_stands_behind_another():
    assert in_press(None).touching(0) == (0, 1, 2, 3, 4, 5)
    assert in_press(None).supporters(0) == {}


def test_identical_models_are_grouped_in_the_press_but_not_on_a_table():
    models = (0, 1, 2, 3)
    assert on_table().alike(models, lambda model: model % 2) == ((0,), (1,), (2,), (3,))
    assert in_press().alike(models, lambda model: model % 2) == ((0, 2), (1, 3))
    assert first_of_each_kind(on_table(), models, lambda model: model % 2) == models
    assert first_of_each_kind(in_press(), models, lambda model: model % 2) == (0, 1)


def test_only_models_on_a_table_have_positions():
    assert (on_table().is_on_table, in_press().is_on_table) == (True, False)
    place = on_table().place(0)
    assert on_table().spots((0,)) == ((place.x, place.y),)
    assert in_press().spots((0,)) == ()


def test_models_are_renumbered_after_losses_only_in_the_press():
    assert on_table().renumbered({}, frozenset((0,))) == {}
    assert in_press().renumbered({}, frozenset((0,))) == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4}
