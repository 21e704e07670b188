"""List the example scenarios and programs that come with Pile In, or copy them into a folder."""

import argparse
import sys
from pathlib import Path

from pilein.kernel.nearest import in_one_line
from pilein.lab.document import FORMAT, printed
from pilein.lab.examples import PROGRAMS, Example, examples, programs
from pilein.lab.files import BadFile, read, reason, write

GAP = 2  # columns before the description


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein examples`."""
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="folder to copy the examples into (default: list the examples)"
    )
    parser.add_argument("--force", action="store_true", help="replace existing files with different content")


def run(arguments: argparse.Namespace) -> int:
    """List or copy the examples, and return the exit code.

    Raises:
        BadFile: a file with that name exists with different content, or the folder cannot be written to.
    """
    if arguments.force and not arguments.folder:
        raise BadFile("no folder is given for the examples", key="--force", remedy="name a folder, or omit --force")
    found, players = examples(), programs()
    if arguments.folder:
        _copy((*found, *players), Path(arguments.folder), force=arguments.force)
    if arguments.json:
        listed, played = ([{"name": one.name, "shows": one.shows} for one in some] for some in (found, players))
        document = {"format": FORMAT, "folder": arguments.folder or "", "examples": listed, "programs": played}
        sys.stdout.write(printed(document))
    elif arguments.folder:
        folder = in_one_line(arguments.folder.rstrip("/"))
        sys.stdout.write(
            f"{len(found)} examples in {folder}; play one with `pilein fight {folder}/{found[0].name}`\n"
            f"{len(players)} programs that play, in {folder}/{PROGRAMS}\n"
        )
    else:
        sys.stdout.write(_listing((*found, *players)))
    return 0


def _copy(found: tuple[Example, ...], folder: Path, *, force: bool) -> None:
    """Write the example files. Existing files with the same content are kept.

    Raises:
        BadFile: a file with that name exists with different content, or the folder cannot be written to.
    """
    for example in found:
        path = folder / example.name
        if path.exists() and not force and read(path) != example.text.encode():
            raise BadFile(
                "this file already exists with different content",
                file=str(path),
                remedy="choose another folder, or replace the file with --force",
            )
    for example in found:
        path = folder / example.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            remedy = "name a folder to which you can write"
            raise BadFile(
                f"the folder cannot be created: {reason(error)}", file=str(path.parent), remedy=remedy
            ) from None
        write(path, example.text)


def _listing(found: tuple[Example, ...]) -> str:
    """Format a line for each example under its ruleset, with instructions for copying the examples."""
    lines: list[str] = []
    width = GAP + max(len(example.name.partition("/")[2]) for example in found)
    for example in found:
        ruleset, _, name = example.name.partition("/")
        if f"{ruleset}/" not in lines:
            lines += ["", f"{ruleset}/"]
        lines.append(f"  {name:<{width}}{example.shows}")
    return "\n".join([*lines[1:], "", "`pilein examples FOLDER` copies them.", ""])
