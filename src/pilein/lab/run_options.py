"""Options of a playtest run, including its players and its limits. A run is exact or sampled with shared dice."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.engine.budget import Meter
from pilein.kernel.errors import BadInput, TooMuch
from pilein.lab.arguments import whole
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.kept_totals import kept_in
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import DEFAULT, INTERRUPTED, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies, pair_of, sides_of
from pilein.lab.simulating_games import Games
from pilein.lab.terms import in_turn
from pilein.lab.treatments import Measured, Pair, Tally, can_be_solved, known
from pilein.lab.worker_pool import Progress, WorkerPool, workers_of
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import CHUNK, Workers

AUTO, EXACT, SAMPLED = "auto", "exact", "sampled"
WAYS = (AUTO, EXACT, SAMPLED)
GAMES = 2_000
MOST = 10**9
Part = TypeVar("Part")
Result = TypeVar("Result")


class RunOptions(Struct, frozen=True):
    """Options of a run: its way ("auto", "exact" or "sampled"), games, players, limits, and `fights` already solved."""

    way: str
    games: int
    policy: Policies
    phases: int
    fixed: Fixed
    seed: int
    pool: WorkerPool
    keep: str | Path | None
    progress: Progress | None
    meter: Meter
    fights: KnownFights[Measured] = field(default_factory=KnownFights[Measured])
    exact: bool = False

    @contextmanager
    def continued(self, question: str, fights: Sequence[object]) -> Iterator["RunOptions"]:
        """Yield the same options, together with the earlier results of a question.

        The earlier results are read from the file that `keep` names, if there is one.

        Raises:
            BadFile: the file cannot be read or written, or another program is writing it.
            BadRecord: the file belongs to a different question, has been changed, or is not such a file.
        """
        with kept_in(self.keep, (question, self.way, self.seed, fights)) as kept:
            yield replace(self, pool=WorkerPool(self.pool.workers, kept))

    @property
    def stopped(self) -> str:
        """Sentence that states how far the run got before the user interrupted it, or "" if it was not interrupted."""
        return str(self.meter.halted or "")

    def games_of(self, scenario: Scenario) -> Games:
        """Return the games of a scenario that are to be played with these options."""
        answers = fixed_answers(self.fixed, scenario).plain()
        return Games(scenario, pair_of(self.policy, sides_of(scenario)), self.phases, self.seed, answers)

    def solved(self, name: str, *worlds: Games) -> tuple[Measured, ...] | None:
        """Solve fights exactly. Returns None if the fights are to be sampled, or if any of them cannot be solved.

        Results kept under the name are reused, and fights already sampled are not tried again.

        Raises:
            TooMuch: there is too much to solve, and sampling is not allowed.
        """
        is_due = self.way == EXACT
        if self.way == SAMPLED or not (is_due or self._can_be_solved(name, worlds)):
            return None
        meter = self.meter.rest()
        try:
            return tuple(
                known(f"{name}: {number}", self.pool, one, meter, self.fights, anyway=is_due)
                for number, one in enumerate(worlds)
            )
        except TooMuch as error:
            if is_due:
                raise
            error.__traceback__ = None  # it would keep what was compiled
            return None

    def _can_be_solved(self, name: str, worlds: Sequence[Games]) -> bool:
        return not self.pool.has(name, Tally) and all(can_be_solved(one) for one in worlds)

    def played(self, name: str, pair: Pair) -> Tally:
        """Play the games of a fight before and after a change, reusing games kept under the fight's name.

        Fewer games are played if a limit is reached.

        Raises:
            BadInput: the workers cannot play.
            Spent: no game is over.
        """
        meter = self.meter.rest()
        return self.pool.gathered(name, Tally, pair.begin, self.games, chunk=CHUNK, meter=meter, progress=self.progress)


def run_options(  # noqa: PLR0913 - the options as given
    *,
    way: str = AUTO,
    games: int = GAMES,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    fixed: Fixed = None,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
    exact: bool = False,
) -> RunOptions:
    """Check the options of a run and start its clock.

    Raises:
        BadInput: the way, the seed, a limit, or the number of games, phases or workers is invalid, or a cluster does
            not answer.
    """
    if way not in WAYS:
        raise BadInput(f"{way!r} is not a way to compute odds", key="way", remedy=f"use one of {', '.join(WAYS)}")
    wanted = whole(games, "games", 1)
    if wanted > MOST:
        raise BadInput(
            f"{wanted:,} games exceed the limit of {MOST:,}", key="games", remedy=f"ask for at most {MOST:,} games"
        )
    pool, span = WorkerPool(workers_of(workers)), phases_of(phases)
    meter = budget_of(budget).started()
    return RunOptions(way, wanted, policy, span, fixed, whole(seed, "seed"), pool, keep, progress, meter, exact=exact)


def parts_within(
    budget: Limit, wanted: Sequence[Part], solve: Callable[[Part, RunOptions], Result], run: RunOptions
) -> tuple[list[Result], str]:
    """Solve the parts of a question in order, each within a budget of its own, until the user interrupts.

    Returns the results so far, and a sentence that states how far the last part got, or "" if all parts are complete.
    Raises KeyboardInterrupt if the user interrupts before there is any result.
    """
    runs = [run]

    def solved(part: Part) -> Result:
        if runs[-1].stopped:
            raise KeyboardInterrupt
        runs.append(replace(run, meter=budget_of(budget).started()))
        return solve(part, runs[-1])

    found, stop = in_turn(wanted, solved, None, KeyboardInterrupt)
    return found, runs[-1].stopped or (INTERRUPTED if stop else "")
