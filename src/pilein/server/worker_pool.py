"""Worker processes. Each does a single job at a time, and is killed if the job takes too long or is cancelled."""

import asyncio
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any, Literal

import psutil

from pilein.server.jobs import Job
from pilein.server.limits import Limits

IS_FORKED = sys.platform != "win32"
CONTEXT: ForkServerContext | SpawnContext = get_context("forkserver") if IS_FORKED else get_context("spawn")
PATIENCE = 0.25  # seconds after which a job counts as long, and jobs waiting behind it look for another worker
GLANCE = 0.25  # seconds between two looks at the processor time that a job has used
SLOWEST = 6  # seconds by the clock, for each second of processor time, after which a job is stopped anyway
REST = 10.0  # idle seconds after which a replacement worker ends
SPARE = 6  # most workers that replace busy ones


def work(connection: Connection, limits: Limits, rulesets: tuple[str, ...]) -> None:
    """Run the main loop of a worker process. Only workers load the engine, so that the server starts without it."""
    from pilein.server import working  # noqa: PLC0415 - see above

    working.work(connection, limits, rulesets)


class TooLong(Exception):  # noqa: N818 - named by what it means
    """Raised when a job exceeded its time limit and was stopped."""


class Died(Exception):  # noqa: N818 - named by what it means
    """Raised when a worker process died during a job, because it was killed or ran out of memory."""


class Worker:
    """Worker process and the thread that waits for it."""

    def __init__(self, limits: Limits, rulesets: tuple[str, ...] = ()) -> None:
        self._ours, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=work, args=(theirs, limits, rulesets), daemon=True)
        self._theirs: Connection | None = theirs
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._starting = threading.Lock()
        self.lock = asyncio.Lock()
        self._begun: float | None = None  # start of the current job, by a steady clock
        self._rested = 0.0  # idle since, by the same clock
        self._is_killed = False

    @property
    def is_dead(self) -> bool:
        """Whether the process has ended or been killed."""
        return self._is_killed or (self._theirs is None and not self._process.is_alive())

    @property
    def is_slow(self) -> bool:
        """Whether the current job has run for longer than PATIENCE."""
        return self._begun is not None and time.monotonic() - self._begun > PATIENCE

    @property
    def is_idle(self) -> bool:
        """Whether the worker has been idle for longer than REST."""
        return not self.lock.locked() and time.monotonic() - self._rested > REST

    async def free(self) -> bool:
        """Wait until the worker is free and take its lock. Returns False, without the lock, if the worker's current job
        takes too long.
        """
        acquiring = asyncio.create_task(self.lock.acquire())
        try:
            while not acquiring.done() and not self.is_slow:
                await asyncio.wait([acquiring], timeout=PATIENCE)
        except asyncio.CancelledError:
            await self._given_up(acquiring)
            raise
        if acquiring.done():
            return True
        return not await self._given_up(acquiring)

    async def _given_up(self, acquiring: "asyncio.Task[Literal[True]]") -> bool:
        """Leave the queue, releasing the lock if it was already taken. Always returns True."""
        acquiring.cancel()
        with suppress(asyncio.CancelledError):
            await acquiring
            self.lock.release()
        return True

    async def carry_out(self, job: Job, seconds: float) -> Any:  # noqa: ANN401 - each kind of job has its own
        """Run a job and return its outcome. The caller holds the lock.

        Raises:
            TooLong: the job took more than `seconds` of processor time, and the worker was killed.
            Died: the worker died.
        """
        self._begun = time.monotonic()
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._run_in_time, job, seconds)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self.kill()
            with suppress(Exception):
                await future
            raise
        finally:
            self._begun, self._rested = None, time.monotonic()

    def kill(self) -> None:
        """Kill the process at once."""
        self._is_killed = True
        if self._theirs is None:
            self._process.kill()
        self._thread.shutdown(wait=False)

    def _run_in_time(self, job: Job, seconds: float) -> Any:  # noqa: ANN401 - as above
        try:
            self.start()
            self._ours.send(job)
            if self._answers_within(seconds):
                return self._ours.recv()
        except (EOFError, OSError):
            self.kill()
            raise Died from None
        self.kill()
        raise TooLong

    def _answers_within(self, seconds: float) -> bool:
        """Wait for the answer to a job. Returns False once the job takes too long.

        The job may use `seconds` of processor time and SLOWEST times as many seconds by the clock.
        """
        begun, end = self._used(), time.monotonic() + SLOWEST * seconds
        while not self._ours.poll(min(seconds, GLANCE)):
            if self._used() - begun >= seconds or time.monotonic() >= end:
                return False
        return True

    def _used(self) -> float:
        """Processor time used by the process, in seconds, or 0 if the process has died. The pipe reports the death."""
        try:
            times = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(times.user + times.system)

    def start(self) -> None:
        """Start the process unless it is running."""
        with self._starting:
            if self._theirs is not None:
                self._process.start()
                self._theirs.close()
                self._theirs = None
        if self._is_killed:
            self._process.kill()  # while it started


