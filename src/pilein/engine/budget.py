"""Limits on a computation, in seconds of clock time and bytes of memory. Usage is measured during the computation."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from pilein.kernel.errors import Halted, OutOfTime, Spent

KB, MB, GB = 10**3, 10**6, 10**9
MINUTE, HOUR = 60, 3600
SECONDS, MEMORY = 60.0, GB
LOOK, LOOK_AT_WORKERS = 0.1, 0.5  # seconds between checks of memory, which are slower than checks of the clock
OF_A_WORKER = 64 * MB  # used by Python and the rules themselves
QUARTER = 0.25  # share of the memory for results kept for later
MORE = 5  # ratio of the suggested limit to the one reached

Gauge = Callable[[bool], int]


def used(with_workers: bool) -> int:  # noqa: FBT001 - a gauge
    """Return the bytes of memory that this process and its children use, or 0 if unknown, as in a browser."""
    try:
        import psutil  # noqa: PLC0415 - needed only for long computations
    except ImportError:
        return 0
    process = psutil.Process()
    found: int = process.memory_info().rss
    for child in process.children(recursive=True) if with_workers else ():
        try:
            found += child.memory_info().rss
        except psutil.Error:
            continue  # the child has ended
    return found


@dataclass(frozen=True)
class Budget:
    """Limits of a computation, in `seconds` and in bytes of `memory` beyond the memory in use at the start.

    None means no limit.
    """

    seconds: float | None = SECONDS
    memory: int | None = MEMORY
    clock: Callable[[], float] = time.monotonic
    gauge: Gauge = used

    def started(self) -> "Meter":
        """Start the clock and return the meter of the budget."""
        return Meter(self)


class Meter:
    """Running meter of a budget, or of a share of its time. `reached` is the limit that has been reached, or None.

    `halted` is the interruption by the user, or None. It counts as a limit for this meter, for the meter `of` which
    this one is a share, and for later shares of both.
    `said` is the time limit to name in messages. `workers` is the number of workers whose memory is included.
    """

    def __init__(
        self,
        budget: Budget,
        seconds: float | None = None,
        *,
        said: float | None = None,
        workers: int = 0,
        of: "Meter | None" = None,
    ) -> None:
        self.reached: Spent | None = None
        self.halted: Halted | None = None
        self._of = of
        self._budget = budget
        self._clock = budget.clock
        allowed = budget.seconds if seconds is None else seconds
        self._said = allowed if said is None else said
        self._workers = self._sharers = workers
        self._left_when_paused: float | None = None
        now = self._clock()
        self._end = inf if allowed is None else now + allowed
        self._most = self._look = inf
        if budget.memory is not None:
            self._most = budget.gauge(workers > 0) + budget.memory + workers * OF_A_WORKER
            self._look = now
        if of is not None and of.halted:
            self.halt(of.halted)

    def halt(self, halted: Halted) -> None:
        """Record that the user interrupted the computation, so that no more work is begun."""
        self.halted, self._end = halted, -inf
        if self._of is not None and not self._of.halted:
            self._of.halt(halted)

    def check(self) -> None:
        """Check the clock and, now and then, the memory.

        Raises:
            Spent: a limit is reached.
        """
        now = self._clock()
        if now >= self._end:
            raise self.out_of_time()
        if now >= self._look:
            self._look = now + (LOOK_AT_WORKERS if self._workers > 0 else LOOK)
            if self._budget.gauge(self._workers > 0) >= self._most:
                raise self.out_of_memory()

    @property
    def bytes_for_memory(self) -> int:
        """Bytes of results that each process may cache. All processes together may use a quarter of the memory
        limit.
        """
        allowed = MEMORY if self._budget.memory is None else self._budget.memory
        return int(allowed * QUARTER) // max(1, self._sharers)

    @property
    def allowed(self) -> float | None:
        """Time limit of the whole budget in seconds, or None if there is no limit."""
        return self._budget.seconds

    @property
    def is_spent(self) -> bool:
        """Whether a limit on time or memory is reached."""
        try:
            self.check()
        except Spent:
            return True
        return False

    def part(self, share: float) -> "Meter":
        """Return a meter for a share of the remaining time. Memory is measured from now on."""
        said = None if self._said is None else share * self._said
        return Meter(self._budget, None if self._end == inf else share * self._left, said=said, of=self)

    def rest(self, workers: int = 0) -> "Meter":
        """Return a meter for the remaining time. Memory is measured from now on and includes the workers' memory."""
        return Meter(self._budget, None if self._end == inf else self._left, said=self._said, workers=workers, of=self)

    def budget(self, share: float) -> Budget:
        """Return the limits with a share of the remaining time, for a computation that starts its own meter."""
        return replace(self._budget, seconds=None if self._end == inf else share * self._left)

    def pause(self) -> None:
        """Stop the clock until the meter is resumed."""
        self._left_when_paused = None if self._end == inf else self._left
        self._end = self._look = inf

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Run a paused meter within the block."""
        now = self._clock()
        self._end = inf if self._left_when_paused is None else now + self._left_when_paused
        self._look = now if self._most < inf else inf
        try:
            yield
        finally:
            self.pause()

    def out_of_time(self) -> Spent:
        """Record the time limit as reached, and return the error for it, or for an interruption by the user."""
        self.reached = self.halted or OutOfTime(duration(self._said or 0), option(self._budget.seconds or 0))
        return self.reached

    def out_of_memory(self) -> Spent:
        """Record the memory limit as reached, here or in a worker, and return the error for it."""
        memory = self._budget.memory or 0
        self.reached = Spent(f"{size(memory)} of memory", size(MORE * memory).replace(" ", ""))
        return self.reached

    @property
    def _left(self) -> float:
        return max(0.0, self._end - self._clock())

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the remaining time, because another process has its own clock."""
        seconds = None if self._end == inf else self._left
        return _arrived, (self._budget.seconds, self._budget.memory, seconds, time.time(), self._sharers)


def _arrived(whole: float | None, memory: int | None, left: float | None, sent: float, sharers: int) -> Meter:
    on_its_way = max(0.0, time.time() - sent)
    meter = Meter(Budget(whole, memory), None if left is None else max(0.0, left - on_its_way))
    meter._sharers = sharers  # noqa: SLF001 - its own
    return meter


def duration(seconds: float) -> str:
    """Format seconds for people, as in 90 s, 5 min or 2 h."""
    for unit, words in ((HOUR, "h"), (MINUTE, "min")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.3g} {words}"
    return f"{seconds:.3g} s"


def size(memory: int) -> str:
    """Format bytes for people, as in 500 MB or 1 GB."""
    for unit, words in ((GB, "GB"), (MB, "MB")):
        if memory >= unit:
            return f"{memory / unit:g} {words}"
    return f"{memory / KB:g} kB"


def option(seconds: float) -> str:
    """Format a time limit longer than the given one as the value of an option, as in 5min."""
    return duration(MORE * max(seconds, 1)).replace(" ", "")


UNLIMITED = Budget(None, None)
UNMETERED = UNLIMITED.started()
