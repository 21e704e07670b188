"""The workers of a cluster play the same games as a single process, whatever happens to the workers."""

import time
from functools import partial

import pytest

from pilein.kernel.errors import BadInput
from pilein.workers.cluster import _play, assert_answers
from pilein.workers.pool import sampled
from tests.clusters import Cluster, silent

pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture
def cluster(tmp_path):
    found = Cluster(tmp_path)
    try:
        yield found
    finally:
        found.end()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory):
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        yield found
    finally:
        found.end()


def squares(_where, numbers):
    time.sleep(0.02)
    return [number**2 / 7 for number in numbers]


def prepared(*arguments):
    return partial(squares, *arguments)


PREPARE = partial(prepared, "here")


def play(cluster, came, strike):
    """Play a thousand games, and call `strike` after ten chunks."""
    for one in sampled(PREPARE, range(1000), workers=cluster.address):
        came.append(one)
        if len(came) == 10:
            strike()


def test_a_worker_killed_during_the_run_changes_no_result(cluster):
    came = []
    play(cluster, came, cluster.kill_a_worker)
    assert came == list(sampled(PREPARE, range(1000)))


def test_the_failure_of_the_cluster_during_the_run_is_reported_and_the_finished_games_are_kept(cluster):
    came = []
    with pytest.raises(BadInput, match=r"cluster: the cluster at tcp://127\.0\.0\.1:\d+ no longer answers; "):
        play(cluster, came, cluster.kill_the_scheduler)
    assert came == list(sampled(PREPARE, range(8 * len(came))))


def refusing():
    raise BadInput("cannot be played", key="here", remedy="play something else")


def test_an_error_in_a_worker_of_the_cluster_is_raised_by_the_command(lasting):
    with pytest.raises(BadInput, match="here: cannot be played; play something else"):
        list(sampled(refusing, range(100), workers=lasting.address))


def stuck(numbers):
    """Play the first game at once, and block a worker with any later game. If there were more games than workers, the
    first game could wait behind one that never ends.
    """
    while numbers.start:
        time.sleep(0.05)
    return "done"


def test_a_run_that_has_reached_its_limit_does_not_wait_for_a_busy_worker(lasting):
    came = []
    for some in sampled(lambda: stuck, range(2), workers=lasting.address, chunk=1, is_spent=lambda: bool(came)):
        came.append(some)  # noqa: PERF402 - the limit is reached when the first has come
    assert came == [(range(1), "done")]


def test_a_cluster_without_workers_is_refused(tmp_path):
    empty = Cluster(tmp_path, workers=0)
    try:
        with pytest.raises(BadInput, match="has no workers; start workers with `dask worker tcp://"):
            assert_answers(empty.address)
    finally:
        empty.end()


def test_an_unreachable_cluster_is_reported_within_seconds():
    listening, address = silent()
    began = time.monotonic()
    with listening:
        for one in (address, "nonsense", ""):
            with pytest.raises(BadInput, match=f"cluster: no cluster answers at '{one}'; start a cluster with"):
                assert_answers(one)
    assert time.monotonic() < began + 10


def test_a_worker_that_runs_a_different_version_is_refused():
    with pytest.raises(
        BadInput, match=r"runs pilein .*, but this machine runs pilein 0\.0\.1; install the same version"
    ):
        _play("0.0.1", b"", b"", range(8))
