"""Pool of workers that play chunks of games: this process, processes on this machine, or a cluster.

The result of a game does not depend on which worker plays it, or when.
"""

from collections.abc import Callable, Generator
from typing import TypeVar

CHUNK = 8  # games per chunk: few, so that a worker can stop soon
Result = TypeVar("Result")
Prepare = Callable[[], Callable[[range], Result]]
Workers = int | str  # a number of processes, or the address of a cluster


def never() -> bool:
    """Return False. This is the default for `is_spent`, for games without a budget."""
    return False


def fewer(workers: Workers, most: int) -> Workers:
    """Return the number of workers needed for at most `most` chunks. A single chunk is played in this process."""
    if isinstance(workers, str):
        return workers if most > 1 else 1
    return min(workers, max(1, most))


def processes(workers: Workers) -> int:
    """Return the number of processes, besides this one, that use memory on this machine."""
    return workers if isinstance(workers, int) and workers > 1 else 0


def sampled(
    prepare: Prepare[Result],
    numbers: range,
    *,
    workers: Workers = 1,
    chunk: int = CHUNK,
    is_spent: Callable[[], bool] = never,
) -> Generator[tuple[range, Result], None, None]:
    """Yield the results of the games with `numbers`, `chunk` at a time and in order, as (numbers, result).

    `prepare` returns a function that plays given numbers. If there are several `workers` (processes, or the workers
    of a cluster at an address), each of them calls `prepare`, so it must be picklable. After an interruption,
    processes have PATIENCE seconds to finish their games and yield them before KeyboardInterrupt is raised. The
    results are therefore always a prefix of `numbers`. A second interruption ends the games at once. When `is_spent`
    has been true for PATIENCE seconds, workers are no longer waited for, and no more results are yielded. If a
    worker dies, another worker plays its chunk.

    Raises:
        BadInput: worker processes cannot start, worker processes keep dying, or the cluster does not answer or
            has no workers.
    """
    chunks = (numbers[begin : begin + chunk] for begin in range(0, len(numbers), chunk))
    if workers == 1:
        play = prepare()
        yield from ((some, play(some)) for some in chunks)
    elif isinstance(workers, str):
        from pilein.workers.cluster import by_cluster  # noqa: PLC0415 - an extra that others do without

        yield from by_cluster(prepare, chunks, address=workers, is_spent=is_spent)
    else:
        from pilein.workers.processes import by_processes  # noqa: PLC0415 - a browser has no processes

        yield from by_processes(prepare, chunks, workers=workers, is_spent=is_spent)
