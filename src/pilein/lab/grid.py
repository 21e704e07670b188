"""Chances of a result for each pair of values of two keys, as a grid of cells, a heat map or data."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pilein.lab.answer import LINES, Answer, first_of
from pilein.lab.assumptions import Assumptions, assumed, in_a_line
from pilein.lab.drawing.matrix_plot import Scale, heat_map
from pilein.lab.figures import Number, bounds
from pilein.lab.figures_as_data import FORMAT, as_number
from pilein.lab.figures_as_words import percent, percent_give_or_take
from pilein.lab.table import CELL, MISSING, Cell, Column, Table, headed

COLOURS = ("#b5482f", "#2f6fb5")


class Grid(Answer, Struct, frozen=True):
    """Chance of a result for each combination of the values of two keys. Printing the grid shows a table.

    `axes` are the keys with their values in the given order; the first key runs from top to bottom. `chances` are
    rows of cells, and a cell that was left out is None. `stopped` is "interrupted" if the user interrupted, or "".
    """

    title: str
    ruleset: str
    axes: dict[str, tuple[Any, ...]]
    chances: tuple[tuple[Number | None, ...], ...]
    assumptions: Assumptions = {}
    method: str = ""
    stopped: str = ""

    @property
    def note(self) -> str:
        """Method by which the chances were computed, and the reasons why cells were left out."""
        return self.method

    def tables(self) -> tuple[Table, ...]:
        """Tables of the assumptions and of the grid's chances."""
        (down, rows), (across, columns) = self.axes.items()
        heads = (headed(""), *(headed(str(value), CELL) for value in columns))
        cells = tuple((row, *map(_cell, chances)) for row, chances in zip(rows, self.chances, strict=True))
        return assumed(self.assumptions), Table(f"{self.title}, in %: {down} (row), {across} (column)", heads, cells)

    def short(self) -> tuple[str, ...]:
        """Return the title, the first rows, and the first line of the note, in at most five lines."""
        table = self.tables()[-1].section
        heads = [head for head, _ in table.columns[1:]]
        rows = [
            f"{row}: " + ", ".join(f"{cell} at {head}" for head, cell in zip(heads, cells, strict=True))
            for row, *cells in table.rows
        ]
        return (table.title, *first_of(rows, LINES - 2), *self.note.splitlines()[:1])

    def data(self) -> Table:
        """Table with a row for each cell: the values of both keys, the chance, and its 95 % interval."""
        return Table(self.title, tuple(map(Column, (*self.axes, "chance", "low", "high"))), tuple(self._rows()))

    def _rows(self) -> Iterator[tuple[object, ...]]:
        rows, columns = self.axes.values()
        for row, chances in zip(rows, self.chances, strict=True):
            for column, chance in zip(columns, chances, strict=True):
                yield row, column, chance, *((None, None) if chance is None else bounds(chance))

    def document(self) -> dict[str, Any]:
        """Return the JSON document: {format, ruleset, title, assumptions, over, chances}."""
        chances = [[None if one is None else as_number(one) for one in row] for row in self.chances]
        over = {key: list(values) for key, values in self.axes.items()}
        about = {"format": FORMAT, "ruleset": self.ruleset, "title": self.title, "assumptions": self.assumptions}
        return {**about, "over": over, "chances": chances}

    def to_svg(self) -> str:
        """Draw a heat map. Greater chances have stronger colours."""
        (down, _), (across, _) = self.axes.items()
        words = f"{self.title}, in %", f"{down} (row), {across} (column)", in_a_line(self.assumptions)
        notes = tuple(self.note.splitlines())
        return heat_map(self.tables()[-1], Scale(("always", "never"), least=0.0), COLOURS, *words, notes)


def _cell(chance: Number | None) -> Cell:
    if chance is None:
        return Cell(MISSING, None, "left out")
    return Cell(percent_give_or_take(chance), float(chance), percent(chance))
