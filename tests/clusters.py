"""A local dask cluster for tests, with a scheduler and two workers, all of which are killed at the end."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

WITHIN = 60  # seconds in which everything must have started


class Cluster:
    """A scheduler that listens only on 127.0.0.1, and workers that run as separate programs."""

    def __init__(self, folder, *, workers=2):
        self._folder = Path(folder)
        self._programs = []
        file = self._folder / "scheduler.json"
        self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        self.address = awaited(lambda: file.exists() and file.read_text() and json.loads(file.read_text())["address"])
        options = ("--no-nanny", "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1")
        self._workers = [self._start("worker", self.address, *options) for _ in range(workers)]
        if workers:
            self._await(workers)

    def _await(self, workers):
        from distributed import Client  # noqa: PLC0415 - an extra

        with Client(self.address, timeout=WITHIN, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=WITHIN)

    def kill_a_worker(self):
        killed(self._workers.pop())

    def kill_the_scheduler(self):
        killed(self._programs[0])

    def end(self):
        for program in self._programs:
            killed(program)

    def _start(self, what, *arguments):
        settings = {"DASK_DISTRIBUTED__ADMIN__LOW_LEVEL_LOG_LENGTH": "0", "DASK_TEMPORARY_DIRECTORY": str(self._folder)}
        program = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments],
            env={**os.environ, **settings, "PYTHONPATH": os.pathsep.join(sys.path)},
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._programs.append(program)
        return program


def killed(program):
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def awaited(found):
    """Wait until `found` returns a true value, and return that value."""
    until = time.monotonic() + WITHIN
    while time.monotonic() < until:
        result = found()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError("it never came")


def silent():
    """Return a socket that accepts connections and never answers, together with its address."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    return listening, f"tcp://127.0.0.1:{listening.getsockname()[1]}"
