"""Workers in a dask.distributed cluster (the extra `cluster`). The scheduler resends a chunk if its worker dies."""

import asyncio
import logging
import os
import pickle
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import blake2b
from importlib.metadata import version as version_of
from itertools import islice
from threading import Lock
from time import monotonic
from typing import Any

from pilein.kernel.errors import BadInput, PileInError
from pilein.kernel.nearest import shortened

ANSWERS_IN = 3.0  # seconds for a scheduler to answer, and to have a worker
PATIENCE = 1.0  # seconds between checks of the budget and of the workers
DESERTED = 30.0  # seconds to wait for a new worker when all are gone
WINDOW = 4  # chunks per worker, waiting or in progress
KEY = "cluster"
START = "start a cluster with `dask scheduler` and `dask worker ADDRESS`, or omit --cluster"
INSTALL = "install it with `pip install 'pilein[cluster]'`, or omit --cluster"
SAME = "install the same version of pilein on all machines of the cluster"
Prepare = Callable[[], Callable[[range], Any]]
UnderWay = deque[tuple[range, Any]]


def assert_answers(address: str) -> None:
    """Check that a cluster with a worker answers at an address like tcp://127.0.0.1:8786.

    Raises:
        BadInput: no cluster answers there, the cluster has no workers, or the extra `cluster` is not installed.
    """
    with _quiet(), _client(address):
        pass


def by_cluster(
    prepare: Prepare, chunks: Iterator[range], *, address: str, is_spent: Callable[[], bool]
) -> Iterator[tuple[range, Any]]:
    """Yield the results of chunks of games in order, as `sampled` does. An interruption ends the games at once.

    Raises:
        BadInput: the cluster does not answer, has no workers or loses them all, or the workers cannot play.
    """
    with _quiet(), _client(address) as client:
        cluster = _Cluster(client, address, _handed_over(prepare))
        under_way: UnderWay = deque()
        while True:
            room = max(0, cluster.window() - len(under_way))
            under_way.extend((chunk, cluster.submitted(chunk)) for chunk in islice(chunks, room))
            if not under_way:
                return
            chunk, future = under_way[0]
            if not cluster.comes(future, is_spent):
                return
            result = cluster.result(future)
            del under_way[0]
            yield chunk, result


class _Cluster:
    """Cluster that plays chunks. The number of its workers is checked once a second, since workers may come and go."""

    def __init__(self, client: Any, address: str, content: bytes) -> None:  # noqa: ANN401 - distributed has no types
        self._client = client
        self._address = address
        self._content = content
        self._digest = blake2b(content, digest_size=16).digest()
        self._workers = 1
        self._counted = self._manned = -DESERTED

    def window(self) -> int:
        """Return the number of chunks to keep in progress."""
        if monotonic() >= self._counted + PATIENCE:
            self._count()
        return WINDOW * max(1, self._workers)

    def submitted(self, chunk: range) -> Any:  # noqa: ANN401 - distributed has no types
        return self._client.submit(_play, _version(), self._digest, self._content, chunk, pure=False)

    def comes(self, future: Any, is_spent: Callable[[], bool]) -> bool:  # noqa: ANN401 - distributed has no types
        """Wait for a chunk. Returns False if the chunk has not arrived PATIENCE seconds after the budget was spent."""
        was_spent = False
        while not self._waited(future):
            if was_spent:
                return False
            was_spent = is_spent()
            self._count()
        return True

    def result(self, future: Any) -> Any:  # noqa: ANN401 - whatever is gathered of games
        """Return the result of a chunk.

        Raises:
            BadInput: the cluster is gone, the workers cannot play the chunk, or too many of them died while playing it.
        """
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        try:
            return future.result()
        except PileInError:
            raise
        except KilledWorker:
            remedy = "give the workers more memory"
            raise BadInput(
                "the workers of the cluster keep dying before they return a result", key=KEY, remedy=remedy
            ) from None
        except ImportError as error:
            raise BadInput(
                f"a worker of the cluster cannot import what it needs to play: {error}", key=KEY, remedy=SAME
            ) from None
        except (CancelledError, OSError):
            raise _lost_worker(self._address) from None

    def _waited(self, future: Any) -> bool:  # noqa: ANN401 - distributed has no types
        from distributed import wait  # noqa: PLC0415 - an extra

        try:
            with self._client.as_current():
                wait([future], timeout=PATIENCE)
        except TimeoutError:
            return bool(future.done())
        except (CancelledError, OSError):
            raise _lost_worker(self._address) from None
        return True

    def _count(self) -> None:
        try:
            self._workers = len(self._client.nthreads())
        except (OSError, TimeoutError):
            raise _lost_worker(self._address) from None
        self._counted = monotonic()
        if self._workers:
            self._manned = self._counted
        elif self._counted > self._manned + DESERTED:
            message = f"the cluster at {self._address} has no workers left"
            raise BadInput(message, key=KEY, remedy=f"start workers with `dask worker {self._address}`")


