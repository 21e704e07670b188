"""Result of fighting every unit against every other, with tables, a heat map and data."""

from typing import Any, TypeAlias

from msgspec import Struct

from pilein.kernel.nearest import listed
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Cell, Grid, favoured, plotted
from pilein.lab.duels import CHARGED, CHARGING, SIDES, STANDING, Mode, Result
from pilein.lab.figures import Number, share
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_words import percent_give_or_take
from pilein.lab.strength import SURE, Interval, expected
from pilein.lab.table import MISSING, NUMBER, Column, Kind, Table, headed
from pilein.lab.worker_pool import INTERRUPTED

COUNTED = {"score": "1 for a win, a half for a fight without a winner"}
WORDS: dict[Mode, str] = {
    CHARGING: "having charged",
    CHARGED: "having been charged",
    STANDING: "neither having charged",
}
Rows: TypeAlias = tuple[tuple[Result | None, ...], ...]  # a row for each unit, a column for each opponent
Results: TypeAlias = dict[Mode, Rows]


class Surprise(Struct, frozen=True):
    """Pair whose fight does not match its strengths, with the share that `one` scores and the share expected.

    `error` is the standard error of the score, or 0 if no duel was sampled.
    """

    one: str
    other: str
    score: float
    expected: float
    error: float = 0.0

    @property
    def words(self) -> str:
        """Score in per cent, with half of its 95 % interval if it is sampled."""
        return f"{100 * self.score:.0f} %" + (f" ± {100 * SURE * self.error:.0f}" if self.error else "")


class Matchup(Answer, Struct, frozen=True):
    """Results of fighting every unit against every other. Printing them shows tables.

    `results[mode][row][column]` is the result of the row unit against the column unit when the row unit has charged
    ("charging"), the column unit has charged ("charged") or neither has ("standing"). It is None if a limit was
    reached. `strengths` follow Bradley-Terry: 1 is the average unit, and units of strengths s and t share a fight s
    : t. Their 95 % intervals show how much they depend on the choice of opponents. The strength of a unit that has
    met no other unit is None. `surprises` are pairs that strengths do not explain, greatest first.

    Examples:
        >>> import pilein
        >>> found = pilein.matchup("examples/scrollhammer/units/units.toml", models=10)
        >>> [(unit, round(one.value, 2)) for unit, one in zip(found.units, found.strengths) if one]  # doctest: +SKIP
        [('guards', 1.4), ('levy', 0.3), ('riders', 2.4)]
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
    def is_interrupted(self) -> bool:
        """Whether the user interrupted the computation."""
        return self.stopped == INTERRUPTED

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of a duel."""
        return SIDES

    @property
    def note(self) -> str:
        """Note on the number of duels sampled or left out, and on units without a strength."""
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
        columns = (
            headed("unit"),
            *(headed(name, NUMBER) for name in ("models", "points", "strength", "95 %")),
            headed(""),
        )
        ranked = sorted(
            zip(self.units, self.models, self.points, self.strengths, strict=True),
            key=lambda line: -line[3].value if line[3] else 0,
        )
        rows = (
            (unit, models, f"{points:g}" if points else MISSING, *_strength(one))
            for unit, models, points, one in ranked
        )
        return Table("strength (1: the average unit)", columns, tuple(rows))

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
            "units": [
                {
                    "unit": unit,
                    "models": models,
                    "points": points,
                    "strength": one and one.value,
                    "low": one and one.low,
                    "high": one and one.high,
                }
                for unit, models, points, one in zip(self.units, self.models, self.points, self.strengths, strict=True)
            ],
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
        """Draw a heat map of the row units' shares, averaged over the modes. Tooltips give each mode."""
        places = range(len(self.units))
        cells = tuple(tuple(self._cell(row, column) for column in places) for row in places)
        title = "Share in % that the row scores against the column"
        subtitle = f"{self.ruleset}; the mean of {listed(self.modes)}"
        sides = ("row", "column")
        names = tuple(f"{unit} ({count})" for unit, count in zip(self.units, self.models, strict=True))
        basis = in_a_line(self.assumptions | COUNTED)
        notes = tuple(self.note.splitlines())
        return plotted(Grid(title, subtitle, favoured(*sides), names, names, cells, plot_colours(SIDES), basis, notes))

    def _cell(self, row: int, column: int) -> Cell:
        score = self.score(row, column)
        told = "; ".join(f"{mode} {DUEL.cell(rows[row][column])} %" for mode, rows in self.results.items())
        title = f"{self.units[row]} against {self.units[column]}: {told}"
        return Cell("-", None, title) if score is None else Cell(f"{100 * score:.0f}", 2 * score - 1, title)

    def __repr__(self) -> str:
        return f"<Matchup of {self.ruleset}: {len(self.units)} units, {listed(self.modes)}>"


def _strength(one: Interval | None) -> tuple[str, str, str]:
    """Return the columns for a strength: its value, its interval, and the unit's share against the average unit."""
    if one is None:
        return "-", "-", ""
    between = f"{one.low:.2f} to {one.high:.2f}" if one.high > one.low else "-"
    return f"{one.value:.2f}", between, f"scores {100 * expected(one.value, 1):.0f} % against it"


def _chance(one: Result) -> Number:
    """Return the chance that the first unit wins the duel."""
    return share(round(one.won * one.games), one.games) if one.games else one.won


DUEL = Kind(lambda one: percent_give_or_take(_chance(one)))
