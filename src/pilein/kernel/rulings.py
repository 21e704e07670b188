"""Rulings on ambiguities of a rules text, each with a question, named options and a default."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, ValidationError, convert

from pilein.kernel.errors import BadRuleset, UnknownRule
from pilein.kernel.nearest import listed, nearest, unknown
from pilein.kernel.remedies import command

DEFAULT = "default"
ENTRY = re.compile(r" - at `\$\[(\d+)\][^`]*`$")  # place of a fault reported by msgspec
Entry = TypeVar("Entry")
FIRST_ID = re.compile(r'^id *= *"([^"-]+)-', re.MULTILINE)


class Option(Struct, frozen=True):
    """Option of a ruling, with its name, its meaning and whether it takes a number."""

    name: str
    words: str
    number: bool = False
    fantasy: bool = False


class Ruling(Struct, frozen=True):
    """Ruling on a place where the text is ambiguous, silent or contradictory.

    `also` is another name for the default reading, if it has one.
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
        """Return the canonical name of an option. `-` and `_` are equivalent, and the default's other name yields
        `default`.

        Raises:
            UnknownRule: there is no such option. The error suggests the nearest one.
        """
        wanted = name.replace("_", "-")
        names = [DEFAULT, *(option.name for option in self.options)]
        if self.also and wanted == self.also:
            return DEFAULT
        if wanted in names:
            return wanted
        near = nearest(wanted, names)
        remedy = (
            f"did you mean '{self.id}={near}'? if not, choose one of {listed(names)}"
            if near
            else f"choose one of {listed(names)}"
        )
        raise UnknownRule(f"{self.id}={name}", near and f"{self.id}={near}", what="option", remedy=remedy)


class Reading(Struct, frozen=True):
    """Option chosen for a ruling, with its number if it takes one, or the value of a number in the text."""

    option: str = DEFAULT
    number: int | None = None


Readings = Mapping[str, Reading]


class Fixed(dict[str, Reading]):
    """Immutable, hashable readings of one game."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class Noting(Fixed):
    """Readings that record in `asked` every ruling that clauses, policies or drivers ask for."""

    def __init__(self, chosen: Readings) -> None:
        super().__init__(chosen)
        self.asked: set[str] = set()

    def __getitem__(self, ruling: str) -> Reading:
        self.asked.add(ruling)
        return super().__getitem__(ruling)

    def taken(self) -> frozenset[str]:
        """Return the rulings asked for since the last call."""
        found = frozenset(self.asked)
        self.asked.clear()
        return found


def read_rulings(package: str) -> dict[str, Ruling]:
    """Read the rulings of the ruleset in a package, by ID, in the order of `rulings.toml`.

    Raises:
        BadRuleset: the file is missing, or does not list rulings.
    """
    return {ruling.id: ruling for ruling in entries_in(package, "rulings.toml", "ruling", Ruling)}


def readings(rulings: Mapping[str, Ruling], chosen: Mapping[str, Reading]) -> dict[str, Reading]:
    """Return the reading of every ruling, which is the chosen one or else the default.

    Raises:
        UnknownRule: there is no such ruling or option.
    """
    force = {key: Reading(DEFAULT, ruling.number) for key, ruling in rulings.items()}
    for key, reading in chosen.items():
        ruling = find(rulings, key)
        number = ruling.number if reading.number is None else reading.number
        force[ruling.id] = Reading(ruling.option(reading.option), number)
    return force


def find(rulings: Mapping[str, Ruling], key: str) -> Ruling:
    """Return the ruling with this ID.

    Raises:
        UnknownRule: there is no such ruling. The error suggests the nearest one.
    """
    if key in rulings:
        return rulings[key]
    raise unknown(key, rulings, "ruling", command("`pilein rules RULESET` lists the rulings"))


# --- The sentences of a rules text, paraphrased -------------------------------------------------------------------
# Read from `clauses.toml` of a ruleset, and only when needed.


class Sentence(Struct, frozen=True):
    """Sentence of the text that states a rule.

    `section` is the section that contains the sentence. `who` is the player who decides or the dice rolled, or `auto`
    if the sentence involves neither. `rulings` holds the IDs of the rulings on the sentence's ambiguities. `short`
    describes a unit that the sentence puts out of the fight, as in "run down in pursuit".
    """

    id: str
    section: str
    words: str
    who: str = "auto"
    rulings: tuple[str, ...] = ()
    short: str = ""


@cache
def read_sentences(package: str) -> Mapping[str, Sentence]:
    """Read the sentences of the ruleset in a package by ID, in the order of the text. The result is cached.

    Raises:
        BadRuleset: `clauses.toml` is missing, or does not list sentences.
    """
    return {sentence.id: sentence for sentence in entries_in(package, "clauses.toml", "clause", Sentence)}


class QuestionText(Struct, frozen=True):
    """Question that a clause asks a player: the sentence that requires it (`id`), its wording, and the wording of its
    answers.

    `answers` lists answers that never vary. `also` describes other answers, such as unit names, or is "".
    """

    id: str
    words: str
    answers: tuple[str, ...] = ()
    also: str = ""


@cache
def read_questions(package: str) -> tuple[QuestionText, ...]:
    """Read the questions of the ruleset in a package from its `questions.toml`. The result is empty if the file is
    missing.

    Raises:
        BadRuleset: the file does not list questions.
    """
    if not files(package).joinpath("questions.toml").is_file():
        return ()
    return tuple(entries_in(package, "questions.toml", "question", QuestionText))


def entries_in(package: str, name: str, key: str, kind: type[Entry]) -> list[Entry]:
    """Read the [[key]] entries of a ruleset's file.

    Raises:
        BadRuleset: the file is missing, or an entry does not have the form that `kind` prescribes.
    """
    file = files(package).joinpath(name)
    try:
        return convert(tomllib.loads(file.read_text(encoding="utf-8")).get(key, []), list[kind])  # type: ignore[valid-type]
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        words = getattr(error, "strerror", None) or str(error)
        raise BadRuleset(
            f"the file cannot be read: {words}",
            file=str(file),
            remedy="create the file if it is missing, or correct it",
        ) from error
    except ValidationError as error:
        raise BadRuleset(_invalid(str(error), key), file=str(file), remedy="correct the entry") from error


def _invalid(words: str, key: str) -> str:
    """Describe the fault in an entry, with the entry's number, counted from 1."""
    found = ENTRY.search(words)
    return f"entry {int(found[1]) + 1} under [[{key}]] is invalid: {words[: found.start()]}" if found else words


def prefix_of(package: str) -> str:
    """Return the prefix of sentence IDs in a package's text, or "" if it has no text. The package is not imported."""
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        text = Path(folder) / "clauses.toml"
        found = FIRST_ID.search(text.read_text(encoding="utf-8")) if text.is_file() else None
        if found:
            return found[1]
    return ""
