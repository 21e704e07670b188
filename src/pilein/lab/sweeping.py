"""Odds of a fight over the values of one or two keys, as tables, data and a picture."""

import re
from collections.abc import Iterable, Mapping, Sequence, Sized
from itertools import islice
from math import prod
from pathlib import Path
from typing import Any

from msgspec import Struct

from pilein.kernel.errors import BadInput
from pilein.kernel.nearest import shortened
from pilein.lab.altering import Value
from pilein.lab.answer import Answer
from pilein.lab.arguments import spelled
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.chart import Curve, curves
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import favoured, heat_map
from pilein.lab.drawing.plot_parts import percent
from pilein.lab.experiment import Experiment, assumptions_over
from pilein.lab.figures import WINS, bounds
from pilein.lab.figures_as_data import FORMAT, entry, plain
from pilein.lab.figures_as_words import percent_give_or_take
from pilein.lab.fixed import Fixed
from pilein.lab.limits import DEFAULT, LIMIT_REACHED, Limit, Phases
from pilein.lab.measures import CHANCE as CHANCE_KIND
from pilein.lab.measures import Measure, measures_of, out_of_battle
from pilein.lab.policies import SENSIBLE, Policies, sides_of
from pilein.lab.run_options import AUTO, GAMES, run_options
from pilein.lab.scenarios import Given, scenario_of
from pilein.lab.table import CELL, CHANCE, MEAN, MISSING, Cell, Column, Table, headed
from pilein.lab.treatments import Measured
from pilein.lab.worker_pool import Progress
from pilein.tabletop.scenario import Scenario
from pilein.workers.pool import Workers

AXES = 2
MOST_POINTS = 400
RANGE = re.compile(r"(?P<first>-?\d{1,12})\.\.(?P<last>-?\d{1,12})(?::(?P<step>\d{1,12}))?", re.ASCII)
HOW = "write a range like 2..6, or 2..12:2 in steps of 2"


class Point(Struct, frozen=True):
    """Fight at one point of a sweep: its values, its measures by name, and the games sampled (0 if exact)."""

    values: tuple[object, ...]
    measures: Measured
    games: int = 0

    def ends_of(self, measure: str) -> tuple[float, float]:
        """Return the 95 % interval of a measure. If the measure is exact, both ends equal it."""
        return bounds(self.measures[measure])


