"""Result of a sweep, with the odds at each point as tables, data and a picture."""

from typing import Any

from msgspec import Struct

from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.comparison import plain
from pilein.lab.drawing.chart import Curve, curves
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Cell, Grid, favoured
from pilein.lab.drawing.matrix_plot import plotted as heat_map
from pilein.lab.drawing.plot_parts import percent
from pilein.lab.figures import WINS, Estimate
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_words import percent_give_or_take
from pilein.lab.measures import CHANCE as CHANCE_KIND
from pilein.lab.measures import Measure, measures_of
from pilein.lab.policies import sides_of
from pilein.lab.table import CHANCE, MEAN, NUMBER, Column, Table, headed
from pilein.lab.treatments import Measured
from pilein.tabletop.scenario import Scenario

NONE = "-"


class Point(Struct, frozen=True):
    """Fight at one point of a sweep: its values, its measures by name, and the games sampled (0 if exact)."""

    values: tuple[object, ...]
    measures: Measured
    games: int = 0

    def ends_of(self, measure: str) -> tuple[float, float]:
        """Return the 95 % interval of a measure. If the measure is exact, both ends equal it."""
        number = self.measures[measure]
        return number.interval if isinstance(number, Estimate) else (float(number), float(number))


class Sweep(Answer):
    """Odds of a fight over the values of one or two keys. Printing the sweep shows a table.

    `axes` are the keys with their values, and `points` the odds at each point, in the order of the values. Points
    for which no time is left are missing, and so are points that cannot be played, for the reasons in `impossible`.
    `measures` are the measures of each point: chances, mean losses, phases.

    Examples:
        >>> import pilein
        >>> found = pilein.sweep("examples/scrollhammer/duel.toml", {"SH-HI-03.even": range(3, 6)})
        >>> [round(float(point.measures["hills wins"]), 2) for point in found.points]
        [0.5, 0.52, 0.53]
    """

    def __init__(
        self,
        scenario: Scenario,
        axes: dict[str, tuple[object, ...]],
        points: tuple[Point, ...],
        wanted: int,
        assumptions: Assumptions,
        impossible: tuple[str, ...] = (),
    ) -> None:
        self.scenario = scenario
        self.axes = axes
        self.points = points
        self.wanted = wanted
        self.assumptions = assumptions
        self.impossible = impossible

    @property
    def sides(self) -> tuple[str, str]:
        """Names of the two sides of the fight."""
        return sides_of(self.scenario)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Measures that were computed at each point."""
        return measures_of(self.scenario)

    @property
    def note(self) -> str:
        """Note on the method of computation and the points left out."""
        games = sorted({point.games for point in self.points if point.games})
        exact = sum(not point.games for point in self.points)
        lines = ["exact" if exact == len(self.points) else f"exact: {exact:,} of {len(self.points):,} points"]
        if games:
            lines = lines if exact else []
            lines.append(f"sampled: {games[0]:,} games at a point, on shared dice")
        if len(self.points) < self.wanted:
            lines.append(
                f"left out, for a limit is reached: {self.wanted - len(self.points):,} of {self.wanted:,} points"
            )
        lines += [f"left out, for it cannot be played: {why}" for why in self.impossible]
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein lab sweep --json`. Exact numbers are "n/d"."""
        return {
            "format": FORMAT,
            **entry(self, "scenario.ruleset:ruleset assumptions"),
            "over": {key: list(values) for key, values in self.axes.items()},
            "points": [
                {
                    "values": list(point.values),
                    "games": point.games,
                    "measures": {name: plain(number) for name, number in point.measures.items()},
                    "intervals": {name: point.ends_of(name) for name in point.measures} if point.games else {},
                }
                for point in self.points
            ],
            "complete": len(self.points) == self.wanted,
            "impossible": list(self.impossible),
        }

    def data(self) -> Table:
        """Table of the points, with the columns {KEY, ..., games, MEASURE, ...}."""
        columns = (*map(Column, self.axes), Column("games"), *(Column(one.name) for one in self.measures))
        rows = tuple(
            (*point.values, point.games, *(point.measures[one.name] for one in self.measures)) for point in self.points
        )
        return Table("points", columns, rows)

    def to_svg(self) -> str:
        """Draw curves of each side's wins over a single key, or a heat map over two keys."""
        return self._curves() if len(self.axes) == 1 else self._heat_map()

    def tables(self) -> tuple[Table, ...]:
        """Table of the assumptions and table of the points. Two keys give a grid of chances."""
        return assumed(self.assumptions), self._list() if len(self.axes) == 1 else self._field()

    def _list(self) -> Table:
        (key,) = self.axes
        seen = [measure for measure in self.measures if not measure.name.endswith("out of the battle")]
        columns = (headed(one.name, CHANCE if one.kind == CHANCE_KIND else MEAN) for one in seen)
        rows = ((point.values[0], *(point.measures[one.name] for one in seen)) for point in self.points)
        return Table(f"over {key}", (headed(""), *columns), tuple(rows))

    def _field(self) -> Table:
        """Table of the first side's chance to win, first key from top to bottom and second from left to right."""
        (down, rows), (across, columns) = self.axes.items()
        heads = (headed(""), *(headed(str(value), NUMBER) for value in columns))
        cells = tuple((row, *(self._cell(row, column).words for column in columns)) for row in rows)
        return Table(f"chance in % that {self.sides[0]} win: {down} (row), {across} (column)", heads, cells)

    def _cell(self, row: object, column: object) -> Cell:
        point = next((one for one in self.points if one.values == (row, column)), None)
        if point is None:
            return Cell(NONE, None, "left out")
        won, lost = (float(point.measures[WINS.format(side=side)]) for side in self.sides)
        favour = (won - lost) / (won + lost) if won + lost else 0.0
        title = ", ".join(f"{key} {value}" for key, value in zip(self.axes, point.values, strict=True))
        words = percent_give_or_take(point.measures[WINS.format(side=self.sides[0])])
        return Cell(words, favour, f"{title}: {percent(won)} to {percent(lost)}")

    def _curves(self) -> str:
        (key,) = self.axes
        colours = plot_colours(self.sides)
        names = [WINS.format(side=side) for side in self.sides]
        drawn = tuple(
            Curve(
                name,
                colour,
                tuple(float(point.measures[name]) for point in self.points),
                tuple(point.ends_of(name) for point in self.points),
            )
            for name, colour in zip(names, colours, strict=True)
        )
        labels = tuple(str(point.values[0]) for point in self.points)
        return curves(f"Who wins over {key}", self.note, labels, drawn, in_a_line(self.assumptions))

    def _heat_map(self) -> str:
        (down, rows), (across, columns) = self.axes.items()
        said, *notes = self.note.splitlines()
        cells = tuple(tuple(self._cell(row, column) for column in columns) for row in rows)
        title = f"Chance in % that {self.sides[0]} win"
        subtitle = f"{down} (row), {across} (column); {said}"
        names = tuple(map(str, rows)), tuple(map(str, columns))
        colours, rests_on = plot_colours(self.sides), in_a_line(self.assumptions)
        return heat_map(Grid(title, subtitle, favoured(*self.sides), *names, cells, colours, rests_on, tuple(notes)))

    def __repr__(self) -> str:
        return f"<Sweep over {' and '.join(self.axes)}: {len(self.points)} points>"
