"""Worker processes: each does one job at a time, and is killed when that takes too long or nobody wants it any more."""

import asyncio
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Any

from pilein.server.jobs import Job
from pilein.server.limits import Limits

IS_FORKED = sys.platform != "win32"
CONTEXT: ForkServerContext | SpawnContext = get_context("forkserver") if IS_FORKED else get_context("spawn")
PATIENCE = 0.05  # seconds that a job waits for the worker that has its table in memory
SPARE = 6  # workers at most that replace those which are busy


def work(connection: Connection, limits: Limits) -> None:
    """What a worker process does. It alone loads the engine: the server starts without."""
    from pilein.server import working  # noqa: PLC0415 - see above

    working.work(connection, limits)


class TooLong(Exception):  # noqa: N818 - named by what it means
    """A job took longer than it may, and was stopped."""


class Died(Exception):  # noqa: N818 - named by what it means
    """A worker process ended in the middle of a job: killed, or out of memory."""


class Worker:
    """One process, and a thread that waits for it."""

    def __init__(self, limits: Limits) -> None:
        self._ours, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=work, args=(theirs, limits), daemon=True)
        self._theirs: Connection | None = theirs
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="worker")
        self._starting = threading.Lock()
        self.lock = asyncio.Lock()
        self._is_killed = False

    @property
    def is_dead(self) -> bool:
        """Whether the process has ended, by us or by others."""
        return self._is_killed or (self._theirs is None and not self._process.is_alive())

    async def done(self, job: Job, seconds: float) -> Any:  # noqa: ANN401 - each kind of job has its own
        """The outcome of a job. The caller holds the lock.

        Raises:
            TooLong: it took longer than these seconds; the worker is dead.
            Died: the worker died.

        """
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._done, job, seconds)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self.kill()
            with suppress(Exception):
                await future
            raise

    def kill(self) -> None:
        """End the process at once."""
        self._is_killed = True
        if self._theirs is None:
            self._process.kill()
        self._thread.shutdown(wait=False)

    def _done(self, job: Job, seconds: float) -> Any:  # noqa: ANN401 - as above
        try:
            self.start()
            self._ours.send(job)
            if self._ours.poll(seconds):
                return self._ours.recv()
        except (EOFError, OSError):
            self.kill()
            raise Died from None
        self.kill()
        raise TooLong

    def start(self) -> None:
        """Start the process, unless it runs."""
        with self._starting:
            if self._theirs is not None:
                self._process.start()
                self._theirs.close()
                self._theirs = None
        if self._is_killed:
            self._process.kill()  # while it started


class Crew:
    """Workers. A job waits for a free one; jobs of the same table go to the same worker if it is free soon."""

    def __init__(self, size: int, spare: int, make: Callable[[], Worker]) -> None:
        self._size = size
        self._most = size + spare
        self._make = make
        self._workers: list[Worker] = [make() for _ in range(size)]
        self._homes: dict[str, Worker] = {}
        self._freed = asyncio.Event()

    async def do(self, job: Job, seconds: float, table: str = "") -> Any:  # noqa: ANN401 - each kind has its own
        """The outcome of a job; raises TooLong or Died as a worker does. When it is cancelled, so is the job."""
        worker = await self._taken(table)
        try:
            return await worker.done(job, seconds)
        finally:
            self._give_back(worker)

    def start(self) -> None:
        """Start all processes, so that the first job need not wait for them; blocks."""
        for worker in self._workers:
            worker.start()

    def forget(self, table: str) -> None:
        """Nobody sits at this table at present."""
        self._homes.pop(table, None)

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.kill()
        self._workers.clear()

    async def _taken(self, table: str) -> Worker:
        home = self._homes.get(table)
        if home is not None and not home.is_dead:
            with suppress(TimeoutError):
                await asyncio.wait_for(home.lock.acquire(), PATIENCE)
                if not home.is_dead:
                    return home
                home.lock.release()
        worker = await self._free()
        if table:
            self._homes[table] = worker
        return worker

    async def _free(self) -> Worker:
        """A worker that has nothing to do: the one with the fewest tables; a new one if all are busy."""
        while True:
            self._replace_the_dead()
            free = [one for one in self._workers if not one.lock.locked()]
            if not free and len(self._workers) < self._most:
                free = [self._make()]
                self._workers += free
            if free:
                homes = list(self._homes.values())
                worker = min(free, key=homes.count)
                await worker.lock.acquire()  # at once: nobody has it
                return worker
            self._freed.clear()
            await self._freed.wait()

    def _give_back(self, worker: Worker) -> None:
        worker.lock.release()
        if not worker.is_dead and len(self._workers) > self._size:
            worker.kill()  # it stood in for others
        self._replace_the_dead()
        self._freed.set()

    def _replace_the_dead(self) -> None:
        """Let new workers take the places of those that have ended and that nobody waits for."""
        for worker in [one for one in self._workers if one.is_dead and not one.lock.locked()]:
            worker.kill()
            self._workers.remove(worker)
            self._homes = {table: home for table, home in self._homes.items() if home is not worker}
        while len(self._workers) < self._size:
            self._workers.append(self._make())


def get_ready() -> None:
    """Have the process from which workers are forked import the engine beforehand; it starts with the first worker."""
    if IS_FORKED:
        CONTEXT.set_forkserver_preload(["pilein.server.preloaded"])
