"""Python function that simulates a scenario."""

import gc
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pilein.chain.explore.compiler import compiled
from pilein.chain.limits import PER_RUN
from pilein.chain.numpy_at_hand import has_numpy
from pilein.engine.budget import Meter
from pilein.engine.fixed import FixedAnswers, Noted
from pilein.engine.rulesets import ruleset_named
from pilein.engine.signals import held
from pilein.kernel.errors import BadInput, BadRecord, Spent, TooManyPositions, TooMuch
from pilein.lab import simulating_files
from pilein.lab.arguments import whole
from pilein.lab.assumptions import hints
from pilein.lab.fixed import Fixed, assert_offered, both_with_fixed, fixed_answers, unused_hints
from pilein.lab.limits import DEFAULT, HALF, Limit, Phases, assert_not_too_large, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.questions import label
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.simulated import AUTO, GAMES, WALKS, WAYS, Simulated, Way
from pilein.lab.simulating_games import Games, are_blind, policy_of
from pilein.lab.tallies import Tally
from pilein.lab.worker_pool import workers_of
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import CHUNK, Workers, processes, sampled

if TYPE_CHECKING:
    from pilein.lab.simulating_walks import Walked

LIMIT = 200_000  # positions up to which a battle in the press is compiled for walks
FIGHTS = 1 << 16  # games walked at a time with all events
MOST = 10**12  # games
FEW = 2_000  # games
MANY = 1_000_000  # games: from this number compiling is always less work
SAVES = 20  # number of intermediate saves

Progress = Callable[[int, int], None]  # (games done, games wanted)
Tallying = Callable[[range], Tally]
Parts = Generator[tuple[range, Tally], None, None]


class Manner(Struct, frozen=True):
    """Options that control how a simulation runs. See `simulate`."""

    way: Way = AUTO
    events: bool = True
    joint: bool = False
    workers: Workers = 1
    save: str | Path | None = None
    resume: str | Path | None = None
    progress: Progress | None = None
    budget: Limit | Meter = DEFAULT


def simulate(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    policy: Policies = SENSIBLE,
    *,
    n: int = 10_000,
    seed: int = 0,
    phases: Phases = "end",
    rulings: Mapping[str, str] | None = None,
    fixed: Fixed = None,
    way: Way = AUTO,
    events: bool = True,
    joint: bool = False,
    workers: Workers = 1,
    save: str | Path | None = None,
    resume: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit | Meter = DEFAULT,
) -> Simulated:
    """Sample `n` games of a scenario over a number of phases. With "end" (or 0), games last until no combat is left.

    `policy`, `rulings` and `fixed` are as in `play`. The same seed gives the same figures for any number of workers.
    If the user interrupts, or the budget is spent, the results so far are returned. `way` is "walks" (over the
    compiled battle), "games" (played one by one), or "auto", which walks in the press if policies are deterministic
    and compiling is less work than playing. `events` counts all events; without them walks are much faster. `joint`
    plays every game and counts its complete end. `workers` is a number of processes that play games, or of threads
    that walk if events are not counted, or the address of a cluster. `save` and `resume` name files for the results
    so far. An existing `save` is continued if it belongs to this simulation and refused if not. `progress` is called
    with (games done, games wanted). `budget` limits time and memory, like "5min,2GB"; None means no limit.

    Raises:
        BadScenario: the file or the scenario cannot be played.
        BadInput: the way, a policy or a number is invalid, walks have a random policy, or workers or a cluster fail.
        BadRecord: the file to continue or to save to belongs to another simulation, or the file to save to cannot be
            written.
        TooManyPositions: there are too many positions for the requested walks.
        Spent: the budget runs out before the first game is over.
        UnknownRule: there is no such policy, ruling or option.
    """
    found, manner = scenario_of(scenario, rulings), Manner(way, events, joint, workers, save, resume, progress, budget)
    return simulated(found, policy, n, phases=phases_of(phases), fixed=fixed, manner=manner, seed=seed)


def simulated(
    found: Scenario,
    policy: Policies,
    n: int,
    *,
    phases: int,
    fixed: Fixed,
    manner: Manner,
    seed: int = 0,
) -> Simulated:
    """Run a simulation with these options and add its hints. Raises as `simulate` does."""
    answers = fixed_answers(fixed, found)
    done, noted = _simulated(_games(found, policy, phases, whole(seed, "seed"), answers, joint=manner.joint), n, manner)
    answers.note(noted)
    assert_offered(answers, found)
    done.hints = (*hints(found), *(() if done.resumed else unused_hints(answers, found.ruleset)))
    return done


