"""Budgets of time and memory are measured while they are being spent."""

import pickle

import pytest

from pilein.engine.budget import UNLIMITED, UNMETERED, Budget, duration, option, size, used
from pilein.kernel.errors import Halted, Spent
from tests.clocks import Clock, Gauge, gauged, looks


def checks(meter):
    """Return the number of checks that a meter passes before it stops."""
    for number in range(1000):
        if meter.is_spent:
            return number
    return None


def test_a_budget_of_seconds_is_exhausted_when_the_clock_reaches_its_limit():
    meter = looks(10).started()
    assert checks(meter) == 9
    assert (
        str(meter.reached)
        == "the limit of 60 s was reached; raise the limit to 5min with --limit (in Python, `budget`)"
    )


def test_only_memory_used_after_the_start_of_a_budget_counts_towards_its_limit():
    meter = Budget(None, 10**9, Clock(1), Gauge(2 * 10**8)).started()
    assert checks(meter) == 4
    assert (
        str(meter.reached)
        == "the limit of 1 GB of memory was reached; raise the limit to 5GB with --limit (in Python, `budget`)"
    )


def test_a_budget_measures_memory_at_most_ten_times_a_second():
    gauge = Gauge(1)
    meter = Budget(None, 10**9, Clock(0.001), gauge).started()
    for _ in range(1000):
        meter.check()
    assert gauge.used <= 12


def test_work_without_a_budget_is_never_stopped():
    assert checks(UNMETERED) is None


def test_a_part_of_a_budget_is_a_fraction_of_the_time_left():
    clock = Clock(0)
    meter = Budget(60, None, clock).started()
    clock.now = 20
    part = meter.part(0.5)
    clock.now = 39
    assert not part.is_spent
    clock.now = 40
    with pytest.raises(
        Spent, match=r"the limit of 30 s was reached; raise the limit to 5min with --limit \(in Python, `budget`\)"
    ):
        part.check()
    assert not meter.is_spent


def test_the_error_for_an_exhausted_remainder_of_a_budget_names_the_whole_limit():
    clock = Clock(0)
    meter = Budget(60, None, clock).started()
    clock.now = 20
    rest = meter.rest()
    clock.now = 60
    with pytest.raises(Spent, match="the limit of 60 s was reached"):
        rest.check()


def test_the_memory_that_workers_need_to_start_does_not_count_towards_the_limit():
    gauge = Gauge(0)
    meter = Budget(None, 10**9, Clock(1), gauge).started().rest(workers=8)
    gauge.used = 14 * 10**8
    assert not meter.is_spent
    gauge.used = 16 * 10**8
    assert meter.is_spent


def test_time_does_not_count_towards_a_budget_while_the_budget_is_paused():
    clock = Clock(0)
    meter = Budget(60, 10**9, clock, Gauge(0)).started()
    clock.now = 50
    meter.pause()
    clock.now = 5000
    assert not meter.is_spent
    with meter.going_on():
        clock.now = 5009
        assert not meter.is_spent
        clock.now = 5010
        assert meter.is_spent


def test_a_budget_sent_to_a_second_process_keeps_its_remaining_time():
    meter = Budget(3600, None).started()
    there = pickle.loads(pickle.dumps(meter))
    assert 3500 < there._left <= 3600
    assert not pickle.loads(pickle.dumps(UNMETERED)).is_spent


def test_the_measured_memory_use_of_a_process_is_positive():
    assert used(with_workers=False) > 10**6
    assert used(with_workers=True) >= 10**6


def test_seconds_and_bytes_are_formatted_with_suitable_units():
    assert [duration(seconds) for seconds in (0.5, 60, 90, 300, 7200)] == ["0.5 s", "60 s", "90 s", "5 min", "2 h"]
    assert [size(memory) for memory in (500, 5 * 10**6, 15 * 10**8)] == ["0.5 kB", "5 MB", "1.5 GB"]
    assert option(60) == "5min"


def test_a_budget_is_exhausted_when_its_gauge_reports_that_no_memory_is_left():
    assert checks(gauged(5).started()) == 4


def test_workers_share_the_memory_that_a_budget_allows_for_stored_results():
    """The memory is still shared after the meter has been passed to a worker."""
    meter = Budget(None, 10**9, Clock(1), Gauge(0)).started()
    assert meter.bytes_for_memory == 250_000_000
    assert meter.rest(workers=5).bytes_for_memory == 50_000_000
    assert pickle.loads(pickle.dumps(meter.rest(workers=5))).bytes_for_memory == 50_000_000


def test_an_interruption_by_the_user_stops_the_whole_budget_with_its_current_part_and_all_later_parts():
    whole = UNLIMITED.started()
    share, other = whole.part(0.5), whole.rest()
    share.halt(Halted("interrupted after 3 of 8 games"))
    assert [str(one.halted) for one in (share, whole, whole.rest())] == 3 * ["interrupted after 3 of 8 games"]
    assert (whole.is_spent, whole.rest().is_spent, other.is_spent) == (True, True, False)
    with pytest.raises(Halted, match=r"^interrupted after 3 of 8 games$"):
        share.check()