class Sweep(Answer, Struct, frozen=True):
    """Odds of a fight over the values of one or two keys. Printing the sweep shows a table.

    `axes` are the keys with their values, and `points` the odds at each point, in the order of the values. Points
    for which no time is left are missing, and so are points that cannot be played; `impossible` gives the reasons.
    `stopped` is "interrupted" if the user interrupted, or "". `measures` are the measures of each point: chances of
    the winners and of each unit's fates, mean losses, phases. A table over one key shows winners, losses and phases.

    Examples:
        >>> import pilein
        >>> found = pilein.sweep("examples/scrollhammer/duel.toml", {"SH-HI-03.even": range(3, 6)})
        >>> [round(float(point.measures["hills wins"]), 2) for point in found.points]
        [0.5, 0.52, 0.53]
    """

    scenario: Scenario
    axes: dict[str, tuple[object, ...]]
    points: tuple[Point, ...]
    wanted: int
    assumptions: Assumptions = {}
    impossible: tuple[str, ...] = ()
    stopped: str = ""

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
        """Text on the method of computation and the points left out."""
        games = sorted({point.games for point in self.points if point.games})
        exact = sum(not point.games for point in self.points)
        lines = ["exact" if exact == len(self.points) else f"exact: {exact:,} of {len(self.points):,} points"]
        if games:
            lines = lines if exact else []
            many = f"{games[0]:,} to {games[-1]:,}" if len(games) > 1 else f"{games[0]:,}"
            lines.append(f"sampled: {many} games at a point, on shared dice")
        if len(self.points) < self.wanted:
            left = f"{self.wanted - len(self.points):,} of {self.wanted:,} points"
            lines.append(f"left out, {self.stopped or LIMIT_REACHED}: {left}")
        elif self.stopped:
            lines.append(self.stopped)
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
                    "measures": plain(point.measures),
                    "intervals": {name: point.ends_of(name) for name in point.measures} if point.games else {},
                }
                for point in self.points
            ],
            "complete": len(self.points) == self.wanted and not self.stopped,
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
        out = {out_of_battle(unit.name) for unit in self.scenario.units}
        seen = [measure for measure in self.measures if not measure.fate_of and measure.name not in out]
        columns = (headed(one.name, CHANCE if one.kind == CHANCE_KIND else MEAN) for one in seen)
        rows = tuple((point.values[0], *(point.measures[one.name] for one in seen)) for point in self.points)
        return Table(f"over {key}", (headed(""), *columns), rows)

    def _field(self) -> Table:
        """Table of the first side's chance to win, with the first key's values in rows and the second key's in
        columns.
        """
        (down, rows), (across, columns) = self.axes.items()
        heads = (headed(""), *(headed(str(value), CELL) for value in columns))
        known = {point.values: point for point in self.points}
        cells = tuple((row, *(self._cell(known.get((row, column))) for column in columns)) for row in rows)
        return Table(f"chance in % that {self.sides[0]} win: {down} (row), {across} (column)", heads, cells)

    def _cell(self, point: Point | None) -> Cell:
        if point is None:
            return Cell(MISSING, None, "left out")
        wins = [point.measures[WINS.format(side=side)] for side in self.sides]
        won, lost = map(float, wins)
        title = ", ".join(f"{key} {value}" for key, value in zip(self.axes, point.values, strict=True))
        favour = (won - lost) / (won + lost) if won + lost else 0.0
        return Cell(percent_give_or_take(wins[0]), favour, f"{title}: {percent(won)} to {percent(lost)}")

    def _curves(self) -> str:
        (key,) = self.axes
        names = [WINS.format(side=side) for side in self.sides]
        shares = [tuple(float(point.measures[name]) for point in self.points) for name in names]
        ends = [tuple(point.ends_of(name) for point in self.points) for name in names]
        drawn = list(map(Curve, names, plot_colours(self.sides), shares, ends))
        labels = [str(point.values[0]) for point in self.points]
        return curves(f"Who wins over {key}", self.note, labels, drawn, in_a_line(self.assumptions))

    def _heat_map(self) -> str:
        (down, _), (across, _) = self.axes.items()
        said, *notes = self.note.splitlines()
        words = f"Chance in % that {self.sides[0]} win", f"{down} (row), {across} (column); {said}"
        colours, rests_on = plot_colours(self.sides), in_a_line(self.assumptions)
        return heat_map(self._field(), favoured(*self.sides), colours, *words, rests_on, notes)

    def __repr__(self) -> str:
        return f"<Sweep over {' and '.join(self.axes)}: {len(self.points)} points>"


def sweep(  # noqa: PLR0913 - the question, and options for answering it
    scenario: Given,
    over: Mapping[str, Iterable[Value]],
    *,
    rulings: Mapping[str, str] | None = None,
    policy: Policies = SENSIBLE,
    phases: Phases = "end",
    fixed: Fixed = None,
    way: str = AUTO,
    games: int = GAMES,
    seed: int = 0,
    workers: Workers = 1,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    budget: Limit = DEFAULT,
) -> Sweep:
    """Compute a fight's odds for every value of one key, like {"SH-CR-04": range(4)}, or every pair for two keys.

    Keys are numbers of the rules text, rulings (with options as values) and values of the scenario file, as in
    `compare`. Other arguments are as in `compare` too; sampled points share their dice. `progress` is called with
    (points done, points wanted). Points for which no time is left, or that cannot be played, are left out.

    Raises:
        BadScenario: the scenario cannot be played.
        BadInput: there is no key or there are more than two, there are no values or too many, a key is unknown, or no
            value can be played.
        UnknownRule: there is no such ruling or option.
        BadRecord: the file to `keep` belongs to a different question, or is not such a file.
        TooMuch: there is too much to solve and `way` is "exact", or a limit is reached before the first game is over.
    """
    asked = {"way": way, "games": games, "seed": seed, "progress": None, "budget": budget}
    run = run_options(workers=workers, keep=keep, policy=policy, phases=phases, fixed=fixed, **asked)  # type: ignore[arg-type]
    found, axes = scenario_of(scenario, rulings), _axes(over)
    experiment = Experiment.over(found, axes)
    findings, stopped = experiment.findings_so_far(run, progress)
    points = tuple(Point(one.variant.values, one.new, one.games) for one in findings)
    rests_on = assumptions_over(found, experiment, axes, run)
    return Sweep(found, axes, points, len(experiment.variants), rests_on, experiment.impossible, stopped)