def _games(found: Scenario, policy: Policies, phases: int, seed: int, fixed: FixedAnswers, *, joint: bool) -> Games:
    games = Games(found, pair_of(policy, sides_of(found)), phases, seed, fixed.plain(), joint=joint)
    for side in (0, 1):
        policy_of(games, 0, side)  # report an unknown name before playing
    return games


def _simulated(games: Games, wanted: int, manner: Manner) -> tuple[Simulated, Noted]:
    """Return the simulation, with a record of how fixed answers were used."""
    _assert_sensible(manner, wanted)
    workers_of(manner.workers)
    meter = manner.budget if isinstance(manner.budget, Meter) else budget_of(manner.budget).started()
    with simulating_files.writing(manner.save):
        way, prepare, chunk = _way(games, wanted, manner, meter)
        done = simulating_files.saved_results(manner.save, manner.resume, games, way)
        resumed, workers = done.games, manner.workers if way == GAMES else 1
        meter = meter.rest(processes(workers))
        prepare = partial(prepare, meter) if way == GAMES else prepare
        keep = _Keeping(partial(simulating_files.write, manner.save, games, way, done) if manner.save else None)
        stopped = None
        try:
            left = range(resumed, wanted)
            with closing(_parts(prepare, left, workers=workers, chunk=chunk, meter=meter)) as parts:
                stopped = _sample(parts, done, wanted, manner.progress, keep, meter)
        except KeyboardInterrupt:
            if not done.games:
                raise
        finally:
            if done.games:
                keep.now()
    if stopped and not done.games:
        raise stopped
    return Simulated(games, way, done, wanted=wanted, resumed=resumed, stopped=stopped, unkept=keep.fault), done.noted


class _Keeping:
    """Writer of the results so far.

    A full disk does not stop play; `fault` holds the error, which is reported at the end.
    """

    def __init__(self, write: Callable[[], None] | None) -> None:
        self._write = write
        self._has_kept = False
        self.fault: BadRecord | None = None

    def now(self) -> None:
        try:
            if self._write:
                self._write()
        except BadRecord as error:
            if not self._has_kept:
                raise
            self.fault = error
        else:
            self._has_kept, self.fault = True, None


def _sample(
    parts: Parts, done: Tally, wanted: int, progress: Progress | None, keep: _Keeping, meter: Meter
) -> Spent | None:
    """Add each part to the results so far. After an interruption, the parts in progress are added as well.

    Returns the limit that stopped the simulation, or None.

    Raises:
        KeyboardInterrupt: the user interrupted.
    """
    next_keeping = done.games
    try:
        for numbers, part in parts:
            _add(numbers, part, done)
            if progress:
                progress(done.games, wanted)
            if done.games >= next_keeping:
                keep.now()
                next_keeping = done.games + wanted // SAVES
            if done.games < wanted and meter.is_spent:
                return meter.reached
            if part.games < len(numbers):  # the worker ran out of memory
                return meter.reached or meter.out_of_memory()
    except KeyboardInterrupt as interruption:
        for numbers, part in _under_way(parts, interruption):
            _add(numbers, part, done)
        raise
    return meter.reached if done.games < wanted and meter.is_spent else None


def _add(numbers: range, part: Tally, done: Tally) -> None:
    """Add the next part to the games done, holding back signals until it is added."""
    with held():
        if numbers.start == done.games:
            done.add(part)


def _under_way(parts: Parts, interruption: KeyboardInterrupt) -> Iterator[tuple[range, Tally]]:
    """Yield the parts still in progress when play is interrupted between two parts."""
    with suppress(KeyboardInterrupt, StopIteration):
        yield parts.throw(interruption)
        yield from parts


def _parts(prepare: Callable[[], Tallying], numbers: range, *, workers: Workers, chunk: int, meter: Meter) -> Parts:
    """Yield the results of games, several games at a time. Raises BadInput if the workers cannot play them."""
    yield from sampled(prepare, numbers, workers=workers, chunk=chunk, is_spent=lambda: meter.is_spent)


