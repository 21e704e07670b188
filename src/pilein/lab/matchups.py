"""Let every unit fight every other (charging, charged and standing), and compute a strength for each unit."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.kernel.nearest import listed
from pilein.lab.answer import Answer
from pilein.lab.arguments import whole
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import favoured, heat_map
from pilein.lab.duels import (
    CHARGED,
    CHARGING,
    MODES,
    STANDING,
    TURNED,
    ByMode,
    Contender,
    Judge,
    Mode,
    Pair,
    Result,
    Round,
    contenders,
    in_rounds,
    known_modes,
)
from pilein.lab.figures import SURE, Number, share
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_words import percent_give_or_take
from pilein.lab.limits import DEFAULT, Limit, Phases
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.run_options import run_options
from pilein.lab.strength import Floats, Interval, expected, strength_intervals
from pilein.lab.table import CELL, MISSING, NUMBER, TEXT, Cell, Column, Kind, Table, headed
from pilein.lab.units import SIDES, Units
from pilein.lab.worker_pool import Progress, until_spent
from pilein.workers.pool import Workers

GAMES = 1_000  # of a duel that cannot be solved
SURPRISES = 10  # at most; pairs that one strength does not explain
SURPRISING = 0.05  # the smallest share of a fight that counts
COUNTED = {"score": "1 for a win, a half for a fight without a winner"}
WORDS: dict[Mode, str] = {
    CHARGING: "having charged",
    CHARGED: "having been charged",
    STANDING: "neither having charged",
}
Rows: TypeAlias = tuple[tuple[Result | None, ...], ...]  # a row for each unit, a column for each opponent
Results: TypeAlias = dict[Mode, Rows]


class Surprise(Struct, frozen=True):
    """Pair of units whose duels do not match their strengths, with the actual and the expected score of `one`.

    `error` is the standard error of the actual score, or 0 if no duel was sampled.
    """

    one: str
    other: str
    score: float
    expected: float
    error: float = 0.0

    @property
    def words(self) -> str:
        """Score in per cent, with half the width of its 95 % interval if the score is sampled."""
        return f"{100 * self.score:.0f} %" + (f" ± {100 * SURE * self.error:.0f}" if self.error else "")


class Matchup(Answer, Struct, frozen=True):
    """Results of the duels between every two units. Printing the results shows tables.

    `results[mode][row][column]` is the result of the row unit against the column unit when the row unit has charged
    ("charging"), the column unit has charged ("charged") or neither has ("standing"). It is None if a limit was
    reached. `strengths` follow Bradley-Terry: 1 is the average unit, and two units of strengths s and t share a fight
    in the ratio s : t. The 95 % interval of a strength shows how much the strength depends on the choice of opponents.
    The strength of a unit that has met no other unit is None. `surprises` are pairs whose results the strengths do not
    explain, with the greatest surprise first.

    Examples:
        >>> import pilein
        >>> units = "examples/scrollhammer/units/units.toml"
        >>> found = pilein.matchup(units, models=10, modes=("charging",), phases=1)
        >>> [(unit, round(one.value, 2)) for unit, one in zip(found.units, found.strengths) if one]  # doctest: +SKIP
        [('guards', 1.62), ('levy', 0.19), ('riders', 3.17)]
    """

    ruleset: str
    units: tuple[str, ...]
    models: tuple[int, ...]
    points: tuple[float, ...]
    results: Results
    strengths: tuple[Interval | None, ...]
    surprises: tuple[Surprise, ...]
    assumptions: Assumptions
    stopped: str = ""

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Modes in which the units fought, in order."""
        return tuple(self.results)

    def score(self, row: int, column: int) -> float | None:
        """Return the row unit's share of the fight, averaged over the modes, or None if it is unknown."""
        found = [one.score for rows in self.results.values() if (one := rows[row][column])]
        return sum(found) / len(found) if found else None

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of a duel."""
        return SIDES

    @property
    def note(self) -> str:
        """Text that gives the number of duels sampled or left out, and names units without a strength."""
        cells = [one for rows in self.results.values() for row in rows for one in row]
        sampled = [one for one in cells if one and one.games]
        games = f" ({sampled[0].games:,} games each)" if sampled else ""
        lines = (
            [f"sampled (± half of the 95 % interval): {len(sampled)} of {len(cells)} duels{games}"] if sampled else []
        )
        lines += [f"left out (-): {cells.count(None)} of {len(cells)} duels: {self.stopped}"] if self.stopped else []
        unmet = [unit for unit, one in zip(self.units, self.strengths, strict=True) if one is None]
        lines += [f"no strength (-): {listed(unmet)} met no other unit"] if unmet else []
        return "\n".join(lines)

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions, the strengths, each mode's results, and the surprises."""
        return assumed(self.assumptions), self._strengths(), *map(self._table, self.modes), self._surprises()

    def _strengths(self) -> Table:
        rows = sorted(self._strength_rows(), key=lambda row: -(row[3] or 0))
        return Table("strength (1: the average unit)", STRENGTHS, tuple(rows))

    def _strength_rows(self) -> Iterator[tuple[Any, ...]]:
        for unit, models, points, one in zip(self.units, self.models, self.points, self.strengths, strict=True):
            ends = (one.low, one.high) if one else (None, None)
            scores = f"scores {100 * expected(one.value, 1):.0f} % against it" if one else ""
            yield unit, models, points, one and one.value, ends if one else None, scores, *ends

    def _table(self, mode: Mode) -> Table:
        columns = (headed(""), *(headed(str(place), DUEL) for place in range(1, len(self.units) + 1)))
        rows = (
            (f"{place} {unit}", *results)
            for place, (unit, results) in enumerate(zip(self.units, self.results[mode], strict=True), 1)
        )
        return Table(f"chance in % that the row wins, {WORDS[mode]}", columns, tuple(rows))

    def _surprises(self) -> Table:
        columns = headed("unit"), headed("against"), headed("scores", NUMBER), headed("by strengths", NUMBER)
        rows = ((one.one, one.other, one.words, f"{100 * one.expected:.0f} %") for one in self.surprises)
        return Table("pairs that strengths do not explain", columns, tuple(rows))

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab matchup --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "assumptions": self.assumptions,
            "units": Table("units", STRENGTHS, tuple(self._strength_rows())).records(),
            "duels": self.to_dict(),
            "surprises": [entry(one, "one:unit other:against score error expected") for one in self.surprises],
            "complete": not self.stopped,
            "stopped": self.stopped,
        }

    def data(self) -> Table:
        """Table of the duels, with the columns {unit, against, mode, wins, loses, games}. `games` is 0 if exact."""
        rows = (
            (unit, against, mode, *((one.won, one.lost, one.games) if one else (None, None, None)))
            for mode, results in self.results.items()
            for unit, row in zip(self.units, results, strict=True)
            for against, one in zip(self.units, row, strict=True)
        )
        return Table("duels", tuple(map(Column, ("unit", "against", "mode", "wins", "loses", "games"))), tuple(rows))

    def to_svg(self) -> str:
        """Draw a heat map of the row units' shares, averaged over the modes. Tooltips give the results in each mode."""
        names = [f"{unit} ({count})" for unit, count in zip(self.units, self.models, strict=True)]
        rows = ((name, *(self._cell(row, column) for column in range(len(names)))) for row, name in enumerate(names))
        cells = Table("shares", (headed("unit"), *(headed(name, CELL) for name in names)), tuple(rows))
        words = "Share in % that the row scores against the column", f"{self.ruleset}; the mean of {listed(self.modes)}"
        basis, scale = in_a_line(self.assumptions | COUNTED), favoured("row", "column")
        return heat_map(cells, scale, plot_colours(SIDES), *words, basis, self.note.splitlines())

    def _cell(self, row: int, column: int) -> Cell:
        score = self.score(row, column)
        told = "; ".join(f"{mode} {DUEL.cell(rows[row][column])} %" for mode, rows in self.results.items())
        title = f"{self.units[row]} against {self.units[column]}: {told}"
        return Cell("-", None, title) if score is None else Cell(f"{100 * score:.0f}", 2 * score - 1, title)

    def __repr__(self) -> str:
        return f"<Matchup of {self.ruleset}: {len(self.units)} units, {listed(self.modes)}>"


