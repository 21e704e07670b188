"""The units and models within a given distance of a unit are found. Distances are in inches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import gap
from pilein.kernel.table import Table
from pilein.rulesets.wab.nearness import are_within, distance, models_within, nearest_enemy, units_within
from pilein.rulesets.wab.state import NOBODY, Battle
from tests.rulesets.wab.builder import WARRIOR, U, battle

BAND = ((WARRIOR, 12),)
DEEP = 3 * 20 / 25.4  # inches: three ranks of 20 mm


def facing(gap: float, rulings: dict[str, str] | None = None) -> Battle:
    ours = U("ours", 0, BAND, block=(20, 20, 0, 4))
    return battle(ours, U("theirs", 1, BAND, block=(20, 20 + gap, 180, 4)), rulings=rulings)


def table(state: Battle) -> Table:
    return Table(state.setup.readings)


@pytest.mark.parametrize(("gap", "near"), [(8, True), (8.01, False), (1, True)])
def test_a_distance_between_bases_counts_as_within_a_limit_if_it_equals_the_limit(gap: float, near: bool) -> None:
    state = facing(gap)
    assert are_within(state, table(state), 0, 1, 8) is near
    assert units_within(state, table(state), 0, (1,), 8) == ((1,) if near else ())


def test_under_the_centre_ruling_distances_are_measured_between_centres() -> None:
    state = facing(7.5, rulings={"WAB-R-26": "centre"})
    asked = table(state)
    assert not are_within(state, asked, 0, 1, 8)
    assert asked.met == ["WAB-R-26"]
    asked = table(state)
    assert are_within(state, asked, 0, 1, 9)
    assert asked.met == []


def test_a_model_counts_as_near_an_enemy_unit_only_if_its_own_base_is_near() -> None:
    state = facing(6)
    rear, front = state.field.models(0)[-1:], state.field.models(0)[:1]
    assert models_within(state, table(state), front, state.field.models(1), 6)
    assert not models_within(state, table(state), rear, state.field.models(1), 6)


def test_no_unit_counts_as_near_a_destroyed_unit() -> None:
    state = facing(4)
    gone = state.on(state.plane.without(frozenset(state.field.models(1))))
    assert not are_within(gone, table(state), 0, 1, 12)
    assert nearest_enemy(gone, 0) == NOBODY


def test_all_units_in_the_press_count_as_near_each_other() -> None:
    state = battle(U("ours", 0, BAND), U("theirs", 1, BAND), pairs=((0, 1),))
    assert are_within(state, table(state), 0, 1, 1)
    assert nearest_enemy(state, 0) == 1


def test_the_nearest_enemy_is_the_one_with_the_nearest_base() -> None:
    state = battle(
        U("ours", 0, BAND, block=(20, 20, 0, 4)),
        U("far", 1, BAND, block=(20, 30, 180, 4)),
        U("near", 1, BAND, block=(30, 22, 180, 4)),
    )
    assert nearest_enemy(state, 0) == 2
    assert nearest_enemy(state, 1) == 0


@given(spots=st.lists(st.tuples(st.integers(6, 40), st.integers(8, 40), st.integers(0, 359)), min_size=2, max_size=4))
def test_the_quick_search_for_the_nearest_enemy_finds_the_same_unit_as_measuring_every_base(
    spots: list[tuple[int, int, int]],
) -> None:
    others = (U(f"theirs {n}", 1, BAND, block=(x, y, facing, 4)) for n, (x, y, facing) in enumerate(spots))
    state = battle(U("ours", 0, BAND, block=(20, 3, 0, 4)), *others)
    shapes = state.plane.shapes
    ours = [shapes[model] for model in state.field.models(0)]
    gaps = {
        unit: min(gap(one, shapes[model]) for one in ours for model in state.field.models(unit))
        for unit in range(1, 1 + len(spots))
    }
    assert nearest_enemy(state, 0) == min(gaps, key=lambda unit: (gaps[unit], unit))
    assert all(distance(state, 0, unit) == gaps[unit] for unit in gaps)