class WorkerPool:
    """Pool of workers. Jobs wait for a free worker, and a table's jobs prefer the worker that already has the table."""

    def __init__(self, size: int, spare: int, make: Callable[[], Worker]) -> None:
        self._size = size
        self._most = size + spare
        self._make = make
        self._workers: list[Worker] = [make() for _ in range(size)]
        self._homes: dict[str, Worker] = {}
        self._freed = asyncio.Event()

    async def do(self, job: Job, seconds: float, table: str = "") -> Any:  # noqa: ANN401 - each kind has its own
        """Run a job and return its outcome. Raises TooLong or Died. Cancelling the call also cancels the job."""
        worker = await self._taken(table)
        try:
            return await worker.carry_out(job, seconds)
        finally:
            self._give_back(worker)

    def start(self) -> None:
        """Start all processes and wait until they run, so that the first job need not wait."""
        for worker in self._workers:
            worker.start()

    def forget(self, table: str) -> None:
        """Forget which worker has a table that no longer has players."""
        self._homes.pop(table, None)

    def close(self) -> None:
        """Kill all processes."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()

    async def _taken(self, table: str) -> Worker:
        """Take a worker and its lock. The worker that has the table is preferred, unless it is busy with a long job."""
        while True:
            self._replace_the_dead()
            worker = self._chosen(table)
            if worker is None:
                self._freed.clear()
                await self._freed.wait()
            elif await worker.free():
                if worker in self._workers and not worker.is_dead:
                    if table:
                        self._homes[table] = worker
                    return worker
                worker.lock.release()

    def _chosen(self, table: str) -> Worker | None:
        """Return the worker to wait for. If all workers are busy with long jobs, this is a new worker, or None if the
        pool is at its limit.
        """
        home = self._homes.get(table)
        if home is not None and not home.is_slow:
            return home
        quick = [one for one in self._workers if not one.is_slow and not one.is_dead]
        if quick:
            homes = Counter(map(id, self._homes.values()))
            return min(quick, key=lambda one: (one.lock.locked(), homes[id(one)]))
        if len(self._workers) >= self._most:
            return None
        self._workers.append(self._make())
        return self._workers[-1]

    def _give_back(self, worker: Worker) -> None:
        worker.lock.release()
        self._send_home()
        self._replace_the_dead()
        self._freed.set()

    def _send_home(self) -> None:
        """End replacement workers that have been idle for a while, starting with the workers that have the fewest
        tables.
        """
        homes = Counter(map(id, self._homes.values()))
        idle = sorted((one for one in self._workers if one.is_idle), key=lambda one: homes[id(one)])
        for one in idle[: max(0, len(self._workers) - self._size)]:
            one.kill()

    def _replace_the_dead(self) -> None:
        """Replace dead workers that no job is waiting for."""
        for worker in [one for one in self._workers if one.is_dead and not one.lock.locked()]:
            worker.kill()
            self._workers.remove(worker)
            self._homes = {table: home for table, home in self._homes.items() if home is not worker}
        while len(self._workers) < self._size:
            self._workers.append(self._make())


def get_ready() -> None:
    """Make the process from which workers are forked preload the engine. That process starts with the first worker."""
    if IS_FORKED:
        CONTEXT.set_forkserver_preload(["pilein.server.preloaded"])
