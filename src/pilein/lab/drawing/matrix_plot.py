"""Matrix as one SVG picture, with each cell in the colour of the favoured side.

A stronger colour means a greater advantage.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap

from msgspec import Struct

from pilein.lab.drawing import plot_parts as parts
from pilein.lab.drawing.colours import on
from pilein.lab.drawing.plot_parts import escape
from pilein.lab.table import CELL, Cell, Table

CELL_WIDE, CELL_HIGH = 46, 30  # dots
EDGE = 26
TOP = 84  # dots above the names of the columns
SIZE = 12  # of letters
SLANT = 0.72  # of their length: height of names at 45 degrees
SCALE_WIDE, SCALE_HIGH, SCALE_STEPS = 200, 12, 20
UNDER = 76  # dots below the cells
UNKNOWN = "#e4e4e4"  # colour of a cell that was left out


class Scale(Struct, frozen=True):
    """Legend of the colour scale: a label for each end of the scale, a line of text below, and the least value.

    The label for the value 1 comes first.
    """

    ends: tuple[str, str]
    below: str = ""
    least: float = -1.0


def favoured(one: str, other: str) -> Scale:
    """Return the colour scale for cells that show which of two units is favoured."""
    return Scale((f"{one} favoured", f"{other} favoured"), "white: neither favoured")


def heat_map(
    table: Table,
    scale: Scale,
    colours: tuple[str, str],
    title: str,
    subtitle: str,
    footer: str = "",
    notes: Sequence[str] = (),
) -> str:
    """Draw the cells of a table as an SVG picture. The column before the cells names the rows."""
    first = next(place for place, column in enumerate(table.columns) if column.kind is CELL)
    rows = [str(row[first - 1]) for row in table.rows]
    columns = [column.of or column.heading or "" for column in table.columns[first:]]
    left, top = EDGE + _length(rows) + 10, TOP + SLANT * _length(columns)
    right, bottom = left + CELL_WIDE * len(columns), top + CELL_HIGH * len(rows)
    legend = SCALE_WIDE + sum(_wide(words, SIZE) for words in scale.ends)
    words = EDGE + max(_wide(title, 18), _wide(subtitle, 12), legend)
    width = max(right + SLANT * _length(columns), words) + EDGE
    below = _notes(notes, bottom + UNDER, width - 2 * EDGE)
    drawn = [
        parts.words(EDGE, 40, title, size=18, style='font-weight="bold"'),
        parts.words(EDGE, 60, subtitle, size=12, fill=parts.FAINT),
        *_names(rows, columns, left, top),
        *_cells([row[first:] for row in table.rows], colours, left, top),
        _edge(left, top, right, bottom),
        *_scale(scale, colours, max(left, EDGE + _wide(scale.ends[0], SIZE)), bottom + 26),
        *below,
    ]
    return parts.document(bottom + UNDER + NOTE_LINE * len(below), drawn, footer, width=width, edge=EDGE)


def colour(favour: float, colours: tuple[str, str]) -> str:
    """Blend the sides' colours by advantage: -1 is the second side's colour, 0 white, and 1 the first side's colour."""
    deep = colours[favour < 0]
    strength = min(1.0, abs(favour))
    channels = (int(deep[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (channel - 255) * strength):02x}" for channel in channels)


def _names(rows: Sequence[str], columns: Sequence[str], left: float, top: float) -> Iterator[str]:
    for row, name in enumerate(rows):
        y = top + CELL_HIGH * (row + 0.5) + SIZE * 0.36
        yield parts.words(left - 8, y, name, size=SIZE, style='text-anchor="end"')
    for column, name in enumerate(columns):
        x, y = left + CELL_WIDE * (column + 0.5), top - 8
        yield parts.words(x, y, name, size=SIZE, style=f'transform="rotate(-45 {x:.1f} {y:.1f})"')


def _cells(rows: Sequence[Sequence[Cell]], colours: tuple[str, str], left: float, top: float) -> Iterator[str]:
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            x, y = left + CELL_WIDE * column, top + CELL_HIGH * row
            place = f'x="{x:.1f}" y="{y:.1f}" width="{CELL_WIDE}" height="{CELL_HIGH}" stroke="#fff"'
            fill = UNKNOWN if cell.favour is None else colour(cell.favour, colours)
            yield f'<rect {place} fill="{fill}"><title>{escape(cell.title)}</title></rect>'
            middle = x + CELL_WIDE / 2, y + CELL_HIGH / 2 + SIZE * 0.36
            yield parts.words(
                *middle, cell.words, size=SIZE, fill=on(fill), style=f'{parts.MIDDLE} pointer-events="none"'
            )


def _edge(left: float, top: float, right: float, bottom: float) -> str:
    """Draw an outline around all cells, so that white cells are visible on white paper."""
    size = f'width="{right - left:.1f}" height="{bottom - top:.1f}"'
    return f'<rect x="{left:.1f}" y="{top:.1f}" {size} fill="none" stroke="{parts.LINE}"/>'


def _scale(scale: Scale, colours: tuple[str, str], left: float, y: float) -> Iterator[str]:
    step, (one, other) = SCALE_WIDE / (SCALE_STEPS + 1), scale.ends
    for place in range(SCALE_STEPS + 1):
        shade = colour(1 - (1 - scale.least) * place / SCALE_STEPS, colours)
        size = f'width="{step + 0.3:.1f}" height="{SCALE_HIGH}"'
        yield f'<rect x="{left + step * place:.1f}" y="{y:.1f}" {size} fill="{shade}"/>'
    yield parts.words(left - 8, y + 10, one, size=SIZE, fill=parts.FAINT, style='text-anchor="end"')
    yield parts.words(left + SCALE_WIDE + 8, y + 10, other, size=SIZE, fill=parts.FAINT)
    middle = left + SCALE_WIDE / 2
    yield parts.words(middle, y + 26, scale.below, size=NOTE_SIZE, fill=parts.FAINT, style=parts.MIDDLE)


NOTE_SIZE, NOTE_LINE = 12, 17  # dots: of letters, from line to line


def _notes(notes: Sequence[str], y: float, wide: float) -> list[str]:
    """Draw the notes below the cells, each on a new line."""
    lines = [line for note in notes for line in wrap(note, int(wide / (NOTE_SIZE * parts.SLIM)))]
    return [parts.words(EDGE, y + NOTE_LINE * place, line, size=NOTE_SIZE) for place, line in enumerate(lines)]


def _length(names: Sequence[str]) -> float:
    """Return the length of the longest name, in dots."""
    return max(_wide(name, SIZE) for name in names)


def _wide(words: str, size: float) -> float:
    return len(words) * size * parts.LETTER
