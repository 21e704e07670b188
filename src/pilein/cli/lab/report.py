"""Write a report of a playtest as one HTML file, with coverage, the rulings and sentences that matter, units and
points.

The report covers scenarios, random fights, the units in a unit file, or several of them. The page works offline.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from pilein.cli.answers import continued_by, going_on
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.lab import playtests
from pilein.cli.lab.data_folder import assert_folder, assert_usable, write_folder
from pilein.cli.parsing import UsageError, assert_not_empty, whole
from pilein.cli.save_files import assert_can_be_written, assert_ends_in, assert_may_replace, assert_named, is_same
from pilein.kernel.nearest import in_one_line
from pilein.lab.files import BadFile, write

GAMES = 100
PAGE = ".html"
Shown = Callable[[int, int], None] | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab report`."""
    playtests.add_fights(parser, wanted="*")
    add = parser.add_argument
    add("-o", dest="out", metavar="REPORT.html", help="the page to write")
    add("--units", metavar="UNITS.toml", help="a unit file whose units fight each other and get fair points")
    add("--keep", metavar="FOLDER", help="keep the results so far in a folder, so that the same command can continue")
    words = "also play N random fights for the ruleset"
    add("--random", type=whole("--random", 0, playtests.MOST_FIGHTS), metavar="N", default=0, help=words)
    add("--title", metavar="WORDS", default="", help="the title of the page")
    add("--data", metavar="FOLDER", help="write the figures of each part to a CSV file in a folder")
    add("--parquet", action="store_true", help="with --data: also write Parquet files")
    add("--force", action="store_true", help="replace an existing page and data")
    playtests.add_games(parser, GAMES, "of each fight that is played or too large to solve")


def run(arguments: argparse.Namespace) -> int:
    """Run all analyses, write the page and the data, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.document import printed
    from pilein.lab.playtest_report import report

    asked = playtests.options(arguments)
    _assert_sensible(arguments)
    with going_on(arguments), _stages() as stage:
        asked |= {"random": arguments.random, "title": arguments.title, "stage": stage}
        found = report(arguments.scenarios, arguments.units, **asked)
    page = found.html()
    if arguments.data:
        write_folder(arguments.data, found.tables(), with_parquet=arguments.parquet)
    write(arguments.out, page)
    written = [f"written: {in_one_line(one)}\n" for one in (arguments.out, arguments.data) if one]
    if found.is_interrupted and arguments.keep:
        written.append(f"{continued_by(arguments.keep, '' if arguments.force else '--force')}\n")
    sys.stdout.write(printed(found.document()) if arguments.json else f"{found}\n\n{''.join(written)}")
    return INTERRUPTIONS.code if found.is_interrupted else 0


def _assert_sensible(arguments: argparse.Namespace) -> None:
    """Check all options and files before anything is played.

    Raises:
        PileInError: an option or file cannot be used.
    """
    from pilein.lab.playtest_report import assert_can_be_examined

    if arguments.units is not None:
        assert_not_empty(arguments.units, "--units", "UNITS.toml")
    if not arguments.scenarios and arguments.units is None:
        raise UsageError(
            "no scenarios or units are named for the report",
            key="lab report",
            remedy="name scenarios, or a unit file with --units",
        )
    assert_can_be_examined(arguments.scenarios, arguments.units)
    if arguments.out is None:
        raise UsageError(
            "no output file is named, so the page cannot be written",
            key="-o",
            remedy="name a file, such as -o report.html",
        )
    if arguments.parquet and arguments.data is None:
        raise UsageError(
            "no folder is named for the Parquet files", key="--parquet", remedy="name a folder with --data"
        )
    _assert_page(arguments)
    if arguments.keep is not None:
        assert_usable(arguments.keep, "--keep")
        if arguments.data is not None and is_same(arguments.keep, arguments.data):
            raise BadFile(
                "this folder is already used for --data",
                file=arguments.keep,
                key="--keep",
                remedy="name a different folder",
            )
    if arguments.data is not None:
        assert_folder(arguments.data, with_parquet=arguments.parquet, may_replace=arguments.force)


def _assert_page(arguments: argparse.Namespace) -> None:
    """Check that the page can be written and replaces no file without permission. Raises BadFile otherwise."""
    path, key = arguments.out, "-o"
    assert_named(path, key)
    assert_ends_in(path, PAGE, key)
    if any(is_same(path, other) for other in (*arguments.scenarios, arguments.units, arguments.data) if other):
        raise BadFile(
            "this file is already used for something else", file=path, key=key, remedy="name a different file"
        )
    assert_can_be_written(path)
    assert_may_replace(path, key, is_mine=arguments.force)


@contextmanager
def _stages() -> Iterator[Callable[[str], Shown]]:
    """Yield a function that begins the stage with a given name and returns a function to show the stage's progress."""
    from pilein.cli.progress import progress

    with ExitStack() as open_stage:

        def stage(name: str) -> Shown:
            open_stage.close()
            return open_stage.enter_context(progress(name))

        yield stage
