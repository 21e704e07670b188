"""Fight every unit against every other (charging, charged and standing), and compute a strength for each unit."""

from itertools import product
from pathlib import Path

import numpy as np

from pilein.kernel.errors import BadInput
from pilein.lab.arguments import whole
from pilein.lab.assumptions import END, Assumptions, played_by
from pilein.lab.duels import (
    MODES,
    TURNED,
    ByMode,
    Contender,
    Judge,
    Mode,
    Pair,
    Result,
    contenders,
    known_modes,
)
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of, phases_of
from pilein.lab.matchup_report import Matchup, Results, Rows, Surprise
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.rounds import fought
from pilein.lab.strength import Floats, Interval, expected, strength_intervals
from pilein.lab.units import SIDES, Units
from pilein.lab.worker_pool import Progress, WorkerPool, workers_of
from pilein.workers.pool import Workers

GAMES = 1_000  # of a duel that cannot be solved
SURPRISES = 10  # at most; pairs that one strength does not explain
SURPRISING = 0.05  # the smallest share of a fight that counts


def matchup(  # noqa: PLR0913 - the question, and options for answering it
    units: Units | str | Path,
    *names: str,
    models: int | None = None,
    points: float | None = None,
    modes: tuple[Mode, ...] = MODES,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    games: int = GAMES,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Matchup:
    """Fight every unit of a unit file (or the units in `names`) against every other, and against itself, in the press.

    Each unit has `models` models, or as many as `points` buy, or by default its usual number. Odds are exact, but a
    duel with too many positions is sampled with `games` games. `workers` and `keep` are as in `compare`; `policy`,
    `phases` and `budget` are as in `odds`. When the budget is spent or the user interrupts, the remaining duels are
    left out. Cheap duels are fought first, so the duels left out are the most costly.

    Raises:
        BadScenario: the unit file cannot be read.
        BadInput: a unit or mode is unknown, there are fewer than two units, both models and points are given, a unit
            cannot have that many models, or the number of workers is invalid.
        BadRecord: the file to `keep` belongs to a different question.
        Spent: the budget is reached in the first duel.
    """
    found, asked = units if isinstance(units, Units) else Units.load(units), known_modes(modes)
    _assert_one_size(models, points)
    span, meter = phases_of(phases), budget_of(budget).started()
    taking_part = contenders(found, names, None if models is None else whole(models, "models", 1), points)
    judge = Judge(found.to_toml(), policy, span, whole(games, "games", 1))
    pairs = [Pair(one, other) for row, one in enumerate(taking_part) for other in taking_part[row:]]
    wanted, players = tuple(mode for mode in MODES if mode in asked or TURNED[mode] in asked), workers_of(workers)
    with kept_in(keep, ("matchup in rounds", judge.question(), pairs, wanted)) as kept:
        done = fought(judge, pairs, wanted, WorkerPool(players, kept), meter=meter, progress=progress)
    results = {mode: _square(done.results, taking_part, mode) for mode in asked}
    return _made(found, taking_part, results, _rests_on(judge), done.stopped)


def _rests_on(judge: Judge) -> Assumptions:
    phases = f"{judge.phases} at most" if judge.phases else END
    return {"phases": phases, "policies": played_by(judge.policies, SIDES)}


def _assert_one_size(models: int | None, points: float | None) -> None:
    if models is not None and points is not None:
        raise BadInput("models and points cannot both be given", key="points", remedy="give either models or points")


def _square(done: dict[Pair, ByMode], taking_part: tuple[Contender, ...], mode: Mode) -> Rows:
    """Arrange the results of a mode in a square of rows and columns.

    A pair has fought once, so its second unit's row contains the results reversed.
    """

    def result(pair: Pair) -> Result | None:
        if pair in done:
            return done[pair][mode]
        return done[pair.turned][TURNED[mode]].turned if pair.turned in done else None

    return tuple(tuple(result(Pair(one, other)) for other in taking_part) for one in taking_part)


def _made(
    units: Units, taking_part: tuple[Contender, ...], results: Results, rests_on: Assumptions, stopped: str
) -> Matchup:
    """Assemble the matchup and compute its strengths and surprises."""
    names = tuple(one.name for one in taking_part)
    scores = _scores(results, len(names))
    strengths = strength_intervals(scores)
    sizes = {"models": ", ".join(f"{one.models} {one.name}" for one in taking_part)}
    return Matchup(
        ruleset=units.ruleset,
        units=names,
        models=tuple(one.models for one in taking_part),
        points=tuple(units.points(one.unit, models=one.models) for one in taking_part),
        results=results,
        strengths=strengths,
        surprises=_surprises(names, scores, _errors(results, len(names)), strengths),
        assumptions=sizes | rests_on,
        stopped=stopped,
    )


def _scores(results: Results, count: int) -> Floats:
    """Return the mean share that each row unit scores against each column unit, from both sides' fights.

    A missing score is NaN.
    """
    found = np.full((count, count), np.nan)
    for row, column in product(range(count), repeat=2):
        scores = [one.score for rows in results.values() if (one := rows[row][column])]
        scores += [1 - one.score for rows in results.values() if (one := rows[column][row])]
        if len(scores) == 2 * len(results):
            found[row, column] = sum(scores) / len(scores)
    return found


def _errors(results: Results, count: int) -> Floats:
    """Return an upper bound of each score's standard error, as if all modes erred together, or 0 if no duel was
    sampled.
    """
    found = np.zeros((count, count))
    for row, column in product(range(count), repeat=2):
        errors = [one.error for rows in results.values() if (one := rows[row][column])]
        found[row, column] = sum(errors) / len(results)
    return found


def _surprises(
    names: tuple[str, ...], scores: Floats, errors: Floats, strengths: tuple[Interval | None, ...]
) -> tuple[Surprise, ...]:
    """Return the pairs whose scores most exceed the prediction from their strengths, seen from the more successful
    unit.
    """
    every = [
        Surprise(names[row], names[column], float(score), expected(one.value, other.value), float(errors[row, column]))
        for (row, column), score in np.ndenumerate(scores)
        if row != column and not np.isnan(score) and (one := strengths[row]) and (other := strengths[column])
    ]
    better = [one for one in every if one.score - one.expected > SURPRISING]
    return tuple(sorted(better, key=lambda one: one.expected - one.score)[:SURPRISES])
