"""Loading of scenario files into a `Scenario`. Every error is raised as a BadScenario that names the place of the error
in the file.
"""

import pathlib
from collections.abc import Callable, Mapping
from typing import Any

from pilein.kernel.errors import UnknownRule
from pilein.kernel.nearest import folded, shortened
from pilein.kernel.remedies import command, line
from pilein.tabletop.checking import check
from pilein.tabletop.notation.files import Contents, beginning, parsed, text_of
from pilein.tabletop.notation.ground import is_on_table, press, table, terrain
from pilein.tabletop.notation.members import Muster
from pilein.tabletop.notation.numbers import numbers
from pilein.tabletop.notation.objectives import objectives, turns
from pilein.tabletop.notation.profiles import described_weapons, profiles, weapons
from pilein.tabletop.notation.rulings import rulings, struck
from pilein.tabletop.notation.sections import Section, Source
from pilein.tabletop.notation.units import EXAMPLE, active, sides, units
from pilein.tabletop.scenario import Loaded, Scenario, Unit
from pilein.tabletop.vocabulary import TOP_KEYS, Values, Vocabulary

Vocabularies = Callable[[str], Vocabulary]
Composed = Callable[[Section], Section]  # resolves the units of unit files in the top section

MOST_ROUNDS = 1000
LIST = command("`pilein rules` lists the rulesets, and `--rulesets DIR` adds those in a folder")


def load(path: str | pathlib.Path, vocabularies: Vocabularies) -> Scenario:
    """Read a scenario from a file and check that its models fit where they are placed.

    Raises:
        BadScenario: the scenario has an error. The exception describes the first error, with its file, line, key
            and remedy.
    """
    loaded = read(path, vocabularies)
    check(loaded)
    return loaded.scenario


def read(path: str | pathlib.Path, vocabularies: Vocabularies, contents: Contents = beginning) -> Loaded:
    """Read a scenario from a file without checking its geometry. `contents` returns the bytes of the file.

    Raises:
        BadScenario: the file has an error. The exception describes the first error, with its file, line, key
            and remedy.
    """
    return loads(text_of(path, contents), vocabularies, file=str(path))


def no_unit_files(top: Section) -> Section:
    """Return the top section of a file unchanged. Raises BadScenario if the file refers to unit files."""
    if top.has("units"):
        raise top.fault(
            "a scenario given as text cannot name unit files",
            "units",
            remedy="write the units in the scenario itself, or load it from a file",
        )
    for unit in top.entries("unit", "a unit", EXAMPLE):
        for key in ("use", "options"):
            if unit.has(key):
                remedy = line("units", '"units.toml"') + " at the top, to name the unit file that contains the unit"
                raise unit.fault(f"`{key}` needs a unit file, but the scenario names none", key, remedy=remedy)
    return top


def loads(text: str, vocabularies: Vocabularies, *, file: str = "<text>", composed: Composed = no_unit_files) -> Loaded:
    """Read a scenario from text. `vocabularies` returns a ruleset's vocabulary by name or raises UnknownRule.

    `composed` resolves units taken from unit files.

    Raises:
        BadScenario: the text has an error. The exception describes the first error, with its file, line, key
            and remedy.
    """
    return of_section(parsed(text, file), vocabularies, composed)


def of_section(top: Section, vocabularies: Vocabularies, composed: Composed = no_unit_files) -> Loaded:
    """Read a scenario from the top section of a file. Raises BadScenario as `loads` does."""
    top = composed(top)
    return Loaded(_scenario(top, vocabulary_of(top, vocabularies)), top.source)


def from_values(values: Mapping[str, object], vocabularies: Vocabularies) -> Loaded:
    """Read a scenario from Python values that are arranged as in a file. Errors name a key but no line.

    Raises:
        BadScenario: a value is wrong. The error gives the key and a remedy.
    """
    top = Section(Source(), (), {key: _listed(value) for key, value in values.items()}, "a scenario")
    return of_section(top, vocabularies)


def _listed(value: Any) -> Any:  # noqa: ANN401 - a value of a file
    """Convert tuples to lists, recursively, because values in a file contain only lists."""
    if isinstance(value, Mapping):
        return {key: _listed(one) for key, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, list | tuple) else value


def vocabulary_of(top: Section, vocabularies: Vocabularies) -> Vocabulary:
    """Return the vocabulary of the ruleset that a file names. Raises BadScenario if it names none or an unknown one."""
    if not top.has("ruleset"):
        raise top.fault(
            "the key 'ruleset' is missing, so it is not known which rules apply",
            remedy=line("ruleset", '"..."') + " at the top",
        )
    name = top.text("ruleset")
    try:
        return vocabularies(name)
    except UnknownRule as error:
        remedy = f"did you mean {error.nearest!r}?" if error.nearest else LIST
        raise top.fault(f"there is no ruleset {shortened(name)!r}", "ruleset", remedy=remedy) from None


def _scenario(top: Section, vocabulary: Vocabulary) -> Scenario:
    top.only(TOP_KEYS)
    on_table = is_on_table(top)
    chosen = rulings(top, vocabulary)
    known = profiles(top, vocabulary, chosen)
    arsenal = weapons(top, vocabulary)
    fielded = units(top, Muster(vocabulary, known, arsenal), on_table=on_table)
    both = sides(top, vocabulary, fielded)
    size = table(top) if on_table else None
    return Scenario(
        ruleset=vocabulary.ruleset,
        active=active(top, both),
        sides=both,
        units=fielded,
        profiles=known,
        weapons=_carried(arsenal, fielded, described_weapons(top)),
        rulings=chosen,
        table=size,
        press=None if on_table else press(top, fielded),
        terrain=terrain(top, on_table=on_table),
        round=top.whole("round", 1, MOST_ROUNDS, 1),
        turns=turns(top),
        objectives=objectives(top, both, size),
        struck=struck(top, vocabulary),
        numbers=numbers(top, vocabulary),
    )


def _carried(arsenal: dict[str, Values], fielded: tuple[Unit, ...], own: set[str]) -> dict[str, Values]:
    carried = {folded(name) for unit in fielded for member in unit.members for name in member.weapons}
    return {name: values for name, values in arsenal.items() if folded(name) in carried | own}
