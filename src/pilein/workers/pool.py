"""A pool of workers: chunks of games are played here, by processes on this machine, or by a cluster.

The result of a game does not depend on which worker plays it, or when.
"""

from collections.abc import Callable, Generator
from typing import TypeVar

CHUNK = 8  # games per chunk: few, so that a worker can stop soon
Result = TypeVar("Result")
Prepare = Callable[[], Callable[[range], Result]]
Workers = int | str  # a number of processes, or the address of a cluster


def never() -> bool:
    """Never spent: there is no budget."""
    return False


def fewer(workers: Workers, most: int) -> Workers:
    """The workers for at most this number of chunks: a single chunk is not handed over."""
    if isinstance(workers, str):
        return workers if most > 1 else 1
    return min(workers, max(1, most))


def processes(workers: Workers) -> int:
    """Number of processes, besides this one, whose memory on this machine is used."""
    return workers if isinstance(workers, int) and workers > 1 else 0


def sampled(
    prepare: Prepare[Result],
    numbers: range,
    *,
    workers: Workers = 1,
    chunk: int = CHUNK,
    is_spent: Callable[[], bool] = never,
) -> Generator[tuple[range, Result], None, None]:
    """The results of the games with `numbers`, `chunk` at a time and in order: (numbers, result).

    `prepare` returns a function that plays given numbers; with several `workers`, which are processes or those of a
    cluster at an address, it is called by each of them, so it must be picklable. If interrupted, games that processes
    are playing have PATIENCE seconds to come and be yielded before KeyboardInterrupt is raised, so that the results are
    always a prefix of `numbers`; a second interruption ends them at once. When `is_spent` has been true for PATIENCE
    seconds, workers are not waited for, and nothing more is yielded. The chunk of a worker that dies is played by
    another.

    Raises:
        BadInput: worker processes cannot begin, or keep dying; the cluster does not answer or has no workers.

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
