"""Worker processes may be interrupted, get stuck or be killed."""

import os
import signal
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from time import sleep

import pytest

from pilein.engine.signals import SIGNALS
from pilein.kernel.errors import BadInput
from pilein.workers import processes
from pilein.workers.pool import sampled


class Interrupted:
    """A future that raises an interruption when its state is read, as Ctrl-C does while a caller waits for it."""

    def __init__(self, numbers, *, is_waiting):
        self._numbers = numbers
        self._is_waiting = is_waiting
        self._is_cancelled = False

    def done(self):
        raise KeyboardInterrupt

    def cancel(self):
        self._is_cancelled = self._is_waiting

    def cancelled(self):
        return self._is_cancelled

    def exception(self, _timeout):
        return None

    def result(self):
        return list(self._numbers)


class Processes:
    """A pool with two chunks in progress, in which all further chunks wait."""

    count = 0
    is_shut_down = False

    def submitted(self, numbers):
        self.count += 1
        return Interrupted(numbers, is_waiting=self.count > 2)

    def shut_down(self):
        self.is_shut_down = True


def test_interrupted_workers_finish_the_games_that_they_are_playing():
    playing, given = Processes(), []
    chunks = iter([range(2), range(2, 4), range(4, 6), range(6, 8)])
    with pytest.raises(KeyboardInterrupt):
        given.extend(processes._gathered(playing, chunks, 3, lambda: False))
    assert given == [(range(2), [0, 1]), (range(2, 4), [2, 3])]
    assert playing.is_shut_down


def test_a_long_game_does_not_delay_an_interruption(monkeypatch):
    """The first chunk arrives, and the second never does. An interruption during a later wait must stop both
    workers.
    """
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    waits, came = [], []

    def interrupted(futures, timeout):
        waits.append(futures)
        if len(waits) > 20:
            raise KeyboardInterrupt
        return waited(futures, timeout)

    waited = processes.wait
    monkeypatch.setattr(processes, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        came.extend(sampled(never_ending, range(4), workers=2, chunk=1))
    assert came == [(range(1), "done")]
    assert not active_children()


def test_a_worker_ignores_an_interruption(monkeypatch):
    before = {one: signal.getsignal(one) for one in SIGNALS}
    monkeypatch.setattr(processes, "_at_work", [])
    try:
        processes._begin_worker(lambda: len)
        assert {signal.getsignal(one) for one in SIGNALS} == {signal.SIG_IGN}
        assert processes._play(range(7)) == 7
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def stuck(numbers):
    """Play games of which the first ends and the second does not."""
    while numbers.start:
        sleep(0.01)
    return "done"


def never_ending():
    return stuck


def test_workers_are_killed_if_they_are_still_playing_when_the_limit_is_reached(monkeypatch):
    monkeypatch.setattr(processes, "PATIENCE", 0.2)
    came = []
    for some in sampled(never_ending, range(4), workers=2, chunk=1, is_spent=lambda: bool(came)):
        came.append(some)  # noqa: PERF402 - the limit is reached when the first has come
    assert came == [(range(1), "done")]
    assert not active_children()


def dying_once(folder, numbers):
    """Play games, but kill the first process that plays game 20."""
    been = Path(folder) / "been"
    if 20 in numbers and not been.exists():
        been.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return [number**2 for number in numbers]


def prepared(play, *arguments):
    return partial(play, *arguments)


def test_the_games_of_a_killed_process_are_played_again(tmp_path):
    prepare = partial(prepared, dying_once, str(tmp_path))
    came = [one for _, part in sampled(prepare, range(100), workers=2, chunk=4) for one in part]
    assert (tmp_path / "been").exists()
    assert came == [number**2 for number in range(100)]
    assert not active_children()


def dying(numbers):
    if 6 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return list(numbers)


def test_a_chunk_that_kills_every_process_is_abandoned():
    came = []
    with pytest.raises(
        BadInput, match="workers: the worker processes keep dying before they return a result; use fewer workers"
    ):
        came.extend(sampled(partial(prepared, dying), range(100), workers=2, chunk=4))
    assert came == [(range(4), [0, 1, 2, 3])]
    assert not active_children()


def no_beginning():
    os.kill(os.getpid(), signal.SIGKILL)


def test_processes_that_cannot_start_are_not_started_again():
    with pytest.raises(BadInput, match="the worker processes cannot start; in a script, call the function below"):
        list(sampled(no_beginning, range(100), workers=2))
    assert not active_children()
