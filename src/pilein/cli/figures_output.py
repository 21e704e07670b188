"""Print figures for people, as coloured tables in a terminal and plain tables elsewhere."""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from pilein.cli.terminal import Console
from pilein.lab.drawing.colours import terminal_styles
from pilein.lab.figures import WINS, Figures
from pilein.lab.table import RIGHT, Row, Section, as_text


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
        table = _fitting(section, styles, console)
        console.print(table, soft_wrap=_width(table, console) > console.width and not _wraps(table, console))
    for note in notes:
        console.print(Text(note, "dim"))


def _fitting(section: Section, styles: dict[str, str], console: Console) -> Table:
    """Return a section as a table, transposed or with wrapped cells if that is needed to fit the terminal.

    If no form fits, the table is returned in its narrower orientation.
    """
    table = _table(section, styles)
    if _width(table, console) <= console.width:
        return table
    narrower = min(table, _table(_turned(section), styles), key=lambda one: _width(one, console))
    wrapped = _table(section, styles, wraps=True)
    return wrapped if _width(narrower, console) > console.width and _wraps(wrapped, console) else narrower


def _wraps(table: Table, console: Console) -> bool:
    """Whether a table fits the terminal once its cells are wrapped."""
    return console.measure(table).minimum <= console.width and any(not one.no_wrap for one in table.columns)


def _turned(section: Section) -> Section:
    """Transpose a section, so that its columns become rows."""
    (first, *heads), (names, *lines) = section.columns, zip(*section.rows, strict=True)
    columns = (first, *((name, RIGHT) for name in names))
    rows = tuple((head, *line) for (head, _), line in zip(heads, lines, strict=True))
    favours = {(column - 1, row + 1): favour for (row, column), favour in section.favours.items()}
    return Section(section.title, columns, rows, favours)


def _width(table: Table, console: Console) -> int:
    return console.measure(table, options=console.options.update(max_width=WIDEST)).maximum


WIDEST = 1000  # letters per line
EVEN = 1e-9  # advantages below this favour neither side
FAVOURED = ("favours the first side", "favours the second side")  # keys of the colours of cells in a heat map
PROSE = 24  # letters from which a cell may be put into several lines


def _styles(sides: tuple[str, str], side_of: Mapping[str, str]) -> dict[str, str]:
    """Map the names of sides and units to the colours of their cells."""
    of_sides = dict(zip(sides, terminal_styles(sides), strict=True))
    styles = {unit: of_sides[side] for unit, side in side_of.items()}
    styles |= dict(zip(FAVOURED, terminal_styles(sides), strict=True))
    for side, style in of_sides.items():
        styles |= {side: style, WINS.format(side=side): style}
    return styles


def _table(section: Section, styles: dict[str, str], *, wraps: bool = False) -> Table:
    """Return a section as a terminal table. `wraps` allows cells to take several lines where necessary."""
    table = Table(box=SIMPLE_HEAD, title=section.title, title_justify="left", title_style="bold underline")
    for place, (words, way) in enumerate(section.columns):
        widest = max(len(row[place]) for row in (*section.rows, [head for head, _ in section.columns]))
        title, is_wrapped = Text(words, styles.get(words, "")), wraps and way != RIGHT and widest > PROSE
        least = PROSE if is_wrapped else widest
        table.add_column(title, justify="right" if way == RIGHT else "left", no_wrap=not is_wrapped, min_width=least)
    for number, row in enumerate(section.rows):
        favours = (section.favours.get((number, place)) for place in range(len(row)))
        cells = zip(row, favours, strict=True)
        table.add_row(*(Text(cell, _style(row, cell, styles, favour)) for cell, favour in cells))
    return table


def _style(row: Row, cell: str, styles: dict[str, str], favour: float | None) -> str:
    """Return a cell's colour. A bar has the colour of the first cell in its row.

    A cell of a heat map has the colour of the favoured side, or is dim if neither is favoured.
    """
    if favour is not None:
        return "dim" if abs(favour) < EVEN else styles[FAVOURED[favour < 0]]
    is_bar = bool(cell) and cell[0] in "█▏▎▍▌▋▊▉"
    whose = row[0].split(" by ")[0] if is_bar else cell
    return styles.get(whose, "cyan" if is_bar else "")
