"""Worker processes on this machine. If one dies, new ones take over and play its unfinished games."""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.reduction import ForkingPickler
from multiprocessing.resource_tracker import ensure_running
from pickle import PicklingError
from threading import Thread
from time import monotonic
from typing import Any

from pilein.engine.signals import HAS_MASK, held, ignore_for_good
from pilein.kernel.errors import BadInput

PATIENCE = 1.0  # seconds between checks of the budget
WINDOW = 4  # chunks per worker, waiting or in progress
MOST_DEATHS = 3  # times in a row that processes are replaced without a result
GUARD = "in a script, call the function below `if __name__ == '__main__':`, or use one worker"
TOP = "define the policy at the top level of a module, or use one worker"
Prepare = Callable[[], Callable[[range], Any]]
UnderWay = deque[tuple[range, "Future[Any]"]]


def by_processes(
    prepare: Prepare, chunks: Iterator[range], *, workers: int, is_spent: Callable[[], bool]
) -> Iterator[tuple[range, Any]]:
    """Yield the results of chunks of games in order, as `sampled` does.

    Raises:
        BadInput: the processes cannot start, or keep dying.
    """
    _assert_can_be_handed_over(prepare)
    yield from _gathered(Processes(prepare, workers), chunks, workers * WINDOW, is_spent)


class Processes:
    """Processes that play chunks and are replaced if one of them dies."""

    def __init__(self, prepare: Prepare, workers: int) -> None:
        self._prepare = prepare
        self._workers = workers
        self._deaths = 0
        self._others = frozenset(active_children())
        with held():
            if HAS_MASK:
                ensure_running()  # here, not with the first worker, because it unblocks signals
        self._open()

    def submitted(self, chunk: range) -> "Future[Any]":
        """Submit a chunk and return its future. If the processes have died, the future raises the
        corresponding error.
        """
        try:
            with held():  # this may start a process, which must ignore interruptions from the start
                return self._pool.submit(_play, chunk)
        except BrokenProcessPool as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def has_come(self) -> None:
        """Note that a chunk has been played, so that earlier deaths no longer count."""
        self._deaths = 0

    def replace(self) -> None:
        """Start new processes in place of dead ones.

        Raises:
            BadInput: no process could start, or too many died in a row.
        """
        self.close()
        has_begun = self._begun.done() and not self._begun.cancelled() and self._begun.exception() is None
        if not has_begun:
            raise BadInput("the worker processes cannot start", key="workers", remedy=GUARD)
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            remedy = "use fewer workers, so that each has more memory"
            raise BadInput("the worker processes keep dying before they return a result", key="workers", remedy=remedy)
        self._open()

    def close(self) -> None:
        """End all processes, even in the middle of a game."""
        self.kill()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def shut_down(self) -> None:
        """Let the processes finish their current games and end."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def kill(self) -> None:
        """Kill all processes, which ignore other signals."""
        for child in set(active_children()) - self._others:
            child.kill()

    def _open(self) -> None:
        self._pool = ProcessPoolExecutor(self._workers, get_context("spawn"), _begin_worker, (self._prepare,))
        with held():
            self._begun = self._pool.submit(_is_ready)


def _gathered(
    processes: Processes, chunks: Iterator[range], window: int, is_spent: Callable[[], bool]
) -> Iterator[tuple[range, Any]]:
    under_way: UnderWay = deque()
    try:
        under_way.extend((chunk, processes.submitted(chunk)) for chunk in islice(chunks, window))
        while under_way:
            chunk, future = under_way[0]
            if not _comes(future, is_spent):  # after an interruption of this wait the chunk is still in progress
                processes.kill()
                return
            if _has_died(future):
                processes.replace()
                _submit_again(processes, under_way)
                continue
            under_way.extend((more, processes.submitted(more)) for more in islice(chunks, 1))
            result = future.result()
            del under_way[0]
            processes.has_come()
            yield chunk, result
    except KeyboardInterrupt:
        yield from _finished(under_way, processes)
        raise
    finally:
        processes.shut_down()


def _submit_again(processes: Processes, under_way: UnderWay) -> None:
    """Resubmit unfinished chunks of processes that died. Finished chunks are kept."""
    for place, (chunk, future) in enumerate(under_way):
        if future.cancelled() or _has_died(future):
            under_way[place] = chunk, processes.submitted(chunk)


def _has_died(future: "Future[Any]") -> bool:
    return isinstance(future.exception(), BrokenProcessPool)


def _finished(under_way: UnderWay, processes: Processes) -> Iterator[tuple[range, Any]]:
    """Yield the results of games in progress that arrive within PATIENCE seconds, up to the first that does not.

    Chunks that have not begun are cancelled. If the process of a chunk has died, the results end before that chunk.
    """
    end = monotonic() + PATIENCE
    try:
        for _, future in reversed(under_way):
            future.cancel()
        for chunk, future in under_way:
            if future.cancelled():
                continue
            if isinstance(future.exception(max(0, end - monotonic())), BrokenProcessPool):
                return
            yield chunk, future.result()
    except TimeoutError:
        processes.kill()
    except KeyboardInterrupt:
        processes.kill()
        raise


def _comes(future: "Future[Any]", is_spent: Callable[[], bool]) -> bool:
    """Wait for a worker. Returns False if the worker is still playing PATIENCE seconds after the budget was spent."""
    while not future.done():
        wait([future], PATIENCE)
        if not future.done() and is_spent():
            wait([future], PATIENCE)
            return future.done()
    return True


def _assert_can_be_handed_over(prepare: Prepare) -> None:
    """Check that the games can be sent to other processes. Raises BadInput if a policy cannot be pickled."""
    try:
        ForkingPickler.dumps(prepare)
    except (PicklingError, AttributeError, TypeError):
        message = "this policy cannot be sent to worker processes, because it cannot be pickled"
        raise BadInput(message, key="workers", remedy=TOP) from None


_at_work: list[Callable[[range], Any]] = []  # in a worker's process: the function that plays games


def _begin_worker(prepare: Prepare) -> None:
    ignore_for_good()  # an interruption is handled by the parent; games in progress are finished
    Thread(target=_end_with_parent, daemon=True).start()
    _at_work.append(prepare())


def _end_with_parent() -> None:
    """End this process when its parent has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _is_ready() -> bool:
    return True


def _play(numbers: range) -> Any:  # noqa: ANN401 - whatever is gathered of games
    return _at_work[0](numbers)
