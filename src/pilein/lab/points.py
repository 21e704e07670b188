"""Fair points: prices at which units are worth their cost, computed from the numbers of models that are even."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, product
from math import log
from pathlib import Path
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from pilein.engine.budget import Meter
from pilein.kernel.errors import BadInput, Spent
from pilein.lab.arguments import whole
from pilein.lab.assumptions import END, Assumptions, played_by
from pilein.lab.duel_solver import Wins
from pilein.lab.duels import (
    CHARGED,
    CHARGING,
    Contender,
    Judge,
    Mode,
    Pair,
    contenders,
    known_modes,
    why_stopped,
)
from pilein.lab.even import Even, even
from pilein.lab.kept_totals import kept_in
from pilein.lab.known_fights import KnownFights
from pilein.lab.limits import Limit, Phases, budget_of, phases_of
from pilein.lab.points_report import FairPoints, FairUnit, Upgrade
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.strength import Floats, Interval, mean_interval, price_intervals
from pilein.lab.units import SIDES, Units
from pilein.lab.worker_pool import INTERRUPTED, Progress, WorkerPool, workers_of
from pilein.workers.pool import Workers

LIMIT = "5min,1GB"  # each pair is solved for several numbers of models
GAMES = 1_000  # of a duel that cannot be solved
MOST = 200  # numbers of models that are tried
USUAL = 10.0  # the mean price of a model where the file gives none
BOTH: tuple[Mode, ...] = (CHARGING, CHARGED)
Evens = dict[Pair, Even | None]  # by pairs at their usual numbers


class Search(Struct, frozen=True):
    """Pairs of units to make even by varying the first unit's number of models.

    `guesses` are the starting points of the search.
    """

    judge: Judge
    pairs: tuple[Pair, ...]
    modes: tuple[Mode, ...]
    guesses: tuple[int, ...]

    def begin(self, meter: Meter) -> Callable[[range], list[Even | None]]:
        """Return a function that makes the pairs with the given numbers even, or fewer if a limit is reached."""
        return partial(self._found, self.judge.units(), KnownFights(), meter)

    def _found(self, units: Units, fights: KnownFights[Wins], meter: Meter, numbers: range) -> list[Even | None]:
        found: list[Even | None] = []
        with suppress(Spent):
            found.extend(
                self._even(units, fights, self.pairs[number], self.guesses[number], meter) for number in numbers
            )
        return found

    def _even(self, units: Units, fights: KnownFights[Wins], pair: Pair, guess: int, meter: Meter) -> Even | None:
        def score(models: int) -> float:
            tried = Pair(replace(pair.one, models=models), pair.other)
            results = self.judge.results(units, tried, self.modes, meter, fights)
            return sum(one.score for one in results.values()) / len(results)

        return even(score, _fewest_models(units, pair.one), MOST, guess)


def fair_points(  # noqa: PLR0913 - the question, and options for answering it
    units: Units | str | Path,
    *names: str,
    modes: tuple[Mode, ...] = BOTH,
    upgrades: bool = True,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = LIMIT,
) -> FairPoints:
    """Find the numbers of models that make the units of a unit file (or of `names`) even with each other, and fair
    prices.

    A unit is even with another, at the other's usual number, when both score the same: 1 for a win and a half for a
    fight without a winner, averaged over `modes`. The limits `min` and `max` of the file do not apply. The prices
    are the best fit to all these numbers, and keep the sum of the prices given. With `upgrades`, each option of a
    unit is priced too. `workers` and `keep` are as in `compare`. Other arguments are as in `odds`, but the default
    `budget` is five minutes.

    Raises:
        BadScenario: the unit file cannot be read.
        BadInput: a unit or mode is unknown, there are fewer than two units, or the number of workers is invalid.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        Spent: the budget is reached before the first pair is even.
    """
    found = units if isinstance(units, Units) else Units.load(units)
    usual, asked = contenders(found, names, None, None), known_modes(modes)
    optional = [replace(one, options=(option,)) for one in usual if upgrades for option in found.options(one.unit)]
    once = [Pair(one, other) for one, other in combinations(usual, 2)]
    waves = (once, [pair.turned for pair in once], [Pair(one, other) for one, other in product(optional, usual)])
    judge = Judge(_without_limits(found, usual).to_toml(), policy, phases_of(phases), whole(games, "games", 1))
    guess, meter, players = partial(_guess, found), budget_of(budget).started(), workers_of(workers)
    with kept_in(keep, ("points", judge.question(), waves, asked)) as kept:
        done, stopped = Waves(judge, asked, guess, WorkerPool(players, kept)).made_even(waves, meter, progress)
    return _made(found, usual, optional, done, _rests_on(judge, asked), stopped)


def _rests_on(judge: Judge, modes: tuple[Mode, ...]) -> Assumptions:
    return {
        "phases": END if not judge.phases else f"{judge.phases} at most",
        "who charges": " and ".join(modes),
        "policies": played_by(judge.policies, SIDES),
    }


def _made(
    units: Units,
    usual: tuple[Contender, ...],
    optional: Sequence[Contender],
    done: Evens,
    rests_on: Assumptions,
    stopped: str,
) -> FairPoints:
    """Derive the fair prices from the even fights."""
    priced = _priced(units, usual, done)
    bought = (_upgrade(units, one, usual, done, priced) for one in optional)
    return FairPoints(
        ruleset=units.ruleset,
        units=priced,
        evens=tuple(tuple(done.get(Pair(one, other)) for other in usual) for one in usual),
        upgrades=tuple(one for one in bought if one is not None),
        assumptions=rests_on,
        stopped=stopped,
    )


class Waves(NamedTuple):
    """Pairs made even in waves. The results of one wave are starting points for the next.

    Guesses therefore do not depend on which process finishes first.
    """

    judge: Judge
    modes: tuple[Mode, ...]
    guess: Callable[[Pair, Evens], int]
    pool: WorkerPool

    def made_even(self, waves: Sequence[Sequence[Pair]], meter: Meter, progress: Progress | None) -> tuple[Evens, str]:
        """Make the pairs of all waves even. If a limit or the user stops the search, the reason is returned as well.

        Raises:
            Spent: the limit is reached in the first pair.
            KeyboardInterrupt: the user interrupts the first pair.
        """
        done, wanted, stopped = Evens(), sum(map(len, waves)), ""
        try:
            for number, pairs in enumerate(waves):
                before = dict(done)
                for found in self._wave(f"wave {number}", pairs, before, meter):
                    done |= zip(pairs, found, strict=False)
                    if progress:
                        progress(len(done), wanted)
                if len(done) < len(before) + len(pairs):
                    break
        except (Spent, KeyboardInterrupt) as stop:
            if not done:
                raise
            stopped = INTERRUPTED if isinstance(stop, KeyboardInterrupt) else ""
        return done, stopped or (why_stopped(meter) if len(done) < wanted else "")

    def _wave(self, name: str, pairs: Sequence[Pair], before: Evens, meter: Meter) -> Iterator[list[Even | None]]:
        guesses = tuple(self.guess(pair, before) for pair in pairs)
        begin = Search(self.judge, tuple(pairs), self.modes, guesses).begin
        return self.pool.totals(name, list[Even | None], begin, len(pairs), chunk=1, meter=meter)


def _without_limits(units: Units, usual: Sequence[Contender]) -> Units:
    """Return the units without the limits on their numbers of models."""
    for one in usual:
        units = units.with_unit(one.unit, min=None, max=None, models=one.models)
    return units


def _guess(units: Units, pair: Pair, done: Evens) -> int:
    """Guess the even number from the reverse pair's result, from the unit without options, or from the price."""
    one, other = pair.one, pair.other
    turned, plain = done.get(pair.turned), done.get(Pair(replace(one, options=()), other))
    if plain:
        return plain.models
    if turned:
        return round(one.models * other.models / turned.number)
    each = units.points(one.unit, models=one.models, options=one.options) / one.models
    points = units.points(other.unit, models=other.models, options=other.options)
    return round(points / each) if each > 0 and points > 0 and not one.options else one.models