def _chance(one: Result) -> Number:
    return share(round(one.won * one.games), one.games) if one.games else one.won


DUEL = Kind(lambda one: percent_give_or_take(_chance(one)))
STRENGTH = Kind(lambda one: f"{one:.2f}")
BETWEEN = Kind(lambda ends: f"{ends[0]:.2f} to {ends[1]:.2f}" if ends[1] > ends[0] else MISSING)
STRENGTHS = (
    *(Column("unit", TEXT, "unit"), Column("models", NUMBER, "models")),
    *(Column("points", Kind(lambda points: f"{points:g}" if points else MISSING), "points"),),
    *(Column("strength", STRENGTH, "strength"), headed("95 %", BETWEEN), headed(""), Column("low"), Column("high")),
)


# --- the question ----------------------------------------------------------------------------------------------------


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
    """Let every unit of a unit file, or every unit in `names`, fight every other unit and itself in the press.

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
    asked_of = {"policy": policy, "phases": phases, "games": games, "progress": progress, "budget": budget}
    run = run_options(workers=workers, keep=keep, **asked_of)  # type: ignore[arg-type]
    taking_part = contenders(found, names, None if models is None else whole(models, "models", 1), points)
    judge = Judge(found.to_toml(), policy, run.phases, run.games)
    pairs = [Pair(one, other) for row, one in enumerate(taking_part) for other in taking_part[row:]]
    wanted = tuple(mode for mode in MODES if mode in asked or TURNED[mode] in asked)
    rounds = [_round(judge, pairs, wanted, is_thorough=is_thorough) for is_thorough in (False, True)]
    with run.continued("matchup in rounds", [judge.question(), pairs, wanted]) as run:
        done, stopped = in_rounds(rounds, list[ByMode | None], run, len(pairs))
    results = {mode: _square(done, taking_part, mode) for mode in asked}
    return _made(found, taking_part, results, judge.assumptions({}), stopped)


def _round(
    judge: Judge, pairs: Sequence[Pair], modes: tuple[Mode, ...], *, is_thorough: bool
) -> Callable[[dict[Pair, ByMode]], Round]:
    """Return a function that makes a round of all cheap duels, or of all duels that are left if `is_thorough`.

    Pairs with the fewest models come first. A limit or an interruption therefore leaves out the slowest duels, whatever
    the order of the units.
    """

    def made(done: dict[Pair, ByMode]) -> Round:
        left = tuple(sorted((pair for pair in pairs if pair not in done), key=lambda pair: pair.work))
        name = "pairs" if is_thorough else "cheap pairs"
        return Round(name, left, partial(_begun, judge, left, modes, is_thorough=is_thorough))

    return made


def _begun(
    judge: Judge, pairs: Sequence[Pair], modes: tuple[Mode, ...], meter: Meter, *, is_thorough: bool
) -> Callable[[range], list[ByMode | None]]:
    """Return a function that lets the pairs with the given numbers fight, or fewer pairs if a limit is reached."""
    units, meet = judge.units(), judge.results if is_thorough else judge.cheap_results
    return partial(until_spent, lambda number: meet(units, pairs[number], modes, meter))


def _square(done: dict[Pair, ByMode], taking_part: tuple[Contender, ...], mode: Mode) -> Rows:
    """Arrange the results of a mode in a square of rows and columns.

    Each pair fights only once, so the second unit's row contains the results in reverse.
    """

    def result(pair: Pair) -> Result | None:
        if pair in done:
            return done[pair][mode]
        return done[pair.turned][TURNED[mode]].turned if pair.turned in done else None

    return tuple(tuple(result(Pair(one, other)) for other in taking_part) for one in taking_part)


def _made(
    units: Units, taking_part: tuple[Contender, ...], results: Results, rests_on: Assumptions, stopped: str
) -> Matchup:
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
    """Return each row unit's mean share against each column unit, over the duels in which either unit comes first.

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
    """Return an upper bound on the standard error of each score. It is 0 if no duel was sampled.

    The bound assumes that the errors in all modes are fully correlated.
    """
    found = np.zeros((count, count))
    for row, column in product(range(count), repeat=2):
        errors = [one.error for rows in results.values() if (one := rows[row][column])]
        found[row, column] = sum(errors) / len(results)
    return found


def _surprises(
    names: tuple[str, ...], scores: Floats, errors: Floats, strengths: tuple[Interval | None, ...]
) -> tuple[Surprise, ...]:
    """Return the pairs in which a unit scores much more than the strengths predict, greatest difference first."""
    every = [
        Surprise(names[row], names[column], float(score), expected(one.value, other.value), float(errors[row, column]))
        for (row, column), score in np.ndenumerate(scores)
        if row != column and not np.isnan(score) and (one := strengths[row]) and (other := strengths[column])
    ]
    better = [one for one in every if one.score - one.expected > SURPRISING]
    return tuple(sorted(better, key=lambda one: one.expected - one.score)[:SURPRISES])
