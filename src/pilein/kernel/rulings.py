"""Rulings: the holes in a rules text, each with a question, named options and a default."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct, convert

from pilein.kernel.errors import UnknownRule
from pilein.kernel.nearest import listed, nearest, unknown

DEFAULT = "default"
FIRST_ID = re.compile(r'^id *= *"([^"-]+)-', re.MULTILINE)


class Option(Struct, frozen=True):
    """One reading: its name, what it says, and whether it takes a number."""

    name: str
    words: str
    number: bool = False
    fantasy: bool = False


class Ruling(Struct, frozen=True):
    """A place where the text is silent or contradicts itself.

    `also` is another name for the default reading, where it has one.
    """

    id: str
    question: str
    default: str
    clauses: tuple[str, ...]
    options: tuple[Option, ...] = ()
    matters: str = ""
    number: int | None = None
    also: str = ""

    def option(self, name: str) -> str:
        """The option's own spelling (`-` and `_` are alike), `default` for another name of the default.

        Raises:
            UnknownRule: no such option; suggests the nearest.

        """
        wanted = name.replace("_", "-")
        names = [DEFAULT, *(option.name for option in self.options)]
        if self.also and wanted == self.also:
            return DEFAULT
        if wanted in names:
            return wanted
        near = nearest(wanted, names)
        remedy = f"known: {listed(names)}"
        raise UnknownRule(f"{self.id}={name}", near and f"{self.id}={near}", what="option", remedy=remedy)


class Reading(Struct, frozen=True):
    """The option in force for one ruling, and its number where it has one."""

    option: str = DEFAULT
    number: int | None = None


Readings = Mapping[str, Reading]


def read_rulings(package: str) -> dict[str, Ruling]:
    """Every ruling of the ruleset in that package by its ID, in the order of `rulings.toml` beside it."""
    text = files(package).joinpath("rulings.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["ruling"]
    return {ruling.id: ruling for ruling in convert(listed, list[Ruling])}


def readings(rulings: Mapping[str, Ruling], chosen: Mapping[str, Reading]) -> dict[str, Reading]:
    """Every ruling with the reading in force: as chosen, otherwise the default.

    Raises:
        UnknownRule: a ruling or an option that does not exist.

    """
    force = {key: Reading(DEFAULT, ruling.number) for key, ruling in rulings.items()}
    for key, reading in chosen.items():
        ruling = find(rulings, key)
        number = ruling.number if reading.number is None else reading.number
        force[ruling.id] = Reading(ruling.option(reading.option), number)
    return force


def find(rulings: Mapping[str, Ruling], key: str) -> Ruling:
    """The ruling of that ID.

    Raises:
        UnknownRule: no such ruling; suggests the nearest.

    """
    if key in rulings:
        return rulings[key]
    raise unknown(key, rulings, "ruling", "`pilein rules RULESET` lists them")


# --- The sentences of a rules text, in other words ----------------------------------------------------------------
# Read from `clauses.toml` beside a ruleset, and only when asked for.


class Sentence(Struct, frozen=True):
    """One sentence of the text that rules something.

    `section` is the part of the text in which it stands, `who` the player who decides or the dice thrown (`auto`:
    neither), `rulings` the holes that it touches.
    """

    id: str
    section: str
    words: str
    who: str = "auto"
    rulings: tuple[str, ...] = ()


@cache
def read_sentences(package: str) -> Mapping[str, Sentence]:
    """Every sentence of the ruleset in that package by its ID, in the order of the text; read once."""
    text = files(package).joinpath("clauses.toml").read_text(encoding="utf-8")
    listed = tomllib.loads(text)["clause"]
    return {sentence.id: sentence for sentence in convert(listed, list[Sentence])}


def prefix_of(package: str) -> str:
    """What the IDs of the sentences of a package's text begin with, read without importing it; "" if it has no text."""
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        text = Path(folder) / "clauses.toml"
        found = FIRST_ID.search(text.read_text(encoding="utf-8")) if text.is_file() else None
        if found:
            return found[1]
    return ""