@contextmanager
def _client(address: str) -> Iterator[Any]:
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise BadInput(
            "a cluster needs the package `distributed`, which is not installed here", key=KEY, remedy=INSTALL
        ) from None
    try:
        with ThreadPoolExecutor(1) as thread:  # which has no event loop, as a notebook has
            thread.submit(asyncio.run, _greeted(address)).result()
        client = Client(address, timeout=ANSWERS_IN, set_as_default=False, name=f"pilein-{os.getpid()}")
    except (OSError, TimeoutError, ValueError, TypeError):
        raise BadInput(f"no cluster answers at {shortened(address)!r}", key=KEY, remedy=START) from None
    try:
        _assert_manned(client, address)
        yield client
    finally:
        client.close(ANSWERS_IN)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep distributed's log of lost workers and schedulers off the terminal, since this module handles their loss
    itself.
    """
    logger = logging.getLogger("distributed")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)


async def _greeted(address: str) -> None:
    """Check that a scheduler answers. A client would wait forever for a program that accepts connections silently."""
    from distributed.comm import connect  # noqa: PLC0415 - an extra

    async with asyncio.timeout(ANSWERS_IN):
        comm = await connect(address, timeout=ANSWERS_IN)
        await comm.close()


def _assert_manned(client: Any, address: str) -> None:  # noqa: ANN401 - distributed has no types
    try:
        client.wait_for_workers(1, timeout=ANSWERS_IN)
    except TimeoutError:
        remedy = f"start workers with `dask worker {address}`"
        raise BadInput(f"the cluster at {address} has no workers", key=KEY, remedy=remedy) from None


def _version() -> str:
    return version_of("pilein")


def _lost_worker(address: str) -> BadInput:
    return BadInput(f"the cluster at {address} no longer answers", key=KEY, remedy=START)


def _handed_over(prepare: Prepare) -> bytes:
    """Pickle `prepare` for the workers. Raises BadInput if it cannot be pickled."""
    import cloudpickle  # noqa: PLC0415 - comes with distributed

    try:
        return bytes(cloudpickle.dumps(prepare))
    except (pickle.PicklingError, AttributeError, TypeError):
        remedy = "define the policy at the top level of a module, or omit the cluster"
        raise BadInput(
            "this policy cannot be sent to a cluster, because it cannot be pickled", key=KEY, remedy=remedy
        ) from None


_at_work: dict[bytes, Callable[[range], Any]] = {}  # in a worker: the function that plays games, by its digest
_one_at_a_time = Lock()  # a worker may have several threads, but one plays games


def _play(version: str, digest: bytes, content: bytes, numbers: range) -> Any:  # noqa: ANN401 - whatever is gathered
    """Play a chunk in a worker.

    Raises:
        BadInput: the worker runs a different version of pilein.
    """
    if version != _version():
        message = f"a worker of the cluster runs pilein {_version()}, but this machine runs pilein {version}"
        raise BadInput(message, key=KEY, remedy=SAME)
    with _one_at_a_time:
        if digest not in _at_work:
            _at_work.clear()
            _at_work[digest] = pickle.loads(content)()  # noqa: S301 - workers run whatever their scheduler sends
        return _at_work[digest](numbers)
