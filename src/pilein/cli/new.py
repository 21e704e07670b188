"""Write a starter scenario for a ruleset."""

import argparse
import sys

from pilein.engine.rulesets import names, ruleset_named
from pilein.kernel.errors import BadRuleset
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.document import FORMAT, printed
from pilein.lab.files import BadFile, write

COMMANDS = {"": "fight", "press": "odds", "battle": "battle"}  # instructions for each kind of sample
DO = {"": "play", "press": "solve", "battle": "play"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein new`."""
    parser.add_argument("ruleset", metavar="RULESET", nargs="?", help="a ruleset (default: list the rulesets)")
    parser.add_argument("file", metavar="FILE", nargs="?", help="file to write (default: print the scenario)")
    kinds = parser.add_mutually_exclusive_group()
    kinds.add_argument(
        "--press", action="store_true", help="write two lines in contact, without positions, for exact odds"
    )
    kinds.add_argument("--battle", action="store_true", help="write a battle of many turns with objectives")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(arguments: argparse.Namespace) -> int:
    """Print or write the scenario, and return the exit code.

    Raises:
        UnknownRule: there is no such ruleset.
        BadFile: the file exists already or cannot be written.
    """
    from pathlib import Path

    if arguments.force and not arguments.file:
        raise BadFile("no file was named to replace", key="--force", remedy="name a file, or omit --force")
    if arguments.ruleset is None:
        return _list_games(as_json=arguments.json)
    kind = "press" if arguments.press else "battle" if arguments.battle else ""
    text = _sample(arguments.ruleset, kind)
    if arguments.file:
        if Path(arguments.file).exists() and not arguments.force:
            raise BadFile(
                "this file already exists",
                file=arguments.file,
                remedy="name another file, or replace this one with --force",
            )
        write(arguments.file, text)
    if arguments.json:
        document = {"format": FORMAT, "ruleset": arguments.ruleset, "file": arguments.file or "", "scenario": text}
        sys.stdout.write(printed(document))
    elif arguments.file:
        file = in_one_line(arguments.file)
        folders = "".join(f"--rulesets {in_one_line(folder)} " for folder in arguments.rulesets)
        sys.stdout.write(f"written: {file}; {DO[kind]} it with `pilein {folders}{COMMANDS[kind]} {file}`\n")
    else:
        sys.stdout.write(text)
    return 0


def _sample(ruleset: str, kind: str) -> str:
    """Return a ruleset's sample scenario of the given kind, where "" means the sample on a table.

    Raises BadRuleset if there is none.
    """
    found = ruleset_named(ruleset)
    text = found.sample_of(kind) if kind else found.sample
    if text:
        return text
    words = f"the ruleset {shortened(ruleset)} has no sample {kind or 'scenario'} to start from"
    raise BadRuleset(
        words, remedy=f"write a sample as `sample{kind and f'_{kind}'}.toml` next to the code of the ruleset"
    )


def _list_games(*, as_json: bool) -> int:
    """Print the rulesets for which a scenario can be written, and return the exit code."""
    if as_json:
        sys.stdout.write(printed({"format": FORMAT, "rulesets": names()}))
        return 0
    lines = ["games: " + ", ".join(names()), "", "pilein new GAME FILE            on a table"]
    lines += ["pilein new GAME FILE --press    in contact, for exact odds"]
    lines += ["pilein new GAME FILE --battle   a battle of many turns", ""]
    sys.stdout.write("\n".join(lines))
    return 0
