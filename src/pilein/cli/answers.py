"""Print, draw and write a command's answer in the same way for every command."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pilein.cli import progress, save_files
from pilein.cli.interrupts import INTERRUPTIONS, Interrupted
from pilein.cli.parsing import UsageError
from pilein.cli.readings import say_hints, text_entry, text_notes
from pilein.cli.save_files import write_drawing
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile, write
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.answer import Answer
    from pilein.lab.table import Table

EXCEL = "excel"
SUFFIXES = {"csv": ".csv", "html": ".html", "keep": ".json"}
CSV_HELP = "write the figures as a table for other programs"
CSV_FOR_HELP = "with --csv: cells and decimal commas as Excel opens them where commas are decimal"
SHORT_HELP = "print five lines to paste into a message"


def add_outputs(parser: argparse.ArgumentParser, drawn: str, *, csv: str = CSV_HELP) -> None:
    """Declare the output options of an answer: --csv, --csv-for, --short and --plot (or --picture, as in `fight`).

    `drawn` describes the picture.
    """
    add = parser.add_argument
    add("--csv", metavar="FILE.csv", help=csv)
    add("--csv-for", metavar=EXCEL, help=CSV_FOR_HELP)
    add("--short", action="store_true", help=SHORT_HELP)
    add("--plot", "--picture", metavar="FILE.svg", help=f"{drawn}; FILE.png: as pixels (extra `report`)")


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Declare --keep, which names a file for partial results."""
    words = "keep results so far in a file; the same command continues from them"
    parser.add_argument("--keep", metavar="FILE.json", help=words)


def answered(
    arguments: argparse.Namespace,
    ask: "Callable[..., Answer]",
    *given: object,
    counted: str = "games",
    scenario: Scenario | None = None,
    **asked: object,
) -> int:
    """Ask a question, then print and write the answer. Returns the exit code.

    Files are checked first, to make sure that they can be written. Then `ask` is called with the arguments `given` and
    `asked`, and with a function that shows progress, counted in the unit `counted`.
    """
    assert_writable(arguments, *(one for one in ("keep", "html") if one in arguments))
    with going_on(arguments), progress.progress(counted) as report:
        found = ask(*given, progress=report, **asked)
    return print_answer(found, arguments, scenario)


def print_answer(
    found: "Answer",
    arguments: argparse.Namespace,
    scenario: Scenario | None = None,
    *,
    parts: "Parts | None" = None,
) -> int:
    """Print an answer as tables, as a few lines or as a document, and write its files. Returns the exit code.

    `parts` are printed in addition to the answer's own parts.
    """
    say_hints(found.hints)
    parts = parts or Parts()
    written = files_of(found, arguments) if parts.files is None else list(parts.files)
    code = INTERRUPTIONS.code if found.is_interrupted else 0
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed({**found.document(), **(text_entry(scenario) if scenario else {}), **parts.entries}))
        return code
    if arguments.short:
        sys.stdout.write("".join(f"{line}\n" for line in parts.short or found.short()))
        return code
    if found.is_interrupted and getattr(arguments, "keep", None):
        written.append(continued_by(arguments.keep))
    below = [*parts.notes, *(text_notes(scenario) if scenario else ()), *written]
    _print_tables(found, parts, below)
    return code


def _print_tables(found: "Answer", parts: "Parts", below: Sequence[str]) -> None:
    """Print the answer's tables and `parts`, then their notes, in colour if the output is a terminal."""
    from pilein.lab.table import as_text, sections

    tables = sections((*found.tables(), *parts.tables))
    notes = [*(found.note + parts.remark).splitlines(), *below]
    if progress.may_be_terminal(sys.stdout):
        from pilein.cli.figures_output import show_tables

        show_tables(tables, notes, found.sides, found.side_of)
    else:
        sys.stdout.write(as_text(tables, "\n".join(notes)) + "\n")


class Parts(NamedTuple):
    """Additional parts to print with an answer: tables, notes, a remark after the answer's note, and document entries.

    `files` are the files already written, or None if the answer's own files are still to be written. `short` are
    the lines to print instead of the answer's own short form, if there are any.
    """

    tables: "Sequence[Table]" = ()
    notes: Sequence[str] = ()
    remark: str = ""
    entries: Mapping[str, Any] = {}
    files: Sequence[str] | None = None
    short: Sequence[str] = ()


def files_of(found: "Answer", arguments: argparse.Namespace, drawn: Callable[[], str] | None = None) -> list[str]:
    """Write an answer's files, using `drawn` for the picture if it is given. Returns one line of text for each file."""
    notes = []
    if arguments.csv:
        write(arguments.csv, found.to_csv(arguments.csv_for or ""))
        notes.append(f"written: {in_one_line(arguments.csv)}")
    if getattr(arguments, "html", None):
        write(arguments.html, found.to_html(str(Path(arguments.html).parent)))
        notes.append(f"written: {in_one_line(arguments.html)}")
    if arguments.plot:
        write_drawing(arguments.plot, (drawn or found.to_svg)(), "--plot")
        notes.append(f"written: {in_one_line(arguments.plot)}")
    return notes


def assert_writable(arguments: argparse.Namespace, *options: str) -> None:
    """Check before play that files named by options can be written and do not replace files of another kind.

    Raises:
        BadFile: a file cannot be written.
        UsageError: --csv-for is given without --csv.
    """
    assert_csv_for(arguments)
    save_files.assert_writable(arguments, ("plot", "csv", *options), SUFFIXES)


def assert_csv_for(arguments: argparse.Namespace) -> None:
    """Check the value of --csv-for, the program for which the CSV file is formatted.

    Raises:
        BadFile: the program is unknown.
        UsageError: --csv-for is given without --csv.
    """
    program = arguments.csv_for
    if program is None:
        return
    if program != EXCEL:
        raise BadFile(
            f"there is no CSV format for the program {shortened(program)!r}",
            key="--csv-for",
            remedy=f"give {EXCEL}, or omit --csv-for",
        )
    if arguments.csv is None:
        raise UsageError("no CSV file is named", key="--csv-for", remedy="name a CSV file with --csv")


@contextmanager
def going_on(arguments: argparse.Namespace) -> Iterator[None]:
    """Run the block and, if it is interrupted, report how to continue from the results kept by --keep."""
    keep = getattr(arguments, "keep", None)
    try:
        yield
    except KeyboardInterrupt as interruption:
        if keep is None or not Path(keep).exists():  # nothing has been kept yet
            raise
        raise Interrupted.of(interruption, continued_by(keep)) from None


def continued_by(keep: str, option: str = "") -> str:
    """Return a message that says how to continue from the results kept in a file.

    The message also names the additional `option`, if one is needed.
    """
    return f"the same command{f' with {option}' if option else ''} continues from the results in {in_one_line(keep)}"
