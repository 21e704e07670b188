"""Odds of all loadouts against each other, as a table of cells, a merged table and a picture."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import fsum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pilein.kernel.nearest import in_words
from pilein.lab.answer import Answer
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.colours import plot_colours
from pilein.lab.drawing.matrix_plot import Cell, Grid, favoured, plotted
from pilein.lab.drawing.plot_parts import percent
from pilein.lab.figures import HOW, IN_SHORT, Estimate, Number, Ways, WaysOfSide
from pilein.lab.figures_as_data import FORMAT, entry
from pilein.lab.figures_as_words import percent_give_or_take, ways_in_short
from pilein.lab.loadouts import JOINED, short_names
from pilein.lab.table import NUMBER, Column, Table, as_html, as_text, headed, sections

Numbers = tuple[tuple[Number | None, ...], ...]  # None: left out
Splits = tuple[tuple[Ways | None, ...], ...]

LEFT_OUT = "-"
ALONE = "nothing to compare: both can only have {}; a file may bring weapons of its own, as [weapons.NAME]"
HIGH = 9.95  # per cent; smaller values are shown with a decimal
EQUAL = 1e-9  # chances that differ by less count as the same


class Matrix(Answer, Struct, frozen=True):
    """Odds of a scenario's first unit against the second, for all loadouts. Printing it shows a table.

    `wins[row][column]` is the chance that the first unit's side wins, equipped with `rows[row]` against
    `columns[column]`, and `losses[row][column]` the chance that the second unit's side wins. The remainder is the
    chance that neither wins. `how` splits both as in `Figures`. `vary` names what varies. `phases` is the number of
    phases, or 0 to play to the end. A cell with too many positions is sampled, and its chances are estimates. Tables
    and pictures show the matrix `merged`, with equal rows and equal columns combined. `assumptions` are the basis of
    the odds, and `hints` are likely mistakes. If a limit is reached or the user interrupts, the remaining cells are
    None and `stopped` gives the reason.

    Examples:
        >>> import pilein
        >>> matrix = pilein.matrix("examples/scrollhammer/duel.toml", phases=1)  # doctest: +SKIP
        >>> matrix.wins[0][1]  # the first loadout against the second  # doctest: +SKIP
        0.1423
    """

    ruleset: str
    units: tuple[str, str]
    sides: tuple[str, str]
    phases: int
    is_exact: bool
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    wins: Numbers
    losses: Numbers
    how: Splits = ()
    vary: str = "weapons"
    stopped: str = ""
    is_interrupted: bool = False
    assumptions: Assumptions = {}
    hints: tuple[str, ...] = ()

    def favour(self, row: int, column: int) -> float:
        """Return the first unit's advantage in decided fights, from 1 if it always wins to -1 if it always loses."""
        won, lost = float(self.wins[row][column] or 0), float(self.losses[row][column] or 0)
        return (won - lost) / (won + lost) if won + lost else 0.0

    def words(self, row: int, column: int) -> str:
        """Format a cell as the chance in per cent that the first unit wins."""
        won = self.wins[row][column]
        if won is None:
            return LEFT_OUT
        if isinstance(won, Estimate):
            return percent_give_or_take(won)
        share = 100 * float(won)
        return f"{share:.{0 if share >= HIGH else 1}f}"

    @property
    def title(self) -> str:
        """Title of the table, which explains the numbers in its cells."""
        return f"Chance in % that {self.units[0]} (row) beats {self.units[1]} (column) {self.span}"

    @property
    def span(self) -> str:
        """Phrase that gives the length of the fights, such as "in 2 phases"."""
        if not self.phases:
            return "in the end"
        return "in one phase" if self.phases == 1 else f"in {self.phases} phases"

    @property
    def note(self) -> str:
        """Note on cells that were sampled or left out, or on the absence of anything to compare. It may be empty."""
        cells = [won for row in self.wins for won in row]
        sampled = sum(isinstance(won, Estimate) for won in cells)
        lines = [ALONE.format(in_words(self.rows[0]))] if len(cells) == 1 else []
        lines += (
            [f"sampled (± half of the 95 % interval): {sampled:,} of {len(cells):,} cells: too many positions"]
            if sampled
            else []
        )
        if self.stopped:
            lines.append(f"left out (-): {cells.count(None):,} of {len(cells):,} cells: {self.stopped}")
        return "\n".join(lines)

    def document(self) -> dict[str, Any]:
        """Return the JSON document of `pilein matrix --json`. Exact chances are "n/d".

        `sampled` lists the sampled cells, as [row, column] from 0.
        """
        stopped = {"stopped": self.note} if self.stopped else {}
        return {
            "format": FORMAT,
            **entry(self, "ruleset vary units sides phases assumptions hints is_exact:exact rows columns"),
            "wins": [[_plain(chance) for chance in chances] for chances in self.wins],
            "losses": [[_plain(chance) for chance in chances] for chances in self.losses],
            "how": [[_split(self.sides, ways) for ways in row] for row in self.how],
            "merged_rows": _equal(self._lines()),
            "merged_columns": _equal(self._lines(turned=True)),
            "sampled": [
                [row, column]
                for row, chances in enumerate(self.wins)
                for column, won in enumerate(chances)
                if isinstance(won, Estimate)
            ],
            "complete": not self.stopped,
            **stopped,
        }

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Return the table's cells line by line: column numbers, then each row's number and name with its cells."""
        head = ("", *(str(place) for place in range(1, len(self.columns) + 1)))
        names = _numbered([*short_names(self.rows).values()])
        cells = [[self.words(row, column) for column in range(len(self.columns))] for row in range(len(self.rows))]
        return (head, *((name, *line) for name, line in zip(names, cells, strict=True)))

    @property
    def merged(self) -> "Matrix":
        """Matrix in which equal rows are merged into one with joined names, and equal columns likewise.

        A cell that was sampled or left out is not equal to any other cell.
        """
        rows, columns = _equal(self._lines()), _equal(self._lines(turned=True))

        def kept(cells: tuple[tuple[Any, ...], ...]) -> tuple[tuple[Any, ...], ...]:
            return tuple(tuple(cells[row[0]][column[0]] for column in columns) for row in rows)

        return replace(
            self,
            rows=_joined(self.rows, rows),
            columns=_joined(self.columns, columns),
            wins=kept(self.wins),
            losses=kept(self.losses),
            how=kept(self.how) if self.how else (),
        )

    def _lines(self, *, turned: bool = False) -> list[tuple[Any, ...]]:
        """Return the cells by row or by column. Each cell has both chances and the ways of winning."""
        found = [
            tuple(
                (self.wins[row][column], self.losses[row][column], self._ways(row, column)) for column in self._places
            )
            for row in range(len(self.rows))
        ]
        return list(zip(*found, strict=True)) if turned else found

    @property
    def _places(self) -> range:
        return range(len(self.columns))

    def _ways(self, row: int, column: int) -> Ways:
        found = self.how[row][column] if self.how else None
        return found or ((), ())

    def tables(self) -> tuple[Table, ...]:
        """Table of each unit's wins with each loadout, averaged over all loadouts of the opponent."""
        if not self.how:
            return ()
        columns = list(zip(*self.how, strict=True))
        sides = ((0, self.rows, self.how), (1, self.columns, columns))
        titles = (
            f"wins of {unit}, in % (average over the {self.vary} of {foe})"
            for unit, foe in (self.units, self.units[::-1])
        )
        return tuple(
            _ways_of(title, side, names, cells) for title, (side, names, cells) in zip(titles, sides, strict=True)
        )

    def data(self) -> Table:
        """Table of the cells, with the columns {row, column, wins, losses}. The values of a cell left out are None."""
        places = product(range(len(self.rows)), range(len(self.columns)))
        cells = ((self.rows[a], self.columns[b], self.wins[a][b], self.losses[a][b]) for a, b in places)
        return Table(self.title, tuple(map(Column, ("row", "column", "wins", "losses"))), tuple(cells))

    def to_svg(self) -> str:
        """Draw the cells in the favoured unit's colour. Tooltips give both units' ways of winning."""
        shown = self.merged
        places = [range(len(names)) for names in (shown.rows, shown.columns)]
        cells = tuple(tuple(shown.cell(row, column) for column in places[1]) for row in places[0])
        subtitle = f"{self.ruleset}; rows and columns: {self.vary}"
        colours, rests_on = plot_colours(self.sides), in_a_line(self.assumptions)
        rows, columns = (tuple(short_names(names).values()) for names in (shown.rows, shown.columns))
        names = {**short_names(shown.rows), **short_names(shown.columns)}
        in_full = (f"{short}: {in_words(name)}" for name, short in names.items() if in_words(name) != short)
        notes = (*self.note.splitlines(), *in_full)
        return plotted(
            Grid(self.title, subtitle, favoured(*self.units), rows, columns, cells, colours, rests_on, notes)
        )

    def cell(self, row: int, column: int) -> Cell:
        """Return one cell of the matrix for the picture."""
        chances = self.wins[row][column], self.losses[row][column]
        won, lost = (
            "left out" if chance is None else percent(float(chance)) + _in_brackets(ways)
            for chance, ways in zip(chances, self._ways(row, column), strict=True)
        )
        one, other = self.units
        title = f"{one}, {in_words(self.rows[row])}: {won}; {other}, {in_words(self.columns[column])}: {lost}"
        known = self.wins[row][column] is not None
        return Cell(self.words(row, column), self.favour(row, column) if known else None, title)

    def __repr__(self) -> str:
        return f"<Matrix of {self.ruleset}: {self.title}, {len(self.rows)} x {len(self.columns)}>"

    def _repr_html_(self) -> str:
        head, *rows = self.merged.lines()
        cells = Table(self.title, (headed(head[0]), *(headed(name, NUMBER) for name in head[1:])), tuple(rows))
        tables = sections((assumed(self.assumptions), cells, *self.merged.tables()))
        return as_html(tables, "; ".join(filter(None, (*self.merged.legend().splitlines(), self.note))))

    def legend(self) -> str:
        """List the rows by number with shortened names, and the columns if they differ from the rows."""
        named = [
            f"row {place}: {in_words(name)}"
            for place, (name, short) in enumerate(short_names(self.rows).items(), 1)
            if in_words(name) != short
        ]
        if self.columns != self.rows:
            named.append("columns: " + "; ".join(in_words(name.strip()) for name in _numbered(self.columns)))
        return "\n".join(named)

    def __str__(self) -> str:
        shown = self.merged
        lines = shown.lines()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        rests_on = [as_text([assumed(self.assumptions).section], "").rstrip(), ""] if self.assumptions else []
        below = [text for text in (shown.legend(), as_text(shown.sections(), "").rstrip(), self.note) if text]
        return "\n".join([*rests_on, self.title, "", *(_line(line, widths) for line in lines), *_spaced(below)])


