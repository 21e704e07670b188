"""Picture of the press, with each unit in ranks and one side above the other.

Models in the press have no individual positions.
"""

from collections.abc import Sequence
from math import ceil

from pilein.geometry.ticks import INCH
from pilein.lab.drawing.roles import role_of, title_of
from pilein.lab.drawing.things import Figure
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

FILES = 10  # abreast, if neither files nor a frontage are given
GAP = 1.0  # inches between units of a side


def press_figures(first: Press, last: Press) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Return the survivors in `last` and the casualties since `first`.

    Ranks close up, so casualties leave the last places empty.
    """
    living: list[Figure] = []
    fallen: list[Figure] = []
    for side in (0, 1):
        units = [unit for unit in first.setup.units_of(side) if first.living(unit)]
        widths = [_width(first, unit) for unit in units]
        x = -(sum(widths) + GAP * (len(units) - 1)) / 2
        for unit, width in zip(units, widths, strict=True):
            there = set(last.models(unit))
            in_order = sorted(first.models(unit), key=lambda model: model not in there)
            drawn = _unit(first, unit, in_order, x, side)
            living += drawn[: len(there)]
            fallen += drawn[len(there) :]
            x += width + GAP
    return tuple(living), tuple(fallen)


def _unit(field: Press, unit: int, models: list[int], left: float, side: int) -> list[Figure]:
    """Draw a unit in ranks, with its front edge on the line between the two sides."""
    setup = field.setup
    wide, deep = _cell(setup, models)
    files, ahead = files_of(field, unit), 1 if side == 0 else -1
    found = []
    for place, model in enumerate(models):
        rank, file = divmod(place, files)
        base = setup.base(model)
        x = left + (file + 0.5) * wide
        y = -ahead * (rank + 0.5) * deep
        facing = 0.0 if side == 0 else 180.0
        size = base.width / INCH, base.depth / INCH
        role, title = role_of(setup, model), title_of(setup, model)
        found.append(Figure(base.kind, *size, x, y, facing, unit, model, role, title))
    return found


def files_of(field: Press, unit: int) -> int:
    """Return the width in models: the number of files given or the default, but at most the number of living models."""
    given = field.frontage if isinstance(field.frontage, int) else FILES
    return max(1, min(field.setup.units[unit].files or given, field.living(unit)))


def _width(field: Press, unit: int) -> float:
    return files_of(field, unit) * _cell(field.setup, field.models(unit))[0]


def _cell(setup: Setup, models: Sequence[int]) -> tuple[float, float]:
    """Return the width and depth of the space for one model, in inches: those of the unit's largest base."""
    wide = max(setup.base(model).width for model in models)
    deep = max(setup.base(model).depth for model in models)
    return ceil(wide * 100 / INCH) / 100, ceil(deep * 100 / INCH) / 100
