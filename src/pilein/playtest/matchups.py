"""Every unit against every other: who wins when it charges, is charged and stands; and one strength for each."""

from itertools import product
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct

from pilein.engine.sampler import Workers
from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import hint, listed
from pilein.lab.arguments import whole
from pilein.lab.assumptions import END, Assumptions, assumed, in_a_line
from pilein.lab.crew import Crew, Progress, workers_of
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Cell, Grid, plotted
from pilein.lab.figures_as_data import FORMAT
from pilein.lab.figures_as_tables import LEFT, RIGHT, Section, as_html, as_text
from pilein.lab.kept_totals import kept_in
from pilein.lab.limits import DEFAULT, Limit, Phases, budget_of, phases_of
from pilein.lab.policies import SENSIBLE, Policies
from pilein.lab.report import Records, as_frame
from pilein.lab.units import Units
from pilein.playtest.duels import (
    CHARGED,
    CHARGING,
    MODES,
    STANDING,
    Contender,
    Duel,
    Judge,
    Mode,
    Result,
    contenders,
    fought,
)
from pilein.playtest.strength import Floats, Interval, expected, strength_intervals

GAMES = 1_000  # of a duel that cannot be solved
SURPRISES = 10  # at most; pairs that one strength does not explain
SURPRISING = 0.05  # the least share of a fight that counts
SAMPLED = "~"
Results: TypeAlias = dict[
    Mode, tuple[tuple[Result | None, ...], ...]
]  # a row for each unit, a column for each opponent


class Surprise(Struct, frozen=True):
    """A pair that does not fight as the strengths of both would have it: the share that `one` scores, and should."""

    one: str
    other: str
    score: float
    expected: float


