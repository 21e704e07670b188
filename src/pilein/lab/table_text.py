"""Draw a game in characters: the table from above with a letter for each unit, or the lines of battle in the press."""

from collections.abc import Iterator

from pilein.kernel.nearest import counted
from pilein.lab.view import GroundView, ModelView, UnitView, View

WIDE, HIGH = 76, 36  # characters at most
SQUARE = 0.5  # width of a character, as a share of its height
LARGEST = 2.0  # rows per inch
MARGIN = 2.0  # inches shown around the models
GROUNDS = {
    "impassable": "#",
    "difficult": "~",
    "very difficult": "≈",
    "dangerous": "!",
    "obstacle": "=",
    "structure": "+",
}
LETTERS = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
BEYOND = "?"  # the letter of units beyond the alphabet


def table_text(view: View, *, numbered: bool = False) -> str:
    """Draw the table or the lines of battle, followed by a line for each unit.

    If `numbered`, model numbers are shown.
    """
    letters = _letters(view)
    drawn = list(_table(view, letters, numbered=numbered)) if view.table is not None else list(_press(view, letters))
    whose = f"{view.asked} to answer" if view.asked else "over" if view.is_over else f"{view.active}'s turn"
    head = f"{view.ruleset}, phase {view.phase}, {whose}"
    return "\n".join([head, *drawn, *(_unit(unit, letters[unit.number], numbered=numbered) for unit in view.units)])


def _letters(view: View) -> dict[int, str]:
    """Assign a capital letter to each unit of the first side, and a small letter to each unit of the second."""
    found: dict[int, str] = {}
    for side, letters in zip(view.sides, LETTERS, strict=True):
        own = [unit.number for unit in view.units if unit.side == side]
        found |= {number: letters[place] if place < len(letters) else BEYOND for place, number in enumerate(own)}
    return found


def _unit(unit: UnitView, letter: str, *, numbered: bool) -> str:
    lost = f", {unit.before - unit.left} of {unit.before} lost" if unit.left < unit.before else ""
    wounds = f", {counted(unit.wounds_lost, 'wound')} lost" if unit.wounds_lost else ""
    touched = f", in contact with {' and '.join(unit.in_contact_with)}" if unit.in_contact_with else ""
    models = f", models {_numbers(unit)}" if numbered and unit.models else ""
    return f"{letter} {unit.left} {unit.name} ({unit.side}): {unit.fate}{lost}{wounds}{touched}{models}"


def _numbers(unit: UnitView) -> str:
    """List the numbers of a unit's models, as in "0 to 4, 7"."""
    runs: list[list[int]] = []
    for model in unit.models:
        if runs and model.number == runs[-1][-1] + 1:
            runs[-1].append(model.number)
        else:
            runs.append([model.number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


def _press(view: View, letters: dict[int, str]) -> Iterator[str]:
    """Draw each pair of enemies in contact, with a letter for each model."""
    own = [unit for unit in view.units if unit.side == view.sides[0]]
    for unit in own:
        for name in unit.in_contact_with:
            foe = view.unit(name)
            yield f"  {letters[unit.number] * unit.left} | {letters[foe.number] * foe.left}"


class _Window:
    """Part of the table that is drawn, and the number of characters per inch across and down."""

    def __init__(self, view: View) -> None:
        models = [model for unit in view.units for model in unit.models]
        xs, ys = [model.x or 0.0 for model in models], [model.y or 0.0 for model in models]
        assert view.table is not None, "a window is of a table"
        width, depth = view.table
        self.left, self.low = max(0.0, min(xs, default=0) - MARGIN), max(0.0, min(ys, default=0) - MARGIN)
        self.right, self.high = min(width, max(xs, default=width) + MARGIN), min(depth, max(ys, default=depth) + MARGIN)
        self.down = min(WIDE * SQUARE / (self.right - self.left), HIGH / (self.high - self.low), LARGEST)
        self.across = self.down / SQUARE
        self.columns = max(1, round((self.right - self.left) * self.across))
        self.rows = max(1, round((self.high - self.low) * self.down))

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """Return the grid row and column that contain a point."""
        row, column = int((self.high - y) * self.down), int((x - self.left) * self.across)
        return min(max(row, 0), self.rows - 1), min(max(column, 0), self.columns - 1)

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """Return the centre of a grid cell on the table, in inches."""
        return self.left + (column + 0.5) / self.across, self.high - (row + 0.5) / self.down


def _table(view: View, letters: dict[int, str], *, numbered: bool) -> Iterator[str]:
    """Draw the part of the table that contains models, seen from above, in a frame."""
    window = _Window(view)
    rows = [
        [_ground(view.terrain, window.middle(row, column)) for column in range(window.columns)]
        for row in range(window.rows)
    ]
    for unit in view.units:
        for model in unit.models:
            for row, column in _covered(model, window):
                rows[row][column] = letters[unit.number]
    if numbered:
        _number(view, window, rows)
    yield f'from {window.left:.0f}", {window.low:.0f}" to {window.right:.0f}", {window.high:.0f}"'
    yield "+" + "-" * window.columns + "+"
    yield from ("|" + "".join(row) + "|" for row in rows)
    yield "+" + "-" * window.columns + "+"


def _number(view: View, window: _Window, rows: list[list[str]]) -> None:
    """Write each model's number over its base, if the base is wide enough."""
    for model in (model for unit in view.units for model in unit.models):
        digits = str(model.number)
        cells = sorted(set(_covered(model, window)))
        row = window.cell(model.x or 0.0, model.y or 0.0)[0]
        columns = [column for at, column in cells if at == row]
        if len(columns) >= len(digits):
            begin = columns[0] + (len(columns) - len(digits)) // 2
            rows[row][begin : begin + len(digits)] = digits


def _covered(model: ModelView, window: _Window) -> Iterator[tuple[int, int]]:
    """Yield the cell at a model's centre, and each cell whose centre the base covers.

    The base is treated as a disc whose diameter is the shorter side of the base.
    """
    assert model.x is not None, "a model on a table has a place"
    assert model.y is not None, "a model on a table has a place"
    reach = min(model.width, model.depth) / 2
    yield window.cell(model.x, model.y)
    top, left = window.cell(model.x - reach, model.y + reach)
    bottom, right = window.cell(model.x + reach, model.y - reach)
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            x, y = window.middle(row, column)
            if (x - model.x) ** 2 + (y - model.y) ** 2 <= reach**2:
                yield row, column


def _ground(terrain: tuple[GroundView, ...], point: tuple[float, float]) -> str:
    kinds = (one.kind for one in terrain if _is_inside(one.polygon, point))
    return next((GROUNDS[kind] for kind in kinds if kind in GROUNDS), " ")


def _is_inside(polygon: tuple[tuple[float, float], ...], point: tuple[float, float]) -> bool:
    """Whether a point lies in a polygon, which is the case if a ray to the right crosses an odd number of edges."""
    x, y = point
    inside = False
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
    return inside
