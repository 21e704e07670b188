"""List the example scenarios that come with Pile In, or copy them into a folder."""

import argparse
import re
import sys
from pathlib import Path
from typing import NamedTuple

from pilein.kernel.nearest import in_one_line
from pilein.lab.document import FORMAT, printed
from pilein.lab.files import BadFile, read, reason, write

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")  # in the installed package; in a checkout
INDENT = 28  # columns before the description


class Example(NamedTuple):
    """A scenario file: its path below the folder of examples, its description and its text."""

    name: str
    shows: str
    text: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", metavar="FOLDER", nargs="?", help="where to copy them (default: list them)")
    parser.add_argument("--force", action="store_true", help="replace existing files that differ")


def run(arguments: argparse.Namespace) -> int:
    """List or copy the examples; the exit code.

    Raises:
        BadFile: a file of that name exists with different content, or the folder cannot be written.

    """
    if arguments.force and not arguments.folder:
        raise BadFile("there is no folder to copy to", key="--force", remedy="name one, or leave --force out")
    found = examples()
    if arguments.folder:
        _copy(found, Path(arguments.folder), force=arguments.force)
    if arguments.json:
        listed = [{"name": example.name, "shows": example.shows} for example in found]
        sys.stdout.write(printed({"format": FORMAT, "folder": arguments.folder or "", "examples": listed}))
    elif arguments.folder:
        folder = in_one_line(arguments.folder.rstrip("/"))
        sys.stdout.write(f"{len(found)} examples in {folder}; play one with `pilein fight {folder}/{found[0].name}`\n")
    else:
        sys.stdout.write(_listing(found))
    return 0


def examples() -> list[Example]:
    """Every example, by name."""
    folder = next(one for one in FOLDERS if one.is_dir())
    paths = sorted(folder.rglob("*.toml"))
    return [_example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths]


def _example(name: str, text: str) -> Example:
    """An example; its description is the first sentence of the comment at its top."""
    comment = " ".join(line.lstrip("# ") for line in re.match(r"(#.*\n)*", text)[0].splitlines())  # type: ignore[index]
    return Example(name, re.split(r"(?<=[.?]) ", comment)[0].rstrip("."), text)


def _copy(found: list[Example], folder: Path, *, force: bool) -> None:
    """Write the files; existing files with the same content stay.

    Raises:
        BadFile: a file of that name exists with different content, or the folder cannot be written.

    """
    for example in found:
        path = folder / example.name
        if path.exists() and not force and read(path) != example.text.encode():
            raise BadFile("already exists and differs", file=str(path), remedy="name another folder, or give --force")
    for example in found:
        path = folder / example.name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except (OSError, ValueError) as error:
            remedy = "name a folder you can write to"
            raise BadFile(f"cannot be made: {reason(error)}", file=str(path.parent), remedy=remedy) from None
        write(path, example.text)


def _listing(found: list[Example]) -> str:
    """A line for each example under its ruleset, and how to copy them."""
    lines: list[str] = []
    for example in found:
        ruleset, _, name = example.name.partition("/")
        if f"{ruleset}/" not in lines:
            lines += ["", f"{ruleset}/"]
        lines.append(f"  {name:<{INDENT}}{example.shows}")
    return "\n".join([*lines[1:], "", "`pilein examples FOLDER` copies them.", ""])