def _assert_sensible(manner: Manner, wanted: int) -> None:
    if manner.way not in WAYS:
        raise BadInput(
            f"{manner.way!r} is not a way to simulate games", key="way", remedy=f"use one of {', '.join(WAYS)}"
        )
    if manner.joint and manner.way == WALKS:
        raise BadInput("'walks' cannot count joint outcomes", key="way", remedy="use 'games' or 'auto'")
    if whole(wanted, "n", 1) > MOST:
        raise BadInput(
            f"{wanted:,} games exceed the limit of {MOST:,}", key="n", remedy=f"ask for at most {MOST:,} games"
        )


def _way(games: Games, wanted: int, manner: Manner, meter: Meter) -> tuple[str, Callable[..., Tallying], int]:
    """Return the way of sampling, the function that prepares tallying, and the number of games tallied at a time."""
    way = _way_kept(manner) if manner.way == AUTO else manner.way
    if way == GAMES or (way == AUTO and (manner.joint or not _may_walk(games))):
        return GAMES, games.begin, _chunk(wanted, manner.workers)
    walked = _walked_if_worth_it(games, wanted, meter) if way == AUTO else _walked_anyway(games, meter)
    if walked is None:
        gc.collect()  # release the compiled battle before playing
        return GAMES, games.begin, _chunk(wanted, manner.workers)
    if manner.events:
        return WALKS, walked.walker_of_all, FIGHTS
    from pilein.chain.sample.sampler import PIECE  # noqa: PLC0415 - it needs numpy

    threads = processes(manner.workers) or 1  # a cluster plays games, not walks
    return WALKS, partial(walked.with_ends_alone, workers=threads), PIECE * threads


def _way_kept(manner: Manner) -> str:
    """Return the way in which the simulation to be continued is sampled, or AUTO for a new simulation."""
    file = simulating_files.begun(manner.save, manner.resume)
    return simulating_files.way_in(file) if file else AUTO


def _chunk(wanted: int, workers: Workers) -> int:
    """Return the number of games tallied at a time. It is 1 if workers share few games.

    A limit that stops one worker discards the chunks of the others.
    """
    return 1 if workers != 1 and wanted <= FEW else CHUNK


def _walked_if_worth_it(games: Games, wanted: int, meter: Meter) -> "Walked | None":
    """Compile the battle.

    Returns None if compiling is more work than playing, measured by the number of clauses run.
    """
    part = meter.part(HALF)
    clauses = wanted * games.clauses(part) if wanted < MANY else None
    try:
        assert_not_too_large(games.scenario)
        return _walked(games, part, clauses)
    except TooMuch:
        return None


def _walked_anyway(games: Games, meter: Meter) -> "Walked":
    """Compile the battle as requested. Raises TooMuch if that is impossible."""
    try:
        return _walked(games, meter)
    except TooManyPositions as error:
        error.remedy = "play the games with --way games, or use fewer models or phases"
        raise


def _may_walk(games: Games) -> bool:
    return has_numpy() and games.scenario.press is not None and are_blind(games)


def _walked(games: Games, meter: Meter, clauses: int | None = None) -> "Walked":
    """Compile the battle within this number of clause runs. Raises TooMuch if the number is not enough."""
    if not has_numpy():
        raise BadInput(
            "'walks' needs numpy, which is not installed here",
            key="way",
            remedy="install numpy, or use 'games'",
        )
    from pilein.lab.simulating_walks import Walked  # noqa: PLC0415 - it needs numpy

    found = ruleset_named(games.scenario.ruleset)
    one, other = (policy_of(games, 0, side) for side in (0, 1))
    fixed = games.answers()
    if not are_blind(games):
        raise BadInput(
            "the way 'walks' does not support random or searching policies", key="way", remedy="use the way 'games'"
        )
    begun = found.opened(games.scenario)
    outcomes = None if clauses is None else PER_RUN * clauses
    up_to = partial(compiled, limit=LIMIT, most_runs=outcomes, most_clauses=clauses, meter=meter)
    policies = both_with_fixed(fixed, (one, other))
    chain = up_to(found, begun, policies, phases=games.phases, label=label(found))
    return Walked(chain, found, begun.state, phases=games.phases, seed=games.seed, noted=fixed.noted())
