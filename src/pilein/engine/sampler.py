"""The sampler: battles that have too many positions to compile are played, game by game, over processes.

Each game has dice of its own, known by the seed and the number of the game, so that what comes of it does not hang on
who plays it, or when.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.resource_tracker import ensure_running
from threading import Thread
from typing import Any, NamedTuple, TypeVar, cast

from pilein.dice import Roll
from pilein.engine.budget import UNMETERED
from pilein.engine.play import playing
from pilein.engine.players import Chancy
from pilein.engine.signals import HAS_MASK, held, ignore_for_good
from pilein.engine.sources import Dice
from pilein.kernel.events import Event
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Policy, Request, answered, is_choice
from pilein.tabletop.battle import BattleState
from pilein.tabletop.ruleset import Ruleset, following

STREAM_BITS = 32  # for the number of a game
CHUNK = 8  # games that a worker plays at a time: few, so that it can stop soon
PATIENCE = 1.0  # seconds between looks at what has been spent
WINDOW = 4  # chunks for each worker that wait or are played
Result = TypeVar("Result")
Prepare = Callable[[], Callable[[range], Result]]


def never() -> bool:
    """Nothing is ever spent."""
    return False


class Ended(NamedTuple):
    """A game that has been played: its last state, and its phases."""

    state: BattleState
    phases: int


def stream(seed: int, number: int) -> int:
    """The seed of the dice of a game of a simulation: `pilein fight --seed` plays that game again."""
    return (seed << STREAM_BITS) + number


class Playing:
    """One game: policies and dice answer, and whoever hears is told each event.

    `check` is called before each clause and each answer, to stop a long game by raising; `clauses` counts those run.
    """

    def __init__(
        self,
        policies: tuple[Policy, Policy],
        dice: Dice,
        hear: Callable[[Event], object],
        check: Callable[[], None] = UNMETERED.check,
    ) -> None:
        self.clauses = 0
        self._check = check
        self._policies = policies
        self._dice = dice
        self._hear = hear
        self._answers = 0
        self._state: Any = None

    def to_the_end(self, rules: Ruleset, opening: Position, phases: int) -> Ended:
        """Play so many phases (0: until nobody is in contact).

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.

        """
        phase = 0
        after: Position | None = opening
        while after is not None:
            phase += 1
            self._to(rules, after)
            after = following(rules, Position(self._state, ()), phase, phases)
        return Ended(self._state, phase)

    def until(self, rules: Ruleset, opening: Position, clause: str) -> Any:  # noqa: ANN401 - the ruleset's state
        """Play a phase until the clause of that stable key is next, or to its end: the state then.

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.

        """
        self._to(rules, opening, clause)
        return self._state

    def _to(self, rules: Ruleset, position: Position, last: str = "") -> None:
        """Play what is on the agenda, until the clause of a stable key is next."""
        self._state = position.state
        self._check()
        for ran in playing(rules, position, self._answer):
            self._state = ran.position.state
            self.clauses += 1
            self._check()
            for event in ran.events:
                self._hear(event)
            if ran.position.agenda and ran.position.agenda[0][0] == last:
                return

    def _answer(self, request: Request) -> Answer:
        self._check()
        number = self._answers
        self._answers += 1
        if not is_choice(request):
            return cast("Roll", request).thrown(self._dice.die)
        policy = self._policies[request.side]
        if isinstance(policy, Chancy):
            policy.moment = number
        return answered(request, policy(self._state, request))


def sampled(
    prepare: Prepare[Result],
    numbers: range,
    *,
    workers: int = 1,
    chunk: int = CHUNK,
    is_spent: Callable[[], bool] = never,
) -> Iterator[tuple[range, Result]]:
    """What comes of the games of these numbers, `chunk` at a time and in order: (their numbers, result).

    `prepare` gives what plays some numbers; with several workers it is called in each process, and must be known by its
    name there. If play is interrupted, the games under way are played to their end and given before KeyboardInterrupt
    goes on, so that what has been given is always the first part of `numbers`; a second interruption ends them at once.
    A signal to the whole process group is the same: workers hear none. Workers that are still at one game when
    `is_spent` has been true for PATIENCE seconds are ended, and nothing more is given.

    Raises:
        BrokenProcessPool: a worker has died.

    """
    chunks = (numbers[begin : begin + chunk] for begin in range(0, len(numbers), chunk))
    if workers == 1:
        play = prepare()
        yield from ((some, play(some)) for some in chunks)
        return
    others = frozenset(active_children())
    with held():
        if HAS_MASK:
            ensure_running()  # here and not with the first worker: it lets signals through again
    with ProcessPoolExecutor(workers, get_context("spawn"), _begin_worker, (prepare,)) as processes:
        yield from _gathered(processes, chunks, workers * WINDOW, others, is_spent)


def _gathered(
    processes: ProcessPoolExecutor,
    chunks: Iterator[range],
    window: int,
    others: Iterable[BaseProcess] = (),
    is_spent: Callable[[], bool] = never,
) -> Iterator[tuple[range, Any]]:
    under_way: deque[tuple[range, Future[Any]]] = deque()
    try:
        under_way.extend(_submitted(processes, chunk) for chunk in islice(chunks, window))
        while under_way:
            chunk, future = under_way[0]
            if not _comes(future, is_spent):  # if this wait is interrupted it is still under way
                _end(others)
                return
            under_way.extend(_submitted(processes, more) for more in islice(chunks, 1))
            result = future.result()
            del under_way[0]
            yield chunk, result
    except KeyboardInterrupt:
        yield from _finished(under_way, others)
        raise
    finally:
        processes.shutdown(wait=True, cancel_futures=True)


def _submitted(processes: ProcessPoolExecutor, chunk: range) -> tuple[range, "Future[Any]"]:
    """Hand over some games; this may begin a process, which is to hear of no interruption from its first moment."""
    with held():
        return chunk, processes.submit(_play, chunk)


def _finished(
    under_way: deque[tuple[range, "Future[Any]"]], others: Iterable[BaseProcess]
) -> Iterator[tuple[range, Any]]:
    """What comes of the games that are being played; the others are not begun."""
    try:
        for _, future in reversed(under_way):
            future.cancel()
        for chunk, future in under_way:
            if not future.cancelled():
                yield chunk, future.result()
    except KeyboardInterrupt:
        _end(others)
        raise


def _comes(future: "Future[Any]", is_spent: Callable[[], bool]) -> bool:
    """Wait for what a worker plays; False if it still plays when all that may be spent has been, for PATIENCE."""
    while not future.done():
        wait([future], PATIENCE)
        if not future.done() and is_spent():
            wait([future], PATIENCE)
            return future.done()
    return True


def _end(others: Iterable[BaseProcess]) -> None:
    """End all workers, whatever they are at."""
    for child in set(active_children()) - set(others):
        child.kill()


_at_work: list[Callable[[range], Any]] = []  # in a worker's process: what plays there


def _begin_worker(prepare: Prepare[Any]) -> None:
    ignore_for_good()  # an interruption means the whole; the games under way are finished
    Thread(target=_end_with_parent, daemon=True).start()
    _at_work.append(prepare())


def _end_with_parent() -> None:
    """End this process when the one that began it is no more: nobody else could."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(numbers: range) -> Any:  # noqa: ANN401 - whatever is gathered of games
    return _at_work[0](numbers)
