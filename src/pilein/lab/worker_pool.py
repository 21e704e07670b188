"""Workers that play the games of a long computation, in processes or on a cluster, and the file of their results."""

from collections.abc import Callable, Generator, Iterator, Sized
from contextlib import closing, suppress
from functools import partial
from operator import iadd
from typing import Any, Protocol, Self, TypeVar

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.engine.signals import held
from pilein.kernel.errors import BadInput, BadRecord, Halted, Spent
from pilein.lab.arguments import spelled, whole
from pilein.lab.kept_totals import KeptTotals
from pilein.lab.limits import INTERRUPTED, MOST_WORKERS
from pilein.workers.pool import Workers, fewer, processes, sampled

Progress = Callable[[int, int], None]  # (done, wanted)


class Total(Sized, Protocol):
    """Result of several games, possibly a list, to which more games can be added. Its length is the number of games."""

    def __iadd__(self, other: Any, /) -> Self:  # noqa: ANN401 - of the same kind
        """Add the results of more games to this total."""


Gathered = TypeVar("Gathered", bound=Total)
Found = TypeVar("Found")


def workers_of(value: object) -> Workers:
    """Return a number of processes, or the address of a cluster. The cluster is contacted first.

    Raises:
        BadInput: the value is neither, or the cluster does not answer or has no workers.
    """
    if not isinstance(value, str):
        number = whole(value, "workers", 1)
        if number > MOST_WORKERS:
            raise BadInput(
                f"{number} workers exceed the limit of {MOST_WORKERS}",
                key="workers",
                remedy=f"use at most {MOST_WORKERS} workers",
            )
        return number
    if ":" not in value:
        message = f"{spelled(value)} is neither a whole number nor the address of a cluster"
        raise BadInput(
            message, key="workers", remedy="give a number of workers, or an address like tcp://127.0.0.1:8786"
        )
    from pilein.workers.cluster import assert_answers  # noqa: PLC0415 - an extra that others do without

    assert_answers(value)
    return value


def until_spent(find: Callable[[int], Found], numbers: range) -> list[Found]:
    """Return the results of `find` for the numbers in order, stopping early if a limit is reached."""
    found: list[Found] = []
    with suppress(Spent):
        found.extend(map(find, numbers))
    return found


class WorkerPool(Struct, frozen=True):
    """Workers, with the file of earlier results if results are kept."""

    workers: Workers = 1
    kept: KeptTotals | None = None

    def has(self, name: str, kind: type[Gathered]) -> bool:
        """Whether a total is kept under the given name."""
        return self.kept is not None and self.kept.total(name, kind) is not None

    def known(self, name: str, kind: type[Found], find: Callable[[], Found]) -> Found:
        """Return the value kept under a name. If there is none, call `find` and keep its result."""
        before = None if self.kept is None else self.kept.total(name, kind)
        if before is not None:
            return before
        found = find()
        if self.kept is not None:
            self.kept.note(name, found)
        return found

    def gathered(  # noqa: PLR0913 - the games, and options for playing them
        self,
        name: str,
        kind: type[Gathered],
        begin: Callable[[Meter], Callable[[range], Gathered]],
        wanted: int,
        *,
        chunk: int,
        meter: Meter,
        progress: Progress | None = None,
        counted: str = "games",
    ) -> Gathered:
        """Return the result of `wanted` games, including the games kept under `name`.

        There are fewer games if a limit is reached or the user interrupts. An interruption is recorded in the meter, in
        a sentence that uses the noun `counted` for the games. `begin` returns a function that plays games by their
        numbers, or fewer if its meter is spent. With several workers `begin` must be picklable. Only whole chunks are
        kept, so that a continued run adds up the same numbers.

        Raises:
            BadInput: the workers cannot play; see `sampled`.
            BadRecord: more games are kept than wanted.
            KeyboardInterrupt: the user interrupts before the first game is over.
            Spent: no game is over.
        """
        total = kind()
        asked: dict[str, Any] = {"chunk": chunk, "meter": meter, "progress": progress}
        try:
            for total in self.totals(name, kind, begin, wanted, **asked):  # noqa: B007 - the last one counts
                pass
        except KeyboardInterrupt:
            if not len(total):
                raise
            meter.halt(Halted(f"{INTERRUPTED} after {len(total):,} of {wanted:,} {counted}"))
        return total

    def totals(
        self,
        name: str,
        kind: type[Gathered],
        begin: Callable[[Meter], Callable[[range], Gathered]],
        wanted: int,
        *,
        chunk: int,
        meter: Meter,
        progress: Progress | None = None,
    ) -> Iterator[Gathered]:
        """Yield the results so far after each addition, for a caller that may be interrupted. See `gathered`.

        Raises the same errors as `gathered`.
        """
        total = self._before(name, kind, wanted)
        note = progress or (lambda _done, _wanted: None)
        with closing(self._parts(begin, range(len(total), wanted), chunk, meter)) as parts:
            try:
                yield total
                for numbers, part in parts:
                    total = self._with(part, name, total, chunk)
                    note(len(total), wanted)
                    yield total
                    if len(part) < len(numbers) or meter.is_spent:
                        break
            finally:
                self._keep(name, total, chunk)
        if wanted and not len(total):
            raise meter.reached or meter.out_of_time()

    def _parts(
        self, begin: Callable[[Meter], Callable[[range], Gathered]], left: range, chunk: int, meter: Meter
    ) -> Generator[tuple[range, Gathered], None, None]:
        workers = fewer(self.workers, -(-len(left) // chunk))
        prepare = partial(begin, meter.rest(processes(workers)))
        return sampled(prepare, left, workers=workers, chunk=chunk, is_spent=lambda: meter.is_spent)

    def _with(self, part: Gathered, name: str, total: Gathered, chunk: int) -> Gathered:
        """Add a part to the total, and save whole chunks from time to time."""
        if len(part) < chunk:
            self._keep(name, total, chunk)
        with held():
            total = iadd(total, part)  # type: ignore[no-untyped-call]
        if self.kept and self.kept.is_due:
            self._keep(name, total, chunk)
        return total

    def _before(self, name: str, kind: type[Gathered], wanted: int) -> Gathered:
        """Return the games kept under a name, or an empty total if there are none."""
        total = (self.kept.total(name, kind) if self.kept else None) or kind()
        if len(total) > wanted:
            message = f"{len(total):,} games are already saved, but only {wanted:,} are requested"
            raise BadRecord(
                message, key="games", remedy=f"ask for at least {len(total):,} games, or choose another file"
            )
        return total

    def _keep(self, name: str, total: Gathered, chunk: int) -> None:
        """Keep the total if it consists of whole chunks."""
        if self.kept and len(total) and len(total) % chunk == 0:
            self.kept.note(name, total)
