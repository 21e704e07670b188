"""The example scenarios that come with Pile In."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")  # in the installed package; in a checkout


class Example(NamedTuple):
    """A scenario file: its path below the folder of examples, its description and its text."""

    name: str
    shows: str
    text: str


@cache
def examples() -> tuple[Example, ...]:
    """Every example, by name."""
    folder = folder_of_examples()
    paths = sorted(folder.rglob("*.toml"))
    return tuple(_example(path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")) for path in paths)


def folder_of_examples() -> Path:
    """The folder that they are in."""
    return next(one for one in FOLDERS if one.is_dir())


def _example(name: str, text: str) -> Example:
    """An example; its description is the first sentence of the comment at its top."""
    comment = " ".join(line.lstrip("# ") for line in re.match(r"(#.*\n)*", text)[0].splitlines())  # type: ignore[index]
    return Example(name, re.split(r"(?<=[.?]) ", comment)[0].rstrip("."), text)
