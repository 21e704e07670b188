"""Run options of a playtest: exact, or games on shared dice; players, phases, limits."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from pilein.engine.budget import Meter
from pilein.kernel.errors import BadInput, TooMuch
from pilein.lab.arguments import whole
from pilein.lab.fixed import Fixed, fixed_answers
from pilein.lab.kept_totals import kept_in
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import Limit, Phases, budget_of, phases_of
from pilein.lab.policies import Policies, pair_of, sides_of
from pilein.lab.simulating_games import Games
from pilein.lab.worker_pool import Progress, WorkerPool, workers_of
from pilein.playtest.treatments import Measured, Pair, Tally, can_be_solved, known
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import CHUNK, Workers

AUTO, EXACT, SAMPLED = "auto", "exact", "sampled"
WAYS = (AUTO, EXACT, SAMPLED)
GAMES = 2_000
MOST = 10**9


class RunOptions(Struct, frozen=True):
    """The way ("auto", "exact" or "sampled"), the games, their players, the limits, and the `fights` solved."""

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

    @contextmanager
    def continued(self, question: str, fights: Sequence[object]) -> Iterator["RunOptions"]:
        """The same with earlier results of a question from the file to keep, if one is named.

        Raises:
            BadFile: the file cannot be read or written, or another program is writing it.
            BadRecord: it is of another question, has been changed, or is something else.
        """
        with kept_in(self.keep, (question, self.way, self.seed, fights)) as kept:
            yield replace(self, pool=WorkerPool(self.pool.workers, kept))

    def games_of(self, scenario: Scenario) -> Games:
        """Games of a scenario."""
        answers = fixed_answers(self.fixed, scenario).plain()
        return Games(scenario, pair_of(self.policy, sides_of(scenario)), self.phases, self.seed, answers)

    def solved(self, name: str, *worlds: Games) -> tuple[Measured, ...] | None:
        """The measures of fights, exact; None if they are to be sampled, or one of them has to be.

        Results kept under that name are not computed again; nor are sampled fights tried again.

        Raises:
            TooMuch: there is too much to solve, and nothing else will do.
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
        """The games of a fight before and after, including those kept under its name; fewer if a limit is reached.

        Raises:
            BadInput: the workers cannot play.
            Spent: no game is over.
        """
        meter = self.meter.rest()
        return self.pool.gathered(name, Tally, pair.begin, self.games, chunk=CHUNK, meter=meter, progress=self.progress)


def run_options(  # noqa: PLR0913 - as it is asked for
    *,
    way: str,
    games: int,
    policy: Policies,
    phases: Phases,
    fixed: Fixed,
    seed: int,
    workers: Workers,
    keep: str | Path | None,
    progress: Progress | None,
    budget: Limit,
) -> RunOptions:
    """The options of a run, its clock started.

    Raises:
        BadInput: an invalid way, or number of games, phases or workers, a seed or limit that is none; a cluster that
            does not answer.

    """
    if way not in WAYS:
        raise BadInput(f"{way!r} is not a way to work out odds", key="way", remedy=f"use one of {', '.join(WAYS)}")
    wanted = whole(games, "games", 1)
    if wanted > MOST:
        raise BadInput(f"{wanted} is too many", key="games", remedy=f"give {MOST} at most")
    pool, span = WorkerPool(workers_of(workers)), phases_of(phases)
    meter = budget_of(budget).started()
    return RunOptions(way, wanted, policy, span, fixed, whole(seed, "seed"), pool, keep, progress, meter)
