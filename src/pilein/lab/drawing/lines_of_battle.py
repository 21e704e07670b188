"""The press as a picture: each unit in ranks, one side above the other, nobody in a place of his own."""

from math import ceil

from pilein.geometry.ticks import INCH
from pilein.lab.drawing.things import Figure
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

FILES = 10  # abreast, where no frontage is given
GAP = 1.0  # inches between units of a side


def press_figures(first: Press, last: Press) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """The living of `last`, and those who lived in `first` and are gone; both stand where `first` has room for all."""
    living: list[Figure] = []
    fallen: list[Figure] = []
    for side in (0, 1):
        units = [unit for unit in first.setup.units_of(side) if first.living(unit)]
        widths = [_width(first, unit) for unit in units]
        x = -(sum(widths) + GAP * (len(units) - 1)) / 2
        for unit, width in zip(units, widths, strict=True):
            drawn = _unit(first, unit, x, side)
            count = last.living(unit)
            living += drawn[:count]
            fallen += drawn[count:]
            x += width + GAP
    return tuple(living), tuple(fallen)


def _unit(field: Press, unit: int, left: float, side: int) -> list[Figure]:
    """A unit in ranks from the front, its front edge on the line between the sides."""
    setup, models = field.setup, field.models(unit)
    cell = _cell(setup, models)
    files, ahead = _files(field, unit), 1 if side == 0 else -1
    found = []
    for place, model in enumerate(models):
        rank, file = divmod(place, files)
        base = setup.base(model)
        x = left + (file + 0.5) * cell
        y = -ahead * (rank + 0.5) * cell
        facing = 0.0 if side == 0 else 180.0
        found.append(Figure(base.kind, base.width / INCH, base.depth / INCH, x, y, facing, unit, model))
    return found


def _files(field: Press, unit: int) -> int:
    return max(1, min(field.frontage or FILES, field.living(unit)))


def _width(field: Press, unit: int) -> float:
    return _files(field, unit) * _cell(field.setup, field.models(unit))


def _cell(setup: Setup, models: tuple[int, ...]) -> float:
    widest = max(max(setup.base(model).width, setup.base(model).depth) for model in models)
    return ceil(widest * 100 / INCH) / 100
