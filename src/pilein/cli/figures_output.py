"""Print figures for people, as coloured tables in a terminal and plain tables elsewhere."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pilein.cli.terminal import Console
from pilein.lab.drawing.colours import terminal_styles
from pilein.lab.figures import WINS, Figures
from pilein.lab.table import RIGHT, Row, Section, as_text

EDGE, MARGINS = 1, 3  # letters of a table beside its columns, and of a column beside its words
BARS = "█▏▎▍▌▋▊▉"  # letters with which a bar begins
PROSE = 24  # letters from which a cell may be put into several lines
EVEN = 1e-9  # advantages below this favour neither side
FAVOURED = ("favours the first side", "favours the second side")  # keys of the colours of cells in a heat map


def show(tables: Sequence[Section], notes: Sequence[str], figures: Figures) -> None:
    """Print tables of figures, followed by notes."""
    show_tables(tables, notes, figures.sides, {unit.unit: unit.side for unit in figures.units})


def show_tables(
    tables: Sequence[Section], notes: Sequence[str], sides: tuple[str, str], side_of: Mapping[str, str]
) -> None:
    """Print tables with notes below. `side_of` maps units to sides, for colouring."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.print(Text(as_text(tables, "\n".join(notes))), soft_wrap=True)
        return
    styles = _styles(sides, side_of)
    for section in tables:
        for part in _fitting(section, console.width):
            console.print(_table(part, styles, console.width))
    for note in notes:
        console.print(Text(note, "dim"))


def _fitting(section: Section, width: int) -> tuple[Section, ...]:
    """Return a section as tables that fit the terminal.

    A section that does not fit loses its bars. If the section is still too wide, it is transposed, or its headings and
    long cells are wrapped, or its columns are spread over several tables that all begin with the first column.
    """
    if _table_width(_full_widths(section)) > width:
        section = _part(section, [place for place in range(len(section.columns)) if not _is_bars(section, place)])
    forms = (section, _turned(section)) if section.rows else (section,)
    for least in (False, True):
        for form in forms:
            if _table_width(_least_widths(form) if least else _full_widths(form)) <= width:
                return (form,)
    first, *others = _least_widths(section)
    parts: list[list[int]] = [[]]
    for place, one in enumerate(others, 1):
        if parts[-1] and _table_width((first, *(others[before - 1] for before in parts[-1]), one)) > width:
            parts.append([])
        parts[-1].append(place)
    untitled = replace(section, title="")
    return tuple(_part(untitled if number else section, (0, *places)) for number, places in enumerate(parts))


def _is_bars(section: Section, place: int) -> bool:
    """Whether a column consists of bars, which only repeat the figures of another column."""
    cells = [row[place] for row in section.rows if row[place]]
    return bool(cells) and all(cell[0] in BARS for cell in cells)


def _part(section: Section, places: Sequence[int]) -> Section:
    """Return a section with only the columns at the given places."""
    columns = tuple(section.columns[place] for place in places)
    rows = tuple(tuple(row[place] for place in places) for row in section.rows)
    favours = {(row, places.index(at)): favour for (row, at), favour in section.favours.items() if at in places}
    return Section(section.title, columns, rows, favours)


def _turned(section: Section) -> Section:
    """Transpose a section, so that its columns become rows."""
    (first, *heads), (names, *lines) = section.columns, zip(*section.rows, strict=True)
    columns = (first, *((name, RIGHT) for name in names))
    rows = tuple((head, *line) for (head, _), line in zip(heads, lines, strict=True))
    favours = {(column - 1, row + 1): favour for (row, column), favour in section.favours.items()}
    return Section(section.title, columns, rows, favours)


def _table_width(widths: Iterable[int]) -> int:
    """Return the width of a table whose columns have the given widths."""
    return EDGE + sum(MARGINS + width for width in widths)


def _full_widths(section: Section) -> list[int]:
    """Return the width of each column if nothing is wrapped."""
    return [max(len(head), cells) for (head, _), cells in zip(section.columns, _cell_widths(section), strict=True)]


def _least_widths(section: Section) -> list[int]:
    """Return the width of each column if headings are wrapped between words, and long cells after `PROSE` letters."""
    found = []
    for (head, way), cells in zip(section.columns, _cell_widths(section), strict=True):
        cell = cells if way == RIGHT else min(cells, PROSE)
        found.append(max([cell, *map(len, head.split())]))
    return found


def _cell_widths(section: Section) -> list[int]:
    """Return the number of letters in the longest cell of each column."""
    return [max((len(row[place]) for row in section.rows), default=0) for place in range(len(section.columns))]


def _final_widths(section: Section, width: int) -> list[int]:
    """Return the widths of the columns in a terminal.

    Every column has at least its least width. The remaining width goes to the columns that need the least additional
    width.
    """
    found, wanted = _least_widths(section), _full_widths(section)
    left = width - _table_width(found)
    for place in sorted(range(len(found)), key=lambda place: wanted[place] - found[place]):
        more = max(0, min(wanted[place] - found[place], left))
        found[place] += more
        left -= more
    return found


def _styles(sides: tuple[str, str], side_of: Mapping[str, str]) -> dict[str, str]:
    """Map the names of sides and units to the colours of their cells."""
    of_sides = dict(zip(sides, terminal_styles(sides), strict=True))
    styles = {unit: of_sides[side] for unit, side in side_of.items()}
    styles |= dict(zip(FAVOURED, terminal_styles(sides), strict=True))
    for side, style in of_sides.items():
        styles |= {side: style, WINS.format(side=side): style}
    return styles


def _table(section: Section, styles: dict[str, str], width: int) -> Table:
    """Return a section as a table that fits a terminal of the given width."""
    table = Table(box=SIMPLE_HEAD, title=section.title or None, title_justify="left", title_style="bold underline")
    for (words, way), wide in zip(section.columns, _final_widths(section, width), strict=True):
        head = Text(words, styles.get(words, ""))
        table.add_column(head, justify="right" if way == RIGHT else "left", width=wide, overflow="fold")
    for number, row in enumerate(section.rows):
        favours = (section.favours.get((number, place)) for place in range(len(row)))
        cells = zip(row, favours, strict=True)
        table.add_row(*(Text(cell, _style(row, cell, styles, favour)) for cell, favour in cells))
    return table


def _style(row: Row, cell: str, styles: dict[str, str], favour: float | None) -> str:
    """Return a cell's colour. A bar has the colour of the first cell in its row.

    A cell of a heat map has the colour of the favoured side, or is dim if neither side is favoured.
    """
    if favour is not None:
        return "dim" if abs(favour) < EVEN else styles[FAVOURED[favour < 0]]
    is_bar = bool(cell) and cell[0] in BARS
    whose = row[0].split(" by ")[0] if is_bar else cell
    return styles.get(whose, "cyan" if is_bar else "")