def _axes(over: Mapping[str, Iterable[Value]]) -> dict[str, tuple[Value, ...]]:
    """Check the keys and their values.

    Raises:
        BadInput: there are no keys, too many keys or values, or a value is given twice.
    """
    example = 'give a mapping like {"SH-CR-04": range(4)}'
    if not isinstance(over, Mapping):
        raise BadInput(f"{spelled(over)} is not a mapping of keys to values", key="over", remedy=example)
    axes = {key: _values(key, values) for key, values in over.items()}
    if not 1 <= len(axes) <= AXES:
        raise BadInput(
            f"a sweep needs one or two keys, but {len(axes)} are given", key="over", remedy="give one or two keys"
        )
    for key, values in axes.items():
        if not values:
            raise BadInput("this key has no values", key=key, remedy=example)
        if len({str(value) for value in values}) < len(values):
            raise BadInput("a value of this key is given twice", key=key, remedy="give each value once")
    points = prod(map(len, axes.values()))
    if points > MOST_POINTS:
        raise BadInput(
            f"the sweep would have {points:,} points, more than {MOST_POINTS}", key="over", remedy="give fewer values"
        )
    return axes


def _values(key: str, values: Iterable[Value]) -> tuple[Value, ...]:
    """Read the values of a key. Raises BadInput if there are too many, even for an endless iterable."""
    found = tuple(islice(values, MOST_POINTS + 1))
    if len(found) > MOST_POINTS:
        count = f"{len(values):,}" if isinstance(values, Sized) else f"more than {MOST_POINTS}"
        raise BadInput(
            f"this key has {count} values, too many for a sweep", key=key, remedy=f"give at most {MOST_POINTS} values"
        )
    return found


def values_in(words: str) -> Sequence[str]:
    """Parse values from a string such as "2..6", "2..12:2" (in steps of 2) or "gap,route".

    Examples:
        >>> values_in("2..5"), values_in("1..7:3"), values_in("default,gap")
        (['2', '3', '4', '5'], ['1', '4', '7'], ['default', 'gap'])

    Raises:
        BadInput: a range is malformed, is empty or has too many values.
    """
    if ".." not in words:
        return [part.strip() for part in words.split(",") if part.strip()]
    found = RANGE.fullmatch(words.strip())
    if found is None or int(found["step"] or 1) == 0:
        raise BadInput(f"{shortened(words)!r} is not a range of whole numbers", key="over", remedy=HOW)
    first, last, step = int(found["first"]), int(found["last"]), int(found["step"] or 1)
    values = range(first, last + 1, step)
    if not values:
        raise BadInput(f"the range {words!r} contains no values", key="over", remedy=f"write {last}..{first}")
    if len(values) > MOST_POINTS:
        wider = -((first - last - 1) // MOST_POINTS)
        remedy = f"give at most {MOST_POINTS} values, such as {first}..{last}:{wider} in steps of {wider}"
        raise BadInput(f"the range has {len(values):,} values, more than {MOST_POINTS}", key="over", remedy=remedy)
    return [str(value) for value in values]
