"""A worker is stopped because of the processor time that its job uses, not because the machine is busy."""

from types import SimpleNamespace

import pytest

from pilein.server import worker_pool
from pilein.server.limits import Limits
from pilein.server.worker_pool import SLOWEST, Worker

SECONDS = 10.0


class Pipe:
    """A pipe to a worker that answers at a given time. Its clock runs only while a caller waits."""

    def __init__(self, answers_at):
        self._answers_at = answers_at
        self.now = 0.0

    def poll(self, seconds):
        self.now += seconds
        return self.now >= self._answers_at


@pytest.mark.parametrize(
    ("share", "answers_at", "is_answered"),
    [(1.0, 9.0, True), (1.0, 11.0, False), (0.2, 40.0, True), (0.2, 51.0, False), (0.0, 70.0, False)],
    ids=["alone", "alone, too long", "on a busy machine", "on a busy machine, too long", "asleep"],
)
def test_a_job_may_use_only_a_limited_amount_of_processor_time(monkeypatch, share, answers_at, is_answered):
    """The worker's process gets a fraction `share` of a processor."""
    worker, pipe = Worker(Limits()), Pipe(answers_at)
    monkeypatch.setattr(worker_pool, "time", SimpleNamespace(monotonic=lambda: pipe.now))
    monkeypatch.setattr(worker, "_ours", pipe)
    monkeypatch.setattr(worker, "_used", lambda: share * pipe.now)
    assert worker._answers_within(SECONDS) is is_answered
    assert pipe.now <= SLOWEST * SECONDS + 1


def test_the_processor_time_of_a_process_that_has_died_is_zero():
    worker = Worker(Limits())
    worker._process = SimpleNamespace(pid=2**22 + 1)
    assert worker._used() == 0
