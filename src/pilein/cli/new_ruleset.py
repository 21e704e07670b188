"""Write a starter ruleset with two sentences, one ruling, a sample and tests, ready to play."""

import argparse
import sys
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from pilein.cli.parsing import UsageError
from pilein.engine.rulesets import prefixes
from pilein.kernel.clauses import TESTS
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.document import FORMAT, printed
from pilein.lab.files import BadFile, reason, write

STARTER, PREFIX = "hoplon", "HO"  # the ruleset copied under the new name
LONGEST = 30  # characters of a name


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein new-ruleset`."""
    parser.add_argument("name", metavar="NAME", help="its name: lower-case letters, digits and _")
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", default=".", help="where to write the folder NAME (default: here)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the files of the ruleset and return the exit code.

    Raises:
        UsageError: the name is invalid or taken.
        BadFile: a file or folder with that name exists or cannot be created.
    """
    name, folder = arguments.name, Path(arguments.folder)
    taken = prefixes()
    _assert_free(name, taken)
    place = folder / name
    if place.exists():
        raise BadFile(
            "this folder already exists", file=str(place), remedy="give another name, or another folder with -o"
        )
    written = dict(_files(name, _prefix(name, set(taken.values()))))
    try:
        place.mkdir(parents=True)
    except OSError as error:
        raise BadFile(
            f"the folder cannot be created: {reason(error)}", file=str(place), remedy="choose another folder"
        ) from None
    for file, text in written.items():
        write(place / file, text)
    paths = [str(place / file) for file in written]
    if arguments.json:
        sys.stdout.write(printed({"format": FORMAT, "ruleset": name, "files": paths}))
        return 0
    shown = in_one_line(arguments.folder)
    sys.stdout.write("".join(f"written: {in_one_line(path)}\n" for path in paths))
    sys.stdout.write(f"Try it: pilein --rulesets {shown} new {name} {name}.toml\n")
    sys.stdout.write(f"        pilein --rulesets {shown} fight {name}.toml\n")
    sys.stdout.write(f"        pilein --rulesets {shown} odds {name}.toml\n")
    return 0


def _assert_free(name: str, taken: dict[str, str]) -> None:
    """Check that a name is not taken, and is valid for a ruleset and a Python package."""
    plain = name.isascii() and name.isidentifier() and name == name.lower() and name[0].isalpha()
    if not plain or name.startswith(TESTS) or len(name) > LONGEST or iskeyword(name):
        remedy = f"give up to {LONGEST} lower-case letters, digits and _, like my_rules"
        raise UsageError(f"{shortened(name)!r} is not a valid name for a ruleset", key="NAME", remedy=remedy)
    if name in taken:
        raise UsageError(f"a ruleset named {name!r} already exists", key="NAME", remedy="choose another name")
    if find_spec(name) is not None:
        raise UsageError(
            f"a ruleset cannot be named {name!r}, which is the name of a Python module",
            key="NAME",
            remedy="choose another name",
        )


def _prefix(name: str, taken: set[str]) -> str:
    """Return the shortest beginning of a name, at least two letters long, that is not another ruleset's ID prefix."""
    letters = name.replace("_", "").upper()
    choices = (letters[:length] for length in range(2, len(letters) + 1))
    return next((one for one in choices if one not in taken), f"{letters}X")


def _files(name: str, prefix: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the ruleset, with its name and prefix filled in."""
    title = name.replace("_", " ").capitalize()
    words = {f"{PREFIX}-": f"{prefix}-", f'"{PREFIX}"': f'"{prefix}"', STARTER: name, STARTER.capitalize(): title}
    for file in sorted(files("pilein.cli.starter").joinpath(STARTER).iterdir(), key=lambda file: file.name):
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            for ours, theirs in words.items():
                text = text.replace(ours, theirs)
            yield file.name.replace(STARTER, name), text
