"""Compare all weapons in a ruleset: exact odds of one unit against another, for every pair of weapons."""

import argparse
import sys
from functools import partial
from typing import TYPE_CHECKING

from pilein.cli import fight_options, odds_options
from pilein.cli.answers import add_outputs, answered, assert_writable
from pilein.cli.odds_options import add_limit
from pilein.cli.readings import add_readings, fixed, readings
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from rich.table import Table

    from pilein.lab.matrix_figures import Matrix


VARY_HELP = (
    "equipment to vary in both units, separated by commas: weapons, shields, armour, mixtures (half of the models\n"
    "with other weapons) (default: weapons)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein matrix`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml) with one unit a side, in the press")
    add("--vary", metavar="weapons,shields", default="weapons", help=VARY_HELP)
    odds_options.add_phases(parser)
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add("--exact", action="store_true", help="solve in fractions; slow with --phases end")
    add_outputs(parser, "draw the matrix")


def run(arguments: argparse.Namespace) -> int:
    """Compute, print and optionally draw the matrix, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.matrix import matrix

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments)
    ask = partial(
        matrix,
        scenario,
        odds_options.policies(arguments.play, scenario),
        vary=arguments.vary,
        phases=fight_options.phases(arguments.phases),
        exact=arguments.exact,
        fixed=fixed(arguments, scenario),
        budget=arguments.limit,
    )
    return answered(arguments, ask, "cells", scenario=scenario, show=_show)


def _show(found: "Matrix") -> None:
    """Print the table. In a terminal each cell has the colour of the favoured side."""
    from pilein.cli.terminal import Console

    console = Console(highlight=False)
    if console.is_terminal:
        from pilein.lab.assumptions import assumed
        from pilein.lab.table import as_text

        shown = found.merged
        console.print(as_text([assumed(found.assumptions).section], ""), soft_wrap=True, markup=False)
        console.print(_coloured(shown), soft_wrap=True)
        below = (shown.legend(), as_text(shown.sections(), "").rstrip(), found.note)
        for text in filter(None, below):
            console.print(f"\n{text}", style="dim", soft_wrap=True, markup=False)
    else:
        sys.stdout.write(f"{found}\n")


def _coloured(found: "Matrix") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from pilein.lab.drawing.colours import terminal_styles

    head, *lines = found.lines()
    one, other = zip(found.units, sides := terminal_styles(found.sides), strict=True)
    title = Text.assemble("Chance in % that ", one, " (row) beats ", other)
    table = Table(box=None, padding=(0, 1, 0, 0), title=title.append(f" (column) {found.span}"), title_justify="left")
    widest = [
        max(map(len, column)) for column in zip(head, *lines, strict=True)
    ]  # nothing is truncated in a narrow terminal
    table.add_column(head[0], no_wrap=True, min_width=widest[0])
    for number, wide in zip(head[1:], widest[1:], strict=True):
        table.add_column(number, justify="right", no_wrap=True, min_width=wide, header_style="dim")
    for row, (name, *cells) in enumerate(lines):
        styled = (Text(cell, _style(found.favour(row, column), sides)) for column, cell in enumerate(cells))
        table.add_row(name, *styled)
    return table


def _style(favour: float, sides: tuple[str, str]) -> str:
    """Return the style of a cell, which is the colour of the favoured side, or "dim" if neither is favoured."""
    if abs(favour) < EVEN:
        return "dim"
    return sides[favour < 0]


EVEN = 1e-9