class Matchup(Struct, frozen=True):
    """Every unit against every other; printing it shows tables.

    `results[mode][row][column]` is the unit of the row against that of the column, when it has charged ("charging"),
    the other has ("charged") or neither ("standing"); None where a limit was reached. `strengths` are by Bradley-Terry:
    1 is the average unit, and two of strengths s and t share a fight s : t. Their intervals of 95 % tell how much they
    hang on which opponents there are. `surprises` are pairs that strengths do not explain, the greatest first.

    Examples:
        >>> import pilein
        >>> found = pilein.matchup("examples/scrollhammer/units/units.toml", models=10)
        >>> [(unit, round(one.value, 2)) for unit, one in zip(found.units, found.strengths)]  # doctest: +SKIP
        [('guards', 1.4), ('levy', 0.3), ('riders', 2.4)]

    """

    ruleset: str
    units: tuple[str, ...]
    models: tuple[int, ...]
    points: tuple[float, ...]
    results: Results
    strengths: tuple[Interval, ...]
    surprises: tuple[Surprise, ...]
    assumptions: Assumptions
    stopped: str = ""

    @property
    def modes(self) -> tuple[Mode, ...]:
        """The modes, in order."""
        return tuple(self.results)

    def score(self, row: int, column: int) -> float | None:
        """The share of the fight that the unit of the row scores, on average over the modes; None if not known."""
        found = [one.score for rows in self.results.values() if (one := rows[row][column])]
        return sum(found) / len(found) if found else None

    @property
    def note(self) -> str:
        """What was sampled or left out, in words."""
        cells = [one for rows in self.results.values() for row in rows for one in row]
        sampled = [one for one in cells if one and one.games]
        games = f" ({sampled[0].games:,} games each)" if sampled else ""
        lines = [f"sampled ({SAMPLED}): {len(sampled)} of {len(cells)} duels{games}"] if sampled else []
        lines += [f"left out (-): {cells.count(None)} of {len(cells)} duels: {self.stopped}"] if self.stopped else []
        return "\n".join(lines)

    def sections(self) -> tuple[Section, ...]:
        """The assumptions, the strengths, each mode's table, and the surprises."""
        return (
            *assumed(self.assumptions),
            self._strengths(),
            *(self._table(mode) for mode in self.modes),
            *self._surprises(),
        )

    def _strengths(self) -> Section:
        heads = (("unit", LEFT), ("models", RIGHT), ("points", RIGHT), ("strength", RIGHT), ("95 %", RIGHT), ("", LEFT))
        lines = sorted(
            zip(self.units, self.models, self.points, self.strengths, strict=True), key=lambda line: -line[3].value
        )
        rows = tuple(
            (unit, str(models), f"{points:g}" if points else "-", f"{one.value:.2f}", _between(one), _against(one))
            for unit, models, points, one in lines
        )
        return Section("strength (1: the average unit)", heads, rows)

    def _table(self, mode: Mode) -> Section:
        heads = (("", LEFT), *((str(place), RIGHT) for place in range(1, len(self.units) + 1)))
        rows = tuple(
            (f"{place} {unit}", *(_words(one) for one in results))
            for place, (unit, results) in enumerate(zip(self.units, self.results[mode], strict=True), 1)
        )
        return Section(f"chance in % that the row wins, {WORDS[mode]}", heads, rows)

    def _surprises(self) -> tuple[Section, ...]:
        heads = (("unit", LEFT), ("against", LEFT), ("scores", RIGHT), ("by strengths", RIGHT))
        rows = tuple(
            (one.one, one.other, f"{100 * one.score:.0f} %", f"{100 * one.expected:.0f} %") for one in self.surprises
        )
        return (Section("pairs that strengths do not explain", heads, rows),) if rows else ()

    def document(self) -> dict[str, Any]:
        """The JSON document of `pilein lab matchup --json`."""
        return {
            "format": FORMAT,
            "ruleset": self.ruleset,
            "assumptions": self.assumptions,
            "units": [
                {
                    "unit": unit,
                    "models": models,
                    "points": points,
                    "strength": one.value,
                    "low": one.low,
                    "high": one.high,
                }
                for unit, models, points, one in zip(self.units, self.models, self.points, self.strengths, strict=True)
            ],
            "duels": self.to_dict(),
            "surprises": [
                {"unit": one.one, "against": one.other, "score": one.score, "expected": one.expected}
                for one in self.surprises
            ],
            "complete": not self.stopped,
            "stopped": self.stopped,
        }

    def to_dict(self) -> Records:
        """The duels as records: {unit, against, mode, wins, loses, games}; `games` is 0 if exact."""
        return [
            {
                "unit": self.units[row],
                "against": self.units[column],
                "mode": mode,
                "wins": one.won if one else None,
                "loses": one.lost if one else None,
                "games": one.games if one else None,
            }
            for mode, rows in self.results.items()
            for row, results in enumerate(rows)
            for column, one in enumerate(results)
        ]

    def to_frame(self) -> Any:  # noqa: ANN401 - of pandas or of polars
        """The records as a data frame of pandas, or of polars; raises BadInput if neither is installed."""
        return as_frame(self.to_dict())

    def to_svg(self) -> str:
        """A heat map of the shares that rows score, on average over the modes; its tooltips tell each mode."""
        places = range(len(self.units))
        cells = tuple(tuple(self._cell(row, column) for column in places) for row in places)
        title = "Share in % that the row scores against the column"
        subtitle = f"{self.ruleset}; a win counts 1, a fight that nobody wins a half; the mean of {listed(self.modes)}"
        sides = ("row", "column")
        names = tuple(f"{unit} ({count})" for unit, count in zip(self.units, self.models, strict=True))
        return plotted(
            Grid(title, subtitle, sides, names, names, cells, plot_colours(SIDES), in_a_line(self.assumptions))
        )

    def _cell(self, row: int, column: int) -> Cell:
        score = self.score(row, column)
        told = "; ".join(f"{mode} {_words(rows[row][column])} %" for mode, rows in self.results.items())
        title = f"{self.units[row]} against {self.units[column]}: {told}"
        return Cell("-", 0.0, title) if score is None else Cell(f"{100 * score:.0f}", 2 * score - 1, title)

    def __repr__(self) -> str:
        return f"<Matchup of {self.ruleset}: {len(self.units)} units, {listed(self.modes)}>"

    def __str__(self) -> str:
        return as_text(self.sections(), self.note)

    def _repr_html_(self) -> str:
        return as_html(self.sections(), self.note)


SIDES = ("red", "blue")  # in the colours of the first two sides of a duel
WORDS: dict[Mode, str] = {
    CHARGING: "having charged",
    CHARGED: "having been charged",
    STANDING: "neither having charged",
}


