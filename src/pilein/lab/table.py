"""Tables of values, in which each column has a kind.

The kinds determine the table's text, HTML, records and JSON.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any, TypeVar

from msgspec import Struct

from pilein.lab.figures_as_words import bar, difference, fraction, mean, percent, points

Key = TypeVar("Key")
Grouped = TypeVar("Grouped")

RIGHT, LEFT = "right", "left"
MISSING = "-"
Records = list[dict[str, Any]]
Row = tuple[str, ...]


class Kind(Struct, frozen=True):
    """Kind of values, which determines their format, their alignment, and the text for a missing value (None).

    If `is_optional`, a column of this kind is hidden if all of its cells are empty.
    """

    words: Callable[[Any], str]
    way: str = RIGHT
    missing: str = MISSING
    is_optional: bool = False

    def cell(self, value: Any) -> str:  # noqa: ANN401 - of this kind
        """Format a value. A `Figure` is formatted by the kind that it carries."""
        if isinstance(value, Figure):
            return value.kind.cell(value.value)
        return self.missing if value is None else self.words(value)


class Figure(Struct, frozen=True):
    """Value in a column of mixed kinds, together with its own kind."""

    value: Any
    kind: Kind


class Cell(Struct, frozen=True):
    """Cell of a heat map, with its words, its tooltip and the first side's advantage (1 to -1, or None if unknown)."""

    words: str
    favour: float | None
    title: str


def mean_with(decimals: int) -> Kind:
    """Return a kind that formats means with the given number of decimals."""
    return Kind(lambda number: mean(number, decimals))


FIGURE = Kind(str)  # figures with kinds of their own
TEXT = Kind(str, LEFT, "")
REMARK = Kind(str, LEFT, "", is_optional=True)
NUMBER = Kind(str)  # a whole number, or words aligned like one
COUNT = Kind(lambda count: f"{count:,}")
CHANCE = Kind(percent)
GAIN = Kind(points)  # a difference of chances
MEAN = Kind(mean)
CHANGE = Kind(difference)  # a difference of means
FRACTION = Kind(fraction, missing="")
EXACTLY = Kind(fraction, missing="", is_optional=True)
BAR = Kind(bar, LEFT, "", is_optional=True)
INCHES = Kind(lambda inches: f'{inches:g}"')
PRICE = Kind(lambda price: f"{price:.1f}")
CELL = Kind(lambda cell: cell.words)
INTERVAL = Kind(lambda ends: f"{ends[0]:.1f} to {ends[1]:.1f}" if ends[1] > ends[0] else MISSING)


class Column(Struct, frozen=True):
    """Column with its key in data ("" if absent), its kind, its heading (None if hidden), and the owner of its values.

    The owner is a unit, a side or a variant, and is given only if the heading does not name the owner.
    """

    key: str
    kind: Kind = TEXT
    heading: str | None = None
    of: str = ""


def headed(heading: str, kind: Kind = TEXT, key: str = "") -> Column:
    """Return a column with a heading. A column without a key is printed, but left out of the records."""
    return Column(key, kind, heading)


class Section(Struct, frozen=True):
    """Formatted table, with its title, its columns as (heading, alignment), and its rows.

    `favours` holds the first side's advantage in each cell of a heat map, by (row, column).
    """

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]
    favours: dict[tuple[int, int], float] = {}


class Table(Struct, frozen=True):
    """Table with a title, columns, and rows that have a value for each column.

    Examples:
        >>> table = Table("odds", (Column("side", TEXT, "side"), Column("wins", CHANCE, "chance")), (("red", 0.25),))
        >>> table.section.rows
        (('red', '25.00 %'),)
        >>> table.records()
        [{'side': 'red', 'wins': 0.25}]
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...]

    @property
    def section(self) -> Section:
        """Table with its cells formatted, leaving out hidden columns and empty optional columns."""
        words = [tuple(map(_cell, self.columns, row)) for row in self.rows]
        kept = [place for place, column in enumerate(self.columns) if self._is_shown(column, place, words)]
        heads = tuple((self.columns[place].heading or "", self.columns[place].kind.way) for place in kept)
        favours = {
            (number, at): value.favour
            for number, row in enumerate(self.rows)
            for at, value in enumerate(row[place] for place in kept)
            if isinstance(value, Cell) and value.favour is not None
        }
        return Section(self.title, heads, tuple(tuple(row[place] for place in kept) for row in words), favours)

    def _is_shown(self, column: Column, place: int, words: Sequence[Row]) -> bool:
        return column.heading is not None and not (column.kind.is_optional and not any(row[place] for row in words))

    def records(self) -> Records:
        """Return a record for each row: {key: value}."""
        keyed = [(place, column.key) for place, column in enumerate(self.columns) if column.key]
        return [{key: _plain(row[place]) for place, key in keyed} for row in self.rows]


def sections(tables: Sequence[Table]) -> tuple[Section, ...]:
    """Format the cells of the tables, leaving out empty tables."""
    return tuple(table.section for table in tables if table.rows)


def as_text(tables: Sequence[Section], note: str) -> str:
    """Format tables and their note as plain text."""
    return "\n\n".join([*map(_text_of, tables), *filter(None, [note])])


def as_html(tables: Sequence[Section], note: str) -> str:
    """Format tables and their note as HTML."""
    return "\n".join([*map(_html_of, tables), f"<p>{escape(note)}</p>"])


def _cell(column: Column, value: Any) -> str:  # noqa: ANN401 - of the column's kind
    return "" if column.heading is None else column.kind.cell(value)


def _plain(value: Any) -> Any:  # noqa: ANN401 - of any kind
    return value.value if isinstance(value, Figure) else value


def _text_of(section: Section) -> str:
    heads = tuple(heading for heading, _ in section.columns)
    widths = [max(map(len, cells)) for cells in zip(heads, *section.rows, strict=True)]
    lines = [section.title.upper()]
    lines += [_line(section, row, widths) for row in (heads, *section.rows) if any(row)]
    return "\n".join(lines)


def _line(section: Section, row: Row, widths: list[int]) -> str:
    aligned = zip(row, widths, section.columns, strict=True)
    cells = [cell.rjust(width) if way == RIGHT else cell.ljust(width) for cell, width, (_, way) in aligned]
    return ("  " + "  ".join(cells)).rstrip()


def _html_of(section: Section) -> str:
    head = "".join(f'<th style="text-align:{way}">{escape(words)}</th>' for words, way in section.columns)
    body = "".join(f"<tr>{''.join(_html_row(section, row))}</tr>" for row in section.rows)
    return f"<table><caption>{escape(section.title)}</caption><tr>{head}</tr>{body}</table>"


def _html_row(section: Section, row: Row) -> Iterator[str]:
    for words, (_, way) in zip(row, section.columns, strict=True):
        yield f'<td style="text-align:{way}">{escape(words)}</td>'


def grouped(pairs: Iterable[tuple[Key, Grouped]]) -> dict[Key, list[Grouped]]:
    """Group results by their keys, in the order of the first result of each group."""
    found: dict[Key, list[Grouped]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found
