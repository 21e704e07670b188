"""Units of a unit file used in a scenario: `units = "units.toml"` at the top, and `use = "guards"` in a [[unit]]."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pilein.kernel.errors import BadInput, BadScenario
from pilein.kernel.nearest import hint, listed, shortened
from pilein.kernel.remedies import Remedy, command, line
from pilein.tabletop.loading import Vocabularies, no_unit_files
from pilein.tabletop.notation.files import BACKSLASH, Contents, parsed, text_of
from pilein.tabletop.notation.members import MOST_IN_UNIT
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.notation.units import EXAMPLE
from pilein.unit_files.composing import Fielded, fielded, merged
from pilein.unit_files.reading import WHAT, UnitFile, assert_is_no_scenario, unit_file

KEY, USE, OPTIONS = "units", "use", "options"
MOST_FILES = 20
OF_THE_FILE = ("profile", "weapons", "rules", "members")  # keys given by the unit file
Plain = dict[str, Any]


def read_units(path: str | Path, vocabularies: Vocabularies, contents: Contents) -> UnitFile:
    """Read and validate a unit file named by a scenario.

    Raises:
        BadScenario: the first fault, with file, line, key and remedy.
    """
    top = replace(parsed(text_of(path, contents), str(path)), what=WHAT)
    assert_is_no_scenario(top)
    return unit_file(top, vocabularies)


class UnitFiles:
    """Unit files named by a scenario, which are read from the scenario's folder."""

    def __init__(self, vocabularies: Vocabularies, contents: Contents) -> None:
        self.vocabularies = vocabularies
        self.contents = contents

    def __call__(self, top: Section) -> Section:
        """Return the scenario with its units composed. Raises BadScenario for parts missing from their files."""
        if not top.has(KEY):
            return no_unit_files(top)
        files = [self._file(top, name) for name in _names(top)]
        values: Plain = {key: value for key, value in top.values.items() if key != KEY}
        values |= {key: dict(top.inner(key, f"[{key}]").values) for key in ("profiles", "weapons")}
        values["unit"] = [_composed(section, files, values) for section in top.entries("unit", "a unit", EXAMPLE)]
        return Section(top.source, (), values, top.what)

    def _file(self, top: Section, name: str) -> UnitFile:
        source = top.source.file
        if not source or source.startswith("<"):
            remedy = "save the scenario to a file" + command(", or use `pilein.Units`")
            raise top.fault(
                "unit files are looked up relative to the scenario file, but this scenario was given as text",
                KEY,
                remedy=remedy,
            )
        try:
            found = read_units(Path(source).parent / name.replace("\\", "/"), self.vocabularies, self.contents)
        except BadScenario as error:
            raise top.fault(str(error), KEY, remedy="correct the unit file") from None
        if found.vocabulary.ruleset != top.values.get("ruleset"):
            message = (
                f"the units in {shortened(name)} are for {found.vocabulary.ruleset}, "
                f"but the scenario is for {top.values.get('ruleset')}"
            )
            raise top.fault(message, KEY, remedy="name a unit file for the scenario's ruleset")
        return found


def _names(top: Section) -> Sequence[str]:
    if isinstance(top.values[KEY], dict):
        raise _not_a_scenario(top, top.values[KEY])
    value = top.values[KEY]
    named: list[object] = value if isinstance(value, list) else [value]
    if any(isinstance(name, str) and not name.isprintable() for name in named):
        raise top.fault("a file name contains a character that cannot be displayed", KEY, remedy=BACKSLASH)
    names = top.texts(KEY) if isinstance(top.values[KEY], list) else (top.text(KEY),)
    if not 1 <= len(names) <= MOST_FILES:
        raise top.fault(f"the scenario names {len(names)} unit files", KEY, remedy=f"name 1 to {MOST_FILES} of them")
    return names


def _not_a_scenario(top: Section, units: object) -> BadScenario:
    """Return the error for a table of units in place of unit file names."""
    if top.has("unit"):
        remedy = 'move [units.NAME] to a file of its own, and name that file at the top: units = "units.toml"'
        return top.fault("a scenario cannot define units under [units.NAME]", KEY, remedy=remedy)
    file, (first, *others) = top.source.file, [*units] or ["NAME"]  # type: ignore[misc]
    pair = " ".join(shlex.quote(shortened(name)) for name in (first, *(others or [first])[:1]))
    fight = command(f"let two of the units fight with `pilein lab matchup {shlex.quote(file)} {pair}`, or ")
    used = f'write a scenario that uses this file: units = "{Path(file).name}", use = "{first}"'
    remedy = fight + Remedy(used, on_page="open a scenario, which has its units in [[unit]]")
    return BadScenario("this file is a unit file, not a scenario", file=file, remedy=remedy)


def _composed(section: Section, files: Sequence[UnitFile], values: Plain) -> Plain:
    """Return the keys of a unit. If the unit uses a unit file, the unit is composed from that file, and its profiles
    and weapons are added to `values`.
    """
    if not section.has(USE):
        if section.has(OPTIONS):
            raise section.fault(
                "only a unit from a unit file can have options",
                OPTIONS,
                remedy=line("use", '"..."') + " to take this unit from a unit file",
            )
        return dict(section.values)
    file = _with_unit(section, files)
    for key in OF_THE_FILE:
        if section.has(key):
            remedy = f"remove {key} here and change it in the unit file, or remove `use`"
            raise section.fault(f"the unit file already gives this unit's {key}", key, remedy=remedy)
    unit = _unit(section, file)
    own = {key: value for key, value in section.values.items() if key not in (USE, OPTIONS, "models")}
    found = merged(file, unit, values["profiles"])
    for name, weapon in unit.weapons.items():
        if values["weapons"].get(name, weapon) != weapon:
            message = f"the weapon {name!r} is defined differently in two files"
            raise section.fault(message, USE, remedy="rename the weapon in one of the files")
        values["weapons"][name] = weapon
    return found | own


def _with_unit(section: Section, files: Sequence[UnitFile]) -> UnitFile:
    name = section.text(USE)
    found = [file for file in files if name in file.names]
    if len(found) == 1:
        return found[0]
    if found:
        remedy = "rename the unit in one of the files"
        raise section.fault(f"several unit files have a unit named {shortened(name)!r}", USE, remedy=remedy)
    known = [one for file in files for one in file.names]
    remedy = hint(name, known, f"use one of its units: {listed(known)}")
    raise section.fault(f"no unit file named at the top has a unit {shortened(name)!r}", USE, remedy=remedy)


def _unit(section: Section, file: UnitFile) -> Fielded:
    models = section.whole("models", 1, MOST_IN_UNIT) if section.has("models") else None
    try:
        return fielded(file, section.text(USE), models=models, options=section.texts(OPTIONS))
    except BadInput as error:
        raise section.fault(error.message, error.key, remedy=error.remedy) from None
