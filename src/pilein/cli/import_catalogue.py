"""Convert catalogues, game systems and rosters from roster programs into a unit file, and report the outcome."""

import argparse
import sys

from pilein.cli.reporting import BAD_INPUT, document_of
from pilein.cli.save_files import assert_can_be_written, assert_may_replace, assert_named, is_same, put
from pilein.importers.reading import BadCatalogue
from pilein.kernel.nearest import in_one_line
from pilein.lab.document import printed
from pilein.lab.files import BadFile
from pilein.lab.importing import Imported, import_units


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein import`."""
    words = "a catalogue, game system or roster: .cat, .gst, .ros, zipped (.catz, .gstz, .rosz), or NewRecruit JSON"
    parser.add_argument("files", metavar="FILE", nargs="+", help=words)
    parser.add_argument("--ruleset", metavar="RULESET", help="the ruleset under which the units will fight")
    parser.add_argument("-o", "--output", metavar="UNITS.toml", help="the unit file to write")
    parser.add_argument(
        "--report", metavar="FILE", help="write the report to a file (as JSON if the name ends in .json)"
    )
    parser.add_argument("--force", action="store_true", help="replace existing files")


def run(arguments: argparse.Namespace) -> int:
    """Import the units and return the exit code.

    Raises:
        BadCatalogue: a file cannot be read or is unsafe, or none of the units can fight.
        BadFile: a file exists already or cannot be written.
        UnknownRule: there is no such ruleset.
    """
    _check_files(arguments)
    imported = import_units(*arguments.files, ruleset=arguments.ruleset)
    if arguments.report:
        is_json = arguments.report.lower().endswith(".json")
        text = printed(imported.document()) if is_json else str(imported)
        put(arguments.report, text.encode(), is_mine=arguments.force)
    if imported.units is None:
        return _without_units(imported, as_json=arguments.json)
    put(arguments.output, imported.to_toml().encode(), is_mine=arguments.force)
    if arguments.json:
        sys.stdout.write(printed({**imported.document(), "file": arguments.output}))
        return 0
    sys.stdout.write(_shown(imported))
    count = len(imported.units.names)
    sys.stdout.write(f"written: {in_one_line(arguments.output)} ({count} unit{'' if count == 1 else 's'})\n")
    return 0


def _without_units(imported: Imported, *, as_json: bool) -> int:
    """Print the report of an import that found no usable unit. Returns the exit code.

    Raises:
        BadCatalogue: always, unless the report is printed as JSON, which then includes the error.
    """
    if not as_json:
        sys.stdout.write(_shown(imported))
    try:
        imported.to_toml()
    except BadCatalogue as error:
        if not as_json:
            raise
        sys.stdout.write(printed({**imported.document(), **document_of(error)}))
    return BAD_INPUT


def _check_files(arguments: argparse.Namespace) -> None:
    """Check before reading that the output files can be written and replace no input file."""
    if arguments.ruleset is None:
        raise BadFile(
            "no ruleset is named for the units",
            key="--ruleset",
            remedy="name a ruleset; `pilein rules` lists the rulesets",
        )
    if arguments.output is None:
        raise BadFile("no output file is named", key="--output", remedy="name a file, such as -o units.toml")
    for path, key in ((arguments.output, "--output"), (arguments.report, "--report")):
        if path is None:
            continue
        assert_named(path, key)
        assert_can_be_written(path)
        if any(is_same(path, file) for file in arguments.files):
            raise BadFile(
                "this is one of the files to import and would be overwritten",
                file=path,
                key=key,
                remedy="name a different file",
            )
        assert_may_replace(path, key, is_mine=arguments.force)
    if arguments.report and is_same(arguments.report, arguments.output):
        raise BadFile(
            "this file is already used for --output",
            file=arguments.report,
            key="--report",
            remedy="name a different file",
        )


def _shown(imported: Imported) -> str:
    return "".join(f"{in_one_line(line)}\n" for line in str(imported).splitlines())