def _fewest_models(units: Units, one: Contender) -> int:
    """Return the smallest number of models that a unit can have, including its champions."""
    for models in range(1, one.models):
        with suppress(BadInput):
            units.unit(one.unit, models=models, options=one.options)
            return models
    return one.models


def _priced(units: Units, usual: tuple[Contender, ...], done: Evens) -> tuple[FairUnit, ...]:
    """Compute a price per model for every unit."""
    ratios = np.full((len(usual), len(usual)), np.nan)
    for (row, one), (column, other) in product(enumerate(usual), repeat=2):
        found = done.get(Pair(one, other))
        if found:
            ratios[row, column] = other.models / found.number
    given = [units.points(one.unit, models=one.models) / one.models for one in usual]
    prices = price_intervals(ratios)
    known = _known(ratios)
    scale = _scale(usual, [each if one else 0 for each, one in zip(given, known, strict=True)], prices)
    return tuple(
        FairUnit(
            one.unit,
            one.models,
            given[place],
            Interval(*(scale * value for value in (prices[place].value, prices[place].low, prices[place].high)))
            if known[place]
            else None,
        )
        for place, one in enumerate(usual)
    )


def _known(ratios: Floats) -> list[bool]:
    """Whether each unit was made even with at least one other unit."""
    known = ~np.isnan(ratios)
    return [bool(known[place].any() or known[:, place].any()) for place in range(len(ratios))]


def _scale(usual: Sequence[Contender], given: Sequence[float], prices: Sequence[Interval]) -> float:
    """Return the factor that makes the priced units cost as much in total as before."""
    priced = [place for place, each in enumerate(given) if each > 0]
    if not priced:
        return USUAL
    cost = sum(usual[place].models * prices[place].value for place in priced)
    return sum(usual[place].models * given[place] for place in priced) / cost


def _upgrade(
    units: Units,
    one: Contender,
    usual: tuple[Contender, ...],
    done: Evens,
    priced: tuple[FairUnit, ...],
) -> Upgrade | None:
    """Price an option per model. Returns None if the unit with the option could not be made even with any unit."""
    logs = [
        log(other.models / found.number * fair.fair.value)
        for other, fair in zip(usual, priced, strict=True)
        if (found := done.get(Pair(one, other))) and fair.fair
    ]
    base = next(fair for other, fair in zip(usual, priced, strict=True) if other.unit == one.unit)
    if not logs or base.fair is None:
        return None
    asked = units.points(one.unit, models=one.models, options=one.options) / one.models - base.given
    price, without = mean_interval(logs), base.fair.value
    return Upgrade(one.unit, one.options[0], asked, price.value - without, price.low - without, price.high - without)