def matchup(  # noqa: PLR0913 - what is asked, and how it may be worked out
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
    """Fight every unit of a unit file (or those of `names`) against every other, and itself, in the press.

    All have so many `models`, or as many as they get for so many `points`; by default their usual number. Odds are
    exact; a duel with too many positions is sampled with so many `games`. `workers` and `keep` are as in
    `compare`, `policy`, `phases` and `budget` as in `odds`; when the budget is spent, the remaining duels are left out.

    Raises:
        BadScenario: the unit file cannot be read.
        BadInput: an unknown unit or mode, fewer than two units, models and points at once, or a unit that cannot have
            that many; workers that cannot play.
        BadRecord: the file to `keep` is of another question, or is something else.
        Spent: the budget is reached in the first duel.

    """
    found = units if isinstance(units, Units) else Units.load(units)
    _assert_sensible(models, points, modes)
    span, meter = phases_of(phases), budget_of(budget).started()
    taking_part = contenders(found, names, None if models is None else whole(models, "models", 1), points)
    judge = Judge(found.to_toml(), policy, span, whole(games, "games", 1))
    duels = [
        Duel(one, other, mode)
        for mode in (CHARGING, STANDING)
        if mode in modes or (mode == CHARGING and CHARGED in modes)
        for row, one in enumerate(taking_part)
        for column, other in enumerate(taking_part)
        if mode == CHARGING or row <= column
    ]
    players = workers_of(workers)
    with kept_in(keep, ("matchup", judge.question(), duels)) as kept:
        done = fought(judge, duels, Crew(players, kept), meter=meter, progress=progress)
    results = {mode: _square(done, taking_part, mode) for mode in MODES if mode in modes}
    stopped = str(meter.reached or "limit reached") if len(done) < len(duels) else ""
    return _made(
        found, taking_part, results, stopped, {"phases": END if not span else str(span), "policies": _named(policy)}
    )


def _assert_sensible(models: int | None, points: float | None, modes: tuple[str, ...]) -> None:
    if models is not None and points is not None:
        raise BadInput(
            "units have equal models or equal points, not both", key="points", remedy="leave one of them out"
        )
    for mode in modes:
        if mode not in MODES:
            raise BadInput(
                f"there is no mode {mode!r}", key="modes", remedy=hint(mode, MODES, f"known: {listed(MODES)}")
            )
    if not modes:
        raise BadInput("no mode is named", key="modes", remedy=f"name one or more of {listed(MODES)}")


def _square(
    done: dict[Duel, Result], taking_part: tuple[Contender, ...], mode: Mode
) -> tuple[tuple[Result | None, ...], ...]:
    """The results of a mode, row by row: a duel that has been fought from the other side is turned round."""

    def result(one: Contender, other: Contender) -> Result | None:
        duel = Duel(one, other, mode)
        if duel in done:
            return done[duel]
        turned = done.get(duel.turned())
        return turned and turned.turned

    return tuple(tuple(result(one, other) for other in taking_part) for one in taking_part)


def _made(
    units: Units,
    taking_part: tuple[Contender, ...],
    results: Results,
    stopped: str,
    rests_on: Assumptions,
) -> Matchup:
    names = tuple(one.name for one in taking_part)
    models = tuple(one.models for one in taking_part)
    points = tuple(units.points(one.unit, models=one.models) for one in taking_part)
    scores = _scores(results, len(names))
    found = strength_intervals(scores)
    sizes = {"models": ", ".join(f"{count} {name}" for name, count in zip(names, models, strict=True))}
    return Matchup(
        units.ruleset,
        names,
        models,
        points,
        results,
        found,
        _surprises(names, scores, found),
        sizes | rests_on,
        stopped,
    )


def _scores(results: Results, count: int) -> Floats:
    """The mean share that each row scores against each column, by fights from both sides; NaN where one is missing."""
    found = np.full((count, count), np.nan)
    for row, column in product(range(count), repeat=2):
        scores = [one.score for rows in results.values() if (one := rows[row][column])]
        scores += [1 - one.score for rows in results.values() if (one := rows[column][row])]
        if len(scores) == 2 * len(results):
            found[row, column] = sum(scores) / len(scores)
    return found


def _surprises(names: tuple[str, ...], scores: Floats, found: tuple[Interval, ...]) -> tuple[Surprise, ...]:
    """The pairs that differ most from what strengths say, each told from the side of the unit that does better."""
    every = [
        Surprise(names[row], names[column], float(scores[row, column]), expected(found[row].value, found[column].value))
        for row, column in product(range(len(names)), repeat=2)
        if row != column and not np.isnan(scores[row, column])
    ]
    better = [one for one in every if one.score - one.expected > SURPRISING]
    return tuple(sorted(better, key=lambda one: one.expected - one.score)[:SURPRISES])


def _between(one: Interval) -> str:
    return f"{one.low:.2f} to {one.high:.2f}" if one.high > one.low else "-"


def _against(one: Interval) -> str:
    """What the strength means against the average unit."""
    return f"scores {100 * expected(one.value, 1):.0f} % against it"


def _words(one: Result | None) -> str:
    if one is None:
        return "-"
    return f"{SAMPLED if one.games else ''}{100 * one.won:.0f}"


def _named(policy: Policies) -> str:
    return policy if isinstance(policy, str) else str(policy)
