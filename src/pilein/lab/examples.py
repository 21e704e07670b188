"""Example scenarios and programs shipped with Pile In."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pilein.engine.rulesets import is_from_outside, names, ruleset_named
from pilein.kernel.nearest import unknown
from pilein.tabletop.ruleset import Ruleset

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")  # in the installed package; in a checkout


PROGRAMS = "agents"  # folder of programs that play


class Example(NamedTuple):
    """Example file, with its path below the examples folder, a description, and its text."""

    name: str
    shows: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """Return all example scenarios, sorted by name."""
    folder = folder_of_examples()
    paths = sorted(folder.rglob("*.toml"))
    return tuple(_example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


@cache
def programs() -> tuple[Example, ...]:
    """Return the example programs, sorted by name. A program plays as the policy `program:COMMAND`."""
    folder = folder_of_examples()
    paths = sorted(path for path in (folder / PROGRAMS).iterdir() if path.is_file())
    return tuple(_example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def examples_of(ruleset: Ruleset) -> tuple[Example, ...]:
    """Return the examples for a ruleset. For an external ruleset, these are its samples (`sample*.toml`)."""
    if not is_from_outside(ruleset):
        return tuple(one for one in examples() if one.name.startswith(f"{ruleset.name}/"))
    return tuple(_example(f"{ruleset.name}/{name}", text) for name, text in ruleset.samples())


def example_named(name: str) -> Example:
    """Return the example with this name. Raises UnknownRule if there is none."""
    ruleset = name.partition("/")[0]
    known = examples_of(ruleset_named(ruleset)) if ruleset in names() else ()
    found = {one.name: one for one in known or examples()}
    if name not in found:
        raise unknown(name, found, "example", "send AskGames, whose reply lists the examples")
    return found[name]


def folder_of_examples() -> Path:
    """Return the folder of examples, in the installed package or in a checkout."""
    return next(one for one in FOLDERS if one.is_dir())


def _example(name: str, text: str) -> Example:
    """Build an example. Its description is the first sentence of the comment at the top of its text."""
    top = re.match(r"(?:#!.*\n)?((?:(?:#|//).*\n)*)", text)[1]  # type: ignore[index] # every text matches
    comment = " ".join(line.lstrip("#/ ") for line in top.splitlines())
    return Example(name, re.split(r"(?<=[.?]) ", comment)[0].rstrip("."), text)
