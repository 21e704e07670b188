"""Try options on a fight, either solving them one by one in the press or playing games with the same dice."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from typing import Any, Self

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.kernel.errors import Spent, TooMuch
from pilein.lab.fixed import both_with_fixed
from pilein.lab.odds_solving import Exact
from pilein.lab.outcome_summary import Standing
from pilein.lab.paired import PairedGames, PairedTally
from pilein.lab.policies import policies_of, sides_of
from pilein.lab.press import PressFight, Question
from pilein.lab.run_options import RunOptions
from pilein.lab.simulating_games import Games
from pilein.lab.worker_pool import WorkerPool
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import CHUNK

Tried = Standing | str | None  # the result, the reason for its absence, or None if nothing changes
Plain = str | float  # a number as a file keeps it
ENOUGH = 300_000  # runs of clauses beyond which several processes are faster than one


class KeptResult(Struct, frozen=True, omit_defaults=True):
    """Result under a variant as plain values, as stored in a file. Fractions are strings."""

    wins: tuple[Plain, Plain] | None = None
    losses: tuple[Plain, Plain] | None = None
    why: str | None = None

    @classmethod
    def of(cls, result: Tried) -> Self:
        """Convert a result to its plain form."""
        if isinstance(result, Standing):
            return cls(_plain(result.wins), _plain(result.losses))
        return cls(why=result)

    @property
    def result(self) -> Tried:
        """Result in its original form, without the amount of work."""
        if self.wins is None or self.losses is None:
            return self.why
        return Standing(_numbers(self.wins), _numbers(self.losses))


def _plain(pair: tuple[Exact, Exact]) -> tuple[Plain, Plain]:
    one, other = (str(number) if isinstance(number, Fraction) else float(number) for number in pair)
    return one, other


def _numbers(pair: tuple[Plain, Plain]) -> tuple[Exact, Exact]:
    one, other = (Fraction(number) if isinstance(number, str) else number for number in pair)
    return one, other


class PressOptions(Struct, frozen=True):
    """Fight in the press, with its variants, which are solved one by one."""

    games: Games
    variants: tuple[Scenario, ...]
    exact: bool

    def begin(self, meter: Meter) -> Callable[[range], list[KeptResult]]:
        """Return a function that solves the variants with the given numbers.

        The function solves none if there is no time to compile.
        """
        self.games.at_hand()
        try:
            return partial(self.solved, self.fight(meter))
        except Spent:
            return _none_solved

    def fight(self, meter: Meter) -> PressFight:
        """Compile the unchanged fight. Raises TooMuch if it is too large to solve."""
        scenario = self.games.scenario
        one, other = self.games.policies
        policies = policies_of((one, other), scenario.ruleset, sides_of(scenario))
        question = Question(both_with_fixed(self.games.answers(), policies), self.games.phases, self.exact)
        return PressFight(scenario, question, meter)

    def solved(self, fight: PressFight, numbers: range) -> list[KeptResult]:
        """Solve the variants with the given numbers, or fewer if a limit of time or memory is reached."""
        found: list[KeptResult] = []
        with suppress(Spent):
            found.extend(KeptResult.of(_tried(fight, self.variants[number])) for number in numbers)
        return found


def _none_solved(_numbers: range) -> list[KeptResult]:
    return []


def _tried(fight: PressFight, variant: Scenario) -> Tried:
    try:
        return fight.under(variant)
    except Spent:
        raise
    except TooMuch as error:
        return error.why


def all_solved(fight: PressFight, options: PressOptions, run: RunOptions, name: str) -> list[Tried]:
    """Solve all variants in order, using several processes if there is enough work.

    Results kept under the name are reused.
    """
    wanted, meter = len(options.variants), run.meter
    pool, begin = run.pool, options.begin
    if pool.workers == 1 or fight.standing.work * wanted < ENOUGH:
        pool, begin = WorkerPool(kept=pool.kept), partial(_with, options, fight)
    try:
        found = pool.gathered(name, list[KeptResult], begin, wanted, chunk=1, meter=meter, progress=run.progress)
    except Spent:
        found = []
    why = str(meter.reached or "limit reached")
    return [one.result for one in found] + [why] * (wanted - len(found))


def _with(options: PressOptions, fight: PressFight, _meter: Meter) -> Callable[[range], list[KeptResult]]:
    """Return a function that solves variants of a compiled fight, limited by the fight's own meter."""
    return partial(options.solved, fight)


def all_played(games: Games, variants: Sequence[Scenario], run: RunOptions, name: str) -> PairedTally:
    """Play games of the unchanged fight and of each variant with the same dice, or fewer if a limit is reached.

    Games kept under the name are reused.

    Raises:
        Spent: no game is over.
    """
    begin = PairedGames(games, tuple(variants)).begin
    asked: dict[str, Any] = {"chunk": CHUNK, "meter": run.meter, "progress": run.progress}
    return run.pool.gathered(name, PairedTally, begin, run.games, **asked)
