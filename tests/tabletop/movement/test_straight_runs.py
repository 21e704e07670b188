import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.straight_sweeps import shifted
from pilein.geometry.ticks import INCH, inches
from pilein.tabletop.movement.straight_runs import (
    foremost_first,
    free_run,
    last_stop,
    run_as_one,
    things_about,
    to_the_edge,
)
from pilein.tabletop.movement.terms import PASSED, Bars
from tests.tabletop.movement.fields import crowds, field, terms

NORTH = (0.0, 1.0)


def test_a_straight_run_ends_at_an_obstacle() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 24), (20, 22.5)]))
    things = things_about(plane, terms(plane, 6).bars, without=(0,))
    assert inches(free_run(plane.shape(0), NORTH, things, 6 * INCH)) == pytest.approx(1.5, abs=0.001)


def test_a_straight_run_may_end_beyond_models_that_may_be_passed() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 22.5)]))
    things = things_about(plane, terms(plane, 6).bars, without=(0,))
    assert last_stop(plane.shape(0), NORTH, things, 6 * INCH) == 6 * INCH
    assert inches(last_stop(plane.shape(0), NORTH, things, 3 * INCH)) == pytest.approx(1.5, abs=0.001)


def test_a_straight_run_stops_an_inch_from_enemies_but_may_touch_models_that_may_be_passed() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 24)]))
    off = things_about(plane, terms(plane, 6, enemies=INCH).bars, without=(0,))
    assert inches(free_run(plane.shape(0), NORTH, off, 6 * INCH)) == pytest.approx(2, abs=0.001)
    through = things_about(plane, Bars((0, PASSED)), without=(0,))
    assert free_run(plane.shape(0), NORTH, through, 6 * INCH) == 6 * INCH


def test_several_models_run_together_only_as_far_as_the_first_of_them_to_be_stopped() -> None:
    plane = field((0, [(20, 20), (22, 20)]), (1, [(22, 23)]))
    things = things_about(plane, terms(plane, 6).bars, without=(0, 1))
    assert inches(run_as_one([plane.shape(0), plane.shape(1)], NORTH, things, 6 * INCH)) == pytest.approx(2, abs=0.001)


def test_the_table_edge_and_walls_stop_a_straight_run() -> None:
    plane = field((0, [(20, 20), (4, 40)]), (1, [(40, 40)]), walls=[[(19, 23), (21, 23), (21, 24), (19, 24)]])
    bars = terms(plane, 12).bars
    things = things_about(plane, bars, without=(0, 1))
    assert inches(free_run(plane.shape(0), NORTH, things, 6 * INCH)) == pytest.approx(2.5, abs=0.001)
    assert inches(to_the_edge(plane, bars, plane.shape(1), NORTH)) == pytest.approx(7.5, abs=0.001)
    assert foremost_first(plane, (0, 1), NORTH) == [1, 0]


@given(crowds(), st.integers(1, 12))
def test_no_model_runs_into_another_model(spots: list[tuple[float, float]], far: int) -> None:
    plane = field((0, [spots[0]]), (1, spots[1:]))
    body, bars = plane.shape(0), terms(plane, 6).bars
    things = things_about(plane, bars, without=(0,))
    length = free_run(body, NORTH, things, far * INCH)
    for part in range(9):
        there = shifted(body, 0, length * part / 8)
        assert not any(overlaps(there, plane.shape(model)) for model in range(1, len(spots)))
    if length < far * INCH:
        end = shifted(body, 0, length)
        assert min(gap(end, plane.shape(model)) for model in range(1, len(spots))) <= 8
