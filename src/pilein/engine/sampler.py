"""The sampler: battles with too many positions to compile are played game by game, in several processes.

Each game has dice of its own, from the seed and the game's number, so that its result does not depend on which
process plays it, or when.
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

STREAM_BITS = 32  # bits for the number of a game
CHUNK = 8  # games in a chunk: few, so that a worker can stop soon
PATIENCE = 1.0  # seconds between checks of the budget
WINDOW = 4  # chunks per worker, waiting or being played
Result = TypeVar("Result")
Throw = Callable[[Roll], Any]  # gives the outcome of a roll
Prepare = Callable[[], Callable[[range], Result]]


def never() -> bool:
    """No budget: never spent."""
    return False


class Ended(NamedTuple):
    """A finished game: its last state and its number of phases."""

    state: BattleState
    phases: int


def stream(seed: int, number: int) -> int:
    """The seed of a game of a simulation: `pilein fight --seed` plays the same game."""
    return (seed << STREAM_BITS) + number


class Playing:
    """One game: policies and `throw` answer; each event goes to an observer.

    `throw` gives the outcome of a roll: those of `Dice`, or dice that two games have in common.
    `check` is called before each clause and each answer, and may raise to stop the game; `clauses` counts clauses run.
    """

    def __init__(
        self,
        policies: tuple[Policy, Policy],
        throw: Dice | Throw,
        hear: Callable[[Event], object],
        check: Callable[[], None] = UNMETERED.check,
    ) -> None:
        self.clauses = 0
        self._check = check
        self._policies = policies
        self._throw = throw if not isinstance(throw, Dice) else lambda roll: roll.thrown(throw.die)
        self._hear = hear
        self._answers = 0
        self._state: Any = None

    def to_the_end(self, rules: Ruleset, opening: Position, phases: int) -> Ended:
        """Play a number of phases (0: until no units are in contact).

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
        """Play a phase until the clause of that key is next, or to its end; the state then.

        Raises:
            IllegalAnswer: a policy gives an answer that the rules do not allow.

        """
        self._to(rules, opening, clause)
        return self._state

    def _to(self, rules: Ruleset, position: Position, last: str = "") -> None:
        """Play the agenda until the clause of that key is next."""
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
            return self._throw(cast("Roll", request))
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
    """The results of the games with `numbers`, `chunk` at a time and in order: (numbers, result).

    `prepare` returns a function that plays given numbers; with several workers it is called in each process, so it must
    be picklable. If interrupted, games in progress are finished and yielded before KeyboardInterrupt is raised, so that
    the results are always a prefix of `numbers`; a second interruption ends them at once. A signal to the whole process
    group has the same effect: workers ignore signals. Workers still playing when `is_spent` has been true for PATIENCE
    seconds are terminated, and nothing more is yielded.

    Raises:
        BrokenProcessPool: a worker died.

    """
    chunks = (numbers[begin : begin + chunk] for begin in range(0, len(numbers), chunk))
    if workers == 1:
        play = prepare()
        yield from ((some, play(some)) for some in chunks)
        return
    others = frozenset(active_children())
    with held():
        if HAS_MASK:
            ensure_running()  # here, not with the first worker, because it unblocks signals
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
            if not _comes(future, is_spent):  # after an interruption of this wait the chunk is still in progress
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
    """Submit some games; this may start a process, which must ignore interruptions from the start."""
    with held():
        return chunk, processes.submit(_play, chunk)


def _finished(
    under_way: deque[tuple[range, "Future[Any]"]], others: Iterable[BaseProcess]
) -> Iterator[tuple[range, Any]]:
    """The results of the games being played; the others are cancelled."""
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
    """Wait for a worker; False if it still plays when the budget has been spent for PATIENCE seconds."""
    while not future.done():
        wait([future], PATIENCE)
        if not future.done() and is_spent():
            wait([future], PATIENCE)
            return future.done()
    return True


def _end(others: Iterable[BaseProcess]) -> None:
    """Terminate all workers."""
    for child in set(active_children()) - set(others):
        child.kill()


_at_work: list[Callable[[range], Any]] = []  # in a worker's process: the function that plays games


def _begin_worker(prepare: Prepare[Any]) -> None:
    ignore_for_good()  # an interruption is handled by the parent; games in progress are finished
    Thread(target=_end_with_parent, daemon=True).start()
    _at_work.append(prepare())


def _end_with_parent() -> None:
    """End this process when its parent has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(numbers: range) -> Any:  # noqa: ANN401 - whatever is gathered of games
    return _at_work[0](numbers)
