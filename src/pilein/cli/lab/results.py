"""Output of the lab's commands: results printed and written."""

import argparse
import sys
from typing import TYPE_CHECKING

from pilein.cli.lab.playtests import written
from pilein.lab.report import as_csv

if TYPE_CHECKING:
    from pilein.playtest.comparison import Comparison
    from pilein.playtest.sweep_report import Sweep


def shown(found: "Comparison | Sweep", arguments: argparse.Namespace) -> int:
    """Write the requested files, then print the tables or the document, and return the exit code."""
    csv = as_csv(found.to_dict()) if arguments.csv else None
    notes = written(arguments, csv=csv, plot=found.to_svg() if arguments.plot else None)
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return 0
    from pilein.cli.figures_output import show_tables

    show_tables(found.sections(), [*found.note.splitlines(), *notes], found.sides, {})
    return 0
