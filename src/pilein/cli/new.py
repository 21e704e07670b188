"""Write a scenario to start from."""

import argparse
import sys

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import in_one_line
from pilein.lab.document import FORMAT, printed
from pilein.lab.files import BadFile, write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("ruleset", metavar="RULESET", help="a ruleset; `pilein rules` lists them")
    parser.add_argument("file", metavar="FILE", nargs="?", help="where to write it (default: print it)")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the scenario; the exit code.

    Raises:
        UnknownRule: no such ruleset.
        BadFile: the file exists or cannot be written.

    """
    from pathlib import Path

    if arguments.force and not arguments.file:
        raise BadFile("there is no file to replace", key="--force", remedy="name one, or leave --force out")
    text = ruleset_named(arguments.ruleset).sample
    if arguments.file:
        if Path(arguments.file).exists() and not arguments.force:
            raise BadFile("already exists", file=arguments.file, remedy="name another file, or give --force")
        write(arguments.file, text)
    if arguments.json:
        document = {"format": FORMAT, "ruleset": arguments.ruleset, "file": arguments.file or "", "scenario": text}
        sys.stdout.write(printed(document))
    elif arguments.file:
        file = in_one_line(arguments.file)
        folders = "".join(f"--rulesets {in_one_line(folder)} " for folder in arguments.rulesets)
        sys.stdout.write(f"written: {file}; play it with `pilein {folders}fight {file}`\n")
    else:
        sys.stdout.write(text)
    return 0