def _numbered(names: Sequence[str]) -> list[str]:
    wide = len(str(len(names)))
    return [f"{place:>{wide}} {name}" for place, name in enumerate(names, 1)]


def _spaced(texts: Sequence[str]) -> list[str]:
    return [line for text in texts for line in ("", text)]


def _equal(lines: Sequence[tuple[Any, ...]]) -> list[list[int]]:
    """Group the positions of equal lines. Groups are ordered by their first line."""
    found: list[list[int]] = []
    for place, line in enumerate(lines):
        same = next((group for group in found if _are_alike(lines[group[0]], line)), None)
        if same is None:
            found.append([place])
        else:
            same.append(place)
    return found


def _are_alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two lines have equal cells, of which at least one is known.

    Cells left out of both lines count as equal.
    """
    pairs = [pair for pair in zip(one, other, strict=True) if not pair[0][0] is pair[1][0] is None]
    return bool(pairs) and all(_are_equal(*pair) for pair in pairs)


def _are_equal(one: Any, other: Any) -> bool:  # noqa: ANN401 - nested tuples of chances and words
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(_are_equal, one, other))
    if isinstance(one, str):
        return bool(one == other)
    if None in (one, other) or isinstance(one, Estimate) or isinstance(other, Estimate):
        return False
    return bool(abs(one - other) < EQUAL)


def _joined(names: Sequence[str], groups: Sequence[Sequence[int]]) -> tuple[str, ...]:
    return tuple(JOINED.join(names[place] for place in group) for group in groups)


def _in_brackets(ways: WaysOfSide) -> str:
    return f" (enemy {ways_in_short(ways)})" if ways else ""


def _split(sides: tuple[str, str], ways: Ways | None) -> dict[str, dict[str, float | str | None]] | None:
    if ways is None:
        return None
    pairs = zip(sides, ways, strict=True)
    return {side: {how: _plain(chance) for how, chance in one} for side, one in pairs}


def _ways_of(title: str, side: int, names: Sequence[str], cells: Sequence[Sequence[Ways | None]]) -> Table:
    """Tabulate how a side's unit wins with each loadout, averaged over the known cells of the loadout's line."""
    means = [_mean([dict(ways[side]) for ways in line if ways is not None]) for line in cells]
    seen = [how for how in HOW if any(mean.get(how) for mean in means)]
    rows = tuple(
        (name, *(f"{100 * mean.get(how, 0.0):.1f}" for how in seen))
        for name, mean in zip(_numbered([*short_names(names).values()]), means, strict=True)
        if mean
    )
    columns = (headed(""), *(headed(f"enemy {IN_SHORT[how]}", NUMBER) for how in seen))
    return Table(title, columns, rows if len(seen) > 1 else ())


def _mean(ways: Sequence[dict[str, Number]]) -> dict[str, float]:
    return {how: fsum(float(one.get(how, 0)) for one in ways) / len(ways) for how in HOW} if ways else {}


def _plain(chance: Number | None) -> float | str | None:
    if chance is None:
        return None
    return str(chance) if isinstance(chance, Fraction) else float(chance)


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    first, *others = zip(cells, widths, strict=True)
    return " ".join([first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]).rstrip()
